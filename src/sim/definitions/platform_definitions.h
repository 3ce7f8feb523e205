// What a scenario file says about platforms: ground that moves, such as lifts.
#pragma once

#include <string>
#include <vector>

#include "sim/definitions/steering_definitions.h"

namespace drover {

// How a platform moves from one keyframe to the next: evenly, from rest to rest, or at once when the next
// one comes.
DROVER_ENUM(PlatformInterp, linear, smooth, hold)

// What a platform does where it would squeeze or overlap a body.
DROVER_ENUM(WhenBlocked, wait, pass)

// Ground whose top follows keyframes and carries who stands on it.
struct PlatformDef {
  std::string id;
  Reference region{ReferenceType::region, {}, kNoIndex};
  std::vector<std::vector<double>> keyframes;  // rows of [time, z] or of [time, x, y, z]
  PlatformInterp interp = PlatformInterp::smooth;
  bool loop = false;
  bool solid = true;
  WhenBlocked when_blocked = WhenBlocked::wait;
  std::optional<ConditionDef> start;
  Target watch;
  static const Table& table();
};

}  // namespace drover
