// Agents that decide less often than in every step.
#include "sim/step/held_requests.h"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/state/state_hash.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::held_requests_test {
namespace {

std::string scene_with(const std::string& keys, const std::string& behaviors, const std::string& agents) {
  return fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.02, "duration": 60}},
          "agent_types": {{"a": {{"max_speed": 1000, "max_acceleration": 100000{},
                                  "steering": {{"behaviors": [{}]}}}}}}, "agents": [{}]}})",
      keys, behaviors, agents);
}

constexpr const char* kCrowd =
    R"({"type": "a", "count": 300, "placement": {"type": "grid", "origin": [0, 0], "step": [3, 3], "columns": 20}})";

TEST(DecideEvery, PeriodsAreRoundedUpToSteps) {
  EXPECT_EQ(decide_period(0.0, 0.02), 1u);
  EXPECT_EQ(decide_period(0.1, 0.02), 5u);
  EXPECT_EQ(decide_period(0.25, 0.02), 13u);
  EXPECT_EQ(decide_period(0.3, 0.1), 3u);
  EXPECT_EQ(decide_period(0.7, 0.1), 7u);
}

// v' = (3 - v) / 0.1 s: what is held is the law, so that a period of five time constants still converges. The
// acceleration itself, held, would diverge: 15, -45, 195, -765.
TEST(DecideEvery, HoldsTheLawNotTheAcceleration) {
  const std::string seek = R"({"type": "seek", "target": {"point": [100000, 0]}, "response_time": 0.1})";
  std::string scene = scene_with(R"(, "preferred_speed": 3, "decide_every": 0.5)", seek,
                                 R"({"type": "a", "position": [0, 0]})");
  Simulator simulator = make_simulator(scene);
  for (const double expected : {2.988666, 2.999957, 3.0, 3.0}) {
    run_steps(simulator, 25);
    EXPECT_NEAR(simulator.world().state.motion.velocity(0).x, expected, 1e-6);
  }
}

TEST(DecideEvery, UpToAStepIsEveryStep) {
  const std::string wander = R"({"type": "wander"}, {"type": "separation"})";
  Simulator plain = make_simulator(scene_with("", wander, kCrowd));
  Simulator held = make_simulator(scene_with(R"(, "decide_every": 0.02)", wander, kCrowd));
  run_steps(plain, 100);
  run_steps(held, 100);
  EXPECT_EQ(state_hash(plain.world()), state_hash(held.world()));
}

// How many agents decide in a step, once all have decided first.
std::size_t deciders(const Simulator& simulator) {
  const World& world = simulator.world();
  std::size_t count = 0;
  for (AgentIndex i = 0; i < world.model().body_count(); ++i)
    if (decides(world, world.model().type_of(i).decisions, i)) ++count;
  return count;
}

TEST(DecideEvery, PhasesAreSpread) {
  const std::string wander = R"({"type": "wander"})";
  Simulator five = make_simulator(scene_with(R"(, "decide_every": 0.1)", wander, kCrowd));
  EXPECT_EQ(deciders(five), 300u);  // the first step
  for (int step = 0; step < 20; ++step) {
    run_steps(five, 1);
    EXPECT_EQ(deciders(five), 60u);
  }
  Simulator thirteen = make_simulator(scene_with(R"(, "decide_every": 0.25)", wander, kCrowd));
  for (int step = 0; step < 30; ++step) {
    run_steps(thirteen, 1);
    EXPECT_TRUE(deciders(thirteen) == 23u || deciders(thirteen) == 24u);
  }
  Simulator together =
      make_simulator(scene_with(R"(, "decide_every": 0.1, "decide_phase": "together")", wander, kCrowd));
  run_steps(together, 1);
  EXPECT_EQ(deciders(together), 0u);
  run_steps(together, 4);
  EXPECT_EQ(deciders(together), 300u);
}

// Along a line before the target is passed the law does not change: any period gives the same bits.
TEST(DecideEvery, SeekInALineIsTheSameForAnyPeriod) {
  const std::string seek = R"({"type": "seek", "target": {"point": [100000, 0]}, "response_time": 0.25})";
  const std::string agent = R"({"type": "a", "position": [0, 0]})";
  Simulator plain = make_simulator(scene_with(R"(, "preferred_speed": 4)", seek, agent));
  run_steps(plain, 200);
  for (const char* period : {"0.06", "0.1", "0.38"}) {
    Simulator held = make_simulator(
        scene_with(fmt::format(R"(, "preferred_speed": 4, "decide_every": {})", period), seek, agent));
    run_steps(held, 200);
    EXPECT_NEAR(held.world().state.motion.position(0).x, plain.world().state.motion.position(0).x, 1e-9)
        << period;
  }
}

// An event that touches an agent makes it decide, and does not shift its phase.
TEST(DecideEvery, EventsMakeAgentsDecide) {
  std::string scene = scene_with(R"(, "decide_every": 10)", R"({"type": "seek", "target": "goal"})",
                                 R"({"id": "x", "type": "a", "position": [0, 0], "goal": [1000, 0]})");
  scene.insert(1, R"("events": [{"type": "goal", "at": 1, "target": {"agent": "x"}, "goal": [0, 1000]}], )");
  Simulator simulator = make_simulator(scene);
  run_steps(simulator, 45);
  EXPECT_NEAR(simulator.world().state.motion.velocity(0).y, 0.0, 1e-9);
  run_steps(simulator, 60);
  EXPECT_GT(simulator.world().state.motion.velocity(0).y, 100.0);
}

