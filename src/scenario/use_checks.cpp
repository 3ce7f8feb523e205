// What is named and has no members, and what is declared and not used.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/json_edit.h"
#include "scenario/scenario_checks.h"

namespace drover {
namespace {

bool is_extended(const CheckedScenario& scenario, const std::string& type) {
  return scenario.context.extended_by.contains(type);
}

// Included files may offer more than is used. A scenario without agents is one that is being written.
void warn_about_types(CheckedScenario& scenario) {
  for (const auto& [type, pointer] : scenario.parts.types) {
    if (scenario.has_agents(type.name) || scenario.parts.agents.empty() || is_extended(scenario, type.name) ||
        scenario.is_resolved(type) || scenario.is_included(pointer))
      continue;
    scenario.warn({.pointer = pointer, .message = fmt::format("no agent has the type \"{}\"", type.name)});
  }
}

void warn_about_quantities(CheckedScenario& scenario) {
  const std::vector<std::string>& columns = scenario.def.record.trace.columns;
  std::set<std::string_view> used(columns.begin(), columns.end());
  used.insert(scenario.context.asked_columns.begin(), scenario.context.asked_columns.end());
  for (const UsedName& name : scenario.context.used_names) {
    if (name.type == ReferenceType::quantity) used.insert(name.name);
  }
  for (const auto& [quantity, pointer] : scenario.parts.quantities) {
    if (used.contains(quantity.name) || scenario.is_included(pointer)) continue;
    scenario.warn(
        {.pointer = pointer, .message = fmt::format("nothing uses the quantity \"{}\"", quantity.name)});
  }
}

// The types of which some agent has a goal at some time.
std::set<std::string_view> types_with_goals(const CheckedScenario& scenario) {
  std::set<std::string_view> found;
  for (const auto& [type, pointer] : scenario.parts.types) {
    const bool has_mode_with_goal =
        std::ranges::any_of(type.value.steering.modes,
                            [](const Named<ModeDef>& mode) { return mode.value.goals.goal.has_value(); });
    if (type.value.goals.goal || has_mode_with_goal) found.insert(type.name);
  }
  std::vector<const Target*> given;  // whom events give goals
  for (const EventDef& event : scenario.def.events) {
    if (event.event.kind->name == kGoalEventName) given.push_back(&event.target);
  }
  for (const DeclaredAgents& entry : scenario.parts.agents) {
    const bool has_goal = entry.def->goals.goal || std::ranges::any_of(given, [&](const Target* target) {
                            return may_mean(*target, *entry.def);
                          });
    if (!has_goal) continue;
    for (const std::string_view type : type_names(*entry.def))
      found.insert(type);
  }
  return found;
}

// The agent type that a pointer leads into; null for none.
const Named<AgentTypeDef>* type_around(const CheckedScenario& scenario, std::string_view pointer) {
  constexpr std::string_view kTypes = "/agent_types/";
  if (!pointer.starts_with(kTypes)) return nullptr;
  pointer.remove_prefix(kTypes.size());
  const std::optional<std::string> name = unescape_token(pointer.substr(0, pointer.find('/')));
  return name ? scenario.find_type(*name) : nullptr;
}

// "goal" as the target of something that belongs to agents of which none ever has a goal.
void warn_about_goal(CheckedScenario& scenario, const UsedName& used,
                     const std::set<std::string_view>& with_goals) {
  Problem problem{.pointer = used.pointer};
  if (used.pointer.starts_with("/formations/")) {
    problem.message = "the anchor of a formation has no goal: this asks for nothing";
  } else {
    const Named<AgentTypeDef>* type = type_around(scenario, used.pointer);
    if (type == nullptr || !scenario.has_agents(type->name) || with_goals.contains(type->name)) return;
    problem.message = fmt::format("no agent of type \"{}\" has a goal: this asks for nothing", type->name);
    problem.hint =
        "\"goal\" is a key of the agent type, of entries of agents, of modes and of the event goal.";
  }
  scenario.warn_at(used, std::move(problem));
}

// A target or a neighborhood that names an agent type without agents.
void warn_about_target(CheckedScenario& scenario, const UsedName& used) {
  if (used.type != ReferenceType::agent_type || !used.pointer.ends_with("/agent_type")) return;
  const Named<AgentTypeDef>* user = type_around(scenario, used.pointer);
  if (scenario.has_agents(used.name) || (user != nullptr && !scenario.has_agents(user->name)) ||
      scenario.context.included.contains(used.where.source))
    return;
  scenario.warn_at(
      used, {.message = fmt::format("no agent has the type \"{}\"", used.name),
             .hint = is_extended(scenario, used.name)
                         ? "Types that extend it do not count, because they may be anything else; agents of "
                           "several types can share a \"group\"."
                         : ""});
}

}  // namespace

void check_uses(CheckedScenario& scenario) {
  warn_about_types(scenario);
  warn_about_quantities(scenario);
  const std::set<std::string_view> with_goals = types_with_goals(scenario);
  for (const UsedName& used : scenario.context.used_names) {
    if (used.target == TargetType::goal)
      warn_about_goal(scenario, used, with_goals);
    else
      warn_about_target(scenario, used);
  }
}

}  // namespace drover
