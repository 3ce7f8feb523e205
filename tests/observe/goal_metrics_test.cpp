#include <gtest/gtest.h>

#include "support/observed_run.h"

namespace drover::goal_metrics_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

// An agent that walks along keyframes; the behavior says where it wants to go, the script how it gets there.
std::string scripted(std::string_view behavior, std::string_view keyframes, std::string_view metrics,
                     std::string_view world = "") {
  std::string text =
      R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"locomotion":{"type":"scripted","keyframes":)";
  text += keyframes;
  text += R"(},"steering":{"behaviors":[)";
  text += behavior;
  text += R"(]}}},"agents":[{"type":"a","position":[0,0]}],"record":{"metrics":{)";
  text += metrics;
  text += "}}";
  text += world;
  return text + "}";
}

constexpr const char* kSeek = R"({"type":"seek","target":{"point":[16,0]}})";
constexpr const char* kWalk = "[[0,0,0],[16,16,0]]";  // 1 m/s along x

TEST(Arrivals, TimeToTheGoalIsDistanceOverSpeed) {
  const MetricResults results = measure(scripted(kSeek, kWalk, R"("arrivals":{})"), 80);
  EXPECT_EQ(value_of(results, "arrivals.goals"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.count"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.share"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.time_mean"), 15.0);
  EXPECT_EQ(value_of(results, "arrivals.time_greatest"), 15.0);
}

TEST(Arrivals, RadiusSaysHowNearIsThere) {
  const MetricResults results = measure(scripted(kSeek, kWalk, R"("arrivals":{"radius":4})"), 80);
  EXPECT_EQ(value_of(results, "arrivals.time_least"), 12.0);
}

// Who stands in a queue has arrived: it is queued, and does not wait.
TEST(Goals, TimeInQueuesIsThatOfAllWhoStandInThemOrAreServed) {
  const auto agent = [](const char* place, const char* goal) {
    return std::string(R"({"type":"a","position":)") + place + goal + "}";
  };
  constexpr const char* kQueues = R"(,"goal":"hall","at_goal":{"queue":{"places":"line","service":1000}})";
  const MetricResults results =
      measure(coasting(agent("[0,0]", kQueues) + "," + agent("[3,0]", kQueues) + "," + agent("[6,6]", ""),
                       R"("goals":{},"waiting":{})",
                       R"(,"world":{"regions":{"hall":{"center":[0,0],"radius":5}},
                           "paths":{"line":{"points":[[0,0],[4,0]]}}})"),
              8);
  EXPECT_EQ(value_of(results, "goals.queued"), 2.0);
  EXPECT_EQ(value_of(results, "goals.queued_time"), 4.0);  // two agents, eight states of 0.25 s
  EXPECT_EQ(value_of(results, "goals.queued_time_mean"), 2.0);
  EXPECT_EQ(value_of(results, "waiting.total"), 2.0) << "that of the agent without a goal";
  const MetricResults nobody = measure(coasting(agent("[0,0]", ""), R"("goals":{})"), 8);
  EXPECT_EQ(value_of(nobody, "goals.queued_time"), 0.0);
  EXPECT_TRUE(is_absent(nobody, "goals.queued_time_mean"));
}

// One agent coasts through its goal at 1 m/s for 10 s, another one has 5 s and none, a third one never comes.
TEST(Goals, ThroughputIsGoalsPerAgentAndPerHourOfPresence) {
  constexpr const char* kRunner = R"({"type":"a","position":[0,0],"velocity":[1,0],"goal":[4,0]})";
  constexpr const char* kComes = R"(,"events":[{"type":"spawn","at":5,"agents":{"type":"a","position":[0,9]}},
                                               {"type":"spawn","at":99,"agents":{"type":"a","position":[0,8]}}])";
  const MetricResults results = measure(coasting(kRunner, R"("goals":{})", kComes), 40);
  EXPECT_EQ(value_of(results, "goals.reached"), 1.0);
  EXPECT_EQ(value_of(results, "goals.reached_per_agent"), 0.5);
  EXPECT_NEAR(value_of(results, "goals.reached_per_hour"), 3600.0 / 15.0, 4.0) << "15 s, to a step";
}

TEST(Goals, WithoutAgentsOrTimeThereIsNoThroughput) {
  constexpr const char* kLater =
      R"(,"events":[{"type":"spawn","at":9,"agents":{"type":"a","position":[0,9]}}])";
  const MetricResults nobody = measure(coasting("", R"("goals":{})", kLater), 8);
  EXPECT_TRUE(is_absent(nobody, "goals.reached_per_agent"));
  EXPECT_TRUE(is_absent(nobody, "goals.reached_per_hour"));
  const MetricResults at_once = measure(coasting(R"({"type":"a","position":[0,0]})", R"("goals":{})"), 0);
  EXPECT_EQ(value_of(at_once, "goals.reached_per_agent"), 0.0);
  EXPECT_TRUE(is_absent(at_once, "goals.reached_per_hour"));
}

