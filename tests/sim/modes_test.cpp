// The state machine of an agent type: which mode an agent is in, and what it does there.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::modes_test {
namespace {

using test::make_simulator;
using test::run_steps;

// A scenario of one type "a" with these modes (the keys of the JSON object), and its agents.
std::string machine(const std::string& modes,
                    const std::string& agents = R"([{"type":"a","position":[0,0]}])",
                    const std::string& steering = "", const std::string& scenario = "") {
  return R"({"format":1,"agent_types":{"a":{"steering":{"modes":{)" + modes + "}" + steering +
         R"(}}},"agents":)" + agents + (scenario.empty() ? R"(,"simulation":{"dt":0.1})" : scenario) + "}";
}

std::string to(const std::string& mode, const std::string& condition = R"({"type":"time"})") {
  return R"({"to":")" + mode + R"(","when":)" + condition + "}";
}

std::string mode(const std::string& name, const std::string& transitions, const std::string& keys = "") {
  return "\"" + name + R"(":{"transitions":[)" + transitions + "]" + keys + "}";
}

std::string from(double time) {
  return fmt::format(R"({{"type":"time","from":{}}})", time);
}

// The first letters of the modes agents are in after each of the first steps.
std::string modes_after(const std::string& scenario, int steps, AgentIndex agent = 0) {
  Simulator simulator = make_simulator(scenario);
  std::string letters;
  for (int k = 0; k < steps; ++k) {
    run_steps(simulator, 1);
    letters += simulator.world().mode_of(agent).name[0];
  }
  return letters;
}

TEST(Modes, TheFirstListedTransitionThatHoldsIsTaken) {
  const std::string rest = R"(,"b":{},"c":{})";
  EXPECT_EQ(modes_after(machine(mode("a", to("b") + "," + to("c")) + rest), 2), "bb");
  EXPECT_EQ(modes_after(machine(mode("a", to("c") + "," + to("b")) + rest), 2), "cc");
  EXPECT_EQ(modes_after(machine(mode("a", to("b", from(9)) + "," + to("c")) + rest), 2), "cc");
}

TEST(Modes, AtMostOneTransitionIsTakenInAStep) {
  const std::string circle = mode("a", to("b")) + "," + mode("b", to("c")) + "," + mode("c", to("a"));
  EXPECT_EQ(modes_after(machine(circle), 6), "bcabca");
}

// A mode is entered in the state in which the condition holds, and its behaviors act from there on.
TEST(Modes, TheNewModeActsInTheStepInWhichItIsEntered) {
  Simulator simulator = make_simulator(machine(
      mode("a", to("b", from(0.1))) + R"(,"b":{"behaviors":[{"type":"seek","target":{"point":[9,0]}}]})"));
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.motion.vx[0], 0.0);
  run_steps(simulator, 1);
  EXPECT_GT(simulator.world().state.motion.vx[0], 0.0);
}

// In steps of 0.1 s, in which 0.29 / 0.01 and the like are not whole: entered at 0, left with the first state
// at or after min_dwell.
TEST(Modes, MinDwellHoldsAnAgentBack) {
  EXPECT_EQ(modes_after(machine(mode("a", to("b"), R"(,"min_dwell":0.3)") + R"(,"b":{})"), 6), "aaabbb");
  EXPECT_EQ(modes_after(machine(mode("a", to("b"), R"(,"min_dwell":0.25)") + R"(,"b":{})"), 6), "aaabbb");
  const std::string both =
      mode("a", to("b"), R"(,"min_dwell":0.3)") + "," + mode("b", to("a"), R"(,"min_dwell":0.2)");
  EXPECT_EQ(modes_after(machine(both), 11), "aaabbaaabba");
}

TEST(Modes, AMomentDuringMinDwellIsMissed) {
  const std::string moment = R"({"type":"time","from":0.1,"to":0.2})";
  EXPECT_EQ(modes_after(machine(mode("a", to("b", moment)) + R"(,"b":{})"), 4), "abbb");
  EXPECT_EQ(modes_after(machine(mode("a", to("b", moment), R"(,"min_dwell":0.3)") + R"(,"b":{})"), 6),
            "aaaaaa");
}

