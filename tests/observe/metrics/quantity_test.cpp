#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "observe/metrics/quantiles.h"
#include "support/observed_run.h"

namespace drover::quantity_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

constexpr const char* kThree = R"({"type":"a","position":[0,0],"velocity":[1,0],"group":"slow"},
                                  {"type":"a","position":[0,9],"velocity":[0,3]},
                                  {"type":"a","position":[0,20],"velocity":[5,0]})";

TEST(QuantityMetric, ReducesOverAgentsAndStates) {
  const MetricResults results =
      measure(coasting(kThree, R"("pace":{"type":"quantity","quantity":"speed"})"), 4);
  EXPECT_EQ(value_of(results, "pace.mean"), 3.0);
  EXPECT_EQ(value_of(results, "pace.final"), 3.0);
  EXPECT_EQ(value_of(results, "pace.minimum"), 1.0);
  EXPECT_EQ(value_of(results, "pace.maximum"), 5.0);
  EXPECT_EQ(value_of(results, "pace.p05"), 1.0);
  EXPECT_EQ(value_of(results, "pace.median"), 3.0);
  EXPECT_EQ(value_of(results, "pace.p95"), 5.0);
  EXPECT_EQ(value_of(results, "pace.values"), 15.0) << "three agents in five states";
}

// Distances 0 (initially), 0.25, 0.5, 0.75 and 1 m of the slow agent.
TEST(QuantityMetric, OfAGroupAndADeclaredQuantity) {
  const std::string metrics = R"("way":{"type":"quantity","quantity":"from_start","group":"slow"})";
  const std::string keys = R"(,"quantities":{"from_start":{"type":"distance","target":{"point":[0,0]}}})";
  const MetricResults results = measure(coasting(kThree, metrics, keys), 4);
  EXPECT_EQ(value_of(results, "way.mean"), 0.5);
  EXPECT_EQ(value_of(results, "way.final"), 1.0);
  EXPECT_EQ(value_of(results, "way.p25"), 0.25);
  EXPECT_EQ(value_of(results, "way.median"), 0.5);
  EXPECT_EQ(value_of(results, "way.maximum"), 1.0);
}

// The neighbors of each state itself, not of the step before: at 0.25 s steps the second agent comes into
// reach (3.1 m and its radius of 0.5 m) in the third state.
TEST(QuantityMetric, LooksAroundInTheStateItIsAbout) {
  const std::string agents = R"({"type":"a","position":[0,0],"group":"one"},
                                {"type":"a","position":[4,0],"velocity":[-1,0]})";
  const std::string keys = R"(,"quantities":{"near":{"type":"neighbor_count","radius":3.1}})";
  const std::string metrics = R"("near":{"type":"quantity","quantity":"near","group":"one"})";
  const std::string scenario = coasting(agents, metrics, keys);
  EXPECT_EQ(value_of(measure(scenario, 1), "near.final"), 0.0);
  EXPECT_EQ(value_of(measure(scenario, 2), "near.final"), 1.0);
  EXPECT_EQ(value_of(measure(scenario, 0), "near.values"), 1.0);
}

TEST(QuantityMetric, LeavesOutWhatIsNotFinite) {
  const MetricResults results =
      measure(coasting(kThree, R"("goal":{"type":"quantity","quantity":"goal_distance"})"), 2);
  EXPECT_TRUE(is_absent(results, "goal.mean"));
  EXPECT_TRUE(is_absent(results, "goal.median"));
  EXPECT_EQ(value_of(results, "goal.values"), 0.0);
}

TEST(Quantiles, AreThoseOfTheNearestRankToAThousandth) {
  Draws draws({1, 2, 3, Purpose::behavior, 4});
  Quantiles quantiles;
  std::vector<double> values;
  for (int k = 0; k < 999; ++k) {
    values.push_back(100.0 * draws.uniform() - 50.0);
    quantiles.add(values.back());
  }
  std::sort(values.begin(), values.end());
  for (const double p : {0.05, 0.25, 0.5, 0.75, 0.95, 1.0}) {
    const double exact = values[static_cast<std::size_t>(std::ceil(p * 999.0)) - 1];
    EXPECT_NEAR(quantiles.at(p).value(), exact, 1e-3 * std::fabs(exact)) << p;
  }
}

TEST(Quantiles, OfWholeNumbersAreExact) {
  Quantiles quantiles;
  for (int k = 1; k <= 2048; ++k)
    quantiles.add(k);
  EXPECT_EQ(quantiles.at(0.5), 1024.0);
  EXPECT_EQ(quantiles.at(1.0), 2048.0);
  EXPECT_EQ(quantiles.at(1e-9), 1.0);
}

TEST(Quantiles, OfNothingAreAbsent) {
  EXPECT_EQ(Quantiles().at(0.5), std::nullopt);
}

}  // namespace
}  // namespace drover::quantity_test
