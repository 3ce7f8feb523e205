// The event "goal".
#include <gtest/gtest.h>

#include "goals/pursuing.h"

namespace drover::test::goal_event_test {
namespace {

Pursuing with_event(const std::string& agents, const std::string& event) {
  return {
      .agents = agents,
      .scenario = R"(,"world":{"regions":{"plaza":{"min":[0,0],"max":[20,20]}}},"events":[{"type":"goal",)" +
                  event + "}]"};
}

constexpr const char* kOne = R"({"id":"one","type":"a","position":[0,0],"goal":[100,0]})";

TEST(GoalEvent, ReplacesTheGoalInTheStateOfItsTime) {
  Simulator simulator = after(with_event(kOne, R"("at":2,"target":{"agent":"one"},"goal":[0,9])"), 7);
  EXPECT_EQ(aim_of(simulator), (Vec3{100, 0}));
  run_steps(simulator, 1);
  EXPECT_EQ(aim_of(simulator), (Vec3{0, 9}));
  EXPECT_EQ(simulator.world().state.goals.since[0], 8u);
  run_steps(simulator, 60);
  EXPECT_EQ(state_of(simulator), GoalState::at_goal);
}

TEST(GoalEvent, StartsARouteAtItsFirstPlace) {
  const std::string route = R"({"id":"one","type":"a","position":[0,0],"goal":{"route":[[2,0],[50,0]]}})";
  Simulator simulator =
      simulator_of(with_event(route, R"("at":3,"target":{"agent":"one"},"goal":{"route":[[40,0],[50,0]]})"));
  run_steps(simulator, 11);
  EXPECT_EQ(place_of(simulator), 1u);
  run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 0u);
}

TEST(GoalEvent, GivesAGoalToAgentsWithoutOneAndSaysWhatTheyDoThere) {
  Simulator simulator = simulator_of(with_event(
      R"({"type":"a","count":2,"group":"g","placement":{"type":"points","points":[[0,0],[0,5]]}})",
      R"("at":1,"target":{"group":"g"},"goal":{"each":[[3,0],[3,5]]},"goal_radius":1,"at_goal":"leave")"));
  EXPECT_EQ(state_of(simulator), GoalState::none);
  run_steps(simulator, 4);
  EXPECT_EQ(aim_of(simulator, 1), (Vec3{3, 5}));
  run_steps(simulator, 4);  // 1 s at 2 m/s
  EXPECT_TRUE(simulator.world().is_present(0));
  run_steps(simulator, 1);
  EXPECT_FALSE(simulator.world().is_present(0));
}

TEST(GoalEvent, DrawsGoOnWhereTheyWere) {
  const std::string agents = R"({"id":"one","type":"a","position":[0,0],"goal":{"random_in":"plaza"}})";
  Simulator simulator =
      simulator_of(with_event(agents, R"("at":1,"target":{"agent":"one"},"goal":{"random_in":"plaza"})"));
  const Vec3 first = aim_of(simulator);
  run_steps(simulator, 4);
  EXPECT_NE(aim_of(simulator), first);
  EXPECT_EQ(simulator.world().state.goals.drawn[0], 2u);
}

// Reached in the state before, but the event of this one comes first.
TEST(GoalEvent, ComesBeforeWhatFollowsAtTheOldGoal) {
  Simulator simulator =
      simulator_of(with_event(R"({"id":"one","type":"a","position":[0,0],"goal":[2.5,0],"at_goal":"leave"})",
                              R"("at":1.25,"target":{"agent":"one"},"goal":[50,0])"));
  run_steps(simulator, 5);
  EXPECT_TRUE(simulator.world().is_present(0));
  EXPECT_EQ(aim_of(simulator), (Vec3{50, 0}));
}

}  // namespace
}  // namespace drover::test::goal_event_test
