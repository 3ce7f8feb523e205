#include <gtest/gtest.h>

#include "support/observed_run.h"

namespace drover::motion_metrics_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

constexpr const char* kTwoSpeeds = R"({"type":"a","position":[0,0],"velocity":[1,0],"group":"slow"},
                                      {"type":"a","position":[0,9],"velocity":[0,3]})";

TEST(Distance, OfConstantSpeedIsSpeedTimesTime) {
  const MetricResults results = measure(coasting(kTwoSpeeds, R"("distance":{})"), 8);
  EXPECT_EQ(value_of(results, "distance.total"), 2.0 + 6.0);
  EXPECT_EQ(value_of(results, "distance.mean"), 4.0);
  EXPECT_EQ(value_of(results, "distance.maximum"), 6.0);
}

TEST(Distance, OfAGroupLeavesOthersOut) {
  EXPECT_EQ(value_of(measure(coasting(kTwoSpeeds, R"("distance":{"group":"slow"})"), 8), "distance.total"),
            2.0);
}

TEST(Distance, DoesNotLeapAtTheEdgeOfAWorldThatWraps) {
  const MetricResults results =
      measure(coasting(R"({"type":"a","position":[1,1],"velocity":[2,0]})", R"("distance":{})",
                       R"(,"world":{"bounds":{"min":[0,0],"max":[8,8],"edge":"wrap"}})"),
              40);
  EXPECT_EQ(value_of(results, "distance.total"), 20.0);
}

TEST(Speed, MeanAndPeakOfConstantSpeeds) {
  const MetricResults results = measure(coasting(kTwoSpeeds, R"("speed":{})"), 8);
  EXPECT_EQ(value_of(results, "speed.mean"), 2.0);
  EXPECT_EQ(value_of(results, "speed.final"), 2.0);
  EXPECT_EQ(value_of(results, "speed.peak"), 3.0);
}

TEST(Effort, OfCoastingIsZero) {
  EXPECT_EQ(value_of(measure(coasting(kTwoSpeeds, R"("effort":{})"), 8), "effort.total"), 0.0);
}

TEST(Effort, IsTheSumOfTheChangesOfVelocity) {
  // Keyframes: from rest to 2 m/s, then to 2 m/s across, then to rest: 2 + 2 sqrt(2) + 2.
  const std::string scenario = R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"locomotion":
      {"type":"scripted","keyframes":[[0,0,0],[1,2,0],[2,2,2]]}}},
      "agents":[{"type":"a","position":[0,0]}],"record":{"metrics":{"effort":{}}}})";
  EXPECT_NEAR(value_of(measure(scenario, 12), "effort.mean"), 4.0 + 2.0 * std::sqrt(2.0), 1e-12);
}

TEST(Stuck, CountsAnAgentThatAnEdgeKeepsFromItsGoal) {
  // Stands at the edge from the start; stuck from 2 s on: the states 8 to 16 of 0.25 s each.
  const std::string scenario = R"({"format":1,"simulation":{"dt":0.25},
      "world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"clamp"}},
      "agent_types":{"a":{"steering":{"behaviors":[{"type":"seek","target":{"point":[20,5]}}]}}},
      "agents":[{"type":"a","position":[10,5]}],"record":{"metrics":{"stuck":{}}}})";
  const MetricResults results = measure(scenario, 16);
  EXPECT_EQ(value_of(results, "stuck.final"), 1.0);
  EXPECT_EQ(value_of(results, "stuck.ever"), 1.0);
  EXPECT_EQ(value_of(results, "stuck.agent_seconds"), 9 * 0.25);
  EXPECT_EQ(value_of(measure(scenario, 7), "stuck.ever"), 0.0);
}

TEST(Stuck, LeavesOutAgentsThatAreNotSteeredOrRestNearTheirGoal) {
  const std::string scenario = R"({"format":1,"simulation":{"dt":0.25},
      "agent_types":{"a":{"steering":{"behaviors":[{"type":"seek","target":{"point":[5,5]}}]}},
                     "post":{"locomotion":{"type":"scripted","keyframes":[[0,0,0]]}}},
      "agents":[{"type":"a","position":[5,5]},{"type":"post","position":[0,0]}],
      "record":{"metrics":{"stuck":{}}}})";
  EXPECT_EQ(value_of(measure(scenario, 40), "stuck.ever"), 0.0);
}

// A scene with an obstacle between the agent, which has no goal, and a post.
std::string held_back(std::string_view behavior) {
  std::string text = R"({"format":1,"simulation":{"dt":0.25,"non_penetration":{"enabled":true}},
      "world":{"obstacles":[{"center":[3,0],"radius":1}]},
      "agent_types":{"a":{"radius":0.5,"steering":{"behaviors":[)";
  text += behavior;
  return text + R"(]}},"post":{}},"agents":[{"type":"a","position":[0,0],"velocity":[1,0]},
      {"type":"post","id":"post","position":[9,0]}],"record":{"metrics":{"stuck":{}}}})";
}

TEST(Stuck, CountsABodyThatIsHeldBackAndAskedToMove) {
  const std::string seek = R"({"type":"seek","target":{"agent":"post"}})";
  EXPECT_EQ(value_of(measure(held_back(seek), 40), "stuck.final"), 1.0);
}

TEST(Stuck, LeavesOutABodyThatAnObstacleStoppedAndNothingMoves) {
  EXPECT_EQ(value_of(measure(held_back(R"({"type":"separation"})"), 40), "stuck.final"), 0.0);
}

// Nobody is on the way to the goal of a behavior that rests.
TEST(Stuck, LeavesOutAgentsThatDoNotGoForTheirGoalNow) {
  const auto scenario = [](std::string_view key) {
    std::string text = R"({"format":1,"simulation":{"dt":0.25},
        "world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"clamp"}},
        "agent_types":{"a":{"steering":{"behaviors":[
            {"type":"seek","target":{"point":[20,5]},"when":{"type":"time",")";
    text += key;
    return text + R"(":1000}}]}}},
        "agents":[{"type":"a","position":[10,5]}],"record":{"metrics":{"stuck":{}}}})";
  };
  EXPECT_EQ(value_of(measure(scenario("to"), 40), "stuck.ever"), 1.0);
  EXPECT_EQ(value_of(measure(scenario("from"), 40), "stuck.ever"), 0.0);
}

TEST(Metrics, WithoutAgentsHaveNoMeans) {
  const MetricResults results = measure(R"({"format":1,"agent_types":{"a":{}},"agents":[]})", 2);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 0.0);
  for (const char* path : {"speed.mean", "distance.maximum", "polarization.final", "extent.mean",
                           "arrivals.share", "nearest_neighbor.least", "path_progress.mean"}) {
    EXPECT_TRUE(is_absent(results, path)) << path;
  }
}

}  // namespace
}  // namespace drover::motion_metrics_test
