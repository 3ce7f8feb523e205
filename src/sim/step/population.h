// The initial state of agents, and the limits of their requests.
#pragma once

#include "sim/state/world.h"
#include "sim/step/region_crowds.h"

namespace drover {

// Of agents that have neither a max_force nor a max_acceleration.
inline constexpr double kDefaultMaxAcceleration = 6.0;  // m/s^2

// Sets how large an agent's requests may be, in their unit, from its own limits: of accelerations the lower
// of max_force [N] / mass and max_acceleration [m/s^2], infinite where the agent has none; of velocities the
// greatest speed and the greatest angular speed.
void limit_requests(AgentLimits& limits, AgentIndex agent, double max_force, double max_acceleration,
                    RequestUnit unit);

// Lets the locomotion model bring the agent into an admissible state.
void initialize_body(World& world, AgentIndex agent);

// Gives the agent the initial memories of its behaviors.
void restart_behaviors(World& world, AgentIndex agent);

// Brings the agent into its first state: where its locomotion model puts it, with the initial memories of the
// behaviors and conditions. Its columns are filled already. `crowds`: see start_goal.
void start_agent(World& world, AgentIndex agent, RegionCrowds& crowds);

}  // namespace drover
