// Results that cannot be written: exit code 6, before the run where that can be known.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

#include "cli/program.h"

namespace drover::test::output_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Output : public Program {
 protected:
  Output() { write_small_scenario(); }
};

TEST_F(Output, ABadPlaceIsFoundBeforeAnEndlessRunStarts) {
  write_endless_scenario();
  write("file", "kept");
  const std::vector<std::vector<std::string>> calls = {
      {"run", "endless.json", "-o", "/proc/x"},
      {"run", "endless.json", "-o", "file"},
      {"run", "endless.json", "--trace", "file/t.csv"},
      {"run", "endless.json", "--metrics", "."},
      {"render", "endless.json", "-o", "/proc/x/run.svg"},
      {"render", "endless.json", "-o", "file/run.svg"},
  };
  for (const std::vector<std::string>& words : calls) {
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 6) << words[3] << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("drover: error: cannot"));
  }
  EXPECT_THAT(files(), ElementsAre("endless.json", "file", "small.json"));
  EXPECT_EQ(read("file"), "kept");
}

TEST_F(Output, ALinkIsNotFollowedAndAnEmptyNameIsNoName) {
  write("precious.txt", "kept");
  std::filesystem::create_directory(path("out"));
  std::filesystem::create_symlink("../precious.txt", path("out/trace.csv"));
  const Answer linked = run({"run", "small.json", "-o", "out"});
  EXPECT_EQ(linked.code, 6);
  EXPECT_THAT(linked.err, HasSubstr("cannot write out/trace.csv: it is a symbolic link"));
  EXPECT_EQ(read("precious.txt"), "kept");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"run", "small.json", "-o", ""},
                                             {"run", "small.json", "--trace", ""},
                                             {"run", "small.json", "--metrics", ""},
                                             {"render", "small.json", "-o", ""},
                                             {"schema", "--write", ""},
                                             {"init", ""}}) {
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 2) << words[words.size() - 2];
    EXPECT_THAT(answer.err, HasSubstr("is empty"));
  }
}

TEST_F(Output, TwoRunsDoNotWriteIntoOneFolderAtTheSameTime) {
  write_endless_scenario();
  const pid_t first = start({.words = {"run", "endless.json", "-o", "out"}});
  for (int wait = 0; wait < 500 && files().size() < 3; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const int second = std::system(
      fmt::format("{} run {} -o {} 2>{}", DROVER_PROGRAM, path("small.json"), path("out"), path("message"))
          .c_str());
  ::kill(first, SIGINT);
  EXPECT_EQ(wait_for(first).code, 130);
  EXPECT_EQ(WEXITSTATUS(second), 6);
  EXPECT_THAT(read("message"), HasSubstr("another run of drover is writing there"));
  EXPECT_EQ(run({"run", "small.json", "-o", "out"}).code, 0);
}

TEST_F(Output, OneOutputDoesNotDestroyAnother) {
  write("main.json", R"({"format":1,"include":["small.json"]})");
  const std::string before = read("small.json");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"run", "small.json", "--trace", "a.csv", "--metrics", "./a.csv.meta.json"},
       "two outputs cannot both go to a.csv.meta.json"},
      {{"run", "small.json", "--trace", "a.json", "--trace-format", "csv", "--metrics", "./a.json"},
       "the trace and the metrics cannot both go to ./a.json"},
      {{"run", "main.json", "--metrics", "small.json"},
       "small.json would overwrite a file that the scenario includes"},
      {{"export", "main.json", "-o", "small.json", "--format", "csv"},
       "small.json would overwrite a file that the scenario includes"},
      {{"check", "small.json", "--no-golden", "--junit", "small.json"},
       "--junit small.json would overwrite a scenario"}};
  for (const auto& [words, problem] : cases) {
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 2) << problem;
    EXPECT_THAT(answer.err, HasSubstr(problem));
  }
  EXPECT_THAT(files(), ElementsAre("main.json", "small.json"));
  EXPECT_EQ(read("small.json"), before);
}

// Names of files are bytes, and JSON is UTF-8.
TEST_F(Output, NamesThatAreNoUtf8AreNoBug) {
  write("\xff.json", read("small.json"));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"validate", "\xff.json", "--json"},
           {"validate", "\xff.json", "--resolved"},
           {"init", "i\xff", "--json"},
           {"schema", "--write", "j\xff", "--json"},
           {"dataset", "small.json", "--seeds", "2", "--licence", "CC0-1.0", "-o", "d", "--title", "\xff"}}) {
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.out, ::testing::Not(HasSubstr("\xff"))) << words.front();
  }
  const Answer batch = run({"batch", "\xff.json", "-n"});
  EXPECT_EQ(batch.code, 2);
  EXPECT_THAT(batch.err, HasSubstr("the scenario \\xff.json: this is not UTF-8"));
}

