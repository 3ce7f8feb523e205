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

#include "batch/result_state.h"
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

// Ids are an r and 16 hexadecimal digits; older versions of drover had no r. Entries with other names are
// the user's and stay.
bool is_run_id(std::string_view name) {
  if (name.starts_with('r')) name.remove_prefix(1);
  return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Failure failure(std::string_view action, const std::string& path, int error) {
  return fmt::format("cannot {} {}: {}", action, path, std::strerror(error));
}

// Creates an empty file unless it exists.
Failure touch(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return failure("create", path, errno);
  ::close(descriptor);
  return std::nullopt;
}

}  // namespace

ResultFolder::ResultFolder(std::string path, std::string trace)
    : path_(std::move(path)), trace_(std::move(trace)) {}

Failure ResultFolder::open() {
  for (const char* name : {"/runs", "/failed"}) {
    std::error_code error;
    fs::create_directories(path_ + name, error);
    if (error) return failure("create the folder", path_ + name, error.value());
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
                         if (!is_left_over || failed) return false;
                         // Another process may have completed it.
                         if (!has(id)) failed = note_interrupted(id, exists(folder + kAloneMark));
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

bool ResultFolder::has(const std::string& id) const {
  return state_of_result(run_path(id), trace_) == ResultState::complete;
}

bool ResultFolder::has_failed(const std::string& id) const {
  return exists(failed_path(id));
}

Failure ResultFolder::begin(const std::string& id, bool is_alone, HiddenFolder& folder) {
  if (Failure failed = folder.create(path_ + "/runs", id)) return failed;
  return is_alone ? touch(folder.path() + kAloneMark) : std::nullopt;
}

Failure ResultFolder::publish(const std::string& id, HiddenFolder& folder) {
  ::unlink((folder.path() + kAloneMark).c_str());
  const std::string target = run_path(id);
  const int error = folder.rename_to(target);
  if (error != 0 && error != ENOTEMPTY && error != EEXIST) return failure("create", target, error);
  if (error != 0 && !has(id)) {
    // A damaged result, or one without the trace that is wanted now.
    if (const int cause = folder.replace(target); cause != 0) return failure("replace", target, cause);
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

std::vector<std::string> ResultFolder::runs_besides(const std::set<std::string>& own) const {
  std::set<std::string> found;
  for (const char* folder : {"/runs", "/failed"}) {
    std::error_code error;
    for (fs::directory_iterator entry(path_ + folder, error), end; !error && entry != end;
         entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      const bool is_failure = name.ends_with(".json") && folder == std::string_view("/failed");
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
  std::error_code error;
  fs::remove_all(run_path(id), error);
  if (error) return failure("remove", run_path(id), error.value());
  forget_failure(id);
  return std::nullopt;
}

Failure ResultFolder::write(const std::string& name, const nlohmann::ordered_json& document) const {
  OutputFile file;
  if (Failure failed = file.open(path_ + "/" + name)) return failed;
  return write_json(file, document);
}

}  // namespace drover
