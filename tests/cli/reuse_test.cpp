// Scenarios that are made of parts, at the command line.
#include <filesystem>

#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::reuse_test {
namespace {

using ::testing::HasSubstr;

class ReuseProgram : public Program {
 protected:
  void write_parts() const {
    write("flock.types.json",
          R"({"format": 1, "variables": {"pace": 2}, "agent_types": {"sheep": {"max_speed": {"=": "pace"},
              "steering": {"behaviors": [{"type": "wander", "label": "stroll", "jitter": 1}]}}}})");
    write("main.json",
          R"({"format": 1, "name": "main", "include": ["flock.types.json"], "simulation": {"duration": 1},
              "agents": [{"type": "sheep", "count": 2, "placement": {"type": "points", "points": [[0, 0], [9, 0]]},
                          "parameters": {"stroll.jitter": {"each": [1, 2]}}}]})");
    write("whole.json",
          R"({"name": "main", "format": 1.0, "agents": [{"count": 2, "type": "sheep",
              "parameters": {"wander.jitter": {"each": [1, 2]}},
              "placement": {"type": "points", "points": [[0, 0], [9, -0.0]]}}],
              "agent_types": {"sheep": {"steering": {"behaviors": [{"jitter": 1, "type": "wander"}]}, "max_speed": 2}},
              "simulation": {"duration": 1.0}})");
  }
};

TEST_F(ReuseProgram, ValidatePrintsWhatCameOut) {
  write_parts();
  const Answer parts = run({"validate", "--resolved", "--quiet", "main.json"});
  EXPECT_EQ(parts.code, 0) << parts.err;
  EXPECT_EQ(parts.out, run({"validate", "--resolved", "--quiet", "whole.json"}).out);
  const Json resolved = parts.json();
  for (const char* gone : {"include", "variables"})
    EXPECT_FALSE(resolved.contains(gone)) << gone;
  EXPECT_EQ(resolved["agents"][0]["parameters"].dump(), R"({"wander.jitter":{"each":[1.0,2.0]}})");
  write("resolved.json", parts.out);
  EXPECT_EQ(run({"validate", "--resolved", "--quiet", "resolved.json"}).out, parts.out);
  EXPECT_EQ(run({"hash", "resolved.json"}).out, run({"hash", "main.json"}).out);
  EXPECT_EQ(run({"validate", "--resolved", "--json", "main.json"}).json()[0]["resolved"], resolved);
}

// A label is replaced wherever agents may have a type that has it, and where an event is about one type only
// there.
TEST_F(ReuseProgram, LabelsMeanBehaviorsOfTheTypesThatAreMeant) {
  const auto scenario = [&](const std::string& agents, const std::string& target) {
    write("s.json",
          R"({"format": 1, "simulation": {"duration": 1}, "agent_types": {
              "a": {"steering": {"behaviors": [{"type": "wander", "label": "stroll"}]}},
              "b": {"steering": {"behaviors": [{"type": "wander"}, {"type": "wander", "label": "stroll"}]}}},
              "agents": [)" +
              agents + R"(], "events": [{"type": "set", "at": 0.5, "target": )" + target +
              R"(, "parameter": "stroll.weight", "value": 2}]})");
    return run({"validate", "--resolved", "s.json"});
  };
  const Answer mixed = scenario(
      R"({"type": {"shares": {"a": 1}}, "position": [0, 0], "parameters": {"stroll.weight": 3}}, {"type": "b", "position": [9, 9]})",
      R"({"agent_type": "b"})");
  ASSERT_EQ(mixed.code, 0) << mixed.err;
  EXPECT_EQ(mixed.json()["agents"][0]["parameters"].dump(), R"({"wander.weight":3.0})");
  EXPECT_EQ(mixed.json()["events"][0]["parameter"], "wander#1.weight");
  const Answer unclear = scenario(
      R"({"type": {"shares": {"a": 1, "b": 1}}, "position": [0, 0], "parameters": {"stroll.weight": 3}})",
      R"({"agent_type": "a"})");
  EXPECT_EQ(unclear.code, 3);
  EXPECT_THAT(unclear.err, HasSubstr("has no number \"stroll.weight\""));
}

TEST_F(ReuseProgram, StandardInputIncludesRelativeToTheWorkingDirectory) {
  write_parts();
  const std::string hash = run({"hash", "main.json"}).out;
  EXPECT_EQ(run(Call{.words = {"hash", "-"}, .input = read("main.json")}).out, hash);
  std::filesystem::create_directory(path("elsewhere"));
  EXPECT_EQ(run(Call{.words = {"hash", path("main.json")}, .folder = path("elsewhere")}).out, hash);
  const Answer lost =
      run(Call{.words = {"hash", "-"}, .input = read("main.json"), .folder = path("elsewhere")});
  EXPECT_EQ(lost.code, 3);
  EXPECT_THAT(lost.err, HasSubstr("relative to the working directory"));
}

TEST_F(ReuseProgram, SnapshotsGoOnWithoutTheFilesThatWereIncluded) {
  write_parts();
  ASSERT_EQ(run({"run", "main.json", "--save-at", "0.5", "half.snapshot", "-o", "whole"}).code, 0);
  std::filesystem::remove(path("flock.types.json"));
  ASSERT_EQ(run({"run", "--resume", "half.snapshot", "-o", "rest"}).code, 0);
  const Json whole = read_json("whole/metrics.json")["provenance"];
  const Json rest = read_json("rest/metrics.json")["provenance"];
  ASSERT_TRUE(whole["state_hash"].is_string());
  EXPECT_EQ(whole["state_hash"], rest["state_hash"]);
  EXPECT_EQ(whole["scenario_hash"], rest["scenario_hash"]);
}

TEST_F(ReuseProgram, BatchesVaryVariablesAndKeepIncludedFiles) {
  write_parts();
  write("pace.plan.json", R"({"format": 1, "scenario": "main.json",
    "vary": [{"path": "variables.pace", "values": [1, 2]},
             {"path": "agent_types.sheep.steering.behaviors.wander.weight", "values": [1, 3]}]})");
  ASSERT_EQ(run({"batch", "pace.plan.json", "-o", "first"}).code, 0);
  std::filesystem::remove(path("flock.types.json"));
  ASSERT_EQ(run({"batch", "first/plan.json", "-o", "second"}).code, 0);
  const Json runs = read_json("first/runs.json")["runs"];
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs, read_json("second/runs.json")["runs"]) << "the ids follow from the resolved scenarios";
  write_parts();
  write("pace.plan.json", R"({"format": 1, "scenario": "main.json",
    "vary": [{"path": "variables.pase", "values": [1, 2]}]})");
  const Answer wrong = run({"validate", "pace.plan.json"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("the scenario has no variable \"pase\""));
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"pace\"?"));
}

TEST_F(ReuseProgram, FoldersHoldNoScenariosThatAreOnlyIncluded) {
  write_parts();
  std::filesystem::remove(path("whole.json"));
  const Answer check = run({"check", ".", "--golden", "golden", "--update", "new"});
  EXPECT_THAT(check.out + check.err, HasSubstr("1 scenario"));
}

}  // namespace
}  // namespace drover::test::reuse_test
