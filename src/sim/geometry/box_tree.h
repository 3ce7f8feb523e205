// A bounding volume hierarchy over boxes along the axes, which do not move: the broad phase for static
// geometry in space. It only proposes candidates, among them every item that touches the query; callers test
// exactly. Without a tree every query looks at all items, with the same answers.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/field_table.h"
#include "core/vec3.h"

namespace drover {

// All points between two corners along each axis [m].
struct Box {
  Vec3 low, high;

  // Around everything within `reach` of the segment from a to b, and a little more: so much that what a test
  // finds in touch, in spite of its rounding, is in the box.
  static Box around(Vec3 a, Vec3 b, double reach) {
    const Vec3 low{smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z)};
    const Vec3 high{larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)};
    const Vec3 size = high - low;
    const double grown = reach + 1e-6 * (1.0 + size.x + size.y + size.z + reach);
    const Vec3 growth{grown, grown, grown};
    return {low - growth, high + growth};
  }
  static Box around(Vec3 p, double reach) { return around(p, p, reach); }

  void add(const Box& other) {
    low = {smaller(low.x, other.low.x), smaller(low.y, other.low.y), smaller(low.z, other.low.z)};
    high = {larger(high.x, other.high.x), larger(high.y, other.high.y), larger(high.z, other.high.z)};
  }
  Vec3 center() const { return (low + high) * 0.5; }
  bool overlaps(const Box& other) const {
    return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y &&
           low.z <= other.high.z && other.low.z <= high.z;
  }
  // The squared distance from a point [m^2].
  double distance2(Vec3 p) const {
    const Vec3 nearest{clamp(p.x, low.x, high.x), clamp(p.y, low.y, high.y), clamp(p.z, low.z, high.z)};
    return length2(p - nearest);
  }
};

class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::span<const Box> boxes, bool with_tree = true);

  bool is_empty() const { return nodes_.empty(); }
  // Around all items; of a tree that is not empty.
  const Box& bounds() const { return nodes_.front().box; }

  // Calls visit(k) for the items whose box overlaps `query`, and for others, in any order but once each,
  // until it returns true. Whether it did.
  template <class Visit>
  bool visit_until(const Box& query, Visit&& visit) const {
    std::uint32_t at = 0;
    while (at < nodes_.size()) {
      const Node& node = nodes_[at];
      if (!node.box.overlaps(query)) {
        at = node.next;
        continue;
      }
      for (std::uint32_t e = node.first; node.right == 0 && e < node.last; ++e)
        if (boxes_[items_[e]].overlaps(query) && visit(items_[e])) return true;
      ++at;
    }
    return false;
  }

  // Calls look(k) for items, the nearer ones first by tendency, among them all with a point as near to p as
  // the nearest, unless that is farther away than `nearest` [m]. look returns the least distance of those it
  // has seen, below zero inside of one, or `nearest` where that is less [m].
  template <class Look>
  void visit_nearest(Vec3 p, double nearest, Look&& look) const {
    if (nodes_.empty()) return;
    std::uint32_t stack[kMaxDepth];
    std::size_t size = 0;
    stack[size++] = 0;
    while (size > 0) {
      const std::uint32_t at = stack[--size];
      const Node& node = nodes_[at];
      if (is_beyond(node.box, p, nearest)) continue;
      if (node.right == 0) {
        for (std::uint32_t e = node.first; e < node.last; ++e)
          if (!is_beyond(boxes_[items_[e]], p, nearest)) nearest = look(items_[e]);
        continue;
      }
      const bool left_first = nodes_[at + 1].box.distance2(p) <= nodes_[node.right].box.distance2(p);
      stack[size++] = left_first ? node.right : at + 1;
      stack[size++] = left_first ? at + 1 : node.right;
    }
  }

 private:
  static constexpr std::size_t kMaxDepth = 64;
  static constexpr std::uint32_t kLeafSize = 4;

  // Of items_[first] to items_[last - 1]. Nodes are in preorder: the left child follows its parent.
  struct Node {
    Box box;
    std::uint32_t first, last;
    std::uint32_t right = 0;  // index of the right child; 0: a leaf
    std::uint32_t next = 0;   // index of the first node that is not below this one
  };

  // Whether no point of a box is as near as `nearest`. The slack outweighs the rounding of distances.
  static bool is_beyond(const Box& box, Vec3 p, double nearest) {
    constexpr double kSlack = 1e-9;
    const double reach = larger(nearest, 0.0) * (1.0 + kSlack) + kSlack;
    return box.distance2(p) > reach * reach;
  }
  std::uint32_t add(std::uint32_t first, std::uint32_t last, bool with_tree);

  std::vector<Box> boxes_;            // by item
  std::vector<std::uint32_t> items_;  // in the order of the leaves
  std::vector<Node> nodes_;
};

}  // namespace drover
