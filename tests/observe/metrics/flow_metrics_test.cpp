// evacuation, population, throughput, waiting and lane_order.
#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/metrics/expectations.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::flow_metrics_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

std::string agent(double x, double vx, std::string_view keys = "") {
  return fmt::format(R"({{"type":"a","position":[{},0],"velocity":[{},0]{}}})", x, vx, keys);
}

constexpr const char* kHall = R"(,"world":{"regions":{"hall":{"min":[-100,-1],"max":[0,1]}}})";

std::string evacuation(std::string_view keys = "") {
  return fmt::format(R"("out":{{"type":"evacuation","region":"hall"{}}})", keys);
}

// Agents k = 1 ... count at 1 m/s, which are on the border at k * 0.25 s: out one step later.
std::string leavers(int count) {
  std::string text;
  for (int k = 1; k <= count; ++k)
    text += (k > 1 ? "," : "") + agent(-0.25 * k, 1.0);
  return text;
}

TEST(Evacuation, TimeOfTheShareIsThatOfItsAgent) {
  const auto time = [](int count, std::string_view keys) {
    return value_of(measure(coasting(leavers(count), evacuation(keys), kHall), count + 2), "out.time");
  };
  EXPECT_EQ(time(20, ""), 20 * 0.25);                  // the 19th
  EXPECT_EQ(time(100, R"(,"share":0.07)"), 8 * 0.25);  // the 7th
  EXPECT_EQ(time(20, R"(,"share":1)"), 21 * 0.25);
  EXPECT_EQ(time(20, R"(,"share":1e-6)"), 2 * 0.25);  // the first
}

TEST(Evacuation, WithTooFewOutThereIsNoTime) {
  const std::string scenario = coasting(leavers(20), evacuation(), kHall);
  const MetricResults results = measure(scenario, 19);
  EXPECT_EQ(value_of(results, "out.out"), 18.0);
  EXPECT_EQ(value_of(results, "out.share"), 0.9);
  EXPECT_TRUE(is_absent(results, "out.time"));
  EXPECT_EQ(results.find("out.time")->why, "only 18 of 20 agents were out at the end, not 19");
}

TEST(Evacuation, ANullBreaksEveryLimitAndSaysWhy) {
  const std::string scenario =
      coasting(leavers(20), evacuation(),
               std::string(kHall) +
                   R"(,"expect":[{"metric":"out.time","at_most":1e9},{"metric":"out.time","at_least":0}])");
  const test::LoadedRun run = test::load_run(scenario);
  const std::vector<Verdict> verdicts = judge(run.def.expect, measure(scenario, 19));
  ASSERT_EQ(verdicts.size(), 2u);
  for (const Verdict& verdict : verdicts)
    EXPECT_FALSE(verdict.pass);
  EXPECT_EQ(
      describe_verdict(verdicts[0]),
      "out.time is null (only 18 of 20 agents were out at the end, not 19), at most 1000000000 expected");
}

TEST(Evacuation, NobodyInsideIsNothingToMeasure) {
  const MetricResults results = measure(coasting(agent(5, 1), evacuation(), kHall), 4);
  EXPECT_EQ(value_of(results, "out.agents"), 0.0);
  EXPECT_EQ(results.find("out.time")->why, "nobody was inside at the start");
  const MetricResults late = measure(coasting(agent(-5, 1), evacuation(R"(,"from":99)"), kHall), 4);
  EXPECT_EQ(late.find("out.time")->why, "the run ended before 99 s");
}

TEST(Evacuation, AnAgentThatReturnsIsNotOut) {
  // Out at 0.5 s, back by a teleport at 1 s, out again.
  const std::string events =
      std::string(kHall) +
      R"(,"events":[{"type":"teleport","at":1,"target":{"agent":"one"},"position":[-0.5,0]}])";
  const std::string scenario = coasting(agent(-0.25, 1, R"(,"id":"one")"), evacuation(), events);
  const MetricResults results = measure(scenario, 12);
  EXPECT_EQ(value_of(results, "out.out"), 1.0);
  EXPECT_EQ(value_of(results, "out.time"), 1.75);
}

