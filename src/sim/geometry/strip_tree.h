// A bounding volume hierarchy over a polyline that does not move, for questions about its nearest point and
// about which side a point is on, at a cost that grows with the logarithm of the segments. Ballard, "Strip
// Trees: A Hierarchical Representation for Curves" (1981): every node bounds consecutive segments by a strip
// around the chord between their ends. Along a smooth curve the strips narrow with the square of their
// length, so that even from the middle of a round polygon few of them have to be looked into. Axis-aligned
// boxes or cells of a grid would nearly all be.
//
// The tree only proposes candidates, among them every segment that matters; callers test exactly. It never
// changes a result.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/field_table.h"
#include "core/vec3.h"

namespace drover {

class StripTree {
 public:
  StripTree() = default;
  // Segment k leads from point k to the next; behind the last point follows the first.
  StripTree(std::span<const Vec3> points, std::size_t segment_count);

  // Calls look(k) for segments from `first` to `last` - 1, the nearer ones first by tendency, among them all
  // with a point as near to p as the nearest, unless that is farther away than `nearest` [m]. look returns
  // the least squared distance of those it has seen [m^2], or the square of `nearest` where that is less.
  template <class Look>
  void visit_nearest(Vec3 p, std::uint32_t first, std::uint32_t last, Look&& look,
                     double nearest = kInfinity) const {
    if (nodes_.empty() || first >= last) return;
    Visit stack[kMaxDepth];
    std::size_t size = 0;
    Visit at{0, distance2(nodes_[0], p)};
    while (true) {
      const Node& node = nodes_[at.node];
      const bool is_near = !is_beyond(node, at.distance2, nearest);
      if (is_near && node.right != 0) {
        const std::uint32_t left = at.node + 1;
        // The nearer one is looked at first. Which one that is cannot be foreseen: hence no branches.
        const Visit children[] = {{left, distance2(nodes_[left], p)},
                                  {node.right, distance2(nodes_[node.right], p)}};
        const bool takes_left = first < nodes_[left].last;
        const bool takes_right = nodes_[node.right].first < last;
        const bool takes_both = takes_left && takes_right;
        const std::size_t next = takes_both ? !(children[0].distance2 < children[1].distance2) : !takes_left;
        const Visit other = children[1 - next];
        stack[size] = other;
        size += takes_both && !is_beyond(nodes_[other.node], other.distance2, nearest);
        at = children[next];
        continue;
      }
      if (is_near) {
        const std::uint32_t end = node.last < last ? node.last : last;
        double nearest2 = kInfinity;
        for (std::uint32_t k = node.first > first ? node.first : first; k < end; ++k)
          nearest2 = look(k);
        nearest = std::sqrt(nearest2);
      }
      if (size == 0) return;
      at = stack[--size];
    }
  }

  // Calls look(k) for segments, in ascending order, among them all with a point in the box between two
  // corners.
  template <class Look>
  void visit_in_box(Vec3 low, Vec3 high, Look&& look) const {
    std::uint32_t at = 0;
    while (at < nodes_.size()) {
      const Node& node = nodes_[at];
      if (high.x < node.low_x || low.x > node.high_x || high.y < node.low_y || low.y > node.high_y) {
        at = node.next;
        continue;
      }
      for (std::uint32_t k = node.first; node.right == 0 && k < node.last; ++k)
        look(k);
      ++at;
    }
  }

  // Of the segments of a closed polyline: whether a ray from p to +x crosses an odd number of those that
  // look(k) is not called for. It is called for all that p may lie on, or so close to that rounding decides
  // on which side.
  template <class Look>
  bool visit_crossed(Vec3 p, Look&& look) const {
    bool odd = false;
    std::uint32_t at = 0;
    while (at < nodes_.size()) {
      const Node& node = nodes_[at];
      const bool is_aside = p.y < node.low_y || p.y > node.high_y || p.x > node.high_x;
      const bool is_ahead = p.x < node.low_x;
      if (is_aside || is_ahead) {
        odd = odd != (!is_aside && (node.start_y > p.y) != (node.end_y > p.y));
        at = node.next;
        continue;
      }
      for (std::uint32_t k = node.first; node.right == 0 && k < node.last; ++k)
        look(k);
      ++at;
    }
    return odd;
  }

 private:
  static constexpr std::size_t kMaxDepth = 64;
  static constexpr std::uint32_t kLeafSize = 4;

  // Segments `first` to `last` - 1 lie within `width` of the chord from (x, y) along (along_x, along_y).
  // Nodes are in preorder: the left child follows its parent.
  struct Node {
    double x, y, along_x, along_y;        // m
    double inverse_length2;               // of the chord; 0 where its ends coincide [1/m^2]
    double width;                         // m
    double low_x, high_x, low_y, high_y;  // bounds of the segments [m]
    double start_y, end_y;                // of the ends of the chord, exactly [m]
    std::uint32_t first = 0, last = 0;
    std::uint32_t right = 0;  // index of the right child; 0: a leaf
    std::uint32_t next = 0;   // index of the first node that is not below this one
  };
  struct Visit {
    std::uint32_t node;
    double distance2;  // from the chord [m^2]
  };

  // From a point to the chord of a node [m^2].
  static double distance2(const Node& node, Vec3 p) {
    const double x = p.x - node.x;
    const double y = p.y - node.y;
    const double t = clamp((x * node.along_x + y * node.along_y) * node.inverse_length2, 0.0, 1.0);
    const double off_x = x - node.along_x * t;
    const double off_y = y - node.along_y * t;
    return off_x * off_x + off_y * off_y;
  }
  // Whether all segments are farther away than `nearest` [m]. The slack outweighs the rounding of distances.
  static bool is_beyond(const Node& node, double distance2, double nearest) {
    constexpr double kSlack = 1.0 - 1e-9;
    const double reach = node.width + nearest;
    return distance2 * kSlack > reach * reach;
  }

  std::uint32_t add(std::span<const Vec3> points, std::uint32_t first, std::uint32_t last, double slack);

  std::vector<Node> nodes_;
};

}  // namespace drover
