// The anchor of a formation, and where it puts a slot in the world.
#pragma once

#include "core/frame.h"
#include "formations/pattern.h"

namespace drover {

struct Anchor {
  Vec3 position = {};           // [m]
  Vec3 heading{1.0, 0.0, 0.0};  // of unit length
  Vec3 velocity = {};           // [m/s]
  double rotation = 0.0;        // counter-clockwise [rad/s]
};

// Where a member belongs.
struct SlotPose {
  Vec3 position;
  Vec3 heading;
  Vec3 velocity;
};

// The slot in the world. It travels with the anchor, around it as the anchor turns, and along its own path.
inline SlotPose slot_pose(const Anchor& anchor, const PatternSlot& slot) {
  const Frame frame = upright(anchor.heading);
  const Vec3 arm = frame.vector(slot.place);
  return {anchor.position + arm, frame.turned(slot.facing),
          anchor.velocity + upright(arm).left * anchor.rotation + frame.vector(slot.velocity)};
}

}  // namespace drover
