// What a step promises to every actuator, shown by one made here: it asks for velocities and lets a body with
// inertia follow them.
#include <cmath>

#include <gtest/gtest.h>

#include "sim/step/actuator_context.h"
#include "sim/step/population.h"
#include "support/model_of.h"
#include "support/scene.h"

namespace drover::test::actuator_test {
namespace {

constexpr double kTimeConstant = 0.5;  // s
constexpr const char* kSeek = R"([{"type":"seek","target":{"point":[1000,0]}}])";
constexpr const char* kAgent = R"([{"type":"a","position":[0,0]}])";
constexpr const char* kKeys = R"(,"max_speed":4,"max_acceleration":100)";

int conversions = 0;  // of the test that is running

constexpr ActuatorKind kFollower = [] {
  ActuatorKind kind;
  kind.name = "follower";
  kind.request_unit = [](const void*, RequestUnit) { return RequestUnit::velocity; };
  kind.convert = [](const void*, ActuatorContext& context, std::span<const AgentIndex> agents) {
    ++conversions;
    for (const AgentIndex i : agents) {
      const std::optional<Request> wanted = context.request(i);
      if (!wanted) {
        context.command(i, std::nullopt);
      } else {
        context.command(i, Request((wanted->linear - context.state().velocity(i)) / kTimeConstant));
      }
    }
  };
  return kind;
}();

// The world with this actuator in front of the bodies of the first agent type, as if the type had named it.
Simulator followed(BuiltWorld built) {
  Model& model = model_of(built.world);
  AgentType& type = model.types[0];
  type.actuator = &kFollower;
  type.request_unit = kFollower.request_unit(nullptr, type.locomotion->takes);
  for (const AgentIndex i : built.world.state.agents_of(0)) {
    model.agents.request_unit.set(i, type.request_unit);
    limit_requests(built.world.state.limits, i, kInfinity, kInfinity, type.request_unit);
  }
  conversions = 0;
  return Simulator(std::move(built));
}

TEST(Actuator, TurnsRequestsOfOneUnitIntoCommandsOfAnother) {
  Simulator simulator = followed(make_world(scene(kSeek, kAgent, kKeys)));
  simulator.record_requests();
  const double dt = simulator.world().model().dt;
  for (int step = 1; step <= 50; ++step) {
    run_steps(simulator, 1);
    // v' = (4 m/s - v) / time constant, by semi-implicit Euler.
    EXPECT_NEAR(simulator.world().state.motion.velocity(0).x,
                4.0 * (1.0 - std::pow(1.0 - dt / kTimeConstant, step)), 1e-12);
    EXPECT_EQ(simulator.requests().linear(0), (Vec3{4.0, 0.0, 0.0})) << "stays what the arbiter chose [m/s]";
  }
  EXPECT_EQ(conversions, 50);
}

TEST(Actuator, RequestsAreLimitedInTheirUnit) {
  const Simulator simulator = followed(make_world(scene(kSeek, kAgent, R"(,"max_speed":4,"max_force":1)")));
  EXPECT_EQ(simulator.world().state.limits.max_request[0], 4.0) << "a request is a velocity here [m/s]";
}

// Every stage is converted in the trial state in which its requests were chosen.
TEST(Actuator, ConvertsEveryStageOfAnIntegrator) {
  std::string keys = kKeys;
  keys += R"(,"locomotion":{"type":"point_mass","integrator":"rk4"})";
  Simulator simulator = followed(make_world(scene(kSeek, kAgent, keys)));
  const double dt = simulator.world().model().dt;
  run_steps(simulator, 50);
  EXPECT_EQ(conversions, 4 * 50);
  // With a command for the start of the step alone the error would be of order dt.
  EXPECT_NEAR(simulator.world().state.motion.velocity(0).x,
              4.0 * (1.0 - std::exp(-50.0 * dt / kTimeConstant)), 1e-6);
}

TEST(Actuator, OfOneTypeLeavesTheOthersAlone) {
  constexpr const char* kTwoTypes = R"({"format":1,"agent_types":{
    "a":{"steering":{"behaviors":[{"type":"seek","target":{"point":[9,9]}}]}},
    "b":{"extends":"a","locomotion":{"type":"kinematic"}}},
    "agents":[{"type":"a","position":[0,0]},{"type":"b","position":[1,0]}]})";
  Simulator plain = make_simulator(kTwoTypes);
  Simulator with = followed(make_world(kTwoTypes));
  run_steps(plain, 20);
  run_steps(with, 20);
  EXPECT_NE(with.world().state.motion.position(0), plain.world().state.motion.position(0));
  EXPECT_EQ(with.world().state.motion.position(1), plain.world().state.motion.position(1));
}

TEST(Actuator, WithoutARequestMayCommandNothing) {
  Simulator simulator =
      followed(make_world(scene("[]", R"([{"type":"a","position":[0,0],"velocity":[1,0]}])")));
  run_steps(simulator, 3);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{1.0, 0.0, 0.0}));
}

}  // namespace
}  // namespace drover::test::actuator_test
