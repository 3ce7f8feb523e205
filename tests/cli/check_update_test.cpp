// drover check: what it writes, and what it never writes.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/checked_folder.h"

namespace drover::test::check_update_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kOne = "golden/one.golden.json";
constexpr const char* kTwo = "golden/deep/two.golden.json";

class CheckUpdate : public CheckedFolder {};

TEST_F(CheckUpdate, WithoutAGoldenTheResultWaits) {
  fs::create_directory(path("golden"));
  const Answer answer = check({});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out, AllOf(HasSubstr("scenarios/one.json: missing: it has no golden"),
                                HasSubstr("2 scenarios: 2 missing")));
  EXPECT_THAT(files(), ElementsAre("golden/deep/two.golden.json.new", "golden/one.golden.json.new",
                                   "scenarios/deep/two.json", "scenarios/one.json"));
}

TEST_F(CheckUpdate, AFolderOfGoldensIsNotMadeUnasked) {
  const auto before = everything();
  const Answer answer = check({"--golden", "gloden"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.err, HasSubstr("there is no folder gloden of goldens"));
  EXPECT_EQ(everything(), before);
  EXPECT_THAT(check({"--update", "new"}).err, HasSubstr("created the folder golden for goldens"));
  EXPECT_THAT(check({"--update", "new"}).err, IsEmpty());
}

TEST_F(CheckUpdate, ARenamedScenarioIsToldFromANewOne) {
  accept_all();
  change_json(kOne, [](Json& golden) { golden["tolerances"]["metrics"]["speed.*"]["rel"] = 1e-6; });
  fs::rename(path("scenarios/one.json"), path("scenarios/uno.json"));
  write_scenario("scenarios/three.json", 3);
  const Json document = report({});
  const Json uno = of_scenario(document, "scenarios/uno.json");
  EXPECT_EQ(uno["status"], "missing");
  EXPECT_EQ(uno["renamed_from"], kOne);
  EXPECT_EQ(uno["message"], "it has no golden; it is scenarios/one.json under another name, whose golden " +
                                std::string(kOne) + " has the same states");
  EXPECT_TRUE(of_scenario(document, "scenarios/three.json")["renamed_from"].is_null());
  EXPECT_EQ(document["obsolete"], Json::array({kOne}));
  EXPECT_THAT(golden({"diff", "uno"}).out, HasSubstr("it is scenarios/one.json under another name"));
  ASSERT_EQ(golden({"accept", "uno", "--reason", "renamed"}).code, 0);
  EXPECT_EQ(read_json("golden/uno.golden.json")["tolerances"]["metrics"]["speed.*"]["rel"], 1e-6);
}

TEST_F(CheckUpdate, WritingAGoldenThatIsNotAsExpectedSaysBoth) {
  accept_all();
  write_scenario("scenarios/one.json", 9, R"(, "expect": [ { "metric": "speed.peak", "at_most": 1e-9 } ])");
  const Answer answer = check({"--update", "failed", "--reason", "x"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out,
              ::testing::ContainsRegex("one.json: not as expected: speed.peak is .* expected; its golden "
                                       "was written .before: the scenario changed"));
  EXPECT_EQ(read_json(kOne)["unmet_expectations"][0]["metric"], "speed.peak");
}

TEST_F(CheckUpdate, NamesOfGoldensDoNotDependOnWhichCameFirst) {
  write_scenario("scenarios/one.jsonc", 4);
  ASSERT_EQ(check({"-k", "jsonc", "--update", "new"}).code, 0);
  ASSERT_EQ(check({"--update", "new"}).code, 0);
  const auto later = everything();
  fs::remove_all(path("golden"));
  ASSERT_EQ(check({"-k", "!jsonc", "--update", "new"}).code, 0);
  ASSERT_EQ(check({"--update", "new"}).code, 0);
  EXPECT_EQ(read_json(kOne)["scenario"], "../scenarios/one.json");
  EXPECT_EQ(read_json("golden/one.jsonc.golden.json")["scenario"], "../scenarios/one.jsonc");
  EXPECT_EQ(everything().size(), later.size());
}

TEST_F(CheckUpdate, UpdateNewWritesOnlyWhatWasMissing) {
  ASSERT_EQ(check({"-k", "one", "--update", "new", "--reason", "looked at"}).code, 0);
  change_golden(kOne);
  const std::string before = read(kOne);
  const Answer answer = check({"--update", "new"});
  EXPECT_EQ(answer.code, 1) << "one differs";
  EXPECT_EQ(read(kOne), before);
  EXPECT_EQ(read_json(kTwo)["accepted"]["reason"], "first accepted");
  EXPECT_TRUE(exists("golden/one.golden.json.new"));
  EXPECT_FALSE(exists("golden/deep/two.golden.json.new"));
}

TEST_F(CheckUpdate, UpdateFailedWritesWhatDiffersOrIsMissing) {
  accept_all();
  const std::string two = read(kTwo);
  const std::string one = read(kOne);
  change_golden(kOne);
  const Answer answer = check({"--update", "failed", "--reason", "better turns"});
  EXPECT_EQ(answer.code, 0) << answer.out;
  EXPECT_THAT(answer.out, HasSubstr("its golden was written (before: "));
  EXPECT_EQ(read(kTwo), two);
  Json expected = Json::parse(one);
  expected["accepted"]["reason"] = "better turns";
  EXPECT_EQ(read_json(kOne), expected);
}

TEST_F(CheckUpdate, UpdateAllWritesEveryGolden) {
  accept_all();
  ASSERT_EQ(check({"--update", "all", "--reason", "all anew"}).code, 0);
  EXPECT_EQ(read_json(kOne)["accepted"]["reason"], "all anew");
  EXPECT_EQ(read_json(kTwo)["accepted"]["reason"], "all anew");
}

TEST_F(CheckUpdate, ReplacingNeedsAReason) {
  const auto before = everything();
  for (const char* update : {"failed", "all"}) {
    const Answer answer = check({"--update", update});
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.err, HasSubstr("--reason"));
    EXPECT_EQ(check({"--update", update, "--reason", ""}).code, 2);
  }
  EXPECT_EQ(check({"--reason", "because"}).code, 2) << "nothing would be written";
  EXPECT_EQ(check({"--update", "some"}).code, 2);
  EXPECT_EQ(check({"--update", "new", "--no-golden"}).code, 2);
  EXPECT_EQ(check({"--columns", "x"}).code, 2) << "of no trace";
  EXPECT_EQ(everything(), before);
}

TEST_F(CheckUpdate, WhatWaitsIsRemovedWhenTheRunPassesAgain) {
  accept_all();
  const std::string good = read(kOne);
  change_golden(kOne);
  EXPECT_EQ(check({}).code, 1);
  EXPECT_TRUE(exists("golden/one.golden.json.new"));
  write(kOne, good);
  EXPECT_EQ(check({}).code, 0);
  EXPECT_FALSE(exists("golden/one.golden.json.new"));
}

TEST_F(CheckUpdate, WhatWaitsIsWhatTheRunCameTo) {
  accept_all();
  const std::string good = read(kOne);
  change_golden(kOne);
  check({});
  Json waiting = read_json("golden/one.golden.json.new");
  waiting["accepted"]["reason"] = "first accepted";
  EXPECT_EQ(waiting, Json::parse(good));
}

TEST_F(CheckUpdate, TheTolerancesOfAPersonOutliveAnUpdate) {
  accept_all();
  change_json(kOne, [](Json& golden) { golden["tolerances"]["metrics"]["speed.*"]["rel"] = 1e-6; });
  ASSERT_EQ(check({"--update", "all", "--reason", "anew"}).code, 0);
  EXPECT_EQ(read_json(kOne)["tolerances"]["metrics"]["speed.*"]["rel"], 1e-6);
}

// With CI set nothing is written, whatever the state of the folder and the call is.
TEST_F(CheckUpdate, WritesNothingInContinuousIntegration) {
  const std::vector<std::vector<std::string>> calls = {
      {},
      {"--update", "never"},
      {"--update", "new"},
      {"--update", "failed", "--reason", "x"},
      {"--update", "all", "--reason", "x"},
      {"--trace-every", "10"},
      {"--json"},
      {"--github"},
      {"--no-golden"},
      {"-j", "1"},
  };
  const auto expect_nothing = [&](const std::string& situation) {
    const auto before = everything();
    for (const std::vector<std::string>& words : calls) {
      const Answer answer = check(words, {{"CI", "true"}});
      const bool updates = words.size() >= 2 && words[0] == "--update" && words[1] != "never";
      EXPECT_EQ(answer.code == 2, updates) << answer.err;
      EXPECT_EQ(everything(), before) << situation << " " << ::testing::PrintToString(words);
    }
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"status"}, {"diff"}, {"accept", "--reason", "x", "--all"}, {"reject", "--all"}, {"prune"}}) {
      golden(words, {{"CI", "true"}});
      EXPECT_EQ(everything(), before) << situation << " " << ::testing::PrintToString(words);
    }
  };
  expect_nothing("no folder");
  check({});
  expect_nothing("waiting");
  ASSERT_EQ(check({"--update", "new"}).code, 0);
  expect_nothing("all pass");
  change_golden(kOne);
  expect_nothing("one differs");
  check({});
  expect_nothing("one differs and waits");
  fs::remove(path("scenarios/deep/two.json"));
  expect_nothing("one is obsolete");
  write(kOne, "{");
  expect_nothing("one cannot be read");
}

