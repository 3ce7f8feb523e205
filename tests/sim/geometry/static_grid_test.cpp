// The grids over what stands there: they find all there is, and the questions asked through them have the
// same answers, bit for bit, as those of looking at everything.
#include "sim/geometry/static_grid.h"

#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "core/frame.h"
#include "core/random.h"
#include "sim/every_static.h"
#include "sim/geometry/nearby_walls.h"
#include "sim/static_scene.h"

namespace drover::static_grid_test {
namespace {

using test::OwnGeometry;

// How a scene is drawn: on whole coordinates much coincides, is in one line or touches exactly.
struct Style {
  int count;
  double side;  // m
  bool whole;
  bool wraps;
};

class Scene {
 public:
  Scene(const Style& style, std::uint32_t number)
      : style_(style), draws_({91, number}), bounds_(make_bounds(style)), geometry_(make(), bounds_) {}

  const StaticGeometry& geometry() const { return geometry_; }
  const StaticGrid& obstacle_grid() const { return geometry_.obstacle_grid().grid(); }
  const StaticGrid& segment_grid() const { return geometry_.segment_grid().grid(); }
  const Bounds& bounds() const { return bounds_; }

  Vec3 point() {
    const double x = style_.side * draws_.uniform();
    const double y = style_.side * draws_.uniform();
    return style_.whole ? Vec3{std::floor(x), std::floor(y), 0.0} : Vec3{x, y, 0.0};
  }

  // The end of a way: short, across the world or beyond, along an axis, nowhere, or at the end of a wall.
  Vec3 end(Vec3 from) {
    const double kind = draws_.uniform();
    const Vec3 way = point() - point();
    if (kind < 0.1) return from;
    if (kind < 0.3) return from + way * 0.125;
    if (kind < 0.4) return from + way * 40.0;
    if (kind < 0.5) return from + Vec3{way.x, 0.0, 0.0};
    if (kind < 0.7) return corner();
    return from + way;
  }

  // Inside the world, far outside of it, or at the end of a wall.
  Vec3 start() {
    const double kind = draws_.uniform();
    if (kind < 0.2) return corner();
    // Where the world wraps no point is far outside.
    return kind < 0.3 && !style_.wraps ? (point() - point()) * 30.0 : point();
  }

  double radius() { return style_.whole ? std::floor(3.0 * draws_.uniform()) : draws_.uniform(); }

 private:
  static Bounds make_bounds(const Style& style) {
    BoundsDef def;
    def.max = {style.side, style.side, 0.0};
    def.edge = Edge::wrap;
    return style.wraps ? Bounds(def) : Bounds();
  }

  Vec3 corner() {
    const auto list = geometry_.segments();
    return list[static_cast<std::size_t>(draws_.uniform() * static_cast<double>(list.size()))].a;
  }

  // Circles, and of every five two of other shapes, half of which are hollow.
  ObstacleDef obstacle(int k, Vec3 center, double radius) {
    ObstacleDef def;
    def.hollow = k % 10 >= 5 && k % 5 >= 3;
    if (k % 5 == 3) {
      def.box = BoxDef{center, {radius, 1.7 * radius, 0.0}, style_.whole ? 0.0 : draws_.uniform()};
    } else if (k % 5 == 4) {
      for (const Vec3 corner : {Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{2, 1, 0}, Vec3{1, 1, 0}, Vec3{1, 2, 0}})
        def.polygon.push_back(center + (corner - Vec3{1, 1, 0}) * (0.7 * radius));
    } else {
      def.center = center;
      def.radius = radius;
    }
    return def;
  }

  // Mostly small things, among them the same twice, some that are as large as the world, and some far away.
  WorldDef make() {
    WorldDef def;
    std::vector<Vec3> centers;
    for (int k = 0; k < style_.count; ++k) {
      const double kind = draws_.uniform();
      Vec3 center = k % 10 == 9 ? centers.back() : point();
      double radius = style_.whole ? 1.0 : 0.1 + draws_.uniform();
      std::vector<Vec3> wall{k % 10 == 9 ? def.walls.back().points[1] : point()};
      Vec3 along = (point() - point()) * (3.0 / style_.side);
      if (kind < 0.02) radius = 0.7 * style_.side;
      if (kind < 0.05) along = (point() - point()) * 2.0;
      if (kind > 0.98) center = center * 50.0, wall[0] = wall[0] * 50.0;
      if (style_.whole) along = {std::floor(along.x), std::floor(along.y), 0.0};
      if (along == Vec3{}) along.x = 1.0;
      wall.push_back(wall[0] + along);
      if (k % 4 == 0) wall.push_back(wall[1] + upright(along).left);
      centers.push_back(center);
      def.obstacles.push_back(obstacle(k, center, radius));
      def.walls.push_back(test::wall(wall));
    }
    return def;
  }

