// Balls that are caught, held, thrown, dropped and taken.
#include "sim/step/hands.h"

#include "projectiles/range.h"

namespace drover::hands_test {
namespace {

using test::expect_near;
using test::first_position;
using test::first_velocity;
using test::make_simulator;
using test::run_steps;

// A scenario of agents of type "a" with hands, and one ball.
struct Game {
  double dimensions = 2.5;
  double dt = 0.02;
  std::string hands = "";  // keys of the hands
  std::string type = "";   // more keys of the agent type, each with a comma before it
  std::string agents = R"({"id":"one","type":"a","position":[0,0],"heading":0})";
  std::string ball = "";                     // keys of it
  std::string start = R"("held_by":"one")";  // of the ball
};

Simulator simulator_of(const Game& game) {
  return make_simulator(fmt::format(
      R"({{"format":1,"simulation":{{"dt":{},"duration":100}},"world":{{"dimensions":{}}},
    "projectile_types":{{"ball":{{"radius":0.1,"ball":{{{}}}}}}},
    "agent_types":{{"a":{{"radius":0.5,"hands":{{{}}}{}}},"b":{{"radius":0.5}}}},
    "agents":[{}],"projectiles":[{{"type":"ball",{}}}]}})",
      game.dt, game.dimensions, game.ball, game.hands, game.type, game.agents, game.start));
}

std::uint32_t held_by(const Simulator& simulator, AgentIndex agent) {
  return simulator.world().state.hands.ball[agent];
}
ProjectilePhase phase_of(const Simulator& simulator) {
  return static_cast<ProjectilePhase>(simulator.world().state.projectiles.phase[0]);
}

std::vector<Handling> handlings_in(Simulator& simulator, int steps) {
  std::vector<Handling> all;
  for (int k = 0; k < steps; ++k) {
    run_steps(simulator, 1);
    all.insert(all.end(), simulator.handlings().begin(), simulator.handlings().end());
  }
  return all;
}

// A holder at (3, 2) with the heading 30 degrees, 2 m/s along x and 1 rad/s.
TEST(Hold, MovesAndTurnsWithTheAgent) {
  Simulator simulator = simulator_of(
      {.dimensions = 2.0,
       .hands = R"("hold_offset":[0.4,0.2])",
       .agents =
           R"({"id":"one","type":"a","position":[3,2],"heading":0.5235987755982988,"velocity":[2,0],"rotation":1})"});
  expect_near(first_position(simulator), {3.246410, 2.373205, 0.0}, 1e-6);
  expect_near(first_velocity(simulator), {1.626795, 0.246410, 0.0}, 1e-6);
}

// From 1.2 m at 2 m/s it lands after 0.494619 s, 0.989239 m farther on.
TEST(Drop, LetsTheBallFallWithTheVelocityOfTheHands) {
  Simulator simulator =
      simulator_of({.dt = 0.01,
                    .hands = R"("hold_offset":[0.6,0,1.3])",
                    .type = R"(,"actions":[{"type":"drop"}])",
                    .agents = R"({"id":"one","type":"a","position":[0,0],"heading":0,"velocity":[2,0]})"});
  run_steps(simulator, 1);
  ASSERT_EQ(simulator.handlings().size(), 1u);
  EXPECT_EQ(simulator.handlings()[0].what, Handled::dropped);
  std::vector<Impact> impacts;
  for (int k = 0; k < 60 && impacts.empty(); ++k) {
    run_steps(simulator, 1);
    impacts.assign(simulator.impacts().begin(), simulator.impacts().end());
  }
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time, 0.494619, 1e-6);
  EXPECT_NEAR(impacts[0].point.x, 0.6 + 0.989239, 1e-6);
}

TEST(Catch, HappensWhereTheBallComesWithinReach) {
  Simulator simulator = simulator_of(
      {.dimensions = 2.0, .ball = R"("rolling_drag":0)", .start = R"("position":[5,0],"velocity":[-4,0])"});
  const std::vector<Handling> handlings = handlings_in(simulator, 100);
  ASSERT_EQ(handlings.size(), 1u);
  EXPECT_EQ(handlings[0].what, Handled::caught);
  // 0.8 m from the place of holding, which is 0.5 m ahead.
  EXPECT_NEAR(handlings[0].point.x, 1.3, 1e-9);
  EXPECT_NEAR(handlings[0].time, 3.7 / 4.0, 1e-9);
  EXPECT_EQ(held_by(simulator, 0), 1u);
  EXPECT_EQ(phase_of(simulator), ProjectilePhase::held);
  expect_near(first_position(simulator), {0.5, 0.0, 0.0}, 1e-12);
}

