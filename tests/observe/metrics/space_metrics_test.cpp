// Metrics where agents move in space: heights count as much as x and y.
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/metrics/centroid.h"
#include "observe/metrics/metric_set.h"
#include "observe/metrics/nearest_distances.h"
#include "observe/metrics/registry.h"
#include "sim/perception/close_pairs.h"
#include "support/model_of.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::space_metrics_test {
namespace {

using test::measure;
using test::value_of;

constexpr const char* kSpace = R"(,"world":{"dimensions":3})";

MetricResults measure_in_space(const std::string& agents, const std::string& metrics, int steps = 4) {
  return measure(test::coasting(agents, metrics, kSpace), steps);
}

TEST(MetricsInSpace, DistanceAndSpeedAreThoseOfThreeCoordinates) {
  const MetricResults results = measure_in_space(R"({"type":"a","position":[0,0,0],"velocity":[1,2,2]})",
                                                 R"("distance":{},"speed":{},"effort":{})");
  EXPECT_NEAR(value_of(results, "distance.total"), 3.0, 1e-12);
  EXPECT_NEAR(value_of(results, "speed.mean"), 3.0, 1e-12);
  EXPECT_EQ(value_of(results, "effort.total"), 0.0);
}

TEST(MetricsInSpace, EffortCountsChangesUpwards) {
  test::LoadedRun run = test::load_run(
      test::coasting(R"({"type":"a","position":[0,0,0],"velocity":[1,0,0]})", R"("effort":{})", kSpace));
  MetricSet metrics(*run.def.record.metrics, run.simulator);
  metrics.observe(run.simulator);
  test::run_steps(run.simulator, 1);
  test::world_of(run.simulator).state.motion.set_velocity(0, {1.0, 0.0, -2.0});
  metrics.observe(run.simulator);
  EXPECT_EQ(value_of(metrics.results(), "effort.total"), 2.0);
}

TEST(MetricsInSpace, ExtentReachesUpwards) {
  const MetricResults results = measure_in_space(
      R"({"type":"a","position":[1,2,-3]},{"type":"a","position":[1,2,5]})", R"("extent":{})");
  EXPECT_EQ(value_of(results, "extent.mean"), 4.0);
  EXPECT_EQ(value_of(results, "extent.spread"), 4.0);
}

TEST(MetricsInSpace, PolarizationOfHeadingsUpAndLevelIsThatOfARightAngle) {
  const MetricResults results = measure_in_space(
      R"({"type":"a","position":[0,0,0],"velocity":[0,0,1]},{"type":"a","position":[9,0,0],"velocity":[1,0,0]})",
      R"("polarization":{})");
  EXPECT_NEAR(value_of(results, "polarization.final"), std::sqrt(0.5), 1e-12);
}

// A ring in any plane mills as one in the ground plane does.
TEST(MetricsInSpace, MillingIsAboutAnyAxis) {
  std::string agents;
  constexpr int kCount = 8;
  for (int k = 0; k < kCount; ++k) {
    const double angle = 2.0 * std::acos(-1.0) * k / kCount;
    const double c = std::cos(angle), s = std::sin(angle);
    agents += fmt::format(R"({}{{"type":"a","position":[0,{},{}],"velocity":[0,{},{}]}})", k > 0 ? "," : "",
                          5.0 * c, 5.0 * s, 0.1 * s, -0.1 * c);
  }
  const MetricResults results = measure_in_space(agents, R"("milling":{})", 0);
  EXPECT_NEAR(value_of(results, "milling.final"), 1.0, 1e-12);
  EXPECT_NEAR(value_of(results, "milling.mean"), 1.0, 1e-12);
}

// A tower of bodies, which are all in one place as seen from above.
TEST(MetricsInSpace, BodiesAboveEachOtherAreApart) {
  std::string agents;
  for (int k = 0; k < 6; ++k)
    agents += fmt::format(R"({}{{"type":"a","position":[0,0,{}]}})", k > 0 ? "," : "", 10 + 2 * k);
  const MetricResults results =
      measure_in_space(agents, R"("overlap":{},"nearest_neighbor":{},"near_misses":{"margin":1.5})");
  EXPECT_EQ(value_of(results, "overlap.pairs_maximum"), 0.0);
  EXPECT_EQ(value_of(results, "nearest_neighbor.mean"), 2.0);
  EXPECT_EQ(value_of(results, "near_misses.events"), 5.0);
  EXPECT_EQ(value_of(results, "near_misses.closest"), 1.0);
}

TEST(MetricsInSpace, BodiesThatMeetFarAboveTheGroundOverlap) {
  const MetricResults results = measure_in_space(
      R"({"type":"a","position":[0,0,70]},{"type":"a","position":[0,0,73],"velocity":[0,0,-1]})",
      R"("overlap":{})", 10);
  EXPECT_NEAR(value_of(results, "overlap.depth_maximum"), 0.5, 1e-12);
}

TEST(MetricsInSpace, NearestDistancesAreThoseOfAllPairs) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-20.0, 20.0);
  std::string agents;
  for (int k = 0; k < 200; ++k) {
    agents += fmt::format(R"({}{{"type":"a","position":[{},{},{}]}})", k > 0 ? "," : "", place(random),
                          place(random), k % 9 == 0 ? 500.0 + place(random) : 3.0 * place(random));
  }
  Simulator simulator = test::make_simulator(test::coasting(agents, "", kSpace));
  const World& world = simulator.world();
  const std::vector<AgentIndex> all = world.model().every_agent();
  NearestDistances nearest;
  const std::span<const double> found = nearest.find(world, all, simulator.workers());
  for (const AgentIndex i : all) {
    double least = kInfinity;
    for (const AgentIndex other : all) {
      const Vec3 apart = world.state.motion.position(i) - world.state.motion.position(other);
      if (other != i) least = smaller(least, length(apart));
    }
    EXPECT_EQ(found[i], least) << i;
  }
}

