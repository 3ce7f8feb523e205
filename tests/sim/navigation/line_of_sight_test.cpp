#include "sim/navigation/line_of_sight.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/geometry/segment.h"
#include "sim/geometry/segment_distance.h"
#include "sim/navigation/grid_drawing.h"
#include "sim/static_scene.h"

namespace drover::line_of_sight_test {
namespace {

using test::OwnGeometry;

Bounds torus() {
  BoundsDef def;
  def.max = {20, 20, 0};
  def.edge = Edge::wrap;
  return Bounds(def);
}

Vec3 point(Draws& draws) {
  const double x = 20.0 * draws.uniform();
  const double y = 20.0 * draws.uniform();
  return {x, y, 0.0};
}

ObstacleDef random_obstacle(Draws& draws) {
  ObstacleDef def;
  def.hollow = draws.below(3) == 0;
  def.present = draws.below(6) != 0;
  const Vec3 at = point(draws);
  const double size = 0.3 + 1.2 * draws.uniform();
  const double angle = det::kTwoPi * draws.uniform();
  switch (draws.below(4)) {
    case 0:
      def.center = at;
      def.radius = size;
      break;
    case 1:
      def.box = BoxDef{at, {2.0 * size, size, 0.0}, angle};
      break;
    case 2:
      def.capsule = CapsuleDef{at, at + Vec3{size, 1.0, 0.0}, 0.5 * size};
      break;
    default: {
      const int n = 3 + static_cast<int>(draws.below(20));
      for (int k = 0; k < n; ++k) {
        const double turn = det::kTwoPi * k / n;
        const double radius = size * (0.4 + draws.uniform());
        def.polygon.push_back(at + Vec3{radius * det::cos(turn), radius * det::sin(turn), 0.0});
      }
    }
  }
  return def;
}

WallDef random_wall(Draws& draws) {
  WallDef def;
  Vec3 at = point(draws);
  const std::uint32_t n = 2 + draws.below(5);
  def.solid = draws.below(3) == 0;
  def.closed = def.solid;
  def.present = draws.below(6) != 0;
  for (std::uint32_t k = 0; k < n + (def.solid ? 1 : 0); ++k) {
    const double turn = det::kTwoPi * k / (n + 1);
    const double radius = 0.5 + draws.uniform();
    def.points.push_back(at + Vec3{radius * det::cos(turn), radius * det::sin(turn), 0.0});
    if (!def.solid) at += Vec3{draws.signed_uniform(), 0.3, 0.0};
  }
  return def;
}

WorldDef random_world(Draws& draws, int size) {
  WorldDef def;
  for (int k = 0; k < size; ++k) {
    def.obstacles.push_back(random_obstacle(draws));
    def.walls.push_back(random_wall(draws));
  }
  return def;
}

// The rule to the letter, from everything there is; nothing where what is asked about is nearly undecided.
std::optional<bool> sees_past_all(const StaticGeometry& geometry, Vec3 a, Vec3 b, double radius) {
  constexpr double kUndecided = 1e-7;
  std::vector<Vec3> shifts = {{}};
  for (const double column : {-2.0, -1.0, 0.0, 1.0, 2.0})
    for (const double row : {-2.0, -1.0, 0.0, 1.0, 2.0})
      if (geometry.bounds().wraps()) shifts.push_back({20.0 * column, 20.0 * row, 0.0});
  bool is_near = false;
  bool sees = true;
  const auto judge = [&](double way, double at_a, double at_b) {
    const double needed = smaller(radius, smaller(at_a, at_b));
    is_near = is_near || (std::fabs(way - needed + 1e-9) < kUndecided && way < smaller(at_a, at_b) - 1e-12);
    sees = sees && at_a >= 0.0 && at_b >= 0.0 && way >= needed - 1e-9;
  };
  for (std::uint32_t k = 0; k < geometry.shapes().size(); ++k) {
    if (!geometry.is_obstacle_present(k)) continue;
    const Shape& shape = geometry.shapes()[k];
    for (const Vec3 shift : shifts)
      judge(distance_to_segment(shape, a + shift, b + shift), shape.distance(a + shift),
            shape.distance(b + shift));
  }
  for (std::uint32_t wall = 0; wall < geometry.wall_ids().size(); ++wall) {
    if (!geometry.is_wall_present(wall)) continue;
    double way = kInfinity;
    for (const Segment& segment : geometry.segments())
      if (segment.wall == wall) way = smaller(way, distance_between_segments(a, b, segment.a, segment.b));
    judge(way, length(a - geometry.nearest_point_of_wall(wall, a)),
          length(b - geometry.nearest_point_of_wall(wall, b)));
  }
  for (const Vec3 p : {a, b})
    geometry.visit_solids_around(p, [&](std::uint32_t) { sees = false; });
  return is_near ? std::nullopt : std::optional(sees);
}

class LineOfSight : public testing::TestWithParam<bool> {};

TEST_P(LineOfSight, IsWhatLookingAtEverythingSays) {
  Draws draws({.seed = 7});
  int decided = 0;
  int seen = 0;
  for (int scene = 0; scene < 60; ++scene) {
    const OwnGeometry geometry(random_world(draws, 2 + scene), GetParam() ? torus() : Bounds());
    for (int k = 0; k < 150; ++k) {
      const Vec3 a = point(draws);
      const Vec3 b = a + (point(draws) - Vec3{10, 10, 0}) * (k % 3 == 0 ? 1.0 : 0.2);
      const double radius = k % 5 == 0 ? 1e-6 : 0.8 * draws.uniform();
      const auto expected = sees_past_all(geometry, a, b, radius);
      const bool is_seen = sees(geometry, a, b, radius);
      ASSERT_EQ(is_seen, sees(geometry, b, a, radius)) << scene << ' ' << k;
      if (!expected) continue;
      ASSERT_EQ(is_seen, *expected) << scene << ' ' << k;
      ++decided;
      seen += is_seen ? 1 : 0;
    }
  }
  EXPECT_GT(decided, 8000);
  EXPECT_GT(seen, 1500);
  EXPECT_LT(seen, decided - 1500);
}

TEST_P(LineOfSight, OfTheWaysFromNearBordersIsTheSameBothWays) {
  Draws draws({.seed = 8});
  int pressed = 0;
  for (int scene = 0; scene < 40; ++scene) {
    const OwnGeometry geometry(random_world(draws, 25), GetParam() ? torus() : Bounds());
    for (std::uint32_t k = 0; k < geometry.shapes().size(); ++k) {
      const ShapeBorder border = geometry.nearest_border(k, point(draws));
      const double gap = draws.below(2) == 0 ? 0.0 : 0.3 * draws.uniform();
      const Vec3 a = border.point + border.normal * gap;
      const Vec3 b = point(draws);
      const bool is_seen = sees(geometry, a, b, 0.5);
      ASSERT_EQ(is_seen, sees(geometry, b, a, 0.5));
      pressed += is_seen ? 1 : 0;
      const auto expected = sees_past_all(geometry, a, b, 0.5);
      if (gap > 1e-6) {
        ASSERT_EQ(is_seen, expected.value_or(is_seen));
      }
    }
  }
  EXPECT_GT(pressed, 50);
}

INSTANTIATE_TEST_SUITE_P(Worlds, LineOfSight, testing::Bool(),
                         [](const auto& world) { return world.param ? "Torus" : "Plane"; });

TEST(Sight, WithListsOfWhatIsNearIsTheSame) {
  Draws draws({.seed = 9});
  const OwnGeometry geometry(random_world(draws, 40), Bounds());
  NearbyShapes nearby;
  for (int k = 0; k < 500; ++k) {
    const Vec3 a = point(draws);
    const Vec3 b = a + (point(draws) - Vec3{10, 10, 0}) * 0.1;
    const StaticGeometry listed = geometry.over(nearby, StaticGrid::box(a, b, 0.4));
    ASSERT_EQ(sees(listed, a, b, 0.4), sees(geometry, a, b, 0.4));
  }
}

TEST(Sight, NeedsTheRadiusOnBothSides) {
  const OwnGeometry geometry = test::walls({test::wall({{0, 5, 0}, {8, 5, 0}})});
  EXPECT_TRUE(sees(geometry, {8.5, 0, 0}, {8.5, 9, 0}, 0.5));
  EXPECT_FALSE(sees(geometry, {8.5, 0, 0}, {8.5, 9, 0}, 0.51));
  EXPECT_FALSE(sees(geometry, {4, 0, 0}, {4, 9, 0}, 0.0));
  EXPECT_FALSE(sees(geometry, {8, 0, 0}, {8, 9, 0}, 0.0));  // by the end of the wall
  EXPECT_TRUE(sees(geometry, {8.01, 0, 0}, {8.01, 9, 0}, 0.0));
  EXPECT_TRUE(sees(geometry, {0, 4.5, 0}, {8, 4.5, 0}, 0.5));
}

TEST(Sight, OfWhatIsPressedAgainstAWallIsAlongItAndAwayFromIt) {
  for (const double gap : {0.0, 1e-12, 0.1, 0.3}) {
    const OwnGeometry geometry = test::walls({test::wall({{0, 0, 0}, {10, 0, 0}, {10, 10, 0}})});
    const Vec3 a{5, gap, 0};
    EXPECT_TRUE(sees(geometry, a, {2, gap, 0}, 0.5)) << gap;
    EXPECT_TRUE(sees(geometry, a, {5, 8, 0}, 0.5)) << gap;
    EXPECT_EQ(sees(geometry, a, {5, -3, 0}, 0.5), gap == 0.0) << gap;
    EXPECT_FALSE(sees(geometry, a, {12, 5, 0}, 0.5)) << gap;
  }
}

TEST(Sight, FromTheBorderOfASolidNeverLeadsThroughIt) {
  WorldDef def;
  def.obstacles.resize(4);
  def.obstacles[0].center = {0, 0, 0};
  def.obstacles[0].radius = 1.0;
  def.obstacles[1].box = BoxDef{Vec3{10, 0, 0}, {2, 2, 0}, 0.0};
  def.obstacles[2].capsule = CapsuleDef{{20, 0, 0}, {20, 0.5, 0}, 1.0};
  def.obstacles[3].polygon = {{29, -1, 0}, {31, -1, 0}, {31, 1, 0}, {29, 1, 0}};
  WallDef block = test::wall({{39, -1, 0}, {41, -1, 0}, {41, 1, 0}, {39, 1, 0}}, true);
  block.solid = true;
  def.walls.push_back(block);
  const OwnGeometry geometry(def, Bounds());
  for (const double x : {0.0, 10.0, 20.0, 30.0, 40.0}) {
    for (const double radius : {0.0, 0.4}) {
      const Vec3 left{x - 1.0, 0, 0};
      EXPECT_FALSE(sees(geometry, left, {x + 3.0, 0, 0}, radius)) << x;
      EXPECT_FALSE(sees(geometry, left, {x + 1.0, 0, 0}, radius)) << x;  // on the border too
      EXPECT_TRUE(sees(geometry, left, {x - 3.0, 0, 0}, radius)) << x;
      EXPECT_TRUE(sees(geometry, left, {x - 3.0, 2, 0}, radius)) << x;
      EXPECT_FALSE(sees(geometry, {x, 0.1, 0}, {x, 5, 0}, radius)) << x;  // from inside
      EXPECT_FALSE(sees(geometry, {x, 0.1, 0}, {x, 0.2, 0}, radius)) << x;
      EXPECT_FALSE(sees(geometry, {x, 0.1, 0}, {x, 0.1, 0}, radius)) << x;
      EXPECT_TRUE(sees(geometry, {x - 1.5, 0, 0}, {x - 1.5, 0, 0}, radius)) << x;
    }
  }
}

TEST(Sight, ThroughTheEdgesMeetsImagesOfObstaclesAndNoImagesOfWalls) {
  WorldDef def;
  def.obstacles.resize(1);
  def.obstacles[0].center = {1, 10, 0};
  def.obstacles[0].radius = 0.5;
  def.walls = {test::wall({{1, 2, 0}, {1, 6, 0}})};
  const OwnGeometry geometry(def, torus());
  EXPECT_FALSE(sees(geometry, {18, 10, 0}, {23, 10, 0}, 0.3));
  EXPECT_TRUE(sees(geometry, {18, 11, 0}, {23, 11, 0}, 0.3));
  EXPECT_TRUE(sees(geometry, {18, 4, 0}, {23, 4, 0}, 0.3));
  EXPECT_FALSE(sees(geometry, {0, 4, 0}, {3, 4, 0}, 0.3));
}

TEST(Sight, DoorsThatAreAbsentHideNothing) {
  WorldDef def;
  def.walls = {test::wall({{0, 5, 0}, {8, 5, 0}})};
  def.walls[0].present = false;
  const OwnGeometry geometry(def, Bounds());
  EXPECT_TRUE(sees(geometry, {4, 0, 0}, {4, 9, 0}, 0.5));
}

// From the centers of two cells.
bool sees_cells(const GridMap& map, GridCell from, GridCell to) {
  const OwnGeometry empty(WorldDef{}, Bounds());
  return sees_on_grid(map, empty, map.frame().center(from), map.frame().center(to));
}

TEST(SightOnGrid, OnTheMapWithAWall) {
  const GridMap map = drawn_map(bar_rows(), {.origin = {}});
  EXPECT_TRUE(sees_cells(map, {0, 1}, {0, 3}));
  EXPECT_TRUE(sees_cells(map, {0, 3}, {3, 4}));
  EXPECT_FALSE(sees_cells(map, {0, 1}, {1, 4}));  // by the corner of a blocked cell
  EXPECT_FALSE(sees_cells(map, {3, 0}, {3, 4}));
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell) {
    EXPECT_EQ(sees_cells(map, map.frame().cell(cell), map.frame().cell(cell)), map.is_free(cell));
    for (CellIndex other = 0; other < cell; ++other)
      EXPECT_EQ(sees_cells(map, map.frame().cell(cell), map.frame().cell(other)),
                sees_cells(map, map.frame().cell(other), map.frame().cell(cell)));
  }
}

// Clips the segment to each closed square, in whole numbers of eighths of a cell.
struct Eighths {
  std::int64_t x, y;
};
bool is_square_touched(Eighths a, Eighths b, GridCell cell) {
  const std::int64_t left = 8 * cell.x;
  const std::int64_t bottom = 8 * cell.y;
  if (std::max(a.x, b.x) < left || std::min(a.x, b.x) > left + 8) return false;
  if (std::max(a.y, b.y) < bottom || std::min(a.y, b.y) > bottom + 8) return false;
  bool some_left = false;
  bool some_right = false;
  for (const std::int64_t x : {left, left + 8}) {
    for (const std::int64_t y : {bottom, bottom + 8}) {
      const std::int64_t side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
      some_left = some_left || side >= 0;
      some_right = some_right || side <= 0;
    }
  }
  return some_left && some_right;
}

TEST(SightOnGrid, NeedsAllTouchedSquaresFree) {
  Draws draws({.seed = 3});
  const OwnGeometry empty(WorldDef{}, Bounds());
  int seen = 0;
  for (int k = 0; k < 20000; ++k) {
    GridFrame frame{{0.5, -2.0, 0.0}, 0.25, 9, 7, false};
    GridMap map(frame, 8, CornerCutting::never);
    for (CellIndex cell = 0; cell < frame.cell_count(); ++cell)
      map.set_free(cell, draws.below(12) != 0);
    const auto draw = [&](std::int64_t size) {
      return static_cast<std::int64_t>(draws.below(static_cast<std::uint32_t>(8 * size) + 3)) - 1;
    };
    const auto end = [&] {
      const std::int64_t x = draw(frame.width);
      return Eighths{x, draw(frame.height)};
    };
    const Eighths a = end();
    const Eighths b = end();
    bool expected = true;
    for (const Eighths p : {a, b})
      expected = expected && 0 <= p.x && p.x <= 8 * frame.width && 0 <= p.y && p.y <= 8 * frame.height;
    for (CellIndex cell = 0; cell < frame.cell_count(); ++cell)
      if (!map.is_free(cell) && is_square_touched(a, b, frame.cell(cell))) expected = false;
    const auto at = [&](Eighths p) {
      return frame.origin +
             Vec3{static_cast<double>(p.x), static_cast<double>(p.y), 0.0} * (frame.cell_size / 8.0);
    };
    ASSERT_EQ(sees_on_grid(map, empty, at(a), at(b)), expected) << k;
    ASSERT_EQ(sees_on_grid(map, empty, at(b), at(a)), expected) << k;
    seen += expected ? 1 : 0;
  }
  EXPECT_GT(seen, 4000);
}

TEST(SightOnGrid, TellsTouchingACornerFromPassingIt) {
  const GridMap map = drawn_map(bar_rows(), {.origin = {}});
  const OwnGeometry empty(WorldDef{}, Bounds());
  const Vec3 corner{1, 3, 0};  // of the bar, at its upper left
  for (const double off : {-1e-7, -1e-12, 0.0, 1e-12, 1e-7}) {
    const Vec3 shift{0, off, 0};
    EXPECT_EQ(sees_on_grid(map, empty, corner - Vec3{0.5, 0.75, 0} + shift, corner + Vec3{1, 1.5, 0} + shift),
              off > 0.0)
        << off;
  }
}

TEST(SightOnGrid, RepeatsInAWorldThatWraps) {
  GridMap map(GridFrame{{}, 1.0, 6, 4, true}, 8, CornerCutting::never);
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell)
    map.set_free(cell, cell != map.frame().index({0, 2}));
  const OwnGeometry empty(WorldDef{}, Bounds());
  EXPECT_FALSE(sees_on_grid(map, empty, {5.5, 2.5, 0}, {7.5, 2.5, 0}));
  EXPECT_TRUE(sees_on_grid(map, empty, {5.5, 0.5, 0}, {7.5, 0.5, 0}));
  EXPECT_TRUE(sees_on_grid(map, empty, {5.5, 0.5, 0}, {5.5, -1.5, 0}));
  EXPECT_FALSE(sees_on_grid(map, empty, {0.5, 0.5, 0}, {0.5, -1.5, 0}));
}

TEST(SightOnGrid, IsHiddenByThinWallsAndBySolidsThatHoldNoCenter) {
  const GridMap map = open_map(5, 2, {.origin = {}});
  WorldDef def;
  def.walls = {test::wall({{2, 0.2, 0}, {2, 2, 0}})};
  ObstacleDef& dot = def.obstacles.emplace_back();
  dot.center = {3.5, 1.0, 0};
  dot.radius = 0.1;
  const OwnGeometry geometry(def, Bounds());
  EXPECT_FALSE(sees_on_grid(map, geometry, {1.5, 0.5, 0}, {2.5, 0.5, 0}));
  EXPECT_TRUE(sees_on_grid(map, geometry, {1.5, 0.1, 0}, {2.5, 0.1, 0}));
  EXPECT_FALSE(sees_on_grid(map, geometry, {1.5, 0.2, 0}, {2.5, 0.2, 0}));  // its very end
  EXPECT_FALSE(sees_on_grid(map, geometry, {3.5, 0.5, 0}, {3.5, 1.5, 0}));
  EXPECT_TRUE(sees_on_grid(map, geometry, {3.7, 0.5, 0}, {3.7, 1.5, 0}));
}

}  // namespace
}  // namespace drover::line_of_sight_test
