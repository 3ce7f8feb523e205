#include "sim/construction/linker.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::linker_test {
namespace {

std::vector<double> draws_of(const Distribution& distribution, std::uint32_t count) {
  std::vector<double> values;
  for (std::uint32_t agent = 0; agent < count; ++agent) {
    values.push_back(
        draw_parameter(Parameter(distribution), {7, agent, 0, Purpose::parameter, stream_of("test")}));
  }
  return values;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double v : values)
    sum += v;
  return sum / static_cast<double>(values.size());
}

TEST(DrawParameter, AConstantNeedsNoRandomNumber) {
  EXPECT_EQ(draw_parameter(Parameter(2.5), {1, 2, 3, Purpose::parameter, 4}), 2.5);
}

// The bounds on the means are four standard errors of 10000 draws.
TEST(DrawParameter, UniformHasItsMean) {
  const auto values =
      draws_of({.type = Distribution::Type::uniform, .low = 2.0, .high = 6.0, .values = {}}, 10000);
  EXPECT_NEAR(mean_of(values), 4.0, 4.0 * (4.0 / std::sqrt(12.0)) / 100.0);
}

TEST(DrawParameter, NormalKeepsToItsBounds) {
  const auto values = draws_of({.type = Distribution::Type::normal,
                                .low = -1.0,
                                .high = 1.0,
                                .mean = 0.0,
                                .deviation = 1.0,
                                .values = {}},
                               10000);
  for (const double v : values)
    EXPECT_LE(std::fabs(v), 1.0);
  EXPECT_NEAR(mean_of(values), 0.0, 4.0 * 0.54 / 100.0);
}

TEST(DrawParameter, ChoicesAreEquallyLikely) {
  const auto values = draws_of({.type = Distribution::Type::choice, .values = {1.0, 2.0, 4.0}}, 9000);
  for (const double choice : {1.0, 2.0, 4.0}) {
    const auto count = std::count(values.begin(), values.end(), choice);
    EXPECT_NEAR(static_cast<double>(count), 3000.0, 4.0 * std::sqrt(9000.0 * (1.0 / 3.0) * (2.0 / 3.0)));
  }
}

TEST(Linker, NumbersTheLabelsOfBehaviorsThatOccurTwice) {
  const Simulator simulator = test::make_simulator(
      test::scene(R"([{"type":"wander"},{"type":"seek","target":{"point":[1,2]}},{"type":"wander"}])", "[]"));
  const auto& slots = simulator.world().model().types[0].entries;
  EXPECT_EQ(slots[0].label, "wander");
  EXPECT_EQ(slots[1].label, "seek");
  EXPECT_EQ(slots[2].label, "wander#1");
  EXPECT_NE(slots[0].stream, slots[2].stream);
}

TEST(Linker, TheDefaultProbabilityIsTheKinds) {
  const Simulator simulator = test::make_simulator(test::scene(
      R"([{"type":"wall_avoidance"},{"type":"alignment"},{"type":"wander","probability":0.25}])", "[]"));
  const auto& slots = simulator.world().model().types[0].entries;
  EXPECT_EQ(slots[0].probability.constant(), 0.9);
  EXPECT_EQ(slots[1].probability.constant(), 0.5);
  EXPECT_EQ(slots[2].probability.constant(), 0.25);
}

}  // namespace
}  // namespace drover::linker_test
