// Where a projectile comes down: Millington, AI for Games, 3rd ed., 3.5.2.
#pragma once

#include <limits>
#include <optional>

#include "ballistics/drag.h"
#include "ballistics/scalar_search.h"
#include "core/vec3.h"

namespace drover {

struct Landing {
  double time = 0.0;  // from now on [s]
  Vec3 point;
};

// A time that never comes [s].
inline constexpr double kNeverComes = std::numeric_limits<double>::infinity();

// Where a free flight falls through a height: that of the ground, or of hands that catch. None where the
// projectile never gets there, where it only rises through, where it is below already, or later than
// `max_time`.
//
// The book's roots (-v_z +- sqrt(v_z^2 - 2 g (p_z - height))) / g need g other than 0, cancel for fast throws
// downward, and the smaller one may be the way up. With H = p_z - height, G = -g_z, q = sqrt(v_z^2 + 2 G H):
//   v_z >= 0: t = (v_z + q) / G          nothing that rises falls unless G > 0
//   v_z < 0:  t = 2 H / (q - v_z)        the same root times its conjugate; any G, 0 too
std::optional<Landing> predict_landing(Vec3 position, Vec3 velocity, Vec3 gravity, double height,
                                       double max_time = kNeverComes);

// The same with drag. The height after the apex is monotone, so bisection finds the crossing.
std::optional<Landing> predict_landing(Vec3 position, Vec3 velocity, const LinearDrag& drag, double height,
                                       double max_time = kNeverComes);

// The first time in [0, max_time] at which a flight, given as its position at a time, is below the ground,
// given as its height at (x, y); `max_time` [s] is finite. 0 for one that is below at the start. Steps of
// 0.05 s find the first sign change and bisection its place: what dips into the ground for less than a step
// is missed. (Going from a height to its landing and to the height there, again and again, converges only
// where the ground's slope times the horizontal speed is less than the speed of descent.)
template <class PositionAt, class GroundAt>
std::optional<Landing> march_to_ground(const PositionAt& position_at, const GroundAt& ground_at,
                                       double max_time) {
  constexpr double kStep = 0.05;  // [s]
  const auto is_above = [&](double time) {
    const Vec3 position = position_at(time);
    return position.z >= ground_at(position.x, position.y);
  };
  if (!is_above(0.0)) return Landing{0.0, position_at(0.0)};
  double begin = 0.0;
  for (double step = 1.0; begin < max_time; step += 1.0) {
    const double end = smaller(step * kStep, max_time);
    if (!is_above(end)) {
      const double time = bisect(begin, end, is_above);
      return Landing{time, position_at(time)};
    }
    begin = end;
  }
  return std::nullopt;
}

}  // namespace drover
