#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/frame.h"
#include "locomotion/hand_made.h"

namespace drover::test::rigid_body_2d_test {
namespace {

std::string type(std::string_view locomotion_keys = "", std::string_view keys = R"(,"max_speed":100)") {
  return fmt::format(R"(,"mass":10,"max_acceleration":1000{},"locomotion":{{"type":"rigid_body_2d"{}}})",
                     keys, locomotion_keys);
}

std::optional<Request> nothing(const AgentView&, AgentIndex) {
  return std::nullopt;
}
// 4 N to the left for a mass of 10 kg.
std::optional<Request> steer_left(const AgentView& view, AgentIndex agent) {
  return Request(upright(view.heading(agent)).left * 0.4);
}
std::optional<Request> steer_far_left(const AgentView& view, AgentIndex agent) {
  return Request(upright(view.heading(agent)).left * 40.0);
}
std::optional<Request> turn(const AgentView&, AgentIndex) {
  return Request({}, about_up(3.0));
}
std::optional<Request> full_speed_astern(const AgentView& view, AgentIndex agent) {
  return Request(view.heading(agent) * -6.0);
}
std::optional<Request> to_the_south(const AgentView&, AgentIndex) {
  return Request(Vec3{0.0, -2.0, 0.0});
}

// Velocity in the frame of the body: forward, left.
Vec3 body_velocity(const Simulator& simulator) {
  const Vec3 v = simulator.world().state.motion.velocity(0);
  const Vec3 heading = simulator.world().state.motion.heading(0);
  return {dot(v, heading), dot(v, upright(heading).left), 0.0};
}

TEST(RigidBody, StraightTerminalSpeedIsThrustOverDrag) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0])", type(), "");
  run_steps(simulator, 2500);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 4.0, 1e-9);
  EXPECT_EQ(simulator.world().state.motion.vy[0], 0.0);
}

TEST(RigidBody, MaxSpeedHoldsBelowTheTerminalSpeed) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0])", type("", R"(,"max_speed":3)"), "");
  run_steps(simulator, 2500);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 3.0, 1e-14);
}

// Locomotion 7 with F_s = 4 N: w = L F_s / (2 C_w), and the speeds of the steady turn.
TEST(RigidBody, SteadyTurn) {
  Simulator simulator =
      hand_made<steer_left>(R"("position":[0,0],"velocity":[2,-1],"heading":0,"rotation":0.3)", type(),
                            R"(,"simulation":{"dt":0.00005})");
  run_steps(simulator, 500000);  // 25 s: what is left of the start has decayed by e^-12.5
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 0.5, 1e-6);
  EXPECT_NEAR(body_velocity(simulator).x, 2.4, 1e-4);
  EXPECT_NEAR(body_velocity(simulator).y, -1.6, 1e-4);
  const double speed = length(simulator.world().state.motion.velocity(0));
  EXPECT_NEAR(speed, 2.88444, 1e-4);
  EXPECT_NEAR(speed / simulator.world().state.motion.rotation[0], 5.76888, 2e-4);
}

TEST(RigidBody, InertiaIsThatOfARectangle) {
  Simulator simulator = hand_made<steer_left>(R"("position":[0,0])", type(R"(,"drag_angular":0)"), "");
  run_steps(simulator, 1);
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 0.02 * 4.0 / (50.0 / 12.0), 1e-15);
}

TEST(RigidBody, TheSumOfTheForcesIsLimitedUnlessItIsNotL12) {
  const auto rotation = [](std::string_view keys) {
    Simulator simulator = hand_made<steer_far_left>(R"("position":[0,0])", type(keys), "");
    run_steps(simulator, 1);
    return simulator.world().state.motion.rotation[0];
  };
  const double per_force = 0.02 / (50.0 / 12.0) / (1.0 + 0.02 * 8.0 / (50.0 / 12.0));
  EXPECT_NEAR(rotation(""), 8.0 * per_force, 1e-14);
  EXPECT_NEAR(rotation(R"(,"clamp":false)"), 400.0 * per_force, 1e-12);
}

