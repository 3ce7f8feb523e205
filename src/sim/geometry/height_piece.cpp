#include "sim/geometry/height_piece.h"

#include <array>
#include <cmath>

#include "ballistics/drag.h"

namespace drover {
namespace {

inline constexpr double kTouch = 1e-9;      // nearer feet are on the ground [m]
inline constexpr double kSameSpeed = 1e-9;  // m/s
inline constexpr double kNoTime = 1e300;    // s

// The feet after a time in the air.
double height_in_air(const Feet& feet, const FallLaw& law, double t) {
  if (law.air_drag == 0.0) return feet.z + t * (feet.vz - 0.5 * law.gravity * t);
  const DragPhi phi = drag_phi(law.air_drag * t);
  return feet.z + t * (feet.vz * phi.phi1 - law.gravity * t * phi.phi2);
}
double speed_in_air(const Feet& feet, const FallLaw& law, double t) {
  if (law.air_drag == 0.0) return feet.vz - law.gravity * t;
  const DragPhi phi = drag_phi(law.air_drag * t);
  return feet.vz * phi.decay - law.gravity * t * phi.phi1;
}

// Between a time when something is above zero and one when it is not, and passes zero once between them: the
// first double at which it is not.
template <class Value>
double zero_between(const Value& value, double above, double below) {
  constexpr int kHalvings = 100;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (above + below);
    (value(middle) > 0.0 ? above : below) = middle;
  }
  return below;
}

// The times within a piece between which a gap grows or shrinks all the time: its ends, and others.
struct MonotoneParts {
  std::array<double, 18> ends = {};
  std::size_t count = 0;
  void add(double t) { ends[count++] = t; }
};

// Height of flying feet over the ground, a polynomial in time: constant term first.
struct Gap {
  double c0, c1, c2, c3;

  Gap(const Feet& feet, const HeightPiece& ground, double gravity)
      : c0(feet.z - ground.height),
        c1(feet.vz - ground.speed),
        c2((-gravity - ground.acceleration) / 2.0),
        c3(-ground.jerk / 6.0) {}

  double at(double t) const { return c0 + t * (c1 + t * (c2 + t * c3)); }

  // The ends and the roots of the derivative, ascending.
  MonotoneParts monotone_parts(double duration) const {
    MonotoneParts parts;
    parts.add(0.0);
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
      if (root > 0.0 && root < duration) parts.add(root);
    }
    parts.add(duration);
    return parts;
  }
};

// The same where air brakes the feet, which is no polynomial.
struct GapInAir {
  const Feet& feet;
  const HeightPiece& ground;
  const FallLaw& law;

  double at(double t) const { return height_in_air(feet, law, t) - ground.height_at(t); }
  double growth_at(double t) const { return speed_in_air(feet, law, t) - ground.speed_at(t); }

  // Over ground that moves evenly the gap has one extremum at most, over ground that does not a few, none of
  // them in the same part of a step.
  MonotoneParts monotone_parts(double duration) const {
    constexpr int kPieces = 8;
    MonotoneParts parts;
    for (int k = 0; k < kPieces; ++k) {
      const double from = duration * k / kPieces, to = duration * (k + 1) / kPieces;
      parts.add(from);
      const auto growth = [this](double t) { return growth_at(t); };
      const auto shrinking = [this](double t) { return -growth_at(t); };
      if (growth(from) > 0.0 && growth(to) < 0.0) parts.add(zero_between(growth, from, to));
      if (growth(from) < 0.0 && growth(to) > 0.0) parts.add(zero_between(shrinking, from, to));
    }
    parts.add(duration);
    return parts;
  }
};

// When flying feet meet the ground; never within the piece: kNoTime.
template <class AnyGap>
double meeting_time(const AnyGap& gap, double duration) {
  const auto [ends, count] = gap.monotone_parts(duration);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const double first = gap.at(ends[k]), last = gap.at(ends[k + 1]);
    if (first >= -kTouch && last <= 0.0 && last < first)
      return first <= 0.0 ? ends[k] : zero_between([&](double t) { return gap.at(t); }, ends[k], ends[k + 1]);
  }
  return kNoTime;
}
double meeting_time(const Feet& feet, const HeightPiece& ground, const FallLaw& law) {
  return law.air_drag == 0.0 ? meeting_time(Gap(feet, ground, law.gravity), ground.duration)
                             : meeting_time(GapInAir{feet, ground, law}, ground.duration);
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

void follow_ground(Feet& feet, const HeightPiece& ground, const FallLaw& law) {
  // Ground that shakes could be left and met again more often; then the feet stay on it.
  constexpr int kMostChanges = 16;
  HeightPiece left = ground;
  if (feet.grounded) begin_standing(feet, left, law.gravity);
  for (int change = 0; change < kMostChanges; ++change) {
    const double until = feet.grounded ? time_on(left, law.gravity) : meeting_time(feet, left, law);
    if (until > left.duration || until == kNoTime) break;
    const double fall_speed = feet.grounded ? 0.0 : left.speed_at(until) - speed_in_air(feet, law, until);
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
  const double height = height_in_air(feet, law, rest);
  feet.vz = speed_in_air(feet, law, rest);
  feet.z = height;
}

}  // namespace drover
