#include "sim/geometry/point_tree.h"

#include "core/target.h"

namespace drover {
namespace {

// The least distance along one axis from p to a point between `low` and `high` [m]; in a world that wraps the
// distance to the nearest image. Written as differences that round as those of Bounds::displacement do.
double axis_distance(double p, double low, double high, bool wraps, double width) {
  const double from_low = low - p;
  const double from_high = high - p;
  double distance = larger(0.0, larger(from_low, -from_high));
  if (wraps) {
    distance = smaller(distance, larger(0.0, width - from_high));
    distance = smaller(distance, larger(0.0, from_low + width));
  }
  return distance;
}

}  // namespace

std::span<PointTree::Point> PointTree::points_of(std::size_t first_leaf, std::size_t last_leaf) {
  const std::size_t begin = first_leaf * kLeafSize;
  const std::size_t end = std::min(last_leaf * kLeafSize, points_.size());
  return std::span(points_).subspan(begin, end - begin);
}

void PointTree::fit(std::span<const AgentIndex> agents, std::span<const double> x, std::span<const double> y,
                    const Bounds& bounds) {
  wraps_ = bounds.wraps();
  if (wraps_) size_ = bounds.size();
  const bool are_same = std::ranges::equal(agents, agents_);
  if (!are_same) {
    agents_.assign(agents.begin(), agents.end());
    points_.resize(agents.size());
    for (std::size_t k = 0; k < agents.size(); ++k)
      points_[k].agent = agents[k];
  }
  for (Point& point : points_) {
    point.x = x[point.agent];
    point.y = y[point.agent];
  }
  if (points_.empty()) return;
  nodes_.resize(2 * leaf_count() - 1);
  if (are_same) fit_node(0, 0, leaf_count());
  constexpr double kMaxGrowth = 1.5;
  if (are_same && looseness() <= kMaxGrowth * sorted_looseness_) return;
  sort(0, leaf_count());
  fit_node(0, 0, leaf_count());
  sorted_looseness_ = looseness();
}

// Halves the points across the wider side of their box.
void PointTree::sort(std::size_t first_leaf, std::size_t last_leaf) {
  if (last_leaf - first_leaf == 1) return;
  const std::span<Point> points = points_of(first_leaf, last_leaf);
  Vec3 low{kInfinity, kInfinity, 0.0};
  Vec3 high = -low;
  for (const Point& point : points) {
    low = {smaller(low.x, point.x), smaller(low.y, point.y), 0.0};
    high = {larger(high.x, point.x), larger(high.y, point.y), 0.0};
  }
  const double Point::*coordinate = high.x - low.x < high.y - low.y ? &Point::y : &Point::x;
  const std::size_t middle = first_leaf + (last_leaf - first_leaf) / 2;
  const auto half = points.begin() + static_cast<std::ptrdiff_t>((middle - first_leaf) * kLeafSize);
  std::nth_element(points.begin(), half, points.end(), [coordinate](const Point& a, const Point& b) {
    return a.*coordinate != b.*coordinate ? a.*coordinate < b.*coordinate : a.agent < b.agent;
  });
  sort(first_leaf, middle);
  sort(middle, last_leaf);
}

const PointTree::Node& PointTree::fit_node(std::size_t node, std::size_t first_leaf, std::size_t last_leaf) {
  Node& fitted = nodes_[node];
  fitted = {kInfinity, -kInfinity, kInfinity, -kInfinity, kNoIndex};
  const auto include = [&fitted](const Node& part) {
    fitted.low_x = smaller(fitted.low_x, part.low_x);
    fitted.high_x = larger(fitted.high_x, part.high_x);
    fitted.low_y = smaller(fitted.low_y, part.low_y);
    fitted.high_y = larger(fitted.high_y, part.high_y);
    fitted.lowest = std::min(fitted.lowest, part.lowest);
  };
  if (last_leaf - first_leaf == 1) {
    for (const Point& point : points_of(first_leaf, last_leaf))
      include({point.x, point.x, point.y, point.y, point.agent});
    return fitted;
  }
  const std::size_t middle = first_leaf + (last_leaf - first_leaf) / 2;
  include(fit_node(node + 1, first_leaf, middle));
  include(fit_node(node + 2 * (middle - first_leaf), middle, last_leaf));
  return fitted;
}

// How large the boxes of all nodes are together: half their circumferences [m].
double PointTree::looseness() const {
  double sum = 0.0;
  for (const Node& node : nodes_)
    sum += (node.high_x - node.low_x) + (node.high_y - node.low_y);
  return sum;
}

double PointTree::distance2(const Node& node, Vec3 p) const {
  const double x = axis_distance(p.x, node.low_x, node.high_x, wraps_, size_.x);
  const double y = axis_distance(p.y, node.low_y, node.high_y, wraps_, size_.y);
  return x * x + y * y;
}

AgentIndex PointTree::nearest(Vec3 p, AgentIndex except) const {
  Cut best{kInfinity, 0};
  visit_outward(p, kInfinity, [&](AgentIndex agent, double, double, double d2) {
    const bool precedes = d2 < best.distance2 || (d2 == best.distance2 && agent < best.agent);
    if (agent != except && precedes) best = {d2, agent};
    return best;
  });
  return best.distance2 < kInfinity ? best.agent : kNoIndex;
}

}  // namespace drover
