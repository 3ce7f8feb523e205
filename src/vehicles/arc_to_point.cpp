#include "vehicles/arc_to_point.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {

std::optional<Curve> arc_to_point(const PlanarPose& start, Vec3 point, const TurnSide& turn, double reach) {
  const Vec3 seen = in_body_frame(start, point);
  const Vec3 from_center{seen.x, turn.side * seen.y - turn.radius, 0.0};
  const double square = length2(from_center) - turn.radius * turn.radius;
  if (square < 0.0 && turn.radius - length(from_center) > reach) return std::nullopt;
  const double straight = std::sqrt(larger(square, 0.0));
  const double angle = arc_of_turn(det::atan2(from_center.y, from_center.x) + 0.5 * det::kPi -
                                   det::atan2(straight, turn.radius));
  Curve curve{.count = 2, .length = angle * turn.radius + straight};
  curve.pieces[0] = {turn.side / turn.radius, angle * turn.radius};
  curve.pieces[1] = {0.0, straight};
  return curve;
}

}  // namespace drover
