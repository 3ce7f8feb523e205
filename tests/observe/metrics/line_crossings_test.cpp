#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/metrics/crossing.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::line_crossings_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

constexpr const char* kDoor = R"("door":{"type":"line_crossings","from":[10,4],"to":[10,6]})";

std::string agent(double x, double y, double vx, double vy) {
  return fmt::format(R"({{"type":"a","position":[{},{}],"velocity":[{},{}]}})", x, y, vx, vy);
}

// Agents one behind the other on the line y = 5, the first one at x.
std::string row_of(int count, double x, double spacing, double speed) {
  std::string text;
  for (int k = 0; k < count; ++k)
    text += (k > 0 ? "," : "") + agent(x - spacing * k, 5.0, speed, 0.0);
  return text;
}

// The rows of the only table of a run.
MetricTable table_of(const std::string& scenario, int steps) {
  test::LoadedRun run = test::load_run(scenario);
  MetricSet metrics(possible_metrics(run.def.record), run.simulator);
  metrics.observe(run.simulator);
  for (int k = 0; k < steps; ++k) {
    test::run_steps(run.simulator, 1);
    metrics.observe(run.simulator);
  }
  return metrics.tables().at(0);
}

double number_at(const MetricTable& table, std::size_t row, std::size_t column) {
  return std::bit_cast<double>(table.row(row)[column]);
}

TEST(LineCrossings, FlowAndHeadwayOfAgentsInARow) {
  const MetricResults results = measure(coasting(row_of(10, 9.75, 1.0, 2.0), kDoor), 40);
  EXPECT_EQ(value_of(results, "door.count"), 10.0);
  EXPECT_EQ(value_of(results, "door.minus"), 10.0);
  EXPECT_EQ(value_of(results, "door.plus"), 0.0);
  EXPECT_DOUBLE_EQ(value_of(results, "door.flow"), 2.0);
  EXPECT_DOUBLE_EQ(value_of(results, "door.flow_minus"), 2.0);
  EXPECT_DOUBLE_EQ(value_of(results, "door.headway"), 0.5);
  EXPECT_DOUBLE_EQ(value_of(results, "door.headway_greatest"), 0.5);
  EXPECT_DOUBLE_EQ(value_of(results, "door.first"), 0.125);
  EXPECT_DOUBLE_EQ(value_of(results, "door.speed"), 2.0);
  // Method A: J / (b v) = 2 / (2 * 2).
  EXPECT_DOUBLE_EQ(value_of(results, "door.density"), 0.5);
}

TEST(LineCrossings, FlowOf150CrossingsIn78Seconds) {
  const MetricResults results = measure(coasting(row_of(150, 9.9, 78.3 / 149.0, 1.0), kDoor), 330);
  EXPECT_EQ(value_of(results, "door.count"), 150.0);
  EXPECT_NEAR(value_of(results, "door.flow"), 1.902937, 1e-6);
}

TEST(LineCrossings, TheTimeIsInterpolatedWithinTheStep) {
  const std::string scenario = R"({"format":1,"simulation":{"dt":0.02},"agent_types":{"a":{}},"agents":[)" +
                               agent(7.99, 5.0, 2.0, 0.0) + R"(],"record":{"metrics":{)" + kDoor + "}}}";
  const MetricResults results = measure(scenario, 60);
  EXPECT_EQ(value_of(results, "door.minus"), 1.0);
  EXPECT_NEAR(value_of(results, "door.first"), 1.005, 1e-12);
}

TEST(LineCrossings, FewerThanTwoHaveNoFlow) {
  const MetricResults results = measure(coasting(agent(9.75, 5, 1, 0), kDoor), 8);
  EXPECT_EQ(value_of(results, "door.count"), 1.0);
  EXPECT_TRUE(is_absent(results, "door.flow"));
  EXPECT_TRUE(is_absent(results, "door.headway"));
  EXPECT_EQ(results.find("door.flow")->why, "fewer than two crossings: 1");
  EXPECT_EQ(results.find("door.flow_plus")->why, "fewer than two crossings in the plus direction: 0");
}

// Points on the line are to the left of it.
TEST(LineCrossings, AStopOnTheLineCountsOnce) {
  const CountingLine line{{0, 0, 0}, {0, 2, 0}};
  const auto sign = [&](Vec3 a, Vec3 b) {
    const std::optional<Crossing> crossing = find_crossing(line, a, b);
    return crossing ? (crossing->right_to_left ? 1 : -1) : 0;
  };
  const Vec3 left{-1, 1, 0}, on{0, 1, 0}, right{1, 1, 0};
  EXPECT_EQ(sign(on, left), 0);
  EXPECT_EQ(sign(on, right), -1);
  EXPECT_EQ(sign(on, {0, 0.5, 0}), 0);
  EXPECT_EQ(sign(right, on), 1);
  EXPECT_EQ(sign(left, on), 0);
  EXPECT_EQ(sign(left, right), -1);
  EXPECT_EQ(sign(right, left), 1);
}

