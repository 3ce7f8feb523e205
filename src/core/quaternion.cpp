#include "core/quaternion.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {
namespace {

constexpr double kTinyTurn = 1e-12;  // rad, and lengths of vector parts
constexpr double kVertical = 1e-9;   // horizontal part of a unit vector that counts as none
constexpr double kTinyQuaternion = 1e-6;

constexpr Vec3 kForward{1.0, 0.0, 0.0};

constexpr Quaternion scaled(const Quaternion& q, double s) {
  return {q.w * s, q.x * s, q.y * s, q.z * s};
}
constexpr Quaternion sum(const Quaternion& p, const Quaternion& q) {
  return {p.w + q.w, p.x + q.x, p.y + q.y, p.z + q.z};
}

// Whether the first of (z, y, x) that is larger than `tiny` is negative.
bool points_back(Vec3 v, double tiny) {
  for (const double part : {v.z, v.y, v.x})
    if (std::fabs(part) > tiny) return part < 0.0;
  return false;
}

double horizontal_length(Vec3 v) {
  return std::sqrt(v.x * v.x + v.y * v.y);
}

}  // namespace

Quaternion normalized(const Quaternion& q) {
  const double size = std::sqrt(dot(q, q));
  return size < kTinyQuaternion ? Quaternion{} : scaled(q, 1.0 / size);
}

Quaternion canonical(const Quaternion& q) {
  const bool is_turned = q.w < 0.0 || (q.w == 0.0 && points_back(q.vector(), 0.0));
  const Quaternion c = is_turned ? -q : q;
  return {c.w + 0.0, c.x + 0.0, c.y + 0.0, c.z + 0.0};  // -0 + 0 is 0
}

Quaternion axis_angle(Vec3 axis, double angle) {
  const det::SinCos half = det::sin_cos(0.5 * angle);
  return {half.cos, axis.x * half.sin, axis.y * half.sin, axis.z * half.sin};
}

Quaternion turn_by(Vec3 rotation) {
  const double angle = length(rotation);
  return angle < kTinyTurn ? Quaternion{} : axis_angle(rotation / angle, angle);
}

Vec3 rotation_vector(const Quaternion& q) {
  const bool is_half_turn = std::fabs(q.w) < kTinyTurn;
  const bool is_turned = is_half_turn ? points_back(q.vector(), kTinyTurn) : q.w < 0.0;
  const Quaternion shorter = is_turned ? -q : q;
  const double size = length(shorter.vector());
  if (size < kTinyTurn) return {};
  return shorter.vector() * (2.0 * det::atan2(size, std::fabs(shorter.w)) / size);
}

Quaternion slerp(const Quaternion& from, const Quaternion& to, double t) {
  constexpr double kNearlyAlike = 0.9995;  // where the sine of the angle is too small to divide by
  const double cosine = dot(from, to);
  const Quaternion end = cosine < 0.0 ? -to : to;
  if (std::fabs(cosine) > kNearlyAlike) return normalized(sum(scaled(from, 1.0 - t), scaled(end, t)));
  const double angle = det::acos(std::fabs(cosine));
  const double sine = det::sin(angle);
  return normalized(sum(scaled(from, det::sin((1.0 - t) * angle) / sine),  //
                        scaled(end, det::sin(t * angle) / sine)));
}

Quaternion integrated(const Quaternion& q, Vec3 rotation, double time) {
  const Vec3 turn = rotation * time;
  return length(turn) < kTinyTurn ? q : normalized(turn_by(turn) * q);
}

Quaternion orientation_at(const YawPitchRoll& angles) {
  return axis_angle({0.0, 0.0, 1.0}, angles.yaw) * axis_angle({0.0, 1.0, 0.0}, -angles.pitch) *
         axis_angle(kForward, angles.roll);
}

YawPitchRoll angles_of(const Quaternion& q) {
  const Frame frame = frame_of(q);
  const double level = horizontal_length(frame.forward);
  const double pitch = det::atan2(frame.forward.z, level);
  if (level >= kVertical)
    return {det::atan2(frame.forward.y, frame.forward.x), pitch, det::atan2(frame.left.z, frame.up.z)};
  // The belly points where the nose pointed before it went up; the back does where it went down.
  const Vec3 ahead = frame.forward.z > 0.0 ? -frame.up : frame.up;
  return {det::atan2(ahead.y, ahead.x), pitch, 0.0};
}

// From the largest of the four components, as no other is divided safely. Shepperd, "Quaternion from Rotation
// Matrix" (1978).
Quaternion orientation_of(const Frame& frame) {
  const auto& [f, l, u] = frame;
  const double trace = f.x + l.y + u.z;
  if (trace >= f.x && trace >= l.y && trace >= u.z)
    return normalized({1.0 + trace, l.z - u.y, u.x - f.z, f.y - l.x});
  if (f.x >= l.y && f.x >= u.z) return normalized({l.z - u.y, 1.0 + f.x - l.y - u.z, l.x + f.y, u.x + f.z});
  if (l.y >= u.z) return normalized({u.x - f.z, l.x + f.y, 1.0 - f.x + l.y - u.z, u.y + l.z});
  return normalized({f.y - l.x, u.x + f.z, u.y + l.z, 1.0 - f.x - l.y + u.z});
}

namespace {

// The frame with exactly this forward direction whose up is nearest to another.
Frame frame_with(Vec3 forward, Vec3 up) {
  const Vec3 across = direction(up - forward * dot(forward, up));
  return {forward, cross(across, forward), across};
}

}  // namespace

Frame turned(const Frame& frame, Vec3 rotation) {
  const Quaternion turn = turn_by(rotation);
  return frame_with(direction(rotated(turn, frame.forward)), rotated(turn, frame.up));
}

// The shortest turn from f to g takes a vector u across f to u - (f + g) (g . u) / (1 + f . g): no angle is
// needed.
Frame turned_to(const Frame& frame, Vec3 forward) {
  constexpr double kNearlyOpposite = 1e-12;  // 1 + the cosine
  const double sum = 1.0 + dot(frame.forward, forward);
  // Opposite: half a turn about the own up.
  if (sum < kNearlyOpposite) return frame_with(forward, frame.up);
  return frame_with(forward, frame.up - (frame.forward + forward) * (dot(forward, frame.up) / sum));
}

Quaternion nearest_orientation(const Quaternion& base, Vec3 unit) {
  const Vec3 forward = rotated(base, kForward);
  const Vec3 axis = cross(forward, unit);
  const double sine = length(axis);
  const double cosine = dot(forward, unit);
  if (sine >= kTinyTurn) {
    // Of nearly opposite vectors the rounding of the axis counts where it is not across the turn.
    const Vec3 unit_axis = axis / sine;
    const Vec3 across = direction(unit_axis - forward * dot(unit_axis, forward));
    return normalized(axis_angle(across, det::atan2(sine, cosine)) * base);
  }
  if (cosine > 0.0) return base;
  return normalized(axis_angle(rotated(base, kUp), det::kPi) * base);
}

Quaternion level_orientation(Vec3 unit, const Quaternion& present) {
  const double level = horizontal_length(unit);
  const double yaw = level < kTinyTurn ? angles_of(present).yaw : det::atan2(unit.y, unit.x);
  return orientation_at({.yaw = yaw, .pitch = det::atan2(unit.z, level)});
}

}  // namespace drover
