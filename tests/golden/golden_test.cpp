#include "golden/golden.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "golden/golden_samples.h"
#include "support/observed_run.h"

namespace drover::test::golden_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class GoldenText : public testing::Test {
 protected:
  std::string save(std::string_view text) const {
    const std::string path = folder_.path("a.golden.json");
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  // Reads the text back as a golden; what is wrong with it goes to problems().
  std::optional<GoldenDef> read(std::string_view text) {
    JsonSources sources;
    Diagnostics diagnostics;
    auto golden = read_golden(save(text), sources, diagnostics);
    problems_ = format_human(diagnostics, sources, false);
    return golden;
  }

  // The complaint about a text in which a part was replaced, without the folder.
  std::string problem_with(const std::string& from, const std::string& to) {
    std::string text = to_text(sample());
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return "there is no " + from;
    const bool was_read = read(text.replace(at, from.size(), to)).has_value();
    const std::size_t name = problems_.find("a.golden.json:");
    return was_read ? "it was read" : problems_.substr(name == std::string::npos ? 0 : name);
  }

  static GoldenDef sample() {
    GoldenDef golden = golden_of(wanderers(60), {.trace_every = 20});
    golden.scenario = "../scenarios/\"wander\".json";
    golden.accepted.reason = "because\nof \"this\"";
    golden.metrics.push_back({"made_up.fraction", {0.1}});
    golden.metrics.push_back({"made_up.large", {1e300}});
    golden.metrics.push_back({"made_up.whole", {9007199254740991.0}});
    golden.metrics.push_back({"made_up.negative", {-3.0}});
    golden.metrics.push_back({"made_up.least", {5e-324}});
    golden.metrics.push_back({"made_up.nothing", {}});
    golden.scenario_expressions = {"/variables/door: 1.2"};
    golden.set_unmet(std::vector<Verdict>{
        {.metric = "made_up.whole",
         .at_most = 0.5,
         .at_least = 0.1,
         .value = {.number = 0.1 + 0.2},
         .pass = false},
        {.metric = "made_up.nothing",
         .at_most = {},
         .at_least = 1.0,
         .value = {.number = {}, .why = "none came"},
         .pass = false},
        {.metric = "made_up.large", .at_most = {}, .at_least = 1.0, .value = {.number = 2.0}, .pass = true}});
    golden.tolerances = TolerancesDef{.horizon = 40, .columns = {}, .metrics = {}};
    golden.tolerances->columns.push_back({"x", {0.5, 0.0}});
    golden.tolerances->metrics.push_back({"made_up.*", {0.0, 1e-9}});
    return golden;
  }

  const std::string& problems() const { return problems_; }

 private:
  Folder folder_;
  std::string problems_;
};

TEST_F(GoldenText, IsReadBackAsItWasWritten) {
  const GoldenDef golden = sample();
  const std::optional<GoldenDef> read_back = read(to_text(golden));
  ASSERT_TRUE(read_back) << problems();
  EXPECT_EQ(to_text(*read_back), to_text(golden));
  EXPECT_EQ(read_back->scenario, golden.scenario);
  std::vector<std::string> unmet;
  for (const Verdict& verdict : read_back->unmet())
    unmet.push_back(describe_verdict(verdict));
  EXPECT_THAT(unmet,
              testing::ElementsAre("made_up.whole is 0.30000000000000004, at least 0.1, at most 0.5 expected",
                                   "made_up.nothing is null (none came), at least 1 expected"));
  EXPECT_EQ(read_back->accepted.reason, golden.accepted.reason);
  EXPECT_EQ(read_back->scenario_hash, golden.scenario_hash);
  EXPECT_EQ(read_back->steps, 60);
  EXPECT_EQ(read_back->dt, 0.25);
  EXPECT_EQ(read_back->state_hash, golden.state_hash);
  EXPECT_EQ(read_back->checkpoints.size(), golden.checkpoints.size());
  EXPECT_EQ(read_back->digests.hashes, golden.digests.hashes);
  EXPECT_EQ(read_back->metric_tree(), golden.metric_tree());
  EXPECT_EQ(read_back->trace->rows, golden.trace->rows);
  EXPECT_EQ(read_back->tolerances->horizon, 40);
  EXPECT_EQ(read_back->column_tolerances().of("x"), (Tolerance{0.5, 0.0}));
  EXPECT_EQ(read_back->metric_tolerances().of("made_up.large"), (Tolerance{0.0, 1e-9}));
  EXPECT_TRUE(read_back->metric_tolerances().of("speed.mean").is_exact());
}

TEST_F(GoldenText, IsTheSameForTheSameGoldenAndNoLineIsLong) {
  EXPECT_EQ(to_text(sample()), to_text(sample()));
  std::istringstream lines(to_text(sample()));
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 200u) << line;
}

