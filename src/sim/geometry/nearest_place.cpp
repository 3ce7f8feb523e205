#include "sim/geometry/nearest_place.h"

#include <cmath>

#include "core/frame.h"
#include "sim/geometry/segment.h"

namespace drover {

void PlaceSearch::add_sides(Vec3 a, Vec3 b, double distance) {
  const Vec3 left = upright(direction(b - a)).left * distance;
  add_segment(a + left, b + left);
  add_segment(a - left, b - left);
}

Vec3 PlaceSearch::nearest_of(const Line& line, Vec3 p) {
  if (!line.is_circle()) return nearest_point_on_segment(line.a, line.b, p);
  const Vec3 out = direction(p - line.a);
  return line.a + (out == Vec3{} ? Vec3{1.0, 0.0, 0.0} : out) * line.radius;
}

PlaceSearch::Crossings PlaceSearch::meet(const Line& one, const Line& other) {
  if (one.is_circle()) return other.is_circle() ? meet_circles(one, other) : meet_line(one, other);
  return other.is_circle() ? meet_line(other, one) : meet_segments(one, other);
}

PlaceSearch::Crossings PlaceSearch::meet_segments(const Line& one, const Line& other) {
  const Vec3 u = one.b - one.a;
  const Vec3 v = other.b - other.a;
  const double area = cross(u, v).z;
  if (area == 0.0) return {};
  const double t = cross(other.a - one.a, v).z / area;
  if (!(0.0 <= t && t <= 1.0)) return {};
  return {{one.a + u * t, {}}, 1};
}

PlaceSearch::Crossings PlaceSearch::meet_line(const Line& circle, const Line& segment) {
  const Vec3 along = direction(segment.b - segment.a);
  const Vec3 foot = segment.a + along * dot(circle.a - segment.a, along);
  return both_sides(circle, foot, along, length(foot - circle.a));
}

// From one center towards the other by d, then to either side.
PlaceSearch::Crossings PlaceSearch::meet_circles(const Line& one, const Line& other) {
  const Vec3 between = other.a - one.a;
  const double distance = length(between);
  if (distance == 0.0) return {};
  const double d =
      (distance * distance + one.radius * one.radius - other.radius * other.radius) / (2.0 * distance);
  return both_sides(one, one.a + between * (d / distance), upright(between / distance).left, d);
}

// The points of a circle on the line through `middle`, which is d from its center.
PlaceSearch::Crossings PlaceSearch::both_sides(const Line& circle, Vec3 middle, Vec3 along, double d) {
  const double h2 = circle.radius * circle.radius - d * d;
  if (h2 < 0.0) return {};
  const Vec3 aside = along * std::sqrt(h2);
  return {{middle + aside, middle - aside}, 2};
}

}  // namespace drover