TEST_F(CheckUpdate, WhatWaitsIsLeftInContinuousIntegrationAlsoWhereTheRunPasses) {
  accept_all();
  const std::string good = read(kOne);
  change_golden(kOne);
  check({});
  write(kOne, good);
  EXPECT_EQ(check({}, {{"CI", "1"}}).code, 0);
  EXPECT_TRUE(exists("golden/one.golden.json.new"));
}

TEST_F(CheckUpdate, ObsoleteGoldensWarnHereAndFailInContinuousIntegration) {
  accept_all();
  fs::remove(path("scenarios/deep/two.json"));
  const Answer here = check({});
  EXPECT_EQ(here.code, 0);
  EXPECT_THAT(here.out, AllOf(HasSubstr("obsolete goldens"), HasSubstr(kTwo),
                              HasSubstr("drover golden prune --golden golden")));
  const Answer there = check({}, {{"CI", "true"}});
  EXPECT_EQ(there.code, 1);
  EXPECT_THAT(there.out, HasSubstr(kTwo));
}

TEST_F(CheckUpdate, NewGoldensOfOneNameStandBesideEachOther) {
  write_scenario("other/one.json", 3);
  write_scenario("scenarios/one.jsonc", 4);
  const Answer answer =
      check({"scenarios/one.json", "other/one.json", "scenarios/one.jsonc", "--update", "new", "-j", "3"});
  EXPECT_EQ(answer.code, 0) << answer.out;
  EXPECT_EQ(check({"scenarios/one.json", "other/one.json", "scenarios/one.jsonc"}).code, 0);
  EXPECT_THAT(files(), ::testing::IsSupersetOf({"golden/one.golden.json", "golden/one_2.golden.json",
                                                "golden/one.jsonc.golden.json"}));
  write_scenario("third/one.json", 5);
  EXPECT_EQ(check({"third/one.json", "--update", "new"}).code, 0);
  EXPECT_EQ(check({"scenarios/one.json", "other/one.json", "scenarios/one.jsonc", "third/one.json"}).code, 0);
}

