#include "golden/human_report.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/report_samples.h"

namespace drover::test::human_report_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

// Fails unless the parts stand in the text in this order.
void expect_in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t from = 0;
  for (const std::string& part : parts) {
    const std::size_t at = text.find(part, from);
    ASSERT_NE(at, std::string::npos) << "after the others there is no \"" << part << "\" in\n" << text;
    from = at + part.size();
  }
}

std::string indented(const std::string& text) {
  std::string out;
  for (const std::string& line : lines_of(text))
    out += (line.empty() ? "" : "    ") + line + "\n";
  return out;
}

TEST(HumanReport, OfNothingSaysSo) {
  EXPECT_EQ(format_human(CheckReport{}, {}), "no scenarios; 0.00 s\n");
}

TEST(HumanReport, OfFewScenariosThatPassIsALineForEachAndTheSummary) {
  CheckReport report;
  report.scenarios = {sample_check("arrive", CheckStatus::passed),
                      sample_check("flee", CheckStatus::tolerated)};
  report.scenarios[0].steps = 1;
  report.scenarios[1].message = "everything is within tolerance";
  report.seconds = 0.5;
  EXPECT_EQ(
      format_human(report, {}),
      "passed            scenarios/arrive.json        1 step    0.25 s\n"
      "within tolerance  scenarios/flee.json       600 steps    0.25 s  everything is within tolerance\n"
      "\n"
      "2 scenarios: 1 passed, 1 within tolerance; 0.50 s\n");
}

TEST(HumanReport, OfManyScenariosThatPassIsTheSummary) {
  CheckReport report;
  for (int i = 0; i < 11; ++i)
    report.scenarios.push_back(sample_check("arrive", CheckStatus::passed));
  EXPECT_EQ(format_human(report, {}), "11 scenarios: 11 passed; 0.00 s\n");
  EXPECT_EQ(lines_of(format_human(report, {.verbose = true})).size(), 13u);
}

TEST(HumanReport, BeginsWithTheWorst) {
  const std::string text = format_human(sample_report(), {});
  expect_in_order(text, {"scenarios/crowd.json: run failed: the position of agent 3",
                         "scenarios/hide.json: bad input: unknown field \"maxSped\"\n",
                         "scenarios/jump.json: not as expected: overlap.most is 0.2, at most 0.1 expected\n",
                         "scenarios/pursuit.json: differs", "scenarios/mill.json: numerics changed",
                         "scenarios/interpose.json: scenario changed", "scenarios/evade.json: missing",
                         "to accept all changes: drover check --update",
                         "obsolete goldens, whose scenario is gone:", "golden/old.golden.json",
                         "golden/older.golden.json", "to remove: drover check --prune", "passed "});
}

TEST(HumanReport, EndsWithCountsOfEverything) {
  EXPECT_THAT(
      format_human(sample_report(), {}),
      EndsWith("\n10 scenarios: 1 passed, 1 within tolerance, 1 updated, 1 missing, 1 scenario changed, "
               "1 numerics changed, 1 differs, 1 not as expected, 1 bad input, 1 run failed, "
               "2 obsolete goldens; 12.3 s\n"));
}

TEST(HumanReport, ExplainsADifferenceFromTheLargestExcessDown) {
  CheckReport report;
  report.scenarios = {sample_difference()};
  const ScenarioCheck& check = report.scenarios[0];
  EXPECT_THAT(
      format_human(report, {}),
      testing::StartsWith("scenarios/pursuit.json: differs: the first difference is in step 412\n"
                          "    checkpoints agree up to step 400\n"
                          "    and not after it\n" +
                          indented(format_human(check.divergence, check.dt)) +
                          "    metrics that differ, the worst first:\n"
                          "      arrivals.last: expected 7.5, found absent\n"
                          "      stuck.agents: found 1, not in the golden\n"
                          "      collisions.agent_agent: expected 2, found 3 (+1)\n"
                          "      extent.mean: expected 4, found 4.5 (+0.5), 5 times what is tolerated\n"
                          "    1 metric moved within tolerance\n"
                          "    to accept: drover check --update scenarios/pursuit.json\n"
                          "\n"));
}

