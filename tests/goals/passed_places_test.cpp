// Places of routes that are passed beside, and how fast those that are taken are passed.
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "goals/pursuing.h"

namespace drover::test::passed_places_test {
namespace {

// A body that is moved along a line at its own times, whatever its route says: places are 5 m ahead and 5 m
// on.
struct Walk {
  std::string keyframes;
  std::string route = "[[5,0],[10,0]]";
  std::string more = "";   // keys of the goal, each behind a comma
  std::string agent = "";  // keys of the agent, each behind a comma
  std::string scenario = "";
};

Simulator walking(const Walk& walk, bool has_route = true) {
  const std::string goal = R"("goal":{"route":)" + walk.route + walk.more + "}";
  return make_simulator(
      R"({"format":1,"simulation":{"dt":0.25,"duration":60},"agent_types":{"a":{"radius":0.2,)"
      R"("locomotion":{"type":"scripted","keyframes":)" +
      walk.keyframes + R"(}}},"agents":[{"type":"a","position":[0,0])" + (has_route ? "," + goal : "") +
      walk.agent + "}]" + walk.scenario + "}");
}

std::uint32_t place_after(const Walk& walk, double seconds) {
  Simulator simulator = walking(walk);
  run_steps(simulator, static_cast<int>(seconds / 0.25));
  return place_of(simulator);
}

// Up to `y` beside the route, then along it, past its places at 1 m/s: at the first one after 6 s.
Walk beside(const std::string& y) {
  return {.keyframes = "[[0,0,0],[1,0," + y + "],[13,12," + y + "]]"};
}

std::string with_wall(const std::string& points) {
  return R"(,"world":{"walls":[{"points":)" + points + "}]}";
}

TEST(Gate, TakesAPlaceInTheStateThatIsBeyondItsLine) {
  EXPECT_EQ(place_after(beside("2"), 5.75), 0u);
  EXPECT_EQ(place_after(beside("2"), 6.0), 1u);
  EXPECT_EQ(place_after(beside("-2"), 6.0), 1u);
}

TEST(Gate, IsCrossedForwardsOnly) {
  const std::string round = "[[0,0,0],[1,0,9],[2,10,9],[3,10,2],[10,3,2]]";
  EXPECT_EQ(place_after({.keyframes = round}, 10), 0u);
}

// Both legs are 5 m long.
TEST(Gate, IsAsWideAsTheLongerLegToBothSides) {
  for (const char* y : {"4.99", "-4.99"})
    EXPECT_EQ(place_after(beside(y), 10), 1u) << y;
  for (const char* y : {"5.01", "-5.01"})
    EXPECT_EQ(place_after(beside(y), 10), 0u) << y;
  Walk longer = beside("5.01");
  longer.route = "[[5,0],[11,0]]";
  EXPECT_EQ(place_after(longer, 10), 1u);
}

TEST(Gate, EndsWhereThePlaceIsOutOfSight) {
  Walk walk = beside("2");
  walk.scenario = with_wall("[[4.5,1],[5.5,1]]");
  EXPECT_EQ(place_after(walk, 10), 0u);
  walk.scenario = R"(,"world":{"obstacles":[{"center":[5,1],"radius":0.3}]})";
  EXPECT_EQ(place_after(walk, 10), 0u);
  // Before and behind the line, and beyond the agent.
  walk.scenario = R"(,"world":{"walls":[{"points":[[4.9,0.5],[0,0.5]]},{"points":[[5.1,0.5],[9,0.5]]},
                                        {"points":[[4,3],[6,3]]}]})";
  EXPECT_EQ(place_after(walk, 10), 1u);
}

// A door that is closed hides the place, and one that is open does not.
TEST(Gate, FollowsDoors) {
  const auto with_door = [](const char* is_open) {
    Walk walk = beside("2");
    walk.scenario =
        R"(,"world":{"walls":[{"id":"d","points":[[4.5,1],[5.5,1]]}]},"events":[{"type":"shape","at":2,
                        "target":{"wall":"d"},"present":)" +
        std::string(is_open) + "}]";
    return place_after(walk, 10);
  };
  EXPECT_EQ(with_door("false"), 1u);
  EXPECT_EQ(with_door("true"), 0u);
}

TEST(Gate, NearnessToTheNextPlaceTakesNothing) {
  EXPECT_EQ(place_after({.keyframes = "[[0,0,0],[1,0,9],[2,10,9],[3,10,0]]"}, 5), 0u);
}

TEST(Gate, IsNoneWhereTheAgentStays) {
  Walk walk = beside("2");
  walk.agent = R"(,"at_goal":{"wait":{"seconds":3,"then":"next","at":"every"}})";
  EXPECT_EQ(place_after(walk, 10), 0u);
  walk.agent = R"(,"at_goal":{"wait":{"seconds":3,"then":"next"}})";
  EXPECT_EQ(place_after(walk, 10), 1u);
  walk.route = "[[5,0]]";
  Simulator simulator = walking(walk);
  run_steps(simulator, 40);
  EXPECT_EQ(simulator.world().state.goals.reached[0], 0u);
}

