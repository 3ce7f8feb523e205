#include "sim/geometry/strip_tree.h"

namespace drover {

StripTree::StripTree(std::span<const Vec3> points, std::size_t segment_count) {
  if (segment_count == 0) return;
  double size = 1.0;
  for (const Vec3& point : points)
    size = larger(size, larger(std::fabs(point.x), std::fabs(point.y)));
  // Far more than what rounding adds to a coordinate of this size.
  constexpr double kRounding = 1e-9;
  add(points, 0, static_cast<std::uint32_t>(segment_count), kRounding * size);
}

std::uint32_t StripTree::add(std::span<const Vec3> points, std::uint32_t first, std::uint32_t last,
                             double slack) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  const Vec3 start = points[first];
  const Vec3 end = points[last % points.size()];
  const Vec3 along = end - start;
  Node node;
  node.x = start.x;
  node.y = start.y;
  node.along_x = along.x;
  node.along_y = along.y;
  const double length2 = along.x * along.x + along.y * along.y;
  node.inverse_length2 = length2 > 0.0 && 1.0 / length2 < kInfinity ? 1.0 / length2 : 0.0;
  node.low_x = node.low_y = kInfinity;
  node.high_x = node.high_y = -kInfinity;
  node.start_y = start.y;
  node.end_y = end.y;
  double width2 = 0.0;
  for (std::uint32_t k = first; k <= last; ++k) {
    const Vec3 p = points[k % points.size()];
    width2 = larger(width2, distance2(node, p));
    node.low_x = smaller(node.low_x, p.x - slack);
    node.high_x = larger(node.high_x, p.x + slack);
    node.low_y = smaller(node.low_y, p.y - slack);
    node.high_y = larger(node.high_y, p.y + slack);
  }
  node.width = std::sqrt(width2) + slack;
  node.first = first;
  node.last = last;
  nodes_.push_back(node);
  if (last - first > kLeafSize) {
    const std::uint32_t middle = first + (last - first) / 2;
    add(points, first, middle, slack);
    const std::uint32_t right = add(points, middle, last, slack);
    nodes_[index].right = right;
  }
  nodes_[index].next = static_cast<std::uint32_t>(nodes_.size());
  return index;
}

}  // namespace drover
