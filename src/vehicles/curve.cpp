#include "vehicles/curve.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {

PlanarPose pose_at(const Curve& curve, const PlanarPose& start, double arc_length) {
  PlanarPose pose = start;
  double left_over = larger(arc_length, 0.0);
  for (const CurvePiece& piece : curve.used()) {
    const double size = std::fabs(piece.way);
    const double part = smaller(left_over, size);
    pose = travel_arc(pose, piece.way < 0.0 ? -part : part, piece.curvature);
    left_over -= part;
  }
  return pose;
}

bool goes_backward_at(const Curve& curve, double arc_length) {
  double end = 0.0;
  bool backward = false;
  for (const CurvePiece& piece : curve.used()) {
    if (piece.way == 0.0) continue;
    backward = piece.way < 0.0;
    end += std::fabs(piece.way);
    if (arc_length < end) break;
  }
  return backward;
}

std::size_t cusp_count(const Curve& curve) {
  std::size_t cusps = 0;
  double last = 0.0;
  for (const CurvePiece& piece : curve.used()) {
    if (last * piece.way < 0.0) ++cusps;
    if (piece.way != 0.0) last = piece.way < 0.0 ? -1.0 : 1.0;
  }
  return cusps;
}

CurveProblem curve_problem(const PlanarPose& start, const PlanarPose& goal, double radius) {
  const Vec3 offset = in_body_frame(start, goal.position) / radius;
  return {offset.x, offset.y, upright(start.heading).bearing(goal.heading)};
}

std::optional<double> root_of_square(double square) {
  if (square < -kTouching) return std::nullopt;
  return std::sqrt(larger(square, 0.0));
}

double direction_of(Vec3 offset) {
  return length(offset) < kTouching ? 0.0 : det::atan2(offset.y, offset.x);
}

double arc_of_turn(double angle) {
  const double turn = angle - det::kTwoPi * std::floor(angle / det::kTwoPi);
  return turn < kTouching || turn > det::kTwoPi - kTouching ? 0.0 : turn;
}

}  // namespace drover
