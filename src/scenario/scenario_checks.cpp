#include "scenario/scenario_checks.h"

namespace drover {
namespace {

struct Check {
  void (*run)(CheckedScenario& scenario);
  // Beside errors, what has no effect may be their consequence.
  bool beside_errors = true;
  bool of_shortened_runs = true;
};

constexpr Check kChecks[] = {
    {.run = check_agents},
    {.run = check_events},
    {.run = check_times},
    {.run = check_world},
    {.run = check_ground},
    {.run = check_projectiles},
    {.run = check_space},
    {.run = check_expectations},
    {.run = check_names},
    {.run = check_steering},
    {.run = check_each},
    {.run = check_unread_keys, .beside_errors = false},
    {.run = check_uses, .beside_errors = false},
    {.run = warn_about_agents, .beside_errors = false},
    {.run = check_goal_effects, .beside_errors = false},
    {.run = warn_about_steering, .beside_errors = false},
    {.run = warn_about_pipelines, .beside_errors = false},
    {.run = warn_about_formations, .beside_errors = false},
    {.run = warn_about_world, .beside_errors = false},
    {.run = warn_about_ground, .beside_errors = false},
    {.run = warn_about_projectiles, .beside_errors = false},
    {.run = warn_about_reports, .beside_errors = false},
    {.run = warn_about_events, .beside_errors = false},
    {.run = warn_about_records, .beside_errors = false},
    {.run = warn_about_duration, .of_shortened_runs = false},
    {.run = warn_about_event_times, .of_shortened_runs = false},
    {.run = warn_about_report_times, .beside_errors = false, .of_shortened_runs = false},
    {.run = warn_about_metric_times, .beside_errors = false, .of_shortened_runs = false},
};

}  // namespace

CheckedScenario::CheckedScenario(const ScenarioDef& scenario, const JsonValue& read, ReaderContext& reader)
    : Reporter(read, reader), def(scenario), parts(scenario) {
  for (const DeclaredAgents& agents : parts.agents) {
    const std::vector<std::string_view> types = type_names(*agents.def);
    if (agents.count > 0) used_types.insert(types.begin(), types.end());
  }
  for (const Named<AgentTypeDef>& type : def.agent_types)
    types_by_name.emplace(type.name, &type);
}

void check_scenario(const ScenarioDef& def, const JsonValue& document, bool is_shortened,
                    ReaderContext& context) {
  CheckedScenario checked(def, document, context);
  for (const Check& check : kChecks) {
    if (!check.beside_errors && context.diagnostics.has_errors()) continue;
    if (check.of_shortened_runs || !is_shortened) check.run(checked);
  }
}

}  // namespace drover