  Style style_;
  Draws draws_;
  Bounds bounds_;
  OwnGeometry geometry_;
};

std::array<std::uint64_t, 3> bits(Vec3 v) {
  return {std::bit_cast<std::uint64_t>(v.x), std::bit_cast<std::uint64_t>(v.y),
          std::bit_cast<std::uint64_t>(v.z)};
}

// Returns whether both hit, for the count of hits.
template <class Hit>
bool expect_same(const std::optional<Hit>& found, const std::optional<Hit>& expected) {
  EXPECT_EQ(found.has_value(), expected.has_value());
  if (!found || !expected) return false;
  EXPECT_EQ(bits(found->point), bits(expected->point));
  EXPECT_EQ(bits(found->normal), bits(expected->normal));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(found->distance), std::bit_cast<std::uint64_t>(expected->distance));
  if constexpr (requires { found->obstacle; }) {
    EXPECT_EQ(found->obstacle, expected->obstacle);
  } else {
    EXPECT_EQ(found->segment, expected->segment);
  }
  return true;
}

std::vector<Style> styles() {
  std::vector<Style> list;
  for (const int count : {8, 40, 400}) {
    for (const double spacing : {1.0, 3.0, 20.0}) {
      for (const bool whole : {false, true}) {
        for (const bool wraps : {false, true})
          list.push_back({count, std::floor(spacing * std::sqrt(static_cast<double>(count))), whole, wraps});
      }
    }
  }
  return list;
}

// Asks of every style of scene, so many times in each.
template <class Ask>
void in_all_scenes(int times, Ask&& ask) {
  std::uint32_t number = 0;
  for (const Style& style : styles()) {
    Scene scene(style, number++);
    SCOPED_TRACE(testing::Message() << style.count << " on " << style.side << " m, whole " << style.whole
                                    << ", wraps " << style.wraps);
    for (int k = 0; k < times && !testing::Test::HasFailure(); ++k) {
      SCOPED_TRACE(k);
      ask(scene);
    }
  }
}

TEST(StaticGrid, IsUsedWhereThereAreManyAndStaysSmall) {
  for (const Style& style : styles()) {
    Scene scene(style, 1);
    for (const StaticGrid* grid : {&scene.obstacle_grid(), &scene.segment_grid()}) {
      EXPECT_EQ(grid->cell_count() > 0, style.count >= 16);
      EXPECT_LE(grid->cell_count(), 5u * static_cast<std::size_t>(style.count) + 64u);
    }
  }
}

TEST(StaticGrid, WallHitsAreTheSameBitsAsOfLookingAtAll) {
  int hits = 0;
  in_all_scenes(200, [&](Scene& scene) {
    const Vec3 from = scene.start();
    const Vec3 to = scene.end(from);
    const Vec3 viewer = scene.point();
    for (const WallSides sides : {WallSides::both, WallSides::left}) {
      hits += expect_same(scene.geometry().first_wall_hit(from, to, sides, viewer),
                          test::every_wall_hit(scene.geometry(), from, to, sides, viewer));
    }
  });
  EXPECT_GT(hits, 1500);
}

TEST(StaticGrid, SweptWallHitsAreTheSameBitsAsOfLookingAtAll) {
  int hits = 0;
  in_all_scenes(200, [&](Scene& scene) {
    const Vec3 from = scene.start();
    const Vec3 to = scene.end(from);
    const double radius = scene.radius();
    for (const WallSides sides : {WallSides::both, WallSides::left}) {
      hits += expect_same(scene.geometry().first_swept_wall_hit(from, to, radius, sides),
                          test::every_swept_wall_hit(scene.geometry(), from, to, radius, sides));
    }
  });
  EXPECT_GT(hits, 1500);
}

TEST(StaticGrid, ObstacleHitsAreTheSameBitsAsOfLookingAtAll) {
  int hits = 0;
  in_all_scenes(200, [&](Scene& scene) {
    const Vec3 from = scene.start();
    const Vec3 to = scene.end(from);
    for (const double radius : {0.0, scene.radius()}) {
      hits += expect_same(scene.geometry().first_obstacle_hit(from, to, radius),
                          test::every_obstacle_hit(scene.geometry(), scene.bounds(), from, to, radius));
    }
  });
  EXPECT_GT(hits, 1500);
}

TEST(StaticGrid, SightIsBlockedWhereLookingAtAllSaysSo) {
  int blocked = 0, free = 0;
  in_all_scenes(200, [&](Scene& scene) {
    const Vec3 from = scene.start();
    const Vec3 to = scene.end(from);
    const bool expected = test::every_blocks_sight(scene.geometry(), scene.bounds(), from, to);
    EXPECT_EQ(scene.geometry().blocks_sight(from, to), expected);
    ++(expected ? blocked : free);
  });
  EXPECT_GT(blocked, 500);
  EXPECT_GT(free, 150);
}

TEST(StaticGrid, NearestPointOfALongWallIsTheSameBitsAsOfLookingAtAll) {
  Draws draws({93});
  std::vector<Vec3> points;
  for (int k = 0; k < 200; ++k) {
    const double x = 40.0 * draws.uniform();
    points.push_back({k % 3 == 0 ? std::floor(x) : x, std::floor(40.0 * draws.uniform()), 0.0});
  }
  const OwnGeometry geometry = test::walls({test::wall({{0, 0, 0}, {9, 9, 0}}), test::wall(points)});
  for (int k = 0; k < 500; ++k) {
    const double x = 120.0 * draws.signed_uniform();
    const double y = 120.0 * draws.signed_uniform();
    for (const std::uint32_t wall : {0u, 1u}) {
      const Vec3 p{std::floor(x), y, 0.0};
      EXPECT_EQ(bits(geometry.nearest_point_of_wall(wall, p)),
                bits(test::every_nearest_point_of_wall(geometry, wall, p)));
    }
  }
}

// The points of an item at several places along it and round its rim.
std::vector<Vec3> points_of(Vec3 a, Vec3 b, double radius) {
  std::vector<Vec3> points;
  for (int k = 0; k <= 4; ++k) {
    const Vec3 p = a + (b - a) * (0.25 * k);
    for (const Vec3 out : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0.6, -0.8, 0}})
      points.push_back(p + out * radius);
  }
  return points;
}