// What is too fast, and what the draw lets slip, bounces off the body.
TEST(Catch, FailsOfWhatIsTooFastOrSlips) {
  for (const char* hands : {R"("max_catch_speed":3.9)", R"("catch_probability":0)"}) {
    Simulator simulator = simulator_of({.dimensions = 2.0,
                                        .hands = hands,
                                        .ball = R"("rolling_drag":0)",
                                        .start = R"("position":[5,0],"velocity":[-4,0])"});
    EXPECT_TRUE(handlings_in(simulator, 100).empty());
    EXPECT_GT(first_velocity(simulator).x, 0.0);
    EXPECT_EQ(held_by(simulator, 0), 0u);
  }
}

TEST(Catch, SucceedsAsOftenAsTheProbabilitySays) {
  int caught = 0;
  constexpr int kTrials = 400;
  for (int seed = 0; seed < kTrials; ++seed) {
    Simulator simulator = make_simulator(fmt::format(
        R"({{"format":1,"seed":{},"simulation":{{"dt":0.05,"duration":9}},
      "projectile_types":{{"ball":{{"radius":0.1,"ball":{{}}}}}},
      "agent_types":{{"a":{{"hands":{{"catch_probability":0.3}}}}}},
      "agents":[{{"type":"a","position":[0,0],"heading":0}}],
      "projectiles":[{{"type":"ball","position":[1.5,0],"velocity":[-4,0]}}]}})",
        seed));
    run_steps(simulator, 4);
    if (held_by(simulator, 0) != 0) ++caught;
  }
  EXPECT_NEAR(caught, 0.3 * kTrials, 4.0 * std::sqrt(0.21 * kTrials));
}

// Two at the same distance: the one with the lower number.
TEST(Catch, IsByTheNearestThenByTheLowestNumber) {
  Simulator simulator = simulator_of(
      {.dimensions = 2.0,
       .agents =
           R"({"type":"a","position":[0,0.6],"heading":0},{"type":"a","position":[0,-0.6],"heading":0})",
       .ball = R"("rolling_drag":0)",
       .start = R"("position":[5,0],"velocity":[-4,0])"});
  EXPECT_EQ(handlings_in(simulator, 100).size(), 1u);
  EXPECT_EQ(held_by(simulator, 0), 1u);
  EXPECT_EQ(held_by(simulator, 1), 0u);
}

// Hands that hold one ball catch no other one.
TEST(Catch, OneAtATime) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.02,"duration":9},
    "projectile_types":{"ball":{"radius":0.1,"ball":{"rolling_drag":0}}},
    "agent_types":{"a":{"hands":{}}},
    "agents":[{"id":"one","type":"a","position":[0,0],"heading":0}],
    "projectiles":[{"type":"ball","position":[4,0.3],"velocity":[-4,0]},
                   {"type":"ball","position":[4,-0.3],"velocity":[-4,0]},{"type":"ball","held_by":"one"}]})");
  run_steps(simulator, 100);
  EXPECT_EQ(held_by(simulator, 0), 3u);
}

TEST(Catch, PicksUpWhatLiesOnTheGround) {
  Simulator simulator =
      simulator_of({.hands = R"("catch_probability":0)",
                    .type = R"(,"steering":{"behaviors":[{"type":"seek","target":{"point":[20,0]}}]})",
                    .start = R"("position":[4,0.2,0])"});
  const std::vector<Handling> handlings = handlings_in(simulator, 200);
  ASSERT_EQ(handlings.size(), 1u);
  EXPECT_EQ(handlings[0].what, Handled::caught);
  EXPECT_LT(handlings[0].point.z, 0.11);
}

// Who threw it does not catch it at once again; when it comes back he does.
TEST(Throw, DoesNotEndInTheSameHandsAtOnce) {
  Simulator simulator =
      simulator_of({.dimensions = 2.0,
                    .type = R"(,"actions":[{"type":"throw","target":{"point":[6,0]},"speed":6,
                                        "when":{"type":"time","to":1}}])",
                    .agents = R"({"id":"one","type":"a","position":[0,0],"heading":0},
                                        {"type":"b","position":[4,0]})",
                    .ball = R"("rolling_drag":0)"});
  const std::vector<Handling> handlings = handlings_in(simulator, 150);
  ASSERT_EQ(handlings.size(), 2u);
  EXPECT_EQ(handlings[0].what, Handled::thrown);
  EXPECT_NEAR(handlings[0].time, 0.3, 1e-9);  // the handling time
  EXPECT_NEAR(handlings[0].velocity.x, 6.0, 1e-9);
  EXPECT_EQ(handlings[1].what, Handled::caught);
  EXPECT_NEAR(handlings[1].velocity.x, -6.0 * 0.6, 1e-9);
}

