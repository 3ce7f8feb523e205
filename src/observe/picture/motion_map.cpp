#include "observe/picture/motion_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover {
namespace {

GridFrame frame_of(const Rectangle& part, double cell_size) {
  const auto first = [cell_size](double low) { return std::floor(low / cell_size); };
  const auto count = [&](double low, double high) {
    return static_cast<std::int64_t>(larger(1.0, std::ceil(high / cell_size) - first(low)));
  };
  return {.origin = {first(part.min.x) * cell_size, first(part.min.y) * cell_size, 0.0},
          .cell_size = cell_size,
          .width = count(part.min.x, part.max.x),
          .height = count(part.min.y, part.max.y)};
}

// The shares of the way from a to b at which it crosses lines between cells, ascending, with 0 and 1.
std::vector<double> crossings(const GridFrame& frame, Vec3 a, Vec3 b) {
  std::vector<double> shares = {0.0, 1.0};
  const auto add = [&shares, &frame](double from, double to, double origin, std::int64_t count) {
    if (from == to) return;
    const double low = (smaller(from, to) - origin) / frame.cell_size;
    const double high = (larger(from, to) - origin) / frame.cell_size;
    // Beyond the grid there are no lines.
    const double last = smaller(std::floor(high), static_cast<double>(count));
    for (double line = larger(std::ceil(low), 0.0); line <= last; line += 1.0)
      shares.push_back(clamp((origin + line * frame.cell_size - from) / (to - from), 0.0, 1.0));
  };
  add(a.x, b.x, frame.origin.x, frame.width);
  add(a.y, b.y, frame.origin.y, frame.height);
  std::ranges::sort(shares);
  return shares;
}

void add_way(MotionMap& map, Vec3 a, Vec3 b, double time) {
  const std::vector<double> shares = crossings(map.frame, a, b);
  for (std::size_t k = 1; k < shares.size(); ++k) {
    const double share = shares[k] - shares[k - 1];
    if (share == 0.0) continue;
    const CellIndex cell = map.frame.index_within(a + (b - a) * (0.5 * (shares[k] + shares[k - 1])));
    if (cell == kNoCell) continue;
    map.time[cell] += time * share;
    map.way[cell] += length(b - a) * share;
  }
}

// Through an edge that wraps: the part before it, and the part behind it.
void add_jump(MotionMap& map, const Bounds& bounds, Vec3 a, Vec3 b, double time) {
  const Vec3 way = bounds.displacement(a, b);
  const Rectangle world{plan_view(bounds.min()), plan_view(bounds.max())};
  const double whole = length(plan_view(way));
  for (const auto& [from, to] : {std::pair{a, a + way}, std::pair{b - way, b}}) {
    const auto inside = clipped(plan_view(from), plan_view(to), world);
    if (!inside || whole == 0.0) continue;
    const double share = length(inside->second - inside->first) / whole;
    const Vec3 start{inside->first.x, inside->first.y, 0.0};
    const Vec3 end{inside->second.x, inside->second.y, share * way.z};
    add_way(map, start, end, time * share);
  }
}

}  // namespace

std::optional<double> MotionMap::value(MapQuantity quantity, CellIndex cell) const {
  if (!(time[cell] > 0.0)) return std::nullopt;
  if (quantity == MapQuantity::speed) return way[cell] / time[cell];
  return time[cell] / (duration * frame.cell_size * frame.cell_size);
}

MotionMap motion_map(const Trails& trails, const Bounds& bounds, const Rectangle& part, double cell_size,
                     double dt, double duration) {
  MotionMap map{.frame = frame_of(part, cell_size), .time = {}, .way = {}, .duration = duration};
  map.time.resize(map.frame.cell_count());
  map.way.resize(map.frame.cell_count());
  for (const Trail& trail : trails.agents) {
    for (std::size_t k = 1; k < trail.points.size(); ++k) {
      const TrailPoint& from = trail.points[k - 1];
      const TrailPoint& to = trail.points[k];
      if (to.cut) continue;
      const double time = static_cast<double>(to.step - from.step) * dt;
      to.jump ? add_jump(map, bounds, from.position, to.position, time)
              : add_way(map, from.position, to.position, time);
    }
  }
  return map;
}

}  // namespace drover