std::vector<Vec3> points_of(const Shape& shape) {
  if (shape.is_circle()) return points_of(shape.center(), shape.center(), shape.rounding());
  std::vector<Vec3> points;
  for (const ShapeEdge& edge : shape.edges())
    for (const Vec3 p : points_of(edge.a, edge.b, 0.0))
      points.push_back(p);
  return points;
}

std::vector<std::uint32_t> visited(const StaticGrid& grid, const StaticGrid::Box& place) {
  std::vector<std::uint32_t> found;
  PresentItems(grid).visit_in_order(place, [&](std::uint32_t k) { found.push_back(k); });
  return found;
}

TEST(StaticGrid, FindsEveryItemAtEachOfItsPointsOnceAndInOrder) {
  std::uint32_t number = 100;
  for (const Style& style : styles()) {
    Scene scene(style, number++);
    const auto expect_found = [](const StaticGrid& grid, std::uint32_t item, Vec3 p) {
      const std::vector<std::uint32_t> found = visited(grid, StaticGrid::box(p, 0.0));
      EXPECT_TRUE(std::binary_search(found.begin(), found.end(), item)) << item;
      EXPECT_EQ(std::adjacent_find(found.begin(), found.end(), std::greater_equal<>()), found.end());
    };
    for (std::uint32_t k = 0; k < scene.geometry().shapes().size(); ++k) {
      for (const Vec3 p : points_of(scene.geometry().shapes()[k])) {
        expect_found(scene.obstacle_grid(), k, p);
        expect_found(scene.obstacle_grid(), k, p + scene.bounds().size());
      }
    }
    for (std::uint32_t k = 0; k < scene.geometry().segments().size(); ++k) {
      const Segment& wall = scene.geometry().segments()[k];
      for (const Vec3 p : points_of(wall.a, wall.b, 0.0))
        expect_found(scene.segment_grid(), k, p);
    }
  }
}

