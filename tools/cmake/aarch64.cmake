# Builds for 64-bit ARM with Debian's cross compiler, or by clang++ with its libraries (-DCMAKE_CXX_COMPILER=clang++);
# the programs run under qemu-aarch64 -L /usr/aarch64-linux-gnu.
#
# DROVER_AARCH64_SYSROOT is the folder that tools/arm64_sysroot made: the compiled libraries. The headers of those
# that have nothing to compile are the ones of this system, which the cross compiler reads by itself.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
endif()
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DROVER_AARCH64_SYSROOT)
list(APPEND CMAKE_FIND_ROOT_PATH "${DROVER_AARCH64_SYSROOT}" /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
