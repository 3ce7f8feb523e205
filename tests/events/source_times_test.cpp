// When the agents of sources come.
#include <cmath>
#include <string>
#include <vector>

#include "events/eventful.h"

namespace drover::source_times_test {
namespace {

using test::Eventful;
using test::make_simulator;
using test::problem_of;
using test::run_steps;
using test::simulator_of;

using Ticks = std::vector<std::uint64_t>;

std::string source(const std::string& keys, const std::string& agents = R"("position":[0,0])") {
  return R"({"type":"spawn","find_room":false,)" + keys + R"(,"agents":{"type":"a",)" + agents + "}}";
}

std::string in_steps_of(const std::string& dt, const std::string& events) {
  return R"({"format":1,"simulation":{"dt":)" + dt +
         R"(},"agent_types":{"a":{},"b":{}},"agents":[],"events":[)" + events + "]}";
}

// The tick at which each agent was there first.
Ticks ticks_of_births(const std::string& text, int steps) {
  Simulator simulator = make_simulator(text);
  Ticks ticks;
  for (int k = 0;; ++k) {
    for (std::size_t n = ticks.size(); n < simulator.world().present_count(); ++n)
      ticks.push_back(simulator.world().state.tick);
    if (k == steps) return ticks;
    run_steps(simulator, 1);
  }
}

std::vector<double> times_of(const Simulator& simulator, std::size_t event = 0) {
  return simulator.world().model().events[event].times;
}

TEST(SourceTimes, ABirthIsInTheFirstStateAtOrAfterItsTime) {
  EXPECT_EQ(ticks_of_births(in_steps_of("0.02", source(R"("at":0,"every":0.05,"times":6)")), 20),
            (Ticks{0, 3, 5, 8, 10, 13}));
  // 0.14 / 0.02 is above 7 in doubles.
  EXPECT_EQ(ticks_of_births(in_steps_of("0.02", source(R"("at":0.14)")), 20), (Ticks{7}));
}

TEST(SourceTimes, AllThatAreDueInOneStepCome) {
  EXPECT_EQ(ticks_of_births(in_steps_of("0.02", source(R"("at":0,"every":0.005,"until":0.04)")), 5),
            (Ticks{0, 1, 1, 1, 1, 2, 2, 2, 2}));
}

TEST(SourceTimes, UntilIsInclusiveWhateverRoundingMakesOfIt) {
  // 3 * 0.1 is above 0.3 in doubles.
  EXPECT_EQ(times_of(make_simulator(in_steps_of("0.1", source(R"("at":0,"every":0.1,"until":0.3)")))).size(),
            4u);
  EXPECT_EQ(times_of(make_simulator(in_steps_of("0.1", source(R"("at":0,"every":0.1,"until":0.29)")))).size(),
            3u);
}

TEST(SourceTimes, WhatComesFirstEndsThem) {
  const auto count = [](const std::string& keys) {
    const Simulator simulator = make_simulator(
        in_steps_of("0.1", source(R"("at":0,"every":1,)" + keys,
                                  R"("count":3,"placement":{"type":"line","from":[0,0],"to":[9,0]})")));
    return simulator.world().model().agents.size();
  };
  EXPECT_EQ(count(R"("until":2)"), 9u);
  EXPECT_EQ(count(R"("until":2,"up_to":100)"), 9u);
  EXPECT_EQ(count(R"("until":99,"up_to":8)"), 8u);
  EXPECT_EQ(count(R"("up_to":7)"), 7u);
  EXPECT_EQ(count(R"("until":99,"times":2)"), 6u);
}

// Of events that are no sources too; the end of the run, 30 s by default, is inclusive.
TEST(SourceTimes, EveryAloneGoesOnToTheEndOfTheRun) {
  EXPECT_EQ(times_of(make_simulator(in_steps_of("0.1", source(R"("at":4,"every":1)")))).size(), 27u);
  EXPECT_EQ(times_of(make_simulator(in_steps_of("0.1", source(R"("at":4,"every":1,"times":1)")))).size(), 1u);
  EXPECT_EQ(times_of(make_simulator(in_steps_of("0.1", source(R"("at":4,"every":1,"until":9)")))).size(), 6u);
  const std::vector<double> drawn =
      times_of(make_simulator(in_steps_of("0.1", source(R"("at":4,"every":{"uniform":[1,2]})"))));
  EXPECT_GT(drawn.back(), 28.0);
  EXPECT_LE(drawn.back(), 30.0);
  Simulator moved = simulator_of(
      Eventful{.events = R"({"type":"teleport","at":0.5,"every":0.5,"by":[1,0],"target":{"agent":"one"}})"});
  run_steps(moved, 16);  // of 0.25 s
  EXPECT_EQ(moved.world().state.motion.x[0], 8.0);
}

TEST(SourceTimes, TheLastBatchIsShortOfWhatTheLimitLeavesOut) {
  EXPECT_EQ(
      ticks_of_births(
          in_steps_of("0.5", source(R"("at":0,"every":1,"up_to":5)",
                                    R"("count":3,"placement":{"type":"line","from":[0,0],"to":[9,0]})")),
          4),
      (Ticks{0, 0, 0, 2, 2}));
}

TEST(SourceTimes, AListSaysEveryTime) {
  EXPECT_EQ(ticks_of_births(in_steps_of("0.5", source(R"("at":[3,1,1.5])")), 10), (Ticks{2, 3, 6}));
  Simulator moved = simulator_of(
      Eventful{.events = R"({"type":"teleport","at":[0.5,1],"by":[1,0],"target":{"agent":"one"}})"});
  run_steps(moved, 4);
  EXPECT_EQ(moved.world().state.motion.x[0], 2.0);
}

// -m ln(U), U uniform: mean and deviation are m. Three standard errors of 1000 gaps of 2 s are 0.189737 s.
TEST(SourceTimes, GapsOfAPoissonProcessHaveTheirMeanAndDeviation) {
  const Simulator simulator = make_simulator(
      in_steps_of("0.1", source(R"("id":"door","at":10,"every":{"exponential":2},"up_to":1000)")));
  const std::vector<double> times = times_of(simulator);
  ASSERT_EQ(times.size(), 1000u);
  double before = 10.0, sum = 0.0, squares = 0.0;
  for (const double time : times) {
    EXPECT_GT(time, before) << "the first gap is drawn before the first birth";
    sum += time - before;
    squares += (time - before) * (time - before);
    before = time;
  }
  const double mean = sum / 1000.0;
  EXPECT_NEAR(mean, 2.0, 0.189737);
  // The standard error of the variance of 1000 exponential gaps: 4 sqrt(8 / 1000).
  EXPECT_NEAR(squares / 1000.0 - mean * mean, 4.0, 3.0 * 4.0 * std::sqrt(8.0 / 1000.0));
}

TEST(SourceTimes, GapsOfOtherLawsAreDrawnToo) {
  const Simulator simulator =
      make_simulator(in_steps_of("0.1", source(R"("at":0,"every":{"uniform":[1,3]},"up_to":100)")));
  double before = 0.0;
  for (const double time : times_of(simulator)) {
    EXPECT_GE(time - before, 1.0 - 1e-12);
    EXPECT_LT(time - before, 3.0);
    before = time;
  }
}

TEST(SourceTimes, OfASourceWithAnIdDoNotDependOnOthersNorOnItsPlaceInTheFile) {
  const std::string door = source(R"("id":"door","at":0,"every":{"exponential":2},"up_to":50)");
  const std::string gate = source(R"("id":"gate","at":0,"every":{"exponential":2},"until":9)");
  const auto alone = times_of(make_simulator(in_steps_of("0.1", door)));
  EXPECT_EQ(times_of(make_simulator(in_steps_of("0.1", door + "," + gate))), alone);
  EXPECT_EQ(times_of(make_simulator(in_steps_of("0.1", gate + "," + door)), 1), alone);
  EXPECT_NE(times_of(make_simulator(in_steps_of("0.1", gate + "," + door)), 0),
            std::vector<double>(alone.begin(), alone.begin() + 1));
}

TEST(SourceTimes, WithoutAnIdThePlaceInTheFileKeysTheGaps) {
  const std::string keys = R"("at":0,"every":{"exponential":2},"up_to":9)";
  const Simulator simulator = make_simulator(in_steps_of("0.1", source(keys) + "," + source(keys)));
  EXPECT_NE(times_of(simulator, 0), times_of(simulator, 1));
  const Simulator named = make_simulator(in_steps_of("0.1", source(R"("id":"#1",)" + keys)));
  EXPECT_EQ(times_of(named), times_of(simulator, 1));
}

TEST(SourceTimes, ASeedChangesThemAndSoTheNumberOfAgents) {
  const auto times = [](int seed) {
    return times_of(make_simulator(R"({"format":1,"seed":)" + std::to_string(seed) +
                                   R"(,"agent_types":{"a":{}},"agents":[],"events":[)" +
                                   source(R"("at":0,"every":{"exponential":1},"until":100)") + "]}"));
  };
  EXPECT_EQ(times(1), times(1));
  EXPECT_NE(times(1), times(2));
}

TEST(SourceTypes, AreDrawnByTheirShares) {
  const Simulator simulator = make_simulator(
      R"({"format":1,"agent_types":{"a":{},"b":{}},"agents":[{"type":{"shares":{"a":4,"b":1}},"count":1000,
          "placement":{"type":"grid","origin":[0,0]}}]})");
  const auto count = static_cast<double>(simulator.world().state.agents_of(0).size());
  EXPECT_NEAR(count, 800.0, 3.0 * std::sqrt(1000.0 * 0.8 * 0.2));
  EXPECT_EQ(simulator.world().state.agents_of(1).size(), 1000u - static_cast<std::size_t>(count));
}

TEST(SourceTypes, OfAnAgentFollowFromItsNumberAlone) {
  const auto types = [](const std::string& more) {
    const Simulator simulator = make_simulator(in_steps_of(
        "0.1", R"({"type":"spawn","at":0,"agents":{"type":{"shares":{"a":1,"b":1}},"number":100,"count":50,
                   "placement":{"type":"grid","origin":[0,0]}}})" +
                   more));
    std::vector<std::uint32_t> found;
    for (const AgentIndex i : simulator.world().model().events[0].newcomers)
      found.push_back(simulator.world().model().agents.type[i]);
    return found;
  };
  EXPECT_EQ(types(""), types("," + source(R"("at":0,"every":1,"times":20)")));
}

