// What agents do when they reach their goals.
#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "goals/pursuing.h"

namespace drover::test::at_goal_test {
namespace {

// One agent that is at (2, 0) after one second, 0.5 m from its goal.
Pursuing near_goal(const std::string& at_goal) {
  return {.agents = R"({"id":"one","type":"a","position":[0,0],"goal":[2.5,0],"at_goal":)" + at_goal + "}"};
}

TEST(AtGoal, StayRestsThereAndArrivedOnce) {
  Simulator simulator = simulator_of(near_goal(R"("stay")"));
  ASSERT_EQ(ticks_to_goal(simulator), 4);
  EXPECT_EQ(state_of(simulator), GoalState::under_way);
  run_steps(simulator, 1);
  EXPECT_EQ(state_of(simulator), GoalState::at_goal);
  run_steps(simulator, 40);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 2.5, 0.02);
  EXPECT_EQ(simulator.world().state.goals.reached[0], 1u);
}

TEST(AtGoal, AnAgentThatIsPushedOffGoesBackAndHasArrivedOnce) {
  Pursuing parts = near_goal(R"("stay")");
  parts.scenario = R"(,"events":[{"type":"teleport","at":5,"target":{"agent":"one"},"position":[9,9]}])";
  Simulator simulator = after(parts, 20);
  EXPECT_EQ(simulator.world().state.motion.x[0], 9.0);
  EXPECT_TRUE(*simulator.goal(0)->is_reached);
  run_steps(simulator, 60);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 2.5, 0.02);
  EXPECT_EQ(simulator.world().state.goals.reached[0], 1u);
}

TEST(AtGoal, LeaveHasTheLastRowWhereItArrived) {
  Simulator simulator = after(near_goal(R"("leave")"), 4);
  EXPECT_TRUE(simulator.world().is_present(0));
  EXPECT_EQ(simulator.world().state.motion.x[0], 2.0);
  run_steps(simulator, 1);
  EXPECT_FALSE(simulator.world().is_present(0));
  EXPECT_TRUE(simulator.world().state.agents_of(0).empty());
}

TEST(AtGoal, NextDrawsAgainWhereRandomInIsRedrawn) {
  const auto simulator_with = [](const std::string& redraw) {
    return simulator_of(
        {.agents = R"({"type":"a","position":[0,0],"goal":{"random_in":"plaza")" + redraw + "}}",
         .scenario = R"(,"world":{"regions":{"plaza":{"min":[0,0],"max":[10,10]}}})"});
  };
  Simulator again = simulator_with(R"(,"redraw":true)");
  const Vec3 first = aim_of(again);
  run_steps(again, 200);
  EXPECT_NE(aim_of(again), first);
  const std::uint64_t reached = again.world().state.goals.reached[0];
  EXPECT_GT(reached, 3u);
  EXPECT_EQ(again.world().state.goals.drawn[0], reached + 1);
  Simulator once = simulator_with("");
  run_steps(once, 200);
  EXPECT_EQ(aim_of(once), first);
  EXPECT_EQ(state_of(once), GoalState::at_goal);
}

TEST(AtGoal, WaitEndsInTheFirstStateAtOrAfterItsTime) {
  // Reached at 1 s, so the wait of 1.1 s ends at 2.1 s: the state of 2.25 s is without the agent.
  Simulator simulator = after(near_goal(R"({"wait":{"seconds":1.1,"then":"leave"}})"), 5);
  EXPECT_EQ(state_of(simulator), GoalState::waiting);
  run_steps(simulator, 3);
  EXPECT_TRUE(simulator.world().is_present(0));
  run_steps(simulator, 1);
  EXPECT_FALSE(simulator.world().is_present(0));
}

TEST(AtGoal, WaitThenNextStaysWhereNothingFollows) {
  Simulator simulator = after(near_goal(R"({"wait":{"seconds":1}})"), 5);
  EXPECT_EQ(state_of(simulator), GoalState::waiting);
  run_steps(simulator, 10);
  EXPECT_EQ(state_of(simulator), GoalState::at_goal);
}

