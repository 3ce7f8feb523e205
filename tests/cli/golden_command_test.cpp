// drover golden: what waits, and what becomes of it.
#include <filesystem>

#include <gmock/gmock.h>

#include "cli/checked_folder.h"

namespace drover::test::golden_command_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kOne = "golden/one.golden.json";
constexpr const char* kOneNew = "golden/one.golden.json.new";
constexpr const char* kTwoNew = "golden/deep/two.golden.json.new";

class Golden : public CheckedFolder {
 protected:
  // "one" differs from its golden, "two" has none: both wait.
  Golden() {
    EXPECT_EQ(check({"-k", "one", "--update", "new"}).code, 0);
    change_golden(kOne);
    EXPECT_EQ(check({}).code, 1);
  }

  // The words run by a shell, in which `drover` is the program.
  int run_in_shell(const std::string& command) const {
    const std::string line = "cd '" + path("") +
                             "' && ln -sf '" DROVER_PROGRAM
                             "' drover && env -u CI PATH=\"$PWD:$PATH\" sh -c '" +
                             [&] {
                               std::string quoted;
                               for (const char c : command)
                                 quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
                               return quoted;
                             }() +
                             "' >shell.log 2>&1";
    return std::system(line.c_str());
  }
};

TEST_F(Golden, StatusListsWhatWaits) {
  const Answer answer = golden({"status"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out,
            "new         golden/deep/two.golden.json\n"
            "changed     golden/one.golden.json\n"
            "2 goldens: 0 accepted, 2 waiting, obsolete or unreadable\n");
  EXPECT_EQ(golden({"status", "one"}).out,
            "changed     golden/one.golden.json\n1 golden: 0 accepted, 1 waiting, obsolete or unreadable\n");
  const Json document = golden({"status", "--json"}).json();
  EXPECT_EQ(document[1]["golden"], kOne);
  EXPECT_EQ(document[1]["scenario"], "scenarios/one.json");
  EXPECT_EQ(document[1]["state"], "changed");
  EXPECT_EQ(document[1]["reason"], "first accepted");
}

TEST_F(Golden, StatusNamesWhatIsObsoleteOrUnreadable) {
  write(kOne, "{");
  fs::remove(path("scenarios/deep/two.json"));
  const Answer answer = golden({"status"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("obsolete    golden/deep/two.golden.json\n"),
                    HasSubstr("unreadable  golden/one.golden.json\n"), HasSubstr("one.golden.json:1:")));
}

TEST_F(Golden, WhatWaitsAndCannotBeReadIsNamed) {
  write(kOneNew, "{");
  const auto before = everything();
  for (const Answer& answer :
       {golden({"diff"}), golden({"diff", "one"}), golden({"accept", "--all", "--reason", "x"})}) {
    EXPECT_EQ(answer.code, 3);
    EXPECT_THAT(answer.err,
                AllOf(HasSubstr("one.golden.json.new cannot be read"), HasSubstr("one.golden.json.new:1:")));
  }
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(golden({"diff", "two"}).code, 1);
}

TEST_F(Golden, DiffShowsWhatAcceptingWouldChange) {
  const auto before = everything();
  const Answer answer = golden({"diff"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out, AllOf(HasSubstr("speed.peak"), HasSubstr("77"),
                                HasSubstr("scenarios/deep/two.json"), HasSubstr("it has no golden")));
  EXPECT_THAT(golden({"diff", "two"}).out, Not(HasSubstr("one.json")));
  EXPECT_EQ(golden({"diff", "--json"}).json()["scenarios"].size(), 2u);
  EXPECT_EQ(everything(), before);
}

TEST_F(Golden, AcceptMakesWhatWaitsTheGoldenAndNotesTheReason) {
  const Json waiting = read_json(kOneNew);
  const Answer answer = golden({"accept", "one", "--reason", "turns are \"slower\"\nnow"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("accepted golden/one.golden.json"));
  EXPECT_EQ(read_json(kOne)["accepted"]["reason"], "turns are \"slower\"\nnow");
  EXPECT_EQ(read_json(kOne)["accepted"]["drover"], waiting["accepted"]["drover"]);
  EXPECT_EQ(read_json(kOne)["state_hash"], waiting["state_hash"]);
  EXPECT_FALSE(exists(kOneNew));
  EXPECT_TRUE(exists(kTwoNew)) << "it was not named";
  EXPECT_EQ(check({"-k", "one"}).code, 0);
}

// What waits holds what it does not meet, so that nothing has to run again.
TEST_F(Golden, DiffAndAcceptSayThatAnExpectationIsBroken) {
  write_scenario("scenarios/one.json", 5, R"(, "expect": [ { "metric": "speed.peak", "at_most": 1e-9 } ])");
  EXPECT_EQ(check({}).code, 1);
  EXPECT_THAT(golden({"diff", "one"}).out, HasSubstr("scenarios/one.json: not as expected: speed.peak is "));
  EXPECT_EQ(golden({"diff", "one", "--json"}).json()["scenarios"][0]["as_expected"], false);
  const Answer answer = golden({"accept", "one", "two", "--reason", "x"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err,
              AllOf(HasSubstr("accepted golden/one.golden.json: scenarios/one.json: not as expected: "
                              "speed.peak is "),
                    HasSubstr("/seed: 1 -> 5"), HasSubstr("one result is not what the scenario expects")));
  EXPECT_EQ(check({}).code, 1) << "no golden makes an expectation hold";
}

TEST_F(Golden, AcceptAllMakesTheNextCheckPass) {
  EXPECT_EQ(golden({"accept", "--all", "--reason", "x"}).code, 0);
  EXPECT_EQ(check({}).code, 0);
  EXPECT_EQ(golden({"accept", "--all", "--reason", "x"}).code, 5) << "nothing waits any more";
}

TEST_F(Golden, AcceptingNeedsAReasonAndNames) {
  const auto before = everything();
  EXPECT_EQ(golden({"accept", "--all"}).code, 2);
  EXPECT_EQ(golden({"accept", "--all", "--reason", ""}).code, 2);
  EXPECT_EQ(golden({"accept", "--reason", "x"}).code, 2);
  EXPECT_EQ(golden({"accept", "--reason", "x", "--all", "one"}).code, 2);
  EXPECT_EQ(golden({"reject"}).code, 2);
  EXPECT_EQ(everything(), before);
}

TEST_F(Golden, AWholePathStandsForItselfAlone) {
  write_scenario("scenarios/golden/one.json", 7);
  EXPECT_EQ(check({}).code, 1);
  ASSERT_TRUE(exists("golden/golden/one.golden.json.new"));
  EXPECT_EQ(golden({"accept", "--reason", "x", kOne}).code, 0);
  EXPECT_TRUE(exists("golden/golden/one.golden.json.new")) << "its path holds the name too";
  EXPECT_EQ(golden({"accept", "--reason", "x", kTwoNew, "scenarios/golden/one.json"}).code, 0);
  EXPECT_EQ(check({}).code, 0);
}

TEST_F(Golden, ANameThatFitsNothingIsAnErrorAlsoBesideOthers) {
  const auto before = everything();
  for (const char* action : {"accept", "reject"}) {
    std::vector<std::string> words = {action, "one", "tow"};
    if (words[0] == "accept") words.insert(words.end(), {"--reason", "x"});
    const Answer answer = golden(words);
    EXPECT_EQ(answer.code, 5);
    EXPECT_THAT(answer.err, HasSubstr("no golden of the name \"tow\" waits to be accepted"));
  }
  EXPECT_EQ(golden({"status", "tow"}).code, 5);
  EXPECT_EQ(golden({"diff", "tow"}).code, 5);
  EXPECT_EQ(golden({"prune", "tow"}).code, 5);
  EXPECT_EQ(golden({"status", "--golden", "nowhere"}).code, 5);
  EXPECT_EQ(everything(), before);
}

TEST_F(Golden, RejectRemovesWhatWaits) {
  const std::string before = read(kOne);
  EXPECT_EQ(golden({"reject", "one"}).code, 0);
  EXPECT_FALSE(exists(kOneNew));
  EXPECT_EQ(read(kOne), before);
  EXPECT_TRUE(exists(kTwoNew));
  write(kTwoNew, "{");
  EXPECT_EQ(golden({"reject", "--all"}).code, 0) << "also what cannot be read";
  EXPECT_FALSE(exists(kTwoNew));
}

TEST_F(Golden, PruneRemovesGoldensWithoutAScenario) {
  EXPECT_THAT(golden({"prune"}).err, HasSubstr("every golden has its scenario"));
  fs::remove(path("scenarios/one.json"));
  fs::remove(path("scenarios/deep/two.json"));
  write(kOneNew, "{");
  EXPECT_EQ(golden({"prune", "deep"}).code, 0);
  EXPECT_FALSE(exists(kTwoNew));
  EXPECT_TRUE(exists(kOne));
  EXPECT_EQ(golden({"prune"}).code, 0);
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Golden, PruneLeavesWhatCannotBeRead) {
  fs::remove(path("scenarios/one.json"));
  fs::remove(path(kOneNew));
  write(kOne, "{");
  EXPECT_EQ(golden({"prune"}).code, 0);
  EXPECT_TRUE(exists(kOne)) << "its scenario is unknown";
}

TEST_F(Golden, NothingIsWrittenInContinuousIntegration) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"accept", "--all", "--reason", "x"}, {"reject", "--all"}, {"prune"}}) {
    const auto before = everything();
    const Answer answer = golden(words, {{"CI", "true"}});
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.err, HasSubstr("the variable CI is set"));
    EXPECT_EQ(everything(), before);
  }
  EXPECT_EQ(golden({"status"}, {{"CI", "true"}}).code, 0);
  EXPECT_EQ(golden({"diff"}, {{"CI", "true"}}).code, 1);
}

