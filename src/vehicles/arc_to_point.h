// The way of a vehicle to a place that it may reach with any heading: an arc of its circle and then straight,
// the first two pieces of the shortest curves of Dubins (1957). Own derivation.
#pragma once

#include <optional>

#include "vehicles/curve.h"

namespace drover {

struct TurnSide {
  double radius = 0.0;  // of the circle [m]
  double side = 1.0;    // 1 to the left, -1 to the right
};

// With the point at (x, y) ahead and to the side of the turn, and at p = (x, y - R) from the center of the
// circle, the straight piece has the length t = sqrt(p^2 - R^2) and the arc the turn
// atan2(p.y, p.x) + pi / 2 - atan2(t, R), in [0, 2 pi). Points inside of the circle, which no arc reaches,
// are passed at the least distance, R - |p|, where that is at most `reach` [m]; else there is none. The
// pieces are forward: arc, straight.
std::optional<Curve> arc_to_point(const PlanarPose& start, Vec3 point, const TurnSide& turn,
                                  double reach = 0.0);

}  // namespace drover
