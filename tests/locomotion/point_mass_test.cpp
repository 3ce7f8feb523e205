#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/frame.h"
#include "locomotion/hand_made.h"

namespace drover::point_mass_test {
namespace {

using test::make_simulator;
using test::run_steps;
using test::scene;

constexpr const char* kCoasting = R"([{"type":"a","position":[0,0],"velocity":[8,0]}])";

std::string coasting(std::string_view locomotion, double dt) {
  return scene("[]", kCoasting, R"(,"max_speed":100,"locomotion":)" + std::string(locomotion),
               R"(,"simulation":{"dt":)" + std::to_string(dt) + "}");
}

TEST(PointMass, CoastsWithoutForceAndDrag) {
  Simulator simulator = make_simulator(coasting(R"({"type":"point_mass"})", 0.1));
  run_steps(simulator, 10);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 8.0, 1e-12);
  EXPECT_EQ(simulator.world().state.motion.vx[0], 8.0);
}

// Locomotion 1: a = 2, dt = 0.1, 10 steps from rest end at x = a dt^2 N (N + 1) / 2 = 1.1 and v = 2.
TEST(PointMass, IsSemiImplicit) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"seek","target":{"point":[1000,0]},"response_time":1}])",
                           R"([{"type":"a","position":[0,0]}])", R"(,"max_speed":1000,"max_acceleration":2)",
                           R"(,"simulation":{"dt":0.1})"));
  run_steps(simulator, 10);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 1.1, 1e-12);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 2.0, 1e-12);
}

// Locomotion 2: quadratic drag coasts exactly as v0 / (1 + c v0 t): c = 0.25, v0 = 8, t = 2 gives 1.6.
TEST(PointMass, QuadraticDragIsExactForCoasting) {
  for (const double dt : {0.01, 0.1, 1.0}) {
    Simulator simulator = make_simulator(coasting(R"({"type":"point_mass","quadratic_drag":0.25})", dt));
    run_steps(simulator, static_cast<int>(std::lround(2.0 / dt)));
    EXPECT_NEAR(simulator.world().state.motion.vx[0], 1.6, 1e-12) << dt;
  }
}

TEST(PointMass, LinearDragNeverChangesTheSignOfTheVelocity) {
  Simulator simulator = make_simulator(coasting(R"({"type":"point_mass","linear_drag":1000})", 0.1));
  run_steps(simulator, 3);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 8.0 / (101.0 * 101.0 * 101.0), 1e-12);
}

TEST(PointMass, ForceAndMassLimitTheAcceleration) {
  const Vec3 a =
      test::next_acceleration(scene(R"([{"type":"seek","target":{"point":[1000,0]}}])",
                                    R"([{"type":"a","position":[0,0]}])", R"(,"mass":4,"max_force":10)"));
  EXPECT_NEAR(a.x, 2.5, 1e-12);
}

TEST(PointMass, HeadingKeepsItsValueAtRest) {
  Simulator simulator = make_simulator(scene("[]", R"([{"type":"a","position":[0,0],"heading":1.5}])"));
  const Vec3 before = simulator.world().state.motion.heading(0);
  run_steps(simulator, 5);
  EXPECT_EQ(simulator.world().state.motion.heading(0), before);
}

// The heading of an agent that starts to the right and wants to go to `target`, with a limit of 1 rad/s.
std::string turning(std::string_view target, std::string_view rule) {
  return scene(
      R"([{"type":"seek","target":{"point":)" + std::string(target) + R"(},"response_time":0.02}])",
      R"([{"type":"a","position":[0,0],"velocity":[2,0]}])",
      R"(,"max_speed":2,"max_acceleration":1000,"max_turn_rate":1,"locomotion":{"type":"point_mass","turn":")" +
          std::string(rule) + R"("})");
}

// An angle of Theta takes ceil(Theta / (rate dt)) steps.
TEST(PointMass, TurnsNoFasterThanTheLimitE002) {
  Simulator simulator = make_simulator(turning("[0,100000]", "redirect"));
  const double per_step = 0.02;
  const int needed = static_cast<int>(std::ceil(std::numbers::pi / 2 / per_step));
  for (int k = 1; k < needed; ++k) {
    run_steps(simulator, 1);
    EXPECT_NEAR(std::atan2(simulator.world().state.motion.hy[0], simulator.world().state.motion.hx[0]),
                per_step * k, 1e-3);
  }
  EXPECT_LT(simulator.world().state.motion.hy[0], 1.0 - 1e-9);
  run_steps(simulator, 2);
  EXPECT_NEAR(simulator.world().state.motion.hy[0], 1.0, 1e-6);
}

// A reversal takes ceil(pi / (rate dt)) = 158 steps.
TEST(PointMass, ReversalTakesAsManyStepsAsItsAngle) {
  Simulator simulator = make_simulator(turning("[-100000,0]", "decouple"));
  run_steps(simulator, 156);
  EXPECT_NEAR(std::atan2(simulator.world().state.motion.hy[0], simulator.world().state.motion.hx[0]),
              156 * 0.02, 1e-12);
  run_steps(simulator, 2);
  EXPECT_NEAR(simulator.world().state.motion.hx[0], -1.0, 1e-9);
}

