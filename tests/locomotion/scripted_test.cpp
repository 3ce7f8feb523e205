#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::scripted_test {
namespace {

using test::make_simulator;
using test::run_steps;

std::string scripted(std::string_view locomotion, std::string_view keys = "") {
  return test::scene(
      R"([{"type":"seek","target":{"point":[-50,-50]}}])", R"([{"type":"a","position":[7,7]}])",
      R"(,"locomotion":)" + std::string(locomotion) + std::string(keys), R"(,"simulation":{"dt":0.5})");
}

constexpr const char* kKeyframes = R"({"type":"scripted","keyframes":[[1,0,0],[3,4,0],[4,4,3]]})";

TEST(Scripted, StartsAtTheFirstKeyframe) {
  const Simulator simulator = make_simulator(scripted(kKeyframes));
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{}));
}

TEST(Scripted, InterpolatesBetweenKeyframesAndIsNeverSteered) {
  Simulator simulator = make_simulator(scripted(kKeyframes));
  run_steps(simulator, 4);  // t = 2
  EXPECT_NEAR(simulator.world().state.motion.x[0], 2.0, 1e-12);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 2.0, 1e-12);
  run_steps(simulator, 3);  // t = 3.5
  EXPECT_NEAR(simulator.world().state.motion.y[0], 1.5, 1e-12);
  EXPECT_NEAR(simulator.world().state.motion.hy[0], 1.0, 1e-12);
}

TEST(Scripted, HoldsTheLastKeyframeAndItsHeading) {
  Simulator simulator = make_simulator(scripted(kKeyframes));
  run_steps(simulator, 20);
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{4.0, 3.0, 0.0}));
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{}));
  EXPECT_EQ(simulator.world().state.motion.heading(0), (Vec3{0.0, 1.0, 0.0}));
}

TEST(Scripted, ControlsAccelerateAndTurn) {
  Simulator simulator = make_simulator(scripted(R"({"type":"scripted","controls":[[0,1,0],[1,0,1]]})",
                                                R"(,"max_acceleration":2,"max_speed":10)"));
  run_steps(simulator, 2);  // one second of full throttle
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 2.0, 1e-12);
  run_steps(simulator, 2);  // one second of turning at 1 rad/s
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(0)), 2.0, 1e-12);
  EXPECT_NEAR(std::atan2(simulator.world().state.motion.hy[0], simulator.world().state.motion.hx[0]), 1.0,
              1e-12);
}

// The times of keyframes are those of the world.
TEST(Scripted, OneThatComesLaterStartsWhereItsKeyframesAreThen) {
  Simulator simulator = make_simulator(test::scene(
      "[]", "[]", R"(,"locomotion":{"type":"scripted","keyframes":[[0,0,0],[10,10,0]]})",
      R"(,"simulation":{"dt":0.5},"events":[{"type":"spawn","at":5,"agents":{"type":"a","position":[0,0]}}])"));
  run_steps(simulator, 10);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 5.0, 1e-12);
  run_steps(simulator, 1);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 5.5, 1e-12);
}

TEST(Scripted, EachOfManyRowsCountsFromItsTimeOn) {
  std::string keyframes = "[-1,7,7]", controls = "[0,0,0]";
  for (int k = 0; k < 40; ++k) {
    keyframes += fmt::format(",[{},{},0]", k, k * k);
    controls += fmt::format(",[{},0,{}]", k + 0.5, k % 2 == 0 ? 1 : -1);
  }
  Simulator framed = make_simulator(scripted(R"({"type":"scripted","keyframes":[)" + keyframes + "]}"));
  Simulator controlled = make_simulator(scripted(R"({"type":"scripted","controls":[)" + controls + "]}"));
  for (int half = 0; half < 78; ++half) {
    const int k = half / 2;
    const double x = half % 2 == 0 ? k * k : k * k + 0.5 * (2 * k + 1);
    EXPECT_NEAR(framed.world().state.motion.x[0], x, 1e-9) << half;
    const double angle =
        std::atan2(controlled.world().state.motion.hy[0], controlled.world().state.motion.hx[0]);
    constexpr double kTurns[] = {0.5, 0.0, 0.5, 1.0};
    EXPECT_NEAR(angle, half == 0 ? 0.0 : kTurns[half % 4], 1e-9) << half;
    run_steps(framed, 1);
    run_steps(controlled, 1);
  }
}

std::string in_space(std::string_view locomotion, std::string_view agent = "") {
  return test::scene("[]", R"([{"type":"a","position":[7,7,7])" + std::string(agent) + "}]",
                     R"(,"max_speed":10,"max_acceleration":2,"locomotion":)" + std::string(locomotion),
                     R"(,"simulation":{"dt":0.5},"world":{"dimensions":3})");
}

// A row of three numbers is at the height 0; the nose points along the way, with its wings level.
TEST(Scripted, KeyframesInSpaceHaveHeights) {
  Simulator simulator =
      make_simulator(in_space(R"({"type":"scripted","keyframes":[[0,1,2],[2,1,2,4],[4,1,6,7]]})"));
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{1.0, 2.0, 0.0}));
  run_steps(simulator, 2);  // t = 1
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{1.0, 2.0, 2.0}));
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{0.0, 0.0, 2.0}));
  EXPECT_EQ(simulator.world().state.motion.heading(0), (Vec3{0.0, 0.0, 1.0}));
  run_steps(simulator, 4);  // t = 3
  EXPECT_LT(length(simulator.world().state.motion.heading(0) - Vec3{0.0, 0.8, 0.6}), 1e-12);
  EXPECT_LT(length(simulator.world().state.motion.frame(0).left - Vec3{-1.0, 0.0, 0.0}), 1e-12);
  run_steps(simulator, 10);
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{1.0, 6.0, 7.0}));
}

// Turned by a quarter about its nose, a body turns to its left upwards.
TEST(Scripted, ControlsInSpaceTurnAboutTheOwnUp) {
  Simulator simulator = make_simulator(in_space(R"({"type":"scripted","controls":[[0,0,1]]})",
                                                R"(,"velocity":[2,0,0],"heading":0,"roll_deg":90)"));
  run_steps(simulator, 2);  // one second at 1 rad/s
  EXPECT_LT(length(simulator.world().state.motion.heading(0) - Vec3{std::cos(1.0), 0.0, std::sin(1.0)}),
            1e-12);
  EXPECT_GT(simulator.world().state.motion.position(0).z, 7.3);
}

TEST(Scripted, KeyframesOfThePlaneHaveThreeNumbers) {
  EXPECT_THROW(make_simulator(scripted(R"({"type":"scripted","keyframes":[[0,1,2,3]]})")),
               std::runtime_error);
  EXPECT_THROW(make_simulator(in_space(R"({"type":"scripted","keyframes":[[0,1,2,3,4]]})")),
               std::runtime_error);
}

}  // namespace
}  // namespace drover::scripted_test
