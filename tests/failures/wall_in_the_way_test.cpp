// A wall beside the chase, a wall before the goal, a door in a wall.
#include "failures/watched_run.h"

namespace drover::test::wall_in_the_way_test {
namespace {

struct Chase {
  double capture = kInfinity;    // s
  double clearance = kInfinity;  // of the center, until then [m]
  double slowest = kInfinity;    // m/s
};

Chase chase(const std::string& name) {
  WatchedRun run("f3a_chase_along_a_wall");
  Chase result;
  while (run.time() < 24.0) {
    if (length(run.position(name) - run.position("quarry")) < 1.0) {
      result.capture = run.time();
      break;
    }
    result.clearance = smaller(result.clearance, run.clearance(name));
    result.slowest = smaller(result.slowest, length(run.velocity(name)));
    run.step();
  }
  return result;
}

TEST(F3aChaseAlongAWall, BlendingIsQuickAndScrapesTheWall) {
  const Chase sum = chase("sum");
  EXPECT_NEAR(sum.capture, 10.14, 1.0);
  EXPECT_LT(sum.clearance, 0.5);
}

// Priority acts along the wall's normal and nearly stops an agent that runs at it.
TEST(F3aChaseAlongAWall, PrioritiesNearlyStopAndTakeHalfAsLongAgainC7) {
  const double quick = chase("sum").capture;
  for (const char* name : {"prioritized", "groups"}) {
    const Chase slow = chase(name);
    EXPECT_GT(slow.capture, 1.5 * quick) << name;
    EXPECT_LT(slow.capture, 24.0) << name;
    EXPECT_LT(slow.slowest, 0.5) << name;
  }
}

TEST(F3bWallBetween, EqualWeightsCancelOutAndTheAgentCoastsThroughTheWall) {
  WatchedRun run("f3b_wall_between");
  double before = 0.0;
  while (run.position("equal").x < 5.0 && run.time() < 10.0) {
    before = run.velocity("equal").x;
    run.step();
  }
  EXPECT_NEAR(before, 3.0, 0.01);
  EXPECT_GT(run.position("equal").x, 5.0);
}

TEST(F3bWallBetween, WithTheWallStrongerOrFirstTheAgentHaltsBeforeIt) {
  WatchedRun run("f3b_wall_between");
  run.run_until(20.0);
  for (const char* name : {"double", "prioritized", "groups.0"}) {
    EXPECT_NEAR(run.position(name).x, 4.26, 0.3) << name;
    EXPECT_NEAR(run.position(name).y, 0.0, 1e-6) << name;
  }
  EXPECT_LT(run.position("dithering").x, 5.0);
}

TEST(F3bWallBetween, OffTheAxisGroupsScrapeRoundTheEndOfTheWall) {
  for (const char* name : {"groups.1", "groups.2"}) {
    WatchedRun run("f3b_wall_between");
    double min_distance = kInfinity;
    while (length(run.position(name) - Vec3{9.0, 0.0, 0.0}) > 1.0 && run.time() < 20.0) {
      min_distance = smaller(min_distance, run.clearance(name));
      run.step();
    }
    EXPECT_LT(run.time(), 20.0) << name << " never arrived";
    EXPECT_LT(min_distance, 0.1) << name;
  }
}

// The greatest |y| in the plane of the wall tells the door (|y| < 1) from its ends (12).
double crossing(WatchedRun& run, const std::string& name) {
  while (run.position(name).x < 10.0 && run.time() < 16.0)
    run.step();
  return std::fabs(run.position(name).y);
}

TEST(F4NarrowDoorway, SeekAlonePasses) {
  WatchedRun run("f4_narrow_doorway");
  EXPECT_LT(crossing(run, "seek_alone"), 1.0);
  EXPECT_NEAR(run.arrival("seek_alone", {16.0, 9.0, 0.0}, 1.0, 16.0), 7.0, 0.7);
}

TEST(F4NarrowDoorway, AnAgentThatAvoidsTheWallByRaysMissesTheDoor) {
  for (const char* name : {"sum", "prioritized", "groups", "dithering"}) {
    WatchedRun run("f4_narrow_doorway");
    EXPECT_GT(crossing(run, name), 11.0) << name;
  }
}

}  // namespace
}  // namespace drover::test::wall_in_the_way_test
