// Emergent formations in a run: members find places behind each other and keep them.
#include <algorithm>
#include <utility>

#include "formation_runs/squad.h"
#include "formations/turning.h"
#include "sim/formation/slot_error.h"

namespace drover::test::emergent_test {
namespace {

// Agents of a type that follow, and go along `course` where they lead.
struct Crowd {
  std::string starts = "[[0,0],[-3,1],[-3,-1],[-6,2],[-6,0.5],[-6,-2]]";
  int count = 6;
  std::string emergent = "{}";
  std::string formation = "";                                             // keys
  std::string course = R"({"type":"seek","target":{"point":[10000,0]})";  // of those without a slot
  std::string type = "";                                                  // keys
  std::string velocity = "[1,0]";
  std::string agents = "";      // more agents
  std::string types = "";       // more agent types
  std::string members = "";     // more entries
  std::string formations = "";  // more formations
  std::string scenario = "";    // keys
};

std::string text_of(const Crowd& crowd) {
  return R"({"format":1,"simulation":{"dt":0.02},"agent_types":{"m":{"max_speed":3,"max_acceleration":6,)"
         R"("steering":{"behaviors":[{"type":"slot_arrive"},)" +
         crowd.course + R"(,"when":{"type":"distance","target":{"slot":"own"},"greater_than":10000}}]})" +
         crowd.type + "}" + crowd.types +
         fmt::format(R"(}},"agents":[{{"type":"m","id":"m","count":{},"velocity":{},)", crowd.count,
                     crowd.velocity) +
         R"("placement":{"type":"points","points":)" + crowd.starts + "}}" + crowd.agents +
         R"(],"formations":{"f":{"mode":"emergent","emergent":)" + crowd.emergent +
         R"(,"members":[{"agent_type":"m"})" + crowd.members + "]" + crowd.formation + "}" +
         crowd.formations + "}" + crowd.scenario + "}";
}

Simulator simulator_of(const Crowd& crowd) {
  return make_simulator(text_of(crowd));
}

AgentIndex root_of(const Simulator& simulator) {
  return leader_of(simulator.world(), 0);
}
AgentIndex parent_of(const Simulator& simulator, AgentIndex i) {
  return simulator.world().state.claims.claim_parent[i];
}
std::pair<int, int> claim_of(const Simulator& simulator, AgentIndex i) {
  const auto places = simulator.world().state.claims.claim_place;
  return {static_cast<int>(places[2 * i]), static_cast<int>(places[2 * i + 1])};
}

// The member as its root sees it: forward and left [m].
Vec3 seen_from_root(const Simulator& simulator, AgentIndex i) {
  const AgentIndex root = root_of(simulator);
  const Frame frame = upright(simulator.world().state.motion.heading(root));
  const Vec3 way = place_of(simulator, i) - place_of(simulator, root);
  return {dot(way, frame.forward), dot(way, frame.left), 0.0};
}

double greatest_error(const Simulator& simulator, AgentIndex count) {
  double greatest = 0.0;
  for (AgentIndex i = 0; i < count; ++i) {
    if (simulator.world().state.slots[i].exists)
      greatest = larger(greatest, length(way_to_slot(simulator, i)));
  }
  return greatest;
}

void expect_final_places(const std::string& emergent, const std::vector<Vec3>& places) {
  Simulator simulator = simulator_of({.emergent = emergent});
  run_for(simulator, 60);
  for (AgentIndex i = 0; i < places.size(); ++i) {
    SCOPED_TRACE(fmt::format("{} agent {}", emergent, i));
    expect_near(seen_from_root(simulator, i), places[i], 1e-6);
  }
}

TEST(EmergentFormation, ByRankTheVIsFilledFromTheFront) {
  expect_final_places("{}", {{0, 0, 0}, {-2, 2, 0}, {-2, -2, 0}, {-4, 4, 0}, {-4, 0, 0}, {-4, -4, 0}});
}

TEST(EmergentFormation, ByDistanceTheNearestPlaceIsTaken) {
  expect_final_places(R"({"policy":"distance"})",
                      {{0, 0, 0}, {-2, 2, 0}, {-2, -2, 0}, {-4, 4, 0}, {-6, 2, 0}, {-4, 0, 0}});
}

TEST(EmergentFormation, WithOneSideAllTravelInADiagonal) {
  expect_final_places(R"({"sides":"left"})",
                      {{0, 0, 0}, {-2, 2, 0}, {-4, 4, 0}, {-6, 6, 0}, {-8, 8, 0}, {-10, 10, 0}});
}

// The root cannot outrun the others: half of their speed, or another part of it.
TEST(EmergentFormation, TheRootIsSlowerThanTheOthers) {
  Simulator plain = simulator_of({});
  run_for(plain, 10);
  EXPECT_EQ(plain.world().state.limits.max_speed[0], 1.5);
  EXPECT_EQ(plain.world().state.limits.max_speed[1], 3.0);
  EXPECT_NEAR(velocity_of(plain, 0).x, 1.5, 1e-9);
  const std::string slow = R"(,"slow":{"max_speed":2,"steering":{"behaviors":[{"type":"slot_arrive"}]}})";
  Simulator mixed = simulator_of({.formation = R"(,"anchor":{"speed_fraction":0.8})",
                                  .agents = R"(,{"type":"slow","position":[-9,0]})",
                                  .types = slow,
                                  .members = R"(,{"agent_type":"slow"})"});
  EXPECT_DOUBLE_EQ(mixed.world().state.limits.max_speed[0], 1.6);
  Simulator joined = simulator_of({.formation = R"(,"anchor":{"speed_fraction":0.8})",
                                   .scenario = R"(,"events":[{"type":"set","target":{"agent":"m.3"},"at":1,)"
                                               R"("parameter":"max_speed","value":2}])"});
  run_for(joined, 0.5);
  EXPECT_DOUBLE_EQ(joined.world().state.limits.max_speed[0], 2.4);
  run_for(joined, 1);
  EXPECT_DOUBLE_EQ(joined.world().state.limits.max_speed[0], 1.6);
}

TEST(EmergentFormation, ThoseWhoLeadNoLongerHaveTheirOwnSpeedAgain) {
  Simulator simulator = simulator_of({});
  run_for(simulator, 1);
  ASSERT_EQ(root_of(simulator), 0u);
  world_of(simulator).state.membership.member_of[0] = kNoIndex;
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 3.0);
  ASSERT_NE(root_of(simulator), 0u);
  EXPECT_EQ(simulator.world().state.limits.max_speed[root_of(simulator)], 1.5);
}

// A quarter turn in four seconds, on a circle of 3.8 m.
constexpr std::string_view kTurningRoot =
    R"(,"guide":{"max_speed":3,"locomotion":{"type":"scripted","controls":[[0,0,0],[20,0,0.39269908169872414],)"
    R"([24,0,0]]}})";

Crowd behind_guide() {
  return {.starts = "[[-3,1],[-3,-1],[-6,2],[-6,0.5],[-6,-2]]",
          .count = 5,
          .emergent = R"({"root":"guide"})",
          .agents = R"(,{"type":"guide","id":"guide","position":[0,0],"velocity":[1.5,0]})",
          .types = std::string(kTurningRoot),
          .members = R"(,{"agent":"guide"})"};
}

TEST(EmergentFormation, KeepsItsPlacesStraightAheadAndAfterATurn) {
  Simulator simulator = simulator_of(behind_guide());
  run_for(simulator, 20);
  ASSERT_EQ(root_of(simulator), 5u);
  EXPECT_LT(greatest_error(simulator, 5), 1e-6);
  run_for(simulator, 4);
  EXPECT_GT(greatest_error(simulator, 5), 1e-3);
  expect_near(simulator.world().state.motion.heading(5), {0, 1, 0}, 1e-9);
  run_for(simulator, 36);
  EXPECT_LT(greatest_error(simulator, 5), 1e-6);
  expect_near(seen_from_root(simulator, 0), {-2, 2, 0}, 1e-6);
  expect_near(velocity_of(simulator, 4), {0, 1.5, 0}, 1e-6);
}

// (1 - feed_forward) v slow_radius / max_speed = 1 m behind each whom it follows.
TEST(EmergentFormation, WithoutFeedForwardEveryRankTrailsByAMeterMore) {
  Simulator simulator = simulator_of({.formation = R"(,"feed_forward":0)"});
  run_for(simulator, 60);
  for (AgentIndex i = 0; i < 6; ++i) {
    const auto [rank, lateral] = claim_of(simulator, i);
    expect_near(seen_from_root(simulator, i), {-3.0 * rank, 2.0 * lateral, 0.0}, 1e-6);
  }
}

TEST(EmergentFormation, FiftyFillTheRanksFromZeroToNine) {
  std::string text = text_of({.starts = "[]", .count = 50});
  const std::string points = R"({"type":"points","points":[]})";
  text.replace(text.find(points), points.size(),
               R"({"type":"rectangle","min":[0,0],"max":[30,30],"spacing":1})");
  Simulator simulator = make_simulator(text);
  std::vector<int> in_rank(10);
  std::vector<std::pair<int, int>> places;
  for (AgentIndex i = 0; i < 50; ++i) {
    places.push_back(claim_of(simulator, i));
    ASSERT_LE(places.back().first, 9);
    ++in_rank[static_cast<std::size_t>(places.back().first)];
  }
  EXPECT_EQ(in_rank, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 5}));
  run_for(simulator, 90);
  EXPECT_LT(greatest_error(simulator, 50), 1e-3);
  for (AgentIndex i = 0; i < 50; ++i)
    expect_near(seen_from_root(simulator, i), {-2.0 * places[i].first, 2.0 * places[i].second, 0.0}, 1e-2);
}

