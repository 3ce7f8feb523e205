// Wrong command lines, help and version.
#include <sstream>

#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::usage_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Usage : public Program {};

struct Case {
  std::vector<std::string> words;
  std::string message;
};

TEST_F(Usage, AWrongCommandLineExitsWithTwoAndSaysWhatIsMeant) {
  write_small_scenario();
  const std::vector<Case> cases = {
      {{}, "a command is missing"},
      {{"rnu", "small.json"}, "unknown command \"rnu\"; did you mean \"run\"?"},
      {{""}, "unknown command \"\""},
      {{"--colr", "always", "version"}, "unknown option \"--colr\"; did you mean \"--color\"?"},
      {{"run", "small.json", "--sed", "3"}, "unknown option \"--sed\"; did you mean \"--seed\"?"},
      {{"run", "small.json", "--seeed=3"}, "unknown option \"--seeed\"; did you mean \"--seed\"?"},
      {{"run", "small.json", "-z"}, "unknown option \"-z\""},
      {{"--color", "never", "bogus"}, "unknown command \"bogus\""},
      {{"run"}, "a scenario is required"},
      {{"run", "small.json", "other.json"}, "one argument too many: \"other.json\""},
      {{"run", "small.json", "--set"}, "--set needs a value: PATH=VALUE"},
      {{"run", "small.json", "--save-at", "abc", "z.snap"},
       "--save-at: T FILE is needed, not \"abc z.snap\""},
      {{"run", "small.json", "--threads", "0"}, "--threads: a whole number from 1 to 256 is needed"},
      {{"run", "small.json", "--metrics", "m.csv"}, "metrics are written as JSON"},
      {{"render", "small.json", "-o", "x.png"}, "rsvg-convert -f png x.svg -o x.png"},
      {{"render", "small.json", "-o", "x.gif"}, "a name that ends in .svg is needed"},
      {{"run", "small.json", "--seed", "abc"}, "--seed: a whole number from 0 to 9223372036854775807"},
      {{"run", "small.json", "--seed", "-1"}, "not \"-1\""},
      {{"run", "small.json", "--seed", "99999999999999999999"}, "not \"99999999999999999999\""},
      {{"run", "small.json", "--steps", "1.5"}, "--steps: a whole number"},
      {{"run", "small.json", "--trace-every", "0"}, "--trace-every: a whole number from 1"},
      {{"run", "small.json", "--trace", "trace.txt"}, ".csv (csv), .csv.zst (csv.zst), .jsonl or .ndjson"},
      {{"run", "small.json", "--color", "blue"}, "--color: auto, always or never is needed, not \"blue\""},
      {{"run", "small.json", "--progress", "1"}, "--progress: auto, always or never"},
      {{"render", "small.json", "--width", "nan"}, "--width: a number from 480 to 10000"},
      {{"render", "small.json", "--width", "3"}, "not \"3\""},
      {{"validate"}, "FILE... is missing: Scenarios and plans"},
      {{"explain"}, "NAME is missing: What to explain"},
      {{"explain", "arive"}, "did you mean \"arrive\"?"},
      {{"explain", "qqqqqqqq"}, "`drover list` shows the names"},
      {{"list", "behavors"}, "did you mean \"behaviors\"?"},
      {{"run", "small.json", "--trace", "-", "--metrics", "-"}, "cannot both go to standard output"},
      {{"run", "small.json", "--trace", "-", "--json"}, "cannot both go to standard output"},
      {{"run", "small.json", "--trace", "a", "--metrics", "a"}, "cannot both go to a"},
      {{"run", "small.json", "--metrics", "./small.json"}, "would overwrite the scenario"},
      {{"render", "small.json", "-o", "small.json"}, "a name that ends in .svg is needed"},
  };
  for (const Case& wrong : cases) {
    const Answer answer = run(Call{.words = wrong.words});
    SCOPED_TRACE(wrong.message);
    EXPECT_EQ(answer.code, 2) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(wrong.message));
    EXPECT_THAT(answer.out, IsEmpty());
  }
  EXPECT_THAT(files(), ::testing::ElementsAre("small.json"));
}

TEST_F(Usage, ABadVariableIsCalledByItsName) {
  write_small_scenario();
  for (const std::string name : {"DROVER_SEED", "DROVER_THREADS"}) {
    const Answer answer = run(Call{.words = {"run", "small.json"}, .environment = {{name, "abc"}}});
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.err, HasSubstr(name + ": a whole number"));
  }
}

TEST_F(Usage, HelpOfEveryCommandGoesToStandardOutputAndHasExamples) {
  const Answer all = run({"--help"});
  EXPECT_EQ(all.code, 0);
  EXPECT_THAT(all.err, IsEmpty());
  for (const char* command :
       {"run", "validate", "render", "diff", "list", "explain", "schema", "init", "version"}) {
    EXPECT_THAT(all.out, HasSubstr(command));
    const Answer answer = run({command, "--help"});
    EXPECT_EQ(answer.code, 0) << command;
    EXPECT_THAT(answer.err, IsEmpty());
    EXPECT_THAT(answer.out, HasSubstr("Examples:\n  drover " + std::string(command)));
  }
}

// The words after "drover" of an example line, without the remark that two blanks set apart.
std::vector<std::string> words_of(const std::string& line) {
  std::istringstream text(line.substr(0, line.find("  ", 2)));
  std::vector<std::string> words;
  for (std::string word; text >> word;)
    words.push_back(word);
  words.erase(words.begin());
  return words;
}

TEST_F(Usage, TheExamplesOfTheHelpWorkAsPrinted) {
  std::istringstream help(run({"--help"}).out);
  int count = 0;
  for (std::string line; std::getline(help, line);) {
    if (line.rfind("  drover ", 0) != 0) continue;
    const Answer answer = run(Call{.words = words_of(line)});
    EXPECT_EQ(answer.code, 0) << line << answer.err;
    ++count;
  }
  EXPECT_EQ(count, 3);
  EXPECT_TRUE(exists("first/out/metrics.json"));
  EXPECT_TRUE(exists("first/run.svg"));
}

TEST_F(Usage, TheVersionIsACommandAFlagAndAJsonDocument) {
  const Answer text = run({"version"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.err, IsEmpty());
  const Json document = run({"version", "--json"}).json();
  ASSERT_TRUE(document.is_object());
  const std::string name = "drover " + document["drover"].get<std::string>() + "\n";
  EXPECT_THAT(text.out, ::testing::StartsWith(name));
  EXPECT_EQ(run({"--version"}).out, name);
  EXPECT_EQ(document["scenario_format"], 1);
}

TEST_F(Usage, ANumberWithALeadingZeroIsDecimal) {
  write_small_scenario();
  EXPECT_EQ(run({"run", "small.json", "--seed", "010", "--print-config"}).json()["seed"], 10);
}

TEST_F(Usage, OptionsOfAllCommandsMayStandBeforeOrAfterTheCommand) {
  EXPECT_EQ(run({"--json", "version"}).out, run({"version", "--json"}).out);
}

}  // namespace
}  // namespace drover::test::usage_test
