// A bounding volume hierarchy over points that move, for the nearest of them. Its boxes are refitted in every
// state; the points are sorted anew only when the boxes have grown much, so that a state costs linear time.
// Unlike the cells of a grid its boxes suit every distribution: a few points in a wide world, or clusters far
// apart.
//
// Exactness: boxes bound distances without any slack, because rounding keeps the order of differences,
// products and sums. The tree never changes a result.
#pragma once

#include <cstdint>
#include <span>
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
  struct Visit {
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
