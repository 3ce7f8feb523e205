// drover check: which scenarios it takes and how it compares them.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/checked_folder.h"

namespace drover::test::check_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kOne = "golden/one.golden.json";
constexpr const char* kTwo = "golden/deep/two.golden.json";

class Check : public CheckedFolder {
 protected:
  std::vector<std::string> checked(std::vector<std::string> words) const {
    std::vector<std::string> names;
    const Json document = report(std::move(words));
    for (const Json& check : document["scenarios"])
      names.push_back(check["scenario"]);
    return names;
  }

  std::string status_of(const std::string& scenario, std::vector<std::string> words = {}) const {
    return of_scenario(report(std::move(words)), scenario)["status"];
  }
};

TEST_F(Check, TakesFoldersFilesAndPatterns) {
  write_scenario("scenarios/deep/three.jsonc");
  EXPECT_THAT(checked({}),
              ElementsAre("scenarios/deep/three.jsonc", "scenarios/deep/two.json", "scenarios/one.json"));
  EXPECT_THAT(checked({"scenarios/deep/"}),
              ElementsAre("scenarios/deep/three.jsonc", "scenarios/deep/two.json"));
  EXPECT_THAT(checked({"scenarios/one.json"}), ElementsAre("scenarios/one.json"));
  EXPECT_THAT(checked({"scenarios/*/t*.json"}), ElementsAre("scenarios/deep/two.json"));
  EXPECT_THAT(checked({"scen*"}).size(), 3u) << "a pattern may match folders";
}

TEST_F(Check, TakesAScenarioOnceWhicheverWaysLeadToIt) {
  EXPECT_THAT(
      checked({"scenarios", "scenarios/one.json", "./scenarios/one.json", path("scenarios/one.json")}).size(),
      2u);
}

TEST_F(Check, ALinkThatLeadsToNothingIsReportedHoweverItIsNamed) {
  fs::create_symlink("/nonexistent/gone", path("scenarios/gone.json"));
  fs::create_symlink("loop.json", path("scenarios/loop.json"));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"check", "scenarios/*.json"},
           {"check", "scenarios/one.json", "scenarios/gone.json", "scenarios/loop.json"}}) {
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 3) << answer.err;
    EXPECT_THAT(answer.err, AllOf(HasSubstr("the symbolic link scenarios/gone.json leads to nothing"),
                                  HasSubstr("cannot read scenarios/loop.json: Too many levels")));
  }
  write("scenarios/a[1].json", "{");
  EXPECT_THAT(run({"check", "scenarios/a*.json", "--no-golden"}).out, HasSubstr("a[1].json"))
      << "a match is a name";
}

TEST_F(Check, FoldersDoNotHoldWhatDroverWritesAsScenarios) {
  ASSERT_EQ(run({"run", "scenarios/one.json", "-o", "scenarios/out"}).code, 0);
  ASSERT_EQ(check({"--golden", "scenarios/golden", "--update", "new"}).code, 0);
  write("scenarios/scenario.schema.json", "{}");
  write("scenarios/.one.golden.json.tmp.77", "{");
  EXPECT_EQ(checked({}).size(), 2u);
}

TEST_F(Check, PassesOverPlansAndFilesThatAreOnlyIncluded) {
  write("scenarios/study.json", R"({ "format": 1, "scenario": "one.json", "replications": 2 })");
  write("scenarios/common.json", R"({ "variables": { "far": 4 } })");
  write_scenario("scenarios/three.json", 3, R"(, "include": ["common.json"])");
  const Answer answer = check({"--update", "new"});
  EXPECT_EQ(answer.code, 0) << answer.out << answer.err;
  EXPECT_THAT(answer.err,
              AllOf(HasSubstr("passed over scenarios/study.json: it is a plan"),
                    HasSubstr("passed over scenarios/common.json: scenarios/three.json includes it")));
  EXPECT_FALSE(exists("golden/common.golden.json"));
  EXPECT_THAT(checked({"scenarios/*.json"}), ElementsAre("scenarios/one.json", "scenarios/three.json"));
  EXPECT_EQ(check({"scenarios/study.json"}).code, 3) << "it was asked for";
  // Files that only include each other are part of nothing.
  write("scenarios/self.json", R"({ "format": 1, "include": ["self.json"] })");
  EXPECT_THAT(check({}).err, Not(HasSubstr("passed over scenarios/self.json")));
}

