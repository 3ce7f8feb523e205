// Sources whose agents wait outside until there is room for them.
#pragma once

#include "sim/step/event_context.h"

namespace drover {

// Lets agents of the event in that are due and wait, in the order of their numbers, until one finds no room.
// Places that are random are drawn anew in every step.
void admit_newcomers(const Event& event, EventContext& context);

// How many agents of the event wait.
std::size_t waiting_count(const World& world, const Event& event);

}  // namespace drover