TEST_F(Output, StandardInputAndPipesAreReadOnce) {
  for (const char* file : {"-", "/dev/stdin"}) {
    const Answer scenario = run(Call{.words = {"validate", file}, .input = read("small.json")});
    EXPECT_EQ(scenario.code, 0) << scenario.err;
    const Answer plan = run(
        Call{.words = {"validate", file}, .input = R"({"format":1,"scenario":)" + read("small.json") + "}"});
    EXPECT_THAT(plan.err, HasSubstr("ok (a plan of 1 run)"));
  }
}

TEST_F(Output, AFullDiskIsNotedHoweverItIsReached) {
  EXPECT_EQ(run({"run", "small.json", "--metrics", "/dev/full"}).code, 6);
  EXPECT_EQ(run({"run", "small.json", "--trace", "/dev/full"}).code, 6);
  EXPECT_EQ(run({"render", "small.json", "-o", "/dev/full"}).code, 6);
  const std::vector<std::vector<std::string>> printing = {{"run", "small.json", "--json"},
                                                          {"run", "small.json", "--trace", "-"},
                                                          {"run", "small.json", "--metrics", "-"},
                                                          {"run", "small.json", "--print-config"},
                                                          {"validate", "small.json", "--json"},
                                                          {"render", "small.json", "-o", "-"},
                                                          {"list"},
                                                          {"explain", "seek"},
                                                          {"schema"},
                                                          {"version"},
                                                          {"--help"},
                                                          {"run", "--help"},
                                                          {"--version"}};
  for (const std::vector<std::string>& words : printing) {
    const Answer answer = run(Call{.words = words, .out_to = "/dev/full"});
    EXPECT_EQ(answer.code, 6) << words.back();
    EXPECT_THAT(answer.err, HasSubstr("standard output"));
  }
}

TEST_F(Output, ASecondRunReplacesTheResultsOfTheFirst) {
  ASSERT_EQ(run({"run", "small.json", "-o", "out", "--seed", "1"}).code, 0);
  ASSERT_EQ(run({"run", "small.json", "-o", "out", "--seed", "2", "--steps", "3"}).code, 0);
  EXPECT_EQ(read_json("out/metrics.json")["provenance"]["seed"], 2);
  EXPECT_EQ(read_json("out/trace.csv.meta.json")["provenance"]["steps"], 3);
  EXPECT_THAT(files(),
              ElementsAre("out/metrics.json", "out/trace.csv", "out/trace.csv.meta.json", "small.json"));
}

TEST_F(Output, InitWritesAScenarioThatValidatesRunsAndIsNotOverwritten) {
  const Answer first = run({"init", "first"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(files(), ElementsAre("first/scenario.jsonc", "first/scenario.schema.json", "small.json"));
  EXPECT_EQ(run({"validate", "first/scenario.jsonc"}).code, 0);
  EXPECT_EQ(run({"run", "first/scenario.jsonc", "-o", "first/out"}).code, 0);
  EXPECT_EQ(run({"render", "first/scenario.jsonc", "-o", "first/run.svg"}).code, 0);
  EXPECT_EQ(read("first/scenario.schema.json"), run({"schema"}).out);
  write("first/scenario.jsonc", "mine");
  const Answer second = run({"init", "first"});
  EXPECT_EQ(second.code, 6);
  EXPECT_THAT(second.err, HasSubstr("first/scenario.jsonc exists already; nothing was written"));
  EXPECT_EQ(read("first/scenario.jsonc"), "mine");
}

TEST_F(Output, InitSaysWhyAFolderCannotBeUsed) {
  std::filesystem::create_symlink("loop", path("loop"));
  for (const std::string& folder : {std::string("loop"), std::string(256, 'n'), std::string("/proc/x")}) {
    const Answer answer = run({"init", folder});
    EXPECT_EQ(answer.code, 6) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("drover: error: cannot "));
  }
}

TEST_F(Output, InitWithoutANameUsesTheCurrentFolder) {
  EXPECT_EQ(run({"init", "--quiet"}).code, 0);
  EXPECT_TRUE(exists("scenario.jsonc"));
}

}  // namespace
}  // namespace drover::test::output_test