TEST_F(Check, FiltersByPartsOfPaths) {
  write_scenario("scenarios/deep/three.json");
  EXPECT_THAT(checked({"-k", "two"}), ElementsAre("scenarios/deep/two.json"));
  EXPECT_THAT(checked({"-k", "two", "-k", "one"}),
              ElementsAre("scenarios/deep/two.json", "scenarios/one.json"));
  EXPECT_THAT(checked({"-k", "!deep"}), ElementsAre("scenarios/one.json"));
  EXPECT_THAT(checked({"-k", "deep", "-k", "!three"}), ElementsAre("scenarios/deep/two.json"));
  EXPECT_THAT(checked({"-k", "!three", "-k", "deep"}), ElementsAre("scenarios/deep/two.json"));
  EXPECT_THAT(checked({"-k", "!two", "-k", "!three"}), ElementsAre("scenarios/one.json"));
}

TEST_F(Check, ExitsWithFiveWhenNothingIsSelected) {
  const auto before = everything();
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-k", "nothing"}, {"-k", "one", "-k", "!one"}}) {
    const Answer answer = check(words);
    EXPECT_EQ(answer.code, 5);
    EXPECT_THAT(answer.err, HasSubstr("no scenario was selected"));
  }
  fs::create_directory(path("empty"));
  EXPECT_EQ(check({"empty"}).code, 5);
  fs::remove(path("empty"));
  EXPECT_THAT(files(), ElementsAre("scenarios/deep/two.json", "scenarios/one.json"));
}

TEST_F(Check, APathThatLeadsToNothingIsBadInput) {
  const Answer answer = check({"scenarios", "nowhere", "scenarios/x*.json"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("no file, folder or match \"nowhere\""), HasSubstr("x*.json")));
}

TEST_F(Check, TheReportDoesNotDependOnTheNumberOfJobs) {
  for (int k = 0; k < 12; ++k)
    write_scenario(fmt::format("scenarios/more/{}.json", k), k);
  accept_all();
  change_golden("golden/more/3.golden.json");
  change_golden("golden/more/7.golden.json");
  write("scenarios/more/9.json", "{");
  const auto reproducible_report = [&](const char* jobs) {
    Json document = report({"-j", jobs});
    document.erase("not_reproducible");
    for (Json& scenario : document["scenarios"])
      scenario.erase("not_reproducible");
    return document.dump(1);
  };
  const std::string one = reproducible_report("1");
  EXPECT_THAT(one, Not(HasSubstr("seconds")));
  EXPECT_EQ(reproducible_report("2"), one);
  EXPECT_EQ(reproducible_report("8"), one);
  EXPECT_EQ(check({"-j", "0"}).code, 2);
}

TEST_F(Check, PassesWhereNothingChanged) {
  accept_all();
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, HasSubstr("2 scenarios: 2 passed"));
  EXPECT_THAT(answer.err, IsEmpty());
  const Answer quiet = check({"--quiet"});
  EXPECT_EQ(quiet.code, 0);
  EXPECT_THAT(quiet.out + quiet.err, IsEmpty());
}

