#include "batch/result_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/hash.h"
#include "observe/record/json_file.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInfix = ".drover.tmp.";
constexpr std::string_view kUnnamed = ".new.";
constexpr const char* kAloneMark = "/alone";
// The endings of notes about interrupted runs.
constexpr const char* kOnce = ".interrupted";
constexpr const char* kAgain = ".interrupted_again";
constexpr const char* kAlone = ".interrupted_alone";
constexpr const char* kAloneAgain = ".interrupted_alone_again";

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

Failure failure(std::string_view action, const std::string& path, int error) {
  return fmt::format("cannot {} {}: {}", action, path, std::strerror(error));
}

// The descriptor of a folder with its lock, or -1: it does not exist or another process holds the lock.
int locked(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0 || ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  // Where the file system knows no locks, nobody removes the folder either.
  if (errno != EWOULDBLOCK) return descriptor;
  ::close(descriptor);
  return -1;
}

// Creates an empty file unless it exists.
Failure touch(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return failure("create", path, errno);
  ::close(descriptor);
  return std::nullopt;
}

void remove_tree(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
}

}  // namespace

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

RunFolder& RunFolder::operator=(RunFolder&& other) noexcept {
  if (this == &other) return *this;
  discard();
  path_ = std::exchange(other.path_, {});
  lock_ = std::exchange(other.lock_, -1);
  return *this;
}

void RunFolder::discard() {
  if (!path_.empty()) remove_tree(path_);
  if (lock_ >= 0) ::close(lock_);
  path_.clear();
  lock_ = -1;
}

ResultFolder::ResultFolder(std::string path, std::string trace)
    : path_(std::move(path)), trace_(std::move(trace)) {
  std::random_device random;
  const auto high = static_cast<std::uint64_t>(random());
  mark_ = hex((high << 32) | random());
}

Failure ResultFolder::open() {
  for (const char* name : {"/runs", "/failed"}) {
    std::error_code error;
    fs::create_directories(path_ + name, error);
    if (error) return failure("create the folder", path_ + name, error.value());
  }
  const Failure failed = remove_abandoned();
  find_doubts();
  return failed;
}

// Folders whose lock is free belong to processes that are gone.
Failure ResultFolder::remove_abandoned() const {
  std::error_code error;
  for (fs::directory_iterator entry(path_ + "/runs", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t infix = name.find(kInfix);
    const bool is_unnamed = name.starts_with(kUnnamed);
    if (!is_unnamed && (!name.starts_with('.') || infix == std::string::npos)) continue;
    const std::string path = entry->path().string();
    const int lock = locked(path);
    if (is_unnamed) {
      // Empty: its process was killed before it gave it a name, or will notice.
      if (lock >= 0) ::rmdir(path.c_str());
      if (lock >= 0) ::close(lock);
      continue;
    }
    if (lock < 0) continue;
    const std::string id = name.substr(1, infix - 1);
    // Another process may have completed it.
    const Failure failed = has(id) ? Failure() : note_interrupted(id, exists(path + kAloneMark));
    if (!failed) remove_tree(path);
    ::close(lock);
    if (failed) return failed;
  }
  return std::nullopt;
}

Failure ResultFolder::note_interrupted(const std::string& id, bool was_alone) const {
  const std::string stem = path_ + "/failed/" + id;
  const bool is_known = exists(stem + (was_alone ? kAlone : kOnce));
  if (was_alone) return touch(stem + (is_known ? kAloneAgain : kAlone));
  return touch(stem + (is_known ? kAgain : kOnce));
}

// The notes, but for those of runs that are complete, which are removed.
void ResultFolder::find_doubts() {
  std::error_code error;
  for (fs::directory_iterator entry(path_ + "/failed", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t dot = name.find('.');
    if (dot == 0 || dot == std::string::npos) continue;
    const std::string id = name.substr(0, dot);
    if (has(id)) {
      forget_failure(id);
      continue;
    }
    const std::string_view ending = std::string_view(name).substr(dot);
    Doubt& doubt = doubts_[id];
    if (ending == kOnce) doubt = std::max(doubt, Doubt::once);
    if (ending == kAgain || ending == kAlone) doubt = std::max(doubt, Doubt::again);
    if (ending == kAloneAgain) doubt = Doubt::alone_again;
  }
}

ResultFolder::Doubt ResultFolder::doubt(const std::string& id) const {
  const auto found = doubts_.find(id);
  return found == doubts_.end() ? Doubt::none : found->second;
}

bool ResultFolder::is_complete(const std::string& folder) const {
  return exists(folder + "/metrics.json") && (trace_.empty() || exists(folder + "/" + trace_));
}

bool ResultFolder::has(const std::string& id) const {
  return is_complete(run_path(id));
}

bool ResultFolder::has_failed(const std::string& id) const {
  return exists(failed_path(id));
}

// The folder is locked before it has the name that remove_abandoned() looks for. Another process that begins
// may take an unnamed one for abandoned; then it is gone, and the next try is with another.
Failure ResultFolder::begin(const std::string& id, bool is_alone, RunFolder& folder) {
  constexpr int kTries = 100;
  folder.discard();
  std::string named;
  for (int attempt = 0;; ++attempt) {
    const std::string tail = fmt::format("{}.{}", mark_, count_++);
    const std::string unnamed = fmt::format("{}/runs/{}{}", path_, kUnnamed, tail);
    if (::mkdir(unnamed.c_str(), 0777) != 0) return failure("create", unnamed, errno);
    folder.lock_ = locked(unnamed);
    folder.path_ = unnamed;
    named = fmt::format("{}/runs/.{}{}{}", path_, id, kInfix, tail);
    if (::rename(unnamed.c_str(), named.c_str()) == 0) break;
    const int error = errno;
    folder.discard();
    if (error != ENOENT || attempt == kTries) return failure("create", named, error);
  }
  folder.path_ = named;
  return is_alone ? touch(named + kAloneMark) : std::nullopt;
}

Failure ResultFolder::publish(const std::string& id, RunFolder& folder) {
  ::unlink((folder.path_ + kAloneMark).c_str());
  const std::string target = run_path(id);
  if (::rename(folder.path_.c_str(), target.c_str()) == 0) {
    folder.path_.clear();
  } else if (errno != ENOTEMPTY && errno != EEXIST) {
    return failure("create", target, errno);
  } else if (!is_complete(target)) {
    // A result without the trace that is wanted now: they change places, and the old one is removed.
    if (::renameat2(AT_FDCWD, folder.path_.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0)
      return failure("replace", target, errno);
  }
  folder.discard();
  forget_failure(id);
  return std::nullopt;
}

void ResultFolder::forget_failure(const std::string& id) const {
  for (const char* ending : {".json", ".scenario.json", kOnce, kAgain, kAlone, kAloneAgain})
    ::unlink((path_ + "/failed/" + id + ending).c_str());
}

Failure ResultFolder::note_failure(const std::string& id, const nlohmann::ordered_json& document,
                                   const nlohmann::ordered_json& scenario) const {
  if (Failure failed = write("failed/" + id + ".scenario.json", scenario)) return failed;
  return write("failed/" + id + ".json", document);
}

Failure ResultFolder::write(const std::string& name, const nlohmann::ordered_json& document) const {
  OutputFile file;
  if (Failure failed = file.open(path_ + "/" + name)) return failed;
  return write_json(file, document);
}

}  // namespace drover