TEST_F(Golden, UnknownActionsAndOptionsAreNamedWithTheNearest) {
  const Answer action = golden({"acept", "--all"});
  EXPECT_EQ(action.code, 2);
  EXPECT_THAT(action.err, AllOf(HasSubstr("unknown action \"acept\"; did you mean \"accept\"?"),
                                HasSubstr("see: drover golden --help")));
  EXPECT_THAT(golden({}).err, HasSubstr("an action is missing: status, diff, accept, reject, prune"));
  const Answer option = golden({"accept", "--reasn", "x"});
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, AllOf(HasSubstr("unknown option \"--reasn\"; did you mean \"--reason\"?"),
                                HasSubstr("see: drover golden accept --help")));
}

TEST_F(Golden, TheFolderCanComeFromTheEnvironment) {
  fs::rename(path("golden"), path("kept"));
  EXPECT_EQ(golden({"status"}).code, 5);
  EXPECT_EQ(golden({"status"}, {{"DROVER_GOLDEN", "kept"}}).code, 0);
}

TEST_F(Golden, ThePrintedCommandsWorkInAShell) {
  const std::string folder = "my golden's \"$HOME\" `x`";
  write_scenario("scenarios/it's $one & \"only\".json", 5);
  const Json document = report({"--golden", folder});
  const Json odd = of_scenario(document, "scenarios/it's $one & \"only\".json");
  ASSERT_EQ(run_in_shell(odd["accept"]), 0) << odd["accept"] << read("shell.log");
  EXPECT_EQ(check({"--golden", folder, "-k", "only"}).code, 0);
  EXPECT_EQ(check({"--golden", folder}).code, 1);
  const Answer text = check({"--golden", folder});
  const std::size_t at = text.out.find("to accept all changes: ");
  ASSERT_NE(at, std::string::npos) << text.out;
  const std::string all = text.out.substr(at + 23, text.out.find('\n', at) - at - 23);
  ASSERT_EQ(run_in_shell(all), 0) << all << read("shell.log");
  EXPECT_EQ(check({"--golden", folder}).code, 0);
  fs::remove(path("scenarios/it's $one & \"only\".json"));
  const Answer obsolete = check({"--golden", folder});
  const std::size_t prune = obsolete.out.find("to remove: ");
  ASSERT_NE(prune, std::string::npos);
  ASSERT_EQ(run_in_shell(obsolete.out.substr(prune + 11, obsolete.out.find('\n', prune) - prune - 11)), 0);
  EXPECT_THAT(check({"--golden", folder}).out, Not(HasSubstr("obsolete")));
}

TEST_F(Golden, CommandsPrintedForOddSpellingsOfTheFolderWork) {
  for (const char* folder : {"./golden", "golden/", "golden//", "scenarios/../golden"}) {
    const Json one = of_scenario(report({"--golden", folder}), "scenarios/one.json");
    ASSERT_EQ(one["status"], "differs") << folder;
    ASSERT_EQ(run_in_shell(one["accept"]), 0) << one["accept"] << read("shell.log");
    EXPECT_EQ(check({"--golden", folder, "-k", "one"}).code, 0) << folder;
    change_golden(kOne);
  }
}

}  // namespace
}  // namespace drover::test::golden_command_test
