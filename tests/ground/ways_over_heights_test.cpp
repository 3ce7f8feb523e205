// Ways over ground with heights: up by ramps, down over ledges, and what lifts cost.
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::ways_over_heights_test {
namespace {

// A block 3 m high from x = 4 to x = 10, with a ramp behind it from x = 16 up to its top.
std::string block(const char* start, const char* target, const char* keys = "") {
  return scene(
      fmt::format(R"([{{"type":"go_to","target":{{"point":{}}}}}])", target),
      fmt::format(R"([{{"type":"a","position":{}}}])", start), R"(,"radius":0.25,"max_speed":2)",
      fmt::format(
          R"(,"world":{{"dimensions":2.5{},"regions":{{"block":{{"min":[4,-3],"max":[10,3]}},"up":{{"min":[10,-1],"max":[16,1]}}}},
           "ground":[{{"region":"block","height":3,"solid":true}},
                     {{"region":"up","ramp":{{"from":[16,0,0],"to":[10,0,3]}}}}]}})",
          keys));
}

struct Trip {
  double end_x, end_z, widest, farthest;
};
Trip trip(const std::string& scenario) {
  Simulator simulator = make_simulator(scenario);
  Trip trip{};
  for (int k = 0; k < 1500; ++k) {
    run_steps(simulator, 1);
    trip.widest = std::max(trip.widest, std::fabs(simulator.world().state.motion.y[0]));
    trip.farthest = std::max(trip.farthest, simulator.world().state.motion.x[0]);
  }
  trip.end_x = simulator.world().state.motion.x[0];
  trip.end_z = simulator.world().state.elevation.z[0];
  return trip;
}

TEST(WayOverHeights, LeadsUpByTheRamp) {
  const Trip up = trip(block("[0,0]", "[7,0]"));
  EXPECT_NEAR(up.end_x, 7.0, 0.3);
  EXPECT_EQ(up.end_z, 3.0);
  EXPECT_GT(up.widest, 3.0);     // round the block
  EXPECT_GT(up.farthest, 14.5);  // to where the ramp is low
}

// The foot of the ramp is no step, so that one gets up where steps are no higher than 0.
TEST(WayOverHeights, LeadsUpByTheRampWithoutSteps) {
  const Trip up = trip(block("[0,0]", "[7,0]", R"(,"step_height":0)"));
  EXPECT_NEAR(up.end_x, 7.0, 0.3);
  EXPECT_EQ(up.end_z, 3.0);
  const Trip down = trip(block("[7,0,3]", "[20,0]", R"(,"step_height":0,"gravity":0)"));
  EXPECT_NEAR(down.end_x, 20.0, 0.3);
  EXPECT_NEAR(down.end_z, 0.0, 1e-9);
}

// From beside it, where it is higher than a body, no way leads under a ramp.
TEST(WayOverHeights, LeadsRoundARamp) {
  const Trip round = trip(block("[11,4]", "[11,-4]"));
  EXPECT_EQ(round.end_z, 0.0);
  EXPECT_GT(round.farthest, 14.5);
}

TEST(WayOverHeights, LeadsDownOverALedge) {
  const Trip down = trip(block("[7,0,3]", "[0,0]"));
  EXPECT_NEAR(down.end_x, 0.0, 0.3);
  EXPECT_EQ(down.end_z, 0.0);
  EXPECT_LT(down.widest, 0.5);
}

std::string lift_graph(const char* platform_keys, const char* edges) {
  return scene(
      R"([{"type":"go_to","target":{"point":[9,0]},"graph":"g"}])", R"([{"type":"a","position":[-5,0]}])", "",
      fmt::format(
          R"(,"world":{{"dimensions":2.5,"regions":{{"cabin":{{"min":[0,-1],"max":[2,1]}},"top":{{"min":[2,-5],"max":[12,5]}}}},
           "ground":[{{"region":"top","height":6,"solid":true}}],
           "platforms":[{{"id":"lift","region":"cabin","keyframes":[[0,0],[5,0],[9,6],[14,6],[18,0]]{}}}]}},
         "navigation":{{"graphs":{{"g":{{"nodes":{{"lobby":[-1,0],"landing":[3,0,6],"end":[9,0,6]}},"edges":[{}]}}}}}})",
          platform_keys, edges));
}

TEST(LiftEdge, CostsTheMeanWaitAndTheRide) {
  const Simulator simulator = make_simulator(
      lift_graph(R"(,"loop":true)",
                 R"({"from":"lobby","to":"landing","kind":"lift","platform":"lift","one_way":true},
                    {"from":"landing","to":"end","cost":4})"));
  const auto edges = simulator.world().model().navigation.graphs[0].graph.edges();
  const auto lift = std::ranges::find(edges, WaypointEdgeKind::lift, &WaypointEdge::kind);
  ASSERT_NE(lift, edges.end());
  EXPECT_DOUBLE_EQ(lift->cost, 13.0);
  EXPECT_EQ(simulator.world().model().navigation.graphs[0].graph.nodes()[1].position.z, 0.0);
}

TEST(LiftEdge, TakesAWalkerUp) {
  Simulator simulator =
      make_simulator(lift_graph(R"(,"loop":true)",
                                R"({"from":"lobby","to":"landing","kind":"lift","platform":"lift"},
                    {"from":"landing","to":"end","cost":4})"));
  run_steps(simulator, 50 * 40);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 9.0, 0.3);
  EXPECT_EQ(simulator.world().state.elevation.z[0], 6.0);
}

TEST(LiftEdge, HasProblemsWithTheirPlaces) {
  using ::testing::ElementsAre;
  using ::testing::StartsWith;
  constexpr const char* kWalk = R"({"from":"landing","to":"end","cost":4})";
  const auto with = [&](const char* platform, const std::string& edge) {
    return problems_when_built(lift_graph(platform, (edge + "," + kWalk).c_str()));
  };
  const std::string lift = R"({"from":"lobby","to":"landing","kind":"lift","platform":"lift"})";
  EXPECT_THAT(with("", lift),
              ElementsAre(StartsWith("/navigation/graphs/g/edges/0: the platform \"lift\" does not")));
  EXPECT_THAT(with(R"(,"loop":true)", R"({"from":"lobby","to":"landing","kind":"lift","platform":"left"})"),
              ElementsAre("/navigation/graphs/g/edges/0/platform: unknown platform \"left\""));
  EXPECT_THAT(with(R"(,"loop":true)", R"({"from":"lobby","to":"landing","kind":"lift"})"),
              ElementsAre(StartsWith("/navigation/graphs/g: an edge of kind \"lift\" needs")));
  EXPECT_THAT(problems_when_built(
                  lift_graph(R"(,"loop":true)", (lift + R"(,{"from":"landing","to":"end"})").c_str())),
              ElementsAre(StartsWith("/navigation/graphs/g/edges/1: \"cost\" is missing")));
}

}  // namespace
}  // namespace drover::test::ways_over_heights_test
