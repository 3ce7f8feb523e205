// Who is there: the lists of agents by type, group and mode, and the start of an agent's life.
#pragma once

#include "sim/world.h"

namespace drover {

// Makes the lists of stacks, modes and groups hold exactly the agents that are present, ascending.
void list_agents(World& world);

// Only the lists of modes, after agents changed theirs.
void list_modes(Stack& stack, const World& world);

// Sets the limits of what an agent is asked for from what it is: of its force and its own limit the lower
// one; a body steered by velocities is asked for velocities, and its limits are those of velocities.
void limit_requests(AgentTable& agents, AgentIndex agent, const LocomotionKind& body);

// Lets the locomotion model of the agent put it where and as it may be.
void settle_body(World& world, AgentIndex agent);

// Gives the agent the initial memories of its behaviors.
void restart_behaviors(World& world, AgentIndex agent);

// Brings the agent into its first state: where its locomotion model puts it, with the initial memories of the
// behaviors and conditions. Its columns are filled already.
void start_agent(World& world, AgentIndex agent);

}  // namespace drover
