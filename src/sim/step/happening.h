// When events happen, and to whom.
#pragma once

#include <vector>

#include "sim/step/event_context.h"

namespace drover {

// Lets every event happen that is due in the present state of the world, or because of what was seen in the
// state before. They happen in the order of the file: each finds the world as those before it left it.
// `affected` is room for a list.
void let_events_happen(EventContext& context, std::vector<AgentIndex>& affected);

// The tick with whose state an event at a time happens for the k-th time, from 0: the first at or after
// at + k * every.
std::uint64_t due_tick(const Event& event, std::uint64_t k, double dt);

}  // namespace drover