TEST(Evacuation, ARemovedAgentIsOut) {
  const std::string events =
      std::string(kHall) + R"(,"events":[{"type":"remove","at":1,"target":{"agent":"one"}}])";
  const MetricResults results = measure(coasting(agent(-5, 0, R"(,"id":"one")"), evacuation(), events), 8);
  EXPECT_EQ(value_of(results, "out.time"), 1.0);
}

TEST(Evacuation, FromSaysWhoTakesPart) {
  const std::string scenario =
      coasting(agent(0.1, -1) + "," + agent(-0.3, 1), evacuation(R"(,"from":1)"), kHall);
  EXPECT_EQ(value_of(measure(scenario, 8), "out.agents"), 1.0);
}

TEST(Evacuation, AShareOutOfRangeIsAnError) {
  for (const char* share : {"0", "1.01", "-0.5"}) {
    try {
      test::make_simulator(coasting(agent(0, 0), evacuation(fmt::format(R"(,"share":{})", share)), kHall));
      ADD_FAILURE() << "no error";
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("/record/metrics/out/share"));
    }
  }
}

// One agent from the start, one from 1 s to 2 s.
constexpr const char* kVisit = R"(,"events":[
  {"type":"spawn","at":1,"agents":{"id":"two","type":"a","position":[5,5]}},
  {"type":"remove","at":2,"target":{"agent":"two"}}])";

TEST(Population, CountsWhoIsThere) {
  const MetricResults results = measure(coasting(agent(0, 0), R"("population":{})", kVisit), 11);
  EXPECT_EQ(value_of(results, "population.initial"), 1.0);
  EXPECT_EQ(value_of(results, "population.final"), 1.0);
  EXPECT_EQ(value_of(results, "population.greatest"), 2.0);
  EXPECT_EQ(value_of(results, "population.greatest_at"), 1.0);
  EXPECT_EQ(value_of(results, "population.least"), 1.0);
  EXPECT_DOUBLE_EQ(value_of(results, "population.mean"), 1.0 + 4.0 / 12.0);
  EXPECT_EQ(value_of(results, "population.born"), 1.0);
  EXPECT_EQ(value_of(results, "population.removed"), 1.0);
}

TEST(Throughput, CountsWhoComesAndGoes) {
  const MetricResults results = measure(coasting(agent(0, 0), R"("throughput":{})", kVisit), 16);
  EXPECT_EQ(value_of(results, "throughput.in"), 1.0);
  EXPECT_EQ(value_of(results, "throughput.out"), 1.0);
  EXPECT_EQ(value_of(results, "throughput.rate_out"), 0.25);
  EXPECT_EQ(value_of(results, "throughput.stay_mean"), 1.0);
  EXPECT_EQ(results.find("throughput.flow_out")->why, "fewer than two agents were removed");
}

// Intervals of 2 s are eight states; of the second one the run sees three.
TEST(Throughput, TheRateOfAnIntervalIsOverWhatWasSeenOfIt) {
  test::LoadedRun run = test::load_run(coasting(agent(0, 0), R"("throughput":{"every":2})", kVisit));
  MetricSet metrics(possible_metrics(run.def.record), run.simulator);
  metrics.observe(run.simulator);
  for (int k = 0; k < 10; ++k) {
    test::run_steps(run.simulator, 1);
    metrics.observe(run.simulator);
  }
  const std::vector<MetricTable> tables = metrics.tables();
  const auto table = std::ranges::find(tables, "throughput", &MetricTable::name);
  ASSERT_NE(table, tables.end());
  ASSERT_EQ(table->row_count(), 2u);
  const auto number = [&](std::size_t row, std::size_t column) {
    return std::bit_cast<double>(table->row(row)[column]);
  };
  EXPECT_EQ(table->row(0)[1], 1u);
  EXPECT_EQ(number(0, 3), 0.5);
  EXPECT_EQ(table->row(1)[2], 1u);
  EXPECT_EQ(number(1, 0), 2.0);
  EXPECT_EQ(number(1, 4), 1.0 / 0.75);
}

