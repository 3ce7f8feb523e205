#include "observe/metrics/centroid.h"

#include <algorithm>

namespace drover {

// Squared distances on a torus are sums of those along its axes, so each axis has a mean of its own: an
// intrinsic mean on a circle (Hotz and Huckemann, Intrinsic means on the circle: uniqueness, locus and
// asymptotics, 2015).
Vec3 Centroid::of(const World& world, std::span<const AgentIndex> agents) {
  const Bounds& bounds = world.model().bounds;
  const Vec3 first = world.state.motion.position(agents.front());
  Vec3 sum, low, high;
  for (const AgentIndex i : agents) {
    const Vec3 from_first = bounds.displacement(first, world.state.motion.position(i));
    sum += from_first;
    low = {smaller(low.x, from_first.x), smaller(low.y, from_first.y), smaller(low.z, from_first.z)};
    high = {larger(high.x, from_first.x), larger(high.y, from_first.y), larger(high.z, from_first.z)};
  }
  Vec3 mean = first + sum / static_cast<double>(agents.size());
  if (!bounds.wraps()) return mean;
  const auto replace = [&](double Vec3::*axis) {
    if (high.*axis - low.*axis < 0.5 * (bounds.size().*axis)) return;
    coordinates_.clear();
    for (const AgentIndex i : agents)
      coordinates_.push_back(world.state.motion.position(i).*axis);
    mean.*axis = on_circle(bounds.min().*axis, bounds.size().*axis);
  };
  replace(&Vec3::x);
  replace(&Vec3::y);
  if (bounds.size().z > 0.0) replace(&Vec3::z);  // else without edges there
  return mean;
}

// The mean is that of the coordinates on the line where the circle is cut open at its antipode: one of n
// cuts, which put a width on the first ones of the sorted coordinates. Of all cuts it has the least variance.
double Centroid::on_circle(double low, double width) {
  std::ranges::sort(coordinates_);
  const double n = static_cast<double>(coordinates_.size());
  double sum = 0.0;
  for (double& coordinate : coordinates_) {
    coordinate = (coordinate - low) / width;
    sum += coordinate;
  }
  // In widths: with the first k coordinates one farther, n times the variance changes by gained - (2 sum k +
  // k^2) / n, where gained is the sum of 2 x + 1 over them.
  double best = sum / n, least = 0.0, gained = 0.0;
  for (std::size_t k = 1; k < coordinates_.size(); ++k) {
    gained += 2.0 * coordinates_[k - 1] + 1.0;
    const double moved = static_cast<double>(k);
    const double change = gained - (2.0 * sum + moved) * moved / n;
    const double mean = (sum + moved) / n;
    const double inside = mean < 1.0 ? mean : mean - 1.0;
    if (change < least || (change == least && inside < best)) {
      least = change;
      best = inside;
    }
  }
  return low + best * width;
}

}  // namespace drover
