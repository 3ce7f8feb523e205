#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/observed_run.h"

namespace drover::smoothness_test {
namespace {

using test::is_absent;
using test::measure;
using test::value_of;

// A body of radius 0.5 m on a polyline, a corner each second; its heading is the direction of its motion.
std::string on_corners(const std::vector<std::pair<double, double>>& corners, std::string_view keys = "") {
  std::string frames;
  for (std::size_t k = 0; k < corners.size(); ++k)
    frames += fmt::format("{}[{},{},{}]", k == 0 ? "" : ",", k, corners[k].first, corners[k].second);
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.25}},"agent_types":{{"a":{{"radius":0.5,"locomotion":
      {{"type":"scripted","keyframes":[{}]}}}}}},"agents":[{{"type":"a","position":[0,0]}}],
      "record":{{"metrics":{{"smoothness":{{{}}}}}}}}})",
      frames, keys);
}

// Legs that turn by `turn` at each corner, to alternating sides or always to the left.
std::vector<std::pair<double, double>> legs(double length, double turn, bool alternates) {
  std::vector<std::pair<double, double>> corners = {{0.0, 0.0}};
  double angle = 0.0;
  for (int k = 0; k < 12; ++k) {
    const auto [x, y] = corners.back();
    corners.emplace_back(x + length * std::cos(angle), y + length * std::sin(angle));
    angle += alternates && k % 2 == 0 ? -turn : turn;
  }
  return corners;
}

constexpr int kSteps = 48;  // of 0.25 s: twelve legs

// Eleven corners: the first turns to a side, the second back, but where it turned back last is known from
// then on.
TEST(Smoothness, CountsTurningBackOnTheSpotAndNotWeaving) {
  const MetricResults trembling = measure(on_corners(legs(0.4, 0.8, true)), kSteps);
  EXPECT_EQ(value_of(trembling, "smoothness.turn_reversals"), 9.0);
  EXPECT_NEAR(value_of(trembling, "smoothness.turn_reversal_rate"), 9.0 / 12.0, 1e-12);
  EXPECT_EQ(value_of(trembling, "smoothness.trembling"), 1.0);
  EXPECT_EQ(value_of(trembling, "smoothness.flips"), 0.0);
  const MetricResults weaving = measure(on_corners(legs(2.0, 0.8, true)), kSteps);
  EXPECT_EQ(value_of(weaving, "smoothness.turn_reversals"), 0.0);
  EXPECT_EQ(value_of(weaving, "smoothness.trembling"), 0.0);
}

TEST(Smoothness, LeavesOutTurnsBelowTheAngle) {
  EXPECT_EQ(value_of(measure(on_corners(legs(0.4, 0.15, true)), kSteps), "smoothness.turn_reversals"), 0.0);
  EXPECT_EQ(value_of(measure(on_corners(legs(0.4, 0.15, true), R"("angle":0.1)"), kSteps),
                     "smoothness.turn_reversals"),
            9.0);
}

TEST(Smoothness, CountsFlipsAndReversalsOfWhatGoesToAndFro) {
  const MetricResults results = measure(on_corners(legs(0.1, 3.1415926535897931, false)), kSteps);
  EXPECT_EQ(value_of(results, "smoothness.flips"), 11.0);
  EXPECT_EQ(value_of(results, "smoothness.turn_reversals"), 10.0);
  EXPECT_EQ(value_of(results, "smoothness.velocity_reversals"), 10.0);
  EXPECT_EQ(value_of(results, "smoothness.spinning"), 0.0);
}

TEST(Smoothness, TellsSpinningOnTheSpotFromGoingRound) {
  constexpr double kHexagon = 1.0471975511965976;  // rad
  // Eleven corners of 60 degrees are not two rounds, those of the second body of 72 degrees are.
  EXPECT_EQ(value_of(measure(on_corners(legs(0.1, kHexagon, false)), kSteps), "smoothness.spinning"), 0.0);
  constexpr double kPentagon = 1.2566370614359172;  // rad
  EXPECT_EQ(value_of(measure(on_corners(legs(0.1, kPentagon, false)), kSteps), "smoothness.spinning"), 1.0);
  EXPECT_EQ(value_of(measure(on_corners(legs(2.0, kPentagon, false)), kSteps), "smoothness.spinning"), 0.0);
}

// From rest to 2 m/s and back to rest, in a step of 0.25 s each: the acceleration is 8 m/s^2 in the first of
// the steps and -8 m/s^2 in the ninth, so that the jerk is 32 m/s^3 in three of the fifteen pairs of steps.
TEST(Smoothness, JerkIsTheChangeOfTheAcceleration) {
  const MetricResults results = measure(on_corners({{0, 0}, {2, 0}, {4, 0}}), 16);
  EXPECT_NEAR(value_of(results, "smoothness.jerk_mean"), 3.0 * 32.0 / 15.0, 1e-9);
  EXPECT_EQ(value_of(results, "smoothness.acceleration_reversals"), 0.0);
}

TEST(Smoothness, CountsAccelerationsThatReverseFromStepToStep) {
  // To and fro at every step but the first: +, -, +, -, ...
  std::string frames = "[0,0,0]";
  for (int k = 1; k <= 12; ++k)
    frames += fmt::format(",[{},{},0]", 0.25 * k, k % 2 == 0 ? 0.0 : 0.1);
  const MetricResults results = measure(
      R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"locomotion":{"type":"scripted","keyframes":[)" +
          frames + R"(]}}},"agents":[{"type":"a","position":[0,0]}],"record":{"metrics":{"smoothness":{}}}})",
      12);
  EXPECT_EQ(value_of(results, "smoothness.acceleration_reversals"), 11.0);
}

TEST(Smoothness, CountsFromATimeOn) {
  const std::string scenario = on_corners(legs(0.4, 0.8, true), R"("from":6)");
  // Of the corners from 6 s on the first turns to a side and the second turns back.
  EXPECT_EQ(value_of(measure(scenario, kSteps), "smoothness.turn_reversals"), 4.0);
  EXPECT_TRUE(is_absent(measure(scenario, 20), "smoothness.turn_reversal_rate"));
}

TEST(Smoothness, OfWhatCoastsIsZero) {
  const MetricResults results =
      measure(test::coasting(R"({"type":"a","position":[0,0],"velocity":[1,2]})", R"("smoothness":{})"), 8);
  for (const char* output : {"turn_reversals", "velocity_reversals", "flips", "acceleration_reversals",
                             "jerk_mean", "trembling", "spinning", "turn_reversal_rate_greatest"})
    EXPECT_EQ(value_of(results, "smoothness." + std::string(output)), 0.0) << output;
}

}  // namespace
}  // namespace drover::smoothness_test
