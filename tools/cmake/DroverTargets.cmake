# The two kinds of target the tree has, so that every one of them is built with the same flags.

# Only for tools/determinism_matrix --prove, which shows that a wrong build is noticed. With "fast" the compiler may fuse,
# and drover refuses to run; "hidden" keeps it from drover's own check as well, so that it runs and comes to other bits.
set(DROVER_FP_CONTRACT off CACHE STRING "off; fast and hidden only to prove that fused operations are noticed")
if(NOT DROVER_FP_CONTRACT MATCHES "^(off|fast|hidden)$")
  message(FATAL_ERROR "DROVER_FP_CONTRACT is '${DROVER_FP_CONTRACT}', not off, fast or hidden")
endif()

# Where the flags of the build allow fused instructions (-march=native), g++ from version 12 on makes them of sums and
# differences of products side by side (vfmaddsub) when it vectorizes straight code, whatever -ffp-contract says.
include(CheckCXXSourceCompiles)
# Anew in every configuration, because the flags may be others.
unset(DROVER_PROCESSOR_FUSES CACHE)
set(CMAKE_TRY_COMPILE_CONFIGURATION ${CMAKE_BUILD_TYPE})
check_cxx_source_compiles("
#if !defined(__FMA__) && !defined(__ARM_FEATURE_COMPLEX)
#error none
#endif
int main() {}" DROVER_PROCESSOR_FUSES)
set(never_fused "")
if(DROVER_PROCESSOR_FUSES)
  set(never_fused $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
endif()

# Flags of every target. -ffp-contract=off forbids fusing a*b+c into one rounding, which would make the
# last bit of a result depend on the compiler and on the processor. It stands last because
# some other options switch contraction on again.
add_library(drover_flags INTERFACE)
target_compile_options(drover_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  # g++ 12 sees overlapping and too large copies in std::string where there are none (GCC bug 105651); clang looks for
  # the real ones.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds>
  $<$<BOOL:${DROVER_WARNINGS_AS_ERRORS}>:-Werror>
  # g++ compiles faster when it does not tidy its memory before there is half a gigabyte of it.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>
  -fno-math-errno -fno-trapping-math ${never_fused}
  $<IF:$<STREQUAL:${DROVER_FP_CONTRACT},off>,-ffp-contract=off,-ffp-contract=fast>)

# drover_level(<name> <level>): in a release, a target has this level of optimization instead of -O3.
function(drover_level name level)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:${level}>)
endfunction()

# drover_hardened(<name>...): in a release, what touches files of unknown origin has canaries on the stack, checked copies, and
# containers that check their indices. Not what steps: there it would cost time. None of it takes part in arithmetic.
function(drover_hardened)
  foreach(name IN LISTS ARGN)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2;-D_GLIBCXX_ASSERTIONS>)
  endforeach()
endfunction()

# drover_precompiled(<name> LEVEL level HEADERS header... [DEPENDS target...]): headers that many sources of the same
# flags include, parsed once. Sources still include what they use: with CMAKE_DISABLE_PRECOMPILE_HEADERS=ON, as one
# build of tools/determinism_matrix has it, they compile alone.
function(drover_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LEVEL" "HEADERS;DEPENDS")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/empty.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/empty.cpp)
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC drover_flags ${arg_DEPENDS})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  drover_level(${name} ${arg_LEVEL})
endfunction()

# drover_library(<name> SOURCES file... [DEPENDS target...]): the library of one folder of src.
function(drover_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC drover_flags ${arg_DEPENDS})
endfunction()

# drover_units(<name> <level> <headers> <expression>...): how a target is compiled: its level of optimization in a
# release, the target of its precompiled headers or none, and its units of translation: one for each regular expression,
# of the sources that it is the first to match. A file-local name of one source must not meet the same name in another of
# its unit. With DROVER_JOIN_SOURCES=OFF every source is a unit of its own.
option(DROVER_JOIN_SOURCES "Compile several sources of a target together" ON)
function(drover_units name level headers)
  if(NOT level STREQUAL -O3)
    drover_level(${name} ${level})
  endif()
  if(NOT headers STREQUAL none)
    target_precompile_headers(${name} REUSE_FROM ${headers})
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${DROVER_JOIN_SOURCES} UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${name} SOURCES)
  get_target_property(folder ${name} SOURCE_DIR)
  foreach(source IN LISTS sources)
    set(unit 0)
    foreach(expression IN LISTS ARGN)
      math(EXPR unit "${unit} + 1")
      if(source MATCHES "${expression}")
        set_source_files_properties(${folder}/${source} TARGET_DIRECTORY ${name} PROPERTIES UNITY_GROUP ${unit})
        break()
      endif()
    endforeach()
  endforeach()
endfunction()

# drover_texts(<constant> HEADER file [NAMES_WITH_FOLDER] FILES file...): text files as a constant of the program, pairs of a
# name, the file's without its ending, after that of its folder if wanted, and the text, in this order. The header is found
# under its name in the build folder's "generated".
function(drover_texts constant)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NAMES_WITH_FOLDER" "HEADER" "FILES")
  list(LENGTH arg_FILES count)
  set(entries "")
  foreach(file IN LISTS arg_FILES)
    cmake_path(GET file STEM name)
    if(arg_NAMES_WITH_FOLDER)
      cmake_path(GET file PARENT_PATH folder)
      cmake_path(GET folder FILENAME folder)
      string(PREPEND name ${folder}/)
    endif()
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"text(${text})text\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${arg_HEADER} CONTENT [[// Written by CMake from files of the tree.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace drover {

inline constexpr std::array<std::pair<std::string_view, std::string_view>, @count@> @constant@ = {{
@entries@}};

}  // namespace drover
]] @ONLY)
endfunction()

# drover_test(<name> SOURCES file... [DEPENDS target...]): one test program; every suite in it is one test of ctest, or a few
# where it has many cases, because to start a program takes longer than most cases. A name
# of one source may stand in another: tests have a namespace each, named after the file.
function(drover_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE
    DROVER_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DROVER_BINARY_DIR="${CMAKE_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE drover_flags ${arg_DEPENDS} GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
  add_custom_command(TARGET ${name} POST_BUILD BYPRODUCTS ${suites}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${name}> -DFILE=${suites} -DRESULTS=${CMAKE_BINARY_DIR}/tests/results
            -DCASES=60 -DTIMEOUT=300 -P ${CMAKE_SOURCE_DIR}/tools/cmake/AddSuites.cmake VERBATIM)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${name}_include.cmake)
  file(WRITE ${include} "if(EXISTS \"${suites}\")
  include(\"${suites}\")
else()
  add_test(${name}_is_not_built ${name}_is_not_built)
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
