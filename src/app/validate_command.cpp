// drover validate FILES...: every problem of every scenario and plan, without running anything.
#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "batch/plan_check.h"
#include "core/text.h"
#include "run/input.h"
#include "run/prepare.h"
#include "sim/definitions/declared_agents.h"

namespace drover {
namespace {

// "20 agents of 2 types, 3000 steps of 0.02 s".
std::string summary_of(const ScenarioDef& def) {
  std::int64_t agents = 0;
  for (const AgentDef& entry : def.agents)
    agents += entry.count;
  std::int64_t spawned = -agents;
  for (const DeclaredAgents& entry : declared_agents(def))
    spawned += entry.count;
  return fmt::format("{} agent{}{} of {} type{}, {} steps of {} s", agents, agents == 1 ? "" : "s",
                     spawned > 0 ? fmt::format(" and up to {} spawned later", spawned) : "",
                     def.agent_types.size(), def.agent_types.size() == 1 ? "" : "s", def.step_count(),
                     def.simulation.dt);
}

// Of each type the number of agents and of behaviors, when more is asked for.
void list_types(const ScenarioDef& def, const Console& console) {
  for (const Named<AgentTypeDef>& type : def.agent_types) {
    std::int64_t agents = 0;
    bool is_shared = false;  // by entries whose agents draw their types
    for (const DeclaredAgents& entry : declared_agents(def)) {
      const std::vector<std::string_view> names = type_names(*entry.def);
      if (std::ranges::find(names, type.name) == names.end()) continue;
      agents += entry.count;
      is_shared = is_shared || !entry.def->type.shares.empty();
    }
    console.detail(fmt::format("  {}: {}{}, {}, {}", type.name, is_shared ? "up to " : "",
                               counted(static_cast<std::uint64_t>(agents), "agent"),
                               counted(type.value.steering.behaviors.size(), "behavior"),
                               counted(type.value.steering.modes.size(), "mode")));
  }
}

void report_plan(const std::string& file, const PlanCheck& plan, const Console& console,
                 nlohmann::ordered_json& document) {
  if (console.json()) {
    nlohmann::ordered_json problems = format_json(plan.diagnostics, plan.sources);
    for (auto& problem : format_json(plan.of_scenario, plan.scenario_sources))
      problems.push_back(std::move(problem));
    document.push_back({{"file", file}, {"ok", plan.is_good()}, {"problems", std::move(problems)}});
    return;
  }
  console.raw_error(format_human(plan.diagnostics, plan.sources, console.color()));
  console.raw_error(format_human(plan.of_scenario, plan.scenario_sources, console.color()));
  if (!plan.run.empty())
    console.error(fmt::format("{}: this is the scenario of the run with {}", file, plan.run));
  if (plan.is_good()) console.info(fmt::format("{}: ok (a plan of {})", file, counted(plan.runs, "run")));
}

}  // namespace

ExitCode execute(const ValidateCommandOptions& options, const Console& console) {
  std::size_t bad = 0;
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  std::string text;
  for (const std::string& file : options.files) {
    if (const PlanCheck plan = check_plan_file(file, catalog()); plan.is_plan) {
      if (!plan.is_good()) ++bad;
      report_plan(file, plan, console, document);
      continue;
    }
    RunInput input = load_input({.file = file}, catalog());
    if (input.scenario) prepare_simulator(*input.scenario, input.diagnostics);
    const bool ok = !input.diagnostics.has_errors();
    bad += ok ? 0 : 1;
    if (console.json()) {
      document.push_back(
          {{"file", file}, {"ok", ok}, {"problems", format_json(input.diagnostics, input.sources)}});
      if (ok && options.resolved) document.back()["resolved"] = *input.scenario->resolved;
    } else {
      console.raw_error(format_human(input.diagnostics, input.sources, console.color()));
      if (ok) console.info(fmt::format("{}: ok ({})", file, summary_of(input.scenario->def)));
      if (ok) list_types(input.scenario->def, console);
      if (ok && options.resolved) text += input.scenario->resolved->dump(2) + "\n";
    }
  }
  const ExitCode code = bad == 0 ? ExitCode::ok : ExitCode::bad_input;
  if (console.json()) text = document.dump(2) + "\n";
  return text.empty() ? code : print_result(console, text, code);
}

}  // namespace drover