TEST(MetricsInSpace, CountGoalsAndArrivals) {
  const std::string agents =
      R"({"type":"a","position":[0,0,0],"velocity":[0,0,1]},{"type":"a","position":[5,0,0]})";
  const MetricResults results = measure_in_space(
      agents, R"("population":{},"pace":{"type":"quantity","quantity":"speed"},"goals":{},"stuck":{})");
  EXPECT_EQ(value_of(results, "population.final"), 2.0);
  EXPECT_EQ(value_of(results, "goals.reached"), 0.0);
  EXPECT_EQ(value_of(results, "stuck.ever"), 0.0);
  EXPECT_NEAR(value_of(results, "pace.mean"), 0.5, 1e-12);
}

// A nose that goes up and down on the spot.
TEST(MetricsInSpace, SmoothnessSeesNodding) {
  test::LoadedRun run =
      test::load_run(test::coasting(R"({"type":"a","position":[0,0,0]})", R"("smoothness":{})", kSpace));
  MetricSet metrics(*run.def.record.metrics, run.simulator);
  metrics.observe(run.simulator);
  for (int k = 0; k < 12; ++k) {
    test::run_steps(run.simulator, 1);
    const double pitch = k % 2 == 0 ? 0.5 : 0.0;
    test::world_of(run.simulator)
        .state.motion.set_frame(0, {{std::cos(pitch), 0.0, std::sin(pitch)},
                                    {0.0, 1.0, 0.0},
                                    {-std::sin(pitch), 0.0, std::cos(pitch)}});
    metrics.observe(run.simulator);
  }
  EXPECT_EQ(value_of(metrics.results(), "smoothness.turn_reversals"), 10.0);
}

TEST(MetricsInSpace, WithoutNamesThoseAreMeasuredThatWorkThere) {
  for (const auto& [name, box] : possible_metrics({}, Dimensions::space))
    EXPECT_TRUE(box.kind->in_space) << name;
  EXPECT_GT(possible_metrics({}, Dimensions::space).size(), 5u);
  EXPECT_LT(measured_metrics({}, {}, Dimensions::space).size(), measured_metrics({}, {}).size() + 1);
}

TEST(MetricsInSpace, TheCentroidOfAGroupAcrossAnEdgeAboveIsOnTheEdge) {
  BuiltWorld built = test::make_world(
      test::coasting(R"({"type":"a","position":[1,1,0.5]},{"type":"a","position":[1,1,9.5]})", "", kSpace));
  BoundsDef bounds;
  bounds.max = {10, 10, 10};
  bounds.edge = Edge::wrap;
  test::model_of(built.world).bounds = Bounds(bounds);
  const std::vector<AgentIndex> all = {0, 1};
  const Vec3 center = Centroid().of(built.world, all);
  EXPECT_NEAR(std::fabs(std::remainder(center.z, 10.0)), 0.0, 1e-12);
}

}  // namespace
}  // namespace drover::space_metrics_test
