#include "sim/geometry/height_piece.h"

#include <array>
#include <cmath>

namespace drover {
namespace {

inline constexpr double kTouch = 1e-9;      // nearer feet are on the ground [m]
inline constexpr double kSameSpeed = 1e-9;  // m/s
inline constexpr double kNoTime = 1e300;    // s

// Height of flying feet over the ground, a polynomial in time: constant term first.
struct Gap {
  double c0, c1, c2, c3;

  Gap(const Feet& feet, const HeightPiece& ground, double gravity)
      : c0(feet.z - ground.height),
        c1(feet.vz - ground.speed),
        c2((-gravity - ground.acceleration) / 2.0),
        c3(-ground.jerk / 6.0) {}

  double at(double t) const { return c0 + t * (c1 + t * (c2 + t * c3)); }

  // The times within the piece between which the gap grows or shrinks all the time: its ends and the roots of
  // the derivative, ascending. Returns how many.
  std::size_t monotone_parts(double duration, std::array<double, 4>& ends) const {
    std::size_t count = 0;
    ends[count++] = 0.0;
    const double a = 3.0 * c3, half_b = c2, c = c1;
    std::array<double, 2> roots = {kNoTime, kNoTime};
    const double root_argument = half_b * half_b - a * c;
    if (root_argument >= 0.0) {
      // Without cancellation: the product of the roots is c / a.
      const double q = -(half_b + (half_b < 0.0 ? -1.0 : 1.0) * std::sqrt(root_argument));
      if (q != 0.0) roots[0] = c / q;
      if (a != 0.0) roots[1] = q / a;
      if (roots[1] < roots[0]) std::swap(roots[0], roots[1]);
    }
    for (const double root : roots) {
      if (root > 0.0 && root < duration) ends[count++] = root;
    }
    ends[count++] = duration;
    return count;
  }
};

// Between a time when feet are above the ground and one when they are not, while the gap shrinks.
double meeting_between(const Gap& gap, double above, double below) {
  constexpr int kHalvings = 100;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (above + below);
    (gap.at(middle) > 0.0 ? above : below) = middle;
  }
  return below;
}

// When flying feet meet the ground; never within the piece: kNoTime.
double meeting_time(const Gap& gap, double duration) {
  std::array<double, 4> ends;
  const std::size_t count = gap.monotone_parts(duration, ends);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const double first = gap.at(ends[k]), last = gap.at(ends[k + 1]);
    if (first >= -kTouch && last <= 0.0 && last < first)
      return first <= 0.0 ? ends[k] : meeting_between(gap, ends[k], ends[k + 1]);
  }
  return kNoTime;
}

// How long standing feet stay on the ground: until it falls faster than they would.
double time_on(const HeightPiece& ground, double gravity) {
  if (gravity <= 0.0) return kNoTime;
  if (ground.acceleration < -gravity) return 0.0;
  if (ground.jerk >= 0.0) return kNoTime;
  return (-gravity - ground.acceleration) / ground.jerk;
}

// Feet that stand at the beginning of a piece: higher ground lifts them, ground that is gone leaves them in
// the air, and so does ground that goes down faster than they do.
void begin_standing(Feet& feet, const HeightPiece& ground, double gravity) {
  const bool is_left = ground.height < feet.z - kTouch || ground.speed < feet.vz - kSameSpeed;
  if (gravity > 0.0 && is_left) {
    feet.grounded = false;
    feet.z = larger(feet.z, ground.height);
  } else {
    feet.z = ground.height;
    feet.vz = ground.speed;
  }
}

}  // namespace

void follow_ground(Feet& feet, const HeightPiece& ground, double gravity) {
  // Ground that shakes could be left and met again more often; then the feet stay on it.
  constexpr int kMostChanges = 16;
  HeightPiece left = ground;
  if (feet.grounded) begin_standing(feet, left, gravity);
  for (int change = 0; change < kMostChanges; ++change) {
    const Gap gap(feet, left, gravity);
    const double until = feet.grounded ? time_on(left, gravity) : meeting_time(gap, left.duration);
    if (until > left.duration || until == kNoTime) break;
    const double fall_speed = feet.grounded ? 0.0 : left.speed_at(until) - (feet.vz - gravity * until);
    left = left.from(until);
    feet.z = left.height;
    feet.vz = left.speed;
    if (!feet.grounded) feet.landing_speed = larger(feet.landing_speed, fall_speed);
    feet.grounded = !feet.grounded;
  }
  const double rest = left.duration;
  const HeightPiece end = left.from(rest);
  if (feet.grounded) {
    feet.z = end.height;
    feet.vz = end.speed;
    return;
  }
  feet.z += rest * (feet.vz - 0.5 * gravity * rest);
  feet.vz -= gravity * rest;
}

}  // namespace drover
