// Labels that agents and events use, before the scenario is read.
#pragma once

#include "scenario/json_value.h"
#include "scenario/reader_context.h"

namespace drover {

// Replaces labels of behaviors in "parameters" of agents and in "parameter" of events by what the world
// builder calls the behaviors, and takes "label" out of all stacks. Reports labels that cannot be.
void resolve_labels(JsonValue& scenario, ReaderContext& context);

}  // namespace drover
