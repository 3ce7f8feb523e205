#include "sim/geometry/space_statics.h"

#include <string>

#include <gtest/gtest.h>

#include "sim/geometry/body_sweep.h"
#include "sim/geometry/nearest_room.h"
#include "sim/geometry/static_blocker.h"
#include "sim/geometry/static_room.h"
#include "sim/space_scene.h"

namespace drover::space_statics_test {
namespace {

using test::bounds_of;
using test::OwnSpace;
using test::random_point;
using test::random_shape;
using test::upright_wall;

std::vector<SpaceShape> random_shapes(Draws& draws, int count, double reach) {
  std::vector<SpaceShape> shapes;
  for (int k = 0; k < count; ++k)
    shapes.push_back(random_shape(k % 3, k % 5 == 0, draws, reach, 0).shape);
  return shapes;
}

std::vector<WallDef> random_walls(Draws& draws, int count, double reach) {
  std::vector<WallDef> walls;
  for (int k = 0; k < count; ++k) {
    WallDef& wall = walls.emplace_back();
    const Vec3 p = random_point(draws, reach);
    wall.points.push_back(p);
    for (int n = 0; n < 3; ++n)
      wall.points.push_back(p + random_point(draws, 2.0));
    wall.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}};
  }
  return walls;
}

void expect_equal(const std::optional<Touch>& a, const std::optional<Touch>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->t, b->t);
  EXPECT_EQ(a->center, b->center);
  EXPECT_EQ(a->normal, b->normal);
}

// Every question, through the tree and by looking at all shapes.
void compare(const StaticGeometry& tree, const StaticGeometry& all, Draws& draws, double reach) {
  const Vec3 from = random_point(draws, reach);
  const Vec3 to = from + random_point(draws, 0.5 * reach);
  const double radius = draws.uniform();
  EXPECT_EQ(tree.distance(from), all.distance(from));
  EXPECT_EQ(tree.blocks_sight(from, to), all.blocks_sight(from, to));
  EXPECT_EQ(tree.is_wall_between(from, to), all.is_wall_between(from, to));
  expect_equal(first_touch(tree, from, to, radius), first_touch(all, from, to, radius));
  EXPECT_EQ(slide(tree, from, to, radius), slide(all, from, to, radius));
  EXPECT_EQ(clear_distance(tree, tree.bounds(), from, 2.0), clear_distance(all, all.bounds(), from, 2.0));
  const auto obstacle = tree.first_obstacle_hit(from, to, radius);
  const auto same_obstacle = all.first_obstacle_hit(from, to, radius);
  ASSERT_EQ(obstacle.has_value(), same_obstacle.has_value());
  if (obstacle) {
    EXPECT_EQ(obstacle->distance, same_obstacle->distance);
    EXPECT_EQ(obstacle->normal, same_obstacle->normal);
    EXPECT_EQ(obstacle->obstacle, same_obstacle->obstacle);
  }
  const auto wall = tree.first_swept_wall_hit(from, to, radius);
  const auto same_wall = all.first_swept_wall_hit(from, to, radius);
  ASSERT_EQ(wall.has_value(), same_wall.has_value());
  if (wall) {
    EXPECT_EQ(wall->segment, same_wall->segment);
  }
  const auto blocker = static_blocker(tree, from, radius);
  const auto same_blocker = static_blocker(all, from, radius);
  ASSERT_EQ(blocker.has_value(), same_blocker.has_value());
  if (blocker) {
    EXPECT_EQ(blocker->kind, same_blocker->kind);
  }
}

TEST(SpaceStatics, TheTreeChangesNoAnswer) {
  Draws draws({11});
  for (const bool wraps : {false, true}) {
    for (const bool has_heights : {false, true}) {
      const Vec3 half{12.0, 12.0, has_heights ? 12.0 : 0.0};
      const Bounds bounds = wraps ? bounds_of(-half, half, Edge::wrap) : Bounds();
      const std::vector<SpaceShape> shapes = random_shapes(draws, 90, 12.0);
      const std::vector<WallDef> walls = random_walls(draws, 30, 10.0);
      const OwnSpace tree(shapes, walls, bounds);
      const OwnSpace all(shapes, walls, bounds, false);
      for (int k = 0; k < 400; ++k)
        compare(tree, all, draws, 13.0);
    }
  }
}

