// Builds a world, ready to step, from the definition of a scenario: agents are counted, numbered, placed and
// drawn; names become indices; behaviors declare what they perceive.
#pragma once

#include "sim/definitions/definitions.h"
#include "sim/step/built_world.h"

namespace drover {

// The definition has passed the reader's checks: names exist, kinds are set.
BuiltWorld build_world(const ScenarioDef& def);

}  // namespace drover
