#include "batch/result_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "observe/record/entry_below.h"
#include "observe/record/json_file.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

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

// Creates an empty file unless it exists.
Failure touch(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return failure("create", path, errno);
  ::close(descriptor);
  return std::nullopt;
}

}  // namespace

ResultFolder::ResultFolder(std::string path, std::string trace, Durability durability)
    : path_(std::move(path)), trace_(std::move(trace)), durability_(durability) {}

// Nothing is written or removed through a link.
Failure ResultFolder::check_folders() const {
  for (const char* name : {"runs", "failed"}) {
    const Entry entry = entry_below(path_, name);
    if (entry == Entry::file || entry == Entry::foreign)
      return fmt::format("cannot write into {}/{}: it is a symbolic link or no folder", path_, name);
  }
  return std::nullopt;
}

Failure ResultFolder::open() {
  if (Failure failed = check_folders()) return failed;
  for (const char* name : {"/runs", "/failed"}) {
    const std::string folder = path_ + name;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return failure("create the folder", folder, error.value());
  }
  if (durability_ == Durability::on_disk) {
    const std::string above = fs::absolute(path_ + "/").parent_path().parent_path().string();
    for (const std::string& folder : {path_, above})
      if (const int error = sync_path(folder); error != 0) return failure("write to the disk", folder, error);
  }
  const Failure failed = remove_left_over();
  find_doubts();
  return failed;
}

// Notes the runs of processes that are gone, and removes their folders.
Failure ResultFolder::remove_left_over() const {
  Failure failed;
  visit_hidden_folders(path_ + "/runs",
                       [&](const std::string& id, const std::string& folder, bool is_left_over) {
                         if (!is_left_over || failed || !is_run_id(id)) return false;
                         // Another process may have completed it.
                         if (!has({id})) failed = note_interrupted(id, exists(folder + kAloneMark));
                         return !failed;
                       });
  return failed;
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
    const std::string id = name.substr(0, dot);
    if (dot == std::string::npos || !is_run_id(id)) continue;
    if (has({id})) {
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

bool ResultFolder::has_failed(const std::string& id) const {
  return exists(failed_path(id));
}

Failure ResultFolder::begin(const std::string& id, bool is_alone, HiddenFolder& folder) {
  if (Failure failed = folder.create(path_ + "/runs", id)) return failed;
  return is_alone ? touch(folder.path() + kAloneMark) : std::nullopt;
}

Failure ResultFolder::publish(const RunKey& key, HiddenFolder& folder) {
  ::unlink((folder.path() + kAloneMark).c_str());
  const std::string target = run_path(key.id);
  int error = folder.rename_to(target, durability_);
  // Another process was faster; or these results are damaged, or lack the trace that is wanted now.
  const bool is_taken = error == ENOTEMPTY || error == EEXIST || error == ENOTDIR;
  const bool is_done = is_taken && read(key, FileCheck::content).state == ResultState::complete;
  if (is_taken) error = is_done ? 0 : folder.replace(target, durability_);
  if (error != 0) return failure("create", target, error);
  folder.discard();
  forget_failure(key.id);
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

std::vector<std::string> ResultFolder::runs_besides(const std::set<std::string>& own) const {
  std::set<std::string> found;
  for (const std::string folder : {"runs", "failed"}) {
    if (entry_below(path_, folder) != Entry::folder) continue;
    std::error_code error;
    for (fs::directory_iterator entry(path_ + "/" + folder, error), end; !error && entry != end;
         entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      const bool is_failure = name.ends_with(".json") && folder == "failed";
      const std::string id = is_failure ? name.substr(0, name.find('.')) : name;
      if (is_run_id(id) && !own.contains(id)) found.insert(id);
    }
  }
  return {found.begin(), found.end()};
}

bool ResultFolder::is_in_use() const {
  bool in_use = false;
  visit_hidden_folders(path_ + "/runs", [&](const std::string&, const std::string&, bool is_left_over) {
    in_use = in_use || !is_left_over;
    return false;
  });
  return in_use;
}

Failure ResultFolder::remove(const std::string& id) const {
  if (Failure failed = check_folders()) return failed;
  std::error_code error;
  fs::remove_all(run_path(id), error);
  if (error) return failure("remove", run_path(id), error.value());
  forget_failure(id);
  return std::nullopt;
}

Failure ResultFolder::write(const std::string& name, const nlohmann::ordered_json& document) const {
  if (entry_below(path_, name) == Entry::foreign)
    return fmt::format("cannot write {}/{}: it is no regular file, or a symbolic link leads to it", path_,
                       name);
  OutputFile file;
  if (Failure failed = file.open(path_ + "/" + name, durability_)) return failed;
  return write_json(file, document);
}

}  // namespace drover