std::optional<Request> hard_left(const AgentView& view, AgentIndex agent) {
  return Request(upright(view.heading(agent)).left * 1e6);
}

// A constant turn at the limit is a polygon of circumradius s dt / (2 sin(rate dt / 2)): here of 60 sides.
TEST(PointMass, ATurnAtTheLimitIsAPolygon) {
  const double angle = std::numbers::pi / 30;
  const std::string rate = fmt::format("{:.17g}", angle / 0.02);
  Simulator simulator =
      test::hand_made<hard_left>(R"("position":[0,0],"velocity":[2,0])",
                                 R"(,"max_speed":2,"max_acceleration":1000000,"max_turn_rate":)" + rate +
                                     R"(,"locomotion":{"type":"point_mass","turn":"redirect"})",
                                 "");
  run_steps(simulator, 30);
  const double diameter = 2.0 * 0.02 / std::sin(0.5 * angle);
  EXPECT_NEAR(length(simulator.world().state.motion.position(0)), diameter, 1e-9);
  run_steps(simulator, 30);
  EXPECT_NEAR(length(simulator.world().state.motion.position(0)), 0.0, 1e-9);
}

// What turning costs comes back to a body that turns at full speed, but no more than it may have.
TEST(PointMass, NoTurnMakesABodyFasterThanItMayBe) {
  for (const char* turn : {"arc", "redirect", "project", "decouple"}) {
    Simulator simulator =
        make_simulator(scene(R"([{"type":"seek","target":{"point":[-0.1,50]},"response_time":0.02}])",
                             R"([{"type":"a","position":[0,0],"velocity":[3,0]}])",
                             fmt::format(R"(,"max_speed":3,"max_acceleration":1000,"max_turn_rate":60,)"
                                         R"("locomotion":{{"type":"point_mass","turn":"{}"}})",
                                         turn)));
    for (int k = 0; k < 20; ++k) {
      run_steps(simulator, 1);
      EXPECT_LE(length(simulator.world().state.motion.velocity(0)), 3.0 + 1e-12) << turn;
    }
  }
}

// Millington (3.1.3) goes half the way in every frame, whatever a frame is.
TEST(PointMass, SmoothedHeadingHasAHalfLife) {
  for (const double dt : {0.2, 0.05, 0.01}) {
    Simulator simulator =
        make_simulator(scene("[]", R"([{"type":"a","position":[0,0],"velocity":[0,2],"heading":0}])",
                             R"(,"locomotion":{"type":"point_mass","facing":"smoothed","half_time":0.2})",
                             fmt::format(R"(,"simulation":{{"dt":{}}})", dt)));
    double left = std::numbers::pi / 2;
    for (int life = 0; life < 5; ++life) {
      run_steps(simulator, static_cast<int>(std::lround(0.2 / dt)));
      left *= 0.5;
      const Vec3 heading = simulator.world().state.motion.heading(0);
      EXPECT_NEAR(std::atan2(heading.x, heading.y), left, 1e-12) << dt;
    }
    EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{0.0, 2.0, 0.0}));
  }
}

TEST(PointMass, SmoothedHeadingTurnsLeftOnAReversalAndWithinItsLimit) {
  Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","position":[0,0],"velocity":[-2,0],"heading":0}])",
                           R"(,"max_turn_rate":0.5,"locomotion":{"type":"point_mass","facing":"smoothed"})"));
  run_steps(simulator, 10);
  EXPECT_NEAR(std::atan2(simulator.world().state.motion.hy[0], simulator.world().state.motion.hx[0]), 0.1,
              1e-13);
}

TEST(PointMass, HasNoRotationOfItsOwn) {
  Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","position":[0,0],"velocity":[1,0],"rotation":3}])"));
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.motion.rotation[0], 0.0);
}

TEST(PointMass, ReversalTurnsLeft) {
  Simulator simulator = make_simulator(turning("[-100000,0]", "redirect"));
  run_steps(simulator, 10);
  EXPECT_GT(simulator.world().state.motion.hy[0], 0.1);
}

TEST(PointMass, TurnRulesDifferInWhatHappensToTheSpeed) {
  Simulator redirect = make_simulator(turning("[0,100000]", "redirect"));
  Simulator project = make_simulator(turning("[0,100000]", "project"));
  Simulator decouple = make_simulator(turning("[0,100000]", "decouple"));
  for (Simulator* simulator : {&redirect, &project, &decouple})
    run_steps(*simulator, 20);
  EXPECT_NEAR(length(redirect.world().state.motion.velocity(0)), 2.0, 1e-9);
  EXPECT_LT(length(project.world().state.motion.velocity(0)), 1.9);
  EXPECT_NEAR(decouple.world().state.motion.vy[0], 2.0, 1e-6);
  EXPECT_LT(decouple.world().state.motion.hy[0], 0.5);
}

}  // namespace
}  // namespace drover::point_mass_test