TEST(Throughput, FlowIsThatBetweenTheFirstRemovalAndTheLast) {
  const std::string agents = agent(0, 0, R"(,"id":"one")") + "," + agent(2, 0, R"(,"id":"two")") + "," +
                             agent(4, 0, R"(,"id":"three")");
  const MetricResults results = measure(coasting(agents, R"("throughput":{})", R"(,"events":[
    {"type":"remove","at":1,"target":{"agent":"one"}},{"type":"remove","at":1.5,"target":{"agent":"two"}},
    {"type":"remove","at":2,"target":{"agent":"three"}}])"),
                                        16);
  EXPECT_DOUBLE_EQ(value_of(results, "throughput.flow_out"), 2.0);
}

TEST(Waiting, IsTimeBelowTheSpeed) {
  const MetricResults results =
      measure(coasting(agent(0, 0) + "," + agent(5, 1) + "," + agent(9, 0.19), R"("waiting":{})"), 8);
  EXPECT_EQ(value_of(results, "waiting.total"), 4.0);
  EXPECT_EQ(value_of(results, "waiting.greatest"), 2.0);
  EXPECT_EQ(value_of(results, "waiting.share"), 2.0 / 3.0);
  EXPECT_EQ(value_of(results, "waiting.at_once"), 2.0);
}

// One stands on its way, one at its goal.
TEST(Waiting, AnAgentAtItsGoalDoesNotWait) {
  constexpr const char* kScripted = R"({"format":1,"simulation":{"dt":0.25},"agent_types":{
    "far":{"locomotion":{"type":"scripted","keyframes":[[0,0,0],[9,0,0]]},
           "steering":{"behaviors":[{"type":"seek","target":{"point":[5,0]}}]}},
    "there":{"locomotion":{"type":"scripted","keyframes":[[0,9,0],[9,9,0]]},
             "steering":{"behaviors":[{"type":"seek","target":{"point":[9.5,0]}}]}}},
    "agents":[{"type":"far","position":[0,0]},{"type":"there","position":[9,0]}],
    "record":{"metrics":{"waiting":{}}}})";
  const MetricResults results = measure(kScripted, 8);
  EXPECT_EQ(value_of(results, "waiting.total"), 2.0);
  EXPECT_EQ(value_of(results, "waiting.final"), 1.0);
}

// The time that an agent waits that stands at (5, 0) for 2 s.
double waited_by(std::string_view steering, std::string_view agent = "") {
  return value_of(measure(fmt::format(R"({{"format":1,"simulation":{{"dt":0.25}},"agent_types":{{"a":{{
    "locomotion":{{"type":"scripted","keyframes":[[0,5,0],[9,5,0]]}},"steering":{{{}}}}}}},
    "agents":[{{"type":"a","position":[5,0]{}}}],"record":{{"metrics":{{"waiting":{{}}}}}}}})",
                                      steering, agent),
                          8),
                  "waiting.total");
}

std::string mode(std::string_view name, std::string_view keys, std::string_view to = "") {
  std::string text = fmt::format(R"("{}":{{{})", name, keys);
  if (!to.empty())
    text += fmt::format(R"(,"transitions":[{{"when":{{"type":"time","from":100}},"to":"{}"}}])", to);
  return text + "}";
}

std::string modes(std::initializer_list<std::string> all) {
  return fmt::format(R"("modes":{{{}}},"initial_mode":"come")", fmt::join(all, ","));
}

constexpr const char* kNoGoal = R"("behaviors":[])";
constexpr const char* kHere = R"("behaviors":[],"goal":[5,0])";
constexpr const char* kThere = R"("behaviors":[],"goal":[15,0])";
constexpr const char* kSeekHere = R"("behaviors":[{"type":"seek","target":{"point":[5,0]}}])";
constexpr const char* kSeekThere = R"("behaviors":[{"type":"seek","target":{"point":[15,0]}}])";

