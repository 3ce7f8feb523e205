// The event `explosion`: its parameters, which observers of explosions read, too.
#pragma once

#include <string_view>

#include "core/vec3.h"
#include "sim/definitions/explosion_definitions.h"

namespace drover {

inline constexpr std::string_view kExplosionEventName = "explosion";

struct ExplosionEventDef {
  Vec3 position;  // m
  ExplosionDef explosion;
};

}  // namespace drover
