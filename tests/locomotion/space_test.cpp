// Bodies in space: how they turn and which way is up. The numbers are closed forms, or were found by an
// independent integration at the same step.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/quaternion.h"
#include "locomotion/hand_made.h"

namespace drover::test::space_locomotion_test {
namespace {

constexpr double kDegree = det::kPi / 180.0;

std::string in_space(double dt) {
  return fmt::format(R"(,"world":{{"dimensions":3}},"simulation":{{"dt":{}}})", dt);
}

std::string type(std::string_view locomotion) {
  return fmt::format(R"(,"max_speed":1000,"max_acceleration":1000,"locomotion":{})", locomotion);
}

Quaternion orientation(const Simulator& simulator) {
  return orientation_of(simulator.world().state.motion.frame(0));
}
YawPitchRoll angles(const Simulator& simulator) {
  return angles_of(orientation(simulator));
}

std::optional<Request> nothing(const AgentView&, AgentIndex) {
  return std::nullopt;
}

TEST(SpaceLocomotion, AFreeBodyTurnsAboutItsAxisExactly) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0,0],"angular_velocity":[0.3,-0.2,0.5])",
                                           type(R"({"type":"oriented"})"), in_space(0.01));
  run_steps(simulator, 1000);
  const Quaternion exact = turn_by(Vec3{0.3, -0.2, 0.5} * 10.0);
  EXPECT_LT(length(rotation_between(orientation(simulator), exact)), 1e-10);
  EXPECT_EQ(simulator.world().state.motion.angular_velocity(0), (Vec3{0.3, -0.2, 0.5}));
}

std::optional<Request> climb_to_the_left(const AgentView& view, AgentIndex agent) {
  return Request(Vec3{0.0, 1.0, 1.0} * 20.0 - view.velocity(agent) * 2.0);
}

// The nose follows the velocity, and the wings are level again when it has come to rest there.
TEST(SpaceLocomotion, TheWingsOfAPointMassAreLevel) {
  Simulator simulator = hand_made<climb_to_the_left>(R"("position":[0,0,0],"velocity":[5,0,0],"roll":1.5)",
                                                     type(R"({"type":"point_mass"})"), in_space(0.02));
  run_steps(simulator, 500);
  EXPECT_NEAR(angles(simulator).yaw, 90.0 * kDegree, 1e-6);
  EXPECT_NEAR(angles(simulator).pitch, 45.0 * kDegree, 1e-6);
  EXPECT_NEAR(angles(simulator).roll, 0.0, 1e-12);
}

std::optional<Request> reverse(const AgentView& view, AgentIndex agent) {
  return Request((Vec3{0.0, 0.0, -10.0} - view.velocity(agent)) * 5.0);
}

// The yaw of a nose that points straight up means nothing, so it is not followed round and round.
TEST(SpaceLocomotion, ANoseThatTurnsStraightUpComesToRest) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"align","along":[0,0,1]}])", R"([{"type":"a","position":[0,0,0]}])",
                           R"(,"locomotion":{"type":"oriented"})", in_space(0.02)));
  run_steps(simulator, 150);
  EXPECT_GT(simulator.world().state.motion.heading(0).z, 0.9999);
  EXPECT_LT(length(simulator.world().state.motion.angular_velocity(0)), 1e-6);
}

// From straight up to straight down: no direction is special, no number is lost.
TEST(SpaceLocomotion, ABodyTurnsRoundAtThePoles) {
  for (const char* locomotion : {R"({"type":"point_mass"})", R"({"type":"point_mass","facing":"smoothed"})",
                                 R"({"type":"point_mass","facing":"velocity_aligned"})"}) {
    Simulator simulator =
        hand_made<reverse>(R"("position":[0,0,0],"velocity":[0,0,10])", type(locomotion), in_space(0.02));
    for (int step = 0; step < 200; ++step) {
      run_steps(simulator, 1);
      const Frame frame = simulator.world().state.motion.frame(0);
      ASSERT_NEAR(length(frame.forward), 1.0, 1e-12) << locomotion;
      ASSERT_NEAR(length(frame.up), 1.0, 1e-12) << locomotion;
      ASSERT_NEAR(dot(frame.forward, frame.up), 0.0, 1e-12) << locomotion;
    }
    EXPECT_NEAR(simulator.world().state.motion.heading(0).z, -1.0, 1e-6) << locomotion;
  }
}

double wanted_rate = 0.0;  // rad/s, of the test that is running

