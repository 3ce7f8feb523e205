#include "observe/metrics/agents_table.h"

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::agents_table_test {
namespace {

using test::coasting;

MetricTable table_of(const std::string& scenario, int steps, const AgentsTableDef& def = {}) {
  test::LoadedRun run = test::load_run(scenario);
  MetricSet metrics({}, run.simulator);
  metrics.add_agents_table(def, run.simulator);
  metrics.observe(run.simulator);
  for (int k = 0; k < steps; ++k) {
    test::run_steps(run.simulator, 1);
    metrics.observe(run.simulator);
  }
  return metrics.tables().at(0);
}

std::size_t column_of(const MetricTable& table, std::string_view name) {
  for (std::size_t k = 0; k < table.columns().size(); ++k) {
    if (table.columns()[k].name == name) return k;
  }
  throw std::runtime_error("no column " + std::string(name));
}

// A number, or NaN for a missing one.
double number(const MetricTable& table, std::size_t row, std::string_view column) {
  const std::size_t k = column_of(table, column);
  const std::uint64_t word = table.row(row)[k];
  return table.columns()[k].type == ColumnType::integer ? static_cast<double>(word)
                                                        : std::bit_cast<double>(word);
}

std::string text(const MetricTable& table, std::size_t row, std::string_view column) {
  const std::size_t k = column_of(table, column);
  return table.columns()[k].texts.at(table.row(row)[k]);
}

TEST(AgentsTable, HasARowForEveryAgentThatWasThere) {
  const MetricTable table = table_of(coasting(R"({"type":"a","position":[0,0]})", "", R"(,"events":[
    {"type":"spawn","at":1,"agents":{"id":"two","type":"a","group":"red","position":[5,5]}},
    {"type":"spawn","at":99,"agents":{"type":"a","position":[9,9]}},
    {"type":"remove","at":2,"target":{"agent":"two"}}])"),
                                     12);
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(table.columns()[0].name, "agent");
  EXPECT_EQ(number(table, 1, "agent"), 1.0);
  EXPECT_EQ(text(table, 1, "type"), "a");
  EXPECT_EQ(text(table, 0, "group"), "");
  EXPECT_EQ(text(table, 1, "group"), "red");
  EXPECT_EQ(number(table, 0, "born"), 0.0);
  EXPECT_TRUE(std::isnan(number(table, 0, "removed")));
  EXPECT_EQ(number(table, 1, "born"), 1.0);
  EXPECT_EQ(number(table, 1, "removed"), 2.0);
}

// A detour of 3 + 4 m to a point 5 m away, then 2 s at rest there.
TEST(AgentsTable, TellsTheWayOfAnAgent) {
  AgentsTableDef def;
  def.radius = 0.5;
  const MetricTable table = table_of(R"({"format":1,"simulation":{"dt":0.25},"agent_types":{
    "a":{"locomotion":{"type":"scripted","keyframes":[[0,0,0],[3,3,0],[4,3,0],[8,3,4],[10,3,4]]},
         "steering":{"behaviors":[{"type":"seek","target":{"point":[3,4]}}]}}},
    "agents":[{"type":"a","position":[0,0]}]})",
                                     40, def);
  EXPECT_EQ(number(table, 0, "goal_x"), 3.0);
  EXPECT_EQ(number(table, 0, "goal_y"), 4.0);
  EXPECT_EQ(number(table, 0, "path_length"), 7.0);
  EXPECT_EQ(number(table, 0, "shortest"), 5.0);
  EXPECT_EQ(number(table, 0, "arrived"), 7.5);
  EXPECT_DOUBLE_EQ(number(table, 0, "mean_speed"), 0.7);
  // It rests from 3 s to 4 s; at its goal it does not wait.
  EXPECT_NEAR(number(table, 0, "waiting"), 1.0, 0.25);
  EXPECT_TRUE(std::isnan(number(table, 0, "least_clearance")));
}

// A goal of the agent's own is reached by its goal_radius: 7 of 10 m at 2 m/s.
TEST(AgentsTable, AgreesWithTheGoalsOfAgents) {
  const MetricTable table = table_of(R"({"format":1,"simulation":{"dt":0.25},"agent_types":{
    "a":{"max_speed":2,"locomotion":{"type":"kinematic"},
         "steering":{"behaviors":[{"type":"kinematic_seek","target":"goal"}]}}},
    "agents":[{"type":"a","position":[0,0],"goal":[10,0],"goal_radius":3}]})",
                                     20, {});
  EXPECT_EQ(number(table, 0, "arrived"), 3.5);
}

TEST(AgentsTable, TheGoalOfARouteIsItsLastPlaceByWayOfTheOthers) {
  const MetricTable table = table_of(R"({"format":1,"simulation":{"dt":0.25},"agent_types":{
    "a":{"max_speed":2,"locomotion":{"type":"kinematic"},
         "steering":{"behaviors":[{"type":"kinematic_seek","target":"goal"}]}}},
    "agents":[{"type":"a","position":[0,0],"goal":{"route":[[3,0],[3,4],[15,9]]}}]})",
                                     60, {});
  EXPECT_EQ(number(table, 0, "goal_x"), 15.0);
  EXPECT_EQ(number(table, 0, "goal_y"), 9.0);
  EXPECT_DOUBLE_EQ(number(table, 0, "shortest"), 3.0 + 4.0 + 13.0);
  EXPECT_LE(number(table, 0, "path_length"), 20.0);
  EXPECT_FALSE(std::isnan(number(table, 0, "arrived")));
}