TEST(Arrivals, BeforeAnyoneArrivedThereIsNoTime) {
  const MetricResults results = measure(scripted(kSeek, kWalk, R"("arrivals":{})"), 59);
  EXPECT_EQ(value_of(results, "arrivals.count"), 0.0);
  EXPECT_EQ(value_of(results, "arrivals.share"), 0.0);
  EXPECT_TRUE(is_absent(results, "arrivals.time_mean"));
}

TEST(Arrivals, WithoutGoalsThereIsNoShare) {
  const MetricResults results = measure(scripted("", kWalk, R"("arrivals":{})"), 4);
  EXPECT_EQ(value_of(results, "arrivals.goals"), 0.0);
  EXPECT_TRUE(is_absent(results, "arrivals.share"));
}

constexpr const char* kSeekRegion = R"({"type":"seek","target":{"region":"exit"}})";
constexpr const char* kExit = R"(,"world":{"regions":{"exit":{"min":[8,-1],"max":[12,1]}}})";

TEST(Arrivals, ARegionIsReachedByBeingInside) {
  const MetricResults results =
      measure(scripted(kSeekRegion, kWalk, R"("arrivals":{"radius":3})", kExit), 80);
  EXPECT_EQ(value_of(results, "arrivals.goals"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.time_least"), 8.0);
}

// The removal takes place in the step after the agent was seen inside.
TEST(Arrivals, CountsAnAgentThatIsRemovedInItsRegion) {
  std::string world = kExit;
  world += R"(,"events":[{"type":"remove","target":{"agent_type":"a"},"when":{"type":"arrived"}}])";
  const MetricResults results = measure(scripted(kSeekRegion, kWalk, R"("arrivals":{})", world), 80);
  EXPECT_EQ(value_of(results, "arrivals.share"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.removed"), 0.0);
}

TEST(Arrivals, SaysHowManyWereRemovedBeforeTheyArrived) {
  const MetricResults results =
      measure(scripted(kSeek, kWalk, R"("arrivals":{})",
                       R"(,"events":[{"type":"remove","target":{"agent_type":"a"},"at":5}])"),
              80);
  EXPECT_EQ(value_of(results, "arrivals.goals"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.share"), 0.0);
  EXPECT_EQ(value_of(results, "arrivals.removed"), 1.0);
}

// A slow agent that starts at x and comes no farther than a centimeter; the region begins at x = 8.
double stuck_at(std::string_view x) {
  std::string text =
      R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"max_speed":1e-3,"steering":)";
  text += R"({"behaviors":[)" + std::string(kSeekRegion) + R"(]}}},"agents":[{"type":"a","position":[)";
  text += std::string(x) + R"(,0]}],"record":{"metrics":{"stuck":{}}})" + kExit + "}";
  return value_of(measure(text, 40), "stuck.final");
}

TEST(StuckMetric, OnlyInsideItsRegionAnAgentMayRest) {
  EXPECT_EQ(stuck_at("9"), 0.0);
  EXPECT_EQ(stuck_at("7.5"), 1.0);
}

constexpr const char* kFollow = R"({"type":"follow_path","path":"square"})";
constexpr const char* kSquare =
    R"(,"world":{"paths":{"square":{"points":[[0,0],[4,0],[4,4],[0,4]],"closed":true}}})";
// Twice round, a side in 4 s.
constexpr const char* kTwoLaps =
    "[[0,0,0],[4,4,0],[8,4,4],[12,0,4],[16,0,0],[20,4,0],[24,4,4],[28,0,4],[32,0,0]]";

TEST(PathProgress, LapsOnAClosedPathAddUp) {
  const MetricResults results = measure(scripted(kFollow, kTwoLaps, R"("path_progress":{})", kSquare), 128);
  EXPECT_EQ(value_of(results, "path_progress.followers"), 1.0);
  EXPECT_NEAR(value_of(results, "path_progress.mean"), 32.0, 1e-12);
  EXPECT_NEAR(value_of(results, "path_progress.share"), 2.0, 1e-12);
  EXPECT_NEAR(value_of(results, "path_progress.deviation_maximum"), 0.0, 1e-12);
}

TEST(PathProgress, BackwardsIsNegative) {
  const MetricResults results =
      measure(scripted(kFollow, "[[0,0,0],[4,0,4],[8,4,4]]", R"("path_progress":{})", kSquare), 32);
  EXPECT_NEAR(value_of(results, "path_progress.least"), -8.0, 1e-12);
}

TEST(PathProgress, DeviationIsTheDistanceToThePath) {
  // Along the lower side, 1 m below it.
  const MetricResults results =
      measure(scripted(kFollow, "[[0,0,-1],[4,4,-1]]", R"("path_progress":{})", kSquare), 16);
  EXPECT_NEAR(value_of(results, "path_progress.deviation_mean"), 1.0, 1e-12);
  EXPECT_NEAR(value_of(results, "path_progress.mean"), 4.0, 1e-12);
}

TEST(PathProgress, LeavesOutAgentsWithoutAPath) {
  const MetricResults results = measure(scripted(kSeek, kWalk, R"("path_progress":{})", kSquare), 4);
  EXPECT_EQ(value_of(results, "path_progress.followers"), 0.0);
  EXPECT_TRUE(is_absent(results, "path_progress.mean"));
}

}  // namespace
}  // namespace drover::goal_metrics_test