TEST_F(Check, QuietStillReportsWhatFails) {
  accept_all();
  change_golden(kOne);
  const Answer answer = check({"-q"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out, HasSubstr("scenarios/one.json"));
}

TEST_F(Check, PassesFromAnyWorkingDirectoryAndInAnyLocale) {
  accept_all();
  const std::map<std::string, std::string> comma = german();
  fs::create_directory(path("elsewhere"));
  for (const char* folder : {"/", "scenarios/deep", "elsewhere"}) {
    const Answer answer = run(Call{.words = {"check", path("scenarios"), "--golden", path("golden")},
                                   .environment = comma,
                                   .folder = folder[0] == '/' ? folder : path(folder)});
    EXPECT_EQ(answer.code, 0) << folder << answer.out << answer.err;
  }
  const Answer near =
      run(Call{.words = {"check", "../scenarios", "--golden", "../golden"}, .folder = path("elsewhere")});
  EXPECT_EQ(near.code, 0) << near.out;
  EXPECT_EQ(check({}, comma).code, 0);
}

TEST_F(Check, TheSameGoldensAreWrittenInAnyLocale) {
  accept_all();
  const std::string before = read(kOne);
  fs::remove_all(path("golden"));
  ASSERT_EQ(check({"--update", "new", "--trace-every", "25"}, german()).code, 0);
  change_json(kOne, [](Json& golden) { golden.erase("trace"); });
  EXPECT_EQ(read_json(kOne), Json::parse(before));
}

TEST_F(Check, AChangedScenarioIsRefused) {
  accept_all();
  write_scenario("scenarios/one.json", 99);
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(
      answer.out,
      HasSubstr("scenarios/one.json: scenario changed: the scenario changed since its golden was accepted"));
  EXPECT_TRUE(exists("golden/one.golden.json.new"));
  EXPECT_EQ(check({"--update", "failed", "--reason", "another seed"}).code, 0);
  EXPECT_EQ(check({}).code, 0);
}

TEST_F(Check, OtherWordsRecordsAndExpectationsAreNoChange) {
  accept_all();
  write_scenario("scenarios/one.json", 1,
                 R"(, "description": "other words", "expect": [ { "metric": "speed.peak", "at_most": 1000 } ],
                     "record": { "trace": { "every": 7 } })");
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "passed") << one.dump(1);
}

TEST_F(Check, AnotherDurationIsAChangedScenario) {
  accept_all();
  std::string text = read("scenarios/one.json");
  text.replace(text.find("\"duration\": 1"), 13, "\"duration\": 2");
  write("scenarios/one.json", text);
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "scenario_changed");
  EXPECT_EQ(one["message"], "the scenario has 100 steps of 0.02 s, its golden 50 of 0.02 s");
}

TEST_F(Check, AChangedScenarioShowsWhatChangedInItAndInItsResults) {
  accept_all();
  std::string text = read("scenarios/one.json");
  const std::size_t at = text.find("\"seed\": ");
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, 8, "\"seed\": 1");
  write("scenarios/one.json", text);
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "scenario_changed");
  ASSERT_EQ(one["scenario_changes"].size(), 1u) << one.dump(1);
  EXPECT_EQ(one["scenario_changes"][0]["pointer"], "/seed");
  EXPECT_GT(one["metrics"].size(), 0u);
  EXPECT_THAT(one["detail"].get<std::string>(), HasSubstr("the states differ"));
  const Answer checked = check({"--junit", "junit.xml", "--github"});
  const Answer diff = run({"golden", "diff"});
  for (const std::string& shown : {checked.out, diff.out, read("junit.xml")})
    EXPECT_THAT(shown,
                AllOf(HasSubstr("changed in the scenario:"), HasSubstr("/seed: "), HasSubstr("expected ")))
        << shown;
}