std::string problem(const std::string& keys, const std::string& agents = R"("position":[0,0])") {
  return problem_of(Eventful{.events = source(keys, agents)});
}

TEST(WrongSources, SayWhatIsWrongAndWhere) {
  const auto expect = [](const std::string& found, const char* pointer, const char* message) {
    EXPECT_NE(found.find(pointer), std::string::npos) << found;
    EXPECT_NE(found.find(message), std::string::npos) << found;
  };
  expect(problem(R"("at":5,"until":4)"), "/events/0/until", "\"until\" is before \"at\": 4 s before 5 s");
  expect(problem(R"("at":5,"until":{"uniform":[6,7]})"), "/events/0/until",
         "is a number, not a distribution");
  expect(problem(R"("at":[1,2],"times":3)"), "/events/0/times", "the list \"at\" says all times by itself");
  expect(problem(R"("at":[1,2],"until":3)"), "/events/0/until", "the list \"at\" says all times by itself");
  expect(problem(R"("at":0,"until":5,"every":{"each":[1,2]})"), "/events/0/every",
         "\"each\" gives numbers to agents");
  expect(problem(R"("at":[])"), "/events/0/at", "needs at least one number");
  expect(problem(R"("at":[1,-2])"), "/events/0/at/1", "\"at\" is out of range");
  expect(problem(R"("at":1,"every":0)"), "/events/0/every", "\"every\" is out of range");
  expect(problem(R"("at":1,"every":{"exponential":-2})"), "/events/0/every/exponential", "is out of range");
  expect(problem(R"("at":1,"every":{"exponental":2})"), "/events/0/every/exponental", "exponential");
  expect(problem(R"("at":1,"up_to":0)"), "/events/0/up_to", "is out of range");
  expect(problem_of(Eventful{.events = source(R"("at":0,"id":"x")") + "," + source(R"("at":0,"id":"x")")}),
         "/events/1/id", "the id \"x\" is taken");
  expect(problem(R"("at":0,"every":1e-9,"until":1e9)"), "/events/0/agents/count",
         "there are too many agents");
  expect(problem_of(Eventful{.events = R"({"type":"set","at":0,"every":1e-9,"until":1e9,"parameter":"mass",
                                           "value":2,"target":{"agent":"one"}})"}),
         "/events/0/until", "the event is repeated too often");
}

std::string problem_of_type(const std::string& type) {
  return problem_of(Eventful{.agents = R"({"type":)" + type + R"(,"position":[0,0]})"});
}

TEST(WrongShares, SayWhatIsWrongAndWhere) {
  const auto expect = [](const std::string& found, const char* pointer, const char* message) {
    EXPECT_NE(found.find(pointer), std::string::npos) << found;
    EXPECT_NE(found.find(message), std::string::npos) << found;
  };
  expect(problem_of_type(R"({"shares":{}})"), "/agents/0/type/shares", "needs at least one share");
  expect(problem_of_type(R"({"shares":{"a":0}})"), "/agents/0/type/shares/a", "is out of range");
  expect(problem_of_type(R"({"shares":{"a":1,"bee":1}})"), "/agents/0/type/shares/bee",
         "unknown agent type \"bee\"");
  expect(problem_of_type(R"({"share":{"a":1}})"), "/agents/0/type", "\"type\" has the wrong type");
}

}  // namespace
}  // namespace drover::source_times_test
