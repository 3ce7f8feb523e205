// navigation: the work of finding ways, and how the ways that were gone compare with the shortest ones.
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/navigation/navigation_layer.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::navigation_metric_test {
namespace {

using test::is_absent;
using test::value_of;

constexpr const char* kRecord = R"(,"record":{"metrics":{"navigation":{}}})";

// An agent that wants to go to (3, 4) and is led by a script; a wall that stands in nobody's way.
std::string scripted(const std::string& keyframes, const std::string& target) {
  return R"({"format":1,"simulation":{"dt":0.25},"world":{"walls":[{"points":[[-9,-9],[-8,-9]]}],
             "regions":{"hall":{"min":[3,3],"max":[5,5]}}},
             "agent_types":{"a":{"radius":0.25,"locomotion":{"type":"scripted","keyframes":)" +
         keyframes + R"(},"steering":{"behaviors":[{"type":"go_to","target":)" + target +
         R"(}]}}},"agents":[{"type":"a","position":[0,0]}])" + kRecord + "}";
}

// It is there within 1 m: after 6 m, with 1 m left to go where 5 m would have been enough.
TEST(NavigationPaths, TheWayGoneIsComparedWithTheShortest) {
  const MetricResults results =
      test::measure(scripted("[[0,0,0],[3,3,0],[8,3,5]]", R"({"point":[3,4]})"), 40);
  EXPECT_EQ(value_of(results, "navigation.paths"), 1.0);
  EXPECT_EQ(value_of(results, "navigation.path_length_mean"), 6.0);
  EXPECT_EQ(value_of(results, "navigation.path_length_median"), 6.0);
  EXPECT_DOUBLE_EQ(value_of(results, "navigation.path_ratio_mean"), 7.0 / 5.0);
  EXPECT_DOUBLE_EQ(value_of(results, "navigation.path_ratio_greatest"), 7.0 / 5.0);
  EXPECT_NEAR(value_of(results, "navigation.path_ratio_median"), 1.4, 0.0015);
  EXPECT_NEAR(value_of(results, "navigation.path_ratio_p95"), 1.4, 0.0015);
}

// The region is reached at its border: at (4, 3), 5 m straight to (3, 3).
TEST(NavigationPaths, TheWayToARegionEndsAtItsBorder) {
  const MetricResults results =
      test::measure(scripted("[[0,0,0],[4,4,0],[8,4,4]]", R"({"region":"hall"})"), 40);
  EXPECT_EQ(value_of(results, "navigation.path_length_mean"), 7.0);
  EXPECT_NEAR(value_of(results, "navigation.path_ratio_mean"), 7.0 / std::sqrt(18.0), 1e-9);
}

TEST(NavigationPaths, OnlyGoalsThatAreReachedCount) {
  const MetricResults results = test::measure(scripted("[[0,0,0],[8,-8,0]]", R"({"point":[3,4]})"), 40);
  EXPECT_EQ(value_of(results, "navigation.paths"), 0.0);
  EXPECT_TRUE(is_absent(results, "navigation.path_length_mean"));
  EXPECT_TRUE(is_absent(results, "navigation.path_ratio_mean"));
}

// Forty agents that cross a room with a wall in the middle, each to its own place, and on to another one.
std::string crossing_a_room() {
  return test::scene(
      R"([{"type":"go_to","target":"goal","replan_distance":0.05,"replan_period":0.1}])",
      R"([{"type":"a","count":40,"placement":{"type":"rectangle","min":[-9,-8],"max":[-2,8]},
                          "goal":{"opposite":[0,0]}}])",
      R"(,"radius":0.2,"max_speed":2)",
      std::string(R"(,"simulation":{"dt":0.05,"duration":60},"world":{"walls":[{"points":[[0,-6],[0,6]]}]},
                       "events":[{"type":"goal","at":15,"target":{"agent_type":"a"},"goal":{"opposite":[0,0]}}])") +
          kRecord);
}

TEST(NavigationPaths, WaysRoundAWallAreNearlyTheShortest) {
  const MetricResults results = test::measure(crossing_a_room(), 800);
  EXPECT_EQ(value_of(results, "navigation.paths"), 80.0);
  EXPECT_GT(value_of(results, "navigation.path_ratio_median"), 0.98);
  EXPECT_LT(value_of(results, "navigation.path_ratio_median"), 1.1);
  EXPECT_LT(value_of(results, "navigation.path_ratio_greatest"), 1.5);
  EXPECT_GT(value_of(results, "navigation.replans"), 0.0);
  EXPECT_LT(value_of(results, "navigation.replans"), value_of(results, "navigation.plans"));
}

// Of a run with so many threads, which is observed or not.
struct Work {
  std::uint64_t sight_tests, plans, replans, expansions, grid_builds, field_builds, hash;

  friend bool operator==(const Work&, const Work&) = default;
};

Work work_of(std::size_t threads, bool is_observed) {
  test::LoadedRun run = test::load_run(crossing_a_room());
  run.simulator.use_threads(threads, 16);
  MetricSet metrics(possible_metrics(run.def.record), run.simulator);
  if (is_observed) metrics.add_agents_table({}, run.simulator);
  for (int k = 0; k < 200; ++k) {
    test::run_steps(run.simulator, 1);
    if (is_observed) metrics.observe(run.simulator);
  }
  const NavigationCounters& counters = run.simulator.world().navigation().counters();
  return {counters.sight_tests.total(), counters.plans,        counters.replans,    counters.expansions,
          counters.grid_builds,         counters.field_builds, run.simulator.hash()};
}

TEST(NavigationWork, IsTheSameWithAnyNumberOfThreadsAndWhoeverLooks) {
  const Work work = work_of(1, false);
  EXPECT_GT(work.sight_tests, work.plans);
  EXPECT_EQ(work_of(3, false), work);
  EXPECT_EQ(work_of(1, true), work);
}

// What a copy of the state measures is what the run itself measures from there on.
TEST(NavigationPaths, AResumedRunMeasuresTheSameFromItsSnapshotOn) {
  test::LoadedRun run = test::load_run(crossing_a_room());
  test::run_steps(run.simulator, 60);
  Simulator resumed = run.simulator.fork();
  const auto measured = [&](Simulator& simulator) {
    MetricSet metrics(possible_metrics(run.def.record), simulator);
    metrics.observe(simulator);
    for (int k = 0; k < 500; ++k) {
      test::run_steps(simulator, 1);
      metrics.observe(simulator);
    }
    return metrics.results();
  };
  const MetricResults whole = measured(run.simulator);
  const MetricResults rest = measured(resumed);
  for (const char* output : {"paths", "path_length_mean", "path_ratio_mean", "path_ratio_greatest"}) {
    const std::string path = fmt::format("navigation.{}", output);
    EXPECT_EQ(value_of(rest, path), value_of(whole, path)) << path;
  }
}

}  // namespace
}  // namespace drover::navigation_metric_test