TEST_F(Check, AChangedVariableIsWhatChanged) {
  const auto write_door = [&](double door) {
    write("scenarios/one.json", fmt::format(R"({{ "format": 1, "seed": 1, "variables": {{ "door": {} }},
      "simulation": {{ "dt": 0.02, "duration": 1 }},
      "agent_types": {{ "a": {{ "max_speed": {{ "=": "door" }},
        "steering": {{ "behaviors": [ {{ "type": "wander" }} ] }} }} }},
      "agents": [ {{ "type": "a", "position": [0, {{ "=": "2 * door" }}] }} ] }})",
                                            door));
  };
  write_door(1.25);
  accept_all();
  write_door(0.75);
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["scenario_changes"].size(), 1u) << one["scenario_changes"].dump(1);
  EXPECT_EQ(one["message"],
            "the scenario changed since its golden was accepted: /variables/door: 1.25 -> 0.75");
  EXPECT_EQ(one["accepted_reason"], "first accepted");
}

TEST_F(Check, AChangedScenarioMayHaveLostAColumnOfItsGolden) {
  ASSERT_EQ(check({"--update", "new", "--trace-every", "10", "--columns", "x,wander_ax"}).code, 0);
  std::string text = read("scenarios/one.json");
  text.replace(text.find("wander\""), 7, "seek\", \"target\": { \"point\": [1, 1] }");
  write("scenarios/one.json", text);
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "scenario_changed") << one.dump(1);
  EXPECT_EQ(read_json("golden/one.golden.json.new")["trace"]["rows"][0], "step,agent,x");
}

TEST_F(Check, GoldensOfOtherArithmeticAreRefused) {
  accept_all();
  change_json(kOne, [](Json& golden) { golden["accepted"]["numerics"] = "D9"; });
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "numerics_changed");
  EXPECT_THAT(one["message"].get<std::string>(), HasSubstr("D9"));
}

TEST_F(Check, ToleratesWhatGoldenAndCallAllow) {
  accept_all();
  change_golden(kOne);
  EXPECT_EQ(check({}).code, 1);
  EXPECT_EQ(check({"--tolerance", "speed.peak=1000"}).code, 0);
  EXPECT_EQ(status_of("scenarios/one.json", {"--tolerance", "speed.*=0,1"}), "tolerated");
  EXPECT_EQ(check({"--tolerance", "speed.peak=0.001"}).code, 1);
  EXPECT_EQ(check({"--tolerance", "speed.peak=x"}).code, 2);
  const Answer misspelled = check({"--tolerance", "sped.peak=1"});
  EXPECT_EQ(misspelled.code, 2);
  EXPECT_THAT(misspelled.err, HasSubstr("did you mean \"speed.peak\"?"));
  const Answer column = check({"--tolerance", "wander_ax=1"});
  EXPECT_NE(column.code, 2) << "a column that only some scenarios have";
  EXPECT_THAT(column.err, HasSubstr("--tolerance wander_ax has no effect"));
  EXPECT_EQ(check({"--tolerance", "speed.peak=1", "--no-golden"}).code, 2);
  change_json(kOne, [](Json& golden) { golden["tolerances"]["metrics"]["speed.peak"]["abs"] = 1000; });
  const Answer tolerated = check({});
  EXPECT_EQ(tolerated.code, 0);
  EXPECT_THAT(tolerated.out, HasSubstr("1 within tolerance"));
  EXPECT_FALSE(exists("golden/one.golden.json.new"));
  EXPECT_EQ(check({"--tolerance", "speed.peak=0"}).code, 1) << "the call wins";
}

TEST_F(Check, ATraceNamesStepAgentAndColumn) {
  ASSERT_EQ(check({"--update", "new", "--trace-every", "1", "--columns", "x"}).code, 0);
  std::string row;
  change_json(kOne, [&](Json& golden) {
    for (Json& line : golden["trace"]["rows"]) {
      if (!line.get<std::string>().starts_with("17,1,")) continue;
      row = line;
      line = "17,1,1234.5";
    }
  });
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "differs");
  const Json& first = one["divergence"]["first"];
  EXPECT_EQ(first["step"], 17);
  EXPECT_EQ(first["agent"], 1);
  EXPECT_EQ(first["quantity"], "x");
  EXPECT_EQ(first["expected"], 1234.5);
  EXPECT_EQ(fmt::format("17,1,{}", first["actual"].dump()), row);
  EXPECT_EQ(check({"--tolerance", "x=10000"}).code, 0);
}

