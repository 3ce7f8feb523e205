// How agents choose one of several regions.
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "goals/pursuing.h"
#include "sim/definitions/drawn_number.h"
#include "sim/navigation/navigation_layer.h"

namespace drover::test::region_choice_test {
namespace {

constexpr const char* kExits =
    R"(,"world":{"regions":{"east":{"min":[50,-2],"max":[52,2]},"west":{"min":[-52,-2],"max":[-50,2]},
                            "hall":{"min":[-60,-60],"max":[60,60]}}})";

// Agents that stand where they are: what they choose is looked at, not where they go.
Pursuing standing(const std::string& keys, int count, const std::string& more = "") {
  return {.agents = fmt::format(R"({{"type":"a","count":{},"placement":{{"type":"rectangle","min":[-9,-20],
              "max":[9,20]}},"goal":{{"regions":["east","west"]{}}}}})",
                                count, keys),
          .type = R"(,"radius":0.1)",
          .scenario = std::string(kExits) + more,
          .behaviors = "",
          .dt = 0.02};
}

int count_of(const Simulator& simulator, std::uint32_t place) {
  int count = 0;
  for (AgentIndex i = 0; i < simulator.world().model().agents.size(); ++i)
    count += place_of(simulator, i) == place ? 1 : 0;
  return count;
}

TEST(RegionChoice, NearestIsChosenOnce) {
  Simulator simulator = simulator_of(standing("", 50));
  for (AgentIndex i = 0; i < 50; ++i)
    EXPECT_EQ(place_of(simulator, i), simulator.world().state.motion.x[i] >= 0.0 ? 0u : 1u);
}

// One agent with 5 m to a region, on the other side of a wall of 40 m, and 10 m to another one.
std::string near_behind_a_wall(const std::string& behavior, const std::string& walls = "",
                               const std::string& more = "") {
  return scene(
      R"([{"type":")" + behavior + R"(","target":"goal"}])",
      R"([{"type":"a","position":[0,0],"goal":{"regions":["near","far"]}}])", R"(,"radius":0.3)",
      R"(,"world":{"regions":{"near":{"min":[5,-2],"max":[8,2]},"far":{"min":[-14,-2],"max":[-10,2]}},
                   "walls":[{"points":[[4,-20],[4,20]]})" +
          walls + "]}" + more);
}

TEST(RegionChoice, NearestIsByTheWayOfThoseWhoFindOne) {
  EXPECT_EQ(place_of(make_simulator(near_behind_a_wall("go_to"))), 1u);
  EXPECT_EQ(place_of(make_simulator(near_behind_a_wall("flow_field"))), 1u);
  EXPECT_EQ(place_of(make_simulator(near_behind_a_wall("seek"))), 0u);
}

TEST(RegionChoice, WhatNoWayLeadsToIsFartherThanAnything) {
  constexpr const char* kRoundFar = R"(,{"points":[[-15,-3],[-9,-3],[-9,3],[-15,3],[-15,-3]]})";
  constexpr const char* kRoundNear = R"(,{"points":[[4,-3],[9,-3],[9,3],[4,3]]})";
  EXPECT_EQ(place_of(make_simulator(near_behind_a_wall("go_to", kRoundFar))), 0u);
  // Where no way leads to any, the straight distance decides.
  EXPECT_EQ(place_of(make_simulator(near_behind_a_wall("go_to", std::string(kRoundFar) + kRoundNear))), 0u);
}

// A wall that stands in nobody's way.
TEST(RegionChoice, NearestByTheWayIsNearestStraightOnOpenGround) {
  std::string world = kExits;
  world.insert(world.find(R"("regions")"), R"("walls":[{"points":[[-1,40],[1,40]]}],)");
  const Simulator simulator =
      make_simulator(scene(R"([{"type":"go_to","target":"goal"}])",
                           R"([{"type":"a","count":200,"goal":{"regions":["east","west"]},
                                "placement":{"type":"rectangle","min":[-9,-20],"max":[9,20]}}])",
                           R"(,"radius":0.1)", world));
  for (AgentIndex i = 0; i < 200; ++i) {
    const double x = simulator.world().state.motion.x[i];
    if (std::fabs(x) <= 0.25) continue;
    EXPECT_EQ(place_of(simulator, i), x > 0.0 ? 0u : 1u) << x;
  }
  // One field for each region, however many choose.
  EXPECT_EQ(simulator.world().navigation().counters().field_builds, 2u);
}