TEST(EmergentFormation, WhoeverFollowedSomebodyThatIsGoneSelectsAnew) {
  Simulator simulator =
      simulator_of({.scenario = R"(,"events":[{"type":"remove","target":{"agent":"m.1"},"at":5}])"});
  ASSERT_EQ(parent_of(simulator, 3), 1u);
  ASSERT_EQ(claim_of(simulator, 5), std::pair(2, -2));
  run_for(simulator, 5.5);
  EXPECT_EQ(claim_of(simulator, 2), std::pair(1, -1));
  EXPECT_EQ(claim_of(simulator, 5), std::pair(2, -2));
  // The place that became free goes to the foremost of those who followed.
  EXPECT_TRUE(claim_of(simulator, 3) == std::pair(1, 1) || claim_of(simulator, 4) == std::pair(1, 1));
  for (AgentIndex i = 2; i < 6; ++i)
    EXPECT_NE(parent_of(simulator, i), 1u);
  EXPECT_FALSE(simulator.world().state.slots[1].exists);
  run_for(simulator, 60);
  EXPECT_LT(greatest_error(simulator, 6), 1e-6);
}

TEST(EmergentFormation, ANewcomerTakesAFreePlaceAndDisturbsNobody) {
  Simulator simulator = simulator_of(
      {.scenario = R"(,"events":[{"type":"spawn","at":5,"agents":{"type":"m","position":[60,0]}}])"});
  std::vector<std::pair<int, int>> before;
  for (AgentIndex i = 0; i < 6; ++i)
    before.push_back(claim_of(simulator, i));
  run_for(simulator, 6);
  ASSERT_TRUE(simulator.world().is_present(6));
  EXPECT_EQ(root_of(simulator), 0u);
  for (AgentIndex i = 0; i < 6; ++i)
    EXPECT_EQ(claim_of(simulator, i), before[i]);
  EXPECT_EQ(claim_of(simulator, 6).first, 3);
  run_for(simulator, 90);
  EXPECT_LT(greatest_error(simulator, 7), 1e-6);
}

