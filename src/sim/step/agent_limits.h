// The limits of agents.
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

// Every limit of agents. Adding one is a row here, beside its key in AgentTypeDef and its column.
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

}  // namespace drover
