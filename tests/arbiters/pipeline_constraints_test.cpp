// What the constraints of a pipeline forbid and suggest.
#include <cmath>

#include "arbiters/pipeline_scene.h"
#include "core/random.h"
#include "sim/geometry/segment_distance.h"

namespace drover::test::pipeline_constraints_test {
namespace {

std::string at(double x, double y) {
  return fmt::format(R"({{"type":"a","position":[{},{}]}})", x, y);
}
std::string to(double x, double y) {
  return fmt::format(R"({{"type":"fixed","target":{{"point":[{},{}]}}}})", x, y);
}
std::string obstacles(const std::string& list) {
  return R"(,"world":{"obstacles":[)" + list + "]}";
}
std::string walls(const std::string& points) {
  return R"(,"world":{"walls":[{"points":)" + points + "}]}";
}

// Through the center, from the distance d: the detour at R m is clear iff d >= R m / sqrt(m^2 - 1).
TEST(AvoidObstacleConstraint, OneCorrectionSufficesFromFarEnough) {
  for (const double m : {1.05, 1.1, 1.2, 1.5}) {
    const double radius = 1.3;
    const double enough = radius * m / std::sqrt(m * m - 1.0);
    const auto attempts = [&](double d) {
      const std::string keys = fmt::format(R"(,"margin_factor":{})", m);
      return PipelineTrial({.constraints = circle(0, 0, radius, keys),
                            .keys = R"(,"constraint_steps":16)",
                            .agents = at(-d, 0)})
          .step()
          .record()
          .attempts;
    };
    EXPECT_EQ(attempts(enough * 1.0001), 2u) << m;
    EXPECT_EQ(attempts(enough * 0.9999), 3u) << m;
  }
}

TEST(AvoidObstacleConstraint, FromNearerItTakesTwoCorrections) {
  PipelineTrial trial({.constraints = circle(0, 0, 1), .agents = at(-2, 0)});
  EXPECT_EQ(trial.step().record().attempts, 3u);
  expect_place(trial.sub_goal(), -0.5301, 0.9638);
}

// The printed form adds 0.044 m where the margin is 0.1 m.
TEST(AvoidObstacleConstraint, TheOffsetFromTheCenterCountsNotThePlaceOfThePoint) {
  PipelineTrial trial({.targeters = to(10, 0.2), .constraints = circle(5, 0, 1), .agents = at(0, 0.2)});
  trial.step();
  expect_place(trial.sub_goal(), 5.0, 1.1, 1e-9);
}

// The nearest of many is only grazed, all those behind it are met in the middle.
TEST(AvoidObstacleConstraint, OfManyCirclesTheFirstOnTheWayCounts) {
  std::string list = R"({"center":[3,0.9],"radius":0.5})";
  for (int k = 0; k < 40; ++k)
    list += fmt::format(R"(,{{"center":[{},0],"radius":0.5}})", 20 + 3 * k);
  PipelineTrial trial({.targeters = to(150, 0),
                       .constraints = R"({"type":"avoid_obstacle","merge":false})",
                       .keys = R"(,"constraint_steps":2)",
                       .agents = at(0, 0),
                       .scenario = obstacles(list)});
  trial.step();
  expect_place(trial.sub_goal(), 3.0, 0.9 - 1.1 * (0.5 + 0.5 + 0.05), 1e-9);
}

TEST(AvoidObstacleConstraint, OneCircleTakesAtMostThreeCorrections) {
  for (double d = 1.05; d < 6.0; d += 0.13) {
    for (double y = -1.2; y < 1.3; y += 0.1) {
      if (d * d + y * y < 1.05 * 1.05) continue;
      const PipelineRecord record =
          PipelineTrial({.constraints = circle(0, 0, 1), .agents = at(-d, y)}).step().record();
      EXPECT_LE(record.attempts, 4u) << d << ", " << y;
      EXPECT_EQ(record.cause, DeadlockCause::none) << d << ", " << y;
    }
  }
}

TEST(AvoidObstacleConstraint, WhoStartsInsideMayLeaveButNotGoDeeper) {
  PipelineTrial out({.constraints = circle(-1, 0, 2), .agents = at(0, 0)});
  EXPECT_EQ(out.step().record().attempts, 1u);
  PipelineTrial deeper({.constraints = circle(1, 0, 2), .agents = at(0, 0)});
  EXPECT_GT(deeper.step().record().attempts, 1u);
  EXPECT_LT(deeper.arrival({10, 0, 0}, 0.1, 20.0), 20.0);
}

TEST(AvoidObstacleConstraint, AGoalInsideIsReachedAtTheRim) {
  PipelineTrial trial({.targeters = to(5, 0.5), .constraints = circle(5, 0, 2)});
  while (trial.time() < 10.0)
    trial.step();
  EXPECT_NEAR(length(trial.position() - Vec3{5, 0, 0}), 2.2, 1e-3);
  EXPECT_LT(length(trial.velocity()), 1e-3);
  // A goal at the very center: on the side of the agent.
  PipelineTrial center({.targeters = to(5, 0), .constraints = circle(5, 0, 2)});
  center.step();
  expect_place(center.sub_goal(), 2.8, 0.0, 1e-9);
}

TEST(AvoidObstacleConstraint, AGoalThatIsReachedIsAPathWithoutLength) {
  PipelineTrial trial({.targeters = to(0, 0),
                       .constraints = circle(0.5, 0, 1) + R"(,{"type":"wall"})",
                       .scenario = walls("[[1,-1],[1,1]]")});
  EXPECT_EQ(trial.step().record().attempts, 1u);
  EXPECT_EQ(trial.position(), Vec3{});
}

TEST(AvoidObstacleConstraint, SuggestsAVelocityWhereAsked) {
  PipelineTrial trial({.constraints = circle(2, 0, 1, R"(,"suggest":"velocity")")});
  ASSERT_TRUE(trial.step().request());
  EXPECT_GT(trial.request()->linear.y, 5.0);
  EXPECT_NEAR(trial.request()->linear.x, 0.0, 1e-9);
}

TEST(AvoidObstacleConstraint, GoesRoundTheCornersOfABox) {
  PipelineTrial trial({.constraints = R"({"type":"avoid_obstacle","clearance":0.55})",
                       .scenario = obstacles(R"({"box":{"center":[5,0],"size":[2,2]}})")});
  EXPECT_EQ(trial.step().record().attempts, 2u);
  expect_place(trial.sub_goal(), 3.395, -1.605, 1e-9);
}

// The least distance of the center to the obstacle on the way, and whether the agent arrives.
struct Journey {
  double time = kInfinity;
  double clearance = kInfinity;
  double way = 0.0;
};
Journey journey(PipelineTrial& trial, Vec3 goal, double end) {
  Journey result;
  const Shape& shape = trial.simulator().world().geometry().shapes()[0];
  while (trial.time() < end) {
    result.clearance = smaller(result.clearance, shape.distance(trial.position()));
    if (length(trial.position() - goal) < 0.05) {
      result.time = trial.time();
      break;
    }
    const Vec3 before = trial.position();
    trial.step();
    result.way += length(trial.position() - before);
  }
  return result;
}

TEST(AvoidObstacleConstraint, RoundABoxEveryStartLeadsToEveryGoal) {
  Draws draws({1, 0, 0, Purpose::initial_state, 1});
  const auto place = [&](double from, double size) {
    Vec3 p;
    do {
      const double x = draws.uniform();
      const double y = draws.uniform();
      p = {from + size * x, -4.0 + 8.0 * y, 0.0};
    } while (std::fabs(p.x) < 1.7 && std::fabs(p.y) < 1.7);
    return p;
  };
  for (int k = 0; k < 200; ++k) {
    const Vec3 start = place(-4.0, 8.0);
    const Vec3 goal = place(-4.0, 8.0);
    PipelineTrial trial({.targeters = to(goal.x, goal.y),
                         .constraints = R"({"type":"avoid_obstacle","clearance":0.55})",
                         .agents = at(start.x, start.y),
                         .scenario = obstacles(R"({"box":{"center":[0,0],"size":[2,2]}})")});
    const Journey result = journey(trial, goal, 15.0);
    EXPECT_LT(result.time, 15.0) << k << ": " << start.x << ", " << start.y << " to " << goal.x << ", "
                                 << goal.y;
    EXPECT_GE(result.clearance, 0.54)
        << k << ": " << start.x << ", " << start.y << " to " << goal.x << ", " << goal.y;
  }
}

// A disc of many corners on the way, the goal straight behind it: both ways are as long, and the shortest way
// round a circle with the room r = 3 m + 0.55 m is that of two tangents and the arc between them.
TEST(AvoidObstacleConstraint, APolygonMayHaveAnyNumberOfCorners) {
  for (const int corners : {12, 63, 65, 66, 200, 500}) {
    std::string points;
    for (int k = 0; k < corners; ++k) {
      const auto at = det::sin_cos(det::kTwoPi * (k + 0.3) / corners);
      points += fmt::format("{}[{:.9f},{:.9f}]", k > 0 ? "," : "", 8 + 3 * at.cos, 3 * at.sin);
    }
    PipelineTrial trial({.targeters = to(16, 0),
                         .constraints = R"({"type":"avoid_obstacle","clearance":0.55})",
                         .type = R"(,"max_acceleration":50)",
                         .scenario = obstacles(R"({"polygon":[)" + points + "]}")});
    const Journey result = journey(trial, {16, 0, 0}, 20.0);
    const double tangent = std::sqrt(64.0 - 3.55 * 3.55);
    const double arc = 3.55 * (det::kPi - 2.0 * std::atan2(tangent, 3.55));
    EXPECT_LT(result.time, 20.0) << corners;
    EXPECT_GT(result.clearance, 0.53) << corners;
    EXPECT_NEAR(result.way, 2.0 * tangent + arc, 0.3) << corners;
  }
}

// The mouth of the bay is among the last of its corners; between the two prongs no way leads straight.
TEST(AvoidObstacleConstraint, LeavesABayOfManyCorners) {
  std::string points;
  const auto add = [&](double angle, double radius) {
    const auto at = det::sin_cos(angle);
    points += fmt::format("{}[{:.9f},{:.9f}]", points.empty() ? "" : ",", radius * at.cos, radius * at.sin);
  };
  for (int k = 0; k <= 150; ++k)
    add(0.75 * det::kPi * (k / 75.0 - 1.0), 6.0);
  for (int k = 150; k >= 0; --k)
    add(0.75 * det::kPi * (k / 75.0 - 1.0), 5.0);
  PipelineTrial trial({.targeters = to(10, 0),
                       .constraints = R"({"type":"avoid_obstacle"})",
                       .scenario = obstacles(R"({"polygon":[)" + points + "]}")});
  const Journey result = journey(trial, {10, 0, 0}, 30.0);
  EXPECT_LT(result.time, 25.0);
  EXPECT_GT(result.clearance, 0.5);
}

TEST(AvoidObstacleConstraint, LeavesAUByItsOpenSide) {
  PipelineTrial trial(
      {.constraints = R"({"type":"avoid_obstacle"})",
       .scenario = obstacles(R"({"polygon":[[-3,-3],[4,-3],[4,3],[-3,3],[-3,2],[3,2],[3,-2],[-3,-2]]})")});
  const Journey result = journey(trial, {10, 0, 0}, 20.0);
  EXPECT_LT(result.time, 15.0);
  EXPECT_GT(result.clearance, 0.5);
}

TEST(AvoidObstacleConstraint, GoesRoundACapsuleLikeRoundAWall) {
  PipelineTrial trial({.constraints = R"({"type":"avoid_obstacle","clearance":0.5})",
                       .scenario = obstacles(R"({"capsule":{"from":[5,-1],"to":[5,4],"radius":0.5}})")});
  trial.step();
  expect_place(trial.sub_goal(), 5.0, -2.1, 1e-9);
  EXPECT_LT(journey(trial, {10, 0, 0}, 20.0).time, 20.0);
}

TEST(AvoidObstacleConstraint, AbsentObstaclesAreNone) {
  PipelineTrial trial(
      {.constraints = R"({"type":"avoid_obstacle"})",
       .scenario = obstacles(R"({"id":"door","box":{"center":[5,0],"size":[2,2]},"present":false})")});
  EXPECT_EQ(trial.step().record().attempts, 1u);
}

TEST(AvoidObstacleConstraint, OnlyThoseListedCount) {
  const std::string two =
      obstacles(R"({"id":"near","center":[3,0],"radius":0.5},{"id":"far","center":[7,0],"radius":0.5})");
  PipelineTrial trial({.constraints = R"({"type":"avoid_obstacle","obstacles":["far"]})", .scenario = two});
  trial.step();
  ASSERT_TRUE(trial.sub_goal());
  EXPECT_NEAR(trial.sub_goal()->x, 7.0, 1e-9);
}

// F5: 0.605 m beyond the end of the wall.
TEST(WallConstraint, ACrossedWallIsRoundedAtTheNearerEnd) {
  PipelineTrial trial({.constraints = R"({"type":"wall","clearance":0.55})",
                       .agents = at(-10, 0),
                       .scenario = walls("[[5,-2],[5,6]]")});
  trial.step();
  expect_place(trial.sub_goal(), 5.0, -2.605, 1e-9);
  double clearance = kInfinity;
  while (length(trial.position() - Vec3{10, 0, 0}) > 0.1 && trial.time() < 10.0) {
    const Vec3 nearest = nearest_point_on_segment({5, -2, 0}, {5, 6, 0}, trial.position());
    clearance = smaller(clearance, length(trial.position() - nearest));
    trial.step();
  }
  EXPECT_LT(trial.time(), 10.0);
  EXPECT_GE(clearance, 0.54);
}

TEST(WallConstraint, AGrazedWallIsKeptFartherOff) {
  PipelineTrial trial(
      {.constraints = R"({"type":"wall","clearance":0.5})", .scenario = walls("[[4,0.2],[6,0.2]]")});
  trial.step();
  ASSERT_TRUE(trial.sub_goal());
  EXPECT_NEAR(trial.sub_goal()->y, 0.2 - 0.55, 1e-9);
}

TEST(WallConstraint, WhoIsTooNearMayGoAlongAndAway) {
  PipelineTrial trial({
      .constraints = R"({"type":"wall","clearance":0.5})",
      .agents = at(0, 0.3),
      .scenario = walls("[[-5,0],[5,0]]"),
  });
  EXPECT_LE(trial.step().record().attempts, 2u);
  EXPECT_LT(trial.arrival({10, 0, 0}, 0.3, 10.0), 10.0);
}

// The detours of F5 exclude each other.
TEST(WallConstraint, TwoWallsThatMeetAreADeadlockWithoutAPlanner) {
  PipelineTrial trial({.targeters = to(30, 0),
                       .constraints = R"({"type":"wall","clearance":0.55})",
                       .agents = at(0, 0.3),
                       .scenario = walls("[[-0.8757,5.0714],[10,0],[-0.8757,-5.0714]]")});
  EXPECT_NE(trial.step().record().cause, DeadlockCause::none);
}

TEST(AvoidAgentsConstraint, TwoThatMeetHeadOnPassEachOther) {
  PipelineScene scene{.constraints = R"({"type":"avoid_agents"})",
                      .agents = R"({"type":"a","position":[0,0]},{"type":"b","position":[10,0]})"};
  std::string text = text_of(scene);
  const std::string other =
      R"("b":{"max_acceleration":6,"steering":{"arbiter":{"type":"pipeline","targeters":[{"type":"fixed","target":{"point":[0,0]}}],"constraints":[{"type":"avoid_agents"}]}}},)";
  text.insert(text.find(R"("a":{)"), other);
  Simulator simulator = make_simulator(text);
  double least = kInfinity;
  for (int k = 0; k < 500; ++k) {
    run_steps(simulator, 1);
    const AgentMotion& motion = simulator.world().state.motion;
    least = smaller(least, length(motion.position(1) - motion.position(0)));
  }
  EXPECT_GE(least, 0.95);
  EXPECT_LT(length(simulator.world().state.motion.position(0) - Vec3{10, 0, 0}), 0.1);
  EXPECT_LT(length(simulator.world().state.motion.position(1)), 0.1);
}

// Across the way of one that passes behind or before: only encounters within the horizon count.
TEST(AvoidAgentsConstraint, OnlyEncountersWithinTheHorizonCount) {
  const std::string others = R"(,{"type":"a","position":[6,-4],"velocity":[0,2]})";
  const auto attempts = [&](double horizon) {
    PipelineTrial trial({.targeters = to(20, 0),
                         .constraints = fmt::format(R"({{"type":"avoid_agents","horizon":{}}})", horizon),
                         .agents = R"({"type":"a","position":[0,0],"velocity":[3,0]})" + others});
    return trial.step().record().attempts;
  };
  EXPECT_EQ(attempts(1.0), 1u);
  EXPECT_GT(attempts(3.0), 1u);
}

TEST(RegionConstraint, AGoalOutsideIsMovedInside) {
  PipelineTrial trial({.constraints = R"({"type":"region","region":"pen"})",
                       .scenario = R"(,"world":{"regions":{"pen":{"min":[-3,-3],"max":[4,3]}}})"});
  while (trial.time() < 8.0)
    trial.step();
  EXPECT_NEAR(trial.position().x, 4.0 - 0.55, 1e-3);
  EXPECT_EQ(trial.record().cause, DeadlockCause::none);
}

TEST(RegionConstraint, KeepsOutOfARegion) {
  PipelineTrial trial({.constraints = R"({"type":"region","region":"pond","inside":false})",
                       .scenario = R"(,"world":{"regions":{"pond":{"min":[3,-2],"max":[6,3]}}})"});
  double least = kInfinity;
  const Shape& pond = trial.simulator().world().model().regions[0].shape;
  while (length(trial.position() - Vec3{10, 0, 0}) > 0.1 && trial.time() < 10.0) {
    trial.step();
    least = smaller(least, pond.distance(trial.position()));
  }
  EXPECT_LT(trial.time(), 10.0);
  EXPECT_GT(least, 0.45);
}

TEST(RegionConstraint, AConcaveRegionIsGoneThroughInside) {
  PipelineTrial trial(
      {.targeters = to(0, 4.5),
       .constraints = R"({"type":"region","region":"l","clearance":0.3})",
       .agents = at(4.5, 0),
       .scenario = R"(,"world":{"regions":{"l":{"points":[[-1,-1],[5,-1],[5,1],[1,1],[1,5],[-1,5]]}}})"});
  const Shape& shape = trial.simulator().world().model().regions[0].shape;
  double outside = -kInfinity;
  while (length(trial.position() - Vec3{0, 4.5, 0}) > 0.2 && trial.time() < 10.0) {
    trial.step();
    outside = larger(outside, shape.distance(trial.position()));
  }
  EXPECT_LT(trial.time(), 10.0);
  EXPECT_LT(outside, -0.2);
}

}  // namespace
}  // namespace drover::test::pipeline_constraints_test
