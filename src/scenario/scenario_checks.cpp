#include "scenario/scenario_checks.h"

namespace drover {
namespace {

struct Check {
  void (*run)(CheckedScenario& scenario);
  // Beside errors, what has no effect may be their consequence.
  bool beside_errors = true;
  bool of_shortened_runs = true;
};

template <void (*kCheck)(const ReadScenario&, ReaderContext&)>
void run_check(CheckedScenario& scenario) {
  kCheck({scenario.def, scenario.document}, scenario.context);
}

constexpr Check kChecks[] = {
    {.run = check_agents},
    {.run = check_events},
    {.run = check_times},
    {.run = check_world},
    {.run = check_expectations},
    {.run = check_names},
    {.run = check_steering},
    {.run = run_check<check_each>},
    {.run = run_check<check_unread_keys>, .beside_errors = false},
    {.run = check_uses, .beside_errors = false},
    {.run = warn_about_agents, .beside_errors = false},
    {.run = run_check<check_goal_effects>, .beside_errors = false},
    {.run = warn_about_steering, .beside_errors = false},
    {.run = warn_about_formations, .beside_errors = false},
    {.run = warn_about_world, .beside_errors = false},
    {.run = warn_about_ground, .beside_errors = false},
    {.run = warn_about_events, .beside_errors = false},
    {.run = warn_about_records, .beside_errors = false},
    {.run = warn_about_duration, .of_shortened_runs = false},
    {.run = warn_about_event_times, .of_shortened_runs = false},
    {.run = warn_about_metric_times, .beside_errors = false, .of_shortened_runs = false},
};

}  // namespace

CheckedScenario::CheckedScenario(const ReadScenario& read, ReaderContext& reader)
    : Reporter(read.document, reader), def(read.def), parts(read.def) {
  for (const DeclaredAgents& agents : parts.agents) {
    const std::vector<std::string_view> types = type_names(*agents.def);
    if (agents.count > 0) used_types.insert(types.begin(), types.end());
  }
  for (const auto& [type, pointer] : parts.types)
    types_by_pointer.emplace(pointer, &type);
}

void check_scenario(const ReadScenario& scenario, bool is_shortened, ReaderContext& context) {
  CheckedScenario checked(scenario, context);
  for (const Check& check : kChecks) {
    if (!check.beside_errors && context.diagnostics.has_errors()) continue;
    if (check.of_shortened_runs || !is_shortened) check.run(checked);
  }
}

}  // namespace drover
