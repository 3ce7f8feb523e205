// Agents that others know by reports: when they send some, when these arrive, and what is shown of them
// meanwhile.
#pragma once

#include "sim/state/world.h"

namespace drover {

bool has_reports(const Model& model);

// In a row of the column of an agent type with dead reckoning: how many reports there can be at a time.
std::size_t report_capacity(const DeadReckoningDef& def, double dt);

// In a new state: agents send reports of it, and those that are due arrive.
void exchange_reports(World& world, AgentRange range);

// State::shown: of agents that are known by reports what these make others believe at this time, of the
// others what they do.
void show_agents(World& world);

}  // namespace drover
