// Agents that go straight and do not see where they go: they turn back, or are lost.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "goals/pursuing.h"

namespace drover::test::hidden_places_test {
namespace {

constexpr const char* kWall = R"({"points":[[1,1],[9,1]]})";

// An agent that has taken the first place and is put somewhere, from where it may see the second one no more.
Simulator put(double seconds, const std::string& walls, const std::string& to = "[2,3]",
              const std::string& more = "") {
  Pursuing parts{
      .agents = R"({"type":"a","position":[0,0],"goal":{"route":[[0,0],[10,0],[20,0]]}})",
      .scenario = R"(,"world":{"paths":{"p":{"points":[[0,0],[10,0]]}},"walls":[)" + walls +
                  R"(]},"events":[{"type":"teleport","at":0.5,"target":{"agent_type":"a"},"position":)" + to +
                  "}]",
      .behaviors = more};
  return after(parts, static_cast<int>((0.5 + seconds) / 0.25));
}

std::uint64_t turned_back(const Simulator& simulator) {
  return simulator.world().state.goal_record.turned_back[0];
}

TEST(HiddenPlace, LetsTheAgentTurnBackAfterTwoSeconds) {
  Simulator simulator = put(1.75, kWall);
  EXPECT_EQ(place_of(simulator), 1u);
  EXPECT_EQ(turned_back(simulator), 0u);
  run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 0u);
  EXPECT_EQ(turned_back(simulator), 1u);
}

TEST(HiddenPlace, IsNoneWhileItIsInSight) {
  EXPECT_EQ(turned_back(put(10, R"({"points":[[1,1],[5,1]]})", "[6,3]")), 0u);
}

// Turning back would not help: a closed door, or something that the agent is to go round.
TEST(HiddenPlace, IsGoneToWhereNoPlaceBeforeSeesItEither) {
  Simulator simulator = put(10, R"({"points":[[5,-5],[5,5]]})");
  EXPECT_EQ(place_of(simulator), 1u);
  EXPECT_EQ(turned_back(simulator), 0u);
}

// From the second place, (4, 4), the third one, (10, 0), is hidden; from the first one it is not.
TEST(HiddenPlace, LetsTheAgentTurnBackToTheLastPlaceFromWhichItIsSeen) {
  Simulator simulator =
      simulator_of({.agents = R"({"type":"a","position":[0,0],"goal":{"route":[[0,0],[4,4],[10,0],[20,0]]}})",
                    .scenario = R"(,"world":{"walls":[{"points":[[3,1],[9,1]]}]})"});
  while (place_of(simulator) < 2)
    run_steps(simulator, 1);
  run_steps(simulator, 7);
  EXPECT_EQ(place_of(simulator), 2u);
  run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 0u);
}

// From (2, 3) to below the wall, where the second place is in sight again: not by way of the first one.
TEST(HiddenPlace, IsGoneToAsSoonAsItIsSeenAgain) {
  Simulator simulator = put(2.0, kWall);
  world_of(simulator).state.motion.set_position(0, {0.5, 0.75, 0});
  run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 1u);
  EXPECT_FALSE(has_turned_back(simulator.world(), 0));
  EXPECT_EQ(simulator.world().state.goals.point[0], 0.5);  // the new leg
  EXPECT_EQ(simulator.world().state.goals.point[1], 0.75);
}

// At the edge of a place, from where the next one is hidden: the agent goes to the place itself, or deep into
// a region, and takes nothing on its way.
TEST(HiddenPlace, MakesTheAgentGoAllTheWayToThePlaceFromWhichItIsSeen) {
  for (const char* first : {R"("front")", "[-0.9,0]"}) {
    SCOPED_TRACE(first);
    Simulator simulator =
        simulator_of({.agents = R"({"type":"a","position":[-0.3,0.9],"goal":{"route":[)" +
                                std::string(first) + R"(,[6,0]],"radius":1.5}})",
                      .scenario = R"(,"world":{"regions":{"front":{"min":[-1.8,-1],"max":[0,1]}},
                         "walls":[{"points":[[0,4],[0,0.2]]},{"points":[[0,-0.2],[0,-4]]}]})",
                      .behaviors = ""});
    run_steps(simulator, 1);
    EXPECT_EQ(place_of(simulator), 1u);
    run_steps(simulator, 9);
    EXPECT_EQ(place_of(simulator), 0u);
    EXPECT_NEAR(aim_of(simulator).x, -0.9, 1e-12);
    EXPECT_NEAR(aim_of(simulator).y, 0.0, 0.11);
    run_steps(simulator, 20);
    EXPECT_EQ(place_of(simulator), 0u);  // it stands where it is
    EXPECT_EQ(turned_back(simulator), 1u);
  }
}

