#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "batch/plans.h"

namespace drover::test::plan_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> runs_of(const std::string& keys) {
  const LoadedPlan plan = plan_with(keys);
  const RunListing listing = list_runs(plan.def);
  std::vector<std::string> texts;
  for (const PlannedRun& run : listing.list.runs)
    texts.push_back(describe(listing.list, run));
  return texts;
}

TEST(Plan, OneRunWithoutSweeps) {
  EXPECT_THAT(runs_of(""), ElementsAre("the scenario as it is"));
}

TEST(Plan, PointsTimesSeeds) {
  EXPECT_THAT(runs_of(R"(,"vary":[{"path":"a","values":[1,2]}],"seeds":[7,9])"),
              ElementsAre("a=1, seed 7", "a=1, seed 9", "a=2, seed 7", "a=2, seed 9"));
}

TEST(Plan, ReplicationsShareTheirSeedsBetweenPoints) {
  const LoadedPlan plan = plan_with(R"(,"vary":[{"path":"a","values":[1,2]}],"replications":100)");
  const RunList list = list_runs(plan.def).list;
  std::set<std::int64_t> seeds;
  for (std::size_t k = 0; k < 100; ++k) {
    EXPECT_EQ(list.runs[k].seed, list.runs[100 + k].seed);
    seeds.insert(*list.runs[k].seed);
  }
  EXPECT_EQ(seeds.size(), 100u);
  EXPECT_GE(*seeds.begin(), 0);
}

TEST(Plan, MoreReplicationsLeaveTheFirstOnesAlone) {
  const auto few = runs_of(R"(,"replications":3)");
  const auto many = runs_of(R"(,"replications":5)");
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_NE(few, runs_of(R"(,"replications":3,"seed":2)"));
}

TEST(Plan, IndependentSeedsDifferBetweenPoints) {
  const LoadedPlan plan =
      plan_with(R"(,"vary":[{"path":"a","values":[1,2]}],"replications":50,"independent_seeds":true)");
  std::set<std::int64_t> seeds;
  for (const PlannedRun& run : list_runs(plan.def).list.runs)
    seeds.insert(*run.seed);
  EXPECT_EQ(seeds.size(), 100u);
}

std::vector<std::optional<std::int64_t>> seeds_of(const std::string& keys) {
  const LoadedPlan plan = plan_with(keys);
  std::vector<std::optional<std::int64_t>> seeds;
  for (const PlannedRun& run : list_runs(plan.def).list.runs)
    seeds.push_back(run.seed);
  return seeds;
}

TEST(Plan, APointThatComesAgainHasSeedsOfItsOwn) {
  const std::string again = R"(,"vary":[{"path":"a","values":[5,5.0,5,6]}])";
  for (const std::string& keys :
       {again, again + R"(,"replications":3)", again + R"(,"replications":3,"independent_seeds":true)",
        again + R"(,"independent_seeds":true)"}) {
    const auto seeds = seeds_of(keys);
    const std::size_t per_point = seeds.size() / 4;
    const std::set<std::optional<std::int64_t>> different(
        seeds.begin(), seeds.begin() + static_cast<std::ptrdiff_t>(3 * per_point));
    EXPECT_EQ(different.size(), 3 * per_point) << keys;
    // They follow from how often the point came before, so another point between them changes none.
    std::string grown = keys;
    grown.replace(grown.find("5.0"), 3, "7,5");
    const auto more = seeds_of(grown);
    for (std::size_t k = 0; k < 3 * per_point; ++k)
      EXPECT_EQ(more[k < per_point ? k : k + per_point], seeds[k]) << grown;
  }
}

TEST(Plan, SeedsThatAreNamedOrVariedAreWhatThePlanSays) {
  const auto named = seeds_of(R"(,"vary":[{"path":"a","values":[5,5]}],"seeds":[7])");
  EXPECT_EQ(named[0], named[1]);
  EXPECT_THAT(seeds_of(R"(,"vary":[{"path":"/seed","values":[5,5]}])"),
              ElementsAre(std::nullopt, std::nullopt));
}

