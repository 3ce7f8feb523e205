// Bodies that move past what does not move: every displacement is a sweep of the body's disc, in space of its
// ball.
#pragma once

#include <optional>

#include "sim/geometry/static_geometry.h"

namespace drover {

// What stops a body.
struct Solids {
  bool obstacles = true;
  bool walls = true;
};

// Where a disc that moves first touches something.
struct Touch {
  double t;     // fraction of the displacement, in [0, 1]
  Vec3 center;  // of the disc [m]
  Vec3 normal;  // unit, from the place that is touched to the center
};

// The first time that a disc on its way from `from` to `to` comes nearer to an obstacle or wall than its
// radius, above zero, or deeper into one that it overlaps from the start. Moving away and grazing are no
// touches. Of what is touched at the same time obstacles come before walls, and of these the first listed.
std::optional<Touch> first_touch(const StaticGeometry& geometry, Vec3 from, Vec3 to, double radius,
                                 Solids solids = {});

// How often a displacement may be turned aside.
inline constexpr int kMaxTouches = 4;

// Where a disc ends that is to move from `from` to `to`: it goes to the first touch and on with what is left
// of the displacement along the tangent there, up to the last of kMaxTouches touches, where it stops. `to`
// itself where nothing is touched. So it enters nothing that it did not overlap from the start, up to lengths
// of kLengthEpsilon.
Vec3 slide(const StaticGeometry& geometry, Vec3 from, Vec3 to, double radius, Solids solids = {});

}  // namespace drover
