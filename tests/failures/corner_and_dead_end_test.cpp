// Traps that rays do not see as what they are.
#include "failures/watched_run.h"

namespace drover::test::corner_and_dead_end_test {
namespace {

TEST(F5CornerTrap, PlainRaysTurnLeftAndRightByTurnsUntilTheyTouch) {
  WatchedRun run("f5_corner_trap");
  int changes = 0;
  double turn_before = 0.0;
  double min_distance = kInfinity;
  while (run.time() < 20.0) {
    const Vec3 before = run.velocity("plain");
    run.step();
    const double turn = cross(before, run.velocity("plain")).z;
    if (turn * turn_before < 0.0) ++changes;
    if (turn != 0.0) turn_before = turn;
    min_distance = smaller(min_distance, run.clearance("plain"));
  }
  EXPECT_GT(changes, 50);
  EXPECT_LT(min_distance, 0.5);
  EXPECT_LT(run.position("plain").x, 10.0);
}

TEST(F5CornerTrap, AnAgentThatCommitsToASideGetsOut) {
  WatchedRun run("f5_corner_trap");
  double min_distance = kInfinity;
  double out = kInfinity;
  while (run.time() < 20.0 && out == kInfinity) {
    run.step();
    min_distance = smaller(min_distance, run.clearance("commit"));
    // Out of the corner: behind the open ends of the walls, or beside them.
    const Vec3 p = run.position("commit");
    if (run.time() > 3.0 && (p.x < -0.8 || std::fabs(p.y) > 5.0)) out = run.time();
  }
  EXPECT_LT(out, 12.0);
  EXPECT_GT(min_distance, 0.5);
}

TEST(F6CulDeSac, EqualWeightsRunThroughTheBackWall) {
  WatchedRun run("f6_cul_de_sac");
  EXPECT_LT(run.arrival("equal", {14.0, 0.0, 0.0}, 1.0, 30.0), 10.0);
}

TEST(F6CulDeSac, AllOthersAreTrapped) {
  WatchedRun run("f6_cul_de_sac");
  run.run_until(30.0);
  for (const char* name : {"double", "prioritized", "groups", "dithering"}) {
    EXPECT_LT(run.position(name).x, 8.0) << name;
    EXPECT_LT(std::fabs(run.position(name).y), 3.0) << name;
  }
  EXPECT_NEAR(run.position("groups").x, 6.78, 0.5);
}

}  // namespace
}  // namespace drover::test::corner_and_dead_end_test
