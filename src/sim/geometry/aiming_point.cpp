#include "sim/geometry/aiming_point.h"

#include <cmath>
#include <cstdint>
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

// Of the sides that come within `reach` of `center`, moved inwards, and of circles around the corners that
// point inwards, those that come within `limit` of p. Returns whether the sides are all.
bool add_lines(const Shape& polygon, Vec3 p, double depth, Vec3 center, double reach, double limit,
               PlaceSearch& search) {
  search.clear();
  const std::span<const ShapeEdge> edges = polygon.edges();
  const double farthest = limit * (1.0 + kAimSlack) + kAimSlack;
  const double farthest_corner2 = (farthest + depth) * (farthest + depth);
  std::size_t count = 0;
  polygon.visit_edges_near(center, center, reach, [&](std::uint32_t k) {
    const auto& [a, b, normal] = edges[k];
    const Vec3 next = edges[k + 1 == edges.size() ? 0 : k + 1].b;
    const bool has_circle =
        length2(b - p) <= farthest_corner2 && cross(b - a, next - b).z * polygon.turn() < 0.0;
    const bool has_line = std::fabs(dot(p - a, normal) + depth) <= farthest;
    if (!has_line && !has_circle) return;
    if (length2(nearest_point_on_segment(a, b, center) - center) > reach * reach) return;
    ++count;
    const Vec3 inwards = -normal * depth;
    if (has_line) search.add_segment(a + inwards, b + inwards);
    if (has_circle) search.add_circle(b, depth);
  });
  return count == edges.size();
}

struct Disc {
  Vec3 center;    // m
  double radius;  // m
};

// Where all sides come to that make a point `depth` inside at most `straight` from p. The way to such a point
// crosses the border no nearer to p than `border`, the nearest place of it, and the rest of that way is
// `depth` long at least: so it crosses where the border is hardly farther than there, and goes on from there
// straight away from p. From outside and far away that is much less than all that is as near to p.
Disc disc_of_sides(const Shape& polygon, const ShapeBorder& border, Vec3 p, double depth, double straight) {
  const double rest = straight - border.distance - depth + 8.0 * kAimSlack * (1.0 + straight);
  const Disc around_p{p, (straight + depth) * (1.0 + kAimSlack)};
  constexpr std::size_t kFewSides = 16;  // sooner looked at one by one
  if (border.distance <= rest || polygon.edges().size() <= kFewSides) return around_p;
  const double reach = border.distance + rest;
  double aside = 0.0;
  polygon.visit_edges_within(p, reach, [&](std::uint32_t k) {
    const auto& [a, b, normal] = polygon.edges()[k];
    const double off = dot(p - a, normal);
    if (off * off > reach * reach) return;
    const Vec3 place = nearest_point_on_segment(a, b, p);
    const double left = reach * reach - length2(place - p);
    if (left >= 0.0) aside = larger(aside, length(place - border.point) + std::sqrt(left));
  });
  const double grown = straight / border.distance;
  const double spread = rest + aside * grown * (1.0 + kAimSlack);
  if (spread > straight) return around_p;
  return {p + (border.point - p) * grown, (depth + spread) * (1.0 + kAimSlack)};
}

// The points of a polygon that are `depth` inside end at such lines. A search that finds a point needs only
// the sides that reach as near to p, so it begins with the nearest ones, and with points no farther than the
// one that is straight in, where all is well.
std::optional<Vec3> nearest_at_depth(const Region& region, const ShapeBorder& border, Vec3 p, double depth) {
  if (depth > region.greatest_depth + kAimSlack) return std::nullopt;
  const Shape& polygon = region.shape;
  const double least = larger(0.0, depth - kAimSlack);
  if (-border.distance >= least) return p;
  const auto is_deep = [&](Vec3 q) {
    if (q == p || !polygon.encloses(q)) return false;
    const std::optional<Vec3> near = polygon.border_within(q, least);
    return !near || length(*near - q) >= least;
  };
  thread_local PlaceSearch search;
  const double straight = distance_straight_in(polygon, border, p, depth);
  const Disc disc = disc_of_sides(polygon, border, p, depth, straight);
  add_lines(polygon, p, depth, disc.center, disc.radius, straight, search);
  if (const std::optional<Vec3> found = search.find(p, is_deep, straight)) return found;
  for (double reach = straight + 4.0 * depth;; reach *= 2.0) {
    const bool has_all = add_lines(polygon, p, depth, p, reach, PlaceSearch::kFar, search);
    const std::optional<Vec3> found = search.find(p, is_deep);
    if (has_all || (found && length(*found - p) + depth <= reach)) return found;
  }
}

// Seen from above.
Vec3 aiming_point_in_outline(const Region& region, Vec3 p, double radius) {
  const Shape& shape = region.shape;
  if (shape.is_circle()) {
    const Vec3 out = p - shape.center();
    return shape.center() + direction(out) * smaller(length(out), larger(0.0, shape.rounding() - radius));
  }
  if (shape.is_rectangle()) {
    const Vec3 min = shape.low(), max = shape.high();
    return {clamp_inside(p.x, min.x, max.x, radius), clamp_inside(p.y, min.y, max.y, radius), p.z};
  }
  const ShapeBorder border = shape.nearest_border(p);
  for (const double part : {1.0, 0.5, 0.25, 0.125}) {
    if (const std::optional<Vec3> found = nearest_at_depth(region, border, p, part * radius)) return *found;
  }
  return border.distance <= 0.0 ? p : border.point;
}

}  // namespace

Vec3 aiming_point(const Region& region, Vec3 p, double radius) {
  if (!region.space || region.shape.is_circle()) return aiming_point_in_outline(region, p, radius);
  const Vec3 low = region.space->low();
  const Vec3 high = region.space->high();
  const Vec3 seen = aiming_point_in_outline(region, {p.x, p.y, 0.0}, radius);
  const bool is_thin = high.z - low.z < 2.0 * radius;
  const double z = is_thin ? 0.5 * (low.z + high.z) : clamp(p.z, low.z + radius, high.z - radius);
  return {seen.x, seen.y, z};
}

}  // namespace drover