TEST(StaticGrid, OutwardFindsTheNearest) {
  in_all_scenes(200, [](Scene& scene) {
    const Vec3 p = scene.start();
    const auto obstacle_distance = [&](std::uint32_t k) {
      return scene.geometry().distance_to_obstacle(k, p);
    };
    const auto wall_distance = [&](std::uint32_t k) {
      const Segment& wall = scene.geometry().segments()[k];
      return length(p - nearest_point_on_segment(wall.a, wall.b, p));
    };
    const auto expect_nearest = [&](const StaticGrid& grid, std::size_t count, const auto& distance_to) {
      double min_distance = kInfinity;
      for (std::uint32_t k = 0; k < count; ++k)
        min_distance = smaller(min_distance, distance_to(k));
      double found = kInfinity;
      PresentItems(grid).visit_outward(
          p, [&](std::uint32_t k) { found = smaller(found, distance_to(k)); },
          [&](double reach) { return found <= reach; });
      EXPECT_EQ(found, min_distance);
    };
    expect_nearest(scene.obstacle_grid(), scene.geometry().shapes().size(), obstacle_distance);
    expect_nearest(scene.segment_grid(), scene.geometry().segments().size(), wall_distance);
  });
}

TEST(StaticGrid, LooksOnlyNearby) {
  Scene scene({4000, 250.0, false, false}, 7);
  std::size_t large = 0;
  for (const Segment& wall : scene.geometry().segments())
    large += length(wall.b - wall.a) > 10.0 ? 1u : 0u;
  for (int k = 0; k < 100; ++k) {
    const Vec3 p = scene.point();
    EXPECT_LT(visited(scene.segment_grid(), StaticGrid::box(p, 1.0)).size(), 30 + large);
  }
}

TEST(StaticGrid, FindsMoreThanThereIsRoomFor) {
  std::vector<StaticGrid::Item> heap(3000, {{1, 2, 0}, {1, 2, 0}, 0.5});
  heap.resize(4000, {{50, 60, 0}, {51, 60, 0}, 0.0});
  const StaticGrid grid(heap, Bounds());
  ASSERT_GT(grid.cell_count(), 0u);
  const std::vector<std::uint32_t> found = visited(grid, StaticGrid::box({1, 2, 0}, 0.1));
  ASSERT_GE(found.size(), 3000u);
  for (std::uint32_t k = 0; k < 3000; ++k)
    EXPECT_EQ(found[k], k);
}

TEST(StaticGrid, LooksAtAllFromAPlaceThatIsNone) {
  const std::vector<StaticGrid::Item> items(40, {{1, 2, 0}, {1, 3, 0}, 0.5});
  const StaticGrid grid(items, Bounds());
  EXPECT_EQ(visited(grid, StaticGrid::box({kInfinity, 0, 0}, 1.0)).size(), 40u);
  EXPECT_EQ(visited(grid, StaticGrid::box({kInfinity - kInfinity, 0, 0}, 1.0)).size(), 40u);
}

