#include "sim/step/goals.h"

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::goals_test {
namespace {

std::optional<Vec3> goal_in(const std::string& behaviors) {
  const BuiltWorld built = test::make_world(test::scene(behaviors, R"([{"type":"a","position":[0,0]}])"));
  const std::optional<Goal> goal = find_goal(built.world, {}, 0);
  return goal ? std::optional<Vec3>(goal->position) : std::nullopt;
}

TEST(FindGoal, IsThatOfTheFirstBehaviorThatHasOne) {
  EXPECT_EQ(goal_in(R"([{"type":"wander"},{"type":"seek","target":{"point":[1,2]}},
                        {"type":"seek","target":{"point":[3,4]}}])"),
            (Vec3{1, 2, 0}));
  EXPECT_FALSE(goal_in(R"([{"type":"wander"}])"));
  EXPECT_FALSE(goal_in("[]"));
}

TEST(FindGoal, LooksIntoGroupsWhereTheyStand) {
  const std::string group =
      R"({"type":"group","behaviors":[{"type":"wander"},{"type":"seek","target":{"point":[1,2]}}]})";
  const std::string seek = R"({"type":"seek","target":{"point":[3,4]}})";
  EXPECT_EQ(goal_in("[" + group + "," + seek + "]"), (Vec3{1, 2, 0}));
  EXPECT_EQ(goal_in("[" + seek + "," + group + "]"), (Vec3{3, 4, 0}));
}

constexpr const char* kTwo = R"([{"type":"a","position":[0,0]},
    {"type":"a","group":"prey","position":[3,4],"velocity":[0,1]}])";

TEST(Aims, PursueAimsAtThePredictedPlace) {
  const Simulator simulator = test::make_simulator(
      test::scene(R"([{"type":"pursue","target":{"group":"prey"},"facing_early_out":false}])", kTwo));
  const Aims aims = simulator.aims(0, 0);
  ASSERT_EQ(aims.all().size(), 1u);
  EXPECT_EQ(aims.all()[0].name, "aim");
  // 5 m at the closing speed of max_speed + 1 m/s.
  const double time = 5.0 / (simulator.world().state.limits.max_speed[0] + 1.0);
  EXPECT_NEAR(aims.all()[0].place.x, 3.0, 1e-12);
  EXPECT_NEAR(aims.all()[0].place.y, 4.0 + time, 1e-12);
}

TEST(Aims, AreEmptyWhileTheConditionRests) {
  const std::string pursue =
      R"([{"type":"pursue","target":{"group":"prey"},"when":{"type":"time","from":1}}])";
  Simulator simulator = test::make_simulator(test::scene(pursue, kTwo, "", R"(,"simulation":{"dt":0.05})"));
  EXPECT_TRUE(simulator.aims(0, 0).all().empty());
  test::run_steps(simulator, 21);
  EXPECT_EQ(simulator.aims(0, 0).all().size(), 1u);
}

// The point is on the circle, and both are ahead of the agent by what the parameters say.
TEST(Aims, WanderShowsItsCircleAndThePointOnIt) {
  Simulator simulator =
      test::make_simulator(test::scene(R"([{"type":"wander","wander_radius":2,"wander_distance":5}])", kTwo));
  test::run_steps(simulator, 10);
  const Aims aims = simulator.aims(0, 0);
  ASSERT_EQ(aims.all().size(), 2u);
  const Aim& circle = aims.all()[0];
  EXPECT_EQ(circle.radius, 2.0);
  const AgentMotion& motion = simulator.world().state.motion;
  EXPECT_NEAR(length(circle.place - motion.position(0) - motion.heading(0) * 5.0), 0.0, 1e-12);
  EXPECT_NEAR(length(aims.all()[1].place - circle.place), 2.0, 1e-12);
}

TEST(Aims, FeelersAndTheDetectionBoxAreShown) {
  const Simulator simulator = test::make_simulator(test::scene(
      R"([{"type":"wall_avoidance","length":4,"whisker_length":2,"whisker_angle":1.5},
          {"type":"obstacle_avoidance","min_box_length":6,"clearance":0.5}])",
      R"([{"type":"a","position":[1,1],"heading":0}])"));
  const Aims feelers = simulator.aims(0, 0);
  ASSERT_EQ(feelers.all().size(), 3u);
  EXPECT_EQ(feelers.all()[2].name, "feeler_ahead");
  EXPECT_EQ(feelers.all()[2].place, (Vec3{5, 1, 0}));
  const Aims box = simulator.aims(0, 1);
  ASSERT_EQ(box.all().size(), 4u);
  EXPECT_EQ(box.all()[1].name, "box_front_left");
  EXPECT_EQ(box.all()[1].place, (Vec3{7, 2, 0}));
}

TEST(Aims, FeelersInLengthsOfTheBodyAreShown) {
  const Simulator simulator = test::make_simulator(
      test::scene(R"([{"type":"obstacle_avoidance","variant":"feeler","feeler_length_factor":3},
                      {"type":"wall_avoidance","length_factor":4}])",
                  R"([{"type":"a","position":[1,1],"heading":0}])", R"(,"body_length":2)"));
  EXPECT_EQ(simulator.aims(0, 0).all()[0].place, (Vec3{7, 1, 0}));
  EXPECT_EQ(simulator.aims(0, 1).all()[2].place, (Vec3{9, 1, 0}));
}

}  // namespace
}  // namespace drover::goals_test
