// The goals of agents in the present state: where they are, whether they are reached, how far it is.
// What changes them is in goal_changes.h and goal_steps.h.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/definitions/kinds.h"
#include "sim/state/world.h"

namespace drover {

// none in a world without goals.
GoalState goal_state(const World& world, AgentIndex agent);

// nullptr without one.
const AgentGoal* goal_of(const World& world, AgentIndex agent);

// How near to a point counts as reached [m], and what follows.
double goal_radius(const World& world, AgentIndex agent, const AgentGoal& goal);
const GoalSequel& sequel_of(const World& world, AgentIndex agent, const AgentGoal& goal);

// Where the agent goes now: its place in a queue, the place of its route, the point of a region to aim at.
struct GoalAim {
  Vec3 position = {};           // m
  AgentIndex agent = kNoIndex;  // of a goal that is one
  bool is_region = false;
  double radius = kInfinity;  // how near to the position is certainly there [m]; 0 where nothing is
  bool is_direction = false;  // then only the direction counts
  Vec3 direction = {};        // of unit length
};
// Nothing without a goal, for one that is lost, and for an agent that is not present.
std::optional<GoalAim> goal_aim(const World& world, AgentIndex agent);

// The region an agent goes to now; kNoIndex where it goes to none.
std::uint32_t goal_region(const World& world, AgentIndex agent);

// The goal as metrics, conditions and quantities see it; nothing for a direction either.
std::optional<Goal> own_goal(const World& world, AgentIndex agent);

// The stages of a route are its places in order; of one there and back then those in between backwards.
const GoalPlace& route_place(const AgentGoal& route, std::uint32_t stage);
std::uint32_t next_stage(const AgentGoal& route, std::uint32_t stage);
// The number of the place in the file.
std::uint32_t place_of_stage(const AgentGoal& route, std::uint32_t stage);
// Whether the stage is that of the last place; of a route that never ends, too.
bool is_at_end(const AgentGoal& route, std::uint32_t stage);
inline bool is_endless(const AgentGoal& route) {
  return route.at_end == RouteEnd::repeat || route.at_end == RouteEnd::back;
}

// The radius of the arc on which an agent goes past the place of its route towards the next one [m]: it
// touches both legs, and begins the radius of the place before it. 0 where the agent turns round or stays,
// and at a goal that is no place of a route; infinite straight on.
double passing_radius(const World& world, AgentIndex agent);

// Whether an agent waits or is served at this stage of a route, or at a goal that is none.
bool is_stop(const AgentGoal& goal, const GoalSequel& sequel, std::uint32_t stage);

// How far an agent under way gets, one lap of a route at most.
struct GoalProgress {
  std::uint32_t stage = 0;     // of a route: that of the place to go to, or where it stops
  Vec3 leg_start = {};         // of a route: where the leg to that place begins [m]
  bool is_at_place = false;    // some place of the route, or the goal, is reached
  bool passes_end = false;     // goes past the last place of a route without an end
  std::uint32_t arrivals = 0;  // how often the goal is reached; the last place of a route
  bool is_over = false;        // there is no place to go on to
  bool is_stop = false;        // it waits or is served where it stops
};
// In this state without moving: through all places of a route that the agent is at.
GoalProgress goal_progress(const World& world, AgentIndex agent);
// Goes on along a route by the motion from this state to the next one, which is written (State::next),
// through all places whose gate lines it crosses.
void pass_gates(const World& world, AgentIndex agent, GoalProgress& progress);

// Whether something stands between an agent under way and the place it goes to.
bool is_aim_hidden(const World& world, AgentIndex agent);
// The same for its goal and all places of its route.
bool are_all_places_hidden(const World& world, AgentIndex agent);
// The stage of the last place before, from which the place of its route that the agent goes to is seen.
std::optional<std::uint32_t> stage_in_sight_of_aim(const World& world, AgentIndex agent);
// Whether the agent turned back to a place of its route because it lost another one from sight: it goes to
// that, as far inside a region as it can, and takes no place until it sees the other one again.
inline bool has_turned_back(const World& world, AgentIndex agent) {
  return world.state.goals.turned_from[agent] != kNoIndex;
}
// Whether one that turned back sees the place again.
bool sees_place_again(const World& world, AgentIndex agent);

// Where an agent in the queue stands [m].
Vec3 queue_position(const World& world, const GoalQueue& queue, std::uint32_t index_in_line);
// Whether an agent at the head of its queue is where it is served.
bool is_at_head(const World& world, AgentIndex agent);

}  // namespace drover
