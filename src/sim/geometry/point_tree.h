// A bounding volume hierarchy over points that move, for the nearest of them. Its boxes are refitted in every
// state; the points are sorted anew only when the boxes have grown much, so that a state costs linear time.
// Unlike the cells of a grid its boxes suit every distribution: a few points in a wide world, or clusters far
// apart.
//
// Exactness: boxes bound distances without any slack, because rounding keeps the order of differences,
// products and sums. The tree never changes a result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/parameter.h"
#include "core/vec3.h"
#include "sim/geometry/bounds.h"

namespace drover {

class PointTree {
 public:
  // Takes the points of some agents, by index: (x[i], y[i]) for every i in `agents`. Allocates only for more
  // agents than ever before.
  void fit(std::span<const AgentIndex> agents, std::span<const double> x, std::span<const double> y,
           const Bounds& bounds);

  // The agent with the least squared distance from p, to the nearest image in a world that wraps; of equally
  // near ones that with the lowest index. kNoIndex if there is none but `except`.
  AgentIndex nearest(Vec3 p, AgentIndex except) const;

  // What is not to be looked for any more: agents farther away, or as far with a higher index.
  struct Cut {
    double distance2 = kInfinity;  // m^2
    AgentIndex agent = 0xffffffffu;
  };
  // Calls visit(agent, dx, dy, d2) for agents with a squared distance of at most `reach2` [m^2] and perhaps
  // some others, the nearer ones first by tendency. visit returns what is not to be looked for any more.
  template <class Visit>
  void visit_outward(Vec3 p, double reach2, Visit&& visit) const {
    Cut cut;
    Part stack[kMaxDepth];
    std::size_t size = 0;
    if (!points_.empty()) stack[size++] = {0, 0, leaf_count(), 0.0};
    while (size > 0) {
      const Part at = stack[--size];
      const bool is_beyond = at.distance2 > cut.distance2 ||
                             (at.distance2 == cut.distance2 && nodes_[at.node].lowest > cut.agent);
      if (is_beyond || at.distance2 > reach2) continue;
      if (at.last - at.first == 1) {
        const std::size_t end = std::min(at.last * kLeafSize, points_.size());
        for (std::size_t k = at.first * kLeafSize; k < end; ++k) {
          double dx = points_[k].x - p.x;
          double dy = points_[k].y - p.y;
          if (wraps_) {
            dx = Bounds::nearest_image(dx, size_.x);
            dy = Bounds::nearest_image(dy, size_.y);
          }
          cut = visit(points_[k].agent, dx, dy, dx * dx + dy * dy);
        }
        continue;
      }
      const std::size_t middle = at.first + (at.last - at.first) / 2;
      const std::size_t left = at.node + 1;
      const std::size_t right = at.node + 2 * (middle - at.first);
      Part near{left, at.first, middle, distance2(nodes_[left], p)};
      Part far{right, middle, at.last, distance2(nodes_[right], p)};
      // The nearer one is looked at first; of two equally near ones that with the lower agents.
      if (far.distance2 < near.distance2 ||
          (far.distance2 == near.distance2 && nodes_[right].lowest < nodes_[left].lowest))
        std::swap(near, far);
      stack[size++] = far;
      stack[size++] = near;
    }
  }

 private:
  static constexpr std::size_t kLeafSize = 8;
  static constexpr std::size_t kMaxDepth = 64;

  // Nodes are in preorder. One over n leaves has 2 n - 1 nodes below and with it, so that the index of a
  // right child follows from the leaves of the left one.
  struct Node {
    double low_x, high_x, low_y, high_y;  // m
    AgentIndex lowest;                    // index of its agents
  };
  struct Point {
    double x, y;  // m
    AgentIndex agent;
  };
  // A node over the leaves `first` to `last` - 1, and a lower bound of the squared distances of its points
  // [m^2].
  struct Part {
    std::size_t node, first, last;
    double distance2;
  };

  std::size_t leaf_count() const { return (points_.size() + kLeafSize - 1) / kLeafSize; }
  std::span<Point> points_of(std::size_t first_leaf, std::size_t last_leaf);
  void sort(std::size_t first_leaf, std::size_t last_leaf);
  const Node& fit_node(std::size_t node, std::size_t first_leaf, std::size_t last_leaf);
  double looseness() const;
  double distance2(const Node& node, Vec3 p) const;

  bool wraps_ = false;
  Vec3 size_;  // of a world that wraps [m]
  std::vector<AgentIndex> agents_;
  std::vector<Point> points_;  // leaf by leaf
  std::vector<Node> nodes_;
  double sorted_looseness_ = 0.0;  // when the points were last sorted
};

}  // namespace drover
