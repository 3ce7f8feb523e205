#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "observe/metrics/centroid.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::group_metrics_test {
namespace {

using test::coasting;
using test::measure;
using test::value_of;

constexpr double kPi = 3.14159265358979323846;

// `count` agents evenly on a circle of the radius around (20, 20), each heading `turn` left of the radius, at
// rest.
std::string ring(int count, double radius, double turn) {
  std::string agents;
  for (int k = 0; k < count; ++k) {
    const double angle = 2.0 * kPi * k / count;
    agents +=
        fmt::format(R"({}{{"type":"a","position":[{},{}],"heading":{},"group":"ring"}})", k > 0 ? "," : "",
                    20.0 + radius * std::cos(angle), 20.0 + radius * std::sin(angle), angle + turn);
  }
  return agents;
}

TEST(Polarization, OfAgentsAlikeIsOneAndOfAFullCircleZero) {
  const std::string alike =
      R"({"type":"a","count":7,"heading":0.7,"placement":{"type":"line","from":[0,0],"to":[9,0]}})";
  EXPECT_NEAR(value_of(measure(coasting(alike, R"("polarization":{})"), 2), "polarization.mean"), 1.0, 1e-14);
  EXPECT_NEAR(value_of(measure(coasting(ring(12, 5, 0), R"("polarization":{})"), 2), "polarization.final"),
              0.0, 1e-14);
}

TEST(Polarization, OfTwoHeadingsIsTheCosineOfHalfTheirAngle) {
  const std::string agents =
      R"({"type":"a","position":[0,0],"heading":0},{"type":"a","position":[3,0],"heading":1})";
  EXPECT_NEAR(value_of(measure(coasting(agents, R"("polarization":{})"), 1), "polarization.mean"),
              std::cos(0.5), 1e-14);
}

TEST(Milling, OfARingIsTheSineOfTheTurnFromTheRadius) {
  for (const double turn : {0.5 * kPi, -0.5 * kPi, 0.3, 0.0}) {
    const MetricResults results = measure(coasting(ring(16, 5, turn), R"("milling":{})"), 1);
    EXPECT_NEAR(value_of(results, "milling.final"), std::sin(turn), 1e-13) << turn;
    EXPECT_NEAR(value_of(results, "milling.mean"), std::fabs(std::sin(turn)), 1e-13) << turn;
  }
}

TEST(Extent, OfARingIsItsRadius) {
  const MetricResults results = measure(coasting(ring(12, 5, 0), R"("extent":{"group":"ring"})"), 3);
  for (const char* path : {"extent.mean", "extent.maximum", "extent.final", "extent.spread"}) {
    EXPECT_NEAR(value_of(results, path), 5.0, 1e-12) << path;
  }
}

TEST(Extent, DoesNotChangeWhenTheGroupStraddlesTheEdgeOfTheWorld) {
  // The ring's center is the corner of the world.
  const MetricResults results =
      measure(coasting(ring(12, 5, 0), R"("extent":{},"milling":{})",
                       R"(,"world":{"bounds":{"min":[-20,-20],"max":[20,20],"edge":"wrap"}})"),
              3);
  EXPECT_NEAR(value_of(results, "extent.final"), 5.0, 1e-12);
  EXPECT_NEAR(value_of(results, "milling.final"), 0.0, 1e-12);
}

TEST(NearestNeighbor, OnARingIsTheChord) {
  const MetricResults results = measure(coasting(ring(12, 5, 0), R"("nearest_neighbor":{})"), 3);
  const double chord = 2.0 * 5.0 * std::sin(kPi / 12);
  EXPECT_NEAR(value_of(results, "nearest_neighbor.mean"), chord, 1e-12);
  EXPECT_NEAR(value_of(results, "nearest_neighbor.least"), chord, 1e-12);
}

TEST(NearestNeighbor, OfAGroupLooksAtItsMembersOnly) {
  const std::string agents = ring(12, 5, 0) + R"(,{"type":"a","position":[25,20.5]})";
  const MetricResults results = measure(coasting(agents, R"("nearest_neighbor":{"group":"ring"})"), 1);
  EXPECT_NEAR(value_of(results, "nearest_neighbor.least"), 2.0 * 5.0 * std::sin(kPi / 12), 1e-12);
}

TEST(NearestNeighbor, AgreesWithComparingAllPairs) {
  // A crowd, a dense clump, and a loner far outside, once in the open and once in a world that wraps.
  const std::string agents =
      R"({"type":"a","count":150,"overlap":true,"placement":{"type":"rectangle","min":[0,0],"max":[60,60]}},
         {"type":"a","count":50,"overlap":true,"placement":{"type":"disc","center":[30,30],"radius":1}},
         {"type":"a","position":[99,55]})";
  for (const char* edge : {"open", "wrap"}) {
    const std::string keys =
        fmt::format(R"(,"world":{{"bounds":{{"min":[0,0],"max":[100,60],"edge":"{}"}}}})", edge);
    const std::string scenario = coasting(agents, R"("nearest_neighbor":{})", keys);
    const test::LoadedRun run = test::load_run(scenario);
    const World& world = run.simulator.world();
    double sum = 0.0;
    for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
      double nearest = kInfinity;
      for (AgentIndex j = 0; j < world.model().agents.size(); ++j) {
        const double d = length(world.model().bounds.displacement(world.state.motion.position(i),
                                                                  world.state.motion.position(j)));
        if (i != j) nearest = smaller(nearest, d);
      }
      sum += nearest;
    }
    EXPECT_EQ(value_of(measure(scenario, 0), "nearest_neighbor.mean"), sum / 201.0) << edge;
  }
}

