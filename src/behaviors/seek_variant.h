// The two forms of seek and flee: matching a velocity, as in seeds 000 and 003, or pulling with all force, as
// in seed 001; catalogue 2.1.
#pragma once

#include "core/field.h"

namespace drover {

DROVER_ENUM(SeekVariant, velocity, full_accel)

inline constexpr FieldInfo kSeekVariant = {
    .key = "variant",
    .doc =
        "velocity steers to full speed in the wanted direction; full_accel accelerates in that direction "
        "with all it has, however the agent moves, and swings about a target or orbits it."};

}  // namespace drover
