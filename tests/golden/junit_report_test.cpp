#include "golden/junit_report.h"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "golden/report_samples.h"

namespace drover::test::junit_report_test {
namespace {

using testing::HasSubstr;

// Reads a report back; what is not well-formed XML fails the test.
class JunitReport : public testing::Test {
 protected:
  void read(const CheckReport& report) {
    text_ = format_junit(report);
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    ASSERT_TRUE(result) << result.description() << " at byte " << result.offset << " of\n" << text_;
    suites_ = document_.child("testsuites");
    suite_ = suites_.child("testsuite");
    ASSERT_TRUE(suite_);
  }

  pugi::xml_node find(const std::string& classname) const {
    return suite_.find_child_by_attribute("testcase", "classname", classname.c_str());
  }

  std::size_t count(const char* element) const {
    std::size_t found = 0;
    for (const pugi::xml_node node : suite_.children("testcase"))
      found += node.child(element) ? 1u : 0u;
    return found;
  }

  std::string text_;
  pugi::xml_document document_;
  pugi::xml_node suites_;
  pugi::xml_node suite_;
};

TEST_F(JunitReport, HasTheShapeThatJenkinsAndGitLabRead) {
  CheckReport report;
  report.scenarios = {sample_check("arrive", CheckStatus::passed),
                      sample_check("evade", CheckStatus::missing),
                      sample_check("hide", CheckStatus::bad_input)};
  report.scenarios[1].message = "there is no golden";
  report.scenarios[1].command = "drover check --update \"a & b\"";
  report.scenarios[2].message = "unknown field";
  report.obsolete = {"golden/old.golden.json"};
  EXPECT_EQ(format_junit(report), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="drover check" tests="4" failures="1" errors="1" time="0.750">
  <testsuite name="drover check" tests="4" failures="1" errors="1" time="0.750" skipped="1">
    <testcase classname="scenarios/arrive.json" name="arrive" time="0.250" />
    <testcase classname="scenarios/evade.json" name="evade" time="0.250">
      <failure type="missing" message="there is no golden">scenarios/evade.json: missing: there is no golden
to accept: drover check --update "a &amp; b"</failure>
    </testcase>
    <testcase classname="scenarios/hide.json" name="hide" time="0.250">
      <error type="bad_input" message="unknown field">scenarios/hide.json: bad input: unknown field</error>
    </testcase>
    <testcase classname="golden/old.golden.json" name="obsolete golden old.golden" time="0.000">
      <skipped type="obsolete" message="obsolete golden">golden/old.golden.json: the scenario of this golden is gone</skipped>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_F(JunitReport, CountsWhatItHolds) {
  read(sample_report());
  EXPECT_EQ(count("error"), 2u);
  EXPECT_EQ(count("failure"), 7u);  // five scenarios, two goldens
  EXPECT_EQ(count("skipped"), 0u);
  for (const pugi::xml_node node : {suites_, suite_}) {
    EXPECT_EQ(node.attribute("tests").as_uint(), 12u);
    EXPECT_EQ(node.attribute("errors").as_uint(), 2u);
    EXPECT_EQ(node.attribute("failures").as_uint(), 7u);
    EXPECT_EQ(node.attribute("time").as_double(), 2.5);
  }
  EXPECT_EQ(suite_.attribute("skipped").as_string("none"), std::string("0"));
  EXPECT_FALSE(suites_.attribute("skipped"));  // the schema does not know it there
}

TEST_F(JunitReport, SkipsObsoleteGoldensThatDoNotFail) {
  CheckReport report = sample_report();
  report.obsolete_fails = false;
  read(report);
  EXPECT_EQ(count("failure"), 5u);
  EXPECT_EQ(count("skipped"), 2u);
  EXPECT_EQ(suite_.attribute("skipped").as_uint(), 2u);
  EXPECT_EQ(suite_.attribute("failures").as_uint(), 5u);
}

TEST_F(JunitReport, HoldsTheWholeExplanation) {
  read(sample_report());
  const std::string text = find("scenarios/pursuit.json").child("failure").text().as_string();
  for (const char* part : {"scenarios/pursuit.json: differs: the first difference", "checkpoints agree",
                           "step 412", "extent.mean: expected 4, found 4.5",
                           "1 metric moved within tolerance", "to accept: drover check --update"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST_F(JunitReport, NamesTheReasonAsTheType) {
  read(sample_report());
  const auto type = [this](const char* scenario, const char* element) {
    return std::string(find(scenario).child(element).attribute("type").as_string());
  };
  EXPECT_EQ(type("scenarios/mill.json", "failure"), "numerics_changed");
  EXPECT_EQ(type("scenarios/jump.json", "failure"), "expectation");
  EXPECT_EQ(find("scenarios/jump.json").child("failure").attribute("message").as_string(),
            std::string("overlap.most is 0.2, at most 0.1 expected"));
  EXPECT_EQ(type("scenarios/crowd.json", "error"), "run_failed");
  EXPECT_THAT(find("scenarios/flee.json").child("system-out").text().as_string(),
              HasSubstr("everything is within tolerance"));
}

TEST_F(JunitReport, TakesTheNameOfTheFileWhereTheScenarioHasNone) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::bad_input)};
  report.scenarios[0].name.clear();
  read(report);
  EXPECT_EQ(find("scenarios/hide.json").attribute("name").as_string(), std::string("hide"));
}

TEST_F(JunitReport, SurvivesHostileNames) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::differs)};
  ScenarioCheck& check = report.scenarios[0];
  check.scenario = check.name = check.message = check.detail = hostile_name();
  report.obsolete = {hostile_name()};
  read(report);
  const std::string expected = R"(a"b'\x0a::error::c\x0d]]></failure><!--|`*_\x07%,:\xff\xc3\uffff)";
  EXPECT_EQ(suite_.child("testcase").attribute("classname").as_string(), expected);
  EXPECT_EQ(suite_.child("testcase").attribute("name").as_string(), expected);
  const pugi::xml_node failure = suite_.child("testcase").child("failure");
  EXPECT_EQ(failure.attribute("message").as_string(), expected);
  EXPECT_THAT(failure.text().as_string(), HasSubstr(expected + ": differs: " + expected));
  EXPECT_EQ(count("skipped"), 1u);
}

// No byte that XML 1.0 forbids, raw or as a reference; pugixml would read both.
TEST_F(JunitReport, HoldsNoCharacterThatXmlForbids) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::differs)};
  ScenarioCheck& check = report.scenarios[0];
  for (int byte = 0; byte < 256; ++byte)
    check.detail += static_cast<char>(byte);
  check.name = check.scenario = check.message = check.command = check.detail;
  const std::string text = format_junit(report);
  for (const char c : text)
    ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F)) << static_cast<int>(c);
  EXPECT_EQ(text.find("&#"), std::string::npos);
}

TEST_F(JunitReport, HoldsEveryOneOfAThousandFailures) {
  read(sample_change_of_everything(1000));
  EXPECT_EQ(count("failure"), 1000u);
  EXPECT_LT(text_.size(), 4'000'000u);
}

TEST_F(JunitReport, OfNothingIsAnEmptySuite) {
  read(CheckReport{});
  EXPECT_EQ(suite_.attribute("tests").as_string(), std::string("0"));
  EXPECT_FALSE(suite_.child("testcase"));
}

TEST_F(JunitReport, HasNoTimesThatJenkinsWouldRefuse) {
  CheckReport report;
  report.scenarios = {sample_check("hide", CheckStatus::passed)};
  report.scenarios[0].seconds = -1e-9;
  read(report);
  EXPECT_EQ(suite_.attribute("time").as_string(), std::string("0.000"));
  EXPECT_EQ(suite_.child("testcase").attribute("time").as_string(), std::string("0.000"));
}

}  // namespace
}  // namespace drover::test::junit_report_test
