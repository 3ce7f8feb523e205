// Scenes turned, mirrored and moved as a whole, for the law that the agents in them then do the same.
#pragma once

#include "core/frame.h"
#include "core/vec3.h"
#include "sim/construction/world_builder.h"
#include "sim/definitions/definitions.h"

namespace drover::test {

// p -> matrix p + shift. Products with 0, 1 and -1 are exact, so right angles and mirrors lose no bit.
struct RigidMotion {
  double xx = 1.0, xy = 0.0;
  double yx = 0.0, yy = 1.0;
  Vec3 shift = {};
  // In space.
  double xz = 0.0, yz = 0.0, zx = 0.0, zy = 0.0, zz = 1.0;

  Vec3 of_vector(Vec3 v) const {
    return {xx * v.x + xy * v.y + xz * v.z, yx * v.x + yy * v.y + yz * v.z, zx * v.x + zy * v.y + zz * v.z};
  }
  Vec3 of_point(Vec3 p) const { return of_vector(p) + shift; }
  // Whether what lies along an axis does so after the motion.
  bool keeps_axes() const { return xx * xy == 0.0; }
  bool mirrors() const {
    return dot(of_vector({1.0, 0.0, 0.0}), cross(of_vector({0.0, 1.0, 0.0}), of_vector(kUp))) < 0.0;
  }
};

// Whether the field is a direction in the world given as an angle [rad].
bool is_orientation(const Field& field);

AgentMotion moved(const AgentMotion& state, const RigidMotion& motion);

// The world of a definition after the motion. Surroundings, targets and scripts move in the definition;
// positions, velocities, headings and memories are those of `original`, which build_world made of the same
// definition.
BuiltWorld build_moved(const ScenarioDef& def, const BuiltWorld& original, const RigidMotion& motion);

}  // namespace drover::test
