// The anchor of a formation, and where it puts a slot in the world.
#pragma once

#include "core/frame.h"
#include "formations/pattern.h"

namespace drover {

// It stands upright, or in space it may be turned in any way.
struct Anchor {
  Vec3 position = {};           // [m]
  Vec3 heading{1.0, 0.0, 0.0};  // of unit length; horizontal where it is upright
  Vec3 velocity = {};           // [m/s]
  double rotation = 0.0;        // about +z, counter-clockwise [rad/s]
  Vec3 up = kUp;                // of unit length
  Vec3 tilting = {};            // about the other axes of the world; its z is 0 [rad/s]

  bool is_upright() const { return up == kUp; }
  Frame frame() const { return is_upright() ? upright(heading) : Frame{heading, cross(up, heading), up}; }
};

// The horizontal direction of a frame seen from above. Of one that points straight up it is that of its
// belly, of one that points straight down that of its back: where it came from or goes to by pitching.
inline Vec3 level_heading(const Frame& frame) {
  if (lies_in_plane(frame.forward)) return frame.forward;
  const Vec3 ahead = direction({frame.forward.x, frame.forward.y, 0.0});
  if (length2(ahead) > 0.0) return ahead;
  const Vec3 back = direction({frame.up.x, frame.up.y, 0.0});
  return frame.forward.z > 0.0 ? -back : back;
}

// Where a member belongs.
struct SlotPose {
  Vec3 position;
  Vec3 heading;
  Vec3 velocity;
  Vec3 up = kUp;
};

// The slot in the world. It travels with the anchor, around it as the anchor turns, and along its own path.
inline SlotPose slot_pose(const Anchor& anchor, const PatternSlot& slot) {
  const Frame frame = anchor.frame();
  const Vec3 arm = frame.vector(slot.place);
  Vec3 velocity = anchor.velocity + upright(arm).left * anchor.rotation;
  if (anchor.tilting != Vec3{}) velocity += cross(anchor.tilting, arm);
  return {anchor.position + arm, frame.turned(slot.facing), velocity + frame.vector(slot.velocity), frame.up};
}

}  // namespace drover