TEST_F(CheckUpdate, AFolderThatTakesNoGoldensStillHasAReport) {
  write("golden", "a file");
  const Answer file = check({});
  EXPECT_EQ(file.code, 3);
  EXPECT_THAT(file.err, HasSubstr("cannot read the goldens in golden"));
  const Answer answer = check({"--golden", "/proc/golden", "--update", "new"});
  EXPECT_EQ(answer.code, 6);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("cannot create the folder /proc/golden"), HasSubstr("1 more")));
  EXPECT_THAT(answer.out, HasSubstr("2 scenarios: 2 missing"));
}

TEST_F(CheckUpdate, AnInterruptLeavesWholeGoldensAndNoReport) {
  accept_all();
  for (int k = 0; k < 60; ++k)
    write_scenario(fmt::format("many/{}.json", k), k);
  write("many/z.json", [&] {
    std::string text = read("scenarios/one.json");
    return text.replace(text.find("\"duration\": 1"), 13, "\"duration\": 1e6");
  }());
  const pid_t child = start({.words = {"check", "many", "--update", "new", "-j", "2"}});
  for (int wait = 0; wait < 1000 && !exists("golden/9.golden.json"); ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(child, SIGINT);
  const Answer answer = wait_for(child);
  EXPECT_EQ(answer.code, 130);
  EXPECT_THAT(answer.out, IsEmpty());
  EXPECT_THAT(answer.err, HasSubstr("interrupted after "));
  EXPECT_FALSE(exists("golden/z.golden.json"));
  EXPECT_FALSE(exists("golden/z.golden.json.new"));
  for (const std::string& name : files()) {
    EXPECT_THAT(name, Not(HasSubstr(".tmp.")));
    EXPECT_TRUE(!name.starts_with("golden/") || read_json(name).is_object()) << name;
  }
}

}  // namespace
}  // namespace drover::test::check_update_test
