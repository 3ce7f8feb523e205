// Snapshots: saved on the way, gone on from, compared, hashed.
#include "observe/record/snapshot.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::snapshot_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

// The small scenario has 100 steps of 0.02 s.
class Snapshots : public Program {
 protected:
  Snapshots() { write_small_scenario(); }

  Answer call(std::vector<std::string> words) const { return run(Call{.words = std::move(words)}); }

  void save(const std::string& time, const std::string& file, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"run", "small.json", "--save-at", time, file, "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = call(words);
    ASSERT_EQ(answer.code, 0) << answer.err;
  }

  std::string hash_of(std::vector<std::string> words) const {
    words.insert(words.begin(), "hash");
    const Answer answer = call(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.out;
  }

  // The rows of a trace that stand behind its header, from a step on.
  std::string rows_from(const std::string& trace, std::uint64_t step) const {
    std::istringstream lines(read(trace));
    std::string rows;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      if (std::stoull(line) >= step) rows += line + "\n";
    }
    return rows;
  }
};

TEST_F(Snapshots, AreSavedAtSeveralTimesOfOneRun) {
  const Answer answer = run({"run", "small.json", "--save-at", "0", "start.snapshot", "--save-at", "1",
                             "deep/folder/middle.snapshot", "--save-at", "2", "end.snapshot"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(files(),
              ElementsAre("deep/folder/middle.snapshot", "end.snapshot", "small.json", "start.snapshot"));
  EXPECT_THAT(answer.err, AllOf(HasSubstr("wrote start.snapshot\n"), HasSubstr("wrote end.snapshot\n"),
                                HasSubstr("wrote deep/folder/middle.snapshot\n")));
  EXPECT_THAT(answer.out, IsEmpty());
  for (const auto& [file, steps] :
       {std::pair("start.snapshot", "0"), {"deep/folder/middle.snapshot", "50"}, {"end.snapshot", "100"}})
    EXPECT_EQ(hash_of({file}), hash_of({"small.json", "--steps", steps})) << file;
}

TEST_F(Snapshots, MayStandBeforeTheScenario) {
  EXPECT_EQ(run({"run", "--save-at", "1", "a.snapshot", "small.json", "--quiet"}).code, 0);
  EXPECT_TRUE(exists("a.snapshot"));
}

TEST_F(Snapshots, AreOfTheFirstStepAtOrAfterTheirTime) {
  for (const auto& [time, step] :
       {std::pair("0.001", 1), {"0.02", 1}, {"0.021", 2}, {"0.06", 3}, {"1.999", 100}}) {
    save(time, "a.snapshot");
    EXPECT_EQ(run({"hash", "a.snapshot", "--json"}).json()[0]["step"], step) << time;
  }
}

TEST_F(Snapshots, OfATimeBetweenTwoStepsAreAWarning) {
  const Answer between = run({"run", "small.json", "--save-at", "0.333", "a.snapshot"});
  EXPECT_EQ(between.code, 0);
  EXPECT_THAT(between.err, AllOf(HasSubstr("warning"), HasSubstr("--save-at 0.333: no multiple of"),
                                 HasSubstr("a.snapshot gets the state of 0.34 s")));
  EXPECT_THAT(run({"run", "small.json", "--save-at", "0.34", "a.snapshot"}).err, Not(HasSubstr("warning")));
}

TEST_F(Snapshots, OutsideTheRunAreAUsageError) {
  for (const char* time : {"2.001", "-0.01", "1e300", "inf", "nan"}) {
    const Answer answer = call({"run", "small.json", "-o", "out", "--save-at", time, "a.snapshot"});
    EXPECT_EQ(answer.code, 2) << time;
    EXPECT_THAT(answer.err, HasSubstr("is outside the run, which goes from 0 s to 2 s")) << time;
  }
  EXPECT_THAT(files(), ElementsAre("small.json"));
}

TEST_F(Snapshots, NeedANumberAndAFile) {
  EXPECT_EQ(run({"run", "small.json", "--save-at", "soon", "a.snapshot"}).code, 2);
  EXPECT_EQ(run({"run", "small.json", "--save-at", "1s", "a.snapshot"}).code, 2);
  EXPECT_EQ(run({"run", "small.json", "--save-at", "1"}).code, 2);
  EXPECT_EQ(run({"run", "small.json", "--save-at"}).code, 2);
  EXPECT_THAT(files(), ElementsAre("small.json"));
}

TEST_F(Snapshots, HaveFilesOfTheirOwn) {
  const std::string before = read("small.json");
  const auto refused = [this](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "small.json"});
    const Answer answer = call(words);
    EXPECT_EQ(answer.code, 2) << answer.err;
    return answer.err;
  };
  EXPECT_THAT(refused({"--save-at", "1", "a.snapshot", "--save-at", "2", "a.snapshot"}),
              HasSubstr("two outputs cannot both go to a.snapshot"));
  EXPECT_THAT(refused({"--save-at", "1", "a.snapshot", "--save-at", "2", "./a.snapshot"}),
              HasSubstr("two outputs cannot both go to ./a.snapshot"));
  for (const char* file :
       {"out/trace.csv", "out/metrics.json", "out/trace.csv.meta.json", "out/../out/trace.csv"})
    EXPECT_THAT(refused({"-o", "out", "--save-at", "1", file}), HasSubstr("two outputs cannot both go to"))
        << file;
  EXPECT_THAT(refused({"--save-at", "1", "small.json"}), HasSubstr("would overwrite the scenario"));
  EXPECT_THAT(refused({"--save-at", "1", "-"}), HasSubstr("not to standard output"));
  EXPECT_THAT(files(), ElementsAre("small.json"));
  EXPECT_EQ(read("small.json"), before);
}

