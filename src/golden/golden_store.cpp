#include "golden/golden_store.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

namespace drover {
namespace {

namespace fs = std::filesystem;

// One name for a file, whichever way leads to it.
std::string canonical_path(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(path, error);
  return (error ? path.lexically_normal() : found).string();
}

// A path for people: relative to the working directory where it lies below it.
std::string for_people(const fs::path& path) {
  std::error_code error;
  const fs::path near = fs::path(path).lexically_normal();
  const fs::path relative = fs::proximate(near, error);
  return (error || relative.string().starts_with("..") ? near : relative).string();
}

std::optional<GoldenDef> read_or_note(const std::string& path, std::string& problem) {
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

GoldenStore::GoldenStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::recursive_directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    std::string path = at->path().string();
    if (path.ends_with(kPendingExtension)) path.resize(path.size() - kPendingExtension.size());
    if (path.ends_with(kGoldenExtension)) paths.push_back(std::move(path));
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  for (const std::string& path : paths)
    read(path);
}

void GoldenStore::read(const fs::path& path) {
  GoldenFile file{.path = path.string(), .scenario = {}};
  std::error_code error;
  if (fs::exists(path, error)) file.accepted = read_or_note(file.path, file.problem);
  if (fs::exists(file.pending_path(), error)) file.pending = read_or_note(file.pending_path(), file.problem);
  const std::optional<GoldenDef>& known = file.accepted ? file.accepted : file.pending;
  if (known) file.scenario = for_people(path.parent_path() / known->scenario);
  files_.push_back(std::move(file));
}

const GoldenFile* GoldenStore::find(const std::string& scenario) const {
  const std::string wanted = canonical_path(scenario);
  const auto at = std::find_if(files_.begin(), files_.end(), [&](const GoldenFile& file) {
    return !file.scenario.empty() && canonical_path(file.scenario) == wanted;
  });
  return at == files_.end() ? nullptr : &*at;
}

std::string GoldenStore::path_for(const std::string& place) const {
  return (fs::path(folder_) / (place + std::string(kGoldenExtension))).lexically_normal().string();
}

Failure write_golden(const std::string& path, const std::string& scenario, GoldenDef golden) {
  std::error_code error;
  const fs::path folder = fs::absolute(path, error).parent_path();
  golden.scenario =
      fs::path(canonical_path(scenario)).lexically_relative(canonical_path(folder)).generic_string();
  OutputFile file;
  Failure failure = prepare_folder(path);
  if (!failure) failure = file.open(path);
  if (!failure) failure = file.write(to_text(golden));
  if (!failure) failure = file.commit();
  return failure;
}

Failure accept_pending(const GoldenFile& file, const std::string& reason) {
  GoldenDef golden = *file.pending;
  golden.accepted.reason = reason;
  if (Failure failure = write_golden(file.path, file.scenario, std::move(golden))) return failure;
  // Killed in between, both say the same, and the next check that passes removes what waits.
  std::error_code error;
  fs::remove(file.pending_path(), error);
  return error ? Failure(fmt::format("cannot remove {}: {}", file.pending_path(), error.message()))
               : std::nullopt;
}

bool is_continuous_integration() {
  const char* value = std::getenv("CI");
  if (value == nullptr) return false;
  const std::string_view text = value;
  return !text.empty() && text != "0" && text != "false";
}

}  // namespace drover
