// The look-ahead times themselves, against what they are defined by.
#include "behaviors/prediction.h"

#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/random.h"

namespace drover::test::prediction_test {
namespace {

constexpr double kMaxSpeed = 3.0;

class PredictionTimes : public testing::Test {
 protected:
  Simulator simulator_ = simulator_of({.behavior = R"({"type":"wander"})"});
  AgentView view_{simulator_.world(), {}};

  static TargetState target(Vec3 displacement, Vec3 velocity) {
    TargetState state;
    state.found = true;
    state.displacement = displacement;
    state.velocity = velocity;
    return state;
  }
  double closing(const TargetState& state) const { return closing_time(state, view_, 0); }
  double meeting(const TargetState& state) const { return meeting_time(state, view_, 0); }
};

// How far the target is beyond the reach of an agent that has run for `time` [m].
double gap(const TargetState& state, double time) {
  return length(state.displacement + state.velocity * time) - kMaxSpeed * time;
}

TEST_F(PredictionTimes, ExactIsTheFirstMeetingAndNeverBeforeClosingSum) {
  Draws draws({1, 2, 3, Purpose::parameter, 4});
  int meetings = 0;
  for (int k = 0; k < 2000; ++k) {
    const double x = 20.0 * draws.signed_uniform();
    const double y = 20.0 * draws.signed_uniform();
    const double vx = 5.0 * draws.signed_uniform();
    const double vy = 5.0 * draws.signed_uniform();
    const TargetState state = target({x, y, 0}, {vx, vy, 0});
    const double time = meeting(state);
    ASSERT_GE(time, closing(state) * (1.0 - 1e-12)) << k;
    if (time == closing(state)) continue;
    ++meetings;
    ASSERT_NEAR(gap(state, time), 0.0, 1e-9 * (1.0 + kMaxSpeed * time)) << k;
    for (const double part : {0.1, 0.5, 0.9, 0.999})
      ASSERT_GT(gap(state, part * time), 0.0) << k;
  }
  EXPECT_GT(meetings, 500) << "too few cases to say anything";
}

TEST_F(PredictionTimes, ExactIsClosingSumHeadOnOnly) {
  const TargetState head_on = target({6, 8, 0}, {-1.2, -1.6, 0});
  EXPECT_NEAR(meeting(head_on), 2.0, 1e-14);
  EXPECT_NEAR(closing(head_on), 2.0, 1e-14);
  EXPECT_GT(meeting(target({6, 8, 0}, {-1.3, -1.5, 0})), closing(target({6, 8, 0}, {-1.3, -1.5, 0})));
}

TEST_F(PredictionTimes, ATargetThatCannotBeMetIsPredictedByClosingSum) {
  const TargetState faster = target({6, 8, 0}, {3, 4, 0});
  EXPECT_EQ(meeting(faster), 10.0 / 8.0);
  const TargetState as_fast = target({6, 8, 0}, {0, 3, 0});
  EXPECT_EQ(meeting(as_fast), closing(as_fast));
}

TEST_F(PredictionTimes, AFasterTargetThatComesIsMetTheFirstTime) {
  // (25 - 9) T^2 - 100 T + 100 = 0: 1.25 s and 5 s.
  EXPECT_NEAR(meeting(target({10, 0, 0}, {-5, 0, 0})), 1.25, 1e-14);
}

TEST_F(PredictionTimes, AnEquallyFastTargetIsMetHalfway) {
  EXPECT_NEAR(meeting(target({6, 0, 0}, {-3, 0, 0})), 1.0, 1e-14);
}

TEST_F(PredictionTimes, NothingIsPredictedAtNoDistance) {
  PredictionRule rule;
  for (const Prediction prediction : {Prediction::closing_sum, Prediction::top_speed, Prediction::fixed_speed,
                                      Prediction::relative_speed, Prediction::exact}) {
    rule.prediction = prediction;
    EXPECT_EQ(prediction_time(rule, target({}, {1, 1, 0}), view_, 0), 0.0);
  }
}

TEST_F(PredictionTimes, RelativeSpeedOfZeroPredictsNothing) {
  PredictionRule rule;
  rule.prediction = Prediction::relative_speed;
  EXPECT_EQ(prediction_time(rule, target({5, 0, 0}, {}), view_, 0), 0.0);
}

}  // namespace
}  // namespace drover::test::prediction_test
