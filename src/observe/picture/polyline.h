// Polylines in a picture: fewer points, and only the part that can be seen.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/vec2.h"
#include "core/vec3.h"

namespace drover {

// A point of the world in a plan view, which does not show heights.
constexpr Vec2 plan_view(Vec3 p) {
  return {p.x, p.y};
}

// Axis-aligned rectangle: of a plan view [m] or of a picture [px].
struct Rectangle {
  Vec2 min;
  Vec2 max;

  double width() const { return max.x - min.x; }
  double height() const { return max.y - min.y; }
  bool contains(Vec2 p) const { return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y; }
  bool overlaps(const Rectangle& other) const {
    return min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y;
  }
  Rectangle grown(double dx, double dy) const { return {{min.x - dx, min.y - dy}, {max.x + dx, max.y + dy}}; }
  void include(Vec2 p) {
    min = {smaller(min.x, p.x), smaller(min.y, p.y)};
    max = {larger(max.x, p.x), larger(max.y, p.y)};
  }
};

// A part of the points, first and last included, such that no point is farther than `tolerance` from the line
// through the points that stay (Douglas and Peucker 1973).
std::vector<Vec2> simplified(std::span<const Vec2> points, double tolerance);

// The point of the segment from a to b nearest to p.
Vec2 nearest_point_on_segment(Vec2 a, Vec2 b, Vec2 p);

// The part of the segment from a to b inside the rectangle (Liang and Barsky 1984).
std::optional<std::pair<Vec2, Vec2>> clipped(Vec2 a, Vec2 b, const Rectangle& box);

}  // namespace drover
