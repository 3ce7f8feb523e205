#include "sim/construction/obstacle_placing.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/geometry/shape_gap.h"
#include "support/scene.h"

namespace drover::obstacle_placing_test {
namespace {

using test::make_simulator;

std::string scene_of(const std::string& obstacles, const std::string& keys = "", int seed = 1) {
  return R"({"format":1,"seed":)" + std::to_string(seed) +
         R"(,"agent_types":{"a":{}},"agents":[{"type":"a","position":[-50,-50]}],"world":{)" + keys +
         R"("obstacles":[)" + obstacles + "]}}";
}

std::vector<Shape> shapes_of(const std::string& obstacles, const std::string& keys = "", int seed = 1) {
  const Simulator simulator = make_simulator(scene_of(obstacles, keys, seed));
  const auto shapes = simulator.world().geometry().shapes();
  return {shapes.begin(), shapes.end()};
}

constexpr const char* kWood =
    R"({"count":40,"radius":{"uniform":[0.3,0.8]},"placement":{"type":"rectangle","min":[0,0],"max":[60,40],"gap":1.5}})";

// That of the same seed has the same places.
TEST(ObstaclePlacing, AnotherSeedSharesShapesUnlessItDrawsOthers) {
  const std::string fixed = R"({"center":[3,4],"radius":1})";
  const auto shares = [](const std::string& obstacles, int seed) {
    const auto first = test::make_world(scene_of(obstacles)).world.model().statics;
    const auto second = test::make_world(scene_of(obstacles, "", seed), first).world.model().statics;
    EXPECT_EQ(first->shapes.obstacles.size(), second->shapes.obstacles.size());
    return first == second;
  };
  EXPECT_TRUE(shares(fixed, 2));
  EXPECT_TRUE(shares("", 2));
  EXPECT_TRUE(shares(kWood, 1));
  EXPECT_FALSE(shares(kWood, 2));
  EXPECT_FALSE(shares(R"({"center":[3,4],"radius":{"uniform":[1,2]}})", 2));
}

TEST(ObstaclePlacing, KeepsTheGap) {
  const std::string boxes =
      R"(,{"count":20,"box":{"size":[2,1]},"turn_deg":{"uniform":[0,360]},"scale":{"uniform":[0.5,1.5]},
          "placement":{"type":"disc","center":[30,20],"radius":20,"gap":0.7}},{"polygon":[[5,5],[9,5],[5,9]]})";
  const std::string walls =
      R"("walls":[{"points":[[0,20],[60,20]]},{"points":[[40,30],[50,30],[50,38]],"closed":true,"solid":true}],)";
  const std::vector<Shape> shapes = shapes_of(kWood + boxes, walls);
  ASSERT_EQ(shapes.size(), 61u);
  const Shape solid = Shape::polygon({{40, 30, 0}, {50, 30, 0}, {50, 38, 0}});
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    // What is placed last keeps its own gap, so that of the other may be less.
    for (std::size_t other = 0; other < k; ++other)
      EXPECT_GE(gap_between(shapes[k], shapes[other]), k < 40 ? 1.5 : 0.7) << k << " " << other;
    if (k == 60) continue;
    EXPECT_GE(gap_between(shapes[k], Shape::capsule({0, 20, 0}, {60, 20, 0}, 0.0)), k < 40 ? 1.5 : 0.7);
    EXPECT_GE(gap_between(shapes[k], solid), k < 40 ? 1.5 : 0.7);
  }
  for (std::size_t k = 0; k < 40; ++k) {
    EXPECT_GE(shapes[k].rounding(), 0.3);
    EXPECT_LT(shapes[k].rounding(), 0.8);
  }
}

TEST(ObstaclePlacing, KeepsTheGapThroughTheEdgesOfATorus) {
  const std::vector<Shape> shapes = shapes_of(
      R"({"count":30,"radius":0.5,"placement":{"type":"rectangle","min":[0,0],"max":[12,12],"gap":0.5}})",
      R"("bounds":{"min":[0,0],"max":[12,12],"edge":"wrap"},)");
  for (std::size_t k = 0; k < shapes.size(); ++k)
    for (std::size_t other = 0; other < k; ++other)
      for (const double x : {-12.0, 0.0, 12.0})
        for (const double y : {-12.0, 0.0, 12.0})
          EXPECT_GE(gap_between(shapes[k], shapes[other], {x, y, 0}), 0.5);
}

TEST(ObstaclePlacing, AnEntryBehindChangesNothing) {
  const std::vector<Shape> few = shapes_of(kWood);
  const std::vector<Shape> many = shapes_of(std::string(kWood) + "," + kWood);
  const std::vector<Shape> other_seed = shapes_of(kWood, "", 2);
  for (std::size_t k = 0; k < few.size(); ++k) {
    EXPECT_EQ(few[k].center(), many[k].center());
    EXPECT_EQ(few[k].rounding(), many[k].rounding());
    EXPECT_FALSE(few[k].center() == other_seed[k].center());
  }
}

TEST(ObstaclePlacing, RegularPlacesAreAsAsked) {
  const std::vector<Shape> shapes = shapes_of(
      R"({"count":3,"capsule":{"from":[0,-1],"to":[0,1],"radius":0.2},"turn_deg":90,
          "placement":{"type":"points","points":[[1,2],[5,2],[9,4]]}})");
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_NEAR(shapes[2].corners()[0].x, 10.0, 1e-12);
  EXPECT_NEAR(shapes[2].corners()[0].y, 4.0, 1e-12);
  EXPECT_NEAR(shapes[2].corners()[1].x, 8.0, 1e-12);
}