// 24.391 m at 32 m/s take 0.7675 s in the arc.
TEST(Throw, LeadsARunner) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.01,"duration":9},
    "world":{"dimensions":2.5},"projectile_types":{"ball":{"radius":0.1,"muzzle_speed":15,"ball":{}}},
    "agent_types":{"a":{"hands":{},"actions":[{"type":"throw","target":{"agent":"runner"}}]},
                   "r":{"hands":{},"max_speed":4,
                        "steering":{"behaviors":[{"type":"seek","target":{"point":[12,60]}}]}}},
    "agents":[{"id":"one","type":"a","position":[0,0],"heading":0},
              {"id":"runner","type":"r","position":[12,-6],"velocity":[0,4],"heading":1.5707963267948966}],
    "projectiles":[{"type":"ball","held_by":"one"}]})");
  const std::vector<Handling> handlings = handlings_in(simulator, 300);
  ASSERT_EQ(handlings.size(), 2u);
  EXPECT_EQ(handlings[1].what, Handled::caught);
  EXPECT_EQ(handlings[1].agent, 1u);
}

// Who misses a ball beside the one who throws it does not give it back to him.
TEST(Throw, IsNotCaughtByTheThrowerBecauseAnotherMissesIt) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.02,"duration":9},
    "projectile_types":{"ball":{"radius":0.1,"ball":{"rolling_drag":0}}},
    "agent_types":{"a":{"hands":{"reach":1.4},"actions":[{"type":"throw","target":{"point":[60,0]},"speed":9}]},
                   "b":{"hands":{"reach":1.4,"max_catch_speed":1}}},
    "agents":[{"id":"one","type":"a","position":[0,0],"heading":0},{"type":"b","position":[1.2,1.2],"heading":0}],
    "projectiles":[{"type":"ball","held_by":"one"}]})");
  const std::vector<Handling> handlings = handlings_in(simulator, 100);
  ASSERT_EQ(handlings.size(), 1u);
  EXPECT_EQ(handlings[0].what, Handled::thrown);
  EXPECT_GT(first_position(simulator).x, 10.0);
}

TEST(Take, MovesTheBallToOtherHands) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.02,"duration":9},
    "projectile_types":{"ball":{"radius":0.1,"ball":{}}},
    "agent_types":{"a":{"hands":{}},"b":{"hands":{},"actions":[{"type":"take","target":{"agent":"one"}}]}},
    "agents":[{"id":"one","type":"a","position":[0,0],"heading":0},
              {"type":"b","position":[1.6,0],"heading":3.141592653589793},
              {"type":"b","position":[0,5]}],
    "projectiles":[{"type":"ball","held_by":"one"}]})");
  const std::vector<Handling> handlings = handlings_in(simulator, 10);
  ASSERT_EQ(handlings.size(), 1u);
  EXPECT_EQ(handlings[0].what, Handled::taken);
  EXPECT_EQ(held_by(simulator, 0), 0u);
  EXPECT_EQ(held_by(simulator, 1), 1u);
}

TEST(Hold, EndsWithTheHolder) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.02,"duration":9},
    "world":{"dimensions":2.5},"projectile_types":{"ball":{"radius":0.1,"ball":{}}},
    "agent_types":{"a":{"hands":{}}},"agents":[{"id":"one","type":"a","position":[0,0],"heading":0}],
    "projectiles":[{"type":"ball","held_by":"one"}],
    "events":[{"type":"remove","target":{"agent":"one"},"at":0.1}]})");
  const std::vector<Handling> handlings = handlings_in(simulator, 100);
  ASSERT_EQ(handlings.size(), 1u);
  EXPECT_EQ(handlings[0].what, Handled::dropped);
  EXPECT_NEAR(first_position(simulator).z, 0.1, 1e-9);
}

// A state in which it is held goes on as the run did.
TEST(Hold, IsResumed) {
  const std::string game = R"({"format":1,"simulation":{"dt":0.02,"duration":9},
    "world":{"dimensions":2.5},"projectile_types":{"ball":{"radius":0.1,"ball":{}}},
    "agent_types":{"a":{"hands":{},"actions":[{"type":"throw","target":{"agent":"two"},"speed":9}]},"b":{"hands":{}}},
    "agents":[{"id":"one","type":"a","position":[0,0],"heading":0},
              {"id":"two","type":"b","position":[6,0],"heading":3.141592653589793}],
    "projectiles":[{"type":"ball","held_by":"one"}]})";
  Simulator whole = make_simulator(game);
  run_steps(whole, 5);
  Simulator other = make_simulator(game);
  ASSERT_EQ(other.restore(save_state(whole.world())), std::nullopt);
  run_steps(whole, 120);
  run_steps(other, 120);
  EXPECT_EQ(whole.hash(), other.hash());
  EXPECT_EQ(held_by(whole, 1), 1u);
}

std::string refusal(const Game& game) {
  try {
    simulator_of(game);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Hold, RefusesHoldersWithoutHandsAndTwoPlaces) {
  EXPECT_NE(refusal({.agents = R"({"id":"one","type":"b","position":[0,0]})"}).find("no \"hands\""),
            std::string::npos);
  EXPECT_NE(refusal({.start = R"("held_by":"one","position":[0,0])"}).find("either"), std::string::npos);
  EXPECT_NE(refusal({.start = R"("held_by":"someone")"}).find("someone"), std::string::npos);
}

}  // namespace
}  // namespace drover::hands_test
