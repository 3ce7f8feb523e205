#include "batch/run_scenarios.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"
#include "observe/record/provenance.h"
#include "run/input.h"
#include "scenario/reader_context.h"
#include "scenario/scenario_writer.h"
#include "scenario/text_file.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// "PATH=VALUE" of --set.
std::string set_argument(const Setting& setting) {
  return fmt::format("{}={}", setting.path, setting.value);
}

}  // namespace

std::string run_id(const LoadedScenario& scenario) {
  return hex(hash_bytes(fmt::format("{} {} {}", hex(scenario.hash), drover_version(), kNumericsProfile)));
}

std::optional<RunScenarios> RunScenarios::open(const LoadedPlan& plan, const RunList& list,
                                               JsonSources& sources, Diagnostics& diagnostics) {
  RunScenarios scenarios(plan, list);
  for (const PlannedExperiment& experiment : list.experiments) {
    if (!scenarios.add(experiment, sources, diagnostics)) return std::nullopt;
  }
  return scenarios;
}

bool RunScenarios::add(const PlannedExperiment& experiment, JsonSources& sources, Diagnostics& diagnostics) {
  const Json value = Json::parse(experiment.scenario);
  if (value.is_object()) {
    sources_.push_back({experiment.place.substr(1), value.dump(2), false});
    return true;
  }
  const std::string file = (std::filesystem::path(plan_->folder) / value.get<std::string>()).string();
  Diagnostics of_file;
  const std::optional<std::uint32_t> source = read_text_file(sources, file, JsonLimits{}, of_file);
  if (source) {
    sources_.push_back({file, sources.at(*source).text, true});
    return true;
  }
  for (const Diagnostic& problem : of_file.sorted())
    report(plan_->document,
           {.pointer = experiment.place,
            .message = "the scenario cannot be read: " + problem.message,
            .found = file,
            .hint = "File names are relative to the folder of the plan."},
           diagnostics);
  return false;
}

ScenarioOptions RunScenarios::options(const PlannedRun& run) const {
  ScenarioOptions options;
  const Source& source = sources_[run.experiment];
  if (source.is_file) options.file = source.name;
  for (const Setting& setting : list_->point(run).settings)
    options.changes.set.push_back(set_argument(setting));
  options.changes.seed = run.seed;
  return options;
}

RunScenarios::Reading RunScenarios::read(const PlannedRun& run, const Catalog& catalog) const {
  Reading reading;
  const Source& source = sources_[run.experiment];
  reading.scenario = read_scenario_text({source.name, source.text}, options(run).changes, catalog,
                                        reading.sources, reading.diagnostics);
  if (reading.scenario) {
    give_name(*reading.scenario, source.is_file ? source.name : plan_->def.name);
  } else {
    blame_plan(run, reading);
  }
  return reading;
}

// Problems of a change are problems of the place in the plan that says so.
void RunScenarios::blame_plan(const PlannedRun& run, Reading& reading) const {
  Diagnostics rest;
  const Point& settings = list_->point(run).settings;
  for (Diagnostic& problem : reading.diagnostics.sorted()) {
    const JsonSource& source = reading.sources.at(problem.where.source);
    const auto setting = std::ranges::find_if(settings, [&](const Setting& candidate) {
      return source.kind == SourceKind::command_line && source.text == set_argument(candidate);
    });
    if (setting == settings.end()) {
      rest.add(std::move(problem));
      continue;
    }
    problem.where = nearest_value(plan_->document, setting->place).where;
    problem.pointer = setting->place;
    if (problem.hint.empty()) problem.hint = fmt::format("In the run with {}.", describe(*list_, run));
    reading.of_plan.add(std::move(problem));
  }
  reading.diagnostics = std::move(rest);
}

Json RunScenarios::self_contained_plan() const {
  Json plan = write_object(PlanDef::table(), &plan_->def);
  const auto put = [&](Json& object, const std::string& text, std::size_t experiment) {
    if (!text.empty()) object["scenario"] = Json::parse(sources_[experiment].text, nullptr, true, true);
  };
  if (list_->experiments.empty()) return plan;
  for (std::size_t k = 0; k < plan_->def.experiments.size(); ++k) {
    const auto& [name, experiment] = plan_->def.experiments[k];
    put(plan["experiments"][name], experiment.scenario.text, k);
  }
  for (std::size_t k = 0; k < list_->experiments.size(); ++k) {
    if (list_->experiments[k].place == "/scenario") put(plan, plan_->def.scenario.text, k);
  }
  return plan;
}

}  // namespace drover
