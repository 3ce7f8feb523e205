// Places of routes that are missed or lost from sight, and how fast those that are taken are passed.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "goals/pursuing.h"

namespace drover::test::passed_places_test {
namespace {

// An agent that moves past a place and has had a route since the step before.
struct Moving {
  std::string at = "[6,2]";
  std::string velocity = "[1,0]";
  std::string route = "[[5,0],[10,0]]";
  std::string more = R"(,"radius":0.6)";
  std::string scenario = "";
  std::string type = "";
};

std::uint32_t place_after_a_step(const Moving& moving) {
  return place_of(
      after({.agents = R"({"type":"a","position":)" + moving.at + R"(,"velocity":)" + moving.velocity +
                       R"(,"goal":{"route":)" + moving.route + moving.more + "}}",
             .type = R"(,"radius":0.25)" + moving.type,
             .scenario = moving.scenario,
             .behaviors = ""},
            1));
}

std::string with_wall(const std::string& points) {
  return R"(,"world":{"walls":[{"points":)" + points + "}]}";
}

TEST(MissedPlace, IsTakenFromItsRadiusToTwiceThatBeyondItsLine) {
  for (const char* at : {"[4,2]", "[5.59,2]", "[6.21,2]"})
    EXPECT_EQ(place_after_a_step({.at = at}), 0u) << at;
  for (const char* at : {"[5.61,2]", "[6.19,-2]"})
    EXPECT_EQ(place_after_a_step({.at = at}), 1u) << at;
}

TEST(MissedPlace, IsNotTakenByAnAgentThatStandsOrComesBack) {
  for (const char* velocity : {"[0,0]", "[0,1]", "[-1,0]"})
    EXPECT_EQ(place_after_a_step({.velocity = velocity}), 0u) << velocity;
}

TEST(MissedPlace, IsNotTakenFromBesideItByMoreThanTheLongerLeg) {
  EXPECT_EQ(place_after_a_step({.at = "[6,4.99]"}), 1u);
  EXPECT_EQ(place_after_a_step({.at = "[6,5.01]"}), 0u);
}

TEST(MissedPlace, IsNotTakenFromBehindAWall) {
  EXPECT_EQ(place_after_a_step({.scenario = with_wall("[[4,1],[6,1]]")}), 0u);
}

// The way is free for the center, and not for the body.
TEST(MissedPlace, IsNotTakenWhereTheBodyCannotGoStraightToTheNext) {
  EXPECT_EQ(place_after_a_step({.scenario = with_wall("[[7,1],[9,1]]")}), 0u);
  EXPECT_EQ(place_after_a_step({.scenario = with_wall("[[8,-2],[8,0.8]]")}), 0u);
  EXPECT_EQ(place_after_a_step({.scenario = with_wall("[[8,-2],[8,0.6]]")}), 1u);
  const std::string circle = R"(,"world":{"obstacles":[{"center":[8,0],"radius":)";
  EXPECT_EQ(place_after_a_step({.scenario = circle + "0.7}]}"}), 0u);
  EXPECT_EQ(place_after_a_step({.scenario = circle + "0.6}]}"}), 1u);
}

TEST(MissedPlace, IsNotTakenWhereTheAgentStays) {
  const std::string wait = R"(,"at_goal":{"wait":{"seconds":3,"then":"next","at":"every"}})";
  EXPECT_EQ(place_after_a_step({.type = wait}), 0u);
  EXPECT_EQ(place_after_a_step({.at = "[11,1]", .route = "[[10,0]]"}), 0u);
}

// The place that an agent which has been at the first one goes to after it was put somewhere, moving.
std::uint32_t place_after_teleport(const std::string& goal, const std::string& to) {
  Simulator simulator = simulator_of(
      {.agents = R"({"type":"a","position":[0,0],"goal":)" + goal + "}",
       .scenario = R"(,"events":[{"type":"teleport","at":0.5,"target":{"agent_type":"a"},)" + to + "}]",
       .behaviors = ""});
  run_steps(simulator, 3);
  return place_of(simulator);
}

// The line lies across the bisector, here x + y = 5.
TEST(MissedPlace, IsPassedAcrossTheBisectorOfItsLegs) {
  const auto place = [](const std::string& at) {
    return place_after_teleport(R"({"route":[[0,0],[5,0],[5,5]]})", R"("velocity":[1,1],"position":)" + at);
  };
  EXPECT_EQ(place("[4,1.6]"), 1u);
  EXPECT_EQ(place("[4,1.8]"), 2u);
  EXPECT_EQ(place("[7,-1.2]"), 2u);
}

// The outgoing leg leads back past the agent: only who has gone beyond along the incoming one is past.
TEST(MissedPlace, OfARouteThatTurnsRoundIsPassedAcrossTheIncomingLeg) {
  const auto place = [](const std::string& at) {
    return place_after_teleport(R"({"route":[[0,0],[5,0]],"at_end":"back"})",
                                R"("velocity":[1,0],"position":)" + at);
  };
  EXPECT_EQ(place("[4.2,2]"), 1u);
  EXPECT_EQ(place("[5.8,2]"), 0u);
}

// An agent that has taken the first place and is put behind a wall, from where it sees the second one no
// more.
std::uint32_t place_after(double seconds, const std::string& walls, const std::string& to = "[2,3]") {
  Simulator simulator = simulator_of(
      {.agents = R"({"type":"a","position":[0,0],"goal":{"route":[[0,0],[10,0],[20,0]]}})",
       .scenario = R"(,"world":{"walls":[)" + walls +
                   R"(]},"events":[{"type":"teleport","at":0.5,"target":{"agent_type":"a"},"position":)" +
                   to + "}]",
       .behaviors = ""});
  run_steps(simulator, static_cast<int>((0.5 + seconds) / 0.25));
  return place_of(simulator);
}

TEST(LostPlace, LetsTheAgentGoBackToThePlaceBeforeAfterTwoSeconds) {
  const std::string wall = R"({"points":[[1,1],[9,1]]})";
  EXPECT_EQ(place_after(1.75, wall), 1u);
  EXPECT_EQ(place_after(2.0, wall), 0u);
}

TEST(LostPlace, IsNoneWhileItIsInSight) {
  EXPECT_EQ(place_after(10, R"({"points":[[1,1],[5,1]]})", "[6,3]"), 1u);
}

// Going back would not help: a closed door, or something that the agent is to go round.
TEST(LostPlace, IsWaitedForWhereThePlaceBeforeDoesNotSeeItEither) {
  EXPECT_EQ(place_after(10, R"({"points":[[5,-5],[5,5]]})"), 1u);
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
TEST(MissedPlace, DoesNotTurnACrowdRoundInItsDoor) {
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