// A door that shuts at two seconds closes the only way to the far region; at four it opens again.
TEST(RegionChoice, WhomADoorShutsOffGoesToAnotherRegionUntilItOpens) {
  constexpr const char* kRoundFar =
      R"(,{"points":[[-9,-3],[-15,-3],[-15,3],[-9,3]]},{"id":"door","points":[[-9,3],[-9,-3]],"present":false})";
  const std::string text =
      near_behind_a_wall("go_to", kRoundFar,
                         R"(,"events":[{"type":"shape","target":{"wall":"door"},"at":2,"present":true},
                    {"type":"shape","target":{"wall":"door"},"at":4,"present":false}])");
  Simulator simulator = make_simulator(text);
  const auto steps = [&](double seconds) {
    return static_cast<int>(seconds / simulator.world().model().dt + 0.5);
  };
  EXPECT_EQ(place_of(simulator), 1u);
  run_steps(simulator, steps(2.0) - 1);
  EXPECT_EQ(place_of(simulator), 1u);
  run_steps(simulator, steps(1.0) + 2);  // agents look once a second
  EXPECT_EQ(place_of(simulator), 0u);
  run_steps(simulator, steps(3.0));
  EXPECT_EQ(place_of(simulator), 1u);
}

// A door that shuts leaves a long way round to the region on the right; that on the left is nearer then.
TEST(RegionChoice, NearestChangesWhereADoorMakesTheWayLong) {
  Simulator simulator = make_simulator(
      R"({"format":1,"world":{"walls":[{"id":"door","points":[[4,-1],[4,1]],"present":false},
      {"points":[[4,1],[4,20]]},{"points":[[4,-1],[4,-20]]}],
      "regions":{"right":{"min":[8,-1],"max":[10,1]},"left":{"min":[-20,-1],"max":[-18,1]}}},
      "agent_types":{"a":{"radius":0.3,"steering":{"behaviors":[{"type":"go_to","target":"goal"}]}}},
      "agents":[{"type":"a","position":[0,0],"goal":{"regions":["right","left"]}}],
      "events":[{"type":"shape","target":{"wall":"door"},"at":0.5,"present":true}]})");
  EXPECT_EQ(place_of(simulator), 0u);
  while (simulator.world().time() < 1.7)
    run_steps(simulator, 1);
  EXPECT_EQ(place_of(simulator), 1u);
}

TEST(RegionChoice, NoChoiceLeadsWhereNoWayDoes) {
  for (const char* choose : {"nearest", "least_crowded", "least_time"}) {
    Simulator simulator = make_simulator(fmt::format(
        R"({{"format":1,"world":{{"walls":[{{"points":[[4,-3],[12,-3],[12,3],[4,3],[4,-3]]}}],
        "regions":{{"shut":{{"min":[8,-1],"max":[10,1]}},"open":{{"min":[-20,-1],"max":[-18,1]}}}}}},
        "agent_types":{{"a":{{"radius":0.3,"steering":{{"behaviors":[{{"type":"go_to","target":"goal"}}]}}}}}},
        "agents":[{{"type":"a","position":[0,0],"goal":{{"regions":["shut","open"],"choose":"{}"}}}}]}})",
        choose));
    EXPECT_EQ(place_of(simulator), 1u) << choose;
    run_steps(simulator, 200);
    EXPECT_EQ(place_of(simulator), 1u) << choose;
  }
}

// The door shuts in the tick in which the agent gets its goal, before that or after it: what stands then
// counts.
TEST(RegionChoice, DoorsThatEventsShutAtTheSameTimeCount) {
  constexpr const char* kDoor = R"({"type":"shape","target":{"wall":"door"},"at":1,"present":true})";
  constexpr const char* kGoal =
      R"({"type":"goal","target":{"agent_type":"a"},"at":1,"goal":{"regions":["near","far"]}})";
  const auto choice_after = [&](const std::string& events) {
    Simulator simulator = make_simulator(near_behind_a_wall(
        "go_to",
        R"(,{"points":[[-9,-3],[-15,-3],[-15,3],[-9,3]]},{"id":"door","points":[[-9,3],[-9,-3]],"present":false})",
        R"(,"events":[)" + events + "]"));
    while (simulator.world().time() < 1.0)
      run_steps(simulator, 1);
    return place_of(simulator);
  };
  EXPECT_EQ(choice_after(std::string(kDoor) + "," + kGoal), 0u);
  EXPECT_EQ(choice_after(std::string(kGoal) + "," + kDoor), 1u);
}