// Two legs of 4 m less twice the radius of 0.5 m at 2 m/s, and a wait between them.
TEST(AtGoal, OnARouteAgentsWaitAtThePlacesThatAtSays) {
  const auto simulator_with = [](const std::string& at_goal) {
    return simulator_of(
        {.agents = R"({"type":"a","position":[0,0],"goal":{"route":[[4,0],[8,0]]})" + at_goal + "}",
         .behaviors = R"({"type":"kinematic_seek","target":"goal"})"});
  };
  Simulator plain = simulator_with("");
  const int without = ticks_to_goal(plain);
  EXPECT_EQ(without, 15);  // 7.5 m
  // Eight steps of waiting, of which the first one still brings the agent 0.5 m on.
  struct Case {
    const char* at;
    int between;      // steps
    GoalState after;  // in the state after that in which the goal is reached
  };
  for (const Case& one :
       {Case{"", 0, GoalState::waiting}, Case{R"("at":"last",)", 0, GoalState::waiting},
        Case{R"("at":"every",)", 7, GoalState::waiting}, Case{R"("at":[0],)", 7, GoalState::at_goal},
        Case{R"("at":[1],)", 0, GoalState::waiting}, Case{R"("at":[1,0],)", 7, GoalState::waiting}}) {
    SCOPED_TRACE(one.at);
    Simulator simulator =
        simulator_with(std::string(R"(,"at_goal":{"wait":{)") + one.at + R"("seconds":2,"then":"stay"}})");
    EXPECT_EQ(ticks_to_goal(simulator), without + one.between);
    run_steps(simulator, 1);
    EXPECT_EQ(state_of(simulator), one.after);
  }
}

// A place of a route that goes back is passed twice in every round: on the way there and on the way back.
TEST(AtGoal, OnARouteThatGoesBackAgentsWaitAtEveryPlaceUnlessAtSaysWhich) {
  const auto waits_at = [](const std::string& at) {
    Simulator simulator = simulator_of(
        {.agents = R"({"type":"a","position":[0,0],"goal":{"route":[[0,0],[2,0],[4,0]],"at_end":"back"},
                       "at_goal":{"wait":{)" +
                   at + R"("seconds":1}}})",
         .behaviors = R"({"type":"kinematic_seek","target":"goal"})"});
    std::vector<std::uint32_t> places;
    for (int step = 0; step < 400 && places.size() < 5; ++step) {
      const auto before = state_of(simulator);
      run_steps(simulator, 1);
      if (before == GoalState::waiting || state_of(simulator) != GoalState::waiting) continue;
      places.push_back(place_of_stage(*goal_of(simulator.world(), 0), place_of(simulator)));
    }
    return places;
  };
  using Places = std::vector<std::uint32_t>;
  EXPECT_EQ(waits_at(""), (Places{0, 1, 2, 1, 0}));
  EXPECT_EQ(waits_at(R"("at":"last",)"), (Places{2, 2, 2, 2, 2}));
  EXPECT_EQ(waits_at(R"("at":[1],)"), (Places{1, 1, 1, 1, 1}));
}

TEST(AtGoal, WaitsAreDrawnAnewAtEveryPlace) {
  Simulator simulator = simulator_of(
      {.agents = R"({"type":"a","position":[0,0],"goal":{"route":[[0,0],[0.1,0]],"at_end":"repeat"},
                     "at_goal":{"wait":{"seconds":{"uniform":[1,9]}}}})"});
  std::vector<double> waits;
  for (int step = 0; step < 400 && waits.size() < 6; ++step) {
    const auto state = state_of(simulator);
    run_steps(simulator, 1);
    if (state != GoalState::waiting && state_of(simulator) == GoalState::waiting)
      waits.push_back(simulator.world().state.goals.until[0] - simulator.world().time());
  }
  ASSERT_EQ(waits.size(), 6u);
  std::ranges::sort(waits);
  EXPECT_EQ(std::ranges::adjacent_find(waits), waits.end());
}

TEST(AtGoal, ARouteEndsWithWhatAtEndSays) {
  const auto simulator_with = [](const std::string& keys) {
    return after({.agents = R"({"type":"a","position":[0,0],"goal":{"route":[[2,0],[3,0]])" + keys + "}"},
                 12);
  };
  EXPECT_FALSE(simulator_with(R"(,"at_end":"leave"})").world().is_present(0));
  EXPECT_FALSE(simulator_with(R"(},"at_goal":"leave")").world().is_present(0));
  EXPECT_EQ(state_of(simulator_with("}")), GoalState::at_goal);
}

TEST(AtGoal, AnEntrySaysItInPlaceOfItsType) {
  const Simulator simulator =
      after({.agents = R"({"type":"a","position":[2,0]},{"type":"a","position":[2,1],"at_goal":"stay"})",
             .type = R"(,"goal":[2.5,0.5],"goal_radius":1,"at_goal":"leave")"},
            3);
  EXPECT_FALSE(simulator.world().is_present(0));
  EXPECT_TRUE(simulator.world().is_present(1));
}

TEST(LostGoal, IsOneThatWasAnAgentWhichIsGone) {
  Simulator simulator =
      simulator_of({.agents = R"({"id":"leader","type":"a","position":[10,0],"goal":{"direction_deg":0}},
                    {"type":"a","position":[0,0],"goal":{"agent":"leader"}})",
                    .scenario = R"(,"events":[{"type":"remove","at":2,"target":{"agent":"leader"}}])"});
  run_steps(simulator, 7);
  EXPECT_EQ(state_of(simulator, 1), GoalState::under_way);
  run_steps(simulator, 1);
  EXPECT_EQ(state_of(simulator, 1), GoalState::lost);
  EXPECT_FALSE(goal_aim(simulator.world(), 1));
  EXPECT_FALSE(simulator.goal(1));
}

