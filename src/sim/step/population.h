// What limits agents, and the start of an agent's life.
#pragma once

#include "sim/state/world.h"

namespace drover {

// What an agent says of itself; what does not limit it is infinite.
struct AgentLimits {
  double mass;                      // kg
  double max_speed;                 // m/s
  double max_force;                 // N
  double max_acceleration;          // m/s^2
  double max_turn_rate;             // rad/s
  double max_angular_acceleration;  // rad/s^2
};

// How much an agent may be asked for.
struct RequestLimits {
  double acceleration;          // m/s^2
  double angular_acceleration;  // rad/s^2
};

// Of the force and the own limit the lower one; a body steered by velocities is asked for velocities, and its
// limits are those of velocities.
RequestLimits request_limits(const AgentLimits& own, const LocomotionKind& body);

// Sets the limits of what an agent is asked for anew, after what it says of itself has changed.
void limit_requests(AgentTable& agents, AgentIndex agent, const LocomotionKind& body);

// Lets the locomotion model of the agent put it where and as it may be.
void settle_body(World& world, AgentIndex agent);

// Gives the agent the initial memories of its behaviors.
void restart_behaviors(World& world, AgentIndex agent);

// Brings the agent into its first state: where its locomotion model puts it, with the initial memories of the
// behaviors and conditions. Its columns are filled already.
void start_agent(World& world, AgentIndex agent);

}  // namespace drover
