// Pair forces: how a neighbor pushes an agent away, as a function of the distance.
#pragma once

#include <cmath>

#include "core/frame.h"
#include "core/parameter.h"
#include "core/vec3.h"

namespace drover {

// A push away from each neighbor nearer than `threshold` by strength(distance), at max max_strength.
// Negative strengths attract. With max = max_strength the strength is
//   inverse         decay / distance
//   inverse_square  decay / distance^2
//   linear          max (1 - distance / threshold)
//   lateral         max min(threshold / distance, 10), to the side of the heading the neighbor is not on
struct PairForce {
  enum class Form { inverse, inverse_square, linear, lateral };
  Form form = Form::inverse;
  Parameter threshold;         // m; absent: as far as the neighborhood reaches
  Parameter threshold_factor;  // the same in lengths of the agent's body; absent: threshold counts
  Parameter decay = 1.0;       // m^2/s^2 for inverse, m^3/s^2 for inverse_square
  Parameter max_strength;      // m/s^2; absent: the agent's max_acceleration
  bool closest = false;        // only the nearest neighbor pushes

  friend bool operator==(const PairForce&, const PairForce&) = default;
};

// The parameters of a pair force for one agent.
struct PushParameters {
  double max = 0.0;     // longest push [m/s^2]
  double decay = 0.0;   // see PairForce
  double range = 0.0;   // neighbors farther away do not push [m]
  AgentIndex self = 0;  // the agent
  Vec3 heading = {};    // of the agent
};

// A neighbor relative to the agent.
struct NeighborOffset {
  double dx = 0.0, dy = 0.0, dz = 0.0;  // from the agent to the neighbor [m]
  double d2 = 0.0;                      // m^2
  AgentIndex other = 0;                 // the neighbor

  bool coincides() const { return d2 < kLengthEpsilon * kLengthEpsilon; }
};

// The greatest ratio of threshold and distance that counts in a lateral push : it bounds the push as the
// distance goes to zero.
inline constexpr double kMaxLateralRatio = 10.0;

// The longest push of a form [m/s^2].
constexpr double max_push(PairForce::Form form, double max) {
  return form == PairForce::Form::lateral ? kMaxLateralRatio * max : max;
}

// The fallback direction of coincident agents, which have no line between them: along x, the agent with the
// higher index towards +x.
constexpr double coincident_side(const PushParameters& p, const NeighborOffset& pair) {
  return p.self > pair.other ? 1.0 : -1.0;
}

// Whether the longest push is so far above those at the range that their digits would be lost in steps that
// follow from it (core/fixed_sum.h). Then the step follows from the largest push there is.
inline bool is_far_below_limit(PairForce::Form form, const PushParameters& p) {
  constexpr double kFar = 0x1p-20;
  const double at_range = std::fabs(p.decay) / p.range;
  if (form == PairForce::Form::inverse) return at_range > 0.0 && at_range < p.max * kFar;
  if (form == PairForce::Form::inverse_square) return at_range > 0.0 && at_range / p.range < p.max * kFar;
  return false;
}

// The push along the line between the two, as a factor on the vector to the neighbor; they do not coincide.
template <PairForce::Form form>
double push_factor(const PushParameters& p, double d2) {
  if constexpr (form == PairForce::Form::inverse) {
    // decay/d along -d/|d| is -decay/d^2 times d; the length is decay/|d|, limited to `max`.
    if (!(p.decay * p.decay > p.max * p.max * d2)) return -p.decay / d2;
  }
  const double d = std::sqrt(d2);
  if constexpr (form == PairForce::Form::linear) return -p.max * (1.0 - d / p.range) / d;
  if constexpr (form == PairForce::Form::inverse_square) {
    if (!(std::fabs(p.decay) > p.max * d2)) return -p.decay / (d2 * d);
  }
  return (p.decay < 0.0 ? p.max : -p.max) / d;
}

// In space away from the neighbor, across the heading; to the right of one that is on the axis.
inline Vec3 lateral_push_in_space(const PushParameters& p, const NeighborOffset& pair) {
  const Vec3 offset{pair.dx, pair.dy, pair.dz};
  const Vec3 side = direction(offset - p.heading * dot(offset, p.heading));
  const double ratio = smaller(kMaxLateralRatio, p.range / std::sqrt(pair.d2));
  const double to_left = pair.coincides() ? -coincident_side(p, pair) : 1.0;
  return (side == Vec3{} ? left_of(p.heading) * to_left : side) * (-ratio * p.max);
}

// The push across the heading. A neighbor dead ahead or astern pushes to the left.
inline Vec3 lateral_push(const PushParameters& p, const NeighborOffset& pair) {
  if (pair.dz != 0.0 || p.heading.z != 0.0) return lateral_push_in_space(p, pair);
  const Vec3 left = upright(p.heading).left;
  const double to_left =
      pair.coincides() ? -coincident_side(p, pair) * left.x : left.x * pair.dx + left.y * pair.dy;
  const double range2 = p.range * p.range;
  const double ratio = pair.d2 * (kMaxLateralRatio * kMaxLateralRatio) < range2
                           ? kMaxLateralRatio
                           : p.range / std::sqrt(pair.d2);
  return left * ((to_left > 0.0 ? -ratio : ratio) * p.max);
}

// What one neighbor nearer than the range adds to the request [m/s^2].
template <PairForce::Form form>
Vec3 push(const PushParameters& p, const NeighborOffset& pair) {
  if constexpr (form == PairForce::Form::lateral) {
    return lateral_push(p, pair);
  } else {
    if (pair.coincides()) {
      const bool repels = form == PairForce::Form::linear || p.decay > 0.0;
      return {repels ? coincident_side(p, pair) * p.max : 0.0, 0.0, 0.0};
    }
    const double factor = push_factor<form>(p, pair.d2);
    return {factor * pair.dx, factor * pair.dy, factor * pair.dz};
  }
}

}  // namespace drover