// Legs along +x and +y: the line is x + y = 5.
TEST(Gate, LiesAcrossTheBisectorOfTheLegs) {
  const auto place_at = [](const std::string& from, const std::string& to) {
    return place_after({.keyframes = "[[0,0,0],[1," + from + "],[2," + to + "]]", .route = "[[5,0],[5,5]]"},
                       3);
  };
  EXPECT_EQ(place_at("3,1", "3.9,1"), 0u);
  EXPECT_EQ(place_at("3,1", "4.1,1"), 1u);
  EXPECT_EQ(place_at("5,-1", "5.9,-1"), 0u);
  EXPECT_EQ(place_at("5,-1", "6.1,-1"), 1u);
}

// Turns of 149 and 151 degrees. The bisector of the one would be crossed at once.
TEST(Gate, LiesAcrossTheIncomingLegWhereTheRouteTurnsRound) {
  const auto place_at = [](double turn_deg, const std::string& x) {
    const double turn = turn_deg * std::numbers::pi / 180.0;
    const std::string next =
        "[" + std::to_string(5.0 + 5.0 * std::cos(turn)) + "," + std::to_string(5.0 * std::sin(turn)) + "]";
    return place_after(
        {.keyframes = "[[0,0,0],[1,0,1.5],[2," + x + ",1.5]]", .route = "[[5,0]," + next + "]"}, 3);
  };
  EXPECT_EQ(place_at(151, "4.9"), 0u);
  EXPECT_EQ(place_at(151, "5.1"), 1u);
  EXPECT_EQ(place_at(149, "5.1"), 0u);
}

// Before a corner at the first place: across the outgoing leg it would be taken on the first meters.
TEST(Gate, OfTheFirstPlaceKnowsWhereTheAgentGotTheRoute) {
  EXPECT_EQ(place_after({.keyframes = "[[0,0,0.5],[3,3,1.5]]", .route = "[[11,1],[11,8]]"}, 3), 0u);
  // From where it was born, (30, 20), the route would turn round at its first place.
  const std::string event = R"(,"events":[{"type":"goal","at":5,"target":{"agent_type":"a"},
                                "goal":{"route":[[25,20],[30,20]]}}])";
  Simulator simulator = walking(
      {.keyframes = "[[0,30,20],[5,20,20],[6,20,22],[10,24.8,22],[11,25.2,22]]", .scenario = event}, false);
  run_steps(simulator, 40);
  EXPECT_EQ(place_of(simulator), 0u);
  run_steps(simulator, 4);
  EXPECT_EQ(place_of(simulator), 1u);
}

// The leg to the next place begins at the place, wherever beside it the agent went past.
TEST(Gate, OfALaterPlaceKnowsThePlaceBefore) {
  const std::string route = "[[5,0],[10,0],[10,10]]";
  // The line of the second place is x + y = 10.
  EXPECT_EQ(place_after({.keyframes = "[[0,0,0],[1,0,3],[2,6.9,3]]", .route = route}, 3), 1u);
  EXPECT_EQ(place_after({.keyframes = "[[0,0,0],[1,0,3],[2,7.1,3]]", .route = route}, 3), 2u);
}

TEST(Gate, SeveralAreCrossedInOneStepInTheirOrder) {
  const auto stride = [](const std::string& route, const std::string& more = "") {
    return place_after({.keyframes = "[[0,0,0],[1,0,0.75],[1.25,8,0.75]]", .route = route, .more = more},
                       1.25);
  };
  EXPECT_EQ(stride("[[5,0],[6,0],[7,0],[20,0]]"), 3u);
  EXPECT_EQ(stride("[[5,0],[7,0],[6,0],[20,0]]"), 2u);  // back to 6 m is another direction
}

TEST(Gate, IsCrossedTheShortWayOnATorus) {
  const std::string torus = R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}})";
  const auto place_at = [&](const std::string& keyframes) {
    return place_after({.keyframes = keyframes, .route = "[[1,10],[6,10]]", .scenario = torus}, 4);
  };
  EXPECT_EQ(place_at("[[0,16,10],[1,16,12],[4,20.9,12]]"), 0u);
  EXPECT_EQ(place_at("[[0,16,10],[1,16,12],[4,21.1,12]]"), 1u);
  EXPECT_EQ(place_at("[[0,16,10],[1,16,12],[2,12,12],[4,7,12]]"), 0u);  // the long way round
}

