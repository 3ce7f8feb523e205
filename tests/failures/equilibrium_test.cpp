// Requests that cancel out, in a point that is unstable and in one that is not.
#include "failures/watched_run.h"

namespace drover::test::equilibrium_test {
namespace {

constexpr Vec3 kGoal{20.0, 0.0, 0.0};

// Separation 2 (8 - d) / 8 balances seek at d = 4, prioritized (8 - d) = (d - 4) + ... at 6 m: x = 6 and 4.
TEST(F1UnstableEquilibrium, OnTheAxisBlendsStayWhereTheirRequestsBalance) {
  WatchedRun run("f1_unstable_equilibrium");
  run.run_until(60.0);
  EXPECT_NEAR(run.position("sum.0").x, 6.0, 0.01);
  EXPECT_EQ(run.position("sum.0").y, 0.0);
  EXPECT_NEAR(run.position("prioritized.0").x, 4.0, 0.01);
  EXPECT_EQ(run.position("prioritized.0").y, 0.0);
}

TEST(F1UnstableEquilibrium, PriorityGroupsChatterAtTheEdgeOfTheSeparation) {
  WatchedRun run("f1_unstable_equilibrium");
  run.run_until(20.0);
  int switches = 0;  // between the two behaviors, which ask for opposite accelerations
  Vec3 before = run.velocity("groups.0");
  double gain_before = 0.0;
  while (run.time() < 60.0) {
    run.step();
    const double gain = run.velocity("groups.0").x - before.x;
    if (gain * gain_before < 0.0) ++switches;
    gain_before = gain;
    before = run.velocity("groups.0");
    for (const char* name : {"groups.0", "groups.1", "groups.2"})
      EXPECT_NEAR(run.position(name).x, 2.0, 0.5) << name;
  }
  EXPECT_GT(switches, 10);
}

// The requests of dithering are collinear too: no chance has a part across the axis.
TEST(F1UnstableEquilibrium, DitheringNeverLeavesTheAxis) {
  WatchedRun run("f1_unstable_equilibrium");
  run.run_until(60.0);
  EXPECT_EQ(run.position("dithering").y, 0.0);
  EXPECT_LT(run.position("dithering").x, 10.0);
}

TEST(F1UnstableEquilibrium, TheFallbackFreesAtOnceWhatNoOtherSchemeFrees) {
  WatchedRun run("f1_unstable_equilibrium");
  const double freed = run.arrival("fallback.0", kGoal, 1.0, 40.0);
  EXPECT_GT(freed, 10.0);
  EXPECT_LT(freed, 40.0);
}

// y grows as exp(0.3093 t), so that the time to leave grows with ln(1 / y0): 62.6 s and 25.4 s in earlier
// runs.
TEST(F1UnstableEquilibrium, OffTheAxisTheTimeToLeaveGrowsWithTheLogarithm) {
  WatchedRun run("f1_unstable_equilibrium");
  const double near = run.arrival("sum.2", kGoal, 1.0, 40.0);
  const double nearer = run.arrival("sum.1", kGoal, 1.0, 70.0);
  EXPECT_NEAR(near, 25.4, 1.0);
  EXPECT_NEAR(nearer, 62.6, 2.0);
  EXPECT_NEAR(nearer - near, std::log(0.1 / 1e-6) / 0.3093, 1.0);
}

TEST(F1UnstableEquilibrium, PrioritizedSumTakesTwiceAsLong) {
  WatchedRun run("f1_unstable_equilibrium");
  EXPECT_NEAR(run.arrival("prioritized.2", kGoal, 1.0, 70.0), 58.4, 2.0);
  EXPECT_LT(run.position("prioritized.1").x, 10.0);
}

// The separatrix through the saddles is the line (0, 8) - (20, 0).
TEST(F2StableEquilibrium, AnAgentThatStartsInTheBasinStays) {
  WatchedRun run("f2_stable_equilibrium");
  run.run_until(58.0);
  EXPECT_NEAR(run.position("sum.0").x, 5.174, 0.01);
  EXPECT_NEAR(run.position("sum.0").y, 0.0, 0.01);
  EXPECT_NEAR(run.position("prioritized.0").x, 4.016, 0.01);
  EXPECT_LT(run.position("groups.0").x, 8.0);
  EXPECT_LT(run.position("groups.1").x, 8.0);
}

TEST(F2StableEquilibrium, AnAgentThatStartsOutsideTheBasinArrives) {
  WatchedRun run("f2_stable_equilibrium");
  EXPECT_NEAR(run.arrival("sum.1", kGoal, 1.0, 58.0), 22.1, 1.5);
}

TEST(F2StableEquilibrium, SixteenMetersPerSecondAreCaughtTwentyAreNot) {
  WatchedRun run("f2_stable_equilibrium");
  run.run_until(30.0);
  EXPECT_NEAR(run.position("sum_fast").x, 5.174, 0.05);
  EXPECT_NEAR(run.position("sum_faster").x, 20.0, 3.0);
}

// Wandering a little does not lead out of a basin.
TEST(F2StableEquilibrium, TheFallbackDoesNotFreeWhatIsStableC5) {
  WatchedRun run("f2_stable_equilibrium");
  run.run_until(58.0);
  EXPECT_LT(run.position("fallback").x, 8.0);
}

}  // namespace
}  // namespace drover::test::equilibrium_test
