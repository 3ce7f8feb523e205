#include "observe/metrics/expectations.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/observed_run.h"

namespace drover::expectations_test {
namespace {

using test::coasting;

constexpr const char* kOneMover = R"({"type":"a","position":[0,0],"velocity":[2,0]})";

std::vector<Verdict> verdicts_of(std::string_view expect) {
  const std::string scenario =
      coasting(kOneMover, R"("speed":{},"arrivals":{})", R"(,"expect":[)" + std::string(expect) + "]");
  const test::LoadedRun run = test::load_run(scenario);
  EXPECT_TRUE(check_expectations(run.def.expect, run.def.record).empty());
  return judge(run.def.expect, test::measure(scenario, 4));
}

TEST(Expectations, LimitsIncludeTheirOwnValue) {
  EXPECT_TRUE(verdicts_of(R"({"metric":"speed.mean","at_most":2,"at_least":2})")[0].pass);
  EXPECT_FALSE(verdicts_of(R"({"metric":"speed.mean","at_most":1.999})")[0].pass);
  EXPECT_FALSE(verdicts_of(R"({"metric":"speed.mean","at_least":2.001})")[0].pass);
}

TEST(Expectations, AnAbsentValuePassesNoLimit) {
  EXPECT_FALSE(verdicts_of(R"({"metric":"arrivals.time_mean","at_most":100})")[0].pass);
}

TEST(Expectations, WorkIsCountedExactlyAndHasBudgets) {
  std::vector<ExpectDef> budget(1);
  budget[0].metric = "counters.pairs_tested";
  budget[0].at_most = 1000.0;
  EXPECT_TRUE(check_expectations(budget, RecordDef{}).empty());
  const WorkCounters within{.pairs_tested = 1000, .agent_steps = 9999};
  const WorkCounters beyond{.pairs_tested = 1001, .agent_steps = 9999};
  EXPECT_TRUE(judge(budget, MetricResults({}), within)[0].pass);
  EXPECT_FALSE(judge(budget, MetricResults({}), beyond)[0].pass);
  budget[0].metric = "counters.agent_steps";
  EXPECT_FALSE(judge(budget, MetricResults({}), within)[0].pass);
}

TEST(Expectations, OneThatFailsFailsAll) {
  const std::vector<Verdict> verdicts =
      verdicts_of(R"({"metric":"speed.mean","at_most":3},{"metric":"speed.peak","at_most":1})");
  EXPECT_FALSE(all_pass(verdicts));
  EXPECT_TRUE(all_pass(std::span(verdicts).first(1)));
}

TEST(Expectations, JsonSaysLimitValueAndVerdict) {
  const nlohmann::ordered_json json = to_json(verdicts_of(R"({"metric":"speed.peak","at_most":1})"));
  EXPECT_EQ(json.dump(), R"([{"metric":"speed.peak","at_most":1.0,"value":2.0,"pass":false}])");
}

ExpectDef expecting(std::string path) {
  ExpectDef expectation;
  expectation.metric = std::move(path);
  expectation.at_most = 1.0;
  return expectation;
}

TEST(Expectations, AnUnknownPathNamesTheNearest) {
  const std::vector<ExpectDef> expectations = {expecting("speed.mean"), expecting("colisions.agent_agnt")};
  const auto problems = check_expectations(expectations, RecordDef{});
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/1/metric");
  EXPECT_EQ(problems[0].nearest, "collisions.agent_agent");
  EXPECT_FALSE(problems[0].allowed.empty());
}

TEST(Expectations, AMetricThatIsNotRecordedIsToldApartFromOneThatDoesNotExist) {
  const test::LoadedRun run = test::load_run(coasting(kOneMover, R"("speed":{})"));
  const std::vector<ExpectDef> expectations = {expecting("extent.mean")};
  const auto problems = check_expectations(expectations, run.def.record);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].message.find("not recorded"), std::string::npos) << problems[0].message;
}

TEST(Expectations, ALimitMustNotBeDrawn) {
  ExpectDef expectation = expecting("speed.mean");
  expectation.at_least = Parameter(Distribution{});
  const auto problems = check_expectations(std::span(&expectation, 1), RecordDef{});
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/0/at_least");
}

}  // namespace
}  // namespace drover::expectations_test
