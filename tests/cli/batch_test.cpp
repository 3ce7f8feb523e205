// Batches, their collection and searches as a person calls them.
#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::batch_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class BatchProgram : public Program {
 protected:
  BatchProgram() { write_small_scenario(); }

  // Runs a batch of two points and two seeds into the folder out.
  Answer batch(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"batch",   "small.json", "--over", "simulation.dt=0.02,0.01",
                                      "--seeds", "2",          "-o",     "out"};
    words.insert(words.end(), more.begin(), more.end());
    return run(Call{.words = std::move(words)});
  }
};

TEST_F(BatchProgram, SaysWhatItDid) {
  const Answer first = batch();
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, IsEmpty());
  EXPECT_THAT(first.err, HasSubstr("4 runs completed, 0 done before, 0 failed, 0 left"));
  EXPECT_THAT(batch().err, HasSubstr("0 runs completed, 4 done before"));
}

TEST_F(BatchProgram, TheLastLineNamesTheFirstRunAndExpectationThatBroke) {
  Json scenario = read_json("small.json");
  scenario["name"] = "a yard";
  scenario["expect"] = Json::array({{{"metric", "speed.peak"}, {"at_most", 1e-9}}});
  write("small.json", scenario.dump());
  const Answer first = batch({"-j", "2"});
  EXPECT_EQ(first.code, 1);
  const std::string id = read_json("out/runs.json")["runs"][0]["id"];
  const std::string last = "expectations are not met in 4 runs; the first is " + id;
  for (const Answer& answer : {first, batch({"-j", "2"})}) {
    EXPECT_THAT(answer.err, HasSubstr("a yard: ")) << "the study has the scenario's name";
    const std::size_t at = answer.err.find(last);
    ASSERT_NE(at, std::string::npos) << answer.err;
    EXPECT_THAT(answer.err.substr(at),
                ::testing::ContainsRegex("speed.peak is .*, at most 1e-09 expected\n$"));
  }
}

TEST_F(BatchProgram, CollectNamesTheFirstRunThatBrokeAnExpectationToo) {
  Json scenario = read_json("small.json");
  scenario["expect"] = Json::array({{{"metric", "speed.peak"}, {"at_most", 1e-9}}});
  write("small.json", scenario.dump());
  ASSERT_EQ(batch().code, 1);
  const std::string id = read_json("out/runs.json")["runs"][0]["id"];
  EXPECT_THAT(run({"collect", "out"}).err,
              HasSubstr("expectations are not met in 4 runs; the first is " + id + ": speed.peak is "));
}

TEST_F(BatchProgram, AnswersAsJson) {
  const Json document = batch({"--json"}).json();
  EXPECT_EQ(document.at("ok"), true);
  EXPECT_EQ(document.at("complete"), 4);
  EXPECT_EQ(document.at("folder"), "out");
}

TEST_F(BatchProgram, ARunHasTheBytesOfDroverRun) {
  ASSERT_EQ(batch({"--trace", "trace.csv"}).code, 0);
  const Json listed = read_json("out/runs.json").at("runs").at(3);
  const std::string id = listed.at("id");
  ASSERT_EQ(run({"run", "small.json", "--set", "simulation.dt=0.01", "--seed", listed.at("seed").dump(),
                 "--trace", "trace.csv", "--metrics", "metrics.json", "--quiet"})
                .code,
            0);
  EXPECT_EQ(read("out/runs/" + id + "/trace.csv"), read("trace.csv"));
  // Where the scenario lay is no result of a batch.
  Json alone = reproducible(read_json("metrics.json"));
  alone["provenance"]["file"] = "";
  EXPECT_EQ(read_json("out/runs/" + id + "/metrics.json"), alone);
}

