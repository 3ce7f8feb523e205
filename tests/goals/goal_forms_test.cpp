// The forms of goals: where each leads agents, and when it is reached.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "goals/pursuing.h"

namespace drover::test::goal_forms_test {
namespace {

constexpr const char* kTorus = R"(,"world":{"bounds":{"min":[0,0],"max":[40,20],"edge":"wrap"}})";

std::string one(const std::string& goal, const std::string& position = "[0,0]") {
  return fmt::format(R"({{"id":"one","type":"a","position":{},"goal":{}}})", position, goal);
}

TEST(GoalForm, APointOfTheTypeIsTheSameForAllAndAnEntryReplacesIt) {
  const Simulator simulator =
      simulator_of({.agents = R"({"type":"a","position":[0,0]},{"type":"a","position":[1,1]},
                    {"type":"a","position":[2,2],"goal":[7,7]})",
                    .type = R"(,"goal":[40,10])"});
  EXPECT_EQ(aim_of(simulator, 0), (Vec3{40, 10}));
  EXPECT_EQ(aim_of(simulator, 1), (Vec3{40, 10}));
  EXPECT_EQ(aim_of(simulator, 2), (Vec3{7, 7}));
}

TEST(GoalForm, APointIsReachedWithinTheGoalRadiusInclusive) {
  // 2 m/s in steps of 0.25 s: at x = 9.5 after 19 steps.
  Simulator simulator = simulator_of({.agents = one("[10,0]")});
  EXPECT_EQ(ticks_to_goal(simulator), 19);
  Simulator exact = simulator_of({.agents = one("[10,0]"), .type = R"(,"goal_radius":1)"});
  EXPECT_EQ(ticks_to_goal(exact), 18);
  EXPECT_EQ(exact.world().state.motion.x[0], 9.0);
}

TEST(GoalForm, EachGivesOnePointToEachAgentInOrder) {
  const Simulator simulator =
      simulator_of({.agents = R"({"type":"a","count":2,"placement":{"type":"points","points":[[0,0],[5,5]]},
                     "goal":{"each":[[1,2],[3,4]]}})"});
  EXPECT_EQ(aim_of(simulator, 0), (Vec3{1, 2}));
  EXPECT_EQ(aim_of(simulator, 1), (Vec3{3, 4}));
}

TEST(GoalForm, OppositeMirrorsTheStartAndWrapsOnATorus) {
  EXPECT_EQ(aim_of(simulator_of({.agents = one(R"({"opposite":[20,10]})", "[5,4]")})), (Vec3{35, 16}));
  EXPECT_EQ(aim_of(simulator_of({.agents = one(R"({"opposite":[20,10]})", "[5,4]"), .scenario = kTorus})),
            (Vec3{35, 16}));
  EXPECT_EQ(aim_of(simulator_of({.agents = one(R"({"opposite":[0,0]})", "[5,4]"), .scenario = kTorus})),
            (Vec3{35, 16}));
}

TEST(GoalForm, AnAgentIsReachedWhereItIsNow) {
  Simulator simulator =
      simulator_of({.agents = R"({"id":"leader","type":"a","position":[10,0],"goal":{"direction_deg":90}},
                    {"type":"a","position":[0,0],"goal":{"agent":"leader"}})"});
  run_steps(simulator, 4);
  EXPECT_EQ(aim_of(simulator, 1), simulator.world().state.motion.position(0));
  EXPECT_NEAR(simulator.world().state.motion.y[0], 2.0, 1e-12);
  EXPECT_EQ(state_of(simulator, 1), GoalState::under_way);
}

TEST(GoalForm, ADirectionIsFollowedForEverAndCountsInNoMetric) {
  Simulator simulator = simulator_of({.agents = one(R"({"direction_deg":0})", "[39,5]"), .scenario = kTorus});
  run_steps(simulator, 400);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 2.0, 1e-12);
  EXPECT_NEAR(simulator.world().state.motion.y[0], 5.0, 1e-9);
  EXPECT_EQ(state_of(simulator), GoalState::under_way);
  EXPECT_FALSE(simulator.goal(0));
}

constexpr const char* kPlaza = R"(,"world":{"regions":{"plaza":{"points":[[10,0],[20,0],[10,10]]}}})";

TEST(GoalForm, RandomPlacesLieInTheRegionWithTheWholeBody) {
  const Simulator simulator = simulator_of(
      {.agents =
           R"({"type":"a","count":200,"overlap":true,"placement":{"type":"rectangle","min":[-5,0],"max":[5,9]},
                     "goal":{"random_in":"plaza"}})",
       .scenario = kPlaza});
  const Shape& plaza = simulator.world().model().regions[0].shape;
  double least_x = 1e9, greatest_x = -1e9;
  for (AgentIndex i = 0; i < 200; ++i) {
    EXPECT_LE(plaza.distance(aim_of(simulator, i)), -0.5);
    least_x = std::min(least_x, aim_of(simulator, i).x);
    greatest_x = std::max(greatest_x, aim_of(simulator, i).x);
  }
  EXPECT_LT(least_x, 11.0);
  EXPECT_GT(greatest_x, 17.0);
}

