#include "observe/record/walkable_world.h"

#include <algorithm>

#include "sim/definitions/simple_polygon.h"
#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

constexpr int kCorners = 64;

// An obstacle where it stands, and its images beyond the edges of a world that wraps.
void add_obstacle(const Shape& shape, const Bounds& bounds, Barrier barrier, std::vector<Barrier>& barriers) {
  const int reach = bounds.wraps() ? 1 : 0;
  const Vec3 size = bounds.size();
  for (int x = -reach; x <= reach; ++x) {
    for (int y = -reach; y <= reach; ++y) {
      const Vec3 by{x * size.x, y * size.y, 0.0};
      const Vec3 low = shape.low() + by, high = shape.high() + by;
      const bool is_seen = high.x > bounds.min().x && low.x < bounds.max().x && high.y > bounds.min().y &&
                           low.y < bounds.max().y;
      if ((x != 0 || y != 0) && !is_seen) continue;
      barrier.points = outline(shape.moved(by), kCorners);
      barriers.push_back(barrier);
    }
  }
}

// Only rings that do not cross themselves have an inside. Whether it belongs to the wall does not matter:
// where no agent gets in there is a hole.
Barrier wall_barrier(std::span<const Segment> segments) {
  Barrier barrier;
  for (const Segment& segment : segments)
    barrier.points.push_back(segment.a);
  const bool is_closed = segments.size() > 2 && segments.back().b == segments.front().a;
  const std::vector<Vec3> corners = without_repeats(barrier.points);
  if (is_closed && corners.size() > 2 && !lie_on_one_line(corners) && !find_crossing(corners)) {
    barrier.points = corners;
    barrier.is_ring = true;
  } else {
    barrier.points.push_back(segments.back().b);
  }
  return barrier;
}

void add_outline(const Model& model, WalkableGround& ground) {
  const auto region = std::ranges::find(model.regions, "walkable", &Region::name);
  if (region == model.regions.end()) return;
  std::vector<Vec3> corners = without_repeats(region->shape.corners());
  if (region->shape.is_circle()) corners = outline(region->shape, kCorners);
  if (corners.size() > 2 && !lie_on_one_line(corners) && !find_crossing(corners)) {
    ground.outline = std::move(corners);
  } else {
    ground.notes.emplace_back("the region \"walkable\" crosses itself and cannot be the walkable area");
  }
}

}  // namespace

WalkableGround walkable_ground(const Model& model, bool is_unwrapped) {
  WalkableGround ground;
  if (is_unwrapped) {
    if (std::ranges::find(model.regions, "walkable", &Region::name) != model.regions.end())
      ground.notes.emplace_back(
          "the region \"walkable\" does not hold for positions that go on beyond the edges of the world; "
          "--positions wrapped makes it the walkable area");
    return ground;
  }
  add_outline(model, ground);
  const Bounds& bounds = model.bounds;
  if (bounds.is_bounded()) {
    ground.bounds.add(bounds.min());
    ground.bounds.add(bounds.max());
  }
  const StaticShapes& statics = model.statics->shapes;
  const std::span<const Shape> shapes = statics.obstacles;
  for (std::uint32_t k = 0; k < shapes.size(); ++k) {
    const Barrier barrier = {.is_ring = true,
                             .is_solid = !shapes[k].is_hollow(),
                             .owner = k,
                             .present = statics.obstacles_at_start[k] != 0};
    add_obstacle(shapes[k], bounds, barrier, ground.barriers);
  }
  const std::span<const Segment> segments = statics.segments;
  for (std::size_t begin = 0, end = 0; begin < segments.size(); begin = end) {
    const std::uint32_t wall = segments[begin].wall;
    while (end < segments.size() && segments[end].wall == wall)
      ++end;
    Barrier barrier = wall_barrier(segments.subspan(begin, end - begin));
    barrier.owner = static_cast<std::uint32_t>(shapes.size()) + wall;
    barrier.present = statics.walls_at_start[wall] != 0;
    ground.barriers.push_back(std::move(barrier));
  }
  return ground;
}

std::vector<BarrierChange> barrier_changes(const Model& model, const std::vector<ShapeChange>& changes,
                                           std::int64_t stride) {
  const auto obstacle_count = static_cast<std::uint32_t>(model.statics->shapes.obstacles.size());
  std::vector<BarrierChange> found;
  for (const ShapeChange& change : changes)
    found.push_back({.frame = (change.step + stride - 1) / stride,
                     .owner = change.index + (change.is_wall ? obstacle_count : 0),
                     .present = change.present});
  return found;
}

}  // namespace drover
