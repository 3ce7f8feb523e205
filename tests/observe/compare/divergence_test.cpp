#include "observe/compare/divergence.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/det_math.h"
#include "observe/compare/tolerances.h"

namespace drover::divergence_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Difference number(std::uint64_t step, std::uint32_t agent, double expected, double actual,
                  const Tolerance& tolerance = {}) {
  Difference difference;
  difference.step = step;
  difference.agent = agent;
  difference.quantity = "vx";
  difference.unit = "m/s";
  difference.expected = expected;
  difference.actual = actual;
  difference.excess = excess(expected, actual, tolerance);
  return difference;
}

TEST(UlpsBetween, CountsTheDoublesFromOneToTheOther) {
  EXPECT_EQ(ulps_between(1.0, 1.0), 0U);
  EXPECT_EQ(ulps_between(1.25, std::nextafter(1.25, 2.0)), 1U);
  EXPECT_EQ(ulps_between(std::nextafter(1.25, 2.0), 1.25), 1U);
  EXPECT_EQ(ulps_between(1.0, 2.0), std::uint64_t{1} << 52);
  EXPECT_EQ(ulps_between(0.0, -0.0), 0U);
  EXPECT_EQ(ulps_between(-5e-324, 5e-324), 2U);
  const double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(ulps_between(-largest, largest), 2 * ulps_between(0.0, largest));
}

TEST(Excess, IsOneAtTheEdgeOfTheTolerance) {
  EXPECT_EQ(excess(10.0, 10.5, {.absolute = 0.5}), 1.0);
  EXPECT_GT(excess(10.0, std::nextafter(10.5, 11.0), {.absolute = 0.5}), 1.0);
  EXPECT_EQ(excess(-8.0, -6.0, {.relative = 0.25}), 1.0);
  EXPECT_EQ(excess(8.0, 11.0, {.absolute = 1.0, .relative = 0.25}), 1.0);
}

TEST(Excess, WithoutToleranceIsAllOrNothing) {
  EXPECT_EQ(excess(1.0, 1.0, {}), 0.0);
  EXPECT_EQ(excess(0.0, -0.0, {}), 0.0);
  EXPECT_EQ(excess(1.0, std::nextafter(1.0, 2.0), {}), kInfinite);
  EXPECT_EQ(excess(0.0, 1e-9, {.relative = 0.1}), kInfinite) << "nothing is a part of zero";
}

TEST(Excess, NoToleranceReachesFromANumberToNone) {
  const Tolerance wide{.absolute = 1e300, .relative = 1.0};
  EXPECT_EQ(excess(kNone, 1.0, wide), kInfinite);
  EXPECT_EQ(excess(1.0, kNone, wide), kInfinite);
  EXPECT_EQ(excess(kNone, kNone, {}), 0.0);
  EXPECT_EQ(excess(kInfinite, 1.0, wide), kInfinite);
  EXPECT_EQ(excess(kInfinite, kInfinite, {}), 0.0);
}

TEST(AngleExcess, TakesTheShortWayAroundTheCircle) {
  const Tolerance tolerance{.absolute = 1e-3};
  EXPECT_NEAR(angle_excess(det::kPi - 2.5e-4, -det::kPi + 2.5e-4, tolerance), 0.5, 1e-9);
  EXPECT_EQ(angle_excess(det::kPi, -det::kPi, {}), 0.0) << "the same direction";
  EXPECT_EQ(angle_excess(std::nextafter(det::kPi, 0.0), -det::kPi, {}), kInfinite);
  EXPECT_NEAR(angle_excess(0.5, 0.502, tolerance), 2.0, 1e-9);
  EXPECT_EQ(angle_excess(kNone, 0.5, tolerance), kInfinite);
}

TEST(Tolerances, OfTheNameWinsOverItsLongestBeginning) {
  Tolerances tolerances;
  EXPECT_TRUE(tolerances.of("x").is_exact());
  tolerances.set("*", {.absolute = 1.0});
  tolerances.set("path_progress.*", {.absolute = 2.0});
  tolerances.set("path_progress.mean", {.absolute = 3.0});
  EXPECT_EQ(tolerances.of("x").absolute, 1.0);
  EXPECT_EQ(tolerances.of("path_progress.min").absolute, 2.0);
  EXPECT_EQ(tolerances.of("path_progress.mean").absolute, 3.0);
  EXPECT_EQ(tolerances.of("path_progress").absolute, 1.0);
  EXPECT_FALSE(tolerances.is_exact());
}

