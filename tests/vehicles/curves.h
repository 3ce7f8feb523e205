// Curves and random poses for tests.
#pragma once

#include <algorithm>
#include <string>

#include "vehicles/curve.h"
#include "vehicles/drives.h"

namespace drover::test {

// Such as "L+R-S-L-".
inline std::string word_of(const Curve& curve) {
  std::string word;
  for (const CurvePiece& piece : curve.used()) {
    word += piece.curvature > 0.0 ? 'L' : piece.curvature < 0.0 ? 'R' : 'S';
    word += std::signbit(piece.way) ? '-' : '+';
  }
  return word;
}
// Such as "LSR".
inline std::string turns_of(const Curve& curve) {
  std::string word = word_of(curve);
  std::erase_if(word, [](char c) { return c == '+' || c == '-'; });
  return word;
}

inline void expect_ends_at(const Curve& curve, const PlanarPose& start, const PlanarPose& goal) {
  const PlanarPose end = pose_at(curve, start, curve.length);
  EXPECT_LT(length(end.position - goal.position), 1e-9) << word_of(curve);
  EXPECT_LT(length(end.heading - goal.heading), 1e-9) << word_of(curve);
}

inline PlanarPose random_pose(Draws& draws, double size) {
  const double x = uniform(draws, -size, size);
  const double y = uniform(draws, -size, size);
  return pose_of(x, y, uniform(draws, -4.0, 4.0));
}

// Of one to five pieces, of a circle of 1 m.
inline Curve random_curve(Draws& draws, double piece_length, bool reverses) {
  Curve curve;
  curve.count = 1 + static_cast<std::size_t>(5.0 * draws.uniform());
  for (std::size_t i = 0; i < curve.count; ++i) {
    const double bend = std::floor(3.0 * draws.uniform()) - 1.0;
    curve.pieces[i] = {bend, uniform(draws, reverses ? -piece_length : 0.0, piece_length)};
    curve.length += std::fabs(curve.pieces[i].way);
  }
  return curve;
}

}  // namespace drover::test
