// What the behaviors of an agent's present mode go for: their goals, whether they are finished, their aims.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "sim/step/agent_view.h"

namespace drover {

// The final goal of an agent: its own, or that of the first behavior of its present mode that has one; groups
// included.
std::optional<Goal> find_goal(const World& world, std::span<const PerceptionPass> perceptions,
                              AgentIndex agent);

// The same of the behaviors that act now: those whose conditions hold.
std::optional<Goal> find_goal_now(const World& world, std::span<const PerceptionPass> perceptions,
                                  AgentIndex agent);

// How far it is to where the agent means to come to rest [m], by the first behavior of its present mode that
// means to; infinite without one, and for anchors of formations, whose members go on. What looks ahead need
// not look farther: a wall behind a place to rest is no danger.
double distance_to_rest(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent);

// Whether some behavior that needs no slot leads the agent now: one that its mode and conditions let act,
// with a weight that is not constantly zero.
bool is_led(const World& world, AgentIndex agent);

// Whether some behavior of the agent's present mode finds a way to its goal round what stands between; groups
// included. Without one it goes straight.
bool finds_way(const World& world, AgentIndex agent);

// How far the agent has to go to its goal [m]: straight, but not less than what is left of its path, which
// may pass by its own end before.
inline double distance_to(const Goal& goal, const World& world, AgentIndex agent) {
  const Vec3 position = world.state.motion.position(agent);
  return larger(goal.path_left, length(world.model().bounds.displacement(position, goal.position)));
}

// Whether an agent at this distance from the goal has reached it, where a point is reached within `radius`.
inline bool is_reached(const Goal& goal, double distance, double radius) {
  return goal.is_reached.value_or(distance <= goal.reach(radius));
}

// Whether a behavior of the agent's present mode is finished; groups included. With a label,
// only the behaviors that have it, with or without the name of the mode before it, count.
bool has_finished(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent,
                  std::string_view label);

// The way that the agent follows by the first behavior of its present mode that acts now and has one.
std::optional<WayAhead> find_way(const World& world, std::span<const PerceptionPass> perceptions,
                                 AgentIndex agent);

// The points that this behavior, or another that has some, leads the agent over; see
// BehaviorKind::points_ahead.
std::size_t find_points_ahead(const World& world, AgentIndex agent, std::span<Vec3> out);

// What a pipeline did for the agent in the step before: the first one of its present mode; groups included.
// Null where there is none.
const StackEntry* find_pipeline(const World& world, AgentIndex agent);

// What an entry of the agent's type goes for or probes: nothing while its mode or its condition rests.
Aims aims_of(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent,
             std::uint32_t entry);

}  // namespace drover
