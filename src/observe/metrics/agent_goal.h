// What metrics mean by the goal of an agent.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "observe/metrics/group_members.h"
#include "observe/metrics/observation.h"
#include "sim/step/agent_goals.h"
#include "sim/step/goals.h"

namespace drover {

// Whether the agent has reached its goal: one of its own as its goal_radius says, another one within `radius`
// [m] of it, or inside where it is a region. Not without a goal.
inline bool is_at_goal(const Observation& observation, AgentIndex agent, double radius) {
  const std::optional<Goal> goal = observation.simulator().goal(agent);
  return goal && is_reached(*goal, distance_to(*goal, observation.world(), agent), radius);
}

// Warns where a metric gives a radius for goals, other than the one it has otherwise, and all its agents have
// goals of their own from the start, which have a goal_radius instead (Metric::inspect).
inline std::vector<Problem> inspect_goal_radius(std::string_view key, double radius, double otherwise,
                                                const GroupDef& group, const World& world) {
  if (radius == otherwise) return {};
  const GroupMembers members(group, world);
  const GoalModel& goals = world.model().goals;
  const bool all_have_one =
      goals.exists() && members.size() > 0 && std::ranges::all_of(members.agents(), [&](AgentIndex agent) {
        const std::uint32_t first = goals.first[agent];
        return first != kNoIndex && goals.goals[first].form != GoalForm::direction;
      });
  if (!all_have_one) return {};
  return {{.pointer = fmt::format("/{}", key),
           .message = fmt::format("\"{}\" has no effect: these agents have goals of their own", key),
           .hint = "Their \"goal_radius\" in the agent type or the entry says when they are reached.",
           .severity = Severity::warning}};
}

}  // namespace drover
