// What all reports of a check say first.
#include "golden/report_text.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/github_report.h"
#include "golden/human_report.h"
#include "golden/junit_report.h"
#include "golden/report_samples.h"
#include "observe/record/provenance.h"

namespace drover::test::report_text_test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kVerdict = "arrivals.share is 0.7, at least 1 expected";

ScenarioCheck broken(CheckStatus status) {
  ScenarioCheck check = sample_check("room", status);
  check.message = "what the golden says";
  check.expectations = {
      {.metric = "speed.mean", .at_most = 2.0, .at_least = {}, .value = {.number = 1.0}, .pass = true},
      {.metric = "arrivals.share", .at_most = {}, .at_least = 1.0, .value = {.number = 0.7}, .pass = false}};
  return check;
}

TEST(ReportText, ABrokenExpectationComesFirstWhateverTheGoldenSays) {
  for (const CheckStatus status :
       {CheckStatus::passed, CheckStatus::tolerated, CheckStatus::updated, CheckStatus::missing,
        CheckStatus::scenario_changed, CheckStatus::numerics_changed, CheckStatus::hashes_changed,
        CheckStatus::differs}) {
    SCOPED_TRACE(name_of(status));
    CheckReport report;
    report.scenarios = {broken(status)};
    EXPECT_THAT(format_human(report, {}),
                AllOf(StartsWith(fmt::format("scenarios/room.json: not as expected: {}", kVerdict)),
                      HasSubstr("1 scenario: 1 not as expected;")));
    EXPECT_THAT(format_junit(report),
                HasSubstr(fmt::format("<failure type=\"expectation\" message=\"{}", kVerdict)));
    EXPECT_THAT(format_github_annotations(report),
                HasSubstr(fmt::format(
                    ",title=room%3A not as expected::scenarios/room.json: not as expected: {}", kVerdict)));
    EXPECT_THAT(
        format_github_summary(report),
        HasSubstr("| not as expected | scenarios/room.json | 600 | arrivals.share is 0.7, at least 1"));
  }
}

// What was written, or why the golden does not agree, is said after it.
TEST(ReportText, TheGoldenIsSpokenOfAfterABrokenExpectation) {
  for (const CheckStatus status : {CheckStatus::updated, CheckStatus::missing, CheckStatus::differs})
    EXPECT_EQ(reason(broken(status)), std::string(kVerdict) + "; what the golden says");
  EXPECT_EQ(reason(broken(CheckStatus::tolerated)), kVerdict) << "it is no reason to fail";
}

TEST(ReportText, WhatIsBrokenComesBeforeWhatChangedAndAfterWhatDidNotRun) {
  CheckReport report;
  report.scenarios = {sample_check("changed", CheckStatus::differs), broken(CheckStatus::passed),
                      sample_check("failed", CheckStatus::bad_input)};
  std::vector<std::string> order;
  for (const ScenarioCheck* check : failing_scenarios(report))
    order.push_back(check->name);
  EXPECT_EQ(order, (std::vector<std::string>{"failed", "room", "changed"}));
}

// 3e-15 is no number's worth beside a half more, whether a tolerance is set or not.
TEST(ReportText, RoundingIsNoLargeDifference) {
  for (const Tolerance& tolerance : {Tolerance{}, Tolerance{0.0, 0.01}, Tolerance{0.1, 0.0}}) {
    MetricDifference rounding{
        .metric = "rounding", .expected = 0.0, .actual = -3e-15, .tolerance = tolerance, .excess = 1e9};
    MetricDifference last_bit{
        .metric = "last_bit", .expected = 1.0, .actual = 1.0 + 1e-15, .tolerance = {}, .excess = 1e9};
    MetricDifference real{
        .metric = "real", .expected = 7.5, .actual = 11.5, .tolerance = tolerance, .excess = 2.0};
    ScenarioCheck check = sample_check("room", CheckStatus::differs);
    check.metrics = {rounding, last_bit, real};
    const std::vector<std::string> lines = explain(check, kFullExplanation);
    ASSERT_EQ(lines[0], "metrics that differ, the worst first:");
    EXPECT_THAT(lines[1], StartsWith("  real: expected 7.5, found 11.5"));
  }
}

TEST(ReportText, WhatFailsNamesTheProgramAndTheReasonOfTheAcceptance) {
  ScenarioCheck check = sample_check("room", CheckStatus::differs);
  check.accepted_with = "0.0.1";
  check.accepted_reason = "wider doors";
  EXPECT_THAT(
      explain(check, kShortExplanation),
      Contains(fmt::format("the golden was accepted with drover 0.0.1, this is drover {}: \"wider doors\"",
                           drover_version())));
  check.status = CheckStatus::passed;
  EXPECT_THAT(explain(check, kShortExplanation), Not(Contains(HasSubstr("accepted with"))));
}

}  // namespace
}  // namespace drover::test::report_text_test
