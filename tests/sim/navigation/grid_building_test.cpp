// Grids made of what stands: blocked cells, moves through thin walls, edges of the world, costs of the
// ground, doors.
#include "sim/navigation/grid_building.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/geometry/defined_shape.h"
#include "sim/navigation/grid_search.h"

namespace drover::test::grid_building_test {
namespace {

// A world of its own, and a grid over it with cells of 1 m.
struct Site {
  std::vector<PlacedObstacle> obstacles = {};
  std::vector<WallDef> walls = {};
  std::optional<BoundsDef> bounds = {};
  std::vector<Named<RegionDef>> regions = {};
  std::vector<GroundDef> ground = {};

  GridMap build(double room, std::int64_t width = 10, std::int64_t height = 10, int connectivity = 8,
                bool shows_all = true) const {
    WorldDef def;
    def.walls = walls;
    def.ground = ground;
    const Bounds edges = bounds ? Bounds(*bounds) : Bounds();
    const StaticShapes shapes(def, obstacles, edges);
    std::vector<Region> places;
    for (const Named<RegionDef>& region : regions)
      places.emplace_back(region.name, region.value);
    const Ground floor(def, obstacles, places, {}, edges, true);
    const std::vector<std::uint8_t> absent(std::max<std::size_t>(1, walls.size()), 0);
    const StaticPresence presence = shows_all ? StaticPresence{} : StaticPresence{{}, absent};
    const GridFrame frame{
        .origin = {}, .cell_size = 1.0, .width = width, .height = height, .wraps = edges.wraps()};
    return build_grid(
        frame, connectivity, CornerCutting::never,
        {.geometry = {shapes, presence}, .ground = floor, .regions = places, .terrain = {}, .room = room});
  }
};

std::size_t blocked_cells(const GridMap& map) {
  std::size_t count = 0;
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell)
    count += map.is_free(cell) ? 0U : 1U;
  return count;
}

double distance(const GridMap& map, GridCell from, GridCell to) {
  GridSearch search;
  const std::vector<CellIndex> goals = {map.frame().index(to)};
  const GridPath& path = search.find(map, map.frame().index(from), goals);
  return path.status == SearchStatus::ok ? path.cost.meters(1.0) : kInfinity;
}

WallDef wall(std::vector<Vec3> points) {
  WallDef def;
  def.points = std::move(points);
  return def;
}

TEST(BlockedCells, AreThoseWhoseCentersAreNearerThanTheRoom) {
  const Site box{.obstacles = {{"", Shape::box({5, 5, 0}, {2, 2, 0}, 0.0)}}};
  EXPECT_EQ(blocked_cells(box.build(0.5)), 4u);
  EXPECT_EQ(blocked_cells(box.build(0.6)), 12u);
  EXPECT_EQ(blocked_cells(box.build(0.75)), 16u);
  const Site circle{.obstacles = {{"", Shape::circle({5, 5, 0}, 1.0)}}};
  EXPECT_EQ(blocked_cells(circle.build(0.5)), 4u);
  EXPECT_EQ(blocked_cells(circle.build(0.6)), 12u);
  EXPECT_EQ(blocked_cells(circle.build(0.75)), 12u);
}

TEST(BlockedCells, FollowTheBorderOfAPolygonThatIsNotConvex) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}};
  const Site site{.obstacles = {{"", Shape::polygon(corners)}}};
  EXPECT_EQ(blocked_cells(site.build(0.5, 4, 4)), 7u);
  EXPECT_EQ(blocked_cells(site.build(0.6, 4, 4)), 12u);
}

TEST(BlockedCells, AreBeyondEdgesThatHoldBodies) {
  for (const Edge edge : {Edge::reflect, Edge::clamp}) {
    const Site site{.bounds = BoundsDef{{0, 0, 0}, {10, 10, 0}, edge}};
    EXPECT_EQ(blocked_cells(site.build(0.5)), 0u);
    EXPECT_EQ(blocked_cells(site.build(0.6)), 36u);
    EXPECT_EQ(blocked_cells(site.build(0.1, 12)), 20u);
  }
  const Site open{.bounds = BoundsDef{{0, 0, 0}, {10, 10, 0}, Edge::open}};
  EXPECT_EQ(blocked_cells(open.build(0.6)), 0u);
}

// Centers alone leak through a wall between two rows: without the rule for moves the way is straight, 9 m.
TEST(Moves, DoNotLeadThroughThinWalls) {
  struct Case {
    double room;
    std::size_t free;
    double eight, four;
  };
  const double sqrt2 = std::numbers::sqrt2;
  for (const Case& each : {Case{0.4, 100, 9 + 8 * sqrt2, 25}, Case{0.5, 100, 9 + 8 * sqrt2, 25},
                           Case{0.6, 84, 11 + 8 * sqrt2, 27}}) {
    const Site site{.walls = {wall({{0, 5, 0}, {8, 5, 0}})}};
    const GridMap eight = site.build(each.room);
    EXPECT_EQ(100 - blocked_cells(eight), each.free);
    EXPECT_NEAR(distance(eight, {0, 0}, {0, 9}), each.eight, 1e-6) << each.room;
    EXPECT_NEAR(distance(site.build(each.room, 10, 10, 4), {0, 0}, {0, 9}), each.four, 1e-9) << each.room;
  }
}

