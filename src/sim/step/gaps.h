// Gaps that agents jump over, in a step: what meets them, where a jump comes down, and the walls that those
// are for bodies which come from the wrong side. Only in worlds of ground with heights.
#pragma once

#include <optional>

#include "ballistics/jump.h"
#include "sim/state/agent_column.h"
#include "sim/state/world.h"

namespace drover {

// The first open gap that feet meet on a straight way.
struct MetGap {
  std::uint32_t gap = kNoIndex;  // index in Ground::gaps(); none without
  double at = kInfinity;         // fraction of the way; 0 of one that they are in
};
MetGap met_gap(const World& world, Vec3 from, double feet, Vec3 way);

// Where feet come down that leave the ground at `from` (z: their height [m]) with a velocity [m/s].
struct PredictedLanding {
  Vec3 place;         // of the feet [m]
  double time = 0.0;  // in the air [s]
};
// Looked at step by step, as bodies fly. Nothing where something higher is in the way of a body of this
// height [m], or where nothing pulls it down. Platforms stay where they are.
std::optional<PredictedLanding> predicted_landing(const World& world, Vec3 from, Vec3 velocity,
                                                  const JumpLaw& law, double body_height);

// Whether a jump over a gap ends behind it.
bool is_over(const World& world, const GroundGap& gap, const std::optional<PredictedLanding>& landing);

// Bodies do not get into gaps that are not open to them, and slide along their borders. Who is inside goes
// anywhere.
void hold_at_gaps(World& world, AgentRange range);

}  // namespace drover
