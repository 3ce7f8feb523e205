#include "properties/scenario_files.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "app/catalog.h"

namespace drover::test {

const std::vector<std::string>& scenario_files() {
  static const std::vector<std::string> kFiles = {
#include "scenario_list.inc"
  };
  return kFiles;
}

// What holds for the thousands of a benchmark holds for hundreds at the same density, and tests compare all
// pairs of them. The square holds the default radius of perception, 5 m, to both sides.
ReadOptions options_of_file(const std::string& file) {
  if (!file.starts_with("scenarios/benchmark/")) return {};
  const std::string corner = "[10.3, 10.3]";
  return {.set = {"agents.0.count=800", "agents.0.placement.max=" + corner, "world.bounds.max=" + corner}};
}

std::string path_of_file(const std::string& file) {
  return std::string(DROVER_SOURCE_DIR) + "/" + file;
}

LoadedScenario load_file(const std::string& file) {
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> loaded =
      load_scenario(path_of_file(file), options_of_file(file), catalog(), sources, diagnostics);
  if (!loaded || !diagnostics.empty()) throw std::runtime_error(format_human(diagnostics, sources, false));
  return *std::move(loaded);
}

namespace {

void refuse(const std::vector<Problem>& problems) {
  if (!problems.empty()) throw std::runtime_error(problems.front().pointer + ": " + problems.front().message);
}

}  // namespace

BuiltWorld build_without_problems(const ScenarioDef& def) {
  BuiltWorld built = build_despite_warnings(def);
  refuse(built.warnings);
  return built;
}

BuiltWorld build_despite_warnings(const ScenarioDef& def) {
  BuiltWorld built = build_world(def);
  refuse(built.problems);
  return built;
}

std::string name_of_file(const testing::TestParamInfo<std::string>& info) {
  constexpr std::string_view kFolder = "scenarios/";
  constexpr std::string_view kExtension = ".json";
  std::string name =
      info.param.substr(kFolder.size(), info.param.size() - kFolder.size() - kExtension.size());
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  std::replace_if(
      name.begin(), name.end(), [&](char c) { return !is_letter(c); }, '_');
  return name;
}

}  // namespace drover::test