TEST(LineCrossings, TheFirstEndBelongsToTheLineAndTheLastDoesNot) {
  const CountingLine door{{10, 4, 0}, {10, 6, 0}};
  EXPECT_TRUE(find_crossing(door, {9.99, 4, 0}, {10.03, 4, 0}));
  EXPECT_FALSE(find_crossing(door, {9.99, 6, 0}, {10.03, 6, 0}));
  EXPECT_TRUE(find_crossing(door, {10.03, 4, 0}, {9.99, 4, 0}));
  EXPECT_FALSE(find_crossing(door, {10.03, 6, 0}, {9.99, 6, 0}));
  EXPECT_FALSE(find_crossing(door, {9.99, 3.999, 0}, {10.03, 3.999, 0}));
}

// However a way through the shared end of two lines is rounded, one of them counts it.
TEST(LineCrossings, LinesThatShareAnEndCountAWayThroughItOnce) {
  const Vec3 shared{10.1, 4.7, 0};
  const CountingLine below{{10.3, 1.3, 0}, shared}, above{shared, {9.7, 7.9, 0}};
  for (int k = 0; k < 1000; ++k) {
    const Vec3 offset{1.0 / (3.0 + k), 0.37 / (7.0 + k), 0};
    const Vec3 a = shared - offset, b = shared + offset;
    EXPECT_EQ(find_crossing(below, a, b).has_value() + find_crossing(above, a, b).has_value(), 1) << k;
    EXPECT_EQ(find_crossing(below, b, a).has_value() + find_crossing(above, b, a).has_value(), 1) << k;
  }
}

TEST(LineCrossings, BirthsRemovalsAndTeleportsDoNotCross) {
  const std::string events = R"(,"events":[
    {"type":"spawn","at":1,"agents":{"type":"a","position":[10.5,5]}},
    {"type":"teleport","at":1,"target":{"agent":"jumps"},"position":[11,5]},
    {"type":"teleport","at":2,"target":{"agent":"jumps"},"position":[9,5]},
    {"type":"remove","at":1,"target":{"agent":"goes"}}])";
  const std::string agents = R"({"id":"jumps","type":"a","position":[9,5]},)"
                             R"({"id":"goes","type":"a","position":[9.75,5],"velocity":[0.3,0]})";
  EXPECT_EQ(value_of(measure(coasting(agents, kDoor, events), 16), "door.count"), 0.0);
}

// The step from 9.75 to 0.25 is one of 0.5 to the right and passes no line in the middle of the world.
TEST(LineCrossings, OnATorusAStepGoesTheShortWay) {
  constexpr const char* kWorld = R"(,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}})";
  const auto count = [&](std::string_view line, std::string_view output) {
    const std::string metric = fmt::format(R"("line":{{"type":"line_crossings",{}}})", line);
    return value_of(measure(coasting(agent(9.75, 5, 2, 0), metric, kWorld), 1), output);
  };
  EXPECT_EQ(count(R"("from":[5,0],"to":[5,9.5])", "line.count"), 0.0);
  EXPECT_EQ(count(R"("from":[9.875,4],"to":[9.875,6])", "line.minus"), 1.0);
  EXPECT_EQ(count(R"("from":[0.125,4],"to":[0.125,6])", "line.minus"), 1.0);
  EXPECT_EQ(count(R"("from":[0,4],"to":[0,6])", "line.minus"), 1.0);
  EXPECT_EQ(count(R"("from":[9.875,6],"to":[9.875,4])", "line.plus"), 1.0);
}

TEST(LineCrossings, OnATorusAStepThroughACornerMeetsWhatIsBehindIt) {
  const Bounds bounds({.min = {0, 0, 0}, .max = {10, 10, 0}, .edge = Edge::wrap});
  const auto count = [&](CountingLine line) {
    int found = 0;
    visit_crossings(line, bounds, {9.5, 9.75, 0}, {0.5, 0.75, 0}, [&](const Crossing&) { ++found; });
    return found;
  };
  // The way leaves through the upper edge at x = 9.75 and through the right edge at y = 0.25.
  EXPECT_EQ(count({{9.6, 9, 0}, {9.6, 9.95, 0}}), 1);
  EXPECT_EQ(count({{9.9, 0, 0}, {9.9, 0.5, 0}}), 1);
  EXPECT_EQ(count({{0.25, 0, 0}, {0.25, 1, 0}}), 1);
  EXPECT_EQ(count({{0.25, 9, 0}, {0.25, 9.9, 0}}), 0);
}

TEST(LineCrossings, RowsAreTheCrossings) {
  const MetricTable table = table_of(coasting(row_of(3, 9.75, 1.0, 2.0), kDoor), 16);
  ASSERT_EQ(table.row_count(), 3u);
  EXPECT_EQ(table.columns()[0].name, "time");
  EXPECT_DOUBLE_EQ(number_at(table, 0, 0), 0.125);
  EXPECT_DOUBLE_EQ(number_at(table, 2, 0), 1.125);
  EXPECT_EQ(table.row(2)[1], 2u);  // the agent
  EXPECT_EQ(table.columns()[2].texts[table.row(0)[2]], "minus");
  EXPECT_DOUBLE_EQ(number_at(table, 0, 3), 10.0);
  EXPECT_DOUBLE_EQ(number_at(table, 0, 4), 5.0);
}

