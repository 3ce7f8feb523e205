// Agents that decide less often than in every step (decide_every of their type; Millington, AI for Games, 3rd
// ed., 3.8.1 and 3.9.8). In between what their arbiter chose is held: not the acceleration, which would go on
// pushing a body that has the wanted velocity already, but the law behind it, a(v) = c - g v, with the
// present velocity v. Actuators and bodies run in every step. A single behavior may hold what it asks for in
// the same way, while those beside it are asked in every step.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/state/world.h"

namespace drover {

// How many numbers are held for an agent.
inline constexpr std::size_t kHeldWidth = 10;

// The steps between two decisions: decide_every in steps, rounded up.
std::uint64_t decide_period(double decide_every, double dt);

// Whether the agent decides in the present state, where requests are held: when it is its turn, when
// something has happened to it, and when it missed its turn. Not twice in one state.
bool decides(const World& world, const Decisions& decisions, AgentIndex agent);
// It, and each of its behaviors, decides in the next step, whatever its turn. Nothing of agents that do so in
// every step.
void must_decide(World& world, AgentIndex agent);
// The same for all, where what they plan by has changed.
void all_must_decide(World& world);
// How long ago it decided before, where requests are held; 1 where it never did.
std::uint64_t ticks_since_decision(const World& world, const Decisions& decisions, AgentIndex agent);

// Holds what was chosen in the present state.
void hold_request(World& world, const Decisions& decisions, AgentIndex agent,
                  const std::optional<Request>& request);
// What that comes to at the present velocity; with its damping it is not shortened to the limits of the
// agent.
std::optional<Request> held_request(const World& world, const Decisions& decisions, AgentIndex agent);

}  // namespace drover
