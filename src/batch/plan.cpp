#include "batch/plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "batch/sweeps/registry.h"
#include "core/erased.h"
#include "core/utf8.h"
#include "observe/dataset/dataset_format.h"

namespace drover {
namespace {

constexpr double kMostReplications = 1e6;

constexpr auto kRunSetFields = fields(
    field<&RunSetDef::set>({.key = "set",
                            .doc = "Changes of the scenario, in every run: paths as --set names them, and "
                                   "their values."}),
    field<&RunSetDef::vary>(
        {.key = "vary", .doc = "Sweeps. Every point of one is combined with every point of the others."}),
    field<&RunSetDef::replications>({.key = "replications",
                                     .range = closed(1, kMostReplications),
                                     .doc = "How often every point is run, each time with another seed.",
                                     .otherwise = "as many as there are seeds, or 1"}),
    field<&RunSetDef::seeds>(
        {.key = "seeds", .doc = "The seeds of the replications.", .otherwise = "derived from \"seed\""}));

// The number of a seed; empty where the text is none.
std::optional<std::int64_t> seed_of(const std::string& text) {
  std::int64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size() || seed < 0) return std::nullopt;
  return seed;
}

std::vector<Problem> check_runs(const RunSetDef& runs) {
  std::set<std::string> seen;
  for (std::size_t k = 0; k < runs.seeds.size(); ++k) {
    const std::string pointer = fmt::format("/seeds/{}", k);
    if (!seed_of(runs.seeds[k].text))
      return {{.pointer = pointer,
               .message = "a seed is a whole number",
               .found = runs.seeds[k].text,
               .allowed = {"0 to 9223372036854775807"}}};
    if (!seen.insert(runs.seeds[k].text).second)
      return {{.pointer = pointer, .message = "this seed stands there twice", .found = runs.seeds[k].text}};
  }
  if (!runs.seeds.empty() && runs.replications &&
      *runs.replications != static_cast<std::int64_t>(runs.seeds.size()))
    return {{.pointer = "/replications",
             .message = "there are as many replications as seeds",
             .found = fmt::format("{} and {}", *runs.replications, runs.seeds.size()),
             .hint = "Leave \"replications\" out."}};
  return {};
}

std::vector<Problem> check_scenario(const JsonText& scenario) {
  if (scenario.text.empty() || scenario.text.starts_with('"') || scenario.text.starts_with('{')) return {};
  return {{.pointer = "/scenario",
           .message = "\"scenario\" names a file or is a scenario",
           .found = scenario.text,
           .allowed = {"the name of a file (string)", "a scenario (object)"}}};
}

constexpr auto kExperimentFields =
    join(fields(field<&ExperimentDef::description>(
                    {.key = "description", .doc = "What it is about; for people.", .otherwise = "none"}),
                field<&ExperimentDef::scenario>({.key = "scenario",
                                                 .doc = "Another scenario than that of the plan.",
                                                 .otherwise = "that of the plan"})),
         embed<&ExperimentDef::runs>(kRunSetFields));

std::vector<Problem> check_experiment(const ExperimentDef& experiment) {
  std::vector<Problem> problems = check_scenario(experiment.scenario);
  return problems.empty() ? check_runs(experiment.runs) : problems;
}

constexpr auto kPlanFields = join(
    fields(
        field<&PlanDef::schema>({.key = "$schema",
                                 .doc = "The JSON Schema that editors check the file with.",
                                 .otherwise = "none"}),
        field<&PlanDef::format>({.key = "format",
                                 .range = closed(kPlanFormat, kPlanFormat),
                                 .doc = "Version of the format of plans.",
                                 .required = true}),
        field<&PlanDef::name>({.key = "name", .doc = "Name of the plan.", .otherwise = "that of its file"}),
        field<&PlanDef::description>(
            {.key = "description", .doc = "What it is about; for people.", .otherwise = "none"}),
        field<&PlanDef::scenario>(
            {.key = "scenario",
             .doc = "The scenario that is run: the name of its file, from the folder of the "
                    "plan, or the scenario itself.",
             .required = true}),
        field<&PlanDef::seed>({.key = "seed",
                               .range = closed(0, 9223372036854775807.0),
                               .doc = "What the seeds of replications and all drawn points follow from."}),
        field<&PlanDef::independent_seeds>(
            {.key = "independent_seeds",
             .doc = "Whether every point has seeds of its own. Without, the points share those of the "
                    "replications, so that points can be compared seed by seed."})),
    join(embed<&PlanDef::runs>(kRunSetFields),
         fields(field<&PlanDef::experiments>(
                    {.key = "experiments",
                     .doc = "Parts of the plan by name: each has the plan's changes, sweeps "
                            "and replications, and its own."}),
                field<&PlanDef::trace>({.key = "trace",
                                        .doc = "The trace that is written for every run: a file name such as "
                                               "trace.csv, whose ending says the format.",
                                        .otherwise = "no trace"}),
                field<&PlanDef::timeout>({.key = "timeout",
                                          .unit = "s",
                                          .range = kNotNegative,
                                          .doc = "A run that takes longer, from reading its scenario on, has "
                                                 "failed; 0: as long as it takes."}))));

// Seeds that are drawn for every point are not those that are named.
std::vector<Problem> check_independence(const PlanDef& plan) {
  if (!plan.independent_seeds) return {};
  const auto names_seeds = [](const Named<ExperimentDef>& experiment) {
    return !experiment.value.runs.seeds.empty();
  };
  const auto experiment = std::ranges::find_if(plan.experiments, names_seeds);
  if (plan.runs.seeds.empty() && experiment == plan.experiments.end()) return {};
  Problem problem{.message = "\"seeds\" names the seeds, and \"independent_seeds\" draws them",
                  .hint = "Take \"replications\" instead of \"seeds\", or leave \"independent_seeds\" out."};
  if (plan.runs.seeds.empty()) {
    problem.pointer = "/experiments";
    append_pointer_token(problem.pointer, experiment->name);
  }
  problem.pointer += "/seeds";
  return {problem};
}

std::vector<Problem> check_whole_plan(const PlanDef& plan) {
  std::vector<Problem> problems = check_scenario(plan.scenario);
  if (problems.empty()) problems = check_runs(plan.runs);
  if (problems.empty()) problems = check_independence(plan);
  if (!plan.trace.empty() && !is_name_of_trace(plan.trace))
    problems.push_back(
        {.pointer = "/trace",
         .message = "\"trace\" is no name of a trace",
         .found = plan.trace,
         .allowed = {"a file name without folders that no file of metrics has: " + known_endings()}});
  return problems;
}

}  // namespace

bool is_name_of_trace(const std::string& name) {
  constexpr std::string_view kMetrics = "metrics.";
  const bool is_of_rows = name.starts_with(kMetrics) &&
                          (name.ends_with(".csv") || name.ends_with(".jsonl")) &&
                          name.find('.', kMetrics.size()) != std::string::npos;
  return name != "-" && character_problem(name).empty() && name.find('/') == std::string::npos &&
         !name.starts_with('.') && !is_of_rows && name != "metrics.json" &&
         dataset_format_of(name) != nullptr;
}

const Table& ExperimentDef::table() {
  static const Table kTable = {
      .name = "experiment", .fields = kExperimentFields, .check = erased<check_experiment>};
  return kTable;
}

const Table& PlanDef::table() {
  static const Table kTable = {.name = "plan", .fields = kPlanFields, .check = erased<check_whole_plan>};
  return kTable;
}

const Catalog& plan_catalog() {
  static const Catalog kCatalog({sweep_kinds()}, {.table = PlanDef::table, .make = [] {
                                                    const auto plan = std::make_shared<PlanDef>();
                                                    plan->format = kPlanFormat;
                                                    return std::shared_ptr<void>(plan);
                                                  }});
  return kCatalog;
}

}  // namespace drover
