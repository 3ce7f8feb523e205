// The limits of agents.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sim/state/world.h"

namespace drover {

// A limit that agent types declare, and the column with the number of each agent.
struct AgentLimit {
  std::string_view key;  // of the agent type
  Parameter AgentTypeDef::*of_type;
  SharedColumn<double> AgentLimits::*column = nullptr;
  // Where the declared limit is kept in the course of a run: of a limit that has no column in AgentLimits
  // because only the limits of requests follow from it, and of one with a factor.
  std::vector<double> OwnLimits::*own = nullptr;
  // A factor that follows a quantity: as it is declared, and linked.
  std::optional<RampDef> AgentTypeDef::*by = nullptr;
  std::uint32_t LimitFactors::*factor = nullptr;
  bool limits_velocities = true;  // whether it has a meaning where requests and bodies are velocities
};

// Every limit of agents. Adding one is a row here, beside its key in AgentTypeDef and its column.
inline constexpr auto kAgentLimits = std::to_array<AgentLimit>({
    {.key = "radius", .of_type = &AgentTypeDef::radius, .column = &AgentLimits::radius},
    {.key = "mass", .of_type = &AgentTypeDef::mass, .column = &AgentLimits::mass},
    {.key = "max_speed",
     .of_type = &AgentTypeDef::max_speed,
     .column = &AgentLimits::max_speed,
     .own = &OwnLimits::max_speed,
     .by = &AgentTypeDef::max_speed_by,
     .factor = &LimitFactors::max_speed},
    {.key = "preferred_speed",
     .of_type = &AgentTypeDef::preferred_speed,
     .own = &OwnLimits::preferred_speed,
     .by = &AgentTypeDef::preferred_speed_by,
     .factor = &LimitFactors::preferred_speed},
    {.key = "max_force",
     .of_type = &AgentTypeDef::max_force,
     .own = &OwnLimits::max_force,
     .by = &AgentTypeDef::max_force_by,
     .factor = &LimitFactors::max_force,
     .limits_velocities = false},
    {.key = "max_acceleration",
     .of_type = &AgentTypeDef::max_acceleration,
     .own = &OwnLimits::max_acceleration,
     .by = &AgentTypeDef::max_acceleration_by,
     .factor = &LimitFactors::max_acceleration,
     .limits_velocities = false},
    {.key = "max_turn_rate",
     .of_type = &AgentTypeDef::max_turn_rate,
     .column = &AgentLimits::max_turn_rate,
     .own = &OwnLimits::max_turn_rate,
     .by = &AgentTypeDef::max_turn_rate_by,
     .factor = &LimitFactors::max_turn_rate},
    {.key = "max_angular_acceleration",
     .of_type = &AgentTypeDef::max_angular_acceleration,
     .column = &AgentLimits::max_angular_request,
     .limits_velocities = false},
});

}  // namespace drover