// As at a red light: the mode has a goal, and another mode one behind it.
TEST(Waiting, StandingAtAnErrandIsWaiting) {
  EXPECT_EQ(waited_by(modes({mode("come", kHere, "cross"), mode("cross", kThere)})), 2.0);
  EXPECT_EQ(waited_by(modes({mode("come", kSeekHere, "cross"), mode("cross", kSeekThere)})), 2.0);
  EXPECT_EQ(
      waited_by(modes({mode("come", kHere, "look"), mode("look", kNoGoal, "cross"), mode("cross", kThere)})),
      2.0);
  EXPECT_EQ(waited_by(modes({mode("come", kHere, "cross"), mode("cross", kNoGoal)}), R"(,"goal":[15,0])"),
            2.0);
  constexpr const char* kRound = R"(,"goal":{"route":[[5.5,0],[5,0]],"at_end":"repeat"},
                                   "at_goal":{"wait":{"seconds":0.5}})";
  EXPECT_EQ(waited_by(R"("behaviors":[])", kRound), 2.0);
}

// Wherever on a route the queue is: goals has queued_time.
TEST(Waiting, StandingInAQueueIsNot) {
  for (const char* route : {R"("at":[0])", R"("at":"last")"}) {
    const MetricResults results = measure(
        fmt::format(
            R"({{"format":1,"simulation":{{"dt":0.02}},"world":{{"paths":{{"line":{{"points":[[5,0],[5,-5]]}}}}}},
        "agent_types":{{"a":{{"radius":0.3,"max_speed":1.5,"max_acceleration":5,"steering":{{
          "behaviors":[{{"type":"arrive","target":"goal"}}],"arbiter":{{"type":"weighted_sum"}}}}}}}},
        "agents":[{{"type":"a","position":[0,0],"goal":{{"route":[[3,0],[5,0]]}},
          "at_goal":{{"queue":{{"places":"line","service":4,{},"then":"leave"}}}}}}],
        "record":{{"metrics":{{"waiting":{{}},"goals":{{}}}}}}}})",
            route),
        600);
    EXPECT_GE(value_of(results, "goals.queued_time"), 4.0) << route;
    EXPECT_LT(value_of(results, "waiting.total"), 0.2) << route;
  }
}

// One agent is put behind a wall on its route, the goal of another one is behind a wall from the start, and
// that of a third one is gone.
TEST(Goals, CountsThoseThatTurnBackAndThoseThatAreLost) {
  const auto results = [](int steps) {
    return measure(R"({"format":1,"simulation":{"dt":0.25},
        "world":{"walls":[{"points":[[1,1],[9,1]]},{"points":[[5,-20],[5,-10]]}]},"agent_types":{"a":{}},
        "agents":[{"id":"first","type":"a","position":[0,0],"goal":{"route":[[0,0],[10,0],[20,0]]}},
          {"type":"a","position":[0,-15],"goal":[10,-15]},{"type":"a","position":[0,-15],"goal":{"agent":"b"}},
          {"id":"b","type":"a","position":[0,9]}],
        "events":[{"type":"teleport","at":0.5,"target":{"agent":"first"},"position":[2,3]},
          {"type":"remove","at":1,"target":{"agent":"b"}}],
        "record":{"metrics":{"goals":{}}}})",
                   steps);
  };
  const MetricResults early = results(9);
  EXPECT_EQ(value_of(early, "goals.turned_back"), 0.0);
  EXPECT_EQ(value_of(early, "goals.lost"), 1.0);
  const MetricResults late = results(60);
  EXPECT_EQ(value_of(late, "goals.turned_back"), 1.0);
  EXPECT_EQ(value_of(late, "goals.lost"), 2.0);
  EXPECT_EQ(value_of(late, "goals.under_way"), 2.0);
}

