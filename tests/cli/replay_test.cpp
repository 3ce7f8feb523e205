// Pages that play runs: drover render -o run.html, diff -o, check --html, and of a batch.
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::replay_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Replay : public Program {
 protected:
  Replay() { write_small_scenario(); }

  // How many runs a page holds.
  std::size_t runs_in(const std::string& page) const {
    const std::string text = read(page);
    std::size_t count = 0;
    for (std::size_t at = text.find("class=\"run\""); at != std::string::npos;
         at = text.find("class=\"run\"", at + 1))
      ++count;
    return count;
  }
};

TEST_F(Replay, IsTheSamePageEachTime) {
  const Answer answer = run({"render", "small.json", "-o", "pages/run.html"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(run({"render", "small.json", "-o", "again.html"}).code, 0);
  EXPECT_THAT(read("pages/run.html"), StartsWith("<!doctype html>"));
  EXPECT_EQ(read("pages/run.html"), read("again.html"));
  EXPECT_EQ(runs_in("again.html"), 1u);
}

TEST_F(Replay, IsWrittenBesideTheResultsOfARun) {
  const Answer answer = run({"run", "small.json", "-o", "out", "--replay", "out/run.html"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("wrote out/run.html"));
  EXPECT_EQ(runs_in("out/run.html"), 1u);
  EXPECT_TRUE(exists("out/metrics.json"));
  EXPECT_EQ(run({"run", "small.json", "--replay", "run.svg"}).code, 2);
  EXPECT_EQ(run({"run", "small.json", "--replay", "small.json.html", "--metrics", "small.json.html"}).code,
            2);
}

TEST_F(Replay, PlaysTracesAndFoldersOfResults) {
  ASSERT_EQ(run({"run", "small.json", "-o", "out"}).code, 0);
  EXPECT_EQ(run({"render", "out", "-o", "folder.html"}).code, 0);
  EXPECT_EQ(run({"render", "out/trace.csv", "-o", "trace.html"}).code, 0);
  EXPECT_EQ(read("folder.html"), read("trace.html"));
  std::filesystem::remove(path("out/trace.csv"));
  const Answer answer = run({"render", "out", "-o", "none.html"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("holds no trace to show"));
  EXPECT_FALSE(exists("none.html"));
}

TEST_F(Replay, RefusesOptionsWithoutEffect) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--show", "aims"}, {"--width", "800"}, {"--view", "side"}, {"--grid", "a"}, {"--agents", "0"}}) {
    std::vector<std::string> call = {"render", "small.json", "-o", "x.html"};
    call.insert(call.end(), words.begin(), words.end());
    const Answer answer = run(Call{.words = call});
    EXPECT_EQ(answer.code, 2) << words[0];
    EXPECT_THAT(answer.err, HasSubstr(words[0]));
  }
  EXPECT_EQ(run({"render", "small.json", "-o", "x.svg", "--record", "aims"}).code, 2);
  EXPECT_EQ(run({"render", "small.json", "-o", "x.svg", "--columns", "speed"}).code, 2);
  EXPECT_EQ(run({"render", "small.json", "-o", "x.html", "--columns", "sped"}).code, 2);
  EXPECT_EQ(run({"render", "small.json", "-o", "x.html", "--record", "dreams"}).code, 2);
  EXPECT_EQ(run({"render", "small.json", "-o", "x.html", "--record", "aims", "--agents", "yeti"}).code, 2);
  EXPECT_EQ(run({"render", "small.json", "-o", "x.html", "--record", "ways", "--agents", "0"}).code, 2)
      << "nobody plans a way";
  EXPECT_FALSE(exists("x.html"));
}

// Traces and batches are played as they are: what would change them is refused and not left out in silence.
TEST_F(Replay, RefusesWhatTracesAndBatchesCannotTake) {
  ASSERT_EQ(run({"run", "small.json", "-o", "out"}).code, 0);
  ASSERT_EQ(run({"batch", "small.json", "--seeds", "2", "-o", "b"}).code, 0);
  for (const std::string source : {"out/trace.csv", "out", "b"})
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"--record", "aims"}, {"--columns", "speed"}, {"--set", "seed=3"}, {"--seed", "3"}}) {
      std::vector<std::string> call = {"render", source, "-o", "x.html"};
      call.insert(call.end(), words.begin(), words.end());
      const Answer answer = run(Call{.words = call});
      EXPECT_EQ(answer.code, 2) << source << " " << words[0];
      EXPECT_THAT(answer.err, HasSubstr(words[0]));
    }
  EXPECT_FALSE(exists("x.html"));
  EXPECT_EQ(run({"render", "b", "-o", "sheet.html", "--title", "Two seeds"}).code, 0);
  EXPECT_THAT(read("sheet.html"), HasSubstr("Two seeds"));
}

