// When events are applied, and to which agents.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/step/event_context.h"

namespace drover {

// Preallocated lists, so that steps allocate nothing.
struct EventScratch {
  std::vector<AgentIndex> affected;     // by one event
  std::vector<std::uint8_t> triggered;  // by index of the event: its condition held for a watched agent
  EventTables tables;
};

// Applies every event that is due in the present state of the world, or because of an answer of its condition
// in the state before. Events are applied in the order of the file: each acts on the world as those before it
// left it.
void apply_due_events(EventContext& context, EventScratch& scratch);

// The tick of the state in which an event at a time is applied for the k-th time, from 0: the first tick at
// or after that time.
std::uint64_t due_tick(const Event& event, std::uint64_t k, double dt);

}  // namespace drover