// Circles of radius 0.5 whose centers are in a square of 10 m: darts find places for about 70.
std::string dense(int count) {
  return R"({"count":)" + std::to_string(count) +
         R"(,"radius":0.5,"placement":{"type":"rectangle","min":[0,0],"max":[10,10]}})";
}

// 12 rows of 11 and 10.
TEST(ObstaclePlacing, ALatticeTakesWhatDartsDoNot) {
  const std::vector<Shape> shapes = shapes_of(dense(126));
  ASSERT_EQ(shapes.size(), 126u);
  for (std::size_t k = 0; k < shapes.size(); ++k)
    for (std::size_t other = 0; other < k; ++other)
      ASSERT_GE(gap_between(shapes[k], shapes[other]), -1e-9);
}

TEST(ObstaclePlacing, SaysHowManyFit) {
  try {
    make_simulator(scene_of(dense(127)));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/world/obstacles/0/placement"));
    EXPECT_THAT(error.what(), testing::HasSubstr("no room for obstacle 127 of 127: 126 of them fit"));
  }
}

// Regions of every shape; an L and a disc are smaller than the rectangle around them.
TEST(ObstaclePlacing, ARegionHoldsThePlaces) {
  const std::string regions =
      R"("regions":{"l":{"points":[[0,0],[20,0],[20,5],[5,5],[5,20],[0,20]]},
          "d":{"center":[40,40],"radius":6},"r":{"min":[60,0],"max":[70,3]}},)";
  const auto in = [](const char* region, int count) {
    return R"({"count":)" + std::to_string(count) +
           R"(,"radius":0.4,"placement":{"type":"region","gap":0.3,"region":")" + region + R"("}})";
  };
  const std::vector<Shape> shapes = shapes_of(in("l", 60) + "," + in("d", 30) + "," + in("r", 12), regions);
  ASSERT_EQ(shapes.size(), 102u);
  double greatest_x = 0.0, greatest_y = 0.0;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const Vec3 p = shapes[k].center();
    const bool is_in_l = p.x >= 0 && p.y >= 0 && ((p.x <= 20 && p.y <= 5) || (p.x <= 5 && p.y <= 20));
    const bool is_in_d = length(p - Vec3{40, 40, 0}) <= 6.0;
    const bool is_in_r = p.x >= 60 && p.x <= 70 && p.y >= 0 && p.y <= 3;
    EXPECT_TRUE(k < 60 ? is_in_l : k < 90 ? is_in_d : is_in_r) << k << ": " << p.x << " " << p.y;
    if (k < 60) greatest_x = larger(greatest_x, p.x), greatest_y = larger(greatest_y, p.y);
    for (std::size_t other = 0; other < k; ++other)
      EXPECT_GE(gap_between(shapes[k], shapes[other]), 0.3 - 1e-9) << k << " " << other;
  }
  EXPECT_GT(greatest_x, 15.0);
  EXPECT_GT(greatest_y, 15.0);
}

// Darts do not find places for 119 circles of 1 m in a strip that is 120 m long; a row of a lattice has 121.
TEST(ObstaclePlacing, ALatticeFillsARegion) {
  const std::vector<Shape> shapes =
      shapes_of(R"({"count":119,"radius":0.5,"placement":{"type":"region","region":"strip"}})",
                R"("regions":{"strip":{"points":[[0,0],[120,0],[120,0.5],[0,0.5]]}},)");
  ASSERT_EQ(shapes.size(), 119u);
  for (std::size_t k = 0; k < shapes.size(); ++k)
    for (std::size_t other = 0; other < k; ++other)
      ASSERT_GE(gap_between(shapes[k], shapes[other]), -1e-9);
}

// Points that no jitter gets free of the rock before them: the message names the one that has no room.
TEST(ObstaclePlacing, NamesTheOneOfAListThatHasNoRoom) {
  try {
    make_simulator(scene_of(
        R"({"center":[9,0],"radius":2},
           {"count":3,"radius":0.5,"placement":{"type":"points","points":[[0,0],[9,0],[20,0]],"jitter":0.1}})"));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("no room for obstacle 2 of 3: 1 of them fit"));
  }
}

// A box covers the whole area: no disc has room, and a lattice for discs so small has a million points.
TEST(ObstaclePlacing, TinyOnesBesideAGiantAreRefusedSoon) {
  const std::string discs = R"({"box":{"center":[400,400],"size":[810,810]}},
      {"count":50,"radius":0.01,"placement":{"type":"rectangle","min":[0,0],"max":[800,800]}})";
  try {
    make_simulator(scene_of(discs));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("no room for obstacle 1 of 50: 0 of them fit"));
  }
}

TEST(ObstaclePlacing, SeveralHaveNumberedNames) {
  const Simulator simulator = make_simulator(scene_of(
      R"({"id":"tree","count":3,"radius":1,"placement":{"type":"line","from":[0,0],"to":[9,0]}},{"id":"rock","center":[0,9],"radius":1})"));
  const auto ids = simulator.world().geometry().obstacle_ids();
  EXPECT_THAT(std::vector<std::string>(ids.begin(), ids.end()),
              testing::ElementsAre("tree.0", "tree.1", "tree.2", "rock"));
}

}  // namespace
}  // namespace drover::obstacle_placing_test
