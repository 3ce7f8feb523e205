#include "sim/build/placing.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover {
namespace {

using test::make_simulator;
using test::scene;

TEST(Placement, PlacesAgentsApart) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":100,"placement":{"type":"disc","center":[0,0],"radius":10,"spacing":1}}])"));
  const AgentMotion& state = simulator.world().state.motion;
  for (AgentIndex i = 0; i < 100; ++i) {
    EXPECT_LE(length(state.position(i)), 10.0);
    for (AgentIndex j = 0; j < i; ++j)
      EXPECT_GE(length(state.position(i) - state.position(j)), 1.0);
  }
}

TEST(Placement, KeepsRandomPlacesClearOfObstacles) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","count":100,"placement":{"type":"disc","center":[0,0],"radius":5}}])", "",
            R"(,"world":{"obstacles":[{"center":[0,0],"radius":3}]})"));
  for (AgentIndex i = 0; i < 100; ++i)
    EXPECT_GE(length(simulator.world().state.motion.position(i)), 3.5);
}

TEST(Placement, SaysWhenThereIsNoRoom) {
  EXPECT_THROW(
      make_simulator(scene(
          "[]",
          R"([{"type":"a","count":100,"placement":{"type":"disc","center":[0,0],"radius":2,"spacing":1}}])")),
      std::runtime_error);
  EXPECT_THROW(make_simulator(scene(
                   "[]", R"([{"type":"a","count":3,"placement":{"type":"points","points":[[0,0],[1,0]]}}])")),
               std::runtime_error);
}

TEST(Placement, GridFillsRowsAndIsNearlySquareByDefault) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","count":5,"placement":{"type":"grid","origin":[1,1],"step":[2,3]}}])"));
  EXPECT_EQ(simulator.world().state.motion.x, (std::vector<double>{1, 3, 5, 1, 3}));
  EXPECT_EQ(simulator.world().state.motion.y, (std::vector<double>{1, 1, 1, 4, 4}));
}

TEST(Placement, RingStandsOnTheCircleInEqualSteps) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","count":7,"placement":{"type":"ring","center":[2,1],"radius":4}}])"));
  const AgentMotion& state = simulator.world().state.motion;
  const double side = 2.0 * 4.0 * std::sin(3.14159265358979323846 / 7.0);
  for (AgentIndex i = 0; i < 7; ++i) {
    EXPECT_NEAR(length(state.position(i) - Vec3{2, 1, 0}), 4.0, 1e-12);
    EXPECT_NEAR(length(state.position(i) - state.position((i + 1) % 7)), side, 1e-12);
  }
}

TEST(Placement, JitterMovesByNoMoreThanItSays) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","count":100,"placement":{"type":"line","from":[0,0],"to":[99,0],"jitter":0.25}}])"));
  double farthest = 0.0;
  for (AgentIndex i = 0; i < 100; ++i) {
    EXPECT_LE(std::abs(simulator.world().state.motion.x[i] - i), 0.25);
    farthest = larger(farthest, std::abs(simulator.world().state.motion.y[i]));
  }
  EXPECT_LE(farthest, 0.25);
  EXPECT_GT(farthest, 0.2);
}

// The share of a uniform disc within half its radius is one quarter: four standard errors of 2000 draws.
TEST(Placement, DiscIsUniformOverItsArea) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","count":2000,"placement":{"type":"disc","center":[0,0],"radius":2}}])"));
  double inner = 0.0;
  for (AgentIndex i = 0; i < 2000; ++i)
    inner += length(simulator.world().state.motion.position(i)) < 1.0 ? 1.0 / 2000.0 : 0.0;
  EXPECT_NEAR(inner, 0.25, 4.0 * std::sqrt(0.25 * 0.75 / 2000.0));
}

}  // namespace
}  // namespace drover