TEST(EmergentFormation, WithoutItsRootTheForemostLeads) {
  Simulator simulator =
      simulator_of({.scenario = R"(,"events":[{"type":"remove","target":{"agent":"m.0"},"at":30}])"});
  run_for(simulator, 31);
  const AgentIndex root = root_of(simulator);
  ASSERT_TRUE(root == 1 || root == 2);
  EXPECT_EQ(simulator.world().state.limits.max_speed[root], 1.5);
  EXPECT_FALSE(simulator.world().state.slots[root].exists);
  run_for(simulator, 60);
  EXPECT_LT(greatest_error(simulator, 6), 1e-6);
  std::vector<std::pair<int, int>> places;
  for (AgentIndex i = 1; i < 6; ++i)
    places.push_back(claim_of(simulator, i));
  std::ranges::sort(places);
  EXPECT_EQ(places, (std::vector<std::pair<int, int>>{{0, 0}, {1, -1}, {1, 1}, {2, -2}, {2, 0}}));
}

// Whom they followed belongs to another formation from one state to the next.
TEST(EmergentFormation, WhoeverJoinsAnotherFormationTakesAPlaceThere) {
  const std::string other = R"(,"other":{"max_speed":3,"steering":{"behaviors":[{"type":"slot_arrive"}]}})";
  for (const AgentIndex leaver : {0u, 1u}) {
    Simulator simulator =
        simulator_of({.agents = R"(,{"type":"other","count":2,"placement":{"type":"points",)"
                                R"("points":[[0,20],[-3,21]]}})",
                      .types = other,
                      .formations = R"(,"g":{"mode":"emergent","members":[{"agent_type":"other"}]})"});
    ASSERT_EQ(leader_of(simulator.world(), 1), 6u);
    run_for(simulator, 1);
    world_of(simulator).state.membership.member_of[leaver] = 1;
    run_steps(simulator, 1);
    EXPECT_EQ(leader_of(simulator.world(), 1), 6u);
    EXPECT_EQ(parent_of(simulator, leaver), 6u);
    EXPECT_NE(leader_of(simulator.world(), 0), leaver);
    for (AgentIndex i = 0; i < 6; ++i) {
      if (i == leaver) continue;
      EXPECT_NE(parent_of(simulator, i), leaver);
      EXPECT_TRUE(parent_of(simulator, i) < 6 || leader_of(simulator.world(), 0) == i);
    }
  }
}

