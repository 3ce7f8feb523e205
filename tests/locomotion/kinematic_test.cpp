#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "locomotion/hand_made.h"

namespace drover::test::kinematic_test {
namespace {

constexpr const char* kTenth = R"(,"simulation":{"dt":0.1})";

std::string type(std::string_view facing, std::string_view keys = "") {
  return fmt::format(R"(,"max_speed":5{},"locomotion":{{"type":"kinematic","facing":"{}"}})", keys, facing);
}

std::optional<Request> leftwards(const AgentView&, AgentIndex) {
  return Request({0.0, 2.0, 0.0}, about_up(1.5));
}
std::optional<Request> far_too_fast(const AgentView&, AgentIndex) {
  return Request({30.0, 40.0, 0.0}, about_up(-100.0));
}
std::optional<Request> creeping(const AgentView&, AgentIndex) {
  return Request(Vec3{0.0, 1e-5, 0.0});
}
std::optional<Request> nothing(const AgentView&, AgentIndex) {
  return std::nullopt;
}

double angle_of(const Simulator& simulator) {
  const Vec3 heading = simulator.world().state.motion.heading(0);
  return std::atan2(heading.y, heading.x);
}

TEST(Kinematic, HasTheVelocityItIsAskedForAtOnce) {
  Simulator simulator =
      hand_made<leftwards>(R"("position":[1,1],"velocity":[3,0])", type("independent"), kTenth);
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{0.0, 2.0, 0.0}));
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{1.0, 1.2, 0.0}));
}

// The heading is atan2(v_y, v_x), not the mirror image, and the body sets it.
TEST(Kinematic, HeadingJumpsToTheVelocity) {
  Simulator simulator = hand_made<leftwards>(R"("position":[0,0])", type("velocity_aligned"), kTenth);
  run_steps(simulator, 1);
  EXPECT_NEAR(angle_of(simulator), std::numbers::pi / 2 + 0.15, 1e-14)
      << "and the request to turn turns it on";
  run_steps(simulator, 1);
  EXPECT_NEAR(angle_of(simulator), std::numbers::pi / 2 + 0.15, 1e-14);
}

TEST(Kinematic, IndependentHeadingTurnsByRequestsOnly) {
  Simulator simulator = hand_made<leftwards>(R"("position":[0,0])", type("independent"), kTenth);
  for (int k = 1; k <= 10; ++k) {
    run_steps(simulator, 1);
    EXPECT_NEAR(angle_of(simulator), 0.15 * k, 1e-13);
    EXPECT_EQ(simulator.world().state.motion.rotation[0], 1.5);
  }
}

TEST(Kinematic, LimitsHold) {
  Simulator simulator =
      hand_made<far_too_fast>(R"("position":[0,0])", type("independent", R"(,"max_turn_rate":0.5)"), kTenth);
  run_steps(simulator, 1);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 3.0, 1e-14);
  EXPECT_NEAR(simulator.world().state.motion.vy[0], 4.0, 1e-14);
  EXPECT_NEAR(angle_of(simulator), -0.05, 1e-15);
}

TEST(Kinematic, ACreepingVelocityKeepsTheHeading) {
  Simulator simulator =
      hand_made<creeping>(R"("position":[0,0],"heading":2)", type("velocity_aligned"), kTenth);
  run_steps(simulator, 20);
  EXPECT_NEAR(angle_of(simulator), 2.0, 1e-15);
  EXPECT_GT(simulator.world().state.motion.y[0], 0.0);
}

TEST(Kinematic, WithoutARequestItStands) {
  Simulator simulator = hand_made<nothing>(R"("position":[0,0],"velocity":[3,0],"rotation":2)",
                                           type("velocity_aligned"), kTenth);
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{}));
  EXPECT_EQ(simulator.world().state.motion.rotation[0], 0.0);
  EXPECT_EQ(simulator.world().state.motion.heading(0), (Vec3{1.0, 0.0, 0.0}));
}

// v = w (1 - e^(-t / tau)); in steps of dt x = w dt (N - q (1 - q^N) / (1 - q)) with q = e^(-dt / tau).
TEST(Kinematic, SmoothsItsVelocity) {
  Simulator simulator = make_simulator(
      R"({"format": 1, "simulation": {"dt": 0.02, "duration": 5}, "agent_types": {"a": {"max_speed": 3,
          "locomotion": {"type": "kinematic", "smoothing_time": 0.2}, "steering": {"behaviors": [{"type": "seek", "target": {"point": [1000, 0]}}]}}},
          "agents": [{"type": "a", "position": [0, 0]}]})");
  run_steps(simulator, 50);
  EXPECT_NEAR(simulator.world().state.motion.velocity(0).x, 2.979786, 1e-6);
  EXPECT_NEAR(simulator.world().state.motion.position(0).x, 2.433344, 1e-6);
}

}  // namespace
}  // namespace drover::test::kinematic_test
