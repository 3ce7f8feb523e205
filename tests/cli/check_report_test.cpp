// drover check: the forms of its report.
#include <gmock/gmock.h>
#include <pugixml.hpp>

#include "cli/checked_folder.h"

namespace drover::test::check_report_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kOne = "golden/one.golden.json";

class CheckReport : public CheckedFolder {};

TEST_F(CheckReport, PrintsAJsonDocument) {
  accept_all();
  change_golden(kOne);
  const Answer answer = check({"--json"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.err, IsEmpty());
  const Json document = answer.json();
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ(document["ok"], false);
  const Json one = of_scenario(document, "scenarios/one.json");
  EXPECT_EQ(one["status"], "differs");
  EXPECT_EQ(one["golden"], kOne);
  EXPECT_EQ(one["metrics"][0]["metric"], "speed.peak");
  EXPECT_EQ(one["metrics"][0]["expected"], 77);
  EXPECT_EQ(one["accept"], "drover golden accept --golden golden --reason \"...\" golden/one.golden.json");
  EXPECT_EQ(of_scenario(document, "scenarios/deep/two.json")["status"], "passed");
}

TEST_F(CheckReport, WritesAJunitFile) {
  accept_all();
  change_golden(kOne);
  write("scenarios/bad.json", "{");
  EXPECT_EQ(check({"--junit", "reports/junit.xml"}, {{"CI", "true"}}).code, 3);
  const std::string text = read("reports/junit.xml");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_buffer(text.data(), text.size())) << text;
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 3);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  EXPECT_EQ(suite.attribute("errors").as_int(), 1);
  EXPECT_EQ(check({"--junit", "/proc/x/junit.xml"}).code, 6);
}

TEST_F(CheckReport, AnnotatesForGitHub) {
  accept_all();
  change_golden(kOne);
  const std::map<std::string, std::string> github = {
      {"CI", "true"}, {"GITHUB_ACTIONS", "true"}, {"GITHUB_STEP_SUMMARY", path("summary.md")}};
  write("summary.md", "what was there\n");
  const Answer answer = check({}, github);
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.err, HasSubstr("::\n::error file=scenarios/one.json"))
      << "behind the token that allows commands";
  EXPECT_THAT(answer.out, Not(HasSubstr("::error")));
  EXPECT_THAT(read("summary.md"), AllOf(StartsWith("what was there\n"), HasSubstr("scenarios/one.json")));
  const Answer json = check({"--json"}, github);
  EXPECT_TRUE(json.json().is_object()) << "the annotations go to the other stream";
  EXPECT_THAT(json.err, HasSubstr("::error file=scenarios/one.json"));
  EXPECT_THAT(check({"--github"}).err, StartsWith("::error"));
  EXPECT_THAT(check({}).err, Not(HasSubstr("::error")));
  EXPECT_EQ(check({"--github"}, {{"GITHUB_STEP_SUMMARY", "/proc/x/summary"}}).code, 6);
}

TEST_F(CheckReport, AFullDiskIsNoticed) {
  accept_all();
  const Answer answer = run(Call{.words = {"check"}, .out_to = "/dev/full"});
  EXPECT_EQ(answer.code, 6);
}

TEST_F(CheckReport, TheCommandItPrintsWithoutWaitingFilesAccepts) {
  accept_all();
  change_golden(kOne);
  const Json one = of_scenario(check({"--json"}, {{"CI", "true"}}).json(), "scenarios/one.json");
  const std::string command = one["accept"];
  EXPECT_EQ(command, "drover check --golden golden --update failed --reason \"...\" scenarios/one.json");
  EXPECT_EQ(check({"--golden", "golden", "--update", "failed", "--reason", "...", "scenarios/one.json"}).code,
            0);
  EXPECT_EQ(check({}).code, 0);
}

}  // namespace
}  // namespace drover::test::check_report_test
