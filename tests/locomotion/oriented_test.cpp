#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "locomotion/hand_made.h"

namespace drover::test::oriented_test {
namespace {

std::string type(std::string_view locomotion_keys, std::string_view keys = "") {
  return fmt::format(R"(,"max_speed":100,"max_acceleration":100{},"locomotion":{{"type":"oriented"{}}})",
                     keys, locomotion_keys);
}

constexpr const char* kTenth = R"(,"simulation":{"dt":0.1})";

std::optional<Request> drive_and_turn(const AgentView&, AgentIndex) {
  return Request({0.0, 2.0, 0.0}, about_up(2.0));
}
std::optional<Request> nothing(const AgentView&, AgentIndex) {
  return std::nullopt;
}
// A torsion spring about heading +x.
std::optional<Request> torsion(const AgentView& view, AgentIndex agent) {
  const Vec3 heading = view.heading(agent);
  return Request({}, about_up(-std::atan2(heading.y, heading.x)));
}

double angle_of(const Simulator& simulator) {
  const Vec3 heading = simulator.world().state.motion.heading(0);
  return std::atan2(heading.y, heading.x);
}

// Angle and position follow the same integrators: 0.9, 1.1 and 1.0 after ten steps under 2 per s^2.
TEST(Oriented, TurnsAsItMoves) {
  const std::pair<const char*, double> kEnds[] = {{"newton_euler_1", 0.9},
                                                  {"semi_implicit_euler", 1.1},
                                                  {"second_order", 1.0},
                                                  {"velocity_verlet", 1.0},
                                                  {"rk4", 1.0},
                                                  {"exact_drag", 1.0}};
  for (const auto& [integrator, end] : kEnds) {
    Simulator simulator = hand_made<drive_and_turn>(
        R"("position":[0,0])", type(fmt::format(R"(,"integrator":"{}")", integrator)), kTenth);
    run_steps(simulator, 10);
    const AgentMotion& state = simulator.world().state.motion;
    EXPECT_NEAR(state.y[0], end, 1e-13) << integrator;
    EXPECT_NEAR(angle_of(simulator), end, 1e-13) << integrator;
    EXPECT_NEAR(state.rotation[0], 2.0, 1e-13) << integrator;
    EXPECT_NEAR(state.vy[0], 2.0, 1e-13) << integrator;
  }
}

// The trial states turn too: only so is the energy of a torsion spring kept.
TEST(Oriented, LooksAtItsHeadingInTheTrialStates) {
  for (const auto& [integrator, energy] :
       {std::pair{"velocity_verlet", 0.49999996}, std::pair{"rk4", 0.4999956}}) {
    Simulator simulator = hand_made<torsion>(R"("position":[0,0],"heading":1)",
                                             type(fmt::format(R"(,"integrator":"{}")", integrator)), kTenth);
    run_steps(simulator, 628);
    const double angle = angle_of(simulator);
    const double rotation = simulator.world().state.motion.rotation[0];
    EXPECT_NEAR(0.5 * (angle * angle + rotation * rotation), energy, 5e-8) << integrator;
  }
}

TEST(Oriented, AngularDragIsExactForCoastingWithExactDrag) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0],"rotation":1.5)",
                                           type(R"(,"integrator":"exact_drag","angular_drag":2)"), kTenth);
  run_steps(simulator, 10);
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 1.5 * std::exp(-2.0), 1e-13);
  EXPECT_NEAR(angle_of(simulator), 0.75 * (1.0 - std::exp(-2.0)), 1e-13);
}

TEST(Oriented, LimitsOfTheTurnHold) {
  Simulator simulator = hand_made<drive_and_turn>(
      R"("position":[0,0])", type("", R"(,"max_turn_rate":0.5,"max_angular_acceleration":1)"), kTenth);
  run_steps(simulator, 1);
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 0.1, 1e-15);
  run_steps(simulator, 50);
  EXPECT_EQ(simulator.world().state.motion.rotation[0], 0.5);
}

TEST(Oriented, HeadingDoesNotFollowTheVelocity) {
  Simulator simulator =
      hand_made<nothing>(R"("position":[0,0],"velocity":[0,3],"heading":0.5)", type(""), kTenth);
  run_steps(simulator, 100);
  EXPECT_NEAR(angle_of(simulator), 0.5, 1e-15);
  EXPECT_NEAR(simulator.world().state.motion.y[0], 30.0, 1e-12);
}

TEST(Oriented, HeadingStaysAUnitVector) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0],"rotation":1.7)", type(""), kTenth);
  for (int k = 0; k < 100000; ++k) {
    ASSERT_FALSE(simulator.step());
    ASSERT_NEAR(length(simulator.world().state.motion.heading(0)), 1.0, 4e-16) << k;
  }
  EXPECT_NEAR(std::remainder(angle_of(simulator) - 17000.0, 2.0 * std::numbers::pi), 0.0, 1e-9);
}

}  // namespace
}  // namespace drover::test::oriented_test
