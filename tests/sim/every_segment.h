// The questions of paths, regions and walls answered in the plainest way, by looking at every segment from
// the first to the last: the oracle of the strip trees.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <vector>

#include "core/orientation.h"
#include "sim/geometry/path.h"
#include "sim/geometry/static_geometry.h"

namespace drover::test {

// A polyline measured by arc length.
struct EverySegment {
  EverySegment(std::span<const Vec3> corners, bool is_closed)
      : points(corners.begin(), corners.end()), closed(is_closed) {
    for (std::size_t k = 0; k + (closed ? 0 : 1) < points.size(); ++k) {
      start.push_back(size);
      size += length(end(k) - points[k]);
    }
  }

  Vec3 end(std::size_t k) const { return points[(k + 1) % points.size()]; }

  Vec3 nearest_point(Vec3 p) const {
    Vec3 best = points.front();
    double best2 = kInfinity;
    for (std::size_t k = 0; k < start.size(); ++k) {
      const Vec3 q = nearest_point_on_segment(points[k], end(k), p);
      if (length2(q - p) < best2) {
        best2 = length2(q - p);
        best = q;
      }
    }
    return best;
  }

  double nearest_parameter(Vec3 p) const {
    double best = 0.0;
    double best2 = kInfinity;
    for (std::size_t k = 0; k < start.size(); ++k) {
      const Vec3 q = nearest_point_on_segment(points[k], end(k), p);
      if (length2(q - p) < best2) {
        best2 = length2(q - p);
        best = start[k] + length(q - points[k]);
      }
    }
    return best;
  }

  double arc_length_to_nearest(Vec3 p, double from, const Path::Window& window) const {
    const double limit = closed ? 0.5 * size : kInfinity;
    const double low = from - smaller(window.behind, limit);
    const double high = from + smaller(window.ahead, limit);
    const std::array<double, 3> turns = {0.0, -size, size};
    double best = 0.0;
    auto best_rank = std::tuple(kInfinity, 0.0, 0.0);
    for (std::size_t k = 0; k < start.size(); ++k) {
      for (const double turn : std::span(turns).first(closed ? 3 : 1)) {
        const Vec3 edge = end(k) - points[k];
        const double first = larger(0.0, low - turn - start[k]);
        const double last = smaller(length(edge), high - turn - start[k]);
        if (first > last) continue;
        const Vec3 along = edge / length(edge);
        const double at = clamp(dot(p - points[k], along), first, last);
        const double distance = start[k] + at + turn - from;
        const auto rank = std::tuple(length2(points[k] + along * at - p), std::fabs(distance), start[k] + at);
        if (!(rank < best_rank)) continue;
        best_rank = rank;
        best = distance;
      }
    }
    return best;
  }

  bool contains(Vec3 p) const {
    bool inside = false;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Vec3 a = points[k];
      const Vec3 b = end(k);
      const int side = orientation(a, b, p);
      const bool in_box = std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
                          std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
      if (side == 0 && in_box) return true;
      if ((a.y > p.y) == (b.y > p.y)) continue;
      if ((b.y > a.y) == (side > 0)) inside = !inside;
    }
    return inside;
  }

  std::vector<Vec3> points;
  bool closed;
  std::vector<double> start;
  double size = 0.0;
};

}  // namespace drover::test