// On and on, to the last place from which the one before it is seen: but what it goes on to is what it lost.
TEST(HiddenPlace, IsGoneToAgainAfterTurningBackTwice) {
  Simulator simulator = put(2.0, kWall, "[2,1.2]");
  world_of(simulator).state.goals.turned_from[0] = 2;
  run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 0u);  // (20, 0) is hidden, too
  world_of(simulator).state.motion.set_position(0, {0.5, 0.5, 0});
  run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 2u);
}

// A path is a way of its own, in a group, too.
TEST(HiddenPlace, IsGoneToByAgentsThatFindTheirWay) {
  const std::string arrive = R"({"type":"kinematic_arrive","target":"goal","weight":0})";
  const std::string follow = R"({"type":"follow_path","path":"p","weight":0})";
  EXPECT_EQ(turned_back(put(3, kWall, "[2,3]", arrive)), 1u);
  EXPECT_EQ(turned_back(put(3, kWall, "[2,3]", arrive + "," + follow)), 0u);
  EXPECT_EQ(turned_back(put(3, kWall, "[2,3]", R"({"type":"group","behaviors":[)" + follow + "]}")), 0u);
}

// An agent that stands at the origin, and when it has not seen its goal for ten seconds: agent 0 looks once a
// second, from 0 s on.
Simulator standing(const std::string& goal, const std::string& scenario) {
  return simulator_of({.agents = R"({"type":"a","position":[0,0],"goal":)" + goal + "}",
                       .scenario = scenario,
                       .behaviors = ""});
}

bool is_lost(const Simulator& simulator) {
  return simulator.world().state.goal_record.lost_since[0] != GoalRecord::kNever;
}

constexpr const char* kBetween = R"(,"world":{"walls":[{"points":[[5,-9],[5,9]]}]})";

TEST(LostAgent, HasNotSeenItsGoalForTenSeconds) {
  Simulator simulator = standing("[10,0]", kBetween);
  run_steps(simulator, 40);
  EXPECT_FALSE(is_lost(simulator));
  run_steps(simulator, 1);  // what was found in the state of 10 s
  EXPECT_TRUE(is_lost(simulator));
  EXPECT_EQ(simulator.world().state.goal_record.lost_since[0], 0u);
  EXPECT_EQ(state_of(simulator), GoalState::under_way);
}

TEST(LostAgent, IsNoneThatSeesItsGoalInBetween) {
  const std::string door = R"(,"world":{"walls":[{"id":"d","points":[[5,-9],[5,9]]}]},"events":[
    {"type":"shape","at":5,"target":{"wall":"d"},"present":false},
    {"type":"shape","at":6.5,"target":{"wall":"d"},"present":true}])";
  Simulator simulator = standing("[10,0]", door);
  run_steps(simulator, 4 * 17);
  EXPECT_FALSE(is_lost(simulator));  // it saw it at 5 and at 6 s
  run_steps(simulator, 1);
  EXPECT_TRUE(is_lost(simulator));
}

TEST(LostAgent, IsNoneThatSeesAnyPlaceOfItsRoute) {
  Simulator simulator = standing(R"({"route":[[10,0],[-4,0],[-9,0]]})", kBetween);
  run_steps(simulator, 4 * 20);
  EXPECT_FALSE(is_lost(simulator));
  Simulator lost = standing(R"({"route":[[10,0],[14,0],[19,0]]})", kBetween);
  run_steps(lost, 4 * 20);
  EXPECT_TRUE(is_lost(lost));
}

TEST(LostAgent, IsNoneThatGoesNowhereInParticular) {
  Simulator simulator = standing(R"({"direction_deg":0})", kBetween);
  run_steps(simulator, 4 * 20);
  EXPECT_FALSE(is_lost(simulator));
}

TEST(LostAgent, BeginsToLookAnewWithAnotherGoal) {
  Simulator simulator = standing(
      "[10,0]", std::string(kBetween) +
                    R"(,"events":[{"type":"goal","at":8,"target":{"agent_type":"a"},"goal":[12,0]}])");
  run_steps(simulator, 4 * 17);
  EXPECT_FALSE(is_lost(simulator));
  run_steps(simulator, 8);
  EXPECT_TRUE(is_lost(simulator));
}

}  // namespace
}  // namespace drover::test::hidden_places_test