TEST(Modes, AgentsStartInTheFirstOrAsToldByTypeOrAgent) {
  const std::string modes = R"("x":{},"y":{},"z":{})";
  const std::string agents = R"([{"type":"a","position":[0,0]},{"type":"a","position":[1,0],"mode":"z"}])";
  EXPECT_EQ(modes_after(machine(modes, agents), 1, 0), "x");
  EXPECT_EQ(modes_after(machine(modes, agents), 1, 1), "z");
  EXPECT_EQ(modes_after(machine(modes, agents, R"(,"initial_mode":"y")"), 1, 0), "y");
  EXPECT_EQ(modes_after(machine(modes, agents, R"(,"initial_mode":"y")"), 1, 1), "z");
}

TEST(Modes, ASpawnedAgentStartsInItsModeWhenItAppears) {
  const std::string scenario = machine(
      mode("x", to("y"), R"(,"min_dwell":0.2)") + R"(,"y":{})", R"([{"type":"a","position":[0,0]}])",
      R"(,"initial_mode":"y")",
      R"(,"simulation":{"dt":0.1},"events":[{"type":"spawn","at":0.3,"agents":{"type":"a","position":[5,0],"mode":"x"}}])");
  // It appears with the state at 0.3 s and has dwelt 0.2 s with that at 0.5 s, in the sixth step.
  EXPECT_EQ(modes_after(scenario, 8, 1).substr(3), "xxyyy");
}

TEST(Modes, AgentsOfOneTypeAreInDifferentModesAtOnce) {
  Simulator simulator = make_simulator(
      machine(R"("left":{"behaviors":[{"type":"seek","target":{"point":[-99,0]}}]},
                 "right":{"behaviors":[{"type":"seek","target":{"point":[99,0]}}]},"stay":{})",
              R"([{"type":"a","position":[0,0],"mode":"right"},{"type":"a","position":[0,5],"mode":"left"},
                  {"type":"a","position":[0,9],"mode":"stay"},{"type":"a","position":[0,-5],"mode":"right"}])"));
  run_steps(simulator, 10);
  const std::vector<double>& x = simulator.world().state.motion.x;
  EXPECT_GT(x[0], 1.0);
  EXPECT_LT(x[1], -1.0);
  EXPECT_EQ(x[2], 0.0);
  EXPECT_GT(x[3], 1.0);
}

TEST(Modes, WhatAllShareComesBeforeWhatEachHas) {
  const Simulator simulator = make_simulator(
      machine(R"("m":{"behaviors":[{"type":"wander"}]},"n":{})", R"([{"type":"a","position":[0,0]}])",
              R"(,"behaviors":[{"type":"separation"},{"type":"seek","target":{"point":[9,0]}}])"));
  const AgentType& type = simulator.world().model().types[0];
  const auto labels = [&](const Mode& of) {
    std::vector<std::string> found;
    for (const std::uint32_t slot : type.root(of).entries)
      found.push_back(type.entries[slot].label);
    return found;
  };
  EXPECT_EQ(labels(type.modes[0]), (std::vector<std::string>{"separation", "seek", "m/wander"}));
  EXPECT_EQ(labels(type.modes[1]), (std::vector<std::string>{"separation", "seek"}));
}

// What all share has one memory and one stream of random numbers: an agent that hops between two modes that
// add nothing moves like one without modes, to the last bit.
TEST(Modes, WhatAllShareDoesNotNoticeAChange) {
  const std::string wander = R"("behaviors":[{"type":"wander","jitter":5}])";
  const std::string plain = R"({"format":1,"simulation":{"dt":0.1},"agent_types":{"a":{"steering":{)" +
                            wander + R"(}}},"agents":[{"type":"a","position":[0,0]}]})";
  Simulator hopping = make_simulator(machine(mode("x", to("y")) + "," + mode("y", to("x")),
                                             R"([{"type":"a","position":[0,0]}])", "," + wander));
  Simulator still = make_simulator(plain);
  for (int k = 0; k < 200; ++k) {
    run_steps(hopping, 1);
    run_steps(still, 1);
    ASSERT_EQ(hopping.world().state.motion.x, still.world().state.motion.x) << k;
    ASSERT_EQ(hopping.world().state.motion.y, still.world().state.motion.y) << k;
  }
}

