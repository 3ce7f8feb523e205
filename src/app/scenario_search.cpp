#include "app/scenario_search.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <glob.h>

#include "batch/plan_reader.h"
#include "scenario/file_root.h"
#include "scenario/json_document.h"
#include "scenario/text_file.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kNoScenarios = {".golden.json", ".meta.json", ".schema.json",
                                                          ".plan.json", ".types.json"};

bool is_scenario_name(const fs::path& path) {
  const std::string name = path.filename().string();
  if (!name.ends_with(".json") && !name.ends_with(".jsonc")) return false;
  if (name == "metrics.json") return false;
  return std::none_of(kNoScenarios.begin(), kNoScenarios.end(),
                      [&](std::string_view ending) { return name.ends_with(ending); });
}

// Without the folder it was found in. "a.json" and "a.jsonc" have places of their own, whichever came first.
std::string place_of(fs::path path, const fs::path& folder) {
  if (path.extension() != ".jsonc") path.replace_extension();
  return (folder.empty() ? path.filename() : path.lexically_relative(folder)).generic_string();
}

// Whether a file is a JSON object, of drover by its looks: with this key in its first lines.
bool is_document_with(const fs::path& path, std::string_view key) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(path, error))) return false;
  std::string start(4096, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start.starts_with('{') && start.find(fmt::format("\"{}\"", key)) != std::string::npos;
}

// A batch or a dataset: what is in it are results.
bool holds_results(const fs::path& folder) {
  return (is_document_with(folder / "runs.json", "drover") &&
          is_document_with(folder / "plan.json", "format")) ||
         (is_document_with(folder / "manifest.json", "drover") &&
          is_document_with(folder / "datapackage.json", "name"));
}

void add_folder(const fs::path& folder, FoundScenarios& found) {
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (at->is_directory(error) && (at->is_symlink(error) || holds_results(at->path()))) {
      found.folders.push_back(fmt::format("passed over the folder {}: {}", at->path().string(),
                                          at->is_symlink(error) ? "it is a symbolic link; name it to check it"
                                                                : "it holds results of drover"));
      at.disable_recursion_pending();
    }
    if (at->is_regular_file(error) && is_scenario_name(at->path()))
      found.files.push_back({at->path().string(), place_of(at->path(), folder)});
  }
  if (error)
    found.problems.push_back(fmt::format("cannot read the folder {}: {}", folder.string(), error.message()));
}

// Adds what stands under this very name, or why it leads to no file. False where nothing does, so that it may
// be a pattern.
bool add_existing(const std::string& path, FoundScenarios& found) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) {
    add_folder(fs::path(path).lexically_normal(), found);
  } else if (fs::exists(status)) {
    found.files.push_back({path, place_of(path, {})});
  } else if (status.type() == fs::file_type::none) {
    found.problems.push_back(fmt::format("cannot read {}: {}", path, error.message()));
  } else if (fs::is_symlink(path, error)) {
    found.problems.push_back(fmt::format("the symbolic link {} leads to nothing", path));
  } else {
    return false;
  }
  return true;
}

void add_path(const std::string& path, FoundScenarios& found) {
  if (add_existing(path, found)) return;
  glob_t found_names{};
  std::vector<std::string> matches;
  if (::glob(path.c_str(), 0, nullptr, &found_names) == 0)
    matches.assign(found_names.gl_pathv, found_names.gl_pathv + found_names.gl_pathc);
  ::globfree(&found_names);
  if (matches.empty())
    found.problems.push_back(fmt::format("there is no file, folder or match \"{}\"", path));
  // A match is a name and no pattern, even where it holds the characters of one.
  for (const std::string& match : matches) {
    if (!add_existing(match, found)) found.problems.push_back(fmt::format("there is no file {}", match));
  }
}

fs::path canonical_or_same(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical;
}