// A turn to the left at a rate, with the nose held level.
std::optional<Request> level_turn(const AgentView& view, AgentIndex agent) {
  const Vec3 forward = view.heading(agent);
  const Vec3 rotation = Vec3{0.0, 0.0, wanted_rate} + cross(forward, direction({forward.x, forward.y, 0.0}));
  return Request(cross(rotation, forward) * length(view.velocity(agent)));
}

Simulator aircraft(double speed, std::string_view keys = "") {
  return hand_made<level_turn>(fmt::format(R"("position":[0,0,0],"velocity":[{},0,0])", speed),
                               type(fmt::format(R"({{"type":"bank_turn"{}}})", keys)), in_space(0.02));
}

// tan(bank) = speed * rate / 9.81 m/s^2.
TEST(BankTurn, TheBankIsThatOfACoordinatedTurn) {
  wanted_rate = 0.3;
  Simulator simulator = aircraft(20.0);
  run_steps(simulator, 250);
  EXPECT_NEAR(-angles(simulator).roll / kDegree, 31.253, 1e-2) << "after 5 s: leans left in a left turn";
  run_steps(simulator, 1500);
  EXPECT_NEAR(-angles(simulator).roll / kDegree, 31.4508, 1e-3);
  EXPECT_NEAR(simulator.world().state.motion.angular_velocity(0).z, 0.3, 1e-3);
  EXPECT_NEAR(simulator.world().state.motion.position(0).z, 0.0, 0.05);
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(0)), 20.0, 1e-9);
}

// The rudder limits a quick turn; limits of pitch and yaw by themselves would let it climb.
TEST(BankTurn, AQuickTurnStaysLevel) {
  wanted_rate = 1.0;
  Simulator simulator = aircraft(10.0);
  run_steps(simulator, 1000);
  EXPECT_NEAR(-angles(simulator).roll / kDegree, 45.5495, 0.05);
  EXPECT_NEAR(simulator.world().state.motion.angular_velocity(0).z, 0.714, 2e-3);
  EXPECT_NEAR(simulator.world().state.motion.position(0).z, 0.0, 0.2);
}

TEST(BankTurn, TheBankHasALimit) {
  for (const auto& [degrees, rate] : {std::pair{15.0, 0.032857}, {45.0, 0.122625}, {75.0, 0.457643}}) {
    wanted_rate = rate * 10.0;  // as much as it can
    Simulator simulator = aircraft(80.0, fmt::format(R"(,"max_bank_deg":{})", degrees));
    run_steps(simulator, 2000);
    EXPECT_NEAR(-angles(simulator).roll / kDegree, degrees, 0.01);
  }
}

// exp(-1) of the bank is left after one level_time; with steps of 0.02 s (1 - 0.02)^50.
TEST(BankTurn, TheWingsLevelInStraightFlight) {
  wanted_rate = 0.0;
  Simulator simulator =
      hand_made<level_turn>(R"("position":[0,0,0],"velocity":[20,0,0],"heading":0,"roll_deg":40)",
                            type(R"({"type":"bank_turn"})"), in_space(0.02));
  run_steps(simulator, 50);
  EXPECT_NEAR(angles(simulator).roll / kDegree, 40.0 * std::pow(0.98, 50), 1e-6);
}

// Left alone, it flies on at its speed and brings its nose level.
TEST(BankTurn, LeftAloneItFliesLevel) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0,0],"velocity":[10,0,5])",
                                           type(R"({"type":"bank_turn","min_speed":20})"), in_space(0.02));
  run_steps(simulator, 1000);
  EXPECT_NEAR(angles(simulator).pitch, 0.0, 1e-6);
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(0)), 20.0, 1e-9) << "no slower than min_speed";
}

std::optional<Request> go_back(const AgentView&, AgentIndex) {
  return Request(Vec3{-15.0, 0.0, 0.0});
}

// Who cannot fly slower turns round, exactly astern to the left.
TEST(BankTurn, WhatIsAskedAsternTurnsAnAircraftThatCannotBrake) {
  Simulator simulator = hand_made<go_back>(R"("position":[0,0,0],"velocity":[12,0,0])",
                                           type(R"({"type":"bank_turn","min_speed":10})"), in_space(0.02));
  run_steps(simulator, 100);
  EXPECT_GT(simulator.world().state.motion.position(0).y, 0.1);
  run_steps(simulator, 400);
  EXPECT_LT(simulator.world().state.motion.heading(0).x, -0.99);
}

}  // namespace
}  // namespace drover::test::space_locomotion_test