TEST_F(Snapshots, ThatCannotBeWrittenFailBeforeTheRun) {
  write_endless_scenario();
  for (const char* file : {"small.json/a.snapshot", ".", ""}) {
    const Answer answer = call(
        {"run", "endless.json", "-o", "out", "--save-at", "9", "good.snapshot", "--save-at", "10", file});
    EXPECT_EQ(answer.code, 6) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("cannot ")) << file;
    EXPECT_THAT(files(), ElementsAre("endless.json", "small.json"));
  }
}

TEST_F(Snapshots, ComeToTheSameEndInAnotherProcess) {
  ASSERT_EQ(run({"run", "small.json", "-o", "whole", "--save-at", "0.74", "a.snapshot"}).code, 0);
  for (const bool is_named : {false, true}) {
    std::vector<std::string> words = {"run", "--resume", "a.snapshot", "-o", "rest"};
    if (is_named) words.emplace_back("small.json");
    const Answer answer = call(words);
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(rows_from("rest/trace.csv", 0), rows_from("whole/trace.csv", 37));
    const Json whole = read_json("whole/metrics.json")["provenance"];
    const Json rest = read_json("rest/metrics.json")["provenance"];
    EXPECT_EQ(rest["state_hash"], whole["state_hash"]);
    EXPECT_EQ(rest["scenario_hash"], whole["scenario_hash"]);
    EXPECT_EQ(rest["resumed_at"], 37);
    EXPECT_FALSE(whole.contains("resumed_at"));
    EXPECT_EQ(rest["steps"], 100);
    EXPECT_EQ(rest["scenario"], "small");
  }
}

TEST_F(Snapshots, OnlyWhatIsAboutTheStepsBeforeStartsAnew) {
  constexpr std::uint64_t kResumed = 50;
  constexpr std::uint64_t kSamples = 10;  // heading_samples, unless the scenario says otherwise
  const std::vector<std::pair<std::string, std::uint64_t>> first_equal_rows = {
      {"step,agent,name,type,group,mode,x,y,vx,vy,speed,heading,hx,hy,radius,goal_distance", kResumed},
      {"step,agent,ax,ay,throttle,steer,neighbors,contributions", kResumed + 1},
      {"step,agent,smoothed_heading", kResumed + kSamples - 1}};
  save("1", "a.snapshot");
  for (const auto& [columns, first] : first_equal_rows) {
    ASSERT_EQ(call({"run", "small.json", "--trace", "whole.csv", "--columns", columns}).code, 0);
    ASSERT_EQ(call({"run", "--resume", "a.snapshot", "--trace", "rest.csv", "--columns", columns}).code, 0);
    EXPECT_TRUE(rows_from("rest.csv", first) == rows_from("whole.csv", first)) << columns;
    const bool is_equal_before = rows_from("rest.csv", first - 1) == rows_from("whole.csv", first - 1);
    EXPECT_FALSE(is_equal_before) << columns;
  }
}

TEST_F(Snapshots, KeepTheStrideOfTheTrace) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "whole.csv", "--trace-every", "7"}).code, 0);
  save("1", "a.snapshot");
  ASSERT_EQ(run({"run", "--resume", "a.snapshot", "--trace", "rest.csv", "--trace-every", "7"}).code, 0);
  EXPECT_EQ(rows_from("rest.csv", 0), rows_from("whole.csv", 51));
}

