// Builds a world, ready to step, from the definition of a scenario: agents are counted, numbered, placed and
// drawn; names become indices; behaviors declare what they perceive.
#pragma once

#include <memory>

#include "sim/definitions/definitions.h"
#include "sim/geometry/ground.h"
#include "sim/step/built_world.h"

namespace drover {

// The definition has passed the reader's checks: names exist, kinds are set. `like`: those of a world of the
// same definition but for the seed, to be shared where the seed places no obstacle elsewhere; may be null.
// Throws WorkStopped where the scope of this thread says so (core/stop_scope.h).
BuiltWorld build_world(const ScenarioDef& def, std::shared_ptr<const Statics> like = nullptr);

}  // namespace drover
