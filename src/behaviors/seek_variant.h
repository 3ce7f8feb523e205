// The two forms of seek and flee: matching a velocity (Buckland, Reynolds 1999) or full acceleration
// (Millington 3.3.3).
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