TEST_F(Snapshots, OfAResumedRunAreThoseOfTheWholeOne) {
  save("1.5", "whole.snapshot");
  save("0.5", "first.snapshot");
  ASSERT_EQ(run({"run", "--resume", "first.snapshot", "--save-at", "1", "second.snapshot"}).code, 0);
  ASSERT_EQ(run({"run", "--resume", "second.snapshot", "--save-at", "1.5", "third.snapshot"}).code, 0);
  EXPECT_EQ(read("third.snapshot"), read("whole.snapshot")) << "byte for byte";
  EXPECT_EQ(run({"run", "--resume", "third.snapshot", "--json", "--metrics", "-"})
                .json()["provenance"]["state_hash"],
            hash_of({"small.json"}).substr(0, 16));
}

TEST_F(Snapshots, MayReplaceTheOneTheRunGoesOnFrom) {
  save("0.5", "a.snapshot");
  ASSERT_EQ(run({"run", "--resume", "a.snapshot", "--save-at", "1", "a.snapshot"}).code, 0);
  EXPECT_EQ(hash_of({"a.snapshot"}), hash_of({"small.json", "--steps", "50"}));
}

TEST_F(Snapshots, GoOnWithAnotherDurationAndOtherRecords) {
  save("1", "a.snapshot");
  const std::string wanted = hash_of({"small.json", "--steps", "130"});
  for (const std::vector<std::string>& change : std::vector<std::vector<std::string>>{
           {"--steps", "130"},
           {"--set", "simulation.duration=2.6"},
           {"small.json", "--steps", "130", "--trace", "t.csv", "--trace-every", "3", "--columns", "step,x"},
           {"--steps", "130", "--set", R"(record.metrics={"speed":{}})"},
           {"--steps", "130", "--set", R"(expect=[{"metric":"speed.peak","at_least":0}])"}}) {
    std::vector<std::string> words = {"run", "--resume", "a.snapshot", "--save-at", "2.6", "end.snapshot"};
    words.insert(words.end(), change.begin(), change.end());
    const Answer answer = call(words);
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(hash_of({"end.snapshot"}), wanted);
  }
}

TEST_F(Snapshots, OfAnotherScenarioAreRefusedWithWhatDiffers) {
  save("1", "a.snapshot");
  const auto refused = [this](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "--resume", "a.snapshot", "-o", "out"});
    const Answer answer = call(words);
    EXPECT_EQ(answer.code, 3) << answer.err;
    EXPECT_FALSE(exists("out"));
    return answer.err;
  };
  EXPECT_THAT(refused({"--seed", "8"}),
              HasSubstr("a.snapshot is a state of another scenario, which differs in /seed;"));
  EXPECT_THAT(refused({"--set", "agents.1.count=7"}), HasSubstr("/agents/1/count"));
  EXPECT_THAT(refused({"small.json", "--set", "agent_types.dog.max_speed=5"}),
              HasSubstr("differs in /agent_types/dog/max_speed;"));
  EXPECT_THAT(refused({source_file("scenarios/demos/sheep_dog.json")}), HasSubstr(" more;"));
  EXPECT_EQ(call({"run", "--resume", "a.snapshot", "--seed", "7"}).code, 0) << "it is the same seed";
  const Answer other =
      run(Call{.words = {"run", "--resume", "a.snapshot"}, .environment = {{"DROVER_SEED", "8"}}});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("DROVER_SEED is set; the seed is 8"));
}

