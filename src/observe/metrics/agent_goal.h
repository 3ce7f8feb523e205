// What metrics mean by the goal of an agent.
#pragma once

#include <optional>

#include "observe/metrics/observation.h"
#include "sim/step/agent_goals.h"
#include "sim/step/goals.h"

namespace drover {

// Where the agent wants to end up in the observed state.
inline std::optional<Goal> goal_of(const Observation& observation, AgentIndex agent) {
  return observation.simulator().goal(agent);
}

// Whether the agent has reached its goal: one of its own as its goal_radius says, another one within `radius`
// [m] of it, or inside where it is a region. Not without a goal.
inline bool is_at_goal(const Observation& observation, AgentIndex agent, double radius) {
  const std::optional<Goal> goal = goal_of(observation, agent);
  return goal && is_reached(*goal, distance_to(*goal, observation.world(), agent), radius);
}

// The end of what an agent wants to do, and how far it is from `start` at least.
struct WholeWay {
  Vec3 end;       // m
  double length;  // m
};

// Straight, since no ways are planned; of a route from place to place, up to the last one once.
inline std::optional<WholeWay> whole_way(const Observation& observation, AgentIndex agent, Vec3 start) {
  const std::optional<Goal> goal = goal_of(observation, agent);
  if (!goal) return std::nullopt;
  const World& world = observation.world();
  const Bounds& bounds = world.model().bounds;
  const AgentGoal* own = goal_of(world, agent);
  if (own == nullptr || own->form != GoalForm::route)
    return WholeWay{goal->position, length(bounds.displacement(start, goal->position))};
  WholeWay way{start, 0.0};
  for (const GoalPlace& place : own->places) {
    const Vec3 next =
        place.is_region() ? world.model().regions[place.region].nearest_point(way.end) : place.point;
    way.length += length(bounds.displacement(way.end, next));
    way.end = next;
  }
  return way;
}

}  // namespace drover
