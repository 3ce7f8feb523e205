// For LD_PRELOAD: lets chosen calls of the C library fail.
//
//   FAIL_CALL=write:3    the third call of write fails; also malloc, open, fsync, rename, exchange, mkdir,
//   thread FAIL_CALL=write:3+   and all after it FAIL_CALL=write:0    none fails FAIL_CALL_COUNT=FILE at the
//   end of the program FILE gets the number of calls that were made
//
// malloc stands for every function that returns memory, open and rename for their forms with a folder too.
// Calls count from the constructor of this library on: what the dynamic linker does before is not the
// program's.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/types.h>

// The allocator behind malloc, exported by glibc for libraries like this one.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

enum class Call { none, malloc, write, fsync, open, rename, exchange, mkdir, thread };

struct Named {
  const char* name;
  Call call;
};
constexpr Named kCalls[] = {{"malloc", Call::malloc}, {"write", Call::write},   {"fsync", Call::fsync},
                            {"open", Call::open},     {"rename", Call::rename}, {"exchange", Call::exchange},
                            {"mkdir", Call::mkdir},   {"thread", Call::thread}};

Call chosen = Call::none;
long first = 0;
bool fails_later = false;
std::atomic<long> calls = 0;
char count_file[4096] = "";

[[gnu::constructor]] void arm() {
  const char* text = std::getenv("FAIL_CALL");
  if (text == nullptr) return;
  if (const char* file = std::getenv("FAIL_CALL_COUNT"))
    std::snprintf(count_file, sizeof count_file, "%s", file);
  const char* colon = std::strchr(text, ':');
  if (colon == nullptr) return;
  char* end = nullptr;
  first = std::strtol(colon + 1, &end, 10);
  fails_later = *end == '+';
  for (const Named& named : kCalls) {
    if (std::strncmp(text, named.name, static_cast<std::size_t>(colon - text)) == 0) chosen = named.call;
  }
}

[[gnu::destructor]] void report() {
  if (count_file[0] == '\0') return;
  chosen = Call::none;
  if (std::FILE* file = std::fopen(count_file, "w")) {
    std::fprintf(file, "%ld\n", calls.load());
    std::fclose(file);
  }
}

// Counts a call and tells whether it is to fail.
bool fails(Call call) {
  if (call != chosen) return false;
  const long number = ++calls;
  return first > 0 && (fails_later ? number >= first : number == first);
}

int failed(int error_number) {
  errno = error_number;
  return -1;
}

std::nullptr_t no_memory() {
  errno = ENOMEM;
  return nullptr;
}

// The function of that name which this library hides.
template <class Function>
Function* hidden(const char* name, Function* /* of this type */) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
  return fails(Call::malloc) ? no_memory() : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  return fails(Call::malloc) ? no_memory() : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  return fails(Call::malloc) ? no_memory() : __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return fails(Call::malloc) ? no_memory() : __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = fails(Call::malloc) ? nullptr : __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  static auto* const next = hidden("write", &write);
  return fails(Call::write) ? failed(ENOSPC) : next(descriptor, bytes, size);
}

int fsync(int descriptor) {
  static auto* const next = hidden("fsync", &fsync);
  return fails(Call::fsync) ? failed(EIO) : next(descriptor);
}

int rename(const char* from, const char* to) noexcept {
  static auto* const next = hidden("rename", &rename);
  return fails(Call::rename) ? failed(EIO) : next(from, to);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  static auto* const next = hidden("renameat", &renameat);
  return fails(Call::rename) ? failed(EIO) : next(from_folder, from, to_folder, to);
}

// "exchange": as on NFS, which cannot exchange two names.
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  static auto* const next = hidden("renameat2", &renameat2);
  return fails(Call::exchange) ? failed(EINVAL) : next(from_folder, from, to_folder, to, flags);
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* const next = hidden("mkdir", &mkdir);
  return fails(Call::mkdir) ? failed(ENOSPC) : next(path, mode);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  static auto* const next = hidden("pthread_create", &pthread_create);
  return fails(Call::thread) ? EAGAIN : next(thread, attributes, work, argument);
}

// The mode is passed on where there is none too: the system ignores it then.
int open(const char* path, int flags, ...) {
  static auto* const next = hidden("open", &open);
  __builtin_va_list arguments;
  __builtin_va_start(arguments, flags);
  const mode_t mode = __builtin_va_arg(arguments, mode_t);
  __builtin_va_end(arguments);
  return fails(Call::open) ? failed(EMFILE) : next(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  static auto* const next = hidden("openat", &openat);
  __builtin_va_list arguments;
  __builtin_va_start(arguments, flags);
  const mode_t mode = __builtin_va_arg(arguments, mode_t);
  __builtin_va_end(arguments);
  return fails(Call::open) ? failed(EMFILE) : next(folder, path, flags, mode);
}

}  // extern "C"