TEST_F(Snapshots, BehindTheEndOfTheRunAreRefused) {
  save("1", "a.snapshot");
  const Answer answer = run({"run", "--resume", "a.snapshot", "--steps", "49"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("the snapshot is of step 50 and the run ends with step 49"));
  EXPECT_EQ(run({"run", "--resume", "a.snapshot", "--steps", "50"}).code, 0) << "nothing is left to do";
}

TEST_F(Snapshots, ThatWouldBeOfStepsBeforeTheResumedOneAreRefused) {
  save("1", "a.snapshot");
  const Answer answer = run({"run", "--resume", "a.snapshot", "--save-at", "0.5", "b.snapshot"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("which goes from 1 s to 2 s"));
}

TEST_F(Snapshots, ThatAreNoneOrDamagedAreRefused) {
  save("1", "a.snapshot");
  std::string bytes = read("a.snapshot");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write("damaged.snapshot", bytes);
  std::filesystem::create_directory(path("folder"));
  for (const char* file : {"none.snapshot", "small.json", "damaged.snapshot", "folder", "/dev/zero", ""}) {
    const Answer answer = call({"run", "--resume", file});
    if (*file == '\0') {
      EXPECT_EQ(answer.code, 2) << "as if it were not given";
      continue;
    }
    EXPECT_EQ(answer.code, 3) << file;
    EXPECT_THAT(answer.err, HasSubstr(file));
    EXPECT_EQ(std::count(answer.err.begin(), answer.err.end(), '\n'), 1) << answer.err;
  }
  EXPECT_EQ(run({"hash", "damaged.snapshot"}).code, 3);
  EXPECT_EQ(run({"diff", "a.snapshot", "damaged.snapshot"}).code, 3);
}

TEST_F(Snapshots, OfAnInterruptedRunAreThoseItHasPassed) {
  write_endless_scenario();
  const pid_t child = start({.words = {"run", "endless.json", "--save-at", "0.02", "early.snapshot",
                                       "--save-at", "900000", "late.snapshot"}});
  for (int wait = 0; wait < 500 && !exists("early.snapshot"); ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ::kill(child, SIGINT);
  const Answer answer = wait_for(child);
  EXPECT_EQ(answer.code, 130) << answer.err;
  EXPECT_THAT(answer.err, AllOf(HasSubstr("wrote early.snapshot\n"), Not(HasSubstr("late.snapshot"))));
  EXPECT_THAT(files(), ElementsAre("early.snapshot", "endless.json", "small.json"));
  EXPECT_EQ(hash_of({"early.snapshot"}), hash_of({"small.json", "--steps", "1"}));
}

TEST_F(Snapshots, AreNoScenarios) {
  save("1", "a.snapshot");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", "a.snapshot"}, {"validate", "a.snapshot"}, {"render", "a.snapshot", "-o", "a.svg"}}) {
    const Answer answer = call(words);
    EXPECT_EQ(answer.code, 3) << words.front();
    EXPECT_THAT(answer.err,
                AllOf(HasSubstr("a.snapshot: error: this is a snapshot"), HasSubstr("drover run --resume")));
  }
  EXPECT_FALSE(exists("a.svg"));
}

TEST_F(Snapshots, HashesAreThoseOfTheRun) {
  save("0.5", "a.snapshot");
  const std::string list = hash_of({"small.json", "--every", "25"});
  EXPECT_THAT(
      list,
      MatchesRegex("0 [0-9a-f]{16}\n25 [0-9a-f]{16}\n50 [0-9a-f]{16}\n75 [0-9a-f]{16}\n100 [0-9a-f]{16}\n"));
  EXPECT_THAT(list, HasSubstr("\n25 " + hash_of({"a.snapshot"})));
  EXPECT_THAT(list, HasSubstr("\n100 " + hash_of({"small.json"})));
  EXPECT_EQ(run({"hash", "small.json", "--every", "0"}).code, 2);
  EXPECT_THAT(hash_of({"small.json", "--every", "300"}), MatchesRegex("0 [0-9a-f]{16}\n100 [0-9a-f]{16}\n"))
      << "the first and the last state";
}

// The hash of the file fits, that of the state is a claim.
TEST_F(Snapshots, OfAnotherStateThanTheyClaimAreRefused) {
  save("1", "a.snapshot");
  Snapshot snapshot = *read_snapshot(path("a.snapshot")).snapshot;
  snapshot.state_hash ^= 1;
  OutputFile file;
  ASSERT_EQ(file.open(path("changed.snapshot")), std::nullopt);
  ASSERT_EQ(write_snapshot(file, snapshot), std::nullopt);
  const Answer answer = run({"hash", "changed.snapshot"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("it was changed"));
  EXPECT_THAT(answer.out, IsEmpty());
}

TEST_F(Snapshots, AreHashedWithoutAWorld) {
  save("1", "a.snapshot");
  Snapshot snapshot = *read_snapshot(path("a.snapshot")).snapshot;
  EXPECT_EQ(computed_hash(snapshot), snapshot.state_hash);
  snapshot.scenario = "{}";
  OutputFile file;
  ASSERT_EQ(file.open(path("bare.snapshot")), std::nullopt);
  ASSERT_EQ(write_snapshot(file, snapshot), std::nullopt);
  EXPECT_EQ(hash_of({"bare.snapshot"}), hash_of({"a.snapshot"}));
}

// Such files do not say which columns count.
TEST_F(Snapshots, OfEarlierVersionsAreHashedWithAWorld) {
  save("1", "a.snapshot");
  Snapshot snapshot = *read_snapshot(path("a.snapshot")).snapshot;
  for (SavedColumn& column : snapshot.state.columns)
    column.hashed = true;
  EXPECT_EQ(computed_hash(snapshot), std::nullopt);
  OutputFile file;
  ASSERT_EQ(file.open(path("early.snapshot")), std::nullopt);
  ASSERT_EQ(write_snapshot(file, snapshot), std::nullopt);
  EXPECT_EQ(hash_of({"early.snapshot"}), hash_of({"a.snapshot"}));
}

TEST_F(Snapshots, AreHashedAsTheyAre) {
  save("1", "a.snapshot");
  for (const std::vector<std::string>& change : std::vector<std::vector<std::string>>{
           {"--every", "1"}, {"--steps", "3"}, {"--set", "seed=3"}, {"--unset", "seed"}, {"--seed", "8"}}) {
    std::vector<std::string> words = {"hash", "a.snapshot"};
    words.insert(words.end(), change.begin(), change.end());
    EXPECT_EQ(call(words).code, 2) << change.front();
  }
}

TEST_F(Snapshots, OfTheSameStateDoNotDiffer) {
  save("1", "a.snapshot");
  save("1", "b.snapshot");
  const Answer answer = run({"diff", "a.snapshot", "b.snapshot"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, MatchesRegex("the same: step 50, 7 agents, [0-9]+ numbers\n"));
  EXPECT_EQ(run({"diff", "a.snapshot", "b.snapshot", "--json"}).json()["same"], true);
}

TEST_F(Snapshots, OfRunsThatAreRecordedInOtherWaysDifferInNothingThatCounts) {
  save("1", "a.snapshot");
  save("1", "b.snapshot", {"--steps", "80", "--trace", "t.csv", "--trace-every", "5"});
  const Answer answer = run({"diff", "a.snapshot", "b.snapshot"});
  EXPECT_EQ(answer.code, 0) << answer.out;
  EXPECT_THAT(answer.out, HasSubstr("the scenarios differ in nothing that moves agents"));
}

// As an earlier version wrote it, which did not have all keys.
TEST_F(Snapshots, WhoseScenariosSayTheSameDifferInNothingWhateverTheirKeys) {
  save("1", "a.snapshot");
  Snapshot snapshot = *read_snapshot(path("a.snapshot")).snapshot;
  Json scenario = Json::parse(snapshot.scenario);
  ASSERT_GT(scenario.erase("expect") + scenario["simulation"].erase("non_penetration") +
                scenario["agent_types"].begin()->erase("immovable"),
            2u);
  snapshot.scenario = scenario.dump();
  OutputFile file;
  ASSERT_EQ(file.open(path("b.snapshot")), std::nullopt);
  ASSERT_EQ(write_snapshot(file, snapshot), std::nullopt);
  const Answer answer = run({"diff", "a.snapshot", "b.snapshot"});
  EXPECT_EQ(answer.code, 0) << answer.out;
  EXPECT_THAT(answer.out, Not(HasSubstr("immovable")));
}

TEST_F(Snapshots, ThatDifferAreComparedNumberByNumber) {
  save("1", "a.snapshot");
  save("1", "b.snapshot", {"--seed", "8"});
  const Answer answer = run({"diff", "a.snapshot", "b.snapshot"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out,
              AllOf(StartsWith("expected a.snapshot\nfound    b.snapshot\n\nSnapshot: step 50, 7 agents"),
                    HasSubstr("  seed: expected 7, found 8\n"), HasSubstr("the scenarios differ in /seed\n"),
                    HasSubstr("The first difference: step 50 (t = 1 s), agent 0, x: expected ")));
  const Json document = run({"diff", "a.snapshot", "b.snapshot", "--json"}).json();
  EXPECT_EQ(document["same"], false);
  EXPECT_EQ(document["snapshot"]["facts"][0]["fact"], "seed");
  EXPECT_EQ(document["snapshot"]["scenario_paths"], Json::array({"/seed"}));
  EXPECT_EQ(document["snapshot"]["divergence"]["first"]["quantity"], "x");
}

TEST_F(Snapshots, OfOtherStepsDiffer) {
  save("0", "a.snapshot", {"--set", "agents=[]"});
  save("1", "b.snapshot", {"--set", "agents=[]"});
  const Answer answer = run({"diff", "a.snapshot", "b.snapshot"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_THAT(answer.out, HasSubstr("  step: expected 0, found 50\n"));
}

TEST_F(Snapshots, AreComparedWithTolerances) {
  save("1", "a.snapshot");
  save("1", "b.snapshot", {"--set", "agents.0.position=[2.000001,2]"});
  EXPECT_EQ(run({"diff", "a.snapshot", "b.snapshot", "--abs", "1"}).code, 1) << "of other scenarios";
  const Json exact = run({"diff", "a.snapshot", "b.snapshot", "--json"}).json()["snapshot"]["divergence"];
  const Json all =
      run({"diff", "a.snapshot", "b.snapshot", "--abs", "1", "--json"}).json()["snapshot"]["divergence"];
  EXPECT_GT(exact["beyond_tolerance"], 0);
  EXPECT_EQ(all["beyond_tolerance"], 0);
  EXPECT_EQ(run({"diff", "a.snapshot", "a.snapshot", "--tolerance", "memory=1", "--tolerance", "v*=1"}).code,
            0);
  const Answer unknown = run({"diff", "a.snapshot", "a.snapshot", "--tolerance", "headnig=1"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("nothing here is called \"headnig\""));
}

TEST_F(Snapshots, AreComparedWithSnapshotsOnlyAndWithoutOptionsOfTraces) {
  save("1", "a.snapshot", {"-o", "out"});
  for (const char* other : {"out", "out/trace.csv", "out/metrics.json"}) {
    const Answer answer = call({"diff", "a.snapshot", other});
    EXPECT_EQ(answer.code, 2) << other;
    EXPECT_THAT(answer.err, HasSubstr("a.snapshot is a snapshot and")) << other;
  }
  EXPECT_THAT(run({"diff", "a.snapshot", "a.snapshot", "--horizon", "5"}).err,
              HasSubstr("--horizon is for traces"));
  EXPECT_EQ(run({"diff", "a.snapshot", "a.snapshot", "--columns", "x"}).code, 2);
}

TEST_F(Snapshots, MayBeOfAFileWithANameOfAnyBytes) {
  Json scenario = read_json("small.json");
  scenario.erase("name");
  write("\xff\xfe.json", scenario.dump());
  ASSERT_EQ(run({"run", "\xff\xfe.json", "--save-at", "1", "a.snapshot"}).code, 0);
  EXPECT_EQ(run({"run", "--resume", "a.snapshot"}).code, 0);
  EXPECT_EQ(run({"diff", "a.snapshot", "a.snapshot"}).code, 0);
}

TEST_F(Snapshots, AreKnownByTheirContent) {
  save("1", "a.csv");
  save("1", "b.json");
  EXPECT_EQ(run({"diff", "a.csv", "b.json"}).code, 0);
  EXPECT_EQ(hash_of({"a.csv"}), hash_of({"b.json"}));
}

// Modes, events, spawning, conditions, wandering, drawn parameters; in new processes.
TEST_F(Snapshots, OfShippedScenariosComeToTheSameEnd) {
  for (const char* name :
       {"demos/guard_modes", "demos/exit_hall", "demos/zombies", "demos/sheep_dog", "demos/player",
        "demos/crowd_lane", "events/spawn", "events/set", "conditions/random", "conditions/stuck",
        "behaviors/wander", "arbiters/prioritized_dithering", "locomotion/rigid_body_2d"}) {
    const std::string scenario = source_file(fmt::format("scenarios/{}.json", name));
    constexpr std::uint64_t kSteps = 160;
    const Json config = call({"run", scenario, "--print-config"}).json();
    const double middle = config["simulation"]["dt"].get<double>() * kSteps / 2;
    const std::string steps = std::to_string(kSteps);
    const Answer whole = call({"run", scenario, "--steps", steps, "--trace", "whole.csv", "--save-at",
                               fmt::format("{}", middle), "a.snapshot"});
    ASSERT_LE(whole.code, 1) << name << whole.err;  // 1: an expectation that the short run does not meet
    const Answer rest = call({"run", "--resume", "a.snapshot", "--trace", "rest.csv", "--save-at",
                              fmt::format("{}", 2 * middle), "end.snapshot"});
    ASSERT_LE(rest.code, 1) << name << rest.err;
    EXPECT_EQ(hash_of({"end.snapshot"}), hash_of({scenario, "--steps", steps})) << name;
    EXPECT_EQ(rows_from("rest.csv", 0), rows_from("whole.csv", kSteps / 2)) << name;
  }
}

}  // namespace
}  // namespace drover::test::snapshot_test
