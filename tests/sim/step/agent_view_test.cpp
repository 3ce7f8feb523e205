#include "sim/step/agent_view.h"

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::agent_view_test {
namespace {

// Agent 0 seeks each kind of target from rest at the origin; it asks for 3 m/s along the direction of the
// target within one second, which its first velocity shows.
Vec3 sought_direction(std::string_view target) {
  const std::string text =
      R"({"format":1,
          "world":{"obstacles":[{"id":"oak","center":[0,-8],"radius":1}],
                   "walls":[{"id":"fence","points":[[-5,-20],[-5,20]]}],
                   "paths":{"road":{"points":[[3,3],[3,30]]}}},
          "agent_types":{"seeker":{"steering":{"behaviors":[{"type":"seek","target":)" +
      std::string(target) +
      R"(,"response_time":1}]}},
                         "still":{}},
          "agents":[{"type":"seeker","position":[0,0]},
                    {"type":"still","id":"near","group":"others","position":[0,4]},
                    {"type":"still","id":"far","group":"others","position":[10,0]}]})";
  return direction(test::next_acceleration(text));
}

void expect_near(Vec3 actual, Vec3 expected) {
  EXPECT_NEAR(actual.x, expected.x, 1e-12);
  EXPECT_NEAR(actual.y, expected.y, 1e-12);
}

TEST(Target, EveryKindCanBeSought) {
  expect_near(sought_direction(R"({"point":[-3,0]})"), {-1, 0, 0});
  expect_near(sought_direction(R"({"agent":"far"})"), {1, 0, 0});
  expect_near(sought_direction(R"({"obstacle":"oak"})"), {0, -1, 0});
  expect_near(sought_direction(R"({"wall":"fence"})"), {-1, 0, 0});
  expect_near(sought_direction(R"({"path":"road"})"), direction({3, 3, 0}));
  expect_near(sought_direction(R"({"group":"others"})"), {0, 1, 0});
  expect_near(sought_direction(R"({"agent_type":"still"})"), {0, 1, 0});
  expect_near(sought_direction(R"({"group":"others","select":"centroid"})"), direction({5, 2, 0}));
}

TEST(Target, GroupsLeaveOutTheAgentItself) {
  const Vec3 a = test::next_acceleration(
      test::scene(R"([{"type":"seek","target":{"agent_type":"a"},"response_time":1}])",
                  R"([{"type":"a","position":[0,0]},{"type":"a","position":[0,5]}])"));
  expect_near(direction(a), {0, 1, 0});
}

TEST(Target, AnEmptyGroupIsNoRequest) {
  Simulator simulator =
      test::make_simulator(test::scene(R"([{"type":"seek","target":{"agent_type":"a"}}])",
                                       R"([{"type":"a","position":[0,0],"velocity":[1,0]}])"));
  test::run_steps(simulator, 10);
  // A request would brake; without one the agent coasts.
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{1.0, 0.0, 0.0}));
}

TEST(Target, DistancesCrossTheEdgeOfAWrappedWorld) {
  const Vec3 a = test::next_acceleration(test::scene(
      R"([{"type":"seek","target":{"point":[9,0]},"response_time":1}])", R"([{"type":"a","position":[1,0]}])",
      "", R"(,"world":{"bounds":{"min":[0,-5],"max":[10,5],"edge":"wrap"}})"));
  expect_near(direction(a), {-1, 0, 0});
}

}  // namespace
}  // namespace drover::agent_view_test