TEST(GoalForm, TheDrawsOfAnAgentDependOnItsNumberAlone) {
  const auto aims = [](const std::string& more) {
    const Simulator simulator = simulator_of(
        {.agents = R"({"type":"a","number":7,"count":3,"placement":{"type":"line","from":[0,0],"to":[0,9]},
                       "goal":{"random_in":"plaza"}})" +
                   more,
         .scenario = kPlaza});
    std::vector<Vec3> found;
    const auto& numbers = simulator.world().model().agents.number;
    for (AgentIndex i = 0; i < numbers.size(); ++i) {
      if (numbers[i] >= 7 && numbers[i] < 10) found.push_back(aim_of(simulator, i));
    }
    return found;
  };
  const std::vector<Vec3> alone = aims("");
  EXPECT_EQ(alone, aims(R"(,{"type":"a","number":2,"position":[9,9],"goal":{"random_in":"plaza"}})"));
  EXPECT_EQ(alone, aims(R"(,{"type":"a","position":[9,9],"goal":{"random_in":"plaza"}})"));
  EXPECT_NE(alone[0], alone[1]);
}

TEST(GoalForm, ARegionIsReachedByBeingInside) {
  Simulator simulator =
      simulator_of({.agents = one(R"("door")"),
                    .scenario = R"(,"world":{"regions":{"door":{"min":[10,-1],"max":[12,1]}}})"});
  EXPECT_EQ(aim_of(simulator), (Vec3{10.5, 0}));
  EXPECT_NEAR(distance_to(*simulator.goal(0), simulator.world(), 0), 10.0, 1e-12);
  EXPECT_EQ(ticks_to_goal(simulator), 20);
  EXPECT_EQ(simulator.world().state.motion.x[0], 10.0);
  run_steps(simulator, 20);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 10.5, 1e-6);
  EXPECT_EQ(distance_to(*simulator.goal(0), simulator.world(), 0), 0.0);
}

std::string route(const std::string& more = "") {
  return one(R"({"route":[[10,0],[20,0],[30,0]])" + more + "}");
}

TEST(Route, OfThreePointsIsPassedByAndEndsWithinTheRadiusOfTheLast) {
  Simulator coarse = simulator_of({.agents = route()});
  EXPECT_EQ(ticks_to_goal(coarse), 59);  // 14.75 s
  EXPECT_EQ(coarse.world().state.motion.x[0], 29.5);
  Simulator fine = simulator_of({.agents = route(), .dt = 0.02});
  EXPECT_EQ(ticks_to_goal(fine), 738);  // 14.76 s
}

TEST(Route, GoesOnToTheNextPlaceInTheStateAfterOneWasReached) {
  Simulator simulator = after({.agents = route()}, 19);
  EXPECT_EQ(place_of(simulator), 0u);
  run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 1u);
  EXPECT_EQ(aim_of(simulator), (Vec3{20, 0}));
  EXPECT_NEAR(distance_to(*simulator.goal(0), simulator.world(), 0), 20.0, 1e-12);
}

TEST(Route, PassesSeveralPlacesInOneStepIfItIsAtThem) {
  const std::string goal = R"({"route":[[0.1,0],[0.3,0],[0,0.2],[20,0]]})";
  EXPECT_EQ(place_of(after({.agents = one(goal)}, 1)), 3u);
}

TEST(Route, HasARadiusOfItsOwnForItsPlaces) {
  Simulator simulator = simulator_of({.agents = route(R"(,"radius":2)")});
  EXPECT_EQ(ticks_to_goal(simulator), 56);  // at x = 28
}

TEST(Route, LeadsThroughRegions) {
  Simulator simulator = simulator_of({.agents = one(R"({"route":["lobby",[12,3],"exit"]})"),
                                      .scenario = R"(,"world":{"regions":{"lobby":{"center":[5,0],"radius":1},
                                           "exit":{"min":[20,2],"max":[22,4]}}})"});
  EXPECT_GT(ticks_to_goal(simulator), 0);
  EXPECT_TRUE(
      simulator.world().model().regions[1].shape.encloses(simulator.world().state.motion.position(0)));
}

TEST(Route, RepeatsFromTheFirstPlaceAfterTheLast) {
  const std::string goal = R"({"route":[[4,0],[4,4],[0,4]],"at_end":"repeat"})";
  Simulator simulator = after({.agents = one(goal)}, 100);
  EXPECT_EQ(state_of(simulator), GoalState::under_way);
  EXPECT_GE(simulator.world().state.goals.reached[0], 2u);
}

TEST(Route, GoesBackPlaceByPlace) {
  Simulator simulator = simulator_of({.agents = one(R"({"route":[[4,0],[8,0],[12,0]],"at_end":"back"})")});
  std::vector<std::uint32_t> places;
  for (int step = 0; step < 90; ++step) {
    const std::uint32_t place = place_of_stage(*goal_of(simulator.world(), 0), place_of(simulator));
    if (places.empty() || places.back() != place) places.push_back(place);
    run_steps(simulator, 1);
  }
  places.resize(7);
  EXPECT_EQ(places, (std::vector<std::uint32_t>{0, 1, 2, 1, 0, 1, 2}));
}

