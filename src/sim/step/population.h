// The limits of agents, and their initial state.
#pragma once

#include <array>
#include <string_view>

#include "sim/state/world.h"

namespace drover {

// A limit that agent types declare, and the column with the number of each agent.
struct AgentLimit {
  std::string_view key;  // of the agent type
  Parameter AgentTypeDef::*of_type;
  SharedColumn<double> AgentLimits::*column = nullptr;
  // For a limit that has no column in AgentLimits because only the limits of requests follow from it: its
  // column among Model::own_limits, which exists where there are events.
  ColumnHandle<double> OwnLimits::*own = nullptr;
  bool limits_velocities = true;  // whether it has a meaning where requests and bodies are velocities
};

// Every limit of agents: adding one is a row here, beside its key in AgentTypeDef and its column.
inline constexpr auto kAgentLimits = std::to_array<AgentLimit>({
    {.key = "radius", .of_type = &AgentTypeDef::radius, .column = &AgentLimits::radius},
    {.key = "mass", .of_type = &AgentTypeDef::mass, .column = &AgentLimits::mass},
    {.key = "max_speed", .of_type = &AgentTypeDef::max_speed, .column = &AgentLimits::max_speed},
    {.key = "max_force",
     .of_type = &AgentTypeDef::max_force,
     .own = &OwnLimits::max_force,
     .limits_velocities = false},
    {.key = "max_acceleration",
     .of_type = &AgentTypeDef::max_acceleration,
     .own = &OwnLimits::max_acceleration,
     .limits_velocities = false},
    {.key = "max_turn_rate", .of_type = &AgentTypeDef::max_turn_rate, .column = &AgentLimits::max_turn_rate},
    {.key = "max_angular_acceleration",
     .of_type = &AgentTypeDef::max_angular_acceleration,
     .column = &AgentLimits::max_angular_acceleration,
     .limits_velocities = false},
});

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
// behaviors and conditions. Its columns are filled already.
void start_agent(World& world, AgentIndex agent);

}  // namespace drover
