#include "sim/geometry/body_sweep.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "formations/cost_tables.h"
#include "sim/geometry/nearest_room.h"
#include "sim/own_geometry.h"

namespace drover::body_sweep_test {
namespace {

using test::OwnGeometry;

WallDef wall(std::vector<Vec3> points) {
  WallDef def;
  def.points = std::move(points);
  return def;
}

OwnGeometry geometry_of(std::vector<Shape> shapes, std::vector<WallDef> walls = {}, const Bounds& bounds = {},
                        bool with_cells = true) {
  WorldDef def;
  def.walls = std::move(walls);
  std::vector<PlacedObstacle> obstacles;
  for (Shape& shape : shapes)
    obstacles.push_back({.id = "", .shape = std::move(shape)});
  return OwnGeometry(def, std::move(obstacles), bounds, with_cells);
}

const Shape kBox = Shape::box({5, 0, 0}, {2, 2, 0}, 0.0);
const std::vector<Vec3> kFloor = {{-10, 0, 0}, {10, 0, 0}};

void expect_near(Vec3 actual, Vec3 expected) {
  EXPECT_NEAR(actual.x, expected.x, 1e-12);
  EXPECT_NEAR(actual.y, expected.y, 1e-12);
}

TEST(FirstTouch, IsWhereTheDiscComesNearerThanItsRadius) {
  const auto touch = first_touch(geometry_of({kBox}), {0, 0, 0}, {10, 0, 0}, 0.5);
  ASSERT_TRUE(touch);
  EXPECT_DOUBLE_EQ(touch->t, 0.35);
  expect_near(touch->normal, {-1, 0, 0});
  EXPECT_FALSE(first_touch(geometry_of({kBox}), {0, 0, 0}, {10, 0, 0}, 0.5, {.obstacles = false}));
  const auto on_wall = first_touch(geometry_of({}, {wall(kFloor)}), {0, 1, 0}, {4, -1, 0}, 0.5);
  ASSERT_TRUE(on_wall);
  EXPECT_DOUBLE_EQ(on_wall->t, 0.25);
  expect_near(on_wall->normal, {0, 1, 0});
  EXPECT_FALSE(first_touch(geometry_of({}, {wall(kFloor)}), {0, 1, 0}, {4, -1, 0}, 0.5, {.walls = false}));
}

TEST(FirstTouch, OfSeveralAtOnceIsTheFirstListedObstacle) {
  const WallDef front = wall({{4, -1, 0}, {4, 1, 0}});
  const Shape far = Shape::box({6, 0, 0}, {2, 2, 0}, 0.0);
  const Shape disc = Shape::circle({5, 0, 0}, 1.0);
  for (const StaticGeometry& geometry :
       {geometry_of({far, kBox}, {front}), geometry_of({disc, kBox}, {front}),
        geometry_of({kBox, disc}, {front})}) {
    const auto touch = first_touch(geometry, {0, 0, 0}, {10, 0, 0}, 0.5);
    ASSERT_TRUE(touch);
    EXPECT_NEAR(touch->t, 0.35, 1e-15);
  }
}

TEST(FirstTouch, MovingAwayAndGrazingAreNone) {
  const OwnGeometry geometry = geometry_of({}, {wall(kFloor)});
  EXPECT_FALSE(first_touch(geometry, {0, 0.5, 0}, {3, 0.5, 0}, 0.5)) << "along it";
  EXPECT_FALSE(first_touch(geometry, {0, 0.2, 0}, {3, 0.3, 0}, 0.5)) << "out of it";
  const auto deeper = first_touch(geometry, {0, 0.2, 0}, {3, 0.1, 0}, 0.5);
  ASSERT_TRUE(deeper);
  EXPECT_EQ(deeper->t, 0.0);
}

TEST(Slide, GoesOnAlongTheTangent) {
  expect_near(slide(geometry_of({}, {wall(kFloor)}), {0, 1, 0}, {4, -1, 0}, 0.5), {4, 0.5, 0});
  expect_near(slide(geometry_of({kBox}), {0, 0, 0}, {10, 0.5, 0}, 0.5), {3.5, 0.5, 0});
  expect_near(slide(geometry_of({}, {wall(kFloor)}), {0, 0.5, 0}, {4, -9, 0}, 0.5), {4, 0.5, 0});
}

TEST(Slide, WithoutATouchEndsExactlyThere) {
  const Vec3 to{0.1 + 0.2, 0.7, 0};
  EXPECT_EQ(slide(geometry_of({kBox}, {wall(kFloor)}), {-1, 0.6, 0}, to, 0.5), to);
}

TEST(Slide, StopsInACorner) {
  const OwnGeometry geometry = geometry_of({}, {wall({{10, 0, 0}, {0, 0, 0}, {0, 10, 0}})});
  expect_near(slide(geometry, {3, 3, 0}, {-5, -7, 0}, 0.5), {0.5, 0.5, 0});
  // Two walls at 20 degrees: it goes back and forth between them no more than four times.
  const OwnGeometry wedge = geometry_of({}, {wall({{10, 0, 0}, {0, 0, 0}, {9.397, 3.420, 0}})});
  const Vec3 end = slide(wedge, {8, 1.4, 0}, {-4, 0.9, 0}, 0.5);
  EXPECT_TRUE(has_room(wedge, end, {.radius = 0.5}));
  EXPECT_GT(end.x, 2.8);
}

TEST(Slide, RoundAConvexCornerLeavesIt) {
  // Down past the upper left corner of the box: along the tangent there, not stuck on it.
  const Vec3 end = slide(geometry_of({kBox}), {3.2, 2.5, 0}, {4.2, 0.5, 0}, 0.5);
  EXPECT_TRUE(has_room(geometry_of({kBox}), end, {.radius = 0.5}));
  EXPECT_GT(length(end - Vec3{3.2, 2.5, 0}), 1.0);
}

TEST(Slide, SeesObstaclesThroughTheEdgesOfATorus) {
  const Bounds torus(BoundsDef{{0, 0, 0}, {10, 10, 0}, Edge::wrap});
  const OwnGeometry geometry = geometry_of({Shape::box({0.5, 5, 0}, {2, 2, 0}, 0.0)}, {}, torus);
  expect_near(slide(geometry, {7, 5, 0}, {12, 5.5, 0}, 0.5), {9.0, 5.5, 0});
}

// Crowded worlds: the grid changes nothing, and the end has room where the start had it.
TEST(Slide, InCrowdsEndsWithRoomByTheSameBitsAsLookingAtAll) {
  test::Draw draw;
  const auto between = [&](double low, double high) { return low + (high - low) * draw.fraction(); };
  const auto point = [&] {
    const double x = between(0, 12);
    return Vec3{x, between(0, 12), 0};
  };
  int stopped = 0;
  for (int k = 0; k < 300; ++k) {
    const Bounds bounds = k % 3 == 0 ? Bounds(BoundsDef{{0, 0, 0}, {12, 12, 0}, Edge::wrap}) : Bounds();
    std::vector<Shape> shapes;
    std::vector<WallDef> walls;
    for (int item = 0; item < 30; ++item) {
      const Vec3 center = point();
      if (item % 3 == 0) shapes.push_back(Shape::circle(center, between(0.1, 0.6), item % 2 == 0));
      if (item % 3 == 1)
        shapes.push_back(Shape::box(center, {between(0.1, 1), between(0.1, 1), 0}, between(0, 3)));
      if (item % 3 == 2)
        shapes.push_back(Shape::capsule(center, center + Vec3{0.5, 0.3, 0}, between(0.1, 0.3)));
      if (k % 3 != 0) walls.push_back(wall({center, center + Vec3{between(-1, 1), between(0.1, 1), 0}}));
    }
    const OwnGeometry geometry = geometry_of(shapes, walls, bounds);
    const OwnGeometry all = geometry_of(shapes, walls, bounds, false);
    ASSERT_GT(geometry.obstacle_grid().grid().cell_count(), 0u);
    const Vec3 from = point();
    const Vec3 to = from + Vec3{between(-5, 5), between(-5, 5), 0};
    const double radius = between(0.05, 0.4);
    const Vec3 end = slide(geometry, from, to, radius);
    EXPECT_EQ(end, slide(all, from, to, radius)) << k;
    EXPECT_EQ(has_room(geometry, end, {.radius = radius}), has_room(all, end, {.radius = radius}));
    if (has_room(geometry, from, {.radius = radius})) {
      EXPECT_TRUE(RoomFinder().find(geometry, end, {.radius = radius}).value_or(Vec3{}) ==
                      bounds.wrapped_if_needed(end) ||
                  length(*RoomFinder().find(geometry, end, {.radius = radius}) -
                         bounds.wrapped_if_needed(end)) < 1e-8)
          << k;
    }
    EXPECT_EQ(RoomFinder().find(geometry, to, {.radius = radius}),
              RoomFinder().find(all, to, {.radius = radius}))
        << k;
    stopped += end == to ? 0 : 1;
  }
  EXPECT_GT(stopped, 100);
}

TEST(RoomFinder, StaysWithinEdgesThatClamp) {
  const Bounds bounds(BoundsDef{{0, 0, 0}, {10, 10, 0}, Edge::clamp});
  const OwnGeometry geometry = geometry_of({Shape::box({0.5, 5, 0}, {2, 4, 0}, 0.0)}, {}, bounds);
  // Out to the left would be nearer, beyond the edge.
  expect_near(*RoomFinder().find(geometry, {0.2, 5, 0}, {.radius = 0.5}), {2, 5, 0});
  const OwnGeometry full = geometry_of({Shape::box({5, 5, 0}, {20, 20, 0}, 0.0)}, {}, bounds);
  EXPECT_FALSE(RoomFinder().find(full, {5, 5, 0}, {.radius = 0.5}));
}

}  // namespace
}  // namespace drover::body_sweep_test
