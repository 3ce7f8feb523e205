#include "batch/hidden_folder.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/hash.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInfix = ".drover.tmp.";
constexpr std::string_view kUnnamed = ".drover.new.";

// Tells the folders of this process from all others: containers and machines share numbers of processes.
std::string next_mark() {
  static const std::string kProcess = [] {
    std::random_device random;
    const auto high = static_cast<std::uint64_t>(random());
    return hex((high << 32) | random());
  }();
  static std::atomic<std::uint64_t> count = 0;
  return fmt::format("{}.{}", kProcess, count++);
}

void remove_tree(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
}

Failure cannot_create(const std::string& path, int error) {
  return fmt::format("cannot create {}: {}", path, std::strerror(error));
}

enum class LockState { taken, held_by_another, unknown };  // unknown: the file system has no locks

LockState lock(int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return LockState::taken;
  return errno == EWOULDBLOCK ? LockState::held_by_another : LockState::unknown;
}

// All that is in a folder, then itself. Zero or the error number.
int sync_tree(const std::string& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (const int failed = sync_path(entry->path().string()); failed != 0) return failed;
  }
  return error ? error.value() : sync_path(folder);
}

int open_folder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

}  // namespace

HiddenFolder::HiddenFolder(HiddenFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

HiddenFolder& HiddenFolder::operator=(HiddenFolder&& other) noexcept {
  if (this == &other) return *this;
  discard();
  path_ = std::exchange(other.path_, {});
  lock_ = std::exchange(other.lock_, -1);
  return *this;
}

// The folder is locked before it has the name that visitors look for. Another process may take one without a
// name for left over; then it is locked or gone, and the next try is with another.
Failure HiddenFolder::create(const std::string& parent, const std::string& name) {
  constexpr int kTries = 100;
  discard();
  for (int attempt = 0;; ++attempt) {
    const std::string mark = next_mark();
    const std::string unnamed = fmt::format("{}/{}{}", parent, kUnnamed, mark);
    const std::string named = fmt::format("{}/.{}{}{}", parent, name, kInfix, mark);
    if (::mkdir(unnamed.c_str(), 0777) != 0) return cannot_create(unnamed, errno);
    path_ = unnamed;
    lock_ = open_folder(unnamed);
    int error = errno;
    if (lock_ >= 0 && lock(lock_) != LockState::held_by_another) {
      if (::rename(unnamed.c_str(), named.c_str()) == 0) {
        path_ = named;
        return std::nullopt;
      }
      error = errno;
    } else if (lock_ >= 0) {
      error = ENOENT;
    }
    discard();
    if (error != ENOENT || attempt == kTries) return cannot_create(named, error);
  }
}

bool HiddenFolder::is_still_there() const {
  struct stat own {
  }, found{};
  return ::fstat(lock_, &own) == 0 && ::stat(path_.c_str(), &found) == 0 && own.st_ino == found.st_ino &&
         own.st_dev == found.st_dev;
}

// Zero or the error number.
int HiddenFolder::prepare(Durability durability) const {
  if (!is_still_there()) return ENOENT;
  return durability == Durability::on_disk ? sync_tree(path_) : 0;
}

int HiddenFolder::rename_to(const std::string& target, Durability durability) {
  if (const int error = prepare(durability); error != 0) return error;
  if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
  path_.clear();
  discard();
  return durability == Durability::on_disk ? sync_path(fs::path(target).parent_path().string()) : 0;
}

// Where the file system cannot exchange two names, as NFS, the target has no name for a moment; a process
// that is killed then leaves the old folder under a hidden name, and the run is missing.
int HiddenFolder::replace(const std::string& target, Durability durability) {
  if (const int error = prepare(durability); error != 0) return error;
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
    const std::string old = path_ + ".old";
    if (::rename(target.c_str(), old.c_str()) != 0) return errno;
    if (::rename(path_.c_str(), target.c_str()) != 0) {
      const int error = errno;
      ::rename(old.c_str(), target.c_str());
      return error;
    }
    path_ = old;
  }
  discard();
  return durability == Durability::on_disk ? sync_path(fs::path(target).parent_path().string()) : 0;
}

void HiddenFolder::discard() {
  if (!path_.empty()) remove_tree(path_);
  if (lock_ >= 0) ::close(lock_);
  path_.clear();
  lock_ = -1;
}

void visit_hidden_folders(const std::string& parent, const HiddenFolderVisitor& visit) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t infix = name.rfind(kInfix);
    const bool is_unnamed = name.starts_with(kUnnamed);
    if (!is_unnamed && (!name.starts_with('.') || infix == std::string::npos || infix == 0)) continue;
    const std::string path = entry->path().string();
    const int descriptor = open_folder(path);
    if (descriptor < 0) continue;
    const LockState state = lock(descriptor);
    if (is_unnamed) {
      // Empty: its process was killed before it gave it a name, or will notice.
      if (state == LockState::taken) ::rmdir(path.c_str());
    } else if (state != LockState::unknown) {
      const bool is_left_over = state == LockState::taken;
      if (visit(name.substr(1, infix - 1), path, is_left_over) && is_left_over) remove_tree(path);
    }
    ::close(descriptor);
  }
}

}  // namespace drover
