#include "sim/geometry/static_shapes.h"

#include <algorithm>
#include <utility>

#include "core/frame.h"
#include "sim/geometry/defined_shape.h"

namespace drover {
namespace {

std::vector<PlacedObstacle> obstacles_of(const WorldDef& def) {
  std::vector<PlacedObstacle> obstacles;
  for (const ObstacleDef& obstacle : def.obstacles)
    obstacles.push_back({obstacle.id, shape_of(obstacle), obstacle.present});
  return obstacles;
}

}  // namespace

StaticGrid::Item item_of(const Shape& shape) {
  if (shape.is_circle()) return {shape.center(), shape.center(), shape.rounding()};
  return StaticGrid::item_around(shape.low(), shape.high());
}

StaticShapes::StaticShapes(const WorldDef& def, const Bounds& world, bool with_cells)
    : StaticShapes(def, obstacles_of(def), world, with_cells) {}

StaticShapes::StaticShapes(const WorldDef& def, std::vector<PlacedObstacle> placed, const Bounds& world,
                           bool with_cells)
    : bounds(world) {
  std::vector<StaticGrid::Item> items;
  for (PlacedObstacle& obstacle : placed) {
    const Shape& shape = obstacles.emplace_back(std::move(obstacle.shape));
    obstacle_ids.push_back(std::move(obstacle.id));
    obstacles_at_start.push_back(obstacle.present ? 1 : 0);
    items.push_back(item_of(shape));
  }
  obstacle_grid = StaticGrid(items, bounds, with_cells);
  add_walls(def, with_cells);
  note_absent();
}

StaticShapes::StaticShapes(const WorldDef& def, std::span<const PlacedSpaceObstacle> placed,
                           const Bounds& world, bool with_tree)
    : bounds(world), space(SpaceStatics(placed, def.walls, world, with_tree)) {
  for (const PlacedSpaceObstacle& obstacle : placed) {
    obstacle_ids.push_back(obstacle.id);
    obstacles_at_start.push_back(obstacle.present ? 1 : 0);
  }
  for (const WallDef& wall : def.walls) {
    wall_ids.push_back(wall.id);
    walls_at_start.push_back(wall.present ? 1 : 0);
  }
  note_absent();
}

void StaticShapes::note_absent() {
  const auto is_absent = [](std::uint8_t present) { return present == 0; };
  has_absent =
      std::ranges::any_of(obstacles_at_start, is_absent) || std::ranges::any_of(walls_at_start, is_absent);
}

void StaticShapes::add_walls(const WorldDef& def, bool with_cells) {
  std::vector<StaticGrid::Item> items, solid_items;
  for (const WallDef& wall : def.walls) {
    const auto index = static_cast<std::uint32_t>(wall_ids.size());
    if (wall.solid) solid_items.push_back(add_solid(index, wall));
    first_segment.push_back(static_cast<std::uint32_t>(segments.size()));
    wall_ids.push_back(wall.id);
    walls_at_start.push_back(wall.present ? 1 : 0);
    const std::size_t count = wall.points.size();
    const std::size_t segment_count = wall.closed ? count : count - 1;
    wall_trees.emplace_back(wall.points, segment_count);
    for (std::size_t k = 0; k < segment_count; ++k) {
      const Vec3 a = wall.points[k];
      const Vec3 b = wall.points[(k + 1) % count];
      segments.push_back({a, b, upright(direction(b - a)).left, index});
      wall_of_segment.push_back(index);
      items.push_back({a, b, 0.0});
    }
  }
  first_segment.push_back(static_cast<std::uint32_t>(segments.size()));
  segment_grid = StaticGrid(items, Bounds(), with_cells);
  solid_grid = StaticGrid(solid_items, Bounds(), with_cells);
}

StaticGrid::Item StaticShapes::add_solid(std::uint32_t wall, const WallDef& def) {
  Vec3 low = def.points.front();
  Vec3 high = low;
  for (const Vec3& p : def.points) {
    low = {smaller(low.x, p.x), smaller(low.y, p.y), 0.0};
    high = {larger(high.x, p.x), larger(high.y, p.y), 0.0};
  }
  const Vec3 center = (low + high) * 0.5;
  solids.push_back(wall);
  return {center, center, 0.5 * larger(high.x - low.x, high.y - low.y)};
}

}  // namespace drover
