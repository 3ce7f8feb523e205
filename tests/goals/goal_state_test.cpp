// All that agents know about their goals is state: runs go on from it, and threads change none of it.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "goals/pursuing.h"

namespace drover::test::goal_state_test {
namespace {

// Everything at once: queues, waits, drawn places, choices that are looked at again, goals of modes, of
// events and of agents that leave; places that are passed and places that are hidden.
constexpr const char* kScene = R"({"format":1,"seed":7,"simulation":{"dt":0.05,"duration":10},
  "world":{"regions":{"east":{"min":[9,-3],"max":[12,3]},"west":{"min":[-12,-3],"max":[-9,3]},
                      "hall":{"min":[-12,-12],"max":[12,12]},
                      "yard":{"points":[[-5,-5],[5,-5],[5,5],[0,1],[-5,5]]}},
           "paths":{"line":{"points":[[0,8],[6,8]]}},
           "walls":[{"points":[[-10.5,-5],[-9.5,-5],[-9.5,4]]}]},
  "agent_types":{
    "base":{"max_speed":2,"radius":0.2,"steering":{"behaviors":[{"type":"arrive","target":"goal"}]}},
    "shopper":{"extends":"base","goal":"hall",
      "at_goal":{"queue":{"places":"line","service":{"uniform":[0.2,0.9]}}}},
    "stroller":{"extends":"base","goal":{"random_in":"yard","redraw":true},
      "at_goal":{"wait":{"seconds":{"uniform":[0,1]}}}},
    "leaver":{"extends":"base","goal":{"regions":["east","west"],"choose":"least_crowded","areas":["hall"]},
      "at_goal":"leave"},
    "timer":{"extends":"base","goal":{"regions":["east","west"],"choose":"least_time","hold":0.5}},
    "guard":{"max_speed":2,"goal":{"route":[[1,0],[4,0],[4,3]],"at_end":"back"},
      "steering":{"behaviors":[{"type":"arrive","target":"goal"}],"modes":{
        "walk":{"transitions":[{"to":"rest","when":{"type":"time_in_mode","greater_than":1.5}}]},
        "rest":{"goal":[0,-8],"transitions":[{"to":"walk","when":{"type":"time_in_mode","greater_than":1}}]}}}},
    "fan":{"extends":"base","goal":{"agent":"idol"}},
    "passer":{"locomotion":{"type":"scripted","keyframes":[[0,-8,-6],[3,0,-6],[6,-8,-6]]},
      "goal":{"route":[[-6,-7],[-4,-7],[-2,-7]],"at_end":"back"}},
    "stray":{"goal":{"route":[[-9,-6],[-9,6]]},"steering":{"behaviors":[]}}},
  "agents":[
    {"type":"shopper","count":6,"placement":{"type":"line","from":[-3,6],"to":[3,6]}},
    {"type":"stroller","count":6,"placement":{"type":"line","from":[-4,-4],"to":[4,-4]}},
    {"type":"leaver","count":10,"placement":{"type":"rectangle","min":[-6,-2],"max":[8,2]}},
    {"type":"timer","count":10,"placement":{"type":"rectangle","min":[-2,-2],"max":[8,2]}},
    {"type":"guard","count":2,"placement":{"type":"points","points":[[0,0],[0,-2]]}},
    {"id":"idol","type":"base","position":[0,-9],"goal":{"direction_deg":0}},
    {"type":"fan","position":[-5,-9]},
    {"type":"passer","position":[-8,-6]},
    {"type":"stray","position":[-9,-6]}],
  "events":[{"type":"teleport","at":0.5,"target":{"agent_type":"stray"},"position":[-10,-4]},
            {"type":"goal","at":2,"target":{"agent_type":"timer"},"goal":{"opposite":[1,1]}},
            {"type":"remove","at":3,"target":{"agent":"idol"}}]})";

constexpr int kSteps = 140;

std::vector<std::uint64_t> hashes_of(Simulator& simulator) {
  std::vector<std::uint64_t> hashes{simulator.hash()};
  for (int step = 0; step < kSteps; ++step) {
    run_steps(simulator, 1);
    hashes.push_back(simulator.hash());
  }
  return hashes;
}

TEST(GoalState, OfTheSceneHasAllStates) {
  Simulator simulator = make_simulator(kScene);
  std::vector<bool> seen(kGoalStateNames.size());
  bool has_left = false;
  for (int step = 0; step < kSteps; ++step) {
    for (AgentIndex i = 0; i < simulator.world().model().agents.size(); ++i) {
      seen[static_cast<std::size_t>(state_of(simulator, i))] = true;
      has_left =
          has_left || (!simulator.world().is_present(i) && state_of(simulator, i) == GoalState::at_goal);
    }
    run_steps(simulator, 1);
  }
  for (std::size_t state = 0; state < seen.size(); ++state)
    EXPECT_TRUE(seen[state]) << kGoalStateNames[state];
  EXPECT_TRUE(has_left);
  EXPECT_GT(std::ranges::max(simulator.world().state.goals.end_passed), 0u);
  EXPECT_GT(std::ranges::max(simulator.world().state.goal_record.turned_back), 0u);
}

TEST(GoalState, IsAllThatARunGoesOnFrom) {
  Simulator simulator = make_simulator(kScene);
  std::vector<SavedState> states;
  std::vector<std::uint64_t> hashes;
  for (int step = 0; step <= kSteps; ++step) {
    states.push_back(save_state(simulator.world()));
    hashes.push_back(simulator.hash());
    run_steps(simulator, 1);
  }
  Simulator resumed = make_simulator(kScene);
  for (int from = 0; from <= kSteps; from += 3) {
    ASSERT_FALSE(resumed.restore(states[static_cast<std::size_t>(from)]));
    for (int tick = from; tick <= std::min(from + 25, kSteps); ++tick) {
      ASSERT_EQ(resumed.hash(), hashes[static_cast<std::size_t>(tick)]) << "from " << from << ", at " << tick;
      run_steps(resumed, 1);
    }
  }
}

TEST(GoalState, IsTheSameWithAnyNumberOfThreads) {
  Simulator alone = make_simulator(kScene);
  Simulator shared = make_simulator(kScene);
  shared.use_threads(4, 5);
  EXPECT_EQ(hashes_of(alone), hashes_of(shared));
}

// The same agents under other numbers of entries: the order in the file is nothing.
TEST(GoalState, DoesNotFollowTheOrderOfEntriesWithNumbers) {
  const auto text = [](bool reversed) {
    const std::string first =
        R"({"type":"a","number":0,"count":8,"placement":{"type":"line","from":[-5,0],"to":[5,0]}})";
    const std::string second =
        R"({"type":"a","number":8,"count":8,"placement":{"type":"line","from":[-5,3],"to":[5,3]}})";
    return text_of(
        {.agents = reversed ? second + "," + first : first + "," + second,
         .type = R"(,"goal":{"random_in":"plaza"},"at_goal":{"queue":{"places":"line","service":0.3}})",
         .scenario = R"(,"world":{"regions":{"plaza":{"min":[-9,5],"max":[9,15]}},
                                  "paths":{"line":{"points":[[0,5],[9,5]]}}})",
         .dt = 0.05});
  };
  Simulator one = make_simulator(text(false));
  Simulator other = make_simulator(text(true));
  EXPECT_EQ(hashes_of(one), hashes_of(other));
}

}  // namespace
}  // namespace drover::test::goal_state_test
