// The reference of ways round shapes: the shortest way of a disc among polygons, by searching the graph of
// all places that see each other. Corners of the grown shapes are arcs of many places, which makes a way
// shorter by up to 0.3 %.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/det_math.h"
#include "core/field_table.h"
#include "sim/geometry/shape.h"

namespace drover::test {

class ShortestWays {
 public:
  ShortestWays(std::vector<Shape> shapes, double radius) : shapes_(std::move(shapes)), radius_(radius) {
    for (const Shape& shape : shapes_)
      add_arcs(shape);
    legs_.assign(places_.size() * places_.size(), kInfinity);
    for (std::size_t a = 0; a < places_.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b)
        if (sees(places_[a], places_[b]))
          legs_[a * places_.size() + b] = legs_[b * places_.size() + a] = length(places_[a] - places_[b]);
    }
  }

  // Infinite where there is none [m].
  double from_to(Vec3 from, Vec3 to) const {
    if (sees(from, to)) return length(to - from);
    const std::size_t n = places_.size();
    std::vector<double> way(n, kInfinity);
    for (std::size_t k = 0; k < n; ++k)
      if (sees(from, places_[k])) way[k] = length(places_[k] - from);
    std::vector<bool> is_done(n, false);
    double best = kInfinity;
    for (std::size_t round = 0; round < n; ++round) {
      std::size_t nearest = n;
      for (std::size_t k = 0; k < n; ++k)
        if (!is_done[k] && (nearest == n || way[k] < way[nearest])) nearest = k;
      if (!(way[nearest] < best)) break;
      is_done[nearest] = true;
      if (sees(places_[nearest], to)) best = smaller(best, way[nearest] + length(to - places_[nearest]));
      for (std::size_t k = 0; k < n; ++k)
        way[k] = smaller(way[k], way[nearest] + legs_[nearest * n + k]);
    }
    return best;
  }

 private:
  void add_arcs(const Shape& shape) {
    constexpr double kStep = det::kPi / 12.0;
    const std::span<const ShapeEdge> edges = shape.edges();
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const Vec3 before = edges[(k + edges.size() - 1) % edges.size()].normal;
      const Vec3 after = edges[k].normal;
      const double turn = det::atan2(cross(before, after).z, dot(before, after)) * shape.turn();
      if (turn <= 0.0) continue;
      const int parts = static_cast<int>(turn / kStep) + 1;
      for (int part = 0; part <= parts; ++part) {
        const auto angle = det::sin_cos(shape.turn() * turn * part / parts);
        const Vec3 out{before.x * angle.cos - before.y * angle.sin,
                       before.x * angle.sin + before.y * angle.cos, 0.0};
        places_.push_back(edges[k].a + out * radius_);
      }
    }
  }

  // Between places of one arc the straight way is nearer to the corner than the radius, by little.
  bool sees(Vec3 a, Vec3 b) const {
    for (const Shape& shape : shapes_)
      if (shape.first_hit(a, b, radius_ * 0.99)) return false;
    return true;
  }

  std::vector<Shape> shapes_;
  double radius_;
  std::vector<Vec3> places_;
  std::vector<double> legs_;
};

}  // namespace drover::test
