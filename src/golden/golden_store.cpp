#include "golden/golden_store.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <new>
#include <system_error>

#include <fmt/format.h>

#include "core/shell_word.h"
#include "core/utf8.h"
#include "observe/record/entry_below.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

// The system's own search for a path may be what finds no memory.
[[noreturn]] void end_as_new_does() {
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

// One name for a file, whichever way leads to it; always absolute, so that it has a way to any other.
std::string canonical_path(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(path, error);
  if (error == std::errc::not_enough_memory) end_as_new_does();
  return (error ? fs::absolute(path).lexically_normal() : found).string();
}

// A link would let any file of the machine count as a golden, and be quoted where it is none.
std::string link_problem(const std::string& path) {
  return make_visible(path) + ": error: it is no regular file, or a symbolic link leads to it\n";
}

std::optional<GoldenDef> read_or_note(const std::string& folder, const std::string& path,
                                      std::string& problem) {
  const Entry entry = entry_below(folder, fs::path(path).lexically_relative(folder).string());
  if (entry == Entry::absent) return std::nullopt;
  if (entry != Entry::file) {
    problem += link_problem(path);
    return std::nullopt;
  }
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<GoldenDef> golden = read_golden(path, sources, diagnostics);
  if (!golden) problem += format_human(diagnostics, sources, false);
  return golden;
}

}  // namespace

bool GoldenFile::is_obsolete() const {
  std::error_code error;
  return !scenario.empty() && !fs::exists(scenario, error);
}

GoldenStore::GoldenStore(const std::string& folder) : folder_(fs::path(folder).lexically_normal().string()) {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::recursive_directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    std::string path = at->path().string();
    if (at->is_symlink(error) && at->is_directory(error))
      files_.push_back({.path = path, .scenario = {}, .problem = link_problem(path)});
    if (path.ends_with(kPendingExtension)) path.resize(path.size() - kPendingExtension.size());
    if (path.ends_with(kGoldenExtension)) paths.push_back(std::move(path));
  }
  if (error && error != std::errc::no_such_file_or_directory)
    problem_ = fmt::format("cannot read the goldens in {}: {}", folder_, error.message());
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  for (const std::string& path : paths)
    read(path);
  std::ranges::sort(files_, {}, &GoldenFile::path);
  refuse_seconds();
}

void GoldenStore::read(const fs::path& path) {
  GoldenFile file{.path = path.string(), .scenario = {}};
  std::error_code error;
  file.accepted = read_or_note(folder_, file.path, file.problem);
  file.pending = read_or_note(folder_, file.pending_path(), file.problem);
  const std::optional<GoldenDef>& known = file.accepted ? file.accepted : file.pending;
  if (known) {
    file.named_scenario = (path.parent_path() / known->scenario).lexically_normal().string();
    // Seen from where the folder really is: a symbolic link may have led to it.
    file.identity = canonical_path(fs::path(canonical_path(path.parent_path())) / known->scenario);
    // For people: relative to the working directory where it lies below it, or where the folder of the
    // goldens was named like that too.
    const std::string relative = fs::proximate(file.identity, error).string();
    const bool is_elsewhere = relative.starts_with("..") && fs::path(folder_).is_absolute();
    file.scenario = error || is_elsewhere ? file.identity : relative;
  }
  files_.push_back(std::move(file));
}

// Both could not be right, and only one would be looked at.
void GoldenStore::refuse_seconds() {
  std::map<std::string, std::string> first;  // golden by scenario
  for (GoldenFile& file : files_) {
    if (file.identity.empty()) continue;
    const auto [known, is_new] = first.emplace(file.identity, file.path);
    if (is_new) continue;
    file.problem += make_visible(fmt::format("{}: {} has a golden already: {}", file.path, file.scenario,
                                             known->second)) +
                    "\n";
    file.accepted.reset();
    file.pending.reset();
    file.scenario.clear();
    file.identity.clear();
  }
}

const GoldenFile* GoldenStore::find(const std::string& scenario) const {
  const std::string wanted = canonical_path(scenario);
  const auto found = std::find_if(files_.begin(), files_.end(),
                                  [&](const GoldenFile& file) { return file.identity == wanted; });
  return found == files_.end() ? nullptr : &*found;
}

const GoldenFile* GoldenStore::at(const std::string& path) const {
  const auto found =
      std::find_if(files_.begin(), files_.end(), [&](const GoldenFile& file) { return file.path == path; });
  return found == files_.end() ? nullptr : &*found;
}

const GoldenFile* GoldenStore::left_behind(const GoldenDef& actual) const {
  const auto found = std::ranges::find_if(files_, [&](const GoldenFile& file) {
    return file.accepted && file.accepted->scenario_hash == actual.scenario_hash &&
           file.accepted->steps == actual.steps && file.accepted->dt == actual.dt && file.is_obsolete();
  });
  return found == files_.end() ? nullptr : &*found;
}

std::string GoldenStore::path_for(const std::string& place) const {
  return (fs::path(folder_) / (place + std::string(kGoldenExtension))).lexically_normal().string();
}

Failure GoldenStore::write(const std::string& path, const std::string& scenario, GoldenDef golden) const {
  const fs::path folder = fs::path(path).lexically_relative(folder_).parent_path();
  const Entry entry = folder.empty() ? Entry::folder : entry_below(folder_, folder.string());
  if (entry == Entry::absent || entry == Entry::folder)
    return write_golden(path, scenario, std::move(golden));
  return fmt::format("cannot write {}: below {} a symbolic link or a file stands on the way", path, folder_);
}

Failure write_golden(const std::string& path, const std::string& scenario, GoldenDef golden) {
  std::error_code error;
  const fs::path folder = fs::absolute(path, error).parent_path();
  golden.scenario =
      fs::path(canonical_path(scenario)).lexically_relative(canonical_path(folder)).generic_string();
  OutputFile file;
  Failure failure = prepare_folder(path);
  if (!failure) failure = file.open(path, Durability::on_disk);
  if (!failure) failure = file.write(to_text(golden));
  if (!failure) failure = file.commit();
  return failure;
}

Failure accept_pending(const GoldenFile& file, const std::string& reason) {
  GoldenDef golden = *file.pending;
  golden.accepted.reason = reason;
  if (file.accepted) golden.tolerances = file.accepted->tolerances;
  if (Failure failure = write_golden(file.path, file.scenario, std::move(golden))) return failure;
  // Killed in between, both say the same, and the next check that passes removes what waits.
  std::error_code error;
  fs::remove(file.pending_path(), error);
  return error ? Failure(fmt::format("cannot remove {}: {}", file.pending_path(), error.message()))
               : std::nullopt;
}

std::string accept_command(const std::string& folder, const std::vector<std::string>& goldens) {
  std::string command = fmt::format("drover golden accept --golden {} --reason \"...\"", shell_word(folder));
  for (const std::string& golden : goldens)
    command += " " + shell_word(golden);
  return goldens.empty() ? command + " --all" : command;
}

bool is_continuous_integration() {
  const char* value = std::getenv("CI");
  if (value == nullptr) return false;
  const std::string_view text = value;
  return !text.empty() && text != "0" && text != "false";
}

}  // namespace drover
