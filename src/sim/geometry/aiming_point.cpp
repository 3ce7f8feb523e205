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

constexpr double kAimSlack = 1e-9;  // of a distance, as a part of it and in meters

// How far from p the point lies that is `depth` straight in from the nearest place of the border: from its
// side, at a corner where both sides moved inwards meet. A little more, for rounding.
double distance_straight_in(const Shape& polygon, const ShapeBorder& border, Vec3 p, double depth) {
  const std::span<const ShapeEdge> edges = polygon.edges();
  const std::size_t n = edges.size();
  const ShapeEdge& edge = edges[border.edge];
  const bool is_at_end = border.point == edge.b;
  const ShapeEdge& beside = edges[(border.edge + (is_at_end ? 1 : n - 1)) % n];
  const bool is_corner = is_at_end || border.point == edge.a;
  const Vec3 outwards = is_corner ? edge.normal + beside.normal : edge.normal;
  const double cosine = is_corner ? dot(edge.normal, beside.normal) : 0.0;
  const Vec3 q = border.point - outwards * (depth / (1.0 + cosine));
  return smaller(PlaceSearch::kFar, length(q - p) * (1.0 + kAimSlack) + kAimSlack);
}

// The sides that come within `reach` of p, moved inwards, and circles around the corners that point inwards.
// Returns whether those are all.
bool add_lines(const Shape& polygon, Vec3 p, double depth, double reach, PlaceSearch& search) {
  search.clear();
  const std::span<const ShapeEdge> edges = polygon.edges();
  std::size_t count = 0;
  polygon.visit_edges_near(p, p, reach, [&](std::uint32_t k) {
    const auto& [a, b, normal] = edges[k];
    if (length2(nearest_point_on_segment(a, b, p) - p) > reach * reach) return;
    ++count;
    const Vec3 inwards = -normal * depth;
    search.add_segment(a + inwards, b + inwards);
    const Vec3 next = edges[(k + 1) % edges.size()].b;
    if (cross(b - a, next - b).z * polygon.turn() < 0.0) search.add_circle(b, depth);
  });
  return count == edges.size();
}

// The points of a polygon that are `depth` inside end at such lines. A search that finds a point needs only
// the sides that reach as near to p, so it begins with the nearest ones, and with points no farther than the
// one that is straight in, where all is well.
std::optional<Vec3> nearest_at_depth(const Region& region, Vec3 p, double depth) {
  if (depth > region.greatest_depth + kAimSlack) return std::nullopt;
  const Shape& polygon = region.shape;
  const double least = larger(0.0, depth - kAimSlack);
  const ShapeBorder border = polygon.nearest_border(p);
  if (-border.distance >= least) return p;
  const auto is_deep = [&](Vec3 q) {
    if (!polygon.encloses(q)) return false;
    const std::optional<Vec3> near = polygon.border_within(q, least);
    return !near || length(*near - q) >= least;
  };
  thread_local PlaceSearch search;
  const double straight = distance_straight_in(polygon, border, p, depth);
  add_lines(polygon, p, depth, (straight + depth) * (1.0 + kAimSlack), search);
  if (const std::optional<Vec3> found = search.find(p, is_deep, straight)) return found;
  for (double reach = straight + 4.0 * depth;; reach *= 2.0) {
    const bool has_all = add_lines(polygon, p, depth, reach, search);
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