TEST(Plan, ExperimentsAddToWhatThePlanSays) {
  EXPECT_THAT(runs_of(R"(,"set":{"dt":0.1},"vary":[{"path":"a","values":[1,2]}],"experiments":{
        "narrow":{"set":{"width":1}},
        "wide":{"set":{"width":9},"vary":[{"path":"b","values":[3,4]}],"seeds":[5]}})"),
              ElementsAre("narrow, width=1, a=1", "narrow, width=1, a=2", "wide, width=9, a=1, b=3, seed 5",
                          "wide, width=9, a=1, b=4, seed 5", "wide, width=9, a=2, b=3, seed 5",
                          "wide, width=9, a=2, b=4, seed 5"));
}

TEST(Plan, ChangesOfThePlanComeFirst) {
  const LoadedPlan plan =
      plan_with(R"(,"set":{"x":1},"vary":[{"path":"a","values":[1]}],"experiments":{"e":{"set":{"y":2}}})");
  const PlannedPoint point = list_runs(plan.def).list.experiments[0].points[0];
  EXPECT_EQ(point.first_parameter, 1u);
  EXPECT_THAT(point.settings,
              ElementsAre(Setting{"x", "1", "/set/x"}, Setting{"y", "2", "/experiments/e/set/y"},
                          Setting{"a", "1", "/vary/0/values/0"}));
}

struct BadPlan {
  std::string keys;
  std::string message;
};

void PrintTo(const BadPlan& bad, std::ostream* out) {
  *out << bad.keys;
}

class WrongPlan : public ::testing::TestWithParam<BadPlan> {};

TEST_P(WrongPlan, IsOneClearError) {
  const PlanReading reading = read_plan_text(plan_text(GetParam().keys));
  if (reading.plan) {
    const std::vector<Problem> problems = list_runs(reading.plan->def).problems;
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_THAT(problems.front().message + problems.front().found, HasSubstr(GetParam().message));
    return;
  }
  EXPECT_THAT(reading.problems, HasSubstr(GetParam().message));
  EXPECT_THAT(reading.problems, HasSubstr("1 error"));
}

INSTANTIATE_TEST_SUITE_P(
    Plans, WrongPlan,
    ::testing::Values(
        BadPlan{R"(,"varry":[])", "did you mean \"vary\""},
        BadPlan{R"(,"seeds":[1,1])", "stands there twice"},
        BadPlan{R"(,"seeds":[-1])", "a seed is a whole number"},
        BadPlan{R"(,"seeds":[1.5])", "a seed is a whole number"},
        BadPlan{R"(,"seeds":[1,2],"replications":3)", "as many replications as seeds"},
        BadPlan{R"(,"replications":0)", "out of range"},
        BadPlan{R"(,"trace":"../t.csv")", "no name of a trace"},
        BadPlan{R"(,"trace":"t.xls")", "no name of a trace"},
        BadPlan{R"(,"trace":"metrics.json")", "no name of a trace"},
        BadPlan{R"(,"trace":"-")", "no name of a trace"},
        BadPlan{R"(,"trace":"metrics.rows.csv")", "no name of a trace"},
        BadPlan{R"(,"timeout":-1)", "out of range"},
        BadPlan{R"(,"experiments":{"e":{"scenario":3}})", "\"scenario\" names a file or is a scenario"},
        BadPlan{R"(,"vary":[{"path":"a","values":[1]},{"path":"a","values":[2]}])", "\"a\" is varied twice"},
        BadPlan{R"(,"vary":[{"path":"a.0","values":[1]},{"path":"/a/0","values":[2]}])",
                "\"/a/0\" is varied twice"},
        BadPlan{R"(,"vary":[{"type":"zip","axes":[{"path":"a","values":[1]},{"path":"a","values":[2]}]}])",
                "\"a\" is varied twice"},
        BadPlan{R"(,"vary":[{"type":"random","samples":2,"ranges":[{"path":"a","min":0,"max":1},)"
                R"({"path":"a","min":2,"max":3}]}])",
                "\"a\" is varied twice"},
        BadPlan{R"(,"vary":[{"path":"a.0.n","values":[1]},{"path":"a.0","values":[{}]}])",
                "\"a.0\" replaces the values of \"a.0.n\""},
        BadPlan{R"(,"vary":[{"type":"list","points":[{"a":1},{"a.0.n":1,"a.0":{}}]}])",
                "\"a.0\" replaces the values of \"a.0.n\""},
        BadPlan{R"(,"vary":[{"path":"seed","values":[1,2]}],"replications":2)", "\"seed\" is varied"},
        BadPlan{R"(,"independent_seeds":true,"seeds":[1,2])", "\"seeds\" names the seeds"},
        BadPlan{R"(,"independent_seeds":true,"experiments":{"e":{"seeds":[1,2]}})",
                "\"seeds\" names the seeds"},
        BadPlan{
            R"(,"vary":[{"path":"a","from":1,"to":1001,"step":1},{"path":"b","from":1,"to":1001,"step":1}])",
            "too many runs"}));