// One document on standard output, also where a page is written beside it.
TEST_F(Replay, LeavesOneAnswerInJson) {
  ASSERT_EQ(run({"run", "small.json", "-o", "a"}).code, 0);
  const std::vector<std::vector<std::string>> calls = {
      {"render", "small.json", "-o", "x.html", "--json"},
      {"run", "small.json", "--replay", "x.html", "--json"},
      {"diff", "a", "a", "-o", "x.html", "--json"},
      {"check", "small.json", "--no-golden", "--html", "x.html", "--json"},
      {"search", "small.json", "--range", "simulation.dt=0.01:0.04", "--samples", "2", "--largest",
       "speed.mean", "--local", "2", "-o", "found", "--json"}};
  for (const std::vector<std::string>& words : calls) {
    const Answer answer = run(Call{.words = words});
    EXPECT_TRUE(answer.json().is_object()) << words[0] << ": " << answer.out;
  }
}

TEST_F(Replay, RecordsDetailsOfChosenAgentsAndColumns) {
  ASSERT_EQ(run({"render", "small.json", "-o", "plain.html"}).code, 0);
  ASSERT_EQ(run({"render", "small.json", "-o", "more.html", "--record", "aims,contributions", "--agents", "0",
                 "--columns", "speed"})
                .code,
            0);
  EXPECT_GT(read("more.html").size(), read("plain.html").size());
  EXPECT_THAT(read("more.html"), HasSubstr(R"("agent":0)")) << "the agent is chosen when the page opens";
}

// The scenario of a stranger: names that are scripts in every place that has a name.
TEST_F(Replay, NamesAreNeverMarkup) {
  write("bad.json",
        R"({"format":1,"name":"</script><script>alert(1)</script>","simulation":{"duration":0.5},
        "agent_types":{"<img src=x>":{}},"agents":[{"type":"<img src=x>","id":"<b>","position":[0,0]}],
        "world":{"walls":[{"id":"<i>","points":[[0,1],[2,1]]}]}})");
  const Answer answer = run({"render", "bad.json", "-o", "bad.html"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(read("bad.html"), Not(HasSubstr("<script>alert")));
  EXPECT_THAT(read("bad.html"), Not(HasSubstr("<img src=x")));
}

TEST_F(Replay, PlaysTwoRunsInOnePage) {
  ASSERT_EQ(run({"run", "small.json", "-o", "a"}).code, 0);
  ASSERT_EQ(run({"run", "small.json", "-o", "b", "--seed", "99"}).code, 0);
  const Answer answer = run({"diff", "a", "b", "-o", "diff.html"});
  EXPECT_EQ(answer.code, 1) << answer.err;
  EXPECT_EQ(runs_in("diff.html"), 2u);
  EXPECT_THAT(read("diff.html"), HasSubstr(R"("kind":"pair")"));
  EXPECT_THAT(read("diff.html"), HasSubstr("The first difference is in step 0"));
  EXPECT_EQ(run({"diff", "a", "a", "-o", "same.html"}).code, 0);
  EXPECT_THAT(read("same.html"), HasSubstr("The traces agree."));
  const Answer metrics = run({"diff", "a/metrics.json", "b/metrics.json", "-o", "none.html"});
  EXPECT_EQ(metrics.code, 2);
  EXPECT_THAT(metrics.err, HasSubstr("a page plays traces"));
  EXPECT_FALSE(exists("none.html"));
}

TEST_F(Replay, ShowsWhatACheckFound) {
  ASSERT_EQ(run({"check", "small.json", "--golden", "g", "--update", "new"}).code, 0);
  EXPECT_EQ(run({"check", "small.json", "--golden", "g", "--html", "fine.html"}).code, 0);
  EXPECT_EQ(runs_in("fine.html"), 0u);
  EXPECT_THAT(read("fine.html"), HasSubstr("1 of 1 scenario passed."));
  std::string text = read("small.json");
  text.insert(text.find('{') + 1, R"("expect":[{"metric":"distance.total","at_most":0}],)");
  write("small.json", text);
  EXPECT_EQ(run({"check", "small.json", "--golden", "g", "--html", "report.html"}).code, 1);
  EXPECT_EQ(runs_in("report.html"), 1u);
  EXPECT_THAT(read("report.html"), HasSubstr("distance.total"));
  EXPECT_THAT(read("report.html"), HasSubstr("drover check small.json"));
  EXPECT_EQ(run({"check", "small.json", "--golden", "g", "--html", "small.json"}).code, 2);
}

TEST_F(Replay, MarksTheRunsOfABatchThatBreakAnExpectation) {
  std::string text = read("small.json");
  text.insert(text.find('{') + 1, R"("expect":[{"metric":"distance.total","at_most":0}],)");
  write("small.json", text);
  EXPECT_EQ(run({"batch", "small.json", "--seeds", "2", "-o", "b"}).code, 1);
  ASSERT_EQ(run({"render", "b", "-o", "sheet.html"}).code, 0);
  EXPECT_THAT(read("sheet.html"), HasSubstr(R"("status":"failed")"));
}

TEST_F(Replay, ShowsRunsOfABatchSideBySide) {
  ASSERT_EQ(run({"batch", "small.json", "--seeds", "30", "-o", "b"}).code, 0);
  const Answer answer = run({"render", "b", "-o", "sheet.html"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(runs_in("sheet.html"), 15u);
  EXPECT_THAT(read("sheet.html"), HasSubstr("One of 2 of the 30 runs of the batch is shown."));
  EXPECT_THAT(read("sheet.html"), HasSubstr("distance.total"));
}

}  // namespace
}  // namespace drover::test::replay_test
