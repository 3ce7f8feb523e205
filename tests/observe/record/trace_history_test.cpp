#include "observe/record/trace_history.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::trace_history_test {
namespace {

using test::make_simulator;
using test::run_steps;

// Walks along +x for two seconds in steps of 0.25 s, then in the direction (c, s).
Simulator turning(const std::string& target, int samples) {
  return make_simulator(R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"heading_samples":)" +
                        std::to_string(samples) +
                        R"(,"locomotion":{"type":"scripted","keyframes":[[0,0,0],[2,2,0],[12,)" + target +
                        R"(]]}}},"agents":[{"type":"a","position":[0,0]}]})");
}

TEST(SmoothedHeading, TurnsAfterAStepAsTheMeanOfItsSamples) {
  constexpr int kSamples = 5;
  Simulator simulator = turning("8,8", kSamples);  // direction (6, 8) / 10
  TraceHistory history(simulator.world(), TraceHistory::smoothing_need);
  history.advance(simulator.world());
  for (int k = 0; k < 8; ++k) {
    run_steps(simulator, 1);
    history.advance(simulator.world());
  }
  EXPECT_EQ(history.smoothed_heading(0), (Vec3{1.0, 0.0, 0.0}));
  const double phi = std::atan2(8.0, 6.0);
  for (int n = 1; n <= kSamples + 2; ++n) {
    run_steps(simulator, 1);
    history.advance(simulator.world());
    const int turned = std::min(n, kSamples);
    const double expected = std::atan2(turned * std::sin(phi), kSamples - turned + turned * std::cos(phi));
    const Vec3 smooth = history.smoothed_heading(0);
    EXPECT_NEAR(std::atan2(smooth.y, smooth.x), expected, 1e-12) << n;
  }
}

TEST(SmoothedHeading, OfASingleSampleIsTheHeading) {
  Simulator simulator = turning("8,8", 1);
  TraceHistory history(simulator.world(), TraceHistory::smoothing_need);
  for (int k = 0; k < 12; ++k) {
    history.advance(simulator.world());
    const Vec3 difference = history.smoothed_heading(0) - simulator.world().state.motion.heading(0);
    EXPECT_LT(length(difference), 1e-15) << k;
    run_steps(simulator, 1);
  }
}

TEST(SmoothedHeading, StaysWhereHeadingsCancelOut) {
  // A reversal: after one of two samples the mean is zero.
  Simulator simulator = turning("-8,0", 2);
  TraceHistory history(simulator.world(), TraceHistory::smoothing_need);
  history.advance(simulator.world());
  for (int k = 0; k < 9; ++k) {
    run_steps(simulator, 1);
    history.advance(simulator.world());
  }
  ASSERT_EQ(simulator.world().state.motion.hx[0], -1.0);
  EXPECT_EQ(history.smoothed_heading(0), (Vec3{1.0, 0.0, 0.0}));
  run_steps(simulator, 1);
  history.advance(simulator.world());
  EXPECT_EQ(history.smoothed_heading(0), (Vec3{-1.0, 0.0, 0.0}));
}

TEST(TraceHistory, AccelerationIsTheChangeOfVelocityPerTime) {
  Simulator simulator = turning("8,8", 1);  // 1 m/s along both parts
  TraceHistory history(simulator.world(), TraceHistory::acceleration_need);
  history.advance(simulator.world());
  for (int k = 0; k < 8; ++k) {
    run_steps(simulator, 1);
    history.advance(simulator.world());
  }
  EXPECT_NEAR(history.acceleration(simulator.world(), 0).x, 0.0, 1e-12);
  run_steps(simulator, 1);
  history.advance(simulator.world());
  EXPECT_NEAR(history.acceleration(simulator.world(), 0).x, (0.6 - 1.0) / 0.25, 1e-12);
  EXPECT_NEAR(history.acceleration(simulator.world(), 0).y, 0.8 / 0.25, 1e-12);
  EXPECT_EQ(history.frame_before(0).forward, (Vec3{1.0, 0.0, 0.0}));
}

TEST(TraceHistory, KnowsAccelerationsAndOrientationsInSpace) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.25},"world":{"dimensions":3},
      "agent_types":{"a":{"max_speed":9}},
      "agents":[{"type":"a","position":[0,0,0],"velocity":[1,2,3],"orientation":[0.5,0.5,-0.5,0.5]}]})");
  TraceHistory history(simulator.world(), TraceHistory::acceleration_need);
  history.advance(simulator.world());
  const Frame before = simulator.world().state.motion.frame(0);
  World& world = test::world_of(simulator);
  world.state.tick += 1;
  world.state.motion.set_velocity(0, {1.0, 3.0, 1.0});
  world.state.motion.set_frame(0, upright({1.0, 0.0, 0.0}));
  history.advance(world);
  EXPECT_EQ(history.acceleration(world, 0), (Vec3{0.0, 4.0, -8.0}));
  EXPECT_EQ(history.frame_before(0).forward, before.forward);
  EXPECT_EQ(history.frame_before(0).up, before.up);
}

}  // namespace
}  // namespace drover::trace_history_test