// To the left is +y, and only the frame of the body decides, wherever the body slips to.
TEST(RigidBody, SideOfTheForceIsThatOfTheBodyL9L11) {
  for (const char* velocity : {"[0,3]", "[0,-3]", "[-2,0]"}) {
    Simulator simulator = hand_made<to_the_south>(
        fmt::format(R"("position":[0,0],"heading":0,"velocity":{})", velocity), type(), "");
    run_steps(simulator, 1);
    EXPECT_LT(simulator.world().state.motion.rotation[0], 0.0) << velocity;
  }
}

TEST(RigidBody, AskedToGoAsternAtRestItTurnsLeftL10) {
  Simulator simulator = hand_made<full_speed_astern>(R"("position":[0,0])", type(), "");
  run_steps(simulator, 1);
  const double max_rotation = 8.0 * 0.02 / (50.0 / 12.0) / (1.0 + 0.02 * 8.0 / (50.0 / 12.0));
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], max_rotation, 1e-14);
  Simulator seeker =
      make_simulator(scene(R"([{"type":"seek","target":{"point":[-20,0]},"response_time":1}])",
                           R"([{"type":"a","position":[0,0]}])", type("", R"(,"max_speed":4)")));
  double nearest = 20.0;
  for (int k = 0; k < 1000; ++k) {
    run_steps(seeker, 1);
    nearest = smaller(nearest, length(seeker.world().state.motion.position(0) - Vec3{-20.0, 0.0, 0.0}));
  }
  EXPECT_LT(nearest, 2.0);
}

TEST(RigidBody, BrakingStraightAheadDoesNotTurn) {
  Simulator simulator = hand_made<full_speed_astern>(R"("position":[0,0],"velocity":[3,0])", type(), "");
  run_steps(simulator, 20);
  EXPECT_EQ(simulator.world().state.motion.rotation[0], 0.0);
  EXPECT_GT(simulator.world().state.motion.vx[0], 0.0);
  EXPECT_LT(simulator.world().state.motion.vx[0], 3.0 * std::exp(-0.19)) << "thrust is off, drag slows it";
}

TEST(RigidBody, ARequestToTurnIsAPureTorque) {
  Simulator simulator = hand_made<turn>(R"("position":[0,0])", type(R"(,"thrust":0,"drag_angular":0)"), "");
  run_steps(simulator, 10);
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 0.6, 1e-14);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{}));
}

// F.h is throttle, F.s is steering, and together they are all of the force.
TEST(RigidBody, ThrottleAndSteeringMakeUpTheForce) {
  for (const char* heading : {"-3", "-0.4", "0", "1.1", "2.5"}) {
    Simulator simulator =
        hand_made<to_the_south>(fmt::format(R"("position":[0,0],"heading":{})", heading),
                                type(R"(,"thrust":0,"thrust_min":-100,"clamp":false,"drag_linear":0)"), "");
    run_steps(simulator, 1);
    EXPECT_NEAR(simulator.world().state.motion.vx[0], 0.0, 1e-16) << heading;
    EXPECT_NEAR(simulator.world().state.motion.vy[0], -0.04, 1e-16) << heading;
  }
}

// Without a force both damp as 1 / (1 + C dt / m) per step.
TEST(RigidBody, DragAcrossDampsTheSlip) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0],"heading":0,"velocity":[3,2])",
                                           type(R"(,"thrust":0,"drag_side":50)"), "");
  run_steps(simulator, 25);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 3.0 * std::pow(1.01, -25), 1e-13);
  EXPECT_NEAR(simulator.world().state.motion.vy[0], 2.0 * std::pow(1.1, -25), 1e-13);
}

TEST(RigidBody, QuadraticDragIsExactForCoasting) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0],"velocity":[8,0])",
                                           type(R"(,"thrust":0,"drag_linear":0,"drag_quadratic":2.5)"),
                                           R"(,"simulation":{"dt":0.1})");
  run_steps(simulator, 20);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 1.6, 1e-13);
}

TEST(RigidBody, ThrustLimitsMustBeInOrder) {
  EXPECT_ANY_THROW(make_world(
      scene("[]", R"([{"type":"a","position":[0,0]}])", type(R"(,"thrust_min":5,"thrust_max":4)"))));
}

}  // namespace
}  // namespace drover::test::rigid_body_2d_test
