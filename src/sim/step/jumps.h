// Jumps in a step: whose behaviors have the control of a body all to themselves, whose feet leave the ground,
// and how often it went well. Only in worlds of ground with heights.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sim/state/agent_column.h"
#include "sim/state/world.h"
#include "sim/step/agent_view.h"
#include "sim/step/requests.h"

namespace drover {

// Whether some agents may jump.
bool may_jump(const Model& model);
// Makes room for it.
void make_jump_columns(World& world);

// The height of the ground that is nearest to feet at p, or of solid ground around them; nothing where a
// platform may come along [m].
std::optional<double> ground_at_feet(const Model& model, Vec3 p);

// What agents of a type jump with at best, whatever the factors on it follow.
JumpLaw lightest_fall(const Model& model, const AgentType& type);
double greatest_jump_speed(const Model& model, const AgentType& type);  // m/s

// How far the agent is with the first jump of its present mode that it has begun; nothing without one.
std::optional<JumpState> jump_state(const World& world, std::span<const PerceptionPass> perceptions,
                                    AgentIndex agent);

// The entry of the mode whose jump says alone what the agent does; kNoIndex without one.
std::uint32_t entry_in_control(const World& world, std::span<const PerceptionPass> perceptions,
                               const AgentType& type, const Mode& mode, AgentIndex agent);

// Lets the entry alone steer the agent, within its limits; what it asks for is the total.
void steer_alone(World& world, std::span<const PerceptionPass> perceptions, const StackEntry& entry,
                 AgentIndex agent, RequestColumns& total);

// What the jumps of these agents do in this step, once all have steered; their entries in `reports` are
// those of agents that do something new.
void find_jumps(World& world, std::span<const PerceptionPass> perceptions, AgentRange range,
                std::span<JumpReport> reports);

// Counts them, once the step is known to end well.
void count_jumps(World& world, std::span<const JumpReport> reports);

}  // namespace drover