TEST(Divergence, OfEqualRunsIsEmpty) {
  Divergence divergence;
  for (std::uint64_t step = 0; step < 5; ++step)
    divergence.finish_step(step);
  EXPECT_TRUE(divergence.empty());
  EXPECT_EQ(divergence.steps_compared(), 5U);
  EXPECT_TRUE(divergence.growth().empty());
  EXPECT_EQ(format_human(divergence, 0.02), "");
  EXPECT_TRUE(to_json(divergence)["first"].is_null());
}

TEST(Divergence, KeepsTheFirstAndTheFirstBeyondItsTolerance) {
  Divergence divergence;
  divergence.add(number(3, 7, 1.0, 1.1, {.absolute = 1.0}));
  divergence.finish_step(3);
  divergence.add(number(4, 2, 1.0, 3.0, {.absolute = 1.0}));
  divergence.add(number(4, 5, 1.0, 9.0, {.absolute = 1.0}));
  divergence.finish_step(4);
  EXPECT_EQ(divergence.count(), 3U);
  EXPECT_EQ(divergence.intolerable(), 2U);
  EXPECT_EQ(divergence.first()->agent, 7U);
  EXPECT_EQ(divergence.first_intolerable()->agent, 2U);
  EXPECT_EQ(divergence.largest().front().agent, 5U);
}

TEST(Divergence, KeepsTheLargestByExcessThenByDistance) {
  Divergence divergence;
  for (std::uint32_t agent = 0; agent < 30; ++agent)
    divergence.add(number(1, agent, 0.0, (agent * 7) % 30 + 1.0, {.absolute = 1.0}));
  divergence.add(number(1, 98, 0.0, 1e-3));
  divergence.add(number(1, 99, 0.0, 2e-3));
  ASSERT_EQ(divergence.largest().size(), Divergence::kLargest);
  EXPECT_EQ(divergence.largest()[0].agent, 99U) << "no tolerance, the larger distance";
  EXPECT_EQ(divergence.largest()[1].agent, 98U);
  EXPECT_EQ(divergence.largest()[2].actual, 30.0);
  EXPECT_EQ(divergence.largest()[9].actual, 23.0);
}

TEST(Divergence, AmongEqualsTheFirstFoundComesFirst) {
  Divergence divergence;
  for (std::uint32_t agent = 0; agent < 12; ++agent)
    divergence.add(number(1, agent, 0.0, 1.0));
  for (std::uint32_t k = 0; k < Divergence::kLargest; ++k)
    EXPECT_EQ(divergence.largest()[k].agent, k);
}

std::vector<std::uint64_t> sampled_steps(const Divergence& divergence) {
  std::vector<std::uint64_t> steps;
  for (const Divergence::Growth& growth : divergence.growth())
    steps.push_back(growth.step);
  return steps;
}

TEST(Divergence, SamplesItsGrowthAtDoublingDistancesAndAtTheEnd) {
  Divergence divergence;
  for (std::uint64_t step = 0; step <= 1'000'000; ++step) {
    if (step >= 100 && step != 104) divergence.add(number(step, 1, 0.0, static_cast<double>(step)));
    divergence.finish_step(step);
  }
  const auto growth = divergence.growth();
  ASSERT_LT(growth.size(), 25U);
  EXPECT_THAT(sampled_steps(divergence), testing::IsSupersetOf({100U, 101U, 102U, 104U, 108U, 1'000'000U}));
  EXPECT_EQ(growth[3].values, 0U) << "for a moment the runs agreed";
  EXPECT_EQ(growth.back().largest, 1e6);
  EXPECT_EQ(divergence.steps_compared(), 1'000'001U);
}

TEST(Divergence, SamplesStepsThatAreFarApart) {
  Divergence divergence;
  for (std::uint64_t step = 10; step <= 60; step += 10) {
    divergence.add(number(step, 1, 0.0, 1.0));
    divergence.finish_step(step);
  }
  // Distances 0, 10, 20 and 40 are the first from 0, 1, 16 and 32 on; 50 is the last.
  EXPECT_THAT(sampled_steps(divergence), testing::ElementsAre(10, 20, 30, 50, 60));
}

