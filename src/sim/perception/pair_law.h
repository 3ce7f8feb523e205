// How two neighbors push each other apart, by their distance (catalogue 5.3).
#pragma once

#include <cmath>

#include "core/frame.h"
#include "core/quantity.h"
#include "core/vec3.h"

namespace drover {

// A push away from each neighbor nearer than `threshold` by strength(distance), at most max_strength.
// Negative strengths attract. With most = max_strength the strength is
//   inverse         decay / distance
//   inverse_square  decay / distance^2
//   linear          most (1 - distance / threshold)
//   lateral         most min(threshold / distance, 10), to the side of the heading the neighbor is not on
struct PairLaw {
  enum class Form { inverse, inverse_square, linear, lateral };
  Form form = Form::inverse;
  Quantity threshold;     // m; absent: as far as the neighborhood reaches
  Quantity decay = 1.0;   // m^2/s^2 for inverse, m^3/s^2 for inverse_square
  Quantity max_strength;  // m/s^2; absent: the agent's max_acceleration
  bool closest = false;   // only the nearest neighbor pushes

  friend bool operator==(const PairLaw&, const PairLaw&) = default;
};

// The numbers of a pair law for one agent.
struct PushTerms {
  double most = 0.0;    // longest push [m/s^2]
  double decay = 0.0;   // see PairLaw
  double range = 0.0;   // neighbors farther away do not push [m]
  AgentIndex self = 0;  // the agent
  Vec3 heading = {};    // of the agent
};

// A neighbor as the agent sees it.
struct PairPlace {
  double dx = 0.0, dy = 0.0;  // from the agent to the neighbor [m]
  double d2 = 0.0;            // m^2
  AgentIndex other = 0;       // the neighbor

  bool coincides() const { return d2 < kLengthEpsilon * kLengthEpsilon; }
};

// The greatest ratio of threshold and distance that counts in a lateral push (catalogue, locomotion 7).
inline constexpr double kMaxLateralRatio = 10.0;

// The longest push of a form [m/s^2].
constexpr double longest_push(PairLaw::Form form, double most) {
  return form == PairLaw::Form::lateral ? kMaxLateralRatio * most : most;
}

// Where a push leads from a neighbor at the same place: agents that coincide part along x, the one with the
// higher number towards +x (catalogue Z3).
constexpr double parting_side(const PushTerms& terms, const PairPlace& place) {
  return terms.self > place.other ? 1.0 : -1.0;
}

// The push along the line between the two, as a factor on the vector to the neighbor; they do not coincide.
template <PairLaw::Form form>
double push_factor(const PushTerms& terms, double d2) {
  if constexpr (form == PairLaw::Form::inverse) {
    // decay/d along -d/|d| is -decay/d^2 times d; the length is decay/|d|, limited to `most`.
    if (!(terms.decay * terms.decay > terms.most * terms.most * d2)) return -terms.decay / d2;
  }
  const double d = std::sqrt(d2);
  if constexpr (form == PairLaw::Form::linear) return -terms.most * (1.0 - d / terms.range) / d;
  if constexpr (form == PairLaw::Form::inverse_square) {
    if (!(std::fabs(terms.decay) > terms.most * d2)) return -terms.decay / (d2 * d);
  }
  return (terms.decay < 0.0 ? terms.most : -terms.most) / d;
}

// The push across the heading. A neighbor dead ahead or astern pushes to the left (catalogue 0.2, ties).
inline Vec3 lateral_push(const PushTerms& terms, const PairPlace& place) {
  const Vec3 left = upright(terms.heading).left;
  const double to_left =
      place.coincides() ? -parting_side(terms, place) * left.x : left.x * place.dx + left.y * place.dy;
  const double range2 = terms.range * terms.range;
  const double ratio = place.d2 * (kMaxLateralRatio * kMaxLateralRatio) < range2
                           ? kMaxLateralRatio
                           : terms.range / std::sqrt(place.d2);
  return left * ((to_left > 0.0 ? -ratio : ratio) * terms.most);
}

// What one neighbor nearer than the range adds to the request [m/s^2].
template <PairLaw::Form form>
Vec3 push(const PushTerms& terms, const PairPlace& place) {
  if constexpr (form == PairLaw::Form::lateral) {
    return lateral_push(terms, place);
  } else {
    if (place.coincides()) {
      const bool repels = form == PairLaw::Form::linear || terms.decay > 0.0;
      return {repels ? parting_side(terms, place) * terms.most : 0.0, 0.0, 0.0};
    }
    const double factor = push_factor<form>(terms, place.d2);
    return {factor * place.dx, factor * place.dy, 0.0};
  }
}

}  // namespace drover