// From (0, 0) to (10, 0) round the end of a wall at (5, 4), at the distance of the radius: 2 sqrt(5^2
// + 4.5^2) at most, and more than by way of the end itself.
TEST(AgentsTable, TheShortestWayLeadsRoundWallsWhereAgentsFindWays) {
  const std::string wall =
      R"(,"world":{"walls":[{"points":[[5,-8],[5,4]]},{"points":[[14,4],[18,4],[18,8],[14,8],[14,4]]}],
                                        "regions":{"hall":{"min":[10,-1],"max":[12,1]}}})";
  const auto shortest = [&](const char* behavior, const char* goal) {
    return number(table_of(test::scene(fmt::format(R"([{{"type":"{}","target":"goal"}}])", behavior),
                                       fmt::format(R"([{{"type":"a","position":[0,0],"goal":{}}}])", goal),
                                       R"(,"radius":0.5)", wall),
                           1),
                  0, "shortest");
  };
  EXPECT_EQ(shortest("seek", "[10,0]"), 10.0);
  EXPECT_GT(shortest("go_to", "[10,0]"), 2.0 * std::sqrt(41.0));
  EXPECT_LT(shortest("go_to", "[10,0]"), 2.0 * std::sqrt(25.0 + 4.5 * 4.5) + 0.1);
  // To the border of a region; by way of the places of a route; nothing to where no way leads.
  EXPECT_LT(shortest("go_to", R"("hall")"), shortest("go_to", "[10,0]") + 1e-9);
  EXPECT_GT(shortest("go_to", R"("hall")"), std::sqrt(41.0) + std::sqrt(25.0 + 9.0));
  EXPECT_NEAR(shortest("go_to", R"({"route":[[0,-3],[0,0],[10,0]]})"), 6.0 + shortest("go_to", "[10,0]"),
              1e-9);
  EXPECT_TRUE(std::isnan(shortest("go_to", "[16,6]")));
}

TEST(AgentsTable, ATeleportIsNoWay) {
  const MetricTable table = table_of(
      coasting(
          R"({"id":"one","type":"a","position":[0,0],"velocity":[1,0]})", "",
          R"(,"events":[{"type":"teleport","at":1,"target":{"agent":"one"},"position":[50,0],"velocity":[1,0]}])"),
      8);
  EXPECT_EQ(number(table, 0, "path_length"), 1.75);
  EXPECT_EQ(number(table, 0, "mean_speed"), 1.0);
}

// The bodies have a radius of half a meter. Two pass through each other, one through an obstacle.
TEST(AgentsTable, CountsContactsAndTheLeastClearance) {
  const MetricTable table =
      table_of(coasting(
                   R"({"type":"a","position":[-2,0],"velocity":[1,0]},{"type":"a","position":[0,0]},
         {"type":"a","position":[6,5],"velocity":[1,0]})",
                   "", R"(,"world":{"obstacles":[{"center":[8,5],"radius":0.5}]})"),
               16);
  EXPECT_EQ(number(table, 0, "contacts"), 1.0);
  EXPECT_EQ(number(table, 1, "contacts"), 1.0);
  EXPECT_EQ(number(table, 2, "contacts"), 1.0);
  EXPECT_EQ(number(table, 2, "least_clearance"), -1.0);
}

TEST(AgentsTable, ShowsTheColumnsThatWereChosenInTheirOrder) {
  const MetricTable table =
      table_of(coasting(R"({"type":"a","position":[0,0]})", ""), 1, {.columns = {"waiting", "goal", "born"}});
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns())
    names.push_back(column.name);
  EXPECT_THAT(names, testing::ElementsAre("agent", "waiting", "goal_x", "goal_y", "born"));
}

TEST(AgentsTable, RefusesUnknownAndRepeatedColumns) {
  const std::vector<Problem> problems = check_agents_table({.columns = {"born", "wating", "born"}});
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].pointer, "/columns/1");
  EXPECT_EQ(problems[0].nearest, "waiting");
  EXPECT_EQ(problems[1].pointer, "/columns/2");
}

TEST(MetricsWithRows, HaveNamesThatCanBePartsOfFileNames) {
  const auto pointers = [](std::string_view metrics) {
    const test::LoadedRun run = test::load_run(fmt::format(
        R"({{"format":1,"agent_types":{{"a":{{}}}},"agents":[],"record":{{"metrics":{{{}}},"agents_table":{{}}}}}})",
        metrics));
    std::vector<std::string> found;
    for (const Problem& problem : inspect_metrics(run.def.record, run.simulator.world()))
      found.push_back(problem.pointer);
    return found;
  };
  EXPECT_THAT(
      pointers(R"("agents_table":{"type":"population"},"a/b":{"type":"waiting"},"c/d":{"type":"speed"})"),
      testing::ElementsAre("/metrics/agents_table", "/metrics/a~1b"));
}

}  // namespace
}  // namespace drover::agents_table_test
