#include "sim/geometry/box_tree.h"

#include <algorithm>
#include <numeric>

namespace drover {
namespace {

// The axis along which a vector is longest: 0, 1 or 2.
int longest_axis(Vec3 v) {
  if (v.x >= v.y && v.x >= v.z) return 0;
  return v.y >= v.z ? 1 : 2;
}

double along(Vec3 v, int axis) {
  return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

}  // namespace

BoxTree::BoxTree(std::span<const Box> boxes, bool with_tree)
    : boxes_(boxes.begin(), boxes.end()), items_(boxes.size()) {
  std::iota(items_.begin(), items_.end(), 0u);
  if (!boxes.empty()) add(0, static_cast<std::uint32_t>(boxes.size()), with_tree);
}

// Halves the items at the median of their middles, across the longest side of what these take. Returns the
// index of the node.
std::uint32_t BoxTree::add(std::uint32_t first, std::uint32_t last, bool with_tree) {
  Box box = boxes_[items_[first]];
  Box middles{box.center(), box.center()};
  for (std::uint32_t e = first + 1; e < last; ++e) {
    const Box& item = boxes_[items_[e]];
    box.add(item);
    middles.add({item.center(), item.center()});
  }
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  if (!with_tree) box = {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  nodes_.push_back({box, first, last});
  if (with_tree && last - first > kLeafSize) {
    const int axis = longest_axis(middles.high - middles.low);
    const std::uint32_t middle = first + (last - first) / 2;
    std::nth_element(items_.begin() + first, items_.begin() + middle, items_.begin() + last,
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double at_a = along(boxes_[a].center(), axis);
                       const double at_b = along(boxes_[b].center(), axis);
                       return at_a < at_b || (at_a == at_b && a < b);
                     });
    add(first, middle, with_tree);
    const std::uint32_t right = add(middle, last, with_tree);
    nodes_[index].right = right;
  }
  nodes_[index].next = static_cast<std::uint32_t>(nodes_.size());
  return index;
}

}  // namespace drover