TEST_F(BatchProgram, ListsItsRuns) {
  const Answer answer = run({"batch", "small.json", "--over", "simulation.dt=0.01:0.03:0.01", "-n"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("  simulation.dt=0.01\n"));
  EXPECT_THAT(answer.out, HasSubstr("  simulation.dt=0.03\n"));
  EXPECT_EQ(run({"batch", "small.json", "-n", "--json"}).json().at("runs").size(), 1u);
}

TEST_F(BatchProgram, OptionsMakeAPlanThatMakesTheSameRuns) {
  ASSERT_EQ(batch().code, 0);
  const Answer plan =
      run({"batch", "small.json", "--over", "simulation.dt=0.02,0.01", "--seeds", "2", "--print-plan"});
  write("two.plan.json", plan.out);
  EXPECT_THAT(run({"validate", "two.plan.json"}).err, HasSubstr("ok (a plan of 4 runs)"));
  ASSERT_EQ(run({"batch", "two.plan.json", "-o", "again"}).code, 0);
  EXPECT_EQ(read_json("again/runs.json").at("runs"), read_json("out/runs.json").at("runs"));
  const Answer both = run({"batch", "two.plan.json", "--seeds", "3", "-o", "again"});
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("is a plan, which says itself"));
}

TEST_F(BatchProgram, OptionsThatAreWrongAreNamed) {
  const auto problem = [this](std::vector<std::string> more) {
    std::vector<std::string> words = {"batch", "small.json", "-n"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 2) << answer.err;
    return answer.err;
  };
  EXPECT_THAT(problem({"--over", "simulation.dt"}), HasSubstr("expected PATH=VALUES"));
  EXPECT_THAT(problem({"--over", "simulation.dt=1:2"}), HasSubstr("expected FIRST:LAST:STEP"));
  EXPECT_THAT(problem({"--range", "simulation.dt=1:2"}), HasSubstr("--range and --samples belong together"));
  EXPECT_THAT(problem({"--samples", "3"}), HasSubstr("--range and --samples belong together"));
  EXPECT_THAT(problem({"--range", "simulation.dt=1", "--samples", "3"}), HasSubstr("expected MIN:MAX"));
  EXPECT_THAT(problem({"--range", "simulation.dt=1:2:3", "--samples", "3"}), HasSubstr("expected MIN:MAX"));
  EXPECT_THAT(problem({"--seeds", "x"}), HasSubstr("--seeds x"));
  EXPECT_THAT(problem({"--seeds", ""}), HasSubstr("--seeds: how many there are"));
  EXPECT_THAT(problem({"--sample", "sobol"}), HasSubstr("--range and --samples belong together"));
  EXPECT_THAT(problem({"--seeds", "5..1"}), HasSubstr("the last seed is above the first"));
  EXPECT_THAT(problem({"--seeds", "18446744073709551615"}), HasSubstr("--seeds 18446744073709551615"));
  EXPECT_THAT(problem({"--set", "simulation.dt"}), HasSubstr("expected PATH=VALUE"));
  EXPECT_THAT(problem({"--set", "name=\xff"}), HasSubstr("this is not UTF-8"));
  EXPECT_THAT(problem({"--shard", "9/8"}), HasSubstr("\"9/8\" is no part of a batch"));
  EXPECT_THAT(problem({"--keep-going", "--fail-fast"}), HasSubstr("--fail-fast"));
  EXPECT_THAT(run({"batch", "small.json"}).err, HasSubstr("a folder for the results is required"));
}

TEST_F(BatchProgram, RunsThatThePlanHasNoLongerAreNamedAndRemovedWhenAsked) {
  const auto runs = [this] {
    return std::ranges::count_if(files(), [](const std::string& name) {
      return name.starts_with("out/runs/") && name.ends_with("/metrics.json");
    });
  };
  ASSERT_EQ(batch().code, 0);
  const std::vector<std::string> smaller = {"batch",   "small.json", "--over", "simulation.dt=0.01",
                                            "--seeds", "2",          "-o",     "out"};
  const Answer kept = run(Call{.words = smaller});
  EXPECT_EQ(kept.code, 0) << kept.err;
  EXPECT_THAT(kept.err, HasSubstr("2 runs in out of points that the plan does not have"));
  EXPECT_EQ(runs(), 4);
  std::vector<std::string> pruning = smaller;
  pruning.emplace_back("--prune");
  EXPECT_THAT(run(Call{.words = pruning}).err, HasSubstr("removed 2 runs that the plan does not have"));
  EXPECT_EQ(runs(), 2);
  EXPECT_THAT(run(Call{.words = smaller}).err, Not(HasSubstr("does not have")));
}

