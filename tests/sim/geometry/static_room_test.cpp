#include "sim/geometry/static_room.h"

#include <gtest/gtest.h>

#include "formations/cost_tables.h"
#include "sim/own_geometry.h"

namespace drover {
namespace {

using test::Draw;
using test::OwnGeometry;

WallDef wall(std::vector<Vec3> points, bool solid = false) {
  WallDef def;
  def.points = std::move(points);
  def.closed = def.solid = solid;
  return def;
}

ObstacleDef obstacle(Vec3 center, double radius) {
  ObstacleDef def;
  def.center = center;
  def.radius = radius;
  return def;
}

struct Room {
  Bounds bounds;
  OwnGeometry geometry;

  explicit Room(const WorldDef& def, const Bounds& edges = {}) : bounds(edges), geometry(def, edges) {}
  double clear(Vec3 p, double limit = 100.0, double smallest = 0.0) const {
    return clear_distance(geometry, bounds, p, limit, smallest);
  }
  std::optional<Vec3> nearest(Vec3 p, double radius, double smallest = 0.0) const {
    return nearest_clear_point(geometry, bounds, p, radius, smallest);
  }
};

void expect_near(const std::optional<Vec3>& actual, Vec3 expected) {
  ASSERT_TRUE(actual);
  EXPECT_NEAR(actual->x, expected.x, 1e-5);
  EXPECT_NEAR(actual->y, expected.y, 1e-5);
}

TEST(StaticRoom, ClearDistanceIsThatToTheNearest) {
  WorldDef def;
  def.obstacles = {obstacle({10, 0, 0}, 2)};
  def.walls = {wall({{0, 5, 0}, {20, 5, 0}}),
               wall({{-9, -9, 0}, {-5, -9, 0}, {-5, -5, 0}, {-9, -5, 0}}, true)};
  const Room room(def);
  EXPECT_DOUBLE_EQ(room.clear({0, 0, 0}), 5.0);
  EXPECT_DOUBLE_EQ(room.clear({6, 0, 0}), 2.0);
  EXPECT_DOUBLE_EQ(room.clear({6, 0, 0}, 100.0, 2.5), 5.0);
  EXPECT_DOUBLE_EQ(room.clear({6, 0, 0}, 1.5), 1.5);
  EXPECT_EQ(room.clear({9, 0, 0}), 0.0);
  EXPECT_EQ(room.clear({-7, -7, 0}), 0.0);
}

TEST(StaticRoom, APointWithRoomStaysWhereItIs) {
  WorldDef def;
  def.obstacles = {obstacle({0, 0, 0}, 2)};
  EXPECT_EQ(Room(def).nearest({3, 0, 0}, 0.5), std::optional(Vec3{3, 0, 0}));
  EXPECT_EQ(Room(def).nearest({0, 0, 0}, 0.5, 3.0), std::optional(Vec3{0, 0, 0}));
}

TEST(StaticRoom, InAnObstacleTheWayOutIsTheShortest) {
  WorldDef def;
  def.obstacles = {obstacle({0, 0, 0}, 2)};
  expect_near(Room(def).nearest({0, 1, 0}, 0.5), {0, 2.5, 0});
  expect_near(Room(def).nearest({0, 0, 0}, 0.5), {2.5, 0, 0});
}

TEST(StaticRoom, InASolidWallTheNearestSideIsTheWayOut) {
  WorldDef def;
  def.walls = {wall({{0, 0, 0}, {10, 0, 0}, {10, 4, 0}, {0, 4, 0}}, true)};
  expect_near(Room(def).nearest({5, 1, 0}, 1.0), {5, -1, 0});
  expect_near(Room(def).nearest({9, 2, 0}, 1.0), {11, 2, 0});
}

// Two obstacles that overlap: the nearest place with room touches both.
TEST(StaticRoom, BetweenTwoObstaclesItTouchesBoth) {
  WorldDef def;
  def.obstacles = {obstacle({-1, 0, 0}, 2), obstacle({1, 0, 0}, 2)};
  const double y = std::sqrt(3.0 * 3.0 - 1.0);
  expect_near(Room(def).nearest({0, 0.5, 0}, 1.0), {0, y, 0});
}

// A corridor that is too narrow for the circle is no place for it.
TEST(StaticRoom, ANarrowCorridorIsNoPlace) {
  WorldDef def;
  def.walls = {wall({{-10, 1, 0}, {10, 1, 0}}), wall({{-10, -1, 0}, {10, -1, 0}})};
  expect_near(Room(def).nearest({0, 0.5, 0}, 2.0), {0, 3, 0});
  EXPECT_EQ(Room(def).nearest({0, 0.25, 0}, 0.5), std::optional(Vec3{0, 0.25, 0}));
}

TEST(StaticRoom, SeesObstaclesThroughTheEdgesOfATorus) {
  BoundsDef edges;
  edges.min = {-10, -10, 0};
  edges.max = {10, 10, 0};
  edges.edge = Edge::wrap;
  WorldDef def;
  def.obstacles = {obstacle({9, 0, 0}, 2)};
  const Room room(def, Bounds(edges));
  EXPECT_DOUBLE_EQ(room.clear({-8, 0, 0}), 1.0);
  expect_near(room.nearest({-9.5, 0, 0}, 1.0), {-8, 0, 0});
}

TEST(StaticRoom, WithoutRoomInTheWorldThereIsNone) {
  BoundsDef edges;
  edges.min = {-1, -1, 0};
  edges.max = {1, 1, 0};
  edges.edge = Edge::clamp;
  WorldDef def;
  def.obstacles = {obstacle({0, 0, 0}, 3)};
  EXPECT_FALSE(Room(def, Bounds(edges)).nearest({0, 0, 0}, 0.1));
}

ObstacleDef polygon(std::vector<Vec3> corners) {
  ObstacleDef def;
  def.polygon = std::move(corners);
  return def;
}

ObstacleDef box(Vec3 center, Vec3 size, double angle = 0.0) {
  ObstacleDef def;
  def.box = BoxDef{center, size, angle};
  return def;
}

// Examples that can be checked by hand; kGap is what a place is moved out beyond touching.
TEST(StaticRoom, LeadsOutOfShapes) {
  WorldDef def;
  def.obstacles = {polygon({{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}})};
  expect_near(Room(def).nearest({0.9, 0.9, 0}, 0.5), {1.5, 1.5, 0});
  EXPECT_DOUBLE_EQ(Room(def).clear({2, 2, 0}), 1.0);
  EXPECT_EQ(Room(def).clear({0.5, 3.5, 0}), 0.0);
  def.obstacles = {box({0, 0, 0}, {2, 2, 0}), box({1.5, 0, 0}, {2, 2, 0})};
  expect_near(Room(def).nearest({0.8, 0.2, 0}, 0.5), {0.8, 1.5, 0});
  def.obstacles = {polygon(
      {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {2.2, 3, 0}, {2.2, 1, 0}, {0.8, 1, 0}, {0.8, 3, 0}, {0, 3, 0}})};
  expect_near(Room(def).nearest({1.5, 0.8, 0}, 0.5), {1.5, 1.5, 0});
  expect_near(Room(def).nearest({1.5, 1.5, 0}, 0.8), {1.5, 3.387298, 0});
}

// No point of a fine lattice with room is nearer than the one that is found.
TEST(StaticRoom, AgreesWithTryingAllPoints) {
  Draw draw;
  const auto place = [&] { return Vec3{draw.fraction() * 20 - 10, draw.fraction() * 20 - 10, 0}; };
  for (int scene = 0; scene < 30; ++scene) {
    WorldDef def;
    for (int k = 0; k < 8; ++k) {
      if (k < 5) {
        def.obstacles.push_back(obstacle(place(), 0.5 + 2.0 * draw.fraction()));
      } else if (k == 5) {
        def.obstacles.push_back(box(place(), {1, 3, 0}, draw.fraction()));
      } else if (k == 6) {
        const Vec3 c = place();
        def.obstacles.push_back(polygon({c, c + Vec3{3, 0, 0}, c + Vec3{1, 1, 0}, c + Vec3{0, 3, 0}}));
      } else {
        def.obstacles.emplace_back().capsule = CapsuleDef{place(), place(), 0.7};
      }
      def.obstacles.back().hollow = scene % 3 == 0 && k % 2 == 1;
      const Vec3 a = place();
      def.walls.push_back(wall({a, place(), a + Vec3{3, 1, 0}}, k % 2 == 0));
    }
    const Room room(def);
    const Vec3 p = place();
    const double radius = 0.2 + draw.fraction();
    const std::optional<Vec3> found = room.nearest(p, radius);
    ASSERT_TRUE(found);
    EXPECT_GE(room.clear(*found), radius);
    constexpr double kStep = 0.1;
    for (double x = -25; x < 25; x += kStep) {
      for (double y = -25; y < 25; y += kStep) {
        const Vec3 other{x, y, 0};
        if (length(other - p) < length(*found - p) - 1e-5) {
          ASSERT_LT(room.clear(other, 2.0), radius) << scene << ": " << x << ' ' << y;
        }
      }
    }
  }
}

}  // namespace
}  // namespace drover
