#include "observe/metrics/step_timer.h"

#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace drover::step_timer_test {
namespace {

TEST(DurationHistogram, QuantilesAreWithinOnePercentAtEveryMagnitude) {
  for (const std::uint64_t unit : {1ull, 37ull, 1000ull, 123457ull, 10000000ull, 60000000000ull}) {
    DurationHistogram durations;
    for (std::uint64_t k = 1; k <= 1000; ++k)
      durations.add(k * unit);
    for (const double fraction : {0.001, 0.5, 0.95, 0.99, 1.0}) {
      const double exact = 1000.0 * fraction * static_cast<double>(unit) * 1e-9;
      EXPECT_NEAR(durations.quantile(fraction), exact, 0.008 * exact) << unit << " " << fraction;
    }
    EXPECT_DOUBLE_EQ(durations.mean(), 500.5 * static_cast<double>(unit) * 1e-9);
    EXPECT_DOUBLE_EQ(durations.maximum(), 1000.0 * static_cast<double>(unit) * 1e-9);
  }
}

TEST(DurationHistogram, TakesEveryDuration) {
  DurationHistogram durations;
  EXPECT_EQ(durations.quantile(0.5), 0.0);
  EXPECT_EQ(durations.mean(), 0.0);
  durations.add(0);
  EXPECT_EQ(durations.quantile(1.0), 0.0);
  durations.add(~std::uint64_t{0} / 2);
  EXPECT_NEAR(durations.quantile(1.0), 9.22e9, 0.01 * 9.22e9);
}

TEST(StepTimer, AttributesTimeToThePhaseThatEnds) {
  StepTimer timer;
  timer.step_begins();
  for (const Phase phase :
       {Phase::sense, Phase::decide, Phase::steer, Phase::actuate, Phase::constrain, Phase::commit}) {
    if (phase == Phase::steer) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    timer.phase_ended(phase);
  }
  timer.step_ended();
  EXPECT_GE(timer.phase(Phase::steer).maximum(), 0.02);
  EXPECT_LT(timer.phase(Phase::sense).maximum(), timer.phase(Phase::steer).maximum());
  EXPECT_GE(timer.frame().maximum(), timer.phase(Phase::steer).maximum());
  EXPECT_EQ(timer.frame().count(), 1u);
}

TEST(StepTimer, ThroughputIsStepsOverTheirTime) {
  StepTimer timer;
  timer.step_begins();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  timer.phase_ended(Phase::commit);
  timer.step_ended();
  const nlohmann::ordered_json report = timer.report(10);
  EXPECT_DOUBLE_EQ(report["steps_per_second"], 1.0 / timer.frame().total());
  EXPECT_DOUBLE_EQ(report["agent_steps_per_second"], 10.0 / timer.frame().total());
  EXPECT_TRUE(report["phases"].contains("steer"));
}

TEST(StepTimer, ReportsZerosBeforeTheFirstStep) {
  EXPECT_EQ(StepTimer().report(0)["steps_per_second"], 0.0);
}

}  // namespace
}  // namespace drover::step_timer_test
