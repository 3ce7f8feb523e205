#include "sim/geometry/diameter.h"

#include <algorithm>
#include <vector>

#include "core/orientation.h"

namespace drover {
namespace {

// With fewer points every pair is looked at.
constexpr std::size_t kFewPoints = 32;

double of_all_pairs(std::span<const Vec3> points) {
  double greatest = 0.0;
  for (std::size_t k = 1; k < points.size(); ++k)
    for (std::size_t other = 0; other < k; ++other)
      greatest = larger(greatest, length2(points[k] - points[other]));
  return greatest;
}

// Counterclockwise, without points on its edges. Andrew, "Another efficient algorithm for convex hulls in two
// dimensions" (1979).
std::vector<Vec3> convex_hull(std::span<const Vec3> points) {
  std::vector<Vec3> sorted(points.begin(), points.end());
  std::ranges::sort(sorted, [](Vec3 a, Vec3 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<Vec3> hull;
  const auto add_chain = [&hull](auto first, auto last) {
    const std::size_t begin = hull.size();
    for (; first != last; ++first) {
      while (hull.size() >= begin + 2 && orientation(hull[hull.size() - 2], hull.back(), *first) <= 0)
        hull.pop_back();
      hull.push_back(*first);
    }
    hull.pop_back();  // the first point of the other chain
  };
  add_chain(sorted.begin(), sorted.end());
  add_chain(sorted.rbegin(), sorted.rend());
  return hull;
}

}  // namespace

// The farthest two are corners of the hull with parallel tangents. Shamos, "Computational geometry" (1978).
double squared_diameter(std::span<const Vec3> points) {
  if (points.size() < kFewPoints) return of_all_pairs(points);
  const std::vector<Vec3> hull = convex_hull(points);
  if (hull.size() < kFewPoints) return of_all_pairs(hull);
  const auto next = [&](std::size_t k) { return k + 1 == hull.size() ? 0 : k + 1; };
  double greatest = 0.0;
  std::size_t far = 1;
  for (std::size_t k = 0; k < hull.size(); ++k) {
    const Vec3 edge = hull[next(k)] - hull[k];
    while (cross(edge, hull[next(far)] - hull[far]).z > 0.0)
      far = next(far);
    // A corner farther than the turning point: rounding may hide which of two neighbors it is.
    for (const std::size_t other : {far, next(far)}) {
      greatest = larger(greatest, length2(hull[other] - hull[k]));
      greatest = larger(greatest, length2(hull[other] - hull[next(k)]));
    }
  }
  return greatest;
}

}  // namespace drover
