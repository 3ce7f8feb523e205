#include "run/input.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/numerics.h"
#include "core/utf8.h"
#include "run/snapshots.h"
#include "scenario/text_file.h"
#include "sim/definitions/event_times.h"

namespace drover {
namespace {

std::string other_scenario(const std::string& path, const std::vector<std::string>& paths) {
  return fmt::format(
      "{} is a state of another scenario, which differs in {}; only the duration, what is recorded and what "
      "is expected may change on the way",
      path, list_of_paths(paths));
}

// Which agents there are, with their numbers, follows from how long sources without an end go on.
std::optional<std::string> problem_with_duration(const std::string& path, const ScenarioDef& saved,
                                                 const ScenarioDef& now) {
  if (saved.simulation.duration == now.simulation.duration) return std::nullopt;
  const auto source = std::ranges::find_if(now.events, is_endless_source);
  if (source == now.events.end()) return std::nullopt;
  return fmt::format(
      "{} is a state of a run of another duration, which decides how many agents the source /events/{} "
      "brings; with \"until\", \"times\" or \"up_to\" it brings as many whatever the duration",
      path, source - now.events.begin());
}

}  // namespace

std::vector<std::string> overrides(const ReadOptions& changes) {
  std::vector<std::string> all = changes.set;
  for (const std::string& path : changes.unset)
    all.push_back("--unset " + path);
  return all;
}

void give_name(LoadedScenario& scenario, const std::string& file) {
  if (!scenario.def.name.empty()) return;
  scenario.def.name = name_from(std::filesystem::path(file).stem().string());
  nlohmann::ordered_json named = *scenario.resolved;
  named["name"] = scenario.def.name;
  scenario.resolved = std::make_shared<const nlohmann::ordered_json>(std::move(named));
}

InputText read_input_text(const std::string& file) {
  InputText text;
  RunInput& input = text.input;
  if (looks_like_snapshot(file)) {
    input.diagnostics.add({.where = whole_source(input.sources.add(file, {})),
                           .message = "this is a snapshot and no scenario",
                           .hint = "drover run --resume goes on from it"});
  } else {
    text.source = read_text_file(input.sources, file, JsonLimits{}, input.diagnostics);
  }
  return text;
}

RunInput read_input(InputText text, const ScenarioOptions& options, const Catalog& catalog) {
  RunInput input = std::move(text.input);
  if (!text.source) return input;
  input.scenario = load_scenario(*text.source, options.changes, catalog, input.sources, input.diagnostics);
  if (input.scenario) give_name(*input.scenario, options.file);
  return input;
}

RunInput load_input(const ScenarioOptions& options, const Catalog& catalog) {
  return read_input(read_input_text(options.file), options, catalog);
}

RunInput load_input_to_resume(const std::string& snapshot, const ScenarioOptions& options,
                              const Catalog& catalog) {
  SnapshotReading reading = read_snapshot(snapshot);
  if (!reading.snapshot) return {.problem = reading.problem};
  if (reading.snapshot->numerics != kNumericsProfile)
    return {.problem = fmt::format("{} belongs to the arithmetic {} and this is {}: the run would not go on "
                                   "as it began; start it anew. {}",
                                   snapshot, reading.snapshot->numerics, kNumericsProfile, kNumericsChange)};

  // Read without the changes: what was saved must be readable, and is compared with what is to be run.
  const ScenarioText text{fmt::format("{} (scenario)", snapshot), reading.snapshot->scenario};
  RunInput saved;
  saved.scenario = read_scenario_text(text, {}, catalog, saved.sources, saved.diagnostics);
  if (!saved.scenario) return saved;

  RunInput input;
  if (options.file.empty()) {
    input.scenario = read_scenario_text(text, options.changes, catalog, input.sources, input.diagnostics);
  } else {
    input = load_input(options, catalog);
  }
  if (!input.scenario) return input;
  const std::vector<std::string> paths = differing_paths(*saved.scenario, *input.scenario);
  if (!paths.empty()) {
    input.problem = other_scenario(snapshot, paths);
  } else if (auto problem = problem_with_duration(snapshot, saved.scenario->def, input.scenario->def)) {
    input.problem = std::move(*problem);
  }
  input.snapshot = std::move(reading.snapshot);
  return input;
}

}  // namespace drover
