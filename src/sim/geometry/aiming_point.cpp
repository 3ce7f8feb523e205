#include "sim/geometry/aiming_point.h"

#include <optional>
#include <span>

#include "sim/geometry/nearest_place.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

double clamp_inside(double v, double low, double high, double margin) {
  const double inside = smaller(margin, 0.5 * (high - low));
  return clamp(v, low + inside, high - inside);
}

// The points of a polygon that are `depth` inside end at its sides moved inwards and at circles around the
// corners that point inwards. A search that finds a point needs only the sides that reach as near to p, so it
// begins with the nearest ones.
std::optional<Vec3> nearest_at_depth(const Region& polygon, Vec3 p, double depth) {
  constexpr double kSlack = 1e-9;  // of the depth of points on moved lines [m]
  if (depth > polygon.greatest_depth + kSlack) return std::nullopt;
  const Shape& shape = polygon.shape;
  const auto is_deep = [&](Vec3 q) {
    return length(shape.border_point(q) - q) >= depth - kSlack && shape.encloses(q);
  };
  if (is_deep(p)) return p;
  const std::span<const ShapeEdge> edges = shape.edges();
  thread_local PlaceSearch search;
  for (double reach = length(shape.border_point(p) - p) + 4.0 * depth;; reach *= 2.0) {
    search.clear();
    bool has_all = true;
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const auto& [a, b, normal] = edges[k];
      if (length(nearest_point_on_segment(a, b, p) - p) > reach) {
        has_all = false;
        continue;
      }
      const Vec3 inwards = -normal * depth;
      search.add_segment(a + inwards, b + inwards);
      const Vec3 next = edges[(k + 1) % edges.size()].b;
      if (cross(b - a, next - b).z * shape.turn() < 0.0) search.add_circle(b, depth);
    }
    const std::optional<Vec3> found = search.find(p, is_deep);
    if (has_all || (found && length(*found - p) + depth <= reach)) return found;
  }
}

}  // namespace

Vec3 aiming_point(const Region& region, Vec3 p, double radius) {
  const Shape& shape = region.shape;
  if (shape.is_circle()) {
    const Vec3 out = p - shape.center();
    return shape.center() + direction(out) * smaller(length(out), larger(0.0, shape.rounding() - radius));
  }
  if (shape.is_rectangle()) {
    const Vec3 min = shape.low(), max = shape.high();
    return {clamp_inside(p.x, min.x, max.x, radius), clamp_inside(p.y, min.y, max.y, radius), p.z};
  }
  for (const double part : {1.0, 0.5, 0.25, 0.125}) {
    if (const std::optional<Vec3> found = nearest_at_depth(region, p, part * radius)) return *found;
  }
  return shape.nearest_point(p);
}

}  // namespace drover