// Files that are no scenarios, by their path, and why: plans, and files without agents that a file with
// agents includes, itself or through others.
std::map<std::string, std::string> find_parts(const std::vector<ScenarioFile>& files) {
  std::map<std::string, std::string> parts;
  std::vector<std::string> without_agents;
  std::vector<fs::path> reached;          // first files with agents, then what they include
  std::map<fs::path, std::string> names;  // of the files
  std::map<fs::path, std::vector<fs::path>> includes;
  for (const ScenarioFile& file : files) {
    std::error_code error;
    if (!fs::is_regular_file(file.path, error)) continue;  // a pipe can be read only once
    JsonSources sources;
    Diagnostics diagnostics;
    const auto source = read_text_file(sources, file.path, JsonLimits{}, diagnostics);
    const auto document = source ? parse_json(sources, *source, JsonLimits{}, diagnostics) : std::nullopt;
    if (!document || !document->is_object()) continue;  // the check says what is wrong
    if (looks_like_plan(*document)) parts[file.path] = "it is a plan, which drover batch runs";
    const fs::path path = canonical_or_same(file.path);
    names.emplace(path, file.path);
    if (document->find("agents") == nullptr) {
      without_agents.push_back(file.path);
    } else {
      reached.push_back(path);
    }
    const JsonValue* include = document->find("include");
    if (include == nullptr) continue;
    for (const JsonValue& name : include->items)
      includes[path].push_back(canonical_or_same(fs::path(file.path).parent_path() / name.string));
  }
  std::map<fs::path, std::string> includers;  // the first for each included file
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const fs::path includer = reached[k];
    for (const fs::path& included : includes[includer])
      if (includers.emplace(included, names[includer]).second) reached.push_back(included);
  }
  for (const std::string& path : without_agents) {
    const auto includer = includers.find(canonical_or_same(path));
    if (includer != includers.end())
      parts.emplace(path, fmt::format("{} includes it, and it has no agents", includer->second));
  }
  return parts;
}

}  // namespace

bool fits(const std::string& path, const std::vector<std::string>& filters) {
  bool is_asked_for = true;
  bool has_positive = false;
  for (const std::string& filter : filters) {
    if (filter.starts_with('!')) {
      if (path.find(filter.substr(1)) != std::string::npos) return false;
      continue;
    }
    is_asked_for = (has_positive && is_asked_for) || path.find(filter) != std::string::npos;
    has_positive = true;
  }
  return is_asked_for;
}

bool is_below(const std::string& file, const std::vector<std::string>& paths) {
  const auto holds = [](const fs::path& folder, const fs::path& inner) {
    const fs::path way = inner.lexically_relative(folder);
    return !way.empty() && *way.begin() != "..";
  };
  std::error_code error;
  const auto plain = [&error](const std::string& path) {
    return fs::absolute(path, error).lexically_normal();
  };
  return std::ranges::any_of(paths, [&](const std::string& path) {
    return holds(plain(path), plain(file)) || holds(canonical_or_same(path), canonical_or_same(file));
  });
}

FoundScenarios find_scenarios(const std::vector<std::string>& paths,
                              const std::vector<std::string>& filters) {
  FoundScenarios found;
  for (const std::string& path : paths)
    add_path(path, found);
  std::stable_sort(found.files.begin(), found.files.end(),
                   [](const ScenarioFile& a, const ScenarioFile& b) { return a.path < b.path; });
  for (const ScenarioFile& file : found.files) {
    if (!file_root().empty() && !is_inside(file_root(), file.path))
      found.problems.push_back(fmt::format("{} leads out of --root", file.path));
  }
  std::set<fs::path> known;
  std::erase_if(found.files,
                [&](const ScenarioFile& file) { return !known.insert(canonical_or_same(file.path)).second; });
  const std::map<std::string, std::string> parts = find_parts(found.files);
  std::erase_if(found.files, [&](const ScenarioFile& file) {
    if (!fits(file.path, filters)) return true;
    const auto part = parts.find(file.path);
    if (part == parts.end() || std::ranges::find(paths, file.path) != paths.end()) return false;
    found.notes.push_back(fmt::format("passed over {}: {}", file.path, part->second));
    return true;
  });
  return found;
}

}  // namespace drover