TEST(EmergentFormation, TheChosenRootLeadsFromWhereverItIs) {
  Simulator simulator = simulator_of({.emergent = R"({"root":"m.4"})"});
  EXPECT_EQ(root_of(simulator), 4u);
  EXPECT_EQ(claim_of(simulator, 4), std::pair(0, 0));
}

TEST(EmergentFormation, OneMemberLeadsNobodyAtItsOwnSpeed) {
  Simulator simulator = simulator_of({.starts = "[[0,0]]", .count = 1});
  run_for(simulator, 10);
  EXPECT_EQ(root_of(simulator), 0u);
  EXPECT_FALSE(simulator.world().state.slots[0].exists);
  EXPECT_NEAR(velocity_of(simulator, 0).x, 3.0, 1e-9);
}

TEST(EmergentFormation, WhenAllAreGoneNobodyLeadsUntilSomebodyComes) {
  Simulator simulator =
      simulator_of({.scenario = R"(,"events":[{"type":"remove","target":{"agent_type":"m"},"at":1},)"
                                R"({"type":"spawn","at":2,"agents":{"type":"m","count":2,)"
                                R"("placement":{"type":"points","points":[[0,0],[5,0]]}}}])"});
  run_for(simulator, 1.5);
  EXPECT_EQ(root_of(simulator), kNoIndex);
  const Vec3 anchor = anchor_place(simulator);
  run_for(simulator, 0.2);
  EXPECT_EQ(anchor_place(simulator), anchor);
  run_for(simulator, 1);
  EXPECT_EQ(root_of(simulator), 7u);  // the foremost of the two
  EXPECT_EQ(parent_of(simulator, 6), 7u);
}

