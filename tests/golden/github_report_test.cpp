#include "golden/github_report.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/report_samples.h"

namespace drover::test::github_report_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> annotations_of(const CheckReport& report) {
  std::vector<std::string> lines;
  std::istringstream in(format_github_annotations(report));
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++found;
  return found;
}

TEST(GithubAnnotations, OfWhatPassesAreNone) {
  CheckReport report;
  report.scenarios = {sample_check("arrive", CheckStatus::passed),
                      sample_check("seek", CheckStatus::updated)};
  EXPECT_EQ(format_github_annotations(report), "");
  EXPECT_EQ(format_github_annotations(CheckReport{}), "");
}

TEST(GithubAnnotations, NameFileLineAndReason) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::bad_input)};
  report.scenarios[0].message = "50 % of it, at least: wrong";
  report.scenarios[0].detail = "more\n";
  report.scenarios[0].line = 6;
  EXPECT_EQ(format_github_annotations(report),
            "::error file=scenarios/hide.json,line=6,title=hide%3A bad input::scenarios/hide.json: bad "
            "input: 50 %25 of it, at least: wrong"
            "%0Amore\n");
}

TEST(GithubAnnotations, AreNineAndTheNumberOfTheOthers) {
  const std::vector<std::string> lines = annotations_of(sample_change_of_everything(1000));
  ASSERT_EQ(lines.size(), 10u);
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_THAT(lines[i], StartsWith("::error file=scenarios/s000" + std::to_string(i) + ".json,title="));
  EXPECT_EQ(lines[9],
            "::error title=drover check::991 more, 991 of them failing; 1000 scenarios: 1000 differ");
}

TEST(GithubAnnotations, AreNineWithoutALineForNone) {
  EXPECT_EQ(annotations_of(sample_change_of_everything(9)).size(), 9u);
}

TEST(GithubAnnotations, SpendTheRoomOnErrorsFirst) {
  CheckReport report = sample_report();
  std::vector<std::string> lines = annotations_of(report);
  ASSERT_EQ(lines.size(), 10u);  // seven scenarios and two goldens fail
  EXPECT_THAT(lines[0], StartsWith("::error file=scenarios/crowd.json,title=crowd%3A run failed::"));
  EXPECT_THAT(lines[8], StartsWith("::error file=golden/older.golden.json,title=obsolete golden::"));
  EXPECT_THAT(lines[9], StartsWith("::warning title=drover check::1 more; 10 scenarios: "));

  report.obsolete_fails = false;
  lines = annotations_of(report);
  ASSERT_EQ(lines.size(), 10u);
  EXPECT_THAT(lines[7], StartsWith("::warning file=scenarios/flee.json,title=flee%3A within tolerance::"));
  EXPECT_THAT(lines[8], StartsWith("::warning file=golden/old.golden.json"));
  EXPECT_THAT(lines[9], StartsWith("::warning title=drover check::1 more; "));
}

TEST(GithubAnnotations, AreOneLineEachWhateverTheNames) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::differs)};
  ScenarioCheck& check = report.scenarios[0];
  check.scenario = check.name = check.message = check.command = hostile_name();
  const std::string text = format_github_annotations(report);
  EXPECT_EQ(count(text, "\n"), 1u);
  EXPECT_EQ(count(text, "\r"), 0u);
  EXPECT_THAT(text,
              StartsWith("::error file=a\"b'\\x0a%3A%3Aerror%3A%3Ac\\x0d]]></failure><!--|`*_\\x07%25%2C%3A"
                         "\\xff\\xc3\\uffff,title="));
}

TEST(GithubAnnotations, AreNotEndless) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::differs)};
  report.scenarios[0].message = std::string(1'000'000, 'x');
  EXPECT_LT(format_github_annotations(report).size(), 5000u);
}

TEST(GithubSummary, OfNothingIsItsHead) {
  EXPECT_EQ(format_github_summary(CheckReport{}), "## drover check: passed\n\nno scenarios; 0.00 s\n\n");
}

TEST(GithubSummary, HasARowForEachFailureAndDetails) {
  CheckReport report;
  report.scenarios = {sample_check("arrive", CheckStatus::passed),
                      sample_check("evade", CheckStatus::missing)};
  report.scenarios[1].message = "no golden";
  report.scenarios[1].command = "drover check";
  EXPECT_EQ(format_github_summary(report),
            "## drover check: failed\n\n"
            "2 scenarios: 1 passed, 1 missing; 0.00 s\n\n"
            "| outcome | scenario | steps | message |\n"
            "|---|---|--:|---|\n"
            "| missing | scenarios/evade.json | 600 | no golden |\n\n"
            "<details><summary>scenarios/evade.json: missing</summary>\n\n"
            "<pre>\nto accept: drover check\n</pre>\n\n</details>\n\n");
}

TEST(GithubSummary, CoversEverythingThatNeedsAttention) {
  const std::string text = format_github_summary(sample_report());
  for (const char* part :
       {"10 scenarios: 1 passed", "| run failed | scenarios/crowd.json |",
        "| not as expected | scenarios/jump.json |", "| within tolerance | scenarios/flee.json |",
        "- golden/older.golden.json", "To accept all changes: <code>drover check --update scenarios</code>",
        "To remove them: <code>drover check --prune scenarios</code>"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(text, Not(HasSubstr("arrive")));
}

// It is there to be copied.
TEST(GithubSummary, KeepsALongCommandWhole) {
  CheckReport report = sample_report();
  report.accept_command = "drover golden accept --golden " + std::string(200, 'f') + " --all";
  EXPECT_THAT(format_github_summary(report), HasSubstr("--all</code>"));
}

TEST(GithubSummary, EscapesMarkup) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::differs)};
  report.scenarios[0].scenario = hostile_name();
  report.scenarios[0].detail = "</pre></details>\n";
  const std::string text = format_github_summary(report);
  EXPECT_THAT(text, HasSubstr("| a\"b'&#92;x0a::error::c&#92;x0d&#93;&#93;&#62;&#60;/failure&#62;&#60;!--"
                              "&#124;&#96;&#42;&#95;&#92;x07%,:&#92;xff&#92;xc3&#92;uffff |"));
  EXPECT_EQ(count(text, "</pre>"), 1u);
  EXPECT_EQ(count(text, "</details>"), 1u);
}

TEST(GithubSummary, OfAChangeOfEverythingIsCut) {
  const std::string text = format_github_summary(sample_change_of_everything(1000));
  EXPECT_EQ(count(text, "| differs |"), 50u);
  EXPECT_EQ(count(text, "<details>"), 5u);
  EXPECT_THAT(text, HasSubstr("... and 950 more"));
}

TEST(GithubSummary, StaysFarBelowWhatGitHubTakes) {
  CheckReport report = sample_change_of_everything(1000);
  const std::string longest(10'000, '<');
  for (ScenarioCheck& check : report.scenarios)
    check.scenario = check.message = check.detail = check.command = longest;
  std::vector<ScenarioCheck> tolerated = report.scenarios;
  for (ScenarioCheck& check : tolerated) {
    check.status = CheckStatus::tolerated;
    check.expectations.clear();
  }
  report.scenarios.insert(report.scenarios.end(), tolerated.begin(), tolerated.end());
  report.obsolete.assign(1000, longest);
  report.accept_command = report.prune_command = longest;
  const std::size_t size = format_github_summary(report).size();
  EXPECT_LT(size, 512u * 1024u);
  EXPECT_GT(size, 250u * 1024u);  // else this is not the worst that can come
}

}  // namespace
}  // namespace drover::test::github_report_test