TEST(GoalRadius, DrawnOnceForEachAgent) {
  const Simulator simulator =
      simulator_of({.agents = R"({"type":"a","count":20,"placement":{"type":"line","from":[0,0],"to":[0,30]},
                     "goal":[9,9],"goal_radius":{"uniform":[0.2,0.8]}})"});
  const World& world = simulator.world();
  EXPECT_NE(goal_radius(world, 0, *goal_of(world, 0)), goal_radius(world, 1, *goal_of(world, 1)));
  for (AgentIndex i = 0; i < 20; ++i)
    EXPECT_NEAR(goal_radius(world, i, *goal_of(world, i)), 0.5, 0.3);
}

constexpr const char* kSeam = R"(,"world":{"bounds":{"min":[0,0],"max":[100,100],"edge":"wrap"},
    "regions":{"inside":{"min":[85,40],"max":[95,60]},"beyond":{"min":[90,40],"max":[110,60]}}})";

TEST(GoalForm, OnATorusARouteLeadsAcrossTheSeamAsItsPlacesDo) {
  for (const char* goal : {R"("inside")", R"({"route":["inside"]})"}) {
    const Simulator simulator = simulator_of({.agents = one(goal, "[1,50]"), .scenario = kSeam});
    EXPECT_NEAR(distance_to(*simulator.goal(0), simulator.world(), 0), 6.0, 1e-12) << goal;
  }
}

TEST(GoalForm, OnATorusARegionIsReachedThroughTheSeamToo) {
  for (const char* goal : {R"("beyond")", R"({"route":["beyond"]})"}) {
    Simulator simulator = simulator_of({.agents = one(goal, "[15,50]"), .scenario = kSeam});
    EXPECT_EQ(ticks_to_goal(simulator, 0, 50), 10) << goal;  // at x = 10
    run_steps(simulator, 1);
    EXPECT_EQ(state_of(simulator), GoalState::at_goal) << goal;
  }
}

TEST(GoalForm, RandomPlacesLieWhereClosedEdgesLetAgentsGo) {
  const Simulator simulator =
      simulator_of({.agents = R"({"type":"a","count":100,"overlap":true,"goal":{"random_in":"field"},
                     "placement":{"type":"rectangle","min":[0,0],"max":[20,20]}})",
                    .scenario = R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"clamp"},
                       "regions":{"field":{"min":[15,-5],"max":[60,20]}}})"});
  for (AgentIndex i = 0; i < 100; ++i)
    EXPECT_TRUE(simulator.world().model().bounds.contains(aim_of(simulator, i))) << aim_of(simulator, i).x;
}

// In space goals have heights, whatever form they have.
TEST(Goal, HasAHeightInSpace) {
  for (const char* goal :
       {R"([8,0,6])", R"({"point":[8,0,6]})", R"({"each":[[8,0,6]]})", R"({"opposite":[4,0,4.5]})"}) {
    Simulator simulator =
        make_simulator(scene(R"([{"type":"arrive","target":"goal"}])",
                             std::string(R"([{"type":"a","position":[0,0,3],"goal":)") + goal + "}]",
                             R"(,"max_speed":4)", R"(,"world":{"dimensions":3})"));
    run_steps(simulator, 1000);
    EXPECT_LT(length(simulator.world().state.motion.position(0) - Vec3{8.0, 0.0, 6.0}), 0.6) << goal;
  }
}

// Places drawn in a ball lie in all of it, as deep inside as the body is wide.
TEST(GoalForms, RandomPlacesInSpaceFillTheirRegion) {
  std::string agents;
  for (int k = 0; k < 60; ++k)
    agents += fmt::format(R"({}{{"type":"a","position":[{},0,0],"goal":{{"random_in":"pond"}}}})",
                          k == 0 ? "" : ",", k);
  const Simulator simulator =
      make_simulator(scene(R"([{"type":"arrive","target":"goal"}])", "[" + agents + "]", R"(,"radius":0.5)",
                           R"(,"world":{"dimensions":3,"regions":{"pond":{"center":[1,2,30],"radius":4}}})"));
  double low = kInfinity, high = -kInfinity;
  for (AgentIndex i = 0; i < 60; ++i) {
    const Vec3 place = goal_point(simulator.world().state.goals, i);
    EXPECT_LE(length(place - Vec3{1.0, 2.0, 30.0}), 3.5 + 1e-12);
    low = smaller(low, place.z);
    high = larger(high, place.z);
  }
  EXPECT_LT(low, 28.0);
  EXPECT_GT(high, 32.0);
}

TEST(GoalForms, RandomPlacesInSpaceNeedARegionThatEnds) {
  try {
    make_simulator(scene(R"([{"type":"arrive","target":"goal"}])",
                         R"([{"type":"a","position":[0,0,3],"goal":{"random_in":"field"}}])", "",
                         R"(,"world":{"dimensions":3,"regions":{"field":{"min":[0,0],"max":[9,9]}}})"));
    FAIL() << "it was read";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("has no end upwards or downwards"));
  }
}

}  // namespace
}  // namespace drover::test::goal_forms_test