TEST(Moves, LeadBothWaysOrNeither) {
  const Site site{.obstacles = {{"", Shape::capsule({2, 3, 0}, {7, 5.5, 0}, 0.3)}},
                  .walls = {wall({{1.2, 8.1, 0}, {5.3, 6.7, 0}, {9.4, 8.8, 0}})}};
  const GridMap map = site.build(0.35);
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell) {
    map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
      EXPECT_TRUE(map.has_move(to, opposite_move(move))) << cell << " " << move;
    });
  }
}

TEST(Moves, GoThroughTheEdgesOfAWorldThatWraps) {
  const Site site{.walls = {wall({{5, 0, 0}, {5, 10, 0}})},
                  .bounds = BoundsDef{{0, 0, 0}, {10, 10, 0}, Edge::wrap}};
  EXPECT_NEAR(distance(site.build(0.3), {4, 5}, {5, 5}), 9.0, 1e-9);
}

// An obstacle at the edge blocks cells at the other edge, too.
TEST(Moves, SeeObstaclesThroughTheEdges) {
  const Site site{.obstacles = {{"", Shape::circle({0, 5, 0}, 1.0)}},
                  .bounds = BoundsDef{{0, 0, 0}, {10, 10, 0}, Edge::wrap}};
  const GridMap map = site.build(0.6);
  EXPECT_FALSE(map.is_free(map.frame().index({9, 5})));
  EXPECT_EQ(blocked_cells(map), 12u);
}

TEST(Ground, MakesWaysDearerAndKeepsDirections) {
  Site site{
      .regions = {
          {"slow", {.center = {}, .radius = 1, .min = Vec3{4, 0, 0}, .max = Vec3{6, 10, 0}, .points = {}}}}};
  GroundDef slow;
  slow.region.name = "slow";
  slow.speed_factor = 0.5;
  site.ground = {slow};
  // Two cells of ten cost twice as much, and a move the mean of its cells.
  EXPECT_NEAR(distance(site.build(0.2), {0, 5}, {9, 5}), 11.0, 1e-9);
  site.ground[0].speed_factor = 1.0;
  site.ground[0].one_way = 0.0;
  EXPECT_NEAR(distance(site.build(0.2), {0, 5}, {9, 5}), 9.0, 1e-9);
  EXPECT_EQ(distance(site.build(0.2), {9, 5}, {0, 5}), kInfinity);
}

// What a door that vanishes leaves is what a grid without it is, cell by cell.
TEST(Doors, ChangeWhatTheyTouch) {
  WorldDef def;
  def.walls = {wall({{0, 5.2, 0}, {4.3, 5.2, 0}}), wall({{4.3, 5.2, 0}, {6.1, 5.4, 0}}),
               wall({{6.1, 5.4, 0}, {10, 5.2, 0}})};
  const StaticShapes shapes(def, {}, Bounds());
  const Ground ground;
  const GridFrame frame{.origin = {}, .cell_size = 0.5, .width = 20, .height = 20, .wraps = false};
  const std::vector<std::uint8_t> all = {1, 1, 1}, open = {1, 0, 1};
  const auto around = [&](const std::vector<std::uint8_t>& walls) {
    return GridSurroundings{.geometry = {shapes, StaticPresence{{}, walls}},
                            .ground = ground,
                            .regions = {},
                            .terrain = {},
                            .room = 0.4};
  };
  const auto expect_same = [](const GridMap& a, const GridMap& b) {
    for (CellIndex cell = 0; cell < a.frame().cell_count(); ++cell) {
      EXPECT_EQ(a.is_free(cell), b.is_free(cell)) << cell;
      for (std::size_t move = 0; move < 8; ++move)
        EXPECT_EQ(a.has_move(cell, move), b.has_move(cell, move)) << cell << " " << move;
    }
  };
  const GridMap shut = build_grid(frame, 8, CornerCutting::never, around(all));
  const GridMap wide = build_grid(frame, 8, CornerCutting::never, around(open));
  GridMap map = shut;
  const StaticGrid::Box door = StaticGrid::box({4.3, 5.2, 0}, {6.1, 5.4, 0}, 0.0);
  update_grid(map, around(open), door);
  expect_same(map, wide);
  EXPECT_EQ(distance(shut, {0, 0}, {0, 19}), kInfinity);
  EXPECT_LT(distance(map, {0, 0}, {0, 19}), 60.0);
  update_grid(map, around(all), door);
  expect_same(map, shut);
}

}  // namespace
}  // namespace drover::test::grid_building_test
