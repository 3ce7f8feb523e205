// Sweeps of discs that slide along solids.
#include "sim/geometry/sliding.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/geometry/static_room.h"
#include "sim/own_geometry.h"

namespace drover::test::sliding_test {
namespace {

// A square with its corners at (+-2, +-2), and a disc.
WorldDef square_and_disc() {
  WorldDef def;
  def.walls.push_back({"", {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, true, true});
  ObstacleDef& disc = def.obstacles.emplace_back();
  disc.center = Vec3{10, 0, 0};
  disc.radius = 1.5;
  return def;
}

// An L, whose inner corner is at (1, 1).
WorldDef angle() {
  WorldDef def;
  def.walls.push_back({"", {{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}}, true, true});
  return def;
}

Slid slid(const WorldDef& def, Vec3 from, Vec3 way, double radius, Vec3 velocity = {}) {
  const Bounds bounds;
  return slide(OwnGeometry(def, bounds), from, way, radius, velocity);
}

void expect_near(Vec3 found, Vec3 wanted) {
  EXPECT_NEAR(found.x, wanted.x, 2e-9);
  EXPECT_NEAR(found.y, wanted.y, 2e-9);
}

TEST(Sliding, FreeWaysAreGoneToTheLastBit) {
  const Slid free = slid(square_and_disc(), {-5, 3, 0}, {7, 0.25, 0}, 0.5, {1, 2, 0});
  EXPECT_EQ(free.position, (Vec3{2, 3.25, 0}));
  EXPECT_EQ(free.velocity, (Vec3{1, 2, 0}));
}

TEST(Sliding, StopsHeadOnAndGoesOnAlongTheBorder) {
  const Slid head_on = slid(square_and_disc(), {-5, 0, 0}, {9, 0, 0}, 0.5, {3, 0, 0});
  expect_near(head_on.position, {-2.5, 0, 0});
  expect_near(head_on.velocity, {});
  // 2.5 of 4 m ahead are free; what is left of the way goes on upwards.
  const Slid oblique = slid(square_and_disc(), {-5, -1, 0}, {4, 2, 0}, 0.5, {2, 1, 0});
  expect_near(oblique.position, {-2.5, 1, 0});
  expect_near(oblique.velocity, {0, 1, 0});
}

TEST(Sliding, LeavesWhatItTouches) {
  const Slid away = slid(square_and_disc(), {-2.5, 0, 0}, {-1, 1, 0}, 0.5, {-1, 1, 0});
  EXPECT_EQ(away.position, (Vec3{-3.5, 1, 0}));
  const Slid along = slid(square_and_disc(), {-2.5, 0, 0}, {0, 1, 0}, 0.5, {0, 1, 0});
  EXPECT_EQ(along.position, (Vec3{-2.5, 1, 0}));
}

TEST(Sliding, StaysInACornerAndLeavesIt) {
  const Slid in = slid(angle(), {2, 2, 0}, {-5, -4, 0}, 0.5, {-5, -4, 0});
  expect_near(in.position, {1.5, 1.5, 0});
  expect_near(in.velocity, {});
  const Slid out = slid(angle(), in.position, {1, 2, 0}, 0.5, {1, 2, 0});
  expect_near(out.position, {2.5, 3.5, 0});
  const Slid along = slid(angle(), in.position, {-1, 2, 0}, 0.5, {-1, 2, 0});
  expect_near(along.position, {1.5, 3.5, 0});
  expect_near(along.velocity, {0, 2, 0});
}

TEST(Sliding, FromInsideItGoesAnywhere) {
  EXPECT_EQ(slid(square_and_disc(), {0, 0, 0}, {1, 0, 0}, 0.5).position, (Vec3{1, 0, 0}));
  // Of what it overlaps it has the way out.
  EXPECT_EQ(slid(square_and_disc(), {-2.25, 0, 0}, {-1, 0, 0}, 0.5).position, (Vec3{-3.25, 0, 0}));
  EXPECT_EQ(slid(square_and_disc(), {-2.25, 0, 0}, {1, 0, 0}, 0.5).position, (Vec3{-2.25, 0, 0}));
}

// Random walks around both shapes: a disc that started clear stays clear, and no step is longer than its way.
TEST(Sliding, NeverEnters) {
  Draws draws({.seed = 7, .agent = 0, .tick = 0, .purpose = Purpose::parameter, .stream = 1});
  for (const WorldDef& def : {square_and_disc(), angle()}) {
    const Bounds bounds;
    const OwnGeometry geometry(def, bounds);
    for (int walk = 0; walk < 40; ++walk) {
      const double radius = 0.05 + draws.uniform();
      Vec3 p{-6.0 + draws.uniform(), -6.0 + draws.uniform(), 0.0};
      for (int step = 0; step < 200; ++step) {
        // Mostly inwards, so that it is in touch most of the time.
        const Vec3 way = Vec3{draws.uniform() - 0.5, draws.uniform() - 0.5, 0.0} * 1.5 +
                         direction(Vec3{0.5, 0.5, 0} - p) * 0.4;
        const Slid next = slide(geometry, p, way, radius, way);
        EXPECT_LE(length(next.position - p), length(way) + 1e-8);
        EXPECT_TRUE(is_clear_of_statics(geometry, bounds, next.position, radius - 1e-8));
        p = next.position;
      }
    }
  }
}

TEST(Cone, TakesWhatIsAgainstItsDirections) {
  const auto without = [](Vec3 v, std::vector<Vec3> directions) {
    return without_parts_against(v, [&](auto&& visit) {
      for (const Vec3 u : directions)
        visit(u);
    });
  };
  EXPECT_EQ(without({1, 2, 0}, {}), (Vec3{1, 2, 0}));
  EXPECT_EQ(without({1, 2, 0}, {{1, 0, 0}, {0, 1, 0}}), (Vec3{1, 2, 0}));
  EXPECT_EQ(without({1, -2, 0}, {{1, 0, 0}, {0, 1, 0}}), (Vec3{1, 0, 0}));
  EXPECT_EQ(without({-1, -2, 0}, {{1, 0, 0}, {0, 1, 0}}), Vec3{});
  // An acute wedge: what one side leaves may be against the other.
  expect_near(without({0, -1, 0}, {{0.6, 0.8, 0}, {-0.6, 0.8, 0}}), {});
  expect_near(without({2, -1, 0}, {{0.6, 0.8, 0}, {-0.6, 0.8, 0}}), {0.8, 0.6, 0});
}

}  // namespace
}  // namespace drover::test::sliding_test
