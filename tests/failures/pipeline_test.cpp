// The failure scenarios under the pipeline, whose goal and way are found together.
#include "failures/watched_run.h"
#include "sim/step/goals.h"

namespace drover::test::pipeline_failures_test {
namespace {

struct Outcome {
  double time = kInfinity;       // when the agent is within 1 m of the place [s]
  double clearance = kInfinity;  // of the center to walls, until then [m]
  double distance = kInfinity;   // to a point, until then [m]
  double slowest = kInfinity;    // m/s
};

Outcome watch(WatchedRun& run, const std::string& name, Vec3 place, double end, Vec3 point = {}) {
  Outcome outcome;
  while (run.time() < end) {
    outcome.clearance = smaller(outcome.clearance, run.clearance(name));
    outcome.distance = smaller(outcome.distance, length(run.position(name) - point));
    outcome.slowest = smaller(outcome.slowest, length(run.velocity(name)));
    if (length(run.position(name) - place) < 1.0) {
      outcome.time = run.time();
      break;
    }
    run.step();
  }
  return outcome;
}

Outcome outcome_of(const std::string& file, const std::string& name, Vec3 place, double end,
                   Vec3 point = {}) {
  WatchedRun run(file);
  return watch(run, name, place, end, point);
}

std::string member(int k) {
  return "pipeline." + std::to_string(k);
}

DeadlockCause cause(const WatchedRun& run, const std::string& name) {
  const World& world = run.world();
  const StackEntry& entry = *find_pipeline(world, run.agent(name));
  return entry.kind->pipeline(entry.params.get(), AgentView(world, {}, entry), run.agent(name)).cause;
}

TEST(F1Pipeline, PassesTheEnemyOnTheAxisToo) {
  for (int k = 0; k < 3; ++k) {
    const Outcome outcome = outcome_of("f1_pipeline", member(k), {20, 0, 0}, 12.0, {10, 0, 0});
    EXPECT_NEAR(outcome.time, 7.0, 0.2) << k;
    EXPECT_NEAR(outcome.distance, 2.06, 0.02) << k;
  }
}

TEST(F2Pipeline, GoesStraightThroughTheGap) {
  EXPECT_NEAR(outcome_of("f2_pipeline", member(0), {20, 0, 0}, 12.0).time, 6.9, 0.2);
  for (int k = 1; k < 3; ++k) {
    const Outcome outcome = outcome_of("f2_pipeline", member(k), {20, 0, 0}, 12.0, {10, 4, 0});
    EXPECT_LT(outcome.time, 8.0) << k;
    EXPECT_GE(outcome.distance, 2.0) << k;
  }
}

TEST(F3aPipeline, IsAsQuickAsBlendingAndKeepsOffTheWall) {
  WatchedRun run("f3a_pipeline");
  double clearance = kInfinity;
  double slowest = kInfinity;
  while (length(run.position("pipeline") - run.position("quarry")) >= 1.0 && run.time() < 20.0) {
    run.step();
    clearance = smaller(clearance, run.clearance("pipeline"));
    slowest = smaller(slowest, length(run.velocity("pipeline")));
  }
  EXPECT_NEAR(run.time(), 10.22, 0.1);
  EXPECT_NEAR(clearance, 0.79, 0.02);
  EXPECT_NEAR(slowest, 2.1, 0.1);
}

TEST(F3bPipeline, GoesRoundTheEndOfTheWall) {
  for (int k = 0; k < 3; ++k) {
    const Outcome outcome = outcome_of("f3b_pipeline", member(k), {9, 0, 0}, 8.0);
    EXPECT_NEAR(outcome.time, 3.24, 0.15) << k;
    EXPECT_NEAR(outcome.clearance, 0.58, 0.02) << k;
  }
}

TEST(F4Pipeline, ThroughTheDoorByAPlan) {
  for (int k = 0; k < 3; ++k) {
    WatchedRun run("f4_pipeline");
    while (run.position(member(k)).x < 10.0 && run.time() < 16.0)
      run.step();
    EXPECT_LT(std::fabs(run.position(member(k)).y), 0.46) << k;
    const Outcome outcome = outcome_of("f4_pipeline", member(k), {16, 9, 0}, 16.0);
    EXPECT_GE(outcome.time, 6.8) << k;
    EXPECT_LE(outcome.time, 7.8) << k;
    EXPECT_GE(outcome.clearance, 0.55) << k;
  }
}

TEST(F5Pipeline, TwoWallsAreADeadlockInEveryStepWithoutAPlanner) {
  WatchedRun run("f5_pipeline");
  while (run.time() < 20.0) {
    run.step();
    ASSERT_EQ(cause(run, "blind"), DeadlockCause::cycle);
  }
}

TEST(F5Pipeline, APlannerLeadsOutByTheOpenSide) {
  const Outcome outcome = outcome_of("f5_pipeline", "planner", {30, 0, 0}, 40.0);
  EXPECT_LT(outcome.time, 30.0);
  EXPECT_GE(outcome.clearance, 0.5);
}

TEST(F6Pipeline, ARouteLeadsRoundTheDeadEnd) {
  for (int k = 0; k < 3; ++k) {
    const Outcome outcome = outcome_of("f6_pipeline", member(k), {14, 0, 0}, 12.0);
    EXPECT_NEAR(outcome.time, 5.5, 0.2) << k;
    EXPECT_GE(outcome.clearance, 0.67) << k;
  }
}

TEST(F7Pipeline, StandsStillWhereTheWallLeavesRoom) {
  WatchedRun run("f7_pipeline");
  run.run_until(10.0);
  EXPECT_NEAR(run.position("pipeline").y, 0.605, 1e-3);
  EXPECT_LT(length(run.velocity("pipeline")), 1e-3);
}

}  // namespace
}  // namespace drover::test::pipeline_failures_test
