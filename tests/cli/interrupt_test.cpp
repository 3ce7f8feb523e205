// Signals in the middle of a long run.
#include <chrono>
#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "cli/program.h"

namespace drover::test::interrupt_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Interrupt : public Program {
 protected:
  // Sends the signal once the run has opened its outputs and made some steps.
  Answer interrupted(const Call& call, int signal) const {
    const std::size_t before = files().size();
    const pid_t child = start(call);
    for (int wait = 0; wait < 500 && files().size() == before; ++wait) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ::kill(child, signal);
    return wait_for(child);
  }
};

TEST_F(Interrupt, LeavesWhatThereIsMarkedIncomplete) {
  write_endless_scenario();
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    const Answer answer =
        interrupted({.words = {"run", "endless.json", "-o", "out", "--trace-every", "1000"}}, signal);
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("interrupted after step "));
    EXPECT_THAT(answer.err, HasSubstr("wrote out/metrics.json.incomplete"));
    EXPECT_THAT(files(), ElementsAre("endless.json", "out/metrics.json.incomplete",
                                     "out/trace.csv.incomplete", "out/trace.csv.meta.json.incomplete"));
    EXPECT_EQ(read_json("out/metrics.json.incomplete")["provenance"]["complete"], false);
    std::filesystem::remove_all(path("out"));
  }
}

TEST_F(Interrupt, TheTraceThatIsLeftCanBeDrawn) {
  write_endless_scenario();
  interrupted({.words = {"run", "endless.json", "-o", "out", "--trace-every", "1000"}}, SIGINT);
  const Answer answer = run({"render", "out/trace.csv.incomplete", "-o", "part.svg"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(read("part.svg"), HasSubstr("</svg>"));
}

TEST_F(Interrupt, APictureOfAPartOfTheRunIsMarkedIncomplete) {
  write_endless_scenario();
  const Answer answer = interrupted({.words = {"render", "endless.json", "-o", "run.svg"}}, SIGINT);
  EXPECT_EQ(answer.code, 130) << answer.err;
  EXPECT_THAT(files(), ElementsAre("endless.json", "run.svg.incomplete"));
}

// With so many agents few signals fall between two steps.
TEST_F(Interrupt, WhereAStepIsStoppedThePictureHasNoStateAndNoAims) {
  write("crowd.json", R"({"format":1,"agent_types":{"a":{"max_speed":1,"steering":{"behaviors":[
{"type":"cohesion","radius":20}]}}},"agents":[{"type":"a","count":40000,
"placement":{"type":"rectangle","min":[-500,-500],"max":[500,500]}}],"simulation":{"dt":0.02,"duration":2000}})");
  const Answer answer = interrupted(
      {.words = {"render", "crowd.json", "--show", "aims", "--agents", "0", "-o", "run.svg", "--verbose"}},
      SIGINT);
  EXPECT_EQ(answer.code, 130) << answer.err;
  // Between two steps the state is whole.
  const bool is_lost = answer.err.find(", state lost") != std::string::npos;
  EXPECT_EQ(answer.err.find("not shown, as the run was stopped within a step: aims") != std::string::npos,
            is_lost)
      << answer.err;
  EXPECT_FALSE(is_lost && read("run.svg.incomplete").find("class=\"aims\"") != std::string::npos);
}

// open() of a FIFO waits for the other end. One that a file includes is refused.
TEST_F(Interrupt, EndsThoseThatWaitForTheOtherEndOfAFifo) {
  write_small_scenario();
  for (const char* name : {"fifo.json", "fifo.csv"})
    ASSERT_EQ(::mkfifo(path(name).c_str(), 0600), 0);
  const std::vector<std::vector<std::string>> calls = {{"run", "fifo.json"},
                                                       {"run", "small.json", "--trace", "fifo.csv"}};
  for (const std::vector<std::string>& words : calls) {
    for (const auto& [signal, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
      const pid_t child = start({.words = words});
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      ::kill(child, signal);
      const Answer answer = wait_for(child);
      EXPECT_EQ(answer.code, code) << words.back() << ": " << answer.err;
    }
  }
}

TEST_F(Interrupt, AKilledRunLeavesEarlierResultsAlone) {
  write_small_scenario();
  write_endless_scenario();
  ASSERT_EQ(run({"run", "small.json", "-o", "out"}).code, 0);
  const std::string before = read("out/metrics.json");
  EXPECT_EQ(interrupted({.words = {"run", "endless.json", "-o", "out"}}, SIGKILL).code, 128 + SIGKILL);
  EXPECT_EQ(read("out/metrics.json"), before);
}

TEST_F(Interrupt, WhatWentToADeviceIsNotCalledAFile) {
  write_endless_scenario();
  const pid_t child = start({.words = {"run", "endless.json", "--metrics", "/dev/null"}});
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  ::kill(child, SIGINT);
  const Answer answer = wait_for(child);
  EXPECT_EQ(answer.code, 130);
  EXPECT_THAT(answer.err, ::testing::AllOf(HasSubstr("wrote /dev/null\n"),
                                           ::testing::Not(HasSubstr("/dev/null.incomplete"))));
}

// A log of a long run shows that it goes on.
TEST_F(Interrupt, WithoutATerminalALineIsWrittenEveryTenSeconds) {
  write_endless_scenario();
  const pid_t child = start({.words = {"run", "endless.json"}});
  std::this_thread::sleep_for(std::chrono::milliseconds(10700));
  ::kill(child, SIGINT);
  EXPECT_THAT(wait_for(child).err, ::testing::ContainsRegex("^step [0-9]+ of 50000000 .*left\n"));
}

TEST_F(Interrupt, ProgressIsShownWhenAskedForAndNeverByDefaultInAPipe) {
  write_endless_scenario();
  Call call = {
      .words = {"run", "endless.json", "--trace", "t.csv", "--trace-every", "1000", "--progress", "always"}};
  const pid_t child = start(call);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  ::kill(child, SIGINT);
  EXPECT_THAT(wait_for(child).err, ::testing::ContainsRegex("step [0-9]+ of 50000000"));
  call.words.resize(6);
  const pid_t silent = start(call);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  ::kill(silent, SIGINT);
  EXPECT_THAT(wait_for(silent).err, ::testing::Not(HasSubstr(" of 50000000")));
}

}  // namespace
}  // namespace drover::test::interrupt_test
