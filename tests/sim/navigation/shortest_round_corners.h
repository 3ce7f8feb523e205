// The shortest way of a disc past walls and boxes, exactly, by looking at everything: it is made of tangents
// to the circles of the disc's radius about all corners, and of arcs of these circles (the visibility graph
// of what has grown by the radius). The oracle of ways made taut.
#pragma once

#include <cmath>
#include <vector>

#include "core/det_math.h"
#include "sim/geometry/segment_distance.h"

namespace drover::test {

class ShortestRoundCorners {
 public:
  ShortestRoundCorners(const StaticGeometry& geometry, double radius, Vec3 from, Vec3 to)
      : geometry_(geometry), radius_(radius) {
    for (const Segment& wall : geometry.segments()) {
      add_corner(wall.a);
      add_corner(wall.b);
    }
    for (const Shape& shape : geometry.shapes())
      for (const Vec3& corner : shape.corners())
        add_corner(corner);
    nodes_ = {{from, kPoint}, {to, kPoint}};
    add_leg(0, 1);
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      add_tangents_from(0, k);
      add_tangents_from(1, k);
      for (std::size_t j = 0; j < k; ++j)
        add_tangents(j, k);
    }
    add_arcs();
  }

  // Infinite where there is no way [m].
  double length_of_way() const {
    std::vector<double> least(nodes_.size(), kInfinity);
    std::vector<bool> is_done(nodes_.size());
    least[0] = 0.0;
    while (true) {
      std::size_t at = nodes_.size();
      for (std::size_t k = 0; k < nodes_.size(); ++k)
        if (!is_done[k] && least[k] < kInfinity && (at == nodes_.size() || least[k] < least[at])) at = k;
      if (at == nodes_.size() || at == 1) return least[1];
      is_done[at] = true;
      for (const Edge& edge : edges_) {
        if (edge.a == at) least[edge.b] = smaller(least[edge.b], least[at] + edge.length);
        if (edge.b == at) least[edge.a] = smaller(least[edge.a], least[at] + edge.length);
      }
    }
  }

 private:
  static constexpr std::size_t kPoint = ~std::size_t{0};
  struct Node {
    Vec3 at;
    std::size_t corner;  // whose circle it lies on
  };
  struct Edge {
    std::size_t a, b;
    double length;
  };

  void add_corner(Vec3 at) {
    for (const Vec3 corner : corners_)
      if (length(corner - at) < 1e-9) return;
    corners_.push_back(at);
  }
  bool is_clear(Vec3 a, Vec3 b) const { return is_clear_way(geometry_, a, b, radius_ - 1e-6); }
  std::size_t add_node(Vec3 at, std::size_t corner) {
    nodes_.push_back({at, corner});
    return nodes_.size() - 1;
  }
  void add_leg(std::size_t a, std::size_t b) {
    if (is_clear(nodes_[a].at, nodes_[b].at)) edges_.push_back({a, b, length(nodes_[a].at - nodes_[b].at)});
  }
  static Vec3 turned(Vec3 v, double angle) {
    return {v.x * det::cos(angle) - v.y * det::sin(angle), v.x * det::sin(angle) + v.y * det::cos(angle),
            0.0};
  }
  void add_tangents_from(std::size_t point, std::size_t corner) {
    const Vec3 out = nodes_[point].at - corners_[corner];
    const double distance = length(out);
    if (distance < radius_) return;
    const double angle = det::acos(radius_ / distance);
    for (const double side : {-1.0, 1.0}) {
      const Vec3 at = corners_[corner] + turned(out * (radius_ / distance), side * angle);
      if (is_clear(nodes_[point].at, at)) add_leg(point, add_node(at, corner));
    }
  }
  void add_tangents(std::size_t j, std::size_t k) {
    const Vec3 between = corners_[k] - corners_[j];
    const double distance = length(between);
    const Vec3 along = between * (radius_ / distance);
    for (const double side : {-1.0, 1.0}) {
      add_tangent(corners_[j] + turned(along, side * det::kPi / 2), j,
                  corners_[k] + turned(along, side * det::kPi / 2), k);
      if (distance < 2.0 * radius_) continue;
      const double angle = side * det::acos(2.0 * radius_ / distance);
      add_tangent(corners_[j] + turned(along, angle), j, corners_[k] - turned(along, angle), k);
    }
  }
  void add_tangent(Vec3 a, std::size_t j, Vec3 b, std::size_t k) {
    if (!is_clear(a, b)) return;
    const std::size_t first = add_node(a, j);
    add_leg(first, add_node(b, k));
  }
  void add_arcs() {
    for (std::size_t a = 2; a < nodes_.size(); ++a)
      for (std::size_t b = a + 1; b < nodes_.size(); ++b)
        if (nodes_[a].corner == nodes_[b].corner) add_arc(a, b);
  }
  void add_arc(std::size_t a, std::size_t b) {
    const Vec3 center = corners_[nodes_[a].corner];
    const Vec3 from = nodes_[a].at - center;
    const Vec3 to = nodes_[b].at - center;
    const double angle = det::atan2(cross(from, to).z, dot(from, to));
    constexpr int kSteps = 40;
    for (int k = 0; k <= kSteps; ++k) {
      const Vec3 at = center + turned(from, angle * k / kSteps);
      if (!is_clear(at, at)) return;
    }
    edges_.push_back({a, b, std::fabs(angle) * radius_});
  }

  const StaticGeometry& geometry_;
  double radius_;
  std::vector<Vec3> corners_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace drover::test