TEST_F(Check, AnUnknownColumnOfATraceIsBadInput) {
  const Answer answer = check({"--trace-every", "1", "--columns", "sped"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.out, HasSubstr("sped"));
}

TEST_F(Check, ExpectationsArePartOfIt) {
  accept_all();
  write_scenario("scenarios/one.json", 1, R"(, "expect": [ { "metric": "speed.peak", "at_most": 1e-9 } ])");
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out, HasSubstr("speed.peak"));
  const Json one = of_scenario(report({}), "scenarios/one.json");
  EXPECT_EQ(one["status"], "passed");
  EXPECT_EQ(one["pass"], false);
  EXPECT_EQ(one["expectations"][0]["pass"], false);
  EXPECT_EQ(check({"--no-golden"}).code, 1);
  EXPECT_EQ(check({"--no-golden", "-k", "two"}).code, 0) << "nothing is expected of it";
  EXPECT_EQ(check({"--update", "all", "--reason", "x"}).code, 1) << "no golden makes an expectation hold";
}

TEST_F(Check, WithoutGoldensNoneIsReadOrWritten) {
  write(kOne, "{");
  const auto before = everything();
  EXPECT_EQ(check({"--no-golden"}).code, 0);
  EXPECT_EQ(everything(), before);
}

TEST_F(Check, ARunThatFailsIsReportedWithAllOthers) {
  accept_all();
  write_breaking_scenario("scenarios/breaking.json");
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 4);
  EXPECT_THAT(answer.out, AllOf(HasSubstr("the position of agent 0 is no longer finite in step 1"),
                                HasSubstr("2 passed"), HasSubstr("1 run failed")));
  EXPECT_FALSE(exists("golden/breaking.golden.json.new"));
  EXPECT_EQ(check({"--update", "all", "--reason", "x"}).code, 4);
  EXPECT_FALSE(exists("golden/breaking.golden.json"));
}

TEST_F(Check, ABadScenarioIsReportedWithAllOthers) {
  accept_all();
  write("scenarios/bad.json", "{\n  \"format\": 1,\n  \"sed\": 3\n}\n");
  change_golden(kTwo);
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.out, AllOf(HasSubstr("scenarios/bad.json:3:3: error: unknown key \"sed\""),
                                HasSubstr("scenarios/deep/two.json: differs"), HasSubstr("1 passed")));
  EXPECT_EQ(of_scenario(report({}), "scenarios/bad.json")["line"], 3);
}

TEST_F(Check, AnUnreadableGoldenIsBadInputAndStaysAsItIs) {
  accept_all();
  write(kOne, "{ \"format\": 1,\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"--update", "new"}, {"--update", "all", "--reason", "x"}}) {
    const Answer answer = check(words);
    EXPECT_EQ(answer.code, 3) << answer.out;
    EXPECT_THAT(answer.out,
                AllOf(HasSubstr("its golden cannot be read"),
                      HasSubstr("golden/one.golden.json:1:15: error:"), HasSubstr("2 scenarios: ")));
    EXPECT_EQ(read(kOne), "{ \"format\": 1,\n");
  }
}

TEST_F(Check, AnUnreadableGoldenOfAnUnknownScenarioIsBadInput) {
  accept_all();
  write("golden/stray.golden.json", "{");
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.out, HasSubstr("golden/stray.golden.json"));
}

TEST_F(Check, ASecondGoldenOfAScenarioIsBadInput) {
  accept_all();
  write("golden/a_copy.golden.json", read(kOne));
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.out, HasSubstr("has a golden already: golden/a_copy.golden.json"));
}

}  // namespace
}  // namespace drover::test::check_test
