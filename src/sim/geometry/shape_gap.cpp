#include "sim/geometry/shape_gap.h"

#include <algorithm>
#include <cmath>

#include "core/det_math.h"
#include "core/frame.h"
#include "sim/geometry/segment.h"
#include "sim/geometry/segment_distance.h"

namespace drover {
namespace {

// Calls visit(a, b) for the sides before they are rounded; for the center of a circle as one of no length.
template <class Visit>
void visit_core(const Shape& shape, Vec3 moved, Visit&& visit) {
  if (shape.is_circle()) return visit(shape.center() + moved, shape.center() + moved);
  for (const ShapeEdge& edge : shape.edges())
    visit(edge.a + moved, edge.b + moved);
}

// Of a shape within a round hollow one: from the border to what is farthest out.
double gap_within(const Shape& round, const Shape& inner, Vec3 moved) {
  if (!round.is_hollow() || round.is_polygon()) return -kInfinity;
  double farthest = 0.0;
  visit_core(round, {}, [&](Vec3 a, Vec3 b) {
    for (const Vec3 corner : inner.corners())
      farthest = larger(farthest, length(corner + moved - nearest_point_on_segment(a, b, corner + moved)));
  });
  return round.rounding() - farthest - inner.rounding();
}

bool holds(const Shape& outer, const Shape& inner, Vec3 moved) {
  if (outer.is_hollow() || !outer.is_polygon()) return false;
  return outer.encloses(inner.corners()[0] + Vec3{inner.rounding(), 0.0, 0.0} + moved);
}

}  // namespace

double gap_between(const Shape& one, const Shape& other, Vec3 moved) {
  double between_cores = kInfinity;
  visit_core(one, {}, [&](Vec3 a, Vec3 b) {
    visit_core(other, moved, [&](Vec3 c, Vec3 d) {
      between_cores = smaller(between_cores, distance_between_segments(a, b, c, d));
    });
  });
  const double outside = between_cores - one.rounding() - other.rounding();
  const double within = larger(gap_within(one, other, moved), gap_within(other, one, -moved));
  const double gap = larger(outside, within);
  return holds(one, other, moved) || holds(other, one, -moved) ? -std::fabs(gap) : gap;
}

std::vector<Vec3> outline(const Shape& shape, int corners_to_a_turn) {
  std::vector<Vec3> corners;
  if (shape.is_polygon()) {
    corners.assign(shape.corners().begin(), shape.corners().end());
    if (shape.turn() > 0.0) std::reverse(corners.begin(), corners.end());
    return corners;
  }
  const auto add_arc = [&](Vec3 center, Frame frame, int count) {
    for (int k = 0; k < count; ++k) {
      const auto angle = det::sin_cos(-det::kTwoPi * k / corners_to_a_turn);
      corners.push_back(center + frame.vector(angle.cos, angle.sin) * shape.rounding());
    }
  };
  if (shape.is_circle()) {
    add_arc(shape.center(), upright({1.0, 0.0, 0.0}), corners_to_a_turn);
    return corners;
  }
  const ShapeEdge& axis = shape.edges()[0];
  add_arc(axis.b, upright(axis.normal), corners_to_a_turn / 2 + 1);
  add_arc(axis.a, upright(-axis.normal), corners_to_a_turn / 2 + 1);
  return corners;
}

}  // namespace drover