constexpr const char* kTorus = R"(,"world":{"bounds":{"min":[0,0],"max":[60,60],"edge":"wrap"}})";

// Three agents about two points that are as good, (30, 35) and (30, 55): 20 m from the farthest in any order.
TEST(Extent, OnATorusDoesNotDependOnTheOrderOfAgents) {
  std::vector<std::string> agents = {R"({"type":"a","position":[30,15],"velocity":[1,0]})",
                                     R"({"type":"a","position":[30,44],"velocity":[-1,0]})",
                                     R"({"type":"a","position":[30,46],"velocity":[-1,0]})"};
  std::optional<double> rotation;
  do {
    const MetricResults results = measure(
        coasting(fmt::format("{}", fmt::join(agents, ",")), R"("extent":{},"milling":{})", kTorus), 0);
    EXPECT_NEAR(value_of(results, "extent.final"), 20.0, 1e-12);
    EXPECT_NEAR(value_of(results, "milling.mean"), 1.0, 1e-12);
    if (!rotation) rotation = value_of(results, "milling.final");
    EXPECT_EQ(value_of(results, "milling.final"), *rotation);
  } while (std::ranges::next_permutation(agents).found);
}

// No point of a lattice over the torus has a lesser mean squared distance to the agents, however far they
// spread.
TEST(Centroid, OnATorusHasTheLeastMeanSquaredDistance) {
  const auto mean_square = [](const World& world, Vec3 center) {
    double sum = 0.0;
    for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
      sum += length2(world.model().bounds.displacement(center, world.state.motion.position(i)));
    return sum / static_cast<double>(world.model().agents.size());
  };
  std::uint64_t state = 7;
  const auto next = [&state](double size) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) * 0x1p-53 * size;
  };
  for (const double size : {5.0, 20.0, 35.0, 50.0, 60.0}) {
    std::string agents;
    for (int k = 0; k < 9; ++k)
      agents += fmt::format(R"({}{{"type":"a","position":[{},{}]}})", k > 0 ? "," : "", 48.0 + next(size),
                            next(size));
    const Simulator simulator = test::make_simulator(coasting(agents, "", kTorus));
    const World& world = simulator.world();
    const double least = mean_square(world, Centroid().of(world, world.model().every_agent()));
    for (double x = 0.0; x < 60.0; x += 1.5) {
      for (double y = 0.0; y < 60.0; y += 1.5)
        EXPECT_GE(mean_square(world, {x, y, 0.0}), least - 1e-9) << size << " " << x << " " << y;
    }
  }
}

}  // namespace
}  // namespace drover::group_metrics_test
