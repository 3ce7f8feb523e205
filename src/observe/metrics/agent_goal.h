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

// The end of what an agent wants to do, and how far it is from `start` at least.
struct WholeWay {
  Vec3 end;       // m
  double length;  // m
};

// Straight, since no ways are planned; of a route from place to place, up to the last one once.
inline std::optional<WholeWay> whole_way(const Observation& observation, AgentIndex agent, Vec3 start) {
  const std::optional<Goal> goal = observation.simulator().goal(agent);
  if (!goal) return std::nullopt;
  const World& world = observation.world();
  const Bounds& bounds = world.model().bounds;
  const AgentGoal* own = goal_of(world, agent);
  if (own == nullptr || own->form != GoalForm::route)
    return WholeWay{goal->position, length(bounds.displacement(start, goal->position))};
  WholeWay way{start, 0.0};
  for (const GoalPlace& place : own->places) {
    const Vec3 next =
        place.is_region() ? world.model().regions[place.region].shape.nearest_point(way.end) : place.point;
    way.length += length(bounds.displacement(way.end, next));
    way.end = next;
  }
  return way;
}

}  // namespace drover