// The numbers a behavior of the first mode remembers for the agent.
std::vector<double> memory_of(const Simulator& simulator) {
  const std::span<const double> memory = test::memory_of(simulator.world());
  return {memory.begin(), memory.end()};
}

// Away from 1 s to 2 s; nothing of what was remembered changes meanwhile, and all of it counts afterwards.
TEST(Modes, MemoryIsKeptWhileAnAgentIsInAnotherMode) {
  const std::string away = R"({"type":"time","from":1,"to":2})";
  const std::string back = R"({"type":"not","condition":)" + away + "}";
  for (const char* behavior :
       {R"({"type":"wander","jitter":5})", R"({"type":"follow_path","path":"p","waypoint_radius":1})"}) {
    Simulator simulator = make_simulator(machine(
        mode("x", to("y", away), fmt::format(R"(,"behaviors":[{}])", behavior)) + "," +
            mode("y", to("x", back)),
        R"([{"type":"a","position":[0,0]}])", "",
        R"(,"simulation":{"dt":0.1},"world":{"paths":{"p":{"points":[[0,0],[1.5,0],[2.5,0],[9,0],[9,9]]}}})"));
    const std::vector<double> first = memory_of(simulator);
    run_steps(simulator, 10);
    const std::vector<double> left = memory_of(simulator);
    EXPECT_NE(left, first) << behavior << ": this would say nothing";
    for (int k = 0; k < 10; ++k) {
      run_steps(simulator, 1);
      ASSERT_EQ(memory_of(simulator), left) << behavior;
      ASSERT_EQ(simulator.world().mode_of(0).name, "y");
    }
    run_steps(simulator, 1);
    EXPECT_EQ(simulator.world().mode_of(0).name, "x");
  }
}

// Every condition is answered for every agent in every step, also where nothing uses the answer: its memory
// does not depend on the mode.
TEST(Modes, ConditionsRememberInEveryMode) {
  const std::string seen = R"({"type":"distance","target":{"point":[0,0]},"less_than":1,"hysteresis":50})";
  const std::string scenario =
      machine(mode("x", to("y", from(1))) + "," + mode("y", to("z", seen)) + R"(,"z":{})",
              R"([{"type":"a","position":[0,0],"velocity":[2,0]}])");
  // The agent is near the origin in mode x only, and 2 m away when it comes into mode y.
  EXPECT_EQ(modes_after(scenario, 13), "xxxxxxxxxxyzz");
}

TEST(Modes, TheOrderOfTheAgentsDoesNotMatter) {
  const std::string modes = mode("x", to("y", R"({"type":"random","probability":0.2,"period":0.1})"),
                                 R"(,"behaviors":[{"type":"wander"},{"type":"separation"}])") +
                            "," +
                            mode("y", to("x", R"({"type":"neighbor_count","radius":3,"greater_than":1})"),
                                 R"(,"behaviors":[{"type":"cohesion"}])");
  const auto agents = [](std::vector<int> order) {
    std::string list;
    for (const int k : order) {
      list += fmt::format(R"({}{{"type":"a","number":{},"position":[{},{}]}})", list.empty() ? "[" : ",", k,
                          k * 1.5, (k * 7) % 5);
    }
    return list + "]";
  };
  Simulator one = make_simulator(machine(modes, agents({0, 1, 2, 3, 4, 5})));
  Simulator other = make_simulator(machine(modes, agents({4, 2, 5, 0, 3, 1})));
  int changes = 0;
  for (int k = 0; k < 100; ++k) {
    const SharedColumn<std::uint32_t> before = one.world().state.status.mode;
    run_steps(one, 1);
    run_steps(other, 1);
    ASSERT_EQ(one.world().state.status.mode, other.world().state.status.mode);
    ASSERT_EQ(one.hash(), other.hash());
    changes += before == one.world().state.status.mode ? 0 : 1;
  }
  EXPECT_GT(changes, 10);
}

