// How agents get goals: at birth, by events, with their modes.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/random.h"
#include "sim/state/world.h"
#include "sim/step/region_crowds.h"

namespace drover {

// `crowds` is shared by all agents that choose a region at once, by one event or in one step: it looks at the
// state once.

// The agent gets the goal it starts with, or that of its mode. Nothing happens in a world without goals.
void start_goal(World& world, AgentIndex agent, RegionCrowds& crowds);

// Replaces the goal of an agent: it is under way from now on. In a mode with a goal of its own, what is
// replaced is the goal that comes back after the mode.
void give_goal(World& world, AgentIndex agent, std::uint32_t goal, RegionCrowds& crowds);

// The agent changed its mode: the goal of a mode holds while the agent is in it, then its own comes back, at
// the place of the route where it was. An agent that was in a queue has left it.
void change_goal_with_mode(World& world, AgentIndex agent, std::uint32_t from, std::uint32_t to,
                           RegionCrowds& crowds);

// The agent is gone: it does nothing about its goal any more.
void drop_goal(World& world, AgentIndex agent);

// The agent draws a place again, of a goal that does so.
void redraw_goal(World& world, AgentIndex agent);

// The key of the draws of an agent's goals: (seed, number of the agent, tick 0, Purpose::goal, stream
// "<name>#<count>").
StreamKey goal_key(const World& world, AgentIndex agent, std::string_view name, std::uint64_t count);

}  // namespace drover