// The root goes to (10, 0) and stands there, and so that the place of its left follower lies in an obstacle.
Crowd to_a_rock() {
  return {.starts = "[[0,0],[-3,1]]",
          .count = 2,
          .course = R"({"type":"arrive","target":{"point":[10,0]})",
          .scenario = R"(,"world":{"obstacles":[{"center":[8,2],"radius":0.5}]})"};
}

TEST(EmergentFormation, APlaceInAnObstacleIsGivenUpAfterAWhile) {
  Simulator simulator = simulator_of(to_a_rock());
  ASSERT_EQ(claim_of(simulator, 1), std::pair(1, 1));
  double blocked = 0.0;
  for (int step = 0; step < 3000 && claim_of(simulator, 1) == std::pair(1, 1); ++step) {
    run_steps(simulator, 1);
    if (is_slot_blocked(simulator.world(), 1)) blocked += 0.02;
  }
  EXPECT_EQ(claim_of(simulator, 1), std::pair(1, -1));
  EXPECT_NEAR(blocked, 1.0, 0.021);
  EXPECT_FALSE(is_slot_blocked(simulator.world(), 1));
}

TEST(EmergentFormation, WhereNoPlaceIsFreeTheNearestIsTakenAndSaidToBeBlocked) {
  Crowd crowd = to_a_rock();
  crowd.course = R"({"type":"arrive","target":{"point":[0,0]})";
  crowd.velocity = "[0,0]";
  crowd.scenario = R"(,"world":{"obstacles":[{"center":[-30,0],"radius":29}]})";
  Simulator simulator = simulator_of(crowd);
  EXPECT_TRUE(simulator.world().state.slots[1].exists);
  EXPECT_TRUE(is_slot_blocked(simulator.world(), 1));
  EXPECT_FALSE(is_slot_blocked(simulator.world(), 0));
  run_for(simulator, 5);
  EXPECT_TRUE(is_slot_blocked(simulator.world(), 1));
}

// Turned by a right angle, all do the same to the bit.
TEST(EmergentFormation, TurnedFormationsTurnBitForBit) {
  Simulator plain = simulator_of({});
  Simulator turned = simulator_of({.starts = "[[0,0],[-1,-3],[1,-3],[-2,-6],[-0.5,-6],[2,-6]]",
                                   .course = R"({"type":"seek","target":{"point":[0,10000]})",
                                   .velocity = "[0,1]"});
  for (int step = 0; step < 500; ++step) {
    run_steps(plain, 1);
    run_steps(turned, 1);
    for (AgentIndex i = 0; i < 6; ++i)
      ASSERT_EQ(place_of(turned, i), quarter_turned(place_of(plain, i))) << step;
  }
}

TEST(EmergentFormation, AcrossTheEdgesOfATorusPlacesAreTheSame) {
  const std::string torus = R"(,"world":{"bounds":{"min":[-8,-8],"max":[8,8],"edge":"wrap"}})";
  Simulator plain = simulator_of({});
  Simulator wrapped =
      simulator_of({.course = R"({"type":"seek","target":{"point":[7,0]})", .scenario = torus});
  for (AgentIndex i = 0; i < 6; ++i)
    EXPECT_EQ(claim_of(wrapped, i), claim_of(plain, i));
}

TEST(EmergentFormation, ARestoredStateGoesOnWithTheSameBits) {
  const std::string events = R"(,"events":[{"type":"remove","target":{"agent":"m.1"},"at":2}])";
  Simulator simulator = simulator_of({.scenario = events});
  run_for(simulator, 1.9);
  const SavedState saved = save_state(simulator.world());
  run_for(simulator, 3);
  Simulator restored = simulator_of({.scenario = events});
  ASSERT_FALSE(restored.restore(saved));
  run_for(restored, 3);
  EXPECT_EQ(restored.hash(), simulator.hash());
}

TEST(EmergentFormation, TheOrderInTheFileDoesNotMatter) {
  expect_any_order(R"("mode":"emergent")", 100);
}

}  // namespace
}  // namespace drover::test::emergent_test
