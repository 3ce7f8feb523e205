// Every behavior in the situations where formulas divide by zero: no agents, all agents in one point, at
// rest, exactly on the target, in an obstacle, on a wall. Whatever it does there, the state stays finite and
// within limits.
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "properties/degenerate_scene.h"
#include "sim/definitions/kinds.h"
#include "sim/step/simulator.h"
#include "support/scene.h"

namespace drover::test::degenerate_test {
namespace {

constexpr int kSteps = 50;

class Degenerate : public testing::TestWithParam<std::string> {
 protected:
  const Kind& behavior() const { return *catalog().find("behavior", GetParam()); }

  // Runs the scene under every arbiter, with the subjects at rest and moving, with and without bodies.
  void expect_sane(SceneOptions options) const {
    for (const Kind* arbiter : catalog().kinds("arbiter")) {
      for (const double speed : {0.0, 2.0}) {
        for (const bool solid : {false, true}) {
          options.arbiter = arbiter->name;
          options.speed = speed;
          options.non_penetration = solid;
          SCOPED_TRACE(testing::Message()
                       << arbiter->name << ", speed " << speed << (solid ? ", solid bodies" : ""));
          run(scene_for(behavior(), options));
          if (HasFatalFailure()) return;
        }
      }
    }
  }

 private:
  static void run(const std::string& scenario) {
    Simulator simulator = make_simulator(scenario);
    for (int step = 0; step < kSteps; ++step) {
      const auto failure = simulator.step();
      ASSERT_FALSE(failure) << failure->quantity << " of agent " << failure->agent_number << " in step "
                            << step;
      const World& world = simulator.world();
      for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
        ASSERT_LE(length(world.state.motion.velocity(i)), world.state.limits.max_speed[i] * (1.0 + 1e-15))
            << "agent " << world.model().agents.number[i] << " in step " << step;
        ASSERT_NEAR(length(world.state.motion.heading(i)), 1.0, 1e-12)
            << "agent " << world.model().agents.number[i] << " in step " << step;
      }
    }
  }
};

std::vector<std::string> behavior_names() {
  std::vector<std::string> names;
  for (const Kind* kind : catalog().kinds("behavior"))
    names.emplace_back(kind->name);
  return names;
}

std::string name_of(const testing::TestParamInfo<std::string>& behavior) {
  return behavior.param;
}

INSTANTIATE_TEST_SUITE_P(Behaviors, Degenerate, testing::ValuesIn(behavior_names()), name_of);

TEST_P(Degenerate, NoAgents) {
  expect_sane({});
}

TEST_P(Degenerate, OneAgentAlone) {
  expect_sane({.subjects = {Vec3{}}});
}

TEST_P(Degenerate, TwoInOnePoint) {
  expect_sane({.subjects = {Vec3{}, Vec3{}}});
}

TEST_P(Degenerate, TwentyInOnePoint) {
  expect_sane({.subjects = std::vector<Vec3>(20)});
}

TEST_P(Degenerate, ExactlyOnTheTarget) {
  expect_sane({.subjects = targets_of(behavior())});
}

TEST_P(Degenerate, AllAgentsOnOneTarget) {
  for (const Vec3& target : targets_of(behavior()))
    expect_sane({.subjects = {target, target, target}});
}

TEST_P(Degenerate, InsideAnObstacleAndOnItsRim) {
  const Vec3 rim = kObstacleCenter + Vec3{kObstacleRadius, 0.0, 0.0};
  expect_sane({.subjects = {kObstacleCenter, kObstacleCenter + Vec3{0.1, -0.2, 0.0}, rim}});
}

TEST_P(Degenerate, OnAWallAndOnItsEnds) {
  expect_sane({.subjects = {kWallStart, 0.5 * (kWallStart + kWallEnd), kWallEnd}});
}

TEST_P(Degenerate, InAWorldSmallerThanWhatIsSeen) {
  expect_sane({.subjects = {Vec3{}, Vec3{0.5, 0.5, 0.0}, Vec3{0.5, -0.5, 0.0}}, .torus = 2.0});
}

TEST_P(Degenerate, ExactlyHalfAWorldApart) {
  expect_sane({.subjects = {Vec3{-5.0, 0.0, 0.0}, Vec3{0.0, 0.0, 0.0}}, .torus = 10.0});
}

}  // namespace
}  // namespace drover::test::degenerate_test
