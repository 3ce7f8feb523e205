#include "batch/search.h"

#include <filesystem>
#include <fstream>
#include <regex>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "app/catalog.h"
#include "batch/plans.h"
#include "support/observed_run.h"

namespace drover::test::search_test {
namespace {

using ::testing::HasSubstr;

// An agent that coasts for one second: the distance is its speed.
constexpr const char* kCoasting = R"({"format":1,"agent_types":{"a":{"max_speed":10}},
  "agents":[{"type":"a","position":[0,0],"heading":0,"speed":1}],"simulation":{"dt":0.125,"duration":1},
  "record":{"metrics":{"distance":{}}},"expect":[{"metric":"distance.total","at_most":2}]})";

class Search : public ::testing::Test {
 protected:
  void SetUp() override { std::ofstream(folder_.path("scenario.json")) << kCoasting; }

  SearchResult search_for(const std::string& vary, SearchOptions options) {
    JsonSources sources;
    Diagnostics diagnostics;
    const std::uint32_t source =
        sources.add(folder_.path("plan.json"), plan_text(R"(,"vary":[)" + vary + "]"));
    const auto plan = read_plan(source, sources, diagnostics);
    EXPECT_TRUE(plan) << format_human(diagnostics, sources, false);
    options.batch.folder = folder_.path("out");
    options.batch.jobs = 1;
    return search(*plan, sources, catalog(), options, [](const std::string&) {});
  }

  // Of the first error of the plan.
  static std::string pointer_of(const SearchResult& result) {
    if (!result.bad_input || !result.bad_input->of_plan.has_errors()) return "none";
    return result.bad_input->of_plan.sorted().front().pointer.value_or("none");
  }

  static std::string speed(double max) {
    return fmt::format(
        R"({{"type":"random","samples":4,"ranges":[{{"path":"agents.0.speed","min":0,"max":{}}}]}})", max);
  }

  Folder folder_;
};

TEST_F(Search, FindsTheLargestValueAtTheEndOfTheRange) {
  const SearchResult result =
      search_for(speed(3.7), {.goal = SearchGoal::largest, .metric = "distance.total"});
  ASSERT_TRUE(result.best) << result.problem;
  EXPECT_NEAR(result.best->score, 3.7, 1e-3);
}

TEST_F(Search, FindsTheSmallestValue) {
  const SearchResult result =
      search_for(speed(3.7), {.goal = SearchGoal::smallest, .metric = "distance.total"});
  ASSERT_TRUE(result.best);
  EXPECT_NEAR(result.best->score, 0.0, 1e-3);
}

// Without the local search none of the samples is above 2.
TEST_F(Search, TheLocalSearchFindsWhatSamplesMiss) {
  const SearchResult samples = search_for(speed(2.2), {.evaluations = 0});
  ASSERT_TRUE(samples.best);
  EXPECT_LE(samples.best->score, 0.0);
  EXPECT_FALSE(samples.shrunk);
  const SearchResult result = search_for(speed(2.2), {});
  ASSERT_TRUE(result.best);
  EXPECT_GT(result.best->score, 0.0);
}

TEST_F(Search, WhatIsFoundIsShrunkToFewDigits) {
  const SearchResult result = search_for(speed(2.2), {});
  ASSERT_TRUE(result.shrunk);
  EXPECT_GT(result.shrunk->score, 0.0);
  const std::string value = result.shrunk->settings.front().value;
  EXPECT_LE(value.size(), 4u) << value;
  EXPECT_THAT(result.shrunk->what, HasSubstr("distance.total is " + value));
  EXPECT_THAT(read_text(folder_.path("out/found.scenario.json")), HasSubstr("\"speed\": " + value));
}

TEST_F(Search, IsTheSameWhenItIsRepeatedAndRunsNothingAgain) {
  const SearchResult first = search_for(speed(2.2), {});
  const auto found = [&] { return read_text(folder_.path("out/runs.json")); };
  const std::string runs = found();
  const auto metrics = folder_.path("out/runs/" + first.shrunk->id + "/metrics.json");
  const auto time = std::filesystem::last_write_time(metrics);
  const SearchResult second = search_for(speed(2.2), {});
  EXPECT_EQ(second.points, first.points);
  EXPECT_EQ(second.shrunk->settings, first.shrunk->settings);
  EXPECT_EQ(found(), runs);
  EXPECT_EQ(std::filesystem::last_write_time(metrics), time);
}

TEST_F(Search, WithoutAnExpectationNothingIsRun) {
  std::string scenario = kCoasting;
  scenario.erase(scenario.find(R"(,"expect")"));
  std::ofstream(folder_.path("scenario.json")) << scenario << "}";
  const SearchResult result = search_for(speed(2), {});
  EXPECT_EQ(result.problem, "");
  EXPECT_FALSE(result.best);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("out")));
}

TEST_F(Search, AMetricThatNoRunHasFindsNothing) {
  const SearchResult result = search_for(speed(2), {.goal = SearchGoal::largest, .metric = "distance.totl"});
  EXPECT_FALSE(result.best);
}

TEST_F(Search, RefusesToVaryWhatTheScenarioDoesNotHave) {
  const SearchResult result =
      search_for(R"({"type":"random","samples":4,"ranges":[{"path":"variables.spede","min":0,"max":1}]})",
                 {.goal = SearchGoal::largest, .metric = "distance.total"});
  EXPECT_EQ(result.problem, "the scenario has no variable \"spede\"");
  EXPECT_EQ(pointer_of(result), "/vary/0/ranges/0");
}

TEST_F(Search, RefusesAPlanThatVariesAPathTwice) {
  const std::string sweep = R"({"path":"agents.0.speed","values":[1,2]})";
  const SearchResult result = search_for(sweep + "," + sweep, {});
  EXPECT_EQ(result.problem, "\"agents.0.speed\" is varied twice");
  EXPECT_EQ(pointer_of(result), "/vary/1");
}

TEST_F(Search, AWrongValueHasThePlaceInThePlan) {
  const SearchResult result = search_for(R"({"path":"agents.0.speed","values":[1,"fast"]})", {});
  EXPECT_EQ(pointer_of(result), "/vary/0/values/1");
}

TEST_F(Search, NamesOfMetricsAreNoPointers) {
  std::ofstream(folder_.path("scenario.json")) << std::regex_replace(
      kCoasting, std::regex(R"("distance":\{\})"), R"("distance":{},"a~b":{"type":"distance"})");
  const SearchResult result = search_for(speed(2), {.goal = SearchGoal::largest, .metric = "a~b.total"});
  ASSERT_TRUE(result.best) << result.problem;
  EXPECT_NEAR(result.best->score, 2.0, 1e-3);
}

TEST_F(Search, ASearchThatIsStoppedSaysSo) {
  const SearchResult result = search_for(speed(2), {.batch = {.is_stopped = [] { return true; }}});
  EXPECT_TRUE(result.is_stopped);
}

}  // namespace
}  // namespace drover::test::search_test
