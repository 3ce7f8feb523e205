#include "batch/run_scenarios.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"
#include "core/text.h"
#include "core/utf8.h"
#include "observe/record/provenance.h"
#include "run/input.h"
#include "scenario/file_root.h"
#include "scenario/json_edit.h"
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

std::optional<Problem> missing_variable(const JsonValue& document, const std::string& name,
                                        const Setting& setting) {
  const JsonValue* variables = document.find("variables");
  std::vector<std::string> names;
  if (variables != nullptr) {
    for (const JsonMember& member : variables->members)
      names.push_back(member.key);
  }
  if (std::ranges::find(names, name) != names.end()) return std::nullopt;
  Problem problem =
      unknown_name(fmt::format("the scenario has no variable \"{}\"", name), name, std::move(names));
  problem.pointer = setting.place;
  return problem;
}

Problem missing_key(const Json& object, const std::string& key, const Setting& setting) {
  std::vector<std::string_view> keys;
  for (const auto& [name, value] : object.items())
    keys.push_back(name);
  return {.pointer = setting.place,
          .message = fmt::format("the scenario has no \"{}\" in \"{}\"", key, setting.path),
          .allowed = {keys.begin(), keys.end()},
          .nearest = std::string(nearest_name(key, keys)),
          .hint = "What a sweep changes has to be there; \"set\" can add it."};
}