TEST_F(GoldenText, KeepsEveryBitOfAMetric) {
  GoldenDef golden = sample();
  golden.metrics.clear();
  golden.tolerances.reset();
  const std::vector<double> values = {0.1,  1.0 / 3.0,          -2.5e-310,          1e22, 123456789.125,
                                      -1.0, 9007199254740992.0, 9007199254740994.0, 1e16, 4.35};
  for (std::size_t k = 0; k < values.size(); ++k)
    golden.metrics.push_back({"m.v" + std::to_string(k), {values[k]}});
  const auto read_back = read(to_text(golden));
  ASSERT_TRUE(read_back) << problems();
  ASSERT_EQ(read_back->metrics.size(), values.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    EXPECT_EQ(read_back->metrics[k].value.value.constant(), values[k]);
}

TEST_F(GoldenText, AMetricWithoutAValueStaysOne) {
  const auto read_back = read(to_text(sample()));
  ASSERT_TRUE(read_back);
  EXPECT_TRUE(read_back->metric_tree()["made_up"]["nothing"].is_null());
}

TEST_F(GoldenText, AMisspelledKeyIsAnErrorWithItsPlaceAndTheNearestName) {
  const std::string problem = problem_with("\"state_hash\"", "\"state_hahs\"");
  EXPECT_THAT(problem, HasSubstr("a.golden.json:8:3: error: unknown key \"state_hahs\""));
  EXPECT_THAT(problem, HasSubstr("did you mean \"state_hash\"?"));
  EXPECT_THAT(problem_with("\"reason\"", "\"raeson\""),
              AllOf(HasSubstr("a.golden.json:4:"), HasSubstr("\"reason\"")));
  EXPECT_THAT(problem_with("\"abs\"", "\"absolute\""), HasSubstr("unknown key \"absolute\""));
}

TEST_F(GoldenText, AValueOfTheWrongTypeIsAnErrorWithItsPlace) {
  EXPECT_THAT(problem_with("\"steps\": 60", "\"steps\": \"60\""),
              StartsWith("a.golden.json:7:12: error: \"steps\" has the wrong type"));
  EXPECT_THAT(problem_with("\"steps\": 60", "\"steps\": 60.5"), HasSubstr("whole number"));
  EXPECT_THAT(problem_with("\"steps\": 60", "\"steps\": -1"), HasSubstr("out of range"));
  EXPECT_THAT(problem_with("\"dt\": 0.25", "\"dt\": 0"), HasSubstr("out of range"));
  EXPECT_THAT(problem_with("\"every\": 1,", "\"every\": 0,"), HasSubstr("out of range"));
}

TEST_F(GoldenText, AToleranceForNothingIsAnErrorWithTheNearestName) {
  GoldenDef golden = sample();
  golden.tolerances->metrics = {{"sped.mean", {1.0, 0.0}}};
  EXPECT_FALSE(read(to_text(golden)));
  EXPECT_THAT(problems(),
              HasSubstr("nothing in the golden is called \"sped.mean\"; did you mean \"speed.mean\"?"));
}

TEST_F(GoldenText, AMissingKeyIsAnError) {
  EXPECT_THAT(problem_with("  \"steps\": 60,\n", ""), HasSubstr("\"steps\" is missing"));
  EXPECT_THAT(problem_with("\"numerics\": \"", "\"x-numerics\": \""), HasSubstr("\"numerics\" is missing"));
}

TEST_F(GoldenText, ADuplicateKeyIsAnError) {
  EXPECT_THAT(
      problem_with("\"steps\": 60", "\"steps\": 60, \"steps\": 61"),
      AllOf(StartsWith("a.golden.json:7:16: error: key \"steps\" is given twice"), HasSubstr("line 7")));
  EXPECT_THAT(problem_with("\"made_up.large\"", "\"made_up.fraction\""), HasSubstr("made_up.fraction"));
}

TEST_F(GoldenText, CutOffAnywhereItIsNoGolden) {
  const std::string text = to_text(sample());
  for (std::size_t size = 0; size + 2 < text.size(); size += 1 + size / 20) {
    EXPECT_FALSE(read(text.substr(0, size))) << size;
    EXPECT_THAT(problems(), HasSubstr("a.golden.json")) << size;
  }
}

TEST_F(GoldenText, OfAnotherFormatIsRefused) {
  EXPECT_THAT(problem_with("\"format\": 1", "\"format\": 2"),
              AllOf(StartsWith("a.golden.json:2:"), HasSubstr("\"format\" is out of range")));
}

TEST_F(GoldenText, AMetricIsNoDistribution) {
  EXPECT_THAT(problem_with("{\"value\": 0.1}", "{\"value\": {\"uniform\": [0, 1]}}"),
              HasSubstr("\"value\" is a number, not a distribution"));
}

TEST_F(GoldenText, AFolderOrNoFileIsNoGolden) {
  Folder folder;
  JsonSources sources;
  Diagnostics diagnostics;
  EXPECT_FALSE(read_golden(folder.path(""), sources, diagnostics));
  EXPECT_FALSE(read_golden(folder.path("nothing.golden.json"), sources, diagnostics));
  EXPECT_EQ(diagnostics.error_count(), 2u);
}

}  // namespace
}  // namespace drover::test::golden_test
