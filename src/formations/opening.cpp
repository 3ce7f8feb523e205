#include "formations/opening.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/frame.h"

namespace drover {

Opening opening_of(Vec3 a, Vec3 b, std::span<const Vec3> bodies, double radius, std::vector<Vec3>& scratch) {
  // Bearings count from the middle of the segment's angle, so that none is near the jump at pi.
  const Frame middle = upright(direction(direction(a) + direction(b)));
  double low = middle.bearing(a);
  double high = middle.bearing(b);
  if (high < low) std::swap(low, high);
  Opening opening{.whole = high - low};
  scratch.clear();
  for (const Vec3 body : bodies) {
    const double distance = length(body);
    if (distance <= radius) return opening;
    const double half = det::asin(radius / distance);
    const double bearing = middle.bearing(body);
    scratch.push_back({bearing - half, bearing + half, 0.0});
  }
  std::ranges::sort(scratch, {}, [](Vec3 interval) { return std::pair(interval.x, interval.y); });
  double covered_to = low;
  const auto add_gap = [&](double from, double to) {
    opening.free += larger(0.0, to - from);
    opening.largest = larger(opening.largest, to - from);
  };
  for (const Vec3 interval : scratch) {
    add_gap(covered_to, smaller(interval.x, high));
    covered_to = larger(covered_to, interval.y);
  }
  add_gap(covered_to, high);
  return opening;
}

}  // namespace drover
