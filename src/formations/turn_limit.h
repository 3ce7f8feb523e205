// How fast a formation may turn so that no slot is faster than its member: Millington & Funge 3.7.1.
#pragma once

#include <cmath>
#include <span>

#include "core/frame.h"
#include "formations/pattern.h"

namespace drover {

// The greatest rate of turn [rad/s], to either side, at which the slot of an anchor that moves forward at
// `speed` stays below the limit [m/s]: the positive root w of
//   w^2 (x^2 + y^2) + 2 speed |y| w + speed^2 - limit^2 = 0,
// in the form that loses no digits. Zero where the speed leaves no reserve, infinite for a slot at the
// anchor.
inline double max_turn_rate(Vec3 slot, double speed, double limit) {
  const double v = std::fabs(speed);
  const double reserve = limit * limit - v * v;
  if (!(reserve > 0.0)) return 0.0;
  const double half_linear = v * std::fabs(slot.y);
  const double divisor =
      half_linear + std::sqrt(half_linear * half_linear + (slot.x * slot.x + slot.y * slot.y) * reserve);
  return divisor > 0.0 ? reserve / divisor : kInfinity;
}

// The least over all slots; infinite for none.
inline double max_turn_rate(std::span<const PatternSlot> slots, double speed, double limit) {
  double least = kInfinity;
  for (const PatternSlot& slot : slots)
    least = smaller(least, max_turn_rate(slot.place, speed, limit));
  return least;
}

// Never more than max_turn_rate, and needs the distance of the slot [m] only.
inline double safe_turn_rate(double distance, double speed, double limit) {
  const double reserve = larger(0.0, limit - std::fabs(speed));
  return distance > 0.0 ? reserve / distance : (reserve > 0.0 ? kInfinity : 0.0);
}

// The least over all slots, about whichever axis the anchor turns; infinite for none.
inline double safe_turn_rate(std::span<const PatternSlot> slots, double speed, double limit) {
  double least = kInfinity;
  for (const PatternSlot& slot : slots)
    least = smaller(least, safe_turn_rate(length(slot.place), speed, limit));
  return least;
}

}  // namespace drover
