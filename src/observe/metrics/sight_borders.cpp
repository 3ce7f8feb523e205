#include "observe/metrics/sight_borders.h"

#include <algorithm>
#include <tuple>

#include "core/det_math.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

class BorderCollector {
 public:
  BorderCollector(double reach, std::vector<SightBorder>& found) : reach_(reach), found_(found) {}

  // Relative to the point asked about, as everything here.
  void add(Vec3 a, Vec3 b) {
    const double distance2 = length2(nearest_point_on_segment(a, b, {}));
    if (distance2 <= reach_ * reach_) found_.push_back({distance2, a, b});
  }

  // p is the point asked about where the shape is the image that counts.
  void add_shape(const Shape& shape, Vec3 p) {
    if (shape.is_polygon()) return add_polygon(shape, p);
    const std::span<const Vec3> ends = shape.corners();
    const double radius = shape.rounding();
    if (shape.is_hollow() && shape.encloses(p)) {
      const Vec3 along = direction(ends.back() - ends.front());
      add_arc_around(ends.front() - p, radius, -along);
      if (!shape.is_circle()) add_arc_around(ends.back() - p, radius, along);
    } else if (shape.is_hollow() || shape.distance(p) > kLengthEpsilon) {
      for (const Vec3 center : ends)
        add_arc_facing(center - p, radius);
    } else {
      return;
    }
    for (const ShapeEdge& axis : shape.edges()) {
      for (const Vec3 out : {axis.normal * radius, axis.normal * -radius}) {
        if (shape.is_hollow() || dot(p - axis.a - out, out) > 0.0) add(axis.a + out - p, axis.b + out - p);
      }
    }
  }

 private:
  static constexpr int kChords = 32;

  void add_polygon(const Shape& polygon, Vec3 p) {
    polygon.visit_edges_near(p, p, reach_, [&](std::uint32_t k) {
      const ShapeEdge& edge = polygon.edges()[k];
      if (polygon.is_hollow() || dot(p - edge.a, edge.normal) > 0.0) add(edge.a - p, edge.b - p);
    });
  }

  // The cosine of the angle at the center, from the direction to the point asked about to where the circle
  // leaves the reach; above 1 where it is out of reach.
  double cosine_in_reach(double distance, double radius) const {
    if (distance == 0.0) return radius <= reach_ ? -1.0 : 2.0;
    return (distance * distance + radius * radius - reach_ * reach_) / (2.0 * distance * radius);
  }

  // The part of a circle that is in sight from outside of it, up to the tangents.
  void add_arc_facing(Vec3 center, double radius) {
    const double distance = length(center);
    const double cosine = larger(cosine_in_reach(distance, radius), radius / distance);
    if (cosine < 1.0) add_chords(center, radius, det::acos(cosine), kChords, {});
  }

  // A circle about the point asked about, or the half of it on the side of `outward` where that is not zero.
  void add_arc_around(Vec3 center, double radius, Vec3 outward) {
    const double cosine = cosine_in_reach(length(center), radius);
    if (cosine < 1.0) add_chords(center, radius, det::acos(cosine), 2 * kChords, outward);
  }

  // Chords of the arc up to half_angle on both sides of the point of the circle nearest to the one asked
  // about. An even number of them have a corner there, so that it is on the same side of all as of the
  // circle.
  void add_chords(Vec3 center, double radius, double half_angle, int count, Vec3 outward) {
    Vec3 nearest = direction(-center);
    if (nearest == Vec3{}) nearest = {1.0, 0.0, 0.0};
    Vec3 last;
    bool was_cut = false;
    for (int k = 0; k <= count; ++k) {
      const det::SinCos turn = det::sin_cos(half_angle * (2.0 * k / count - 1.0));
      Vec3 out{nearest.x * turn.cos - nearest.y * turn.sin, nearest.x * turn.sin + nearest.y * turn.cos, 0.0};
      const bool is_cut = dot(out, outward) < 0.0;
      if (is_cut) {
        const double side = cross(outward, out).z < 0.0 ? -1.0 : 1.0;
        out = Vec3{-outward.y, outward.x, 0.0} * side;
      }
      const Vec3 corner = center + out * radius;
      if (k > 0 && !(is_cut && was_cut)) add(last, corner);
      last = corner;
      was_cut = is_cut;
    }
  }

  double reach_;  // m
  std::vector<SightBorder>& found_;
};

}  // namespace

void find_sight_borders(const StaticGeometry& geometry, Vec3 p, double reach,
                        std::vector<SightBorder>& found) {
  found.clear();
  BorderCollector collector(reach, found);
  const StaticGrid::Box around = StaticGrid::box(p, reach);
  geometry.segment_grid().visit_in_order(around, [&](std::uint32_t k) {
    collector.add(geometry.segments()[k].a - p, geometry.segments()[k].b - p);
  });
  const Bounds& bounds = geometry.bounds();
  geometry.obstacle_grid().visit_in_order(around, [&](std::uint32_t k) {
    const Shape& shape = geometry.shapes()[k];
    const Vec3 nearest = bounds.wraps() ? shape.center() + bounds.displacement(shape.center(), p) : p;
    visit_images(bounds, [&](Vec3 offset) { collector.add_shape(shape, nearest + offset); });
  });
  std::ranges::sort(found, [](const SightBorder& a, const SightBorder& b) {
    return std::tie(a.distance2, a.a.x, a.a.y, a.b.x, a.b.y) <
           std::tie(b.distance2, b.a.x, b.a.y, b.b.x, b.b.y);
  });
}

}  // namespace drover
