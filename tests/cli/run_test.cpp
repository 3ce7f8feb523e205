// drover run: results, settings, streams.
#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::run_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Run : public Program {
 protected:
  Run() { write_small_scenario(); }

  std::string final_hash(std::vector<std::string> words) const {
    words.insert(words.begin(), "run");
    words.push_back("--json");
    const Json document = run(Call{.words = std::move(words)}).json();
    return document.is_object() ? document["provenance"]["state_hash"].get<std::string>() : "no document";
  }
};

TEST_F(Run, WritesTraceAndMetricsAndTellsPeopleOnStandardError) {
  const Answer answer = run({"run", "small.json", "-o", "out"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, IsEmpty());
  EXPECT_THAT(answer.err, HasSubstr("small: 7 agents, 100 steps (2 s), seed 7"));
  EXPECT_THAT(files(),
              ElementsAre("out/metrics.json", "out/trace.csv", "out/trace.csv.meta.json", "small.json"));
  EXPECT_THAT(read("out/trace.csv"), StartsWith("step,time,agent,type,x,y,"));
  EXPECT_EQ(read_json("out/metrics.json")["provenance"]["complete"], true);
  EXPECT_EQ(read_json("out/trace.csv.meta.json")["scenario"]["name"], "small");
}

TEST_F(Run, TakesOptionsBeforeTheScenarioToo) {
  for (const auto& [option, value] : {std::pair("--set", "seed=3"),
                                      {"--unset", "seed"},
                                      {"--columns", "step,agent"},
                                      {"--groups", "flock"}}) {
    const Answer answer = run({"run", option, value, "small.json"});
    EXPECT_EQ(answer.code, 0) << answer.err;
  }
}

TEST_F(Run, SaysNothingWhenQuiet) {
  const Answer answer = run({"run", "small.json", "-o", "out", "--quiet"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out + answer.err, IsEmpty());
}

TEST_F(Run, PrintsItsMetricsAsOneJsonDocument) {
  const Answer answer = run({"run", "small.json", "--json", "--metrics", "-"});
  ASSERT_TRUE(answer.json().is_object()) << answer.out;
  const Json metrics = run({"run", "small.json", "--metrics", "-"}).json();
  EXPECT_EQ(reproducible(answer.json()), reproducible(metrics));
}

TEST_F(Run, ExitsWithOneWhenAnExpectationDoesNotHold) {
  const std::string limit = R"(expect=[{"metric":"speed.peak","at_most":0.001}])";
  const Answer answer = run({"run", "small.json", "-o", "out", "--set", limit, "--quiet"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.err, HasSubstr("expectation not met: speed.peak is "));
  EXPECT_EQ(read_json("out/metrics.json")["expectations"][0]["pass"], false);
}

TEST_F(Run, ABudgetOnCountedWorkGates) {
  const Json counters = run({"run", "small.json", "--json"}).json()["counters"];
  const auto pairs = counters["pairs_tested"].get<std::uint64_t>();
  ASSERT_GT(pairs, 0u);
  for (const std::uint64_t budget : {pairs, pairs - 1}) {
    const std::string limit =
        R"(expect=[{"metric":"counters.pairs_tested","at_most":)" + std::to_string(budget) + "}]";
    const Answer answer = run({"run", "small.json", "--metrics", "m.json", "--set", limit});
    EXPECT_EQ(answer.code, budget == pairs ? 0 : 1) << answer.err;
    EXPECT_EQ(read_json("m.json")["counters"], counters);
    EXPECT_EQ(read_json("m.json")["expectations"][0]["value"], pairs);
  }
}

TEST_F(Run, AProfileNamesEveryPhaseAndChangesNoResult) {
  const Answer plain = run({"run", "small.json", "-o", "out", "--json"});
  const Answer answer = run({"run", "small.json", "-o", "out", "--json", "--profile"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(reproducible(answer.json()), reproducible(plain.json()));
  EXPECT_FALSE(plain.json()["not_reproducible"]["timing"].contains("profile"));
  const Json profile = answer.json()["not_reproducible"]["timing"]["profile"];
  EXPECT_TRUE(read_json("out/metrics.json")["not_reproducible"]["timing"].contains("profile"));
  std::vector<std::string> parts;
  double share = 0.0;
  for (const auto& [name, part] : profile["parts"].items()) {
    parts.push_back(name);
    share += part["share"].get<double>();
    EXPECT_GT(part["ns_per_agent_step"].get<double>(), 0.0) << name;
    EXPECT_THAT(answer.err, ::testing::ContainsRegex("\n" + name + " +[0-9.]+ s +[0-9.]+ % +[0-9.]+ ns"));
  }
  EXPECT_THAT(parts,
              ElementsAre("sense", "decide", "steer", "actuate", "constrain", "commit", "metrics", "trace"));
  EXPECT_NEAR(share, 1.0, 1e-9);
}

TEST_F(Run, AProfileCountsAgentStepsAndPairs) {
  const Json counters = run({"run", "small.json", "--json"}).json()["counters"];
  const Answer answer = run({"run", "small.json", "--profile"});
  EXPECT_THAT(answer.err, HasSubstr("\n700 agent steps, "));
  EXPECT_THAT(answer.err, HasSubstr("\n" + counters["pairs_tested"].dump() + " neighbor pairs tested, "));
  EXPECT_THAT(answer.err, HasSubstr("\ntrace          0.000 s     0.0 %       0.0 ns per agent step"));
  EXPECT_THAT(run({"run", "small.json"}).err, Not(HasSubstr("neighbor pairs")));
}

TEST_F(Run, SettingsChangeTheRunAndAreRecorded) {
  const Answer answer = run({"run", "small.json", "--set", "agents.1.count=3", "--seed", "9", "--steps", "5",
                             "--unset", "agents.1.group", "--json"});
  const Json provenance = answer.json()["provenance"];
  EXPECT_EQ(provenance["seed"], 9);
  EXPECT_EQ(provenance["steps"], 5);
  EXPECT_EQ(provenance["overrides"], Json::parse(R"(["agents.1.count=3", "--unset agents.1.group"])"));
  EXPECT_EQ(answer.json()["counters"]["agent_steps"], 4 * 5);
  EXPECT_NE(final_hash({"small.json", "--seed", "8"}), final_hash({"small.json"}));
}

TEST_F(Run, ThePrintedConfigurationRunsToTheSameHashAndPrintsItself) {
  const std::vector<std::string> change = {"small.json", "--set", "agents.1.count=9", "--seed", "3",
                                           "--steps",    "40"};
  Call print = {.words = {"run"}};
  print.words.insert(print.words.end(), change.begin(), change.end());
  print.words.push_back("--print-config");
  const Answer printed = run(print);
  ASSERT_EQ(printed.code, 0);
  write("printed.json", printed.out);
  EXPECT_EQ(run({"run", "printed.json", "--print-config"}).out, printed.out);
  EXPECT_EQ(final_hash({"printed.json"}), final_hash(change));
}

TEST_F(Run, TheSeedOfTheEnvironmentIsUsedWithAWarningAndYieldsToTheOption) {
  Call call = {.words = {"run", "small.json", "--json"}, .environment = {{"DROVER_SEED", "21"}}};
  const Answer answer = run(call);
  EXPECT_EQ(answer.json()["provenance"]["seed"], 21);
  EXPECT_THAT(answer.err, HasSubstr("warning: DROVER_SEED is set; the seed is 21"));
  call.words.insert(call.words.end(), {"--seed", "22"});
  EXPECT_EQ(run(call).json()["provenance"]["seed"], 22);
  EXPECT_THAT(run(call).err, Not(HasSubstr("DROVER_SEED")));
}

TEST_F(Run, ReadsAScenarioFromStandardInput) {
  const Json document = run(Call{.words = {"run", "-", "--json"}, .input = read("small.json")}).json();
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ(document["provenance"]["state_hash"], final_hash({"small.json"}));
  EXPECT_THAT(run(Call{.words = {"run", "-"}, .input = "{"}).err, StartsWith("<stdin>:1:"));
}

TEST_F(Run, WritesATraceToStandardOutputWithTheChosenColumnsAndGroups) {
  const Answer answer = run({"run", "small.json", "--trace", "-", "--trace-every", "50", "--columns",
                             "step,agent,contributions", "--groups", "flock"});
  EXPECT_EQ(answer.code, 0);
  const std::string header = answer.out.substr(0, answer.out.find('\n'));
  EXPECT_THAT(header, StartsWith("step,agent,"));
  EXPECT_THAT(header, HasSubstr("wander_ax,wander_ay"));
  EXPECT_EQ(std::count(answer.out.begin(), answer.out.end(), '\n'), 1 + 6 * 3);
}

TEST_F(Run, WritesATraceAsJsonLines) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "deep/er/t.jsonl", "--steps", "3"}).code, 0);
  std::istringstream lines(read("deep/er/t.jsonl"));
  int rows = 0;
  for (std::string line; std::getline(lines, line); ++rows)
    EXPECT_TRUE(Json::parse(line, nullptr, false).is_object()) << line;
  EXPECT_EQ(rows, 7 * 4);
}

TEST_F(Run, ColorsAreForcedAndForbiddenByVariables) {
  write("bad.json", "{");
  const auto has_colors = [this](std::map<std::string, std::string> environment) {
    return run(Call{.words = {"validate", "bad.json"}, .environment = std::move(environment)})
               .err.find('\x1b') != std::string::npos;
  };
  EXPECT_FALSE(has_colors({}));
  EXPECT_TRUE(has_colors({{"FORCE_COLOR", "1"}}));
  EXPECT_TRUE(has_colors({{"CLICOLOR_FORCE", "1"}}));
  EXPECT_FALSE(has_colors({{"FORCE_COLOR", "1"}, {"NO_COLOR", "1"}}));
}

TEST_F(Run, TheHintForAPictureCanBePasted) {
  write_small_scenario();
  EXPECT_THAT(run({"run", "small.json", "-o", "my out"}).err,
              HasSubstr("drover render 'my out/trace.csv' -o 'my out/trails.svg'"));
}

TEST_F(Run, TheHintForAPictureNamesTheTraceThatWasWritten) {
  write_small_scenario();
  EXPECT_THAT(run({"run", "small.json", "-o", "out", "--trace-format", "jsonl"}).err,
              HasSubstr("drover render out/trace.jsonl -o out/trails.svg"));
  EXPECT_THAT(run({"run", "small.json", "-o", "out", "--trace-format", "npz"}).err,
              Not(HasSubstr("drover render")));
}

TEST_F(Run, FlagsOfATraceThatIsNotWrittenAreWarnedOf) {
  write_small_scenario();
  const std::string flags = "--trace-format, --trace-every, --columns: no trace is written";
  EXPECT_THAT(run({"run", "small.json", "--trace-format", "npz", "--trace-every", "2", "--columns", "x"}).err,
              HasSubstr(flags));
  EXPECT_THAT(run({"run", "small.json", "--trace-every", "2", "-o", "out"}).err,
              Not(HasSubstr("no trace is written")));
}

TEST_F(Run, NeverWritesEscapeCodesToAPipeUnlessAsked) {
  write("bad.json", "{\"format\": 1, \"sede\": 1}");
  EXPECT_THAT(run({"run", "bad.json"}).err, Not(HasSubstr("\033")));
  EXPECT_THAT(run({"run", "small.json", "-o", "out"}).err, Not(HasSubstr("\033")));
  EXPECT_THAT(run({"run", "bad.json", "--color", "always"}).err, HasSubstr("\033["));
  const Call both = {.words = {"run", "bad.json", "--color", "always"}, .environment = {{"NO_COLOR", "1"}}};
  EXPECT_THAT(run(both).err, HasSubstr("\033["));
  const Call variable = {.words = {"run", "bad.json"}, .environment = {{"DROVER_COLOR", "always"}}};
  EXPECT_THAT(run(variable).err, HasSubstr("\033["));
}

// Every number of a metrics document is finite: JSON knows no other, so it would be null.
TEST_F(Run, DegenerateScenariosRunAndStayFinite) {
  const std::string sheep = R"("agent_types": {"s": {"steering": {"behaviors": [{"type": "flocking"},
    {"type": "obstacle_avoidance"}, {"type": "seek", "target": {"point": [1, 1]}}]}}},
    "world": {"obstacles": [{"center": [1, 1], "radius": 2}]})";
  const std::vector<std::pair<std::string, std::string>> scenes = {
      {"no agents", R"("agents": [])"},
      {"one agent", R"("agents": [{"type": "s", "position": [5, 5]}])"},
      {"coincident", R"("agents": [{"type": "s", "position": [5, 5]}, {"type": "s", "position": [5, 5]}])"},
      {"inside an obstacle, at its goal",
       R"("agents": [{"type": "s", "position": [1, 1], "velocity": [0, 0]}])"},
      {"no time", R"("simulation": {"duration": 0}, "agents": [{"type": "s", "position": [5, 5]}])"},
  };
  for (const auto& [name, agents] : scenes) {
    SCOPED_TRACE(name);
    write("degenerate.json", R"({"format": 1, )" + sheep + ", " + agents + "}");
    const Answer answer =
        run({"run", "degenerate.json", "--trace", "-", "--columns", "x,y,vx,vy", "--metrics", "m.json"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.out, Not(HasSubstr("nan")));
    EXPECT_THAT(answer.out, Not(HasSubstr("inf")));
    EXPECT_EQ(read_json("m.json")["provenance"]["complete"], true);
    EXPECT_EQ(run({"render", "degenerate.json", "-o", "-"}).code, 0);
  }
}

}  // namespace
}  // namespace drover::test::run_test
