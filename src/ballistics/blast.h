// How much of a blast reaches a body at a distance from its center.
#pragma once

#include "core/enum_names.h"
#include "core/vec3.h"

namespace drover {

DROVER_ENUM(Falloff, linear, quadratic, inverse_square)

// The share of the momentum of a blast at a distance from its center [m]: 1 there, and nothing beyond its
// radius [m]. linear 1 - d / R, quadratic (1 - d / R)^2; inverse_square (core / d)^2, as the energy of a wave
// that spreads, at most 1, and cut off at the radius.
inline double blast_share(Falloff falloff, double distance, double radius, double core) {
  if (distance > radius) return 0.0;
  if (falloff == Falloff::inverse_square)
    return distance <= core ? 1.0 : (core * core) / (distance * distance);
  const double share = 1.0 - distance / radius;
  return falloff == Falloff::linear ? share : share * share;
}

}  // namespace drover
