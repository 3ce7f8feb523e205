// Unit quaternions: orientations of bodies in space and the turns between them. Hamilton's product, active,
// from the body's axes (x forward, y left, z up) to those of the world; q and -q are the same orientation.
// Written (w, x, y, z) wherever numbers are read or written. Shoemake, "Animating Rotation with Quaternion
// Curves" (1985); Millington and Funge, Artificial Intelligence for Games, 3.9, with its sign and order
// errors mended.
#pragma once

#include "core/frame.h"
#include "core/vec3.h"

namespace drover {

// How much the length of a quaternion that is given may differ from 1.
inline constexpr double kLargestQuaternionError = 1e-3;

struct Quaternion {
  double w = 1.0;
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  constexpr Vec3 vector() const { return {x, y, z}; }

  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

// First q, then p, both about axes of the world; or p, then q about axes of the body.
constexpr Quaternion operator*(const Quaternion& p, const Quaternion& q) {
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,  //
          p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,  //
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,  //
          p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}
constexpr Quaternion operator-(const Quaternion& q) {
  return {-q.w, -q.x, -q.y, -q.z};
}
// The turn back.
constexpr Quaternion conjugate(const Quaternion& q) {
  return {q.w, -q.x, -q.y, -q.z};
}
constexpr double dot(const Quaternion& p, const Quaternion& q) {
  return p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z;
}

// A vector of the body in the axes of the world.
constexpr Vec3 rotated(const Quaternion& q, Vec3 v) {
  const Vec3 n = q.vector();
  const Vec3 t = cross(n, v);
  return v + 2.0 * (q.w * t + cross(n, t));
}

// Of unit length again; the identity where it is shorter than 1e-6.
Quaternion normalized(const Quaternion& q);

// The one of q and -q that is written and hashed: w > 0, or w = 0 and the first of (z, y, x) that is not zero
// is positive. No zero is negative.
Quaternion canonical(const Quaternion& q);

// About a unit axis by an angle [rad].
Quaternion axis_angle(Vec3 axis, double angle);

// The turn along a vector: about its direction by its length [rad].
Quaternion turn_by(Vec3 rotation);

// The shorter turn from no turn to q as a vector along its axis, whose length is the angle in [0, pi] [rad].
// Of a half turn, whose axis has two directions, the one of which the first of (z, y, x) that is not zero is
// positive: a half turn about up goes to the left.
Vec3 rotation_vector(const Quaternion& q);

// The turn in the axes of the world that leads from one orientation to another, the shorter way [rad].
inline Vec3 rotation_between(const Quaternion& from, const Quaternion& to) {
  return rotation_vector(to * conjugate(from));
}

// Between two orientations at share t in [0, 1], the shorter way, at constant speed.
Quaternion slerp(const Quaternion& from, const Quaternion& to, double t);

// After a time [s] at an angular velocity in the axes of the world [rad/s].
Quaternion integrated(const Quaternion& q, Vec3 rotation, double time);

// Angles [rad]: yaw about up, counter-clockwise seen from above; pitch, the nose up; roll, the right side
// down. Roll happens first and yaw last, about axes of the world.
struct YawPitchRoll {
  double yaw = 0.0;
  double pitch = 0.0;
  double roll = 0.0;
};
Quaternion orientation_at(const YawPitchRoll& angles);
// Straight up and down, where yaw and roll are one turn, roll is 0.
YawPitchRoll angles_of(const Quaternion& q);

constexpr Frame frame_of(const Quaternion& q) {
  return {rotated(q, {1.0, 0.0, 0.0}), rotated(q, {0.0, 1.0, 0.0}), rotated(q, {0.0, 0.0, 1.0})};
}
// A frame after a turn about the axes of the world [rad]; orthonormal again, however often it turns.
Frame turned(const Frame& frame, Vec3 rotation);
// After the shortest turn that brings its forward direction to a unit vector.
Frame turned_to(const Frame& frame, Vec3 forward);

// Of an orthonormal, right-handed frame.
Quaternion orientation_of(const Frame& frame);

// Orientations whose x axis is a unit vector.
// From a base orientation by the shortest turn, which tilts the body where the direction climbs; the opposite
// direction by a half turn about the up of the base.
Quaternion nearest_orientation(const Quaternion& base, Vec3 unit);
// With the wings level. Straight up and down with the yaw of the present orientation.
Quaternion level_orientation(Vec3 unit, const Quaternion& present);

}  // namespace drover
