#include <gtest/gtest.h>

#include "sim/state/state_hash.h"
#include "support/scene.h"

namespace drover::test::none_test {
namespace {

constexpr const char* kSeek = R"([{"type":"seek","target":{"point":[3,4]}}])";
constexpr const char* kAgent = R"([{"type":"a","position":[0,0]}])";

TEST(NoActuator, IsTheDefault) {
  Simulator said = make_simulator(scene(kSeek, kAgent, R"(,"actuator":{"type":"none"})"));
  Simulator unsaid = make_simulator(scene(kSeek, kAgent));
  run_steps(said, 20);
  run_steps(unsaid, 20);
  EXPECT_EQ(said.hash(), unsaid.hash());
}

TEST(NoActuator, RequestsAreInTheUnitOfTheBody) {
  EXPECT_EQ(make_world(scene(kSeek, kAgent)).world.model().types[0].request_unit, RequestUnit::acceleration);
  const BuiltWorld kinematic = make_world(scene(kSeek, kAgent, R"(,"locomotion":{"type":"kinematic"})"));
  EXPECT_EQ(kinematic.world.model().types[0].request_unit, RequestUnit::velocity);
  EXPECT_EQ(kinematic.world.model().agents.request_unit[0], RequestUnit::velocity);
}

// The target lies in the direction (0.6, 0.8); the seek asks for more than either limit allows.
TEST(NoActuator, TheBodyGetsTheRequestWithinTheLimitsOfItsUnit) {
  Simulator massive = make_simulator(scene(kSeek, kAgent, R"(,"max_speed":5,"max_acceleration":2)"));
  massive.record_requests();
  run_steps(massive, 1);
  EXPECT_NEAR(length(massive.requests().linear(0) - Vec3{1.2, 1.6, 0.0}), 0.0, 1e-15) << "m/s^2";
  const double dt = massive.world().model().dt;
  EXPECT_NEAR(length(massive.world().state.motion.velocity(0) - Vec3{1.2, 1.6, 0.0} * dt), 0.0, 1e-15);

  Simulator massless = make_simulator(
      scene(kSeek, kAgent, R"(,"max_speed":5,"max_acceleration":2,"locomotion":{"type":"kinematic"})"));
  massless.record_requests();
  run_steps(massless, 1);
  EXPECT_NEAR(length(massless.requests().linear(0) - Vec3{3.0, 4.0, 0.0}), 0.0, 1e-15) << "m/s";
  EXPECT_EQ(massless.world().state.motion.velocity(0), massless.requests().linear(0));
}

}  // namespace
}  // namespace drover::test::none_test