std::vector<std::string> warnings_of(const std::string& keys) {
  const LoadedPlan plan = plan_with(keys);
  std::vector<std::string> places;
  for (const Problem& problem : list_runs(plan.def).problems) {
    EXPECT_EQ(problem.severity, Severity::warning) << problem.message;
    places.push_back(problem.pointer);
  }
  return places;
}

TEST(Plan, SettingsWithoutEffectAreWarnings) {
  EXPECT_THAT(warnings_of(R"(,"set":{"seed":5},"replications":2)"), ElementsAre("/set/seed"));
  EXPECT_THAT(warnings_of(R"(,"set":{"seed":5},"independent_seeds":true)"), ElementsAre("/set/seed"));
  EXPECT_THAT(warnings_of(R"(,"set":{"a.0":5},"vary":[{"path":"/a/0","values":[1,2]}])"),
              ElementsAre("/set/a.0"));
  EXPECT_THAT(warnings_of(R"(,"set":{"a.b":5,"a":{}})"), ElementsAre("/set/a.b"));
  EXPECT_THAT(
      warnings_of(R"(,"vary":[{"path":"a","values":[1]}],"experiments":{"e":{"set":{"a":5}},"f":{}})"),
      ElementsAre("/experiments/e/set/a"));
}

TEST(Plan, SettingsThatOnlySomeRunsReplaceHaveAnEffect) {
  EXPECT_THAT(warnings_of(R"(,"set":{"seed":5})"), IsEmpty());
  EXPECT_THAT(warnings_of(R"(,"set":{"seed":5},"experiments":{"e":{"replications":2},"f":{}})"), IsEmpty());
  EXPECT_THAT(warnings_of(R"(,"set":{"a":5},"experiments":{"e":{"set":{"a":6}},"f":{}})"), IsEmpty());
  EXPECT_THAT(warnings_of(R"(,"set":{"a":5},"vary":[{"type":"list","points":[{"a":1},{"b":2}]}])"),
              IsEmpty());
  EXPECT_THAT(warnings_of(R"(,"set":{"a":{}},"vary":[{"path":"a.b","values":[1,2]}])"), IsEmpty());
  EXPECT_THAT(warnings_of(R"(,"vary":[{"path":"a","values":[{}]},{"path":"a.b","values":[1,2]}])"),
              IsEmpty());
}

TEST(Plan, NeedsAScenarioAndAFormat) {
  EXPECT_THAT(read_plan_text(R"({"format":1})").problems, HasSubstr("\"scenario\" is missing"));
  EXPECT_THAT(read_plan_text(R"({"scenario":"a"})").problems, HasSubstr("\"format\" is missing"));
  EXPECT_THAT(read_plan_text(R"({"format":2,"scenario":"a"})").problems, HasSubstr("plans of format 1"));
  EXPECT_THAT(read_plan_text(R"({"format":1,"scenario":[]})").problems,
              HasSubstr("the name of a file (string)"));
}

TEST(Plan, IsToldFromAScenarioByItsKey) {
  EXPECT_TRUE(looks_like_plan(plan_text()));
  EXPECT_FALSE(looks_like_plan(R"({"format":1,"agents":[]})"));
  EXPECT_FALSE(looks_like_plan("{"));
}

TEST(Plan, HasASchemaWithItsSweeps) {
  const auto schema = plan_schema();
  EXPECT_TRUE(schema.at("definitions").contains("sweep_sobol"));
  EXPECT_FALSE(schema.at("definitions").contains("target"));
  EXPECT_EQ(schema.at("properties").at("replications").at("type"),
            nlohmann::ordered_json::array({"integer", "null"}));
}

TEST(Plan, ExamplesOfSweepsAreValid) {
  for (const Kind* kind : plan_catalog().kinds("sweep")) {
    const PlanReading reading = read_plan_text(plan_text(fmt::format(R"(,"vary":[{}])", kind->example)));
    EXPECT_THAT(reading.problems, IsEmpty()) << kind->name;
  }
}

}  // namespace
}  // namespace drover::test::plan_test
