#include "observe/record/temporary_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace drover {
namespace {

constexpr std::string_view kInfix = ".drover.tmp.";
// Names may have 255 bytes; the rest is for what surrounds the name of the target.
constexpr std::size_t kLongestTarget = 200;

// The files of this process. Nothing may be allocated while the mutex is held: where memory is exhausted,
// remove_all() takes it within the allocation.
std::mutex list_mutex;
TemporaryFile* first_file = nullptr;

// "123" or "123.4", the part of a name behind kInfix: the process; 0 for other texts.
::pid_t process_of(std::string_view text) {
  ::pid_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  return error == std::errc() && (end == text.data() + text.size() || *end == '.') ? id : 0;
}

// Whether no process writes this temporary file any more: the one that made it is gone, on this machine, and
// nobody holds its lock, on no machine that shares the folder.
bool is_abandoned(int folder, const std::string& name) {
  const std::size_t infix = name.rfind(kInfix);
  if (!name.starts_with('.') || infix == std::string::npos) return false;
  const ::pid_t process = process_of(std::string_view(name).substr(infix + kInfix.size()));
  if (process <= 0 || ::kill(process, 0) == 0 || errno != ESRCH) return false;
  const int descriptor = ::openat(folder, name.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status {};
  const bool is_free = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                       ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return is_free;
}

void remove_abandoned(int folder) {
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* list = copy < 0 ? nullptr : ::fdopendir(copy);
  if (list == nullptr) {
    if (copy >= 0) ::close(copy);
    return;
  }
  while (const dirent* entry = ::readdir(list)) {
    if (is_abandoned(folder, entry->d_name)) ::unlinkat(folder, entry->d_name, 0);
  }
  ::closedir(list);
}

// True once for every folder of the process: listing a folder for each of its files would take quadratic time
// where thousands of runs write into one. The time of birth tells a folder from one that was removed and
// whose number the file system gave away again.
bool is_first_visit(int folder) {
  using Identity = std::array<std::uint64_t, 5>;
  static std::mutex mutex;
  static std::set<Identity> visited;
  struct statx status {};
  if (::statx(folder, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) != 0) return false;
  const auto seconds = static_cast<std::uint64_t>(status.stx_btime.tv_sec);
  const Identity identity = {status.stx_dev_major, status.stx_dev_minor, status.stx_ino, seconds,
                             status.stx_btime.tv_nsec};
  const std::lock_guard lock(mutex);
  return visited.insert(identity).second;
}

}  // namespace

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  if (this == &other) return *this;
  remove();
  const std::lock_guard lock(list_mutex);
  if (!other.exists()) return *this;
  folder_ = other.folder_;
  name_.swap(other.name_);
  other.unlink();
  link();
  return *this;
}

int TemporaryFile::create(int folder, const std::string& target) {
  remove();
  if (is_first_visit(folder)) remove_abandoned(folder);
  // A killed run with the same process id may have left its own.
  const std::string stem =
      fmt::format(".{}{}{}", std::string_view(target).substr(0, kLongestTarget), kInfix, ::getpid());
  for (int attempt = 0;; ++attempt) {
    std::string name = attempt == 0 ? stem : fmt::format("{}.{}", stem, attempt);
    const std::lock_guard lock(list_mutex);
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const int descriptor = ::openat(folder, name.c_str(), flags, 0666);
    if (descriptor < 0 && errno == EEXIST && attempt < 99) continue;
    if (descriptor < 0) return descriptor;
    // Where the file system knows no locks, nobody removes the file either.
    static_cast<void>(::flock(descriptor, LOCK_EX | LOCK_NB));
    folder_ = folder;
    name_.swap(name);
    link();
    return descriptor;
  }
}

int TemporaryFile::rename_to(const std::string& name) {
  const std::lock_guard lock(list_mutex);
  if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0) return errno;
  unlink();
  name_.clear();
  return 0;
}

void TemporaryFile::remove() {
  const std::lock_guard lock(list_mutex);
  if (!exists()) return;
  ::unlinkat(folder_, name_.c_str(), 0);
  unlink();
  name_.clear();
}

std::unique_lock<std::mutex> TemporaryFile::remove_all() {
  std::unique_lock lock(list_mutex);
  for (const TemporaryFile* file = first_file; file != nullptr; file = file->next_)
    ::unlinkat(file->folder_, file->name_.c_str(), 0);
  return lock;
}

void TemporaryFile::link() {
  previous_ = nullptr;
  next_ = first_file;
  if (next_ != nullptr) next_->previous_ = this;
  first_file = this;
}

void TemporaryFile::unlink() {
  (previous_ != nullptr ? previous_->next_ : first_file) = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
}

}  // namespace drover
