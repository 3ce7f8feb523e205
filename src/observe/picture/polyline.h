// Polylines in a picture: fewer points, and only the part that can be seen.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/vec3.h"

namespace drover {

// Upright rectangle, in whatever unit its user works in.
struct Box {
  Vec3 min;
  Vec3 max;

  double width() const { return max.x - min.x; }
  double height() const { return max.y - min.y; }
  bool contains(Vec3 p) const { return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y; }
  bool overlaps(const Box& other) const {
    return min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y;
  }
  Box grown(double dx, double dy) const {
    return {{min.x - dx, min.y - dy, 0.0}, {max.x + dx, max.y + dy, 0.0}};
  }
  void include(Vec3 p) {
    min = {smaller(min.x, p.x), smaller(min.y, p.y), 0.0};
    max = {larger(max.x, p.x), larger(max.y, p.y), 0.0};
  }
};

// A part of the points, first and last included, such that no point is farther than `tolerance` from the line
// through the points that stay (Douglas and Peucker 1973).
std::vector<Vec3> simplified(std::span<const Vec3> points, double tolerance);

// The part of the segment from a to b inside the box (Liang and Barsky 1984).
std::optional<std::pair<Vec3, Vec3>> clipped(Vec3 a, Vec3 b, const Box& box);

}  // namespace drover
