// What does not move and where: obstacles (shapes) and walls (segments), with grids over them. They stay as
// they are for a whole run, present or not; StaticGeometry answers questions about those that are present.
// The inside of a wall that is solid belongs to it. In space the shapes are others (space_statics.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/definitions/definitions.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/shape.h"
#include "sim/geometry/space_statics.h"
#include "sim/geometry/static_grid.h"
#include "sim/geometry/strip_tree.h"

namespace drover {

struct Segment {
  Vec3 a, b;           // m
  Vec3 normal;         // unit, to the left of a -> b
  std::uint32_t wall;  // index of the wall it belongs to
};

// An obstacle where it stands.
struct PlacedObstacle {
  std::string id;  // may be empty
  Shape shape;
  bool present = true;  // from the start
};

// A capsule around a shape.
StaticGrid::Item item_of(const Shape& shape);

// Which obstacles and walls are present, by index: zero where one is not. Those beyond the end are present;
// without any numbers all are.
struct StaticPresence {
  std::span<const std::uint8_t> obstacles, walls;
};

struct StaticShapes {
  StaticShapes() = default;
  // Obstacles are seen through the edges of a world that wraps; walls are not. Without cells every question
  // looks at all of them, with the same answer.
  StaticShapes(const WorldDef& def, const Bounds& bounds, bool with_cells = true);
  // The same with these obstacles instead of those of the definition, which may have placements.
  StaticShapes(const WorldDef& def, std::vector<PlacedObstacle> obstacles, const Bounds& bounds,
               bool with_cells = true);

  // In space. Ids and presence are as in the plane, the shapes are in `space` alone.
  StaticShapes(const WorldDef& def, std::span<const PlacedSpaceObstacle> obstacles, const Bounds& bounds,
               bool with_tree);

  StaticPresence presence_at_start() const {
    return has_absent ? StaticPresence{obstacles_at_start, walls_at_start} : StaticPresence{};
  }

  Bounds bounds;
  std::vector<Shape> obstacles;  // in file order
  std::vector<std::string> obstacle_ids;
  std::vector<std::uint8_t> obstacles_at_start;  // whether each is present then
  StaticGrid obstacle_grid;

  std::vector<std::string> wall_ids;
  std::vector<std::uint8_t> walls_at_start;
  std::vector<Segment> segments;             // of all walls
  std::vector<std::uint32_t> first_segment;  // per wall; its segments follow one another; one more at the end
  std::vector<std::uint32_t> wall_of_segment;
  std::vector<StripTree> wall_trees;  // per wall, over its segments
  StaticGrid segment_grid;
  std::vector<std::uint32_t> solids;  // indices of the solid walls, ascending
  StaticGrid solid_grid;              // of circles around them
  bool has_absent = false;            // some obstacle or wall at the start
  std::optional<SpaceStatics> space;

 private:
  void add_walls(const WorldDef& def, bool with_cells);
  void note_absent();
  StaticGrid::Item add_solid(std::uint32_t wall, const WallDef& def);
};

}  // namespace drover
