#include <fmt/format.h>
#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::time_to_collision_test {
namespace {

constexpr const char* kTime = R"("time_to_collision")";

std::string with(const std::string& keys) {
  return std::string(kTime) + "," + keys;
}

// Bodies have radius 0.5.
const std::string kHeadOn = body({0, 0, 0}, {1, 0, 0}) + "," + body({8, 0, 0}, {-1, 0, 0});

TEST(TimeToCollision, OfTwoAgentsIsTheSameForBoth) {
  EXPECT_EQ(value_of(kTime, kHeadOn, "", 0), 3.5);
  EXPECT_EQ(value_of(kTime, kHeadOn, "", 1), 3.5);
}

TEST(TimeToCollision, IsInfiniteAlone) {
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {1, 0, 0})), kInfinity);
}

// GAL: a velocity added to all agents changes nothing between agents.
TEST(TimeToCollision, DependsOnTheRelativeVelocityOfAgents) {
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {5, 3, 0}) + "," + body({8, 0, 0}, {3, 3, 0})), 3.5);
}

TEST(TimeToCollision, SoonestNeighborCounts) {
  const std::string third = "," + body({-2, 0, 0}, {3, 0, 0}) + "," + body({0, 3, 0}, {1, 0, 0});
  EXPECT_EQ(value_of(kTime, kHeadOn + third), 0.5);
}

TEST(TimeToCollision, OnlyTheNeighborhoodCounts) {
  EXPECT_EQ(value_of(with(R"("radius":7,"add_other_radius":false)"), kHeadOn), kInfinity);
  EXPECT_EQ(value_of(with(R"("agents":false)"), kHeadOn), kInfinity);
}

TEST(TimeToCollision, MarginCountsAsContact) {
  EXPECT_EQ(value_of(with(R"("margin":1)"), kHeadOn), 3.0);
  EXPECT_EQ(value_of(with(R"("margin":7.5)"), kHeadOn), 0.0);
}

constexpr const char* kRoom =
    R"(,"world":{"walls":[{"points":[[6,-5],[6,5]]}],"obstacles":[{"center":[-6,0],"radius":1}]})";

TEST(TimeToCollision, WallsAndObstaclesCountAlongTheVelocity) {
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {2, 0, 0}), kRoom), 2.75);
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {-2, 0, 0}), kRoom), 2.25);
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {0, 2, 0}), kRoom), kInfinity);
  EXPECT_EQ(value_of(with(R"("margin":0.5)"), body({0, 0, 0}, {2, 0, 0}), kRoom), 2.5);
  EXPECT_EQ(value_of(with(R"("walls":false)"), body({0, 0, 0}, {2, 0, 0}), kRoom), kInfinity);
  EXPECT_EQ(value_of(with(R"("obstacles":false)"), body({0, 0, 0}, {-2, 0, 0}), kRoom), kInfinity);
}

// Observers ask for quantities of a world in which nothing looks at neighbors.
TEST(TimeToCollision, OfWallsOnlyNeedsNoNeighborhood) {
  Simulator simulator = make_simulator(
      scene("[]", "[" + body({0, 0, 0}, {2, 0, 0}) + "]", R"(,"max_speed":100)",
            std::string(R"(,"quantities":{"far":{"type":"time_to_collision","agents":false}})") + kRoom));
  simulator.enable_prefetch();
  const NamedQuantity& far = *simulator.world().model().find_quantity("far");
  EXPECT_EQ(simulator.value(far, 0), 2.75);
  run_steps(simulator, 1);
  EXPECT_LT(simulator.value(far, 0), 2.75);
}

TEST(TimeToCollision, SeesThroughTheEdgesOfATorus) {
  const std::string torus =
      R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"},"obstacles":[{"center":[19,10],"radius":1}]})";
  EXPECT_EQ(value_of(kTime, body({2, 10, 0}, {-1, 0, 0}), torus), 1.5);
  EXPECT_EQ(value_of(kTime, body({1, 2, 0}, {-1, 0, 0}) + "," + body({17, 2, 0}, {1, 0, 0}), torus), 1.5);
}

TEST(TimeToCollision, ShapesCountFromWhereTheyBegin) {
  const std::string room = R"(,"world":{"obstacles":[
      {"polygon":[[-9,-9],[9,-9],[9,9],[-9,9]],"hollow":true},
      {"box":{"center":[6,0],"size":[2,2]}},{"capsule":{"from":[-6,-1],"to":[-6,1],"radius":0.5}}]})";
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {2, 0, 0}), room), 2.25);
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {-2, 0, 0}), room), 2.5);
  EXPECT_NEAR(value_of(kTime, body({0, 0, 0}, {0, 2, 0}), room), 4.25, 1e-12);
  EXPECT_EQ(value_of(kTime, body({5.5, 0, 0}, {1, 0, 0}), room), 0.0);
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}), room), kInfinity);
}

TEST(TimeToCollision, OverlapIsZero) {
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}, {-1, 0, 0}) + "," + body({0.5, 0, 0}, {1, 0, 0})), 0.0);
  EXPECT_EQ(value_of(kTime, body({0, 0, 0}) + "," + body({0, 0, 0})), 0.0);
}

TEST(TimeToCollision, InSpaceIsThatOfBallsToEverythingAround) {
  const auto rising = [](const char* velocity, const std::string& keys) {
    return value_of(make_simulator(scene_with(
        keys, fmt::format(R"({{"type":"a","position":[0,0,0],"velocity":{}}})", velocity),
        R"(,"world":{"dimensions":3,"obstacles":[{"center":[0,0,6],"radius":1},{"box":{"center":[0,-9,0],"size":[2,2,2]}}],)"
        R"("walls":[{"points":[[5,-9,-9],[5,9,-9],[5,0,20]],"triangles":[[0,1,2]]}]})")));
  };
  EXPECT_NEAR(rising("[0,0,2]", kTime), 2.25, 1e-12);
  EXPECT_NEAR(rising("[0,-3,0]", kTime), 2.5, 1e-12);
  EXPECT_NEAR(rising("[2,0,0]", kTime), 2.25, 1e-12);
  EXPECT_NEAR(rising("[0,0,2]", with(R"("margin":0.5)")), 2.0, 1e-12);
  EXPECT_EQ(rising("[0,0,2]", with(R"("obstacles":false)")), kInfinity);
  EXPECT_EQ(rising("[2,0,0]", with(R"("walls":false)")), kInfinity);
  EXPECT_EQ(rising("[0,0,-2]", kTime), kInfinity);
  EXPECT_EQ(rising("[0,0,0]", kTime), kInfinity);
  EXPECT_EQ(rising("[0,0,0]", with(R"("margin":5)")), 0.0);
}

}  // namespace
}  // namespace drover::test::time_to_collision_test