// Crossings at 0.5, 1 and 1.5 s: an interval holds its beginning and not its end.
TEST(LineCrossings, RowsOfIntervalsCountFromTheirBeginningOn) {
  const std::string metric = R"("door":{"type":"line_crossings","from":[10,4],"to":[10,6],"every":0.5})";
  const MetricTable table = table_of(coasting(row_of(3, 9.0, 1.0, 2.0), metric), 8);
  // A crossing counts when the agent has left the line, which belongs to its left: at 0.5 s the first agent
  // stands on it.
  ASSERT_EQ(table.row_count(), 4u);
  const std::vector<std::uint64_t> minus = {table.row(0)[2], table.row(1)[2], table.row(2)[2],
                                            table.row(3)[2]};
  EXPECT_THAT(minus, testing::ElementsAre(0, 1, 1, 1));
  EXPECT_EQ(table.row(3)[3], 3u);
  EXPECT_EQ(number_at(table, 1, 0), 0.5);
}

TEST(LineCrossings, ALongGapIsAClog) {
  const std::string agents = agent(9.5, 5, 1, 0) + "," + agent(9.0, 5, 1, 0) + "," + agent(7.0, 5, 1, 0);
  const MetricResults results = measure(coasting(agents, kDoor), 20);
  EXPECT_EQ(value_of(results, "door.count"), 3.0);
  EXPECT_EQ(value_of(results, "door.clogs"), 1.0);
  EXPECT_DOUBLE_EQ(value_of(results, "door.headway_least"), 0.5);
}

TEST(LineCrossings, CountsAGroup) {
  const std::string agents =
      agent(9.5, 5, 1, 0) + R"(,{"type":"a","group":"red","position":[9.5,4.5],"velocity":[1,0]})";
  const std::string metric =
      R"("red":{"type":"line_crossings","from":[10,4],"to":[10,6],"group":"red"},)" + std::string(kDoor);
  const MetricResults results = measure(coasting(agents, metric), 8);
  EXPECT_EQ(value_of(results, "red.count"), 1.0);
  EXPECT_EQ(value_of(results, "door.count"), 2.0);
}

TEST(LineCrossings, ALineOfNoLengthIsAnError) {
  try {
    test::make_simulator(
        coasting(agent(0, 0, 0, 0), R"("door":{"type":"line_crossings","from":[1,2],"to":[1,2]})"));
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/record/metrics/door/to"));
    EXPECT_THAT(error.what(), testing::HasSubstr("no length"));
  }
}

// One sways across the line, to the right at 4.5 and 8.5 s and back at 6.5 s; another crosses once.
TEST(LineCrossings, CountAgentsByTheirFirstOrLastCrossing) {
  const auto scenario = [](std::string_view counted) {
    return fmt::format(R"({{"format":1,"simulation":{{"dt":0.25}},"agent_types":{{
      "w":{{"locomotion":{{"type":"scripted","keyframes":[[0,-2,0],[4,-1,0],[5,1,0],[6,1,0],[7,-1,0],[8,-1,0],
                                                         [9,1,0],[12,1,0]]}}}},
      "v":{{"locomotion":{{"type":"scripted","keyframes":[[0,-3,1],[10,-1,1],[11,1,1],[12,2,1]]}}}}}},
      "agents":[{{"type":"w","position":[-2,0]}},{{"type":"v","position":[-3,1]}}],
      "record":{{"metrics":{{"l":{{"type":"line_crossings","from":[0,-2],"to":[0,2]{}}}}}}}}})",
                       counted);
  };
  const auto times = [&](std::string_view counted) {
    const MetricTable table = table_of(scenario(counted), 48);
    std::vector<double> found;
    for (std::size_t row = 0; row < table.row_count(); ++row)
      found.push_back(std::round(1e9 * number_at(table, row, 0)) / 1e9);
    return found;
  };
  EXPECT_THAT(times(""), testing::ElementsAre(4.5, 6.5, 8.5, 10.5));
  EXPECT_THAT(times(R"(,"counted":"first")"), testing::ElementsAre(4.5, 10.5));
  EXPECT_THAT(times(R"(,"counted":"last")"), testing::ElementsAre(8.5, 10.5));
  const MetricResults results = measure(scenario(R"(,"counted":"last")"), 48);
  EXPECT_EQ(value_of(results, "l.count"), 2.0);
  EXPECT_NEAR(value_of(results, "l.flow"), 1.0 / 2.0, 1e-9);
  EXPECT_NEAR(value_of(results, "l.headway"), 2.0, 1e-9);
}

}  // namespace
}  // namespace drover::line_crossings_test
