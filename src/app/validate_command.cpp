// drover validate FILES...: every problem of every scenario and plan, without running anything.
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "batch/plan_check.h"
#include "batch/plan_reader.h"
#include "core/text.h"
#include "observe/record/json_file.h"
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
  struct Agents {
    std::int64_t count = 0;
    bool are_shared = false;  // by entries whose agents draw their types
  };
  std::map<std::string_view, Agents> by_type;
  for (const DeclaredAgents& entry : declared_agents(def)) {
    for (const std::string_view type : type_names(*entry.def)) {
      by_type[type].count += entry.count;
      by_type[type].are_shared |= !entry.def->type.shares.empty();
    }
  }
  for (const Named<AgentTypeDef>& type : def.agent_types) {
    const Agents& agents = by_type[type.name];
    console.detail(fmt::format("  {}: {}{}, {}, {}", type.name, agents.are_shared ? "up to " : "",
                               counted(static_cast<std::uint64_t>(agents.count), "agent"),
                               counted(type.value.steering.behaviors.size(), "behavior"),
                               counted(type.value.steering.modes.size(), "mode")));
  }
}

// What is known about a file.
struct CheckedFile {
  RunInput input = {};
  bool is_plan = false;
  PlanCheck plan = {};

  bool is_good() const { return !input.diagnostics.has_errors() && !plan.of_scenario.has_errors(); }
};

CheckedFile check_file(const std::string& file, std::optional<std::int64_t> max_runs) {
  InputText text = read_input_text(file);
  CheckedFile check;
  check.is_plan = text.source && looks_like_plan(text.input.sources.at(*text.source).text);
  if (check.is_plan) {
    check.input = std::move(text.input);
    check.plan = check_plan(*text.source, catalog(), check.input.sources, check.input.diagnostics, max_runs);
  } else {
    check.input = read_input(std::move(text), {.file = file}, catalog());
    if (check.input.scenario) prepare_simulator(*check.input.scenario, check.input.diagnostics);
  }
  return check;
}

// For people: the problems, or that there is no error.
void report(const std::string& file, const CheckedFile& check, const Console& console) {
  const RunInput& input = check.input;
  const PlanCheck& plan = check.plan;
  console.raw_error(format_human(input.diagnostics, input.sources, console.color()));
  console.raw_error(format_human(plan.of_scenario, plan.scenario_sources, console.color()));
  if (!plan.run.empty())
    console.error(fmt::format("{}: this is the scenario of the run with {}", file, plan.run));
  if (!check.is_good()) return;
  if (check.is_plan) {
    console.info(fmt::format("{}: ok (a plan of {})", file, counted(plan.runs, "run")));
  } else {
    console.info(fmt::format("{}: ok ({})", file, summary_of(input.scenario->def)));
    list_types(input.scenario->def, console);
  }
}

}  // namespace

ExitCode execute(const ValidateCommandOptions& options, const Console& console) {
  ExitCode code = ExitCode::ok;
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  std::string text;
  for (const std::string& file : options.files) {
    const CheckedFile check = check_file(file, options.max_runs);
    const bool ok = check.is_good();
    if (!ok) code = ExitCode::bad_input;
    const bool is_resolved = ok && options.resolved && !check.is_plan;
    if (console.json()) {
      nlohmann::ordered_json problems = format_json(check.input.diagnostics, check.input.sources);
      for (auto& problem : format_json(check.plan.of_scenario, check.plan.scenario_sources))
        problems.push_back(std::move(problem));
      document.push_back({{"file", file}, {"ok", ok}, {"problems", std::move(problems)}});
      if (is_resolved) document.back()["resolved"] = *check.input.scenario->resolved;
    } else {
      report(file, check, console);
      if (is_resolved) text += pretty(*check.input.scenario->resolved);
    }
  }
  if (console.json()) text = pretty(document);
  return text.empty() ? code : print_result(console, text, code);
}

}  // namespace drover