// The problem of a path whose objects do not exist in a resolved scenario, its last part aside: that is for
// the reader to judge, and so is an element that an array does not have. Values that are absent may be given.
std::optional<Problem> missing_part(const std::optional<JsonValue>& document, const Json& scenario,
                                    const Setting& setting) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("", setting.path);
  const SourceRange whole{source, 0, static_cast<std::uint32_t>(setting.path.size())};
  const std::optional<JsonPath> path = parse_path(sources, whole, JsonLimits{}, diagnostics);
  if (!path) return std::nullopt;
  // Variables are gone in the resolved scenario.
  if (path->size() > 1 && path->front().text == "variables")
    return document ? missing_variable(*document, (*path)[1].text, setting) : std::nullopt;
  const Json* at = &scenario;
  for (std::size_t k = 0; k + 1 < path->size(); ++k) {
    const std::string& token = (*path)[k].text;
    if (at->is_array()) {
      const std::optional<std::size_t> index = parse_index(token);
      if (!index || *index >= at->size()) return std::nullopt;
      at = &at->at(*index);
    } else if (at->is_object()) {
      const auto member = at->find(token);
      if (member == at->end()) return missing_key(*at, token, setting);
      at = &*member;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

RunKey key_of(const LoadedScenario& scenario) {
  return {.id = run_id(hex(scenario.hash), drover_version(), kNumericsProfile),
          .seed = static_cast<std::uint64_t>(scenario.def.seed),
          .steps = static_cast<std::uint64_t>(scenario.def.step_count()),
          .expectations = hash_of_expectations(scenario.def)};
}

void RunScenarios::check_paths(const Catalog& catalog, Diagnostics& diagnostics) const {
  for (std::size_t e = 0; e < list_->experiments.size(); ++e) {
    ReadOptions fixed;
    std::map<std::string, const Setting*> varied;
    for (const PlannedPoint& point : list_->experiments[e].points) {
      for (const Setting& setting : point.settings) {
        if (setting.place.find("/vary/") != std::string::npos)
          varied.emplace(setting.path, &setting);
        else if (&point == &list_->experiments[e].points.front())
          fixed.set.push_back(set_argument(setting));
      }
    }
    JsonSources sources;
    Diagnostics of_scenario;
    const auto scenario = read(sources_[e], fixed, catalog, sources, of_scenario);
    // It may be complete only with the values of the sweeps.
    if (!scenario) continue;
    for (const auto& [path, setting] : varied) {
      if (auto problem = missing_part(sources_[e].document, *scenario->resolved, *setting))
        report(plan_->document, std::move(*problem), diagnostics);
    }
  }
}

std::optional<RunScenarios> open_runs(const LoadedPlan& plan, const Catalog& catalog, RunList& list,
                                      JsonSources& sources, Diagnostics& diagnostics) {
  RunListing listing = list_runs(plan.def, plan.max_runs);
  for (Problem& problem : listing.problems)
    report(plan.document, std::move(problem), diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  list = std::move(listing.list);
  std::optional<RunScenarios> scenarios = RunScenarios::open(plan, list, catalog, sources, diagnostics);
  if (scenarios) scenarios->check_paths(catalog, diagnostics);
  if (diagnostics.has_errors()) scenarios.reset();
  return scenarios;
}

std::optional<RunScenarios> RunScenarios::open(const LoadedPlan& plan, const RunList& list,
                                               const Catalog& catalog, JsonSources& sources,
                                               Diagnostics& diagnostics) {
  RunScenarios scenarios(plan, list);
  for (const PlannedExperiment& experiment : list.experiments) {
    if (!scenarios.add(experiment, sources, diagnostics)) return std::nullopt;
    Source& source = scenarios.sources_.back();
    Diagnostics of_text;
    source.document = read_scenario_document(source.text, catalog, source.texts, of_text);
    if (!of_text.empty()) source.document.reset();
  }
  return scenarios;
}

std::optional<LoadedScenario> RunScenarios::read(const Source& source, const ReadOptions& options,
                                                 const Catalog& catalog, JsonSources& sources,
                                                 Diagnostics& diagnostics) {
  if (!source.document) return read_scenario_text(source.text, options, catalog, sources, diagnostics);
  sources = source.texts;
  return read_scenario(*source.document, options, catalog, sources, diagnostics);
}

bool RunScenarios::add(const PlannedExperiment& experiment, JsonSources& sources, Diagnostics& diagnostics) {
  const Json value = Json::parse(experiment.scenario);
  if (value.is_object()) {
    sources_.push_back({{experiment.place.substr(1), value.dump(2), plan_->folder}, ""});
    return true;
  }
  const std::string file = (std::filesystem::path(plan_->folder) / value.get<std::string>()).string();
  Diagnostics of_file;
  if (!plan_->names_any_file && !is_inside(root_for(plan_->folder), file)) {
    report(plan_->document,
           {.pointer = experiment.place,
            .message = "the scenario is outside of the folder whose files may be named",
            .found = file,
            .hint = "That is the working folder, or the one of the plan; --root DIR names another."},
           diagnostics);
    return false;
  }
  const std::optional<std::uint32_t> source = read_text_file(sources, file, JsonLimits{}, of_file);
  if (source && !looks_like_object(sources.at(*source).text)) {
    report(plan_->document,
           {.pointer = experiment.place,
            .message = "the scenario cannot be read: it is no JSON object",
            .found = file},
           diagnostics);
    return false;
  }
  if (source) {
    const std::string folder = std::filesystem::path(file).parent_path().string();
    sources_.push_back({{file, sources.at(*source).text, folder}, file});
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
  for (const Setting& setting : list_->point(run).settings)
    options.changes.set.push_back(set_argument(setting));
  options.changes.seed = run.seed;
  return options;
}

RunScenarios::Reading RunScenarios::read(const PlannedRun& run, const Catalog& catalog) const {
  Reading reading;
  const Source& source = sources_[run.experiment];
  reading.scenario = read(source, options(run).changes, catalog, reading.sources, reading.diagnostics);
  if (reading.scenario) {
    give_name(*reading.scenario, source.file.empty() ? plan_->def.name : source.file);
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
    if (text.empty()) return;
    const Source& source = sources_[experiment];
    // With the files it includes, which may be gone when the results are looked at.
    const bool includes = source.document && source.texts.size() > 1;
    Json scenario =
        Json::parse(includes ? json_text(*source.document) : source.text.text, nullptr, true, true);
    if (!source.file.empty() && !scenario.contains("name"))
      scenario["name"] = name_from(std::filesystem::path(source.file).stem().string());
    object["scenario"] = std::move(scenario);
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