TEST(Divergence, NamesTheValueThatDiffersMostInAStep) {
  Divergence divergence;
  divergence.add(number(1, 4, 0.0, 1.0));
  divergence.add(number(1, 5, 0.0, -3.0));
  divergence.add(number(1, 6, 0.0, 2.0));
  const auto growth = divergence.growth();
  ASSERT_EQ(growth.size(), 1U);
  EXPECT_EQ(growth[0].values, 3U);
  EXPECT_EQ(growth[0].agent, 5U);
  EXPECT_EQ(growth[0].largest, 3.0);
}

TEST(Describe, ShowsDecimalsBitsAndUlps) {
  EXPECT_EQ(
      describe(number(412, 17, 1.25, std::nextafter(1.25, 2.0)), 1.0 / 60.0),
      "step 412 (t = 6.86667 s), agent 17, vx: expected 1.25, found 1.2500000000000002 m/s, 1 ulp apart "
      "(2.22e-16)\n    0x3ff4000000000000\n    0x3ff4000000000001");
  EXPECT_THAT(describe(number(412, 17, 1.25, 2.0), 0.0), StartsWith("step 412, agent 17, vx"));
}

TEST(Describe, SaysWhereThereIsNoValue) {
  EXPECT_EQ(describe(number(1, 2, kNone, 3.0), 0.0), "step 1, agent 2, vx: expected no value, found 3 m/s");
}

TEST(Describe, QuotesTexts) {
  Difference difference;
  difference.quantity = "mode";
  difference.is_text = true;
  difference.expected_text = "hunt";
  EXPECT_EQ(describe(difference, 0.0), "step 0, mode: expected \"hunt\", found \"\"");
}

TEST(Describe, CountsNoUlpsAcrossTheAnglePi) {
  Difference difference = number(1, 2, 3.1415, -3.1415);
  difference.is_angle = true;
  EXPECT_THAT(describe(difference, 0.0), HasSubstr("0.000185 rad apart on the circle"));
  EXPECT_THAT(describe(difference, 0.0), Not(HasSubstr("ulp")));
}

TEST(DivergenceText, FoldsWhatIsWithinItsTolerance) {
  Divergence divergence;
  divergence.add(number(1, 1, 0.0, 0.5, {.absolute = 1.0}));
  divergence.add(number(1, 2, 0.0, 0.25, {.absolute = 1.0}));
  EXPECT_THAT(format_human(divergence, 0.0),
              StartsWith("2 values moved within tolerance, the first at step 1, agent 1"));
  divergence.add(number(2, 3, 0.0, 40.0, {.absolute = 1.0}));
  divergence.add(number(2, 4, 0.0, 1.0));
  const std::string text = format_human(divergence, 0.5);
  EXPECT_THAT(text, StartsWith("The first difference beyond its tolerance: step 2 (t = 1 s), agent 3"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "2 more values moved within tolerance; the first to move at all: step 1 (t = 0.5 s), agent 1"));
  EXPECT_THAT(text, HasSubstr("no tolerance"));
  EXPECT_THAT(text, Not(HasSubstr("0.25"))) << "tolerated values are not listed";
}

TEST(DivergenceJson, HasNullForWhatIsNotFiniteAndBitsAsText) {
  const auto json = to_json(number(1, 2, 1.25, kNone));
  EXPECT_TRUE(json["actual"].is_null());
  EXPECT_TRUE(json["times_tolerance"].is_null());
  EXPECT_TRUE(json["ulp"].is_null());
  EXPECT_EQ(json["expected_bits"], "0x3ff4000000000000");
  Divergence divergence;
  divergence.add(number(1, 2, 1.0, 2.0));
  const auto all = to_json(divergence);
  EXPECT_EQ(all["values_that_differ"], 1);
  EXPECT_EQ(all["growth"][0]["largest"], 1.0);
  EXPECT_EQ(all["first"]["ulp"], std::uint64_t{1} << 52);
}

}  // namespace
}  // namespace drover::divergence_test