// A behavior may have a period of its own: its law is held, those beside it are asked in every step.
TEST(DecideEvery, OfOneBehaviorHoldsItsLawAlone) {
  const auto speed_after = [](const char* period) {
    const std::string seek = fmt::format(
        R"({{"type": "seek", "target": {{"point": [100000, 0]}}, "response_time": 0.1{}}})", period);
    const std::string other = R"({"type": "seek", "target": {"point": [0, 100000]}, "response_time": 0.1})";
    Simulator simulator = make_simulator(
        scene_with(R"(, "preferred_speed": 3)", seek + ", " + other, R"({"type": "a", "position": [0, 0]})"));
    run_steps(simulator, 40);
    return simulator.world().state.motion.velocity(0);
  };
  const Vec3 plain = speed_after(""), held = speed_after(R"(, "decide_every": 0.5)");
  // The direction to where it goes has hardly changed in between.
  EXPECT_NEAR(held.x, plain.x, 1e-3);
  EXPECT_NEAR(held.y, plain.y, 1e-3);
  EXPECT_EQ(speed_after(R"(, "decide_every": 0.02)"), plain);
}

// What moves on is seen once in a period; whose condition begins to hold is asked at once.
TEST(DecideEvery, OfOneBehaviorIsCountedInItsOwnPeriod) {
  const std::string seek =
      R"({"type": "seek", "target": {"agent": "fox"}, "response_time": 0.02, "decide_every": 0.4})";
  std::string scene = scene_with(R"(, "preferred_speed": 1)", seek, R"({"type": "a", "position": [0, 0]},
      {"id": "fox", "type": "fox", "position": [100, 0]})");
  scene.insert(scene.find("\"a\""), R"("fox": {}, )");
  scene.insert(
      1,
      R"("events": [{"type": "teleport", "at": 0.1, "target": {"agent": "fox"}, "position": [0, 100]}], )");
  Simulator simulator = make_simulator(scene);
  double turned = 0.0;
  for (int step = 1; step <= 40 && turned == 0.0; ++step) {
    run_steps(simulator, 1);
    if (simulator.world().state.motion.velocity(0).y > 0.1) turned = step * 0.02;
  }
  EXPECT_GT(turned, 0.1);
  EXPECT_LE(turned, 0.1 + 0.4 + 0.04);
}

// The state has all that is held: a run that is cut in the middle of a period goes on as if it was not.
TEST(DecideEvery, GoesOnFromTheMiddleOfAPeriod) {
  const std::string crowd = R"({"type": "wander"}, {"type": "separation", "decide_every": 0.26})";
  Simulator whole = make_simulator(scene_with(R"(, "decide_every": 0.14)", crowd, kCrowd));
  run_steps(whole, 33);
  Simulator rest = whole.fork();
  run_steps(whole, 50);
  run_steps(rest, 50);
  EXPECT_EQ(state_hash(whole.world()), state_hash(rest.world()));
}

TEST(DecideEvery, PeriodsOfBehaviorsWithoutEffectAreWarnings) {
  const std::string agent = R"({"type": "a", "position": [0, 0]})";
  const auto problems = [&](const char* keys, const char* behavior) {
    std::vector<std::string> found = problems_when_built(scene_with(keys, behavior, agent));
    std::erase_if(found,
                  [](const std::string& problem) { return problem.find("decide_every") == problem.npos; });
    return found;
  };
  EXPECT_EQ(
      problems(R"(, "decide_every": 0.5)", R"({"type": "wander", "decide_every": 0.2})"),
      std::vector<std::string>{"/agent_types/a/steering/behaviors/0/decide_every: \"decide_every\" has no "
                               "effect: its agents decide every 0.5 s"});
  EXPECT_EQ(
      problems("", R"({"type": "group", "behaviors": [{"type": "wander"}], "decide_every": 0.2})"),
      std::vector<std::string>{"/agent_types/a/steering/behaviors/0/decide_every: \"decide_every\" has no "
                               "effect: each behavior of the group says it for itself"});
  EXPECT_EQ(problems("", R"({"type": "wander", "decide_every": 0.2})"), std::vector<std::string>{});
}

// The variance of a wander's heading does not depend on how often it decides.
TEST(DecideEvery, WanderTakesTheTimeSinceItsLastDecision) {
  const auto spread_of = [](const char* keys, const char* of_behavior) {
    const std::string wander =
        fmt::format(R"({{"type": "wander", "variant": "jitter_circle", "jitter": 2, "wander_radius": 2{}}})",
                    of_behavior);
    Simulator simulator = make_simulator(scene_with(keys, wander, kCrowd));
    run_steps(simulator, 50);
    double sum = 0.0;
    for (AgentIndex i = 0; i < 300; ++i)
      sum += 1.0 - simulator.world().state.motion.heading(i).x;
    return sum / 300.0;
  };
  const double plain = spread_of(R"(, "preferred_speed": 2)", "");
  EXPECT_NEAR(spread_of(R"(, "preferred_speed": 2, "decide_every": 0.1)", ""), plain, 0.15);
  EXPECT_NEAR(spread_of(R"(, "preferred_speed": 2)", R"(, "decide_every": 0.1)"), plain, 0.15);
}

}  // namespace
}  // namespace drover::test::held_requests_test