TEST_F(BatchProgram, AnotherPlanDoesNotReplaceTheOneOfAFolder) {
  ASSERT_EQ(batch().code, 0);
  const std::string plan = read("out/plan.json");
  write("other.json", [this] {
    Json scenario = read_json("small.json");
    scenario["name"] = "other";
    scenario["simulation"]["dt"] = 0.05;
    return scenario.dump();
  }());
  const std::vector<std::string> words = {"batch", "other.json", "-o", "out"};
  const Answer answer = run(Call{.words = words});
  EXPECT_EQ(answer.code, 6);
  EXPECT_THAT(answer.err, HasSubstr("out has the results of another plan, \"small\""));
  EXPECT_EQ(read("out/plan.json"), plan);
  std::vector<std::string> pruning = words;
  pruning.emplace_back("--prune");
  EXPECT_EQ(run(Call{.words = pruning}).code, 0);
  EXPECT_EQ(run({"collect", "out"}).code, 0);
  EXPECT_EQ(read_json("out/runs.json").at("plan"), "other");
}

TEST_F(BatchProgram, PruningLeavesWhatIsNoRun) {
  write("out/runs/thesis_2024/chapter.txt", "words");
  write("out/runs/notes.txt", "words");
  write("out/failed/r0123456789abcdef.txt", "words");
  const Answer answer = run({"batch", "small.json", "--seeds", "2", "-o", "out", "--prune"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, Not(HasSubstr("removed")));
  EXPECT_EQ(read("out/runs/thesis_2024/chapter.txt") + read("out/runs/notes.txt"), "wordswords");
  EXPECT_EQ(read("out/failed/r0123456789abcdef.txt"), "words");
}

TEST_F(BatchProgram, AListOfRunsThatIsNoneIsNoList) {
  ASSERT_EQ(batch().code, 0);
  for (const char* list : {R"({"plan": 5, "runs": [{"id": 3}]})", R"({"plan": null, "runs": [3]})", "{"}) {
    write("out/runs.json", list);
    const Answer answer = run({"batch", "small.json", "--seeds", "1", "-o", "out"});
    EXPECT_EQ(answer.code, 0) << answer.err;
  }
}

TEST_F(BatchProgram, SeedsEndAtTheLastNumber) {
  const Answer answer =
      run({"batch", "small.json", "--seeds", "9223372036854775806..9223372036854775807", "-n"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("seed 9223372036854775806\n"));
  EXPECT_THAT(answer.out, HasSubstr("seed 9223372036854775807\n"));
}

TEST_F(BatchProgram, AScenarioThatIsNoJsonIsBlamedAtItsPlace) {
  write("half.json", R"({"format":1,)");
  for (const char* command : {"batch", "search"}) {
    for (const char* file : {"half.json", "-"}) {
      const Answer answer =
          run(Call{.words = {command, file, "--seeds", "2", "-o", "out"}, .input = read("half.json")});
      EXPECT_EQ(answer.code, 3) << answer.err;
      EXPECT_THAT(answer.err, HasSubstr("unexpected end of file"));
      EXPECT_THAT(answer.err, StartsWith(*file == '-' ? "<stdin>:1:13:" : "half.json:1:13:"));
    }
  }
}

TEST_F(BatchProgram, AScenarioMayComeThroughAPipe) {
  const Answer answer =
      run(Call{.words = {"batch", "/dev/stdin", "--seeds", "2", "-n"}, .input = read("small.json")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(std::count(answer.out.begin(), answer.out.end(), '\n'), 2);
}

TEST_F(BatchProgram, EventsDoNotGoIntoThePlan) {
  const std::string before = read("small.json");
  EXPECT_EQ(batch({"--events", "./small.json"}).code, 2);
  EXPECT_EQ(read("small.json"), before);
}

TEST_F(BatchProgram, ExpectationsThatAreNotMetAreTheAnswerNo) {
  write("strict.json", [this] {
    Json scenario = read_json("small.json");
    scenario["expect"] = {{{"metric", "speed.peak"}, {"at_most", 0}}};
    return scenario.dump();
  }());
  for (const char* time : {"first", "again"})
    EXPECT_EQ(run({"batch", "strict.json", "-o", "out"}).code, 1) << time;
  EXPECT_EQ(run({"collect", "out"}).code, 1);
}

TEST_F(BatchProgram, EventsAreLinesOfJson) {
  const Answer answer = batch({"--events", "-"});
  std::vector<std::string> events;
  std::istringstream lines(answer.out);
  for (std::string line; std::getline(lines, line);)
    events.push_back(Json::parse(line).at("event"));
  EXPECT_THAT(events, ElementsAre("begin", "run", "run", "run", "run", "end"));
  EXPECT_EQ(batch({"--events", "-", "--json"}).code, 2);
}

TEST_F(BatchProgram, EventsThatNobodyReadsEndAsAPipeDoes) {
  // The reader is gone before the batch begins.
  const std::string command = fmt::format(
      "cd '{}'; ( until [ -e gone ]; do sleep 0.01; done; '{}' batch small.json -o out --events - --quiet; "
      "echo $? >code ) 2>err | {{ exec <&-; touch gone; }}",
      path(""), DROVER_PROGRAM);
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(read("code"), "141\n");
  EXPECT_THAT(read("err"), IsEmpty());
}

TEST_F(BatchProgram, DamagedRunsAreCountedAndRunAgain) {
  ASSERT_EQ(batch().code, 0);
  write("out/runs/" + std::string(read_json("out/runs.json").at("runs").at(0).at("id")) + "/metrics.json",
        "");
  const Answer damaged = run({"collect", "out"});
  EXPECT_EQ(damaged.code, 1);
  EXPECT_THAT(damaged.err, HasSubstr("the results of 1 run are damaged; drover batch runs them again"));
  EXPECT_EQ(run({"collect", "out", "--json"}).json().at("damaged"), 1);
  EXPECT_THAT(batch().err, HasSubstr("1 run completed, 3 done before"));
  EXPECT_EQ(run({"collect", "out"}).code, 0);
}

TEST_F(BatchProgram, ThePartComesFromTheEnvironment) {
  const Answer answer =
      run(Call{.words = {"batch", "small.json", "--seeds", "8", "--shard", "auto", "-o", "out"},
               .environment = {{"DROVER_SHARD_INDEX", "1"}, {"DROVER_SHARD_COUNT", "2"}}});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("part 2 of 2, from DROVER_SHARD_INDEX"));
  EXPECT_EQ(run({"collect", "out"}).code, 1);
  EXPECT_THAT(run({"collect", "out"}).err, Not(HasSubstr(" 0 missing")));
}

TEST_F(BatchProgram, CollectsTablesSummariesAndPlots) {
  ASSERT_EQ(batch().code, 0);
  EXPECT_EQ(run({"collect", "out"}).code, 0);
  EXPECT_THAT(read("out/results.csv"), StartsWith("id,experiment,point,replication,seed,status"));
  const Answer summary =
      run({"collect", "out", "--summary", "-", "--metrics", "speed.mean", "--half-width", "5%"});
  EXPECT_THAT(summary.out, HasSubstr(",needed\n"));
  EXPECT_EQ(std::count(summary.out.begin(), summary.out.end(), '\n'), 3);
  EXPECT_EQ(
      run({"collect", "out", "--metrics", "speed.mean", "--over", "simulation.dt", "--plot", "s.svg"}).code,
      0);
  EXPECT_THAT(read("s.svg"), StartsWith("<svg"));
  EXPECT_THAT(read("s.svg"), HasSubstr(">speed.mean [m/s]<"));
  EXPECT_THAT(read("s.svg"), HasSubstr(">simulation.dt [s]<"));
  const Answer over =
      run({"collect", "out", "--metrics", "speed.mean", "--over", "distance.mean", "--plot", "over.svg"});
  EXPECT_EQ(over.code, 0) << over.err;
  EXPECT_THAT(read("over.svg"), HasSubstr(">distance.mean [m]<"));
  EXPECT_EQ(run({"collect", "out", "--against", "out", "--compare", "c.json"}).code, 0);
  EXPECT_EQ(read_json("c.json").at(0).at("difference"), 0.0);
  const Answer within = run({"collect", "out", "--baseline", "simulation.dt=0.010", "--compare", "-"});
  EXPECT_EQ(within.code, 0) << within.err;
  EXPECT_THAT(within.out, HasSubstr("\n,0.02,speed.mean,2,"));
  EXPECT_THAT(within.out, Not(HasSubstr("\n,0.01,")));
}

TEST_F(BatchProgram, CollectNamesWhatIsWrong) {
  ASSERT_EQ(batch().code, 0);
  const auto problem = [this](std::vector<std::string> more, int code) {
    std::vector<std::string> words = {"collect", "out"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, code) << answer.err;
    return answer.err;
  };
  EXPECT_THAT(problem({"-o", "t.xls"}, 2), HasSubstr("a table ends in"));
  EXPECT_THAT(problem({"--metrics", "speed.men", "--summary", "-"}, 2),
              HasSubstr("did you mean \"speed.mean\""));
  EXPECT_THAT(problem({"--plot", "s.svg"}, 2), HasSubstr("--plot and --over belong together"));
  EXPECT_THAT(problem({"--plot", "s.svg", "--over", "simulation.td", "--metrics", "speed.mean"}, 2),
              HasSubstr("did you mean \"simulation.dt\""));
  EXPECT_THAT(problem({"--against", "out"}, 2), HasSubstr("--compare belong together"));
  EXPECT_THAT(problem({"--baseline", "simulation.td=1", "--compare", "-"}, 2),
              HasSubstr("did you mean \"simulation.dt\""));
  EXPECT_THAT(problem({"--baseline", "simulation.dt=7", "--compare", "-"}, 5), HasSubstr("has a partner"));
  EXPECT_THAT(problem({"--half-width", "-1"}, 2), HasSubstr("above zero"));
  EXPECT_THAT(run({"collect", "."}).err, HasSubstr("is no folder of a batch"));
}

TEST_F(BatchProgram, CollectDestroysNothing) {
  ASSERT_EQ(batch().code, 0);
  const std::string runs = read("out/runs.json");
  for (const auto& [summary, problem] : {std::pair("./x.csv", "two outputs cannot both go to ./x.csv"),
                                         {"out/runs.json", "out/runs.json would overwrite what the batch"}}) {
    const Answer answer = run({"collect", "out", "-o", "x.csv", "--summary", summary});
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.err, HasSubstr(problem));
  }
  EXPECT_EQ(run({"collect", "out", "-o", "-", "--summary", "-"}).code, 2);
  EXPECT_FALSE(exists("x.csv"));
  EXPECT_EQ(read("out/runs.json"), runs);
}

TEST_F(BatchProgram, CollectWarnsOfFlagsWithoutEffect) {
  ASSERT_EQ(batch().code, 0);
  const Answer plain = run({"collect", "out", "--metrics", "speed.mean", "--half-width", "5%"});
  EXPECT_THAT(plain.err, HasSubstr("--metrics chooses those of --summary"));
  EXPECT_THAT(plain.err, HasSubstr("--half-width adds a column to --summary"));
  const Answer used =
      run({"collect", "out", "--metrics", "speed.mean", "--half-width", "5%", "--summary", "-"});
  EXPECT_THAT(used.err, Not(HasSubstr("warning")));
}

TEST_F(BatchProgram, ADatasetMayHaveASlashAtItsEndAndAnEmptyFolder) {
  std::filesystem::create_directory(path("ds"));
  const Answer answer = run({"dataset", "small.json", "--seeds", "2", "--licence", "CC0-1.0", "-o", "ds/"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(exists("ds/README.md"));
  EXPECT_TRUE(exists("ds.batch/runs.json"));
  EXPECT_FALSE(exists("ds/.batch"));
}

TEST_F(BatchProgram, ADatasetIsRefusedBeforeItsRuns) {
  write("file", "");
  write("full/file", "");
  for (const auto& [folder, problem] :
       {std::pair("file", "file exists and is no folder"), {"full", "full exists and is not empty"}}) {
    const Answer answer =
        run({"dataset", "small.json", "--seeds", "2", "--licence", "CC0-1.0", "-o", folder});
    EXPECT_EQ(answer.code, 6);
    EXPECT_THAT(answer.err, HasSubstr(problem));
  }
  EXPECT_THAT(files(), ElementsAre("file", "full/file", "small.json"));
}

TEST_F(BatchProgram, SearchShowsThePlaceOfAnError) {
  write("twice.json", R"({"format":1,"scenario":"small.json","vary":[
{"path":"simulation.dt","values":[0.01,0.02]},{"path":"simulation.dt","values":[0.01,0.02]}]})");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"search", "twice.json", "-o", "found"}, {"batch", "twice.json", "-n"}}) {
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 3);
    EXPECT_THAT(answer.err,
                HasSubstr("twice.json:2:47: error: \"simulation.dt\" is varied twice at /vary/1"));
  }
}

