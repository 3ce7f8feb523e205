// What is said about reports of agents and has no effect.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"

namespace drover {
namespace {

LocatedList<Named<AgentTypeDef>> types_with_reports(const CheckedScenario& scenario) {
  LocatedList<Named<AgentTypeDef>> found;
  for (const auto& [type, pointer] : scenario.parts.types)
    if (type.value.dead_reckoning) found.push_back({type, pointer + "/dead_reckoning"});
  return found;
}

// The agents, groups and types that behaviors, actions, conditions and goals name. Records see where agents
// are.
std::vector<Target> named_targets(const CheckedScenario& scenario) {
  std::vector<Target> found;
  for (const UsedName& used : scenario.context.used_names) {
    if (used.pointer.starts_with("/record")) continue;
    using enum TargetType;
    const bool is_goal = used.target == none && used.type == ReferenceType::agent;
    if (!is_goal && used.target != agent && used.target != group && used.target != agent_type) continue;
    Target& target = found.emplace_back();
    target.type = is_goal ? agent : used.target;
    target.name = used.name;
  }
  return found;
}

bool is_named(const CheckedScenario& scenario, const std::vector<Target>& targets, std::string_view type) {
  return std::ranges::any_of(scenario.parts.agents, [&](const DeclaredAgents& entry) {
    return may_be(*entry.def, type) && std::ranges::any_of(targets, [&](const Target& target) {
             return target.type == TargetType::agent_type ? target.name == type
                                                          : may_mean(target, *entry.def);
           });
  });
}

void warn_about_rounding(CheckedScenario& scenario, const std::string& pointer, double time) {
  constexpr double kHundredth = 0.01;  // of a step: dt may be a rounded fraction such as 1/60
  const double dt = scenario.def.simulation.dt;
  const double steps = time / dt;
  if (std::fabs(steps - std::floor(steps + 0.5)) <= kHundredth) return;
  scenario.warn_of_own(
      {.pointer = pointer,
       .message = "this time is no multiple of dt",
       .found = fmt::format("{} s, dt {} s", time, dt),
       .hint = fmt::format("It is rounded up to whole steps, {:.6g} s.", std::ceil(steps) * dt)});
}

}  // namespace

void warn_about_reports(CheckedScenario& scenario) {
  const std::vector<Target> targets = named_targets(scenario);
  for (const auto& [type, pointer] : types_with_reports(scenario)) {
    const DeadReckoningDef& def = *type.value.dead_reckoning;
    if (scenario.has_agents(type.name) && !is_named(scenario, targets, type.name))
      scenario.warn_of_own({.pointer = pointer,
                            .message = "this has no effect: nothing has these agents as its target",
                            .hint = "Neighborhoods, contacts, formations and metrics see where agents are."});
    if (def.interval) warn_about_rounding(scenario, pointer + "/interval", *def.interval);
    warn_about_rounding(scenario, pointer + "/delay", def.delay);
  }
}

void warn_about_report_times(CheckedScenario& scenario) {
  const double duration = scenario.def.simulation.duration;
  for (const auto& [type, pointer] : types_with_reports(scenario)) {
    const DeadReckoningDef& def = *type.value.dead_reckoning;
    const double first = def.threshold ? scenario.def.simulation.dt : *def.interval;
    if (first + def.delay <= duration) continue;
    scenario.warn_of_own(
        {.pointer = pointer + (def.delay > first ? "/delay" : "/interval"),
         .message = "no report arrives before the run ends",
         .found = fmt::format("the first after {} s, a duration of {} s", first + def.delay, duration)});
  }
}

}  // namespace drover