TEST(Modes, TheGoalFollowsTheMode) {
  Simulator simulator = make_simulator(machine(
      mode("x", to("y", from(0.2)), R"(,"behaviors":[{"type":"seek","target":{"point":[3,0]}}])") + "," +
      mode("y", to("z", from(0.4)), R"(,"behaviors":[{"type":"arrive","target":{"point":[0,4]}}])") +
      R"(,"z":{"behaviors":[{"type":"wander"}]})"));
  EXPECT_EQ(simulator.goal(0)->position, (Vec3{3, 0, 0}));
  run_steps(simulator, 3);
  EXPECT_EQ(simulator.goal(0)->position, (Vec3{0, 4, 0}));
  run_steps(simulator, 2);
  EXPECT_FALSE(simulator.goal(0).has_value());
}

TEST(Modes, ContributionsAreThoseOfThePresentMode) {
  Simulator simulator = make_simulator(
      machine(mode("x", to("y", from(0.1)), R"(,"behaviors":[{"type":"seek","target":{"point":[9,0]}}])") +
              R"(,"y":{"behaviors":[{"type":"seek","target":{"point":[0,9]}}]})"));
  simulator.record_contributions();
  run_steps(simulator, 1);
  EXPECT_GT(simulator.contributions().by_type[0][0][0].linear.x, 0.0);
  EXPECT_EQ(simulator.contributions().by_type[0][1][0].linear, Vec3{});
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.contributions().by_type[0][0][0].linear, Vec3{});
  EXPECT_GT(simulator.contributions().by_type[0][1][0].linear.y, 0.0);
}

// The agent seeks the lamp until it is nearer than 5 m and then steps back to its post, which is 5.5 m from
// the lamp: with one threshold for both ways it never comes to rest.
int changes_at_the_lamp(double hysteresis, double min_dwell) {
  const std::string near = fmt::format(
      R"({{"type":"distance","target":{{"point":[0,0]}},"less_than":5,"hysteresis":{}}})", hysteresis);
  const std::string dwell = fmt::format(R"(,"min_dwell":{})", min_dwell);
  Simulator simulator = make_simulator(
      machine(mode("approach", to("back", near),
                   dwell + R"(,"behaviors":[{"type":"seek","target":{"point":[0,0]}}])") +
                  "," +
                  mode("back", to("approach", R"({"type":"not","condition":)" + near + "}"),
                       dwell + R"(,"behaviors":[{"type":"arrive","target":{"point":[5.5,0]}}])"),
              R"([{"type":"a","position":[12,0]}])", "", R"(,"simulation":{"dt":0.02})"));
  run_steps(simulator, 500);
  int changes = 0;
  for (int k = 0; k < 1000; ++k) {
    const std::uint32_t before = simulator.world().state.status.mode[0];
    run_steps(simulator, 1);
    changes += simulator.world().state.status.mode[0] != before ? 1 : 0;
  }
  return changes;
}

TEST(Modes, HysteresisEndsTheLimitCycleOfAThresholdOnWhatTheModeChanges) {
  const int without = changes_at_the_lamp(0.0, 0.0);
  EXPECT_GT(without, 20) << "in 20 s";
  EXPECT_EQ(changes_at_the_lamp(1.0, 0.0), 0);
  // A dwell time does not end it but limits how often it goes round.
  EXPECT_LE(changes_at_the_lamp(0.0, 2.0), 10);
  EXPECT_GT(changes_at_the_lamp(0.0, 2.0), 0);
}

}  // namespace
}  // namespace drover::modes_test