TEST_F(BatchProgram, SearchFindsTheLargestMetric) {
  const Answer answer = run({"search", "small.json", "--range", "simulation.dt=0.01:0.04", "--samples", "4",
                             "--largest", "speed.mean", "--local", "5", "-o", "found"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("speed.mean is "));
  EXPECT_EQ(run({"validate", "found/found.scenario.json"}).code, 0);
  EXPECT_THAT(read("found/found.html"), HasSubstr("speed.mean is "));
  EXPECT_EQ(run({"search", "small.json", "--range", "simulation.dt=0.01:0.04", "--samples", "2", "--largest",
                 "no.metric", "-o", "none"})
                .code,
            5);
}

TEST_F(BatchProgram, ValidateReadsTheScenarioOfEveryPoint) {
  const auto problem = [this](const std::string& keys) {
    write("p.json", R"({"format":1,)" + keys + "}");
    const Answer answer = run({"validate", "p.json"});
    EXPECT_EQ(answer.code, 3) << keys;
    EXPECT_EQ(run({"batch", "p.json", "-n"}).code, 3) << keys;
    EXPECT_EQ(run({"validate", "p.json", "--json"}).json().at(0).at("ok"), false);
    return answer.err;
  };
  EXPECT_THAT(problem(R"("scenario":{})"), HasSubstr("\"format\" is missing"));
  const std::string small = R"("scenario":"small.json",)";
  EXPECT_THAT(problem(small + R"("set":{"agents.1.cont":1})"), HasSubstr("p.json:1:"));
  EXPECT_THAT(problem(small + R"("vary":[{"path":"agents.1.count","values":[5,-1]}])"),
              HasSubstr("/vary/0/values/1"));
  EXPECT_THAT(problem(small + R"("vary":[{"path":"agents.1.count","from":1,"to":2,"count":3}])"),
              HasSubstr("agents.1.count=1.5"));
  EXPECT_THAT(problem(small + R"("vary":[{"type":"list","points":[{"agents.1.conut":1}]}])"),
              HasSubstr("did you mean \"count\""));
  EXPECT_THAT(problem(small + R"("experiments":{"a":{},"b":{"set":{"agents.7.count":1}}})"),
              HasSubstr("/experiments/b/set"));
}
}  // namespace
}  // namespace drover::test::batch_test