// Pearson's chi-square of one degree of freedom; 3.84 is exceeded by one seed in twenty.
TEST(RegionChoice, SharesAreKept) {
  for (const char* seed : {"1", "2", "3"}) {
    const Simulator simulator =
        simulator_of(standing(R"(,"shares":[0.7,0.3])", 1000, fmt::format(R"(,"seed":{})", seed)));
    const double east = count_of(simulator, 0);
    const double chi_square = (east - 700) * (east - 700) / 700 + (east - 700) * (east - 700) / 300;
    EXPECT_LE(chi_square, 3.84) << "seed " << seed << ": " << east;
  }
}

TEST(RegionChoice, ARegionWithoutAShareIsNeverChosen) {
  EXPECT_EQ(count_of(simulator_of(standing(R"(,"shares":[0,2])", 50)), 1), 50);
}

constexpr const char* kLeastCrowded = R"(,"choose":"least_crowded","areas":["hall"])";

TEST(LeastCrowded, AgentsThatTakeTurnsSplitFromTheSecondRoundOn) {
  Simulator simulator = simulator_of(standing(kLeastCrowded, 100));
  EXPECT_EQ(count_of(simulator, 0), 100);  // nobody had chosen before: the first of the list
  run_steps(simulator, 100);
  EXPECT_NEAR(count_of(simulator, 0), 50, 5);
  run_steps(simulator, 500);
  EXPECT_NEAR(count_of(simulator, 0), 50, 5);
}

// The exits themselves are empty, so nobody has a reason to change.
TEST(LeastCrowded, CountsInTheAreaOnly) {
  EXPECT_EQ(count_of(after(standing(R"(,"choose":"least_crowded")", 100), 200), 0), 100);
}

TEST(LeastCrowded, ChangesOnlyToWhatIsBetterByATenth) {
  // Two agents: after the first change both exits have one, which is no reason to change again.
  Simulator simulator = after(standing(kLeastCrowded, 2), 100);
  const std::uint32_t first = place_of(simulator, 0);
  EXPECT_EQ(count_of(simulator, 0), 1);
  run_steps(simulator, 300);
  EXPECT_EQ(place_of(simulator, 0), first);
}

TEST(LeastCrowded, LooksAgainEveryHoldSeconds) {
  Simulator simulator = after(standing(std::string(kLeastCrowded) + R"(,"hold":100)", 100), 400);
  EXPECT_EQ(count_of(simulator, 0), 100);  // the turns of these numbers are at ticks 4901 to 5000
}

// How often 300 agents change between three exits in the last ten of sixty seconds, and how many go to each.
struct Changes {
  int late = 0;
  std::array<int, 3> going = {};
};

Changes changes_among_three(const std::string& more, double dt) {
  Pursuing parts = standing("", 300);
  parts.agents = R"({"type":"a","count":300,"placement":{"type":"rectangle","min":[-9,-20],"max":[9,20]},
                     "goal":{"regions":["east","west","north"],"choose":"least_crowded","areas":["hall"])" +
                 more + "}}";
  parts.scenario.insert(parts.scenario.find(R"("hall")"), R"("north":{"min":[-2,50],"max":[2,52]},)");
  parts.dt = dt;
  Simulator simulator = simulator_of(parts);
  const auto seconds = [dt](double time) { return static_cast<int>(time / dt + 0.5); };
  run_steps(simulator, seconds(50));
  Changes changes;
  auto before = simulator.world().state.goals.stage;
  for (int step = 0; step < seconds(10); ++step) {
    run_steps(simulator, 1);
    const auto& now = simulator.world().state.goals.stage;
    for (std::size_t i = 0; i < now.size(); ++i)
      changes.late += now[i] != before[i] ? 1 : 0;
    before = now;
  }
  for (const std::uint32_t place : before)
    ++changes.going[place];
  return changes;
}

// Agents that look in the same tick would swing from exit to exit for ever if none saw the others change:
// fifteen at a time, and all of them where they look in every tick.
TEST(LeastCrowded, ChoicesAmongThreeExitsSettle) {
  for (const char* more : {"", R"(,"hold":0.05)"}) {
    SCOPED_TRACE(more);
    const Changes changes = changes_among_three(more, 0.05);
    EXPECT_EQ(changes.late, 0);
    for (const int going : changes.going)
      EXPECT_NEAR(going, 100, 10);
  }
}