TEST(HumanReport, OfAChangeOfEverythingStaysShort) {
  const std::string text = format_human(sample_change_of_everything(1000), {});
  EXPECT_LT(lines_of(text).size(), 250u);
  expect_in_order(text, {"s0004.json: differs", "to accept", "s0005.json: differs", "s0039.json: differs",
                         "... and 960 more", "1000 scenarios: 1000 differ;"});
  EXPECT_THAT(text, Not(HasSubstr("s0040.json")));
}

TEST(HumanReport, NamesEveryFailureWhenVerbose) {
  const std::string text = format_human(sample_change_of_everything(1000), {.verbose = true});
  for (const ScenarioCheck& check : sample_change_of_everything(1000).scenarios)
    ASSERT_THAT(text, HasSubstr(check.scenario + ": differs"));
  EXPECT_THAT(text, Not(HasSubstr(" more")));
}

TEST(HumanReport, CutsLongDetailsUnlessVerbose) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::bad_input)};
  for (int line = 1; line <= 100; ++line)
    report.scenarios[0].detail += "detail\n";
  EXPECT_THAT(format_human(report, {}), HasSubstr("    detail\n    ... and 60 more lines\n"));
  EXPECT_THAT(format_human(report, {.verbose = true}), Not(HasSubstr("...")));
}

TEST(HumanReport, ListsWhatWasUpdatedEvenAmongMany) {
  CheckReport report;
  for (int i = 0; i < 20; ++i)
    report.scenarios.push_back(sample_check("arrive", CheckStatus::passed));
  report.scenarios.push_back(sample_check("seek", CheckStatus::updated));
  const std::string text = format_human(report, {});
  EXPECT_THAT(text, HasSubstr("updated  scenarios/seek.json"));
  EXPECT_THAT(text, Not(HasSubstr("arrive")));
}

TEST(HumanReport, ExplainsWhatIsToleratedWhenVerbose) {
  CheckReport report;
  report.scenarios = {sample_difference()};
  report.scenarios[0].status = CheckStatus::tolerated;
  report.scenarios[0].expectations.clear();
  EXPECT_THAT(format_human(report, {}), Not(HasSubstr("moved within tolerance")));
  EXPECT_THAT(format_human(report, {.verbose = true}), HasSubstr("\n    1 metric moved within tolerance\n"));
}

// A metric that the golden does not have moved nowhere.
TEST(HumanReport, MetricsWithoutAnAcceptedValueAreCountedApart) {
  CheckReport report;
  report.scenarios = {sample_difference()};
  MetricDifference& metric = report.scenarios[0].metrics.front();
  metric.only_actual = metric.is_tolerated = true;
  report.scenarios[0].metrics.resize(1);
  const std::string text = format_human(report, {});
  EXPECT_THAT(text, HasSubstr("\n    1 metric without an accepted value\n"));
  EXPECT_THAT(text, Not(HasSubstr("moved within tolerance")));
}

TEST(HumanReport, AlignsColumnsByWhatATerminalShows) {
  CheckReport report;
  report.scenarios = {sample_check("gr\xC3\xB6\xC3\x9F"
                                   "e",
                                   CheckStatus::passed),
                      sample_check("groesse", CheckStatus::passed)};
  EXPECT_THAT(format_human(report, {}), HasSubstr("gr\xC3\xB6\xC3\x9F"
                                                  "e.json       600 steps"));
  EXPECT_THAT(format_human(report, {}), HasSubstr("groesse.json     600 steps"));
}

TEST(HumanReport, HasEscapeSequencesOnlyWhenAskedFor) {
  EXPECT_THAT(format_human(sample_report(), {}), Not(HasSubstr("\x1b")));
  const std::string colored = format_human(sample_report(), {.color = true});
  EXPECT_THAT(colored, HasSubstr("\x1b[1;31mscenarios/crowd.json: run failed\x1b[0m: the position"));
  EXPECT_THAT(colored, HasSubstr("\x1b[32mpassed"));
}

TEST(HumanReport, IsNotSteeredByNames) {
  CheckReport report;
  ScenarioCheck check = sample_difference();
  check.scenario = hostile_name();
  check.message = check.detail = check.command = "\x1b[2J" + hostile_name();
  report.scenarios = {check};
  report.obsolete = {hostile_name()};
  const std::string text = format_human(report, {.verbose = true});
  EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte >= 0x7F;
  })) << text;
  for (const std::string& line : lines_of(text))
    EXPECT_FALSE(line.starts_with("::error")) << line;
}

}  // namespace
}  // namespace drover::test::human_report_test