// An obstacle in a world that wraps is where its 27 images are in one that does not.
TEST(SpaceStatics, ObstaclesAreSeenThroughTheEdgesOfAWorldThatWraps) {
  Draws draws({12});
  const Bounds bounds = bounds_of({-10, -10, -10}, {10, 10, 10}, Edge::wrap);
  for (int k = 0; k < 60; ++k) {
    const SpaceShape shape = random_shape(k % 3, false, draws, 10.0, 0).shape;
    std::vector<SpaceShape> images;
    for (int n = 0; n < 125; ++n)
      images.push_back(shape.moved(Vec3{20.0 * (n % 5 - 2), 20.0 * (n / 5 % 5 - 2), 20.0 * (n / 25 - 2)}));
    const OwnSpace torus({shape}, {}, bounds);
    const OwnSpace plain(images);
    for (int n = 0; n < 40; ++n) {
      const Vec3 from = random_point(draws, 10.0);
      const Vec3 to = from + random_point(draws, 9.0);
      EXPECT_NEAR(torus.distance(from), plain.distance(from), 1e-12);
      EXPECT_NEAR(torus.distance_to_obstacle(0, from), plain.distance(from), 1e-12);
      EXPECT_EQ(torus.blocks_sight(from, to), plain.blocks_sight(from, to));
      const auto hit = torus.first_obstacle_hit(from, to, 0.3);
      const auto same = plain.first_obstacle_hit(from, to, 0.3);
      ASSERT_EQ(hit.has_value(), same.has_value());
      if (hit) {
        EXPECT_NEAR(hit->distance, same->distance, 1e-9);
      }
    }
  }
}

TEST(SpaceStatics, WallsAreMetWithTheirNormalTowardsTheViewer) {
  const OwnSpace geometry({}, {upright_wall(5.0, 2.0)});
  const auto hit = geometry.first_wall_hit({0, 0, 1}, {10, 0, 1});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->distance, 5.0);
  EXPECT_EQ(hit->normal, (Vec3{-1.0, 0.0, 0.0}));
  EXPECT_EQ(geometry.first_wall_hit({10, 0, 1}, {0, 0, 1})->normal, (Vec3{1.0, 0.0, 0.0}));
  EXPECT_FALSE(geometry.first_wall_hit({0, 0, 3}, {10, 0, 3})) << "over it";
  EXPECT_TRUE(geometry.first_wall_hit({0, 0, 0}, {10, 0, 0})) << "along the edge both triangles share";
  const auto swept = geometry.first_swept_wall_hit({0, 0, 1}, {10, 0, 1}, 0.5);
  ASSERT_TRUE(swept);
  EXPECT_DOUBLE_EQ(swept->distance, 4.5);
  // Its corners go round clockwise as seen from -x.
  EXPECT_FALSE(geometry.first_wall_hit({0, 0, 1}, {10, 0, 1}, WallSides::left));
  EXPECT_TRUE(geometry.first_wall_hit({10, 0, 1}, {0, 0, 1}, WallSides::left));
  EXPECT_EQ(geometry.nearest_point_of_wall(0, {0, 0, 9}), (Vec3{5.0, 0.0, 2.0}));
  EXPECT_TRUE(geometry.blocks_sight({0, 0, 0}, {10, 1, 1}));
  EXPECT_FALSE(geometry.blocks_sight({0, 0, 0}, {4, 1, 1}));
}

TEST(SpaceStatics, ABodySlidesAlongAWallInTwoDirections) {
  const OwnSpace geometry({}, {upright_wall(5.0, 20.0)});
  const Vec3 end = slide(geometry, {0, 0, 0}, {10, 2, 4}, 1.0);
  EXPECT_NEAR(end.x, 4.0, 1e-9);
  EXPECT_NEAR(end.y, 2.0, 1e-9);
  EXPECT_NEAR(end.z, 4.0, 1e-9);
}

TEST(SpaceStatics, NoBodyEntersWhatItWasNotIn) {
  Draws draws({13});
  const OwnSpace geometry(random_shapes(draws, 60, 8.0), random_walls(draws, 20, 8.0));
  const double radius = 0.4;
  int slid = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 from = random_point(draws, 9.0);
    if (geometry.distance(from) < radius) continue;
    const Vec3 to = from + random_point(draws, 4.0);
    const Vec3 end = slide(geometry, from, to, radius);
    slid += end == to ? 0 : 1;
    EXPECT_GE(geometry.distance(end), radius - 1e-7) << k;
  }
  EXPECT_GT(slid, 200);
}

TEST(SpaceStatics, BodiesFindTheNearestRoom) {
  const OwnSpace geometry({SpaceShape::box({0, 0, 0}, {4, 6, 8}, upright({1, 0, 0}))},
                          {upright_wall(3.5, 10.0)});
  RoomFinder finder;
  const RoomNeed need{.radius = 0.5};
  EXPECT_EQ(finder.find(geometry, {-5, 0, 0}, need), (Vec3{-5.0, 0.0, 0.0}));
  const auto beside = finder.find(geometry, {-1.5, 0, 0}, need);
  ASSERT_TRUE(beside);
  EXPECT_NEAR(length(*beside - Vec3{-2.5, 0.0, 0.0}), 0.0, 1e-9);
  const auto in_gap = finder.find(geometry, {2.25, 0, 0}, need);
  ASSERT_TRUE(in_gap) << "between the box and the wall";
  EXPECT_NEAR(in_gap->x, 2.5, 1e-9);
  Draws draws({14});
  const OwnSpace many(random_shapes(draws, 60, 6.0), random_walls(draws, 20, 6.0));
  for (int k = 0; k < 300; ++k) {
    const auto room = finder.find(many, random_point(draws, 7.0), need);
    ASSERT_TRUE(room);
    EXPECT_TRUE(has_room(many, *room, need));
  }
}

}  // namespace
}  // namespace drover::space_statics_test
