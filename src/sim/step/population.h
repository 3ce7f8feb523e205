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

// How large a request may be, in its unit.
struct RequestLimits {
  double linear;   // m/s^2 or m/s
  double angular;  // rad/s^2 or rad/s
};

// Of accelerations the lower of the own limit and that of the force; of velocities the greatest speed and the
// greatest angular speed.
RequestLimits request_limits(const AgentLimits& own, RequestUnit unit);

// Sets the limits of an agent's requests anew, after what it says of itself has changed.
void limit_requests(AgentTable& agents, AgentIndex agent);

// Lets the locomotion model of the agent put it where and as it may be.
void settle_body(World& world, AgentIndex agent);

// Gives the agent the initial memories of its behaviors.
void restart_behaviors(World& world, AgentIndex agent);

// Brings the agent into its first state: where its locomotion model puts it, with the initial memories of the
// behaviors and conditions. Its columns are filled already.
void start_agent(World& world, AgentIndex agent);

}  // namespace drover
