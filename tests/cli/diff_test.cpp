// drover diff: traces, metrics files and result folders compared.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::diff_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

class Diff : public Program {
 protected:
  Diff() { write_small_scenario(); }

  void simulate(const std::string& folder, std::initializer_list<std::string> more = {}) const {
    Call call{.words = {"run", "small.json", "-o", folder, "--quiet"}};
    call.words.insert(call.words.end(), more);
    const Answer answer = run(call);
    ASSERT_EQ(answer.code, 0) << answer.err;
  }

  Answer diff(std::initializer_list<std::string> words) const {
    Call call{.words = {"diff"}};
    call.words.insert(call.words.end(), words);
    return run(call);
  }

  // The file with its first occurrence of a text replaced.
  void change(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = read(name);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write(name, text.replace(at, from.size(), to));
  }
};

constexpr const char* kTrace =
    "step,time,agent,type,x,heading\n0,0,1,dog,1.25,3.14\n0,0,2,dog,2,0\n5,0.1,1,dog,3,0\n";

TEST_F(Diff, NothingInAFileSteersTheTerminal) {
  write("a.csv", "step,agent,x\x1b[31m\n0,1,1\n");
  write("b.csv", "step,agent,x\x1b[31m\n0,1,2\n");
  write("a.json", R"({"metrics": {"a\u001b[31m": {"b": 1}}})");
  write("b.json", R"({"metrics": {"a\u001b[31m": {"b": 2}}})");
  for (const char* kind : {"csv", "json"}) {
    const Answer answer = diff({fmt::format("a.{}", kind), fmt::format("b.{}", kind)});
    EXPECT_EQ(answer.code, 1) << answer.err;
    EXPECT_THAT(answer.out, AllOf(HasSubstr("\\x1b[31m"), Not(HasSubstr("\x1b"))));
  }
}

TEST_F(Diff, OfARunWithItselfIsOneLine) {
  simulate("one");
  simulate("two");
  const Answer folders = diff({"one", "two"});
  EXPECT_EQ(folders.code, 0) << folders.err;
  EXPECT_THAT(folders.out, MatchesRegex("the same: 101 states, 7 agents, [0-9]+ metric values\n"));
  EXPECT_THAT(folders.err, IsEmpty());
  EXPECT_EQ(diff({"one/trace.csv", "two/trace.csv"}).out, "the same: 101 states, 7 agents\n");
  EXPECT_EQ(diff({"one/metrics.json", "two/metrics.json"}).code, 0);
}

// As a kill between two renames of a run leaves them.
TEST_F(Diff, SaysWhereTheResultsOfAFolderAreOfDifferentRuns) {
  simulate("one");
  simulate("two", {"--seed", "77"});
  write("one/metrics.json", read("two/metrics.json"));
  EXPECT_THAT(diff({"one", "two"}).out,
              HasSubstr("one/trace.csv and one/metrics.json are of different runs"));
  write("two/trace.csv.meta.json", read("one/trace.csv.meta.json"));
  EXPECT_THAT(diff({"one", "two"}).out,
              HasSubstr("two/trace.csv was changed, or is of another run than two/trace.csv.meta.json"));
}

TEST_F(Diff, KnowsTheSameRunAsCsvAndAsJsonLines) {
  simulate("one");
  ASSERT_EQ(run({"run", "small.json", "--trace", "two.jsonl"}).code, 0);
  const Answer answer = diff({"one/trace.csv", "two.jsonl"});
  EXPECT_EQ(answer.code, 0) << answer.out;
  EXPECT_THAT(answer.out, StartsWith("the same: 101 states"));
}

TEST_F(Diff, FindsTheLastBitOfOneCell) {
  write("a.csv", kTrace);
  write("b.csv", kTrace);
  change("b.csv", "1.25", "1.2500000000000002");
  const Answer answer = diff({"a.csv", "b.csv"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(
      answer.out,
      HasSubstr("step 0 (t = 0 s), agent 1, x: expected 1.25, found 1.2500000000000002 m, 1 ulp apart"));
  EXPECT_THAT(answer.out, HasSubstr("0x3ff4000000000000\n"));
  EXPECT_THAT(answer.out, HasSubstr("0x3ff4000000000001\n"));
  EXPECT_THAT(answer.err, IsEmpty()) << "the report is the result";
}

TEST_F(Diff, OfRunsWithOtherSeedsShowsHowTheyGrowApart) {
  simulate("one");
  simulate("two", {"--seed", "8"});
  const Answer answer = diff({"one", "two"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("expected one\n"), HasSubstr("found    two\n"),
                    HasSubstr("The first difference: step 0"), HasSubstr("How far apart"),
                    HasSubstr("The largest differences"), HasSubstr("seed: expected 7, found 8")));
  const Json document = run({"diff", "one", "two", "--json"}).json();
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ(document["same"], false);
  EXPECT_EQ(document["trace"]["divergence"]["first"]["step"], 0);
  EXPECT_EQ(document["trace"]["divergence"]["growth"].size(), 9U) << "steps 0, 1, 2, 4, ..., 64 and 100";
  EXPECT_EQ(document["metrics"]["facts"][1]["fact"], "seed");
  EXPECT_EQ(document["metrics"]["facts"][1]["actual"], 8);
}

TEST_F(Diff, QuietAnswersByItsExitCodeAlone) {
  write("a.csv", kTrace);
  write("b.csv", kTrace);
  EXPECT_EQ(diff({"a.csv", "b.csv", "--quiet"}).out, "");
  EXPECT_EQ(diff({"a.csv", "b.csv", "--quiet"}).code, 0);
  change("b.csv", "1.25", "1.5");
  const Answer answer = diff({"--quiet", "a.csv", "b.csv"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out + answer.err, IsEmpty());
}

TEST_F(Diff, TakesTolerancesForAllOrByName) {
  write("a.csv", kTrace);
  write("b.csv", kTrace);
  change("b.csv", "1.25", "1.5");
  change("b.csv", "3.14", "-3.14");
  EXPECT_EQ(diff({"a.csv", "b.csv"}).code, 1);
  EXPECT_EQ(diff({"a.csv", "b.csv", "--abs", "0.25"}).code, 0);
  EXPECT_EQ(diff({"a.csv", "b.csv", "--abs", "0.1"}).code, 1);
  EXPECT_EQ(diff({"a.csv", "b.csv", "--rel", "0.2"}).code, 0);
  EXPECT_EQ(diff({"a.csv", "b.csv", "--tolerance", "x=0.25", "--tolerance", "heading=0,0.01"}).code, 0);
  EXPECT_EQ(diff({"a.csv", "b.csv", "--abs", "1", "--tolerance", "x=0"}).code, 1);
  const Answer within = diff({"a.csv", "b.csv", "--abs", "0.25"});
  EXPECT_THAT(within.out,
              StartsWith("the same within tolerance: 2 states, 2 agents; 2 values moved within tolerance"));
  EXPECT_THAT(within.out, MatchesRegex("[^\n]*\n")) << "one line";
}

TEST_F(Diff, NamesWhatOnlyOneTraceHas) {
  write("a.csv", "step,agent,x,mode\n0,1,1,hunt\n5,1,1,hunt\n");
  write("b.csv", "step,agent,x\n0,1,1\n5,1,1\n");
  const Answer columns = diff({"a.csv", "b.csv"});
  EXPECT_EQ(columns.code, 0);
  EXPECT_THAT(columns.out, HasSubstr("not compared: column mode only in a.csv"));
  write("b.csv", "step,agent,x\n0,1,1\n5,1,1\n5,2,1\n10,1,1\n");
  const Answer rows = diff({"a.csv", "b.csv"});
  EXPECT_EQ(rows.code, 1);
  EXPECT_THAT(rows.out, HasSubstr("2 rows only in b.csv, the first in step 5, agent 2"));
  EXPECT_THAT(rows.out, HasSubstr("a.csv ends with step 5, b.csv ends with step 10"));
  EXPECT_EQ(diff({"a.csv", "b.csv", "--horizon", "4"}).code, 0);
}

TEST_F(Diff, ComparesTheColumnsAskedFor) {
  write("a.csv", kTrace);
  write("b.csv", kTrace);
  change("b.csv", "1.25", "1.5");
  EXPECT_EQ(diff({"a.csv", "b.csv", "--columns", "type,heading"}).code, 0);
  EXPECT_EQ(diff({"a.csv", "b.csv", "--columns", "type,x"}).code, 1);
}

TEST_F(Diff, OfTracesWithoutACommonColumnIsNoAnswer) {
  write("a.csv", "step,agent,x\n0,1,1\n");
  write("b.csv", "step,agent,y\n0,1,1\n");
  const Answer answer = diff({"a.csv", "b.csv"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("no column in common"));
}

TEST_F(Diff, FindsAMetricThatDiffers) {
  simulate("one");
  simulate("two");
  Json metrics = read_json("two/metrics.json");
  metrics["metrics"]["collisions"]["agent_agent"] = 77;
  write("two/metrics.json", metrics.dump(2));
  const Answer answer = diff({"one", "two"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out, HasSubstr("collisions.agent_agent: expected "));
  EXPECT_THAT(answer.out, HasSubstr(", found 77"));
  EXPECT_EQ(diff({"one", "two", "--tolerance", "collisions.*=100"}).code, 0);
  EXPECT_EQ(diff({"one", "two", "--horizon", "100"}).code, 0) << "metrics know no horizon";
}

TEST_F(Diff, OfFoldersComparesWhatBothHave) {
  simulate("one");
  simulate("two");
  std::filesystem::remove(path("two/trace.csv"));
  const Answer answer = diff({"one", "two"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, HasSubstr("not compared: one/trace.csv, which only one has"));
  std::filesystem::remove(path("two/metrics.json"));
  const Answer nothing = diff({"one", "two"});
  EXPECT_EQ(nothing.code, 3);
  EXPECT_THAT(nothing.err, HasSubstr("neither both a trace.csv nor both a metrics.json"));
}

TEST_F(Diff, ReadsAnyObjectWithMetrics) {
  write("a.json", R"({"metrics":{"speed":{"mean":1}}})");
  write("b.metrics.json", R"({"metrics":{"speed":{"mean":1.0}},"more":[]})");
  EXPECT_EQ(diff({"a.json", "b.metrics.json"}).out, "the same: 1 metric value\n");
}

TEST_F(Diff, TellsATraceFromMetricsWithoutAnEnding) {
  write("trace_a", "{\"step\":0,\"agent\":1,\"x\":1}\n");
  write("trace_b", "step,agent,x\n0,1,1\n");
  write("metrics_a", "\n{\n  \"metrics\": {\"speed\": {\"mean\": 1}}\n}\n");
  EXPECT_EQ(diff({"trace_a", "trace_b"}).code, 0);
  EXPECT_EQ(diff({"metrics_a", "metrics_a"}).code, 0);
  EXPECT_EQ(diff({"metrics_a", "trace_a"}).code, 2);
}

struct Case {
  std::vector<std::string> words;
  int code;
  std::string message;
};

TEST_F(Diff, SaysWhyThereIsNoAnswer) {
  simulate("one");
  write("a.csv", kTrace);
  write("empty.csv", "");
  write("list.csv", "milk\neggs\n");
  write("cut.csv", "step,time,agent,type,x,heading\n0,0,1,dog,1.25,3.14\n0,0,2,do");
  write("unsorted.csv", "step,agent,x\n5,1,1\n0,1,1\n");
  write("broken.json", "{\n\"metrics\": {,}\n}\n");
  write("other.json", "{\n\"format\": 1\n}\n");
  write("text.json", R"({"metrics":{"speed":"fast"}})");
  const std::vector<Case> cases = {
      {{"a.csv"}, 2, "B is missing"},
      {{"a.csv", "one"}, 2, "a.csv is a trace and one is a folder: only two of a kind can be compared"},
      {{"a.csv", "one/metrics.json"}, 2, "is a metrics file"},
      {{"a.csv", "a.csv", "--tolerance", "headin=1"},
       2,
       "nothing here is called \"headin\"; did you mean \"heading\"?"},
      {{"a.csv", "a.csv", "--tolerance", "collisions.*=1"}, 2, "nothing here is called \"collisions.*\""},
      {{"one", "one", "--tolerance", "colisions.agent_agent=1"},
       2,
       "did you mean \"collisions.agent_agent\"?"},
      {{"a.csv", "a.csv", "--tolerance", "x"}, 2, "NAME=ABS or NAME=ABS,REL is needed"},
      {{"a.csv", "a.csv", "--tolerance", "x=-1"}, 2, "not \"x=-1\""},
      {{"a.csv", "a.csv", "--tolerance", "x=nan"}, 2, "not \"x=nan\""},
      {{"a.csv", "a.csv", "--abs", "-1"}, 2, "--abs: a number from 0"},
      {{"a.csv", "a.csv", "--horizon", "soon"}, 2, "--horizon: a whole number from 0"},
      {{"a.csv", "a.csv", "--columns", "headng"},
       2,
       "a.csv has no column \"headng\"; did you mean \"heading\"?"},
      {{"one/metrics.json", "one/metrics.json", "--horizon", "3"}, 2, "--horizon is for traces"},
      {{"one/metrics.json", "one/metrics.json", "--columns", "x"}, 2, "--columns is for traces"},
      {{"a.csv", "nowhere.csv"}, 3, "cannot read nowhere.csv"},
      {{"nowhere", "one"}, 3, "cannot read nowhere"},
      {{"a.csv", "empty.csv"}, 3, "empty.csv:1: the trace is empty"},
      {{"list.csv", "a.csv"}, 3, "list.csv:1: column agent: missing"},
      {{"a.csv", "cut.csv"}, 3, "cut.csv:3: the file ends in the middle of this line"},
      {{"unsorted.csv", "a.csv"}, 3, "unsorted.csv:3: step 0, agent 1 comes after step 5, agent 1"},
      {{"broken.json", "broken.json"}, 3, "broken.json:2: "},
      {{"other.json", "other.json"}, 3, "other.json:1: no metrics file"},
      {{"text.json", "text.json"}, 3, "text.json: metrics: speed is neither a number nor null"},
  };
  for (const Case& wrong : cases) {
    Call call{.words = {"diff"}};
    call.words.insert(call.words.end(), wrong.words.begin(), wrong.words.end());
    const Answer answer = run(call);
    SCOPED_TRACE(wrong.message);
    EXPECT_EQ(answer.code, wrong.code);
    EXPECT_THAT(answer.err, HasSubstr(wrong.message));
    EXPECT_THAT(answer.out, IsEmpty());
  }
}

TEST_F(Diff, AFullDiskIsNoAnswerEither) {
  write("a.csv", kTrace);
  const Answer answer = run(Call{.words = {"diff", "a.csv", "a.csv"}, .out_to = "/dev/full"});
  EXPECT_EQ(answer.code, 6);
}

}  // namespace
}  // namespace drover::test::diff_test