TEST(Waiting, StandingAtTheLastGoalIsNot) {
  EXPECT_EQ(waited_by(modes({mode("come", kHere), mode("cross", kThere, "come")})), 0.0);
  EXPECT_EQ(waited_by(modes({mode("come", kHere, "near"), mode("near", R"("behaviors":[],"goal":[5.3,0])")})),
            0.0);
  EXPECT_EQ(waited_by(modes({mode("come", kSeekHere, "flee"), mode("flee", kNoGoal, "careful"),
                             mode("careful", kSeekHere)})),
            0.0);
  EXPECT_EQ(
      waited_by(modes({mode("come", kNoGoal, "flee"), mode("flee", kNoGoal, "come")}), R"(,"goal":[5,0])"),
      0.0);
}

// An agent that starts at rest, or is born so, does not wait before it could have moved.
TEST(Waiting, BeginsAfterTheFirstStateWithTheAgent) {
  const std::string scenario =
      coasting(agent(0, 0), R"("waiting":{},"area":{"type":"area","region":"all","every":0})",
               R"(,"world":{"regions":{"all":{"min":[-9,-9],"max":[9,9]}}},
                  "events":[{"type":"spawn","at":1,"agents":{"type":"a","position":[5,0]}}])");
  const auto at = [&](int steps, std::string_view path) { return value_of(measure(scenario, steps), path); };
  EXPECT_EQ(at(0, "waiting.at_once"), 0.0);
  EXPECT_EQ(at(0, "area.waiting_maximum"), 0.0);
  EXPECT_EQ(at(4, "waiting.at_once"), 1.0);
  EXPECT_EQ(at(4, "area.waiting_maximum"), 1.0);
  EXPECT_EQ(at(6, "waiting.at_once"), 2.0);
  EXPECT_EQ(at(6, "waiting.total"), 1.5 + 0.5);
  EXPECT_EQ(at(6, "waiting.share"), 1.0);
  EXPECT_EQ(at(6, "area.waiting"), 1.5 + 0.5);
}

std::string walker(double x, double y, bool is_east) {
  return fmt::format(R"({{"type":"a","position":[{},{}],"group":"{}"}})", x, y, is_east ? "east" : "west");
}

double order_of(const std::string& agents, std::string_view output, std::string_view keys = "") {
  const std::string metric = fmt::format(R"("lanes":{{"type":"lane_order","group":"east"{}}})", keys);
  return value_of(measure(coasting(agents, metric), 0), output);
}

TEST(LaneOrder, OfTwoPureRowsIsOne) {
  std::string rows;
  for (int k = 0; k < 5; ++k)
    rows += (k > 0 ? "," : "") + walker(k, 0.0, true) + "," + walker(k, 1.0, false);
  EXPECT_DOUBLE_EQ(order_of(rows, "lanes.mean"), 1.0);
  EXPECT_DOUBLE_EQ(order_of(rows, "lanes.excess_final"), 1.0);
  // With one other, of either direction, the order is 1.
  EXPECT_DOUBLE_EQ(order_of(rows, "lanes.mean", R"(,"along":[0,3])"), 1.0);
  EXPECT_LT(order_of(rows, "lanes.mean", R"(,"half_width":2)"), 0.1);
}

TEST(LaneOrder, OfFivePairsInOneRowIsThatOfAMixture) {
  std::string row;
  for (int k = 0; k < 5; ++k)
    row += (k > 0 ? "," : "") + walker(k, 0.3, true) + "," + walker(k + 0.5, 0.0, false);
  EXPECT_NEAR(order_of(row, "lanes.mean"), 0.012346, 1e-6);
  EXPECT_NEAR(order_of(row, "lanes.excess_mean"), (1.0 / 81.0 - 1.0 / 9.0) / (8.0 / 9.0), 1e-12);
}

TEST(LaneOrder, AnAgentAloneHasNone) {
  EXPECT_EQ(order_of(walker(0, 0, true) + "," + walker(0, 0.375, false), "lanes.mean"), 0.0);
}

}  // namespace
}  // namespace drover::flow_metrics_test
