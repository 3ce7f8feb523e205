// What is wrong with the formations of a world that was built (formation_checks.cpp), and what of them has no
// effect (formation_warnings.cpp).
#pragma once

#include <span>

#include "sim/definitions/declared_agents.h"
#include "sim/step/built_world.h"

namespace drover {

// Before the members take their slots. What is found stands in the built world.
void check_formations(BuiltWorld& built);

// With the members in their slots.
void warn_about_formations(BuiltWorld& built);

}  // namespace drover