// Rays down the middle of a long street and past everything: pieces of the way are enough, and the last too.
TEST(StaticGrid, LongWaysMeetWhatStandsAtTheirEnd) {
  std::vector<WallDef> list;
  for (int k = 0; k < 100; ++k)
    list.push_back(test::wall({{10.0 * k, 1.0 + k % 3, 0}, {10.0 * k + 9.0, 1.0 + k % 3, 0}}));
  list.push_back(test::wall({{995, -1, 0}, {995, 0.5, 0}}));
  const OwnGeometry geometry = test::walls(list);
  ASSERT_GT(geometry.segment_grid().grid().cell_count(), 0u);
  for (const double reach : {996.0, 5000.0, 1e5}) {
    const auto hit = geometry.first_wall_hit({0, 0, 0}, {reach, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->segment, 100u);
    EXPECT_TRUE(geometry.first_swept_wall_hit({-500, 0, 0}, {reach, 0, 0}, 0.25));
    EXPECT_FALSE(geometry.first_wall_hit({0, -2, 0}, {reach, -2, 0}));
  }
  EXPECT_FALSE(geometry.first_wall_hit({0, 0, 0}, {994.9, 0, 0}));
}

// One who walks about asks within a box, and sometimes beyond it.
TEST(NearbyShapes, AnswerWithTheSameBitsAsLookingAtAll) {
  int hits = 0;
  in_all_scenes(20, [&](Scene& scene) {
    NearbyShapes nearby;
    const double reach = 0.2 + 3.0 * scene.radius();
    Vec3 p = scene.start();
    for (int step = 0; step < 8; ++step, p += clip(scene.end(p) - p, 0.3 * reach)) {
      const StaticGeometry geometry = scene.geometry().over(nearby, StaticGrid::box(p, reach));
      const NearbyWalls walls(scene.geometry(), p, reach);
      for (const double part : {0.3, 0.9, 1.4}) {
        const Vec3 to = p + clip(scene.end(p) - p, part * reach);
        hits += expect_same(geometry.first_wall_hit(p, to),
                            test::every_wall_hit(scene.geometry(), p, to, WallSides::both, p));
        hits +=
            expect_same(geometry.first_swept_wall_hit(p, to, 0.1 * reach),
                        test::every_swept_wall_hit(scene.geometry(), p, to, 0.1 * reach, WallSides::both));
        hits += expect_same(geometry.first_obstacle_hit(p, to, 0.1 * reach),
                            test::every_obstacle_hit(scene.geometry(), scene.bounds(), p, to, 0.1 * reach));
        const bool is_wall_between = scene.geometry().is_wall_between(p, to);
        EXPECT_EQ(geometry.is_wall_between(p, to), is_wall_between);
        EXPECT_EQ(walls.hide(p, to), is_wall_between);
        EXPECT_FALSE(walls.is_empty() && part < 1.0 && is_wall_between);
        EXPECT_EQ(geometry.blocks_sight(p, to),
                  test::every_blocks_sight(scene.geometry(), scene.bounds(), p, to));
      }
    }
  });
  EXPECT_GT(hits, 3000);
}

TEST(NearbyShapes, AreLookedUpAgainOnlyWhereTheQuestionsLeaveTheBox) {
  const OwnGeometry geometry =
      test::walls({test::wall({{1, -1, 0}, {1, 1, 0}}), test::wall({{9, -1, 0}, {9, 1, 0}})});
  NearbyShapes nearby;
  const auto box_at = [&](double x) {
    geometry.over(nearby, StaticGrid::box({x, 0, 0}, 1.0));
    return nearby.box.x;
  };
  EXPECT_EQ(box_at(0.0), 0.0);
  EXPECT_EQ(box_at(0.4), 0.0);
  EXPECT_EQ(nearby.segments.count, 1u);
  EXPECT_EQ(box_at(0.6), 0.6);
  EXPECT_EQ(box_at(5.0), 5.0);
  EXPECT_TRUE(nearby.segments.is_complete);
  EXPECT_EQ(nearby.segments.count, 0u);
}

TEST(NearbyShapes, HoldWhatIsAbsentForWhenItAppears) {
  WorldDef def;
  def.walls.push_back(test::wall({{1, -1, 0}, {1, 1, 0}}));
  const StaticShapes shapes(def, Bounds());
  std::array<std::uint8_t, 1> present{0};
  const StaticGeometry all(shapes, {{}, present});
  NearbyShapes nearby;
  const StaticGeometry geometry = all.over(nearby, StaticGrid::box({0, 0, 0}, 2.0));
  EXPECT_FALSE(geometry.is_wall_between({}, {1.5, 0, 0}));
  present[0] = 1;
  EXPECT_TRUE(geometry.is_wall_between({}, {1.5, 0, 0}));
}

TEST(NearbyShapes, LeaveOutWhatIsAbsent) {
  WallDef absent = test::wall({{1, -1, 0}, {1, 1, 0}});
  absent.present = false;
  const OwnGeometry geometry = test::walls({absent, test::wall({{2, -1, 0}, {2, 1, 0}})});
  const NearbyWalls walls(geometry, {}, 3.0);
  EXPECT_EQ(std::vector(walls.indices().begin(), walls.indices().end()), (std::vector<std::uint32_t>{1}));
  EXPECT_FALSE(walls.hide({}, {1.5, 0, 0}));
  EXPECT_TRUE(walls.hide({}, {2.5, 0, 0}));
}

TEST(NearbyShapes, AskTheGridWhereThereAreMoreThanThereIsRoomFor) {
  std::vector<WallDef> defs;
  for (int k = 0; k < 40; ++k)
    defs.push_back(test::wall({{1.0 + 0.01 * k, -1, 0}, {1.0 + 0.01 * k, 1, 0}}));
  const OwnGeometry geometry = test::walls(defs);
  const NearbyWalls walls(geometry, {}, 3.0);
  EXPECT_FALSE(walls.is_complete());
  EXPECT_FALSE(walls.is_empty());
  EXPECT_TRUE(walls.hide({}, {1.5, 0, 0}));
  EXPECT_FALSE(walls.hide({}, {0.9, 0, 0}));
}

}  // namespace
}  // namespace drover::static_grid_test
