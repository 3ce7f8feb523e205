#include "observe/picture/polyline.h"

#include <cstddef>
#include <cstdint>

namespace drover {

Vec2 nearest_point_on_segment(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 along = b - a;
  const double l2 = length2(along);
  return l2 == 0.0 ? a : a + along * clamp(dot(p - a, along) / l2, 0.0, 1.0);
}

std::vector<Vec2> simplified(std::span<const Vec2> points, double tolerance) {
  if (points.size() < 3) return {points.begin(), points.end()};
  std::vector<std::uint8_t> kept(points.size(), 0);
  kept.front() = kept.back() = 1;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, points.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    double farthest2 = tolerance * tolerance;
    std::size_t split = first;
    for (std::size_t k = first + 1; k < last; ++k) {
      const double d2 = length2(points[k] - nearest_point_on_segment(points[first], points[last], points[k]));
      if (d2 > farthest2) farthest2 = d2, split = k;
    }
    if (split == first) continue;
    kept[split] = 1;
    open.emplace_back(first, split);
    open.emplace_back(split, last);
  }
  std::vector<Vec2> result;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (kept[k] != 0) result.push_back(points[k]);
  }
  return result;
}

std::optional<std::pair<Vec2, Vec2>> clipped(Vec2 a, Vec2 b, const Rectangle& box) {
  const Vec2 d = b - a;
  double enter = 0.0;
  double leave = 1.0;
  // Inside means step * s <= room for every side.
  const auto cut = [&](double step, double room) {
    if (step == 0.0) return room >= 0.0;
    const double s = room / step;
    if (step < 0.0) {
      enter = larger(enter, s);
    } else {
      leave = smaller(leave, s);
    }
    return enter <= leave;
  };
  if (!cut(-d.x, a.x - box.min.x) || !cut(d.x, box.max.x - a.x)) return std::nullopt;
  if (!cut(-d.y, a.y - box.min.y) || !cut(d.y, box.max.y - a.y)) return std::nullopt;
  return std::pair{enter > 0.0 ? a + d * enter : a, leave < 1.0 ? a + d * leave : b};
}

}  // namespace drover