TEST(LostGoal, IsNotOneThatComesLater) {
  Simulator simulator = simulator_of(
      {.agents = R"({"type":"a","position":[0,0],"goal":{"agent":"late"}})",
       .scenario =
           R"(,"events":[{"type":"spawn","at":2,"agents":{"id":"late","type":"a","position":[5,0]}}])"});
  run_steps(simulator, 4);
  EXPECT_FALSE(goal_aim(simulator.world(), 0));
  run_steps(simulator, 8);
  EXPECT_EQ(aim_of(simulator), (Vec3{5, 0}));
  EXPECT_GT(simulator.world().state.motion.x[0], 0.0);
}

constexpr const char* kModes =
    R"(,"steering":{"initial_mode":"walk","modes":{
        "walk":{"behaviors":[{"type":"kinematic_arrive","target":"goal","radius":0.1}]},
        "shop":{"behaviors":[{"type":"kinematic_arrive","target":"goal","radius":0.1}],"goal":[0,9],"goal_radius":2}}})";

// The same agents with modes, one of which has a goal.
Simulator with_modes(const std::string& events) {
  return make_simulator(std::string(R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"max_speed":2,
      "locomotion":{"type":"kinematic"})") +
                        kModes + R"(}},"agents":[{"id":"one","type":"a","position":[0,0],
      "goal":{"route":[[4,0],[20,0]]}}],"events":[)" +
                        events + "]}");
}

TEST(GoalOfAMode, HoldsInTheModeAndTheOwnOneComesBackWithItsPlace) {
  Simulator simulator = with_modes(R"({"type":"mode","at":3,"target":{"agent":"one"},"mode":"shop"},
                                      {"type":"mode","at":5,"target":{"agent":"one"},"mode":"walk"})");
  run_steps(simulator, 11);
  EXPECT_EQ(place_of(simulator), 1u);
  run_steps(simulator, 1);
  EXPECT_EQ(aim_of(simulator), (Vec3{0, 9}));
  EXPECT_EQ(goal_radius(simulator.world(), 0, *goal_of(simulator.world(), 0)), 2.0);
  run_steps(simulator, 8);
  EXPECT_EQ(aim_of(simulator), (Vec3{20, 0}));
  EXPECT_EQ(place_of(simulator), 1u);
}

}  // namespace
}  // namespace drover::test::at_goal_test