// Where an agent goes after a second that has 5 m to one exit, with others before it, and 15 m to another
// with 5 others before it; 1.3 m/s and 1.3 1/s.
std::uint32_t choice_with(int others) {
  Simulator simulator = make_simulator(scene(
      "[]",
      fmt::format(
          R"([{{"type":"a","position":[0,0],"goal":{{"regions":["near","far"],"choose":"least_time"}}}},
          {{"type":"a","count":{},"placement":{{"type":"line","from":[4,0.2],"to":[4.9,0.2]}},
            "goal":{{"regions":["near"]}}}},
          {{"type":"a","count":5,"placement":{{"type":"line","from":[-4,0],"to":[-9,0]}},
            "goal":{{"regions":["far"]}}}}])",
          others),
      R"(,"max_speed":1.3,"radius":0.001)",
      R"(,"world":{"regions":{"near":{"min":[4.999,-2],"max":[8,2]},"far":{"min":[-20,-2],"max":[-14.999,2]}}})"));
  EXPECT_EQ(place_of(simulator), 0u);  // at birth the ways alone count
  run_steps(simulator, 60);
  return place_of(simulator);
}

TEST(LeastTime, TheWayAndThoseBeforeTheAgentTakeTime) {
  EXPECT_EQ(choice_with(20), 1u);  // 19.2308 s or 15.3846 s
  EXPECT_EQ(choice_with(11), 0u);  // 12.3077 s
  EXPECT_EQ(choice_with(16), 0u);  // 16.1538 s: better, but not by a tenth
  EXPECT_EQ(choice_with(17), 0u);  // 16.9231 s: still not
  EXPECT_EQ(choice_with(18), 1u);  // 17.6923 s
}

TEST(LeastTime, ManyBeforeTheNearExitSendAgentsToTheFarOne) {
  Simulator simulator = simulator_of(
      {.agents = R"({"type":"a","count":60,"placement":{"type":"rectangle","min":[-2,-2],"max":[8,2]},
                     "goal":{"regions":["near","far"],"choose":"least_time","flows":[1.3,1.3]}})",
       .type = R"(,"radius":0.05)",
       .scenario = R"(,"world":{"regions":{"near":{"min":[10,-2],"max":[12,2]},
                                           "far":{"min":[-20,-2],"max":[-15,2]}}})",
       .behaviors = "",
       .dt = 0.02});
  EXPECT_EQ(count_of(simulator, 0), 60);  // the ways alone
  run_steps(simulator, 300);
  EXPECT_GT(count_of(simulator, 0), 25);
  EXPECT_GT(count_of(simulator, 1), 15);
  // Those who go far stand where fewer would be before them.
  double near_x = 0.0, far_x = 0.0;
  for (AgentIndex i = 0; i < 60; ++i)
    (place_of(simulator, i) == 0 ? near_x : far_x) += simulator.world().state.motion.x[i];
  EXPECT_GT(near_x / count_of(simulator, 0), far_x / count_of(simulator, 1));
}

// Nobody sees what another one chose because of the same event, whatever their order.
TEST(LeastCrowded, AgentsThatAnEventGivesAGoalSeeThoseWhoChoseBeforeIt) {
  const std::string goal =
      R"({"regions":["east","west"],"choose":"least_crowded","areas":["hall"],"hold":100})";
  Simulator simulator = simulator_of(
      standing(std::string(kLeastCrowded) + R"(,"hold":100)", 10,
               R"(,"events":[{"type":"goal","at":1,"target":{"agent_type":"a"},"goal":)" + goal + "}]"));
  run_steps(simulator, 49);
  EXPECT_EQ(count_of(simulator, 0), 10);
  run_steps(simulator, 1);
  EXPECT_EQ(count_of(simulator, 1), 10);
}

// 0.5 (1 - 2^-53) rounds to 0.5, of which subtracting both shares leaves nothing to pick by.
TEST(Shares, WithoutAShareNothingIsPickedWhateverTheRounding) {
  const std::vector<double> shares = {0.0, 0.15, 0.35, 0.0};
  EXPECT_EQ(pick_by_share(shares, 0.0, std::identity()), 1u);
  EXPECT_EQ(pick_by_share(shares, 0.3, std::identity()), 2u);
  EXPECT_EQ(pick_by_share(shares, 1.0 - 0x1p-53, std::identity()), 2u);
}

}  // namespace
}  // namespace drover::test::region_choice_test