// An agent stands beside the route until it is put beyond the line, from where it goes on to the place.
TEST(Gate, IsNotCrossedByEvents) {
  EXPECT_EQ(place_of(after({.agents = R"({"type":"a","position":[0,2],"goal":{"route":[[5,0],[10,0]]}})",
                            .scenario = R"(,"events":[{"type":"teleport","at":0.5,"target":{"agent_type":"a"},
                                            "position":[6,2]}])",
                            .behaviors = ""},
                           4)),
            0u);
}

// The last place of a route without an end counts as reached, in the state that is past it.
TEST(Gate, OfTheLastPlaceReachesTheGoalOfARouteWithoutAnEnd) {
  Walk walk = beside("2");
  walk.more = R"(,"at_end":"back")";
  Simulator simulator = walking(walk);
  for (int step = 0; step <= 50; ++step) {
    const bool is_past = step >= 44;
    EXPECT_EQ(simulator.world().state.goals.reached[0], is_past ? 1u : 0u) << step;
    EXPECT_EQ(*simulator.goal(0)->is_reached, step == 44) << step;
    run_steps(simulator, 1);
  }
  EXPECT_EQ(place_of(simulator), 0u);
}

// How fast a body that takes forces passes the first of two places, when it is 0.1 m before its radius.
double speed_before_place(double turn_deg, const std::string& more) {
  const double turn = turn_deg * std::numbers::pi / 180.0;
  const std::string next =
      "[" + std::to_string(20 + 10 * std::cos(turn)) + "," + std::to_string(10 * std::sin(turn)) + "]";
  Simulator simulator = make_simulator(
      scene(R"([{"type":"arrive","target":"goal","response_time":0.1,"deceleration_tweak":1}])",
            R"([{"type":"a","position":[0,0],"goal":{"route":[[20,0],)" + next + "]}}]",
            R"(,"max_speed":2,"max_acceleration":4)" + more, R"(,"simulation":{"dt":0.005,"duration":60})"));
  while (simulator.world().state.motion.x[0] < 19.4)
    run_steps(simulator, 1);
  return simulator.world().state.motion.velocity(0).x;
}

TEST(PassedPlace, OnTheWayStraightOnIsPassedAtFullSpeed) {
  EXPECT_NEAR(speed_before_place(0, ""), 2.0, 1e-6);
}

// With the lag of 0.1 s: v 0.2 + v^2 / 4 = R, R = 0.5 / tan(turn / 2). The arrival alone would come down to
// 0.3 m/s here.
TEST(PassedPlace, IsPassedAsFastAsTheBodyCanTurn) {
  for (const double turn : {60.0, 90.0, 120.0}) {
    const double radius = 0.5 / std::tan(turn * std::numbers::pi / 360.0);
    const double speed = std::sqrt(0.16 + 4.0 * radius) - 0.4;
    EXPECT_NEAR(speed_before_place(turn, ""), speed, 0.03 * speed) << turn;
  }
}

TEST(PassedPlace, IsPassedNoFasterThanMaxTurnRateAllows) {
  const double radius = 0.5 / std::tan(std::numbers::pi / 6.0);
  EXPECT_NEAR(speed_before_place(60, R"(,"max_turn_rate":1)"), radius, 0.03 * radius);
}

// A place to turn round at, and one where the agent waits, are arrived at.
TEST(PassedPlace, IsHaltedAtWhereTheAgentTurnsRoundOrStays) {
  EXPECT_LT(speed_before_place(180, ""), 0.35);
  EXPECT_LT(speed_before_place(0, R"(,"at_goal":{"wait":{"seconds":3,"then":"next","at":"every"}})"), 0.35);
}

// Eighty people leave by a door of 1 m. Places that cannot be gone beside would let all of them out; here
// people slip past the one before the door along the wall.
TEST(Gate, DoesNotTurnACrowdRoundInItsDoor) {
  Simulator simulator = make_simulator(R"({"format":1,"include":["drover:pedestrian"],
    "simulation":{"dt":0.05,"duration":90,"non_penetration":{"enabled":true,"iterations":4}},
    "world":{"walls":[{"points":[[0.4,0.5],[0,0.5],[0,6],[-12,6],[-12,-6],[0,-6],[0,-0.5],[0.4,-0.5]]}],
      "regions":{"before":{"min":[-1,-0.5],"max":[-0.3,0.5]},"after":{"min":[0.7,-0.5],"max":[1.9,0.5]},
        "out":{"min":[6,-6],"max":[9,6]}}},
    "agents":[{"type":"pedestrian","count":80,"goal":{"route":["before","after","out"]},"at_goal":"leave",
      "placement":{"type":"rectangle","min":[-11.5,-5.5],"max":[-2,5.5]}}]})");
  run_steps(simulator, 1800);
  const World& world = simulator.world();
  for (AgentIndex i = 0; i < 80; ++i)
    EXPECT_FALSE(world.is_present(i)) << i;
}

}  // namespace
}  // namespace drover::test::passed_places_test
