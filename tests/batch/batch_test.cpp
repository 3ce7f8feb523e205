#include "batch/batch.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "batch/plans.h"
#include "support/observed_run.h"

namespace drover::test::batch_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

// Wandering agents in half a second.
constexpr const char* kScenario =
    R"({"format":1,"agent_types":{"a":{"steering":{"behaviors":[{"type":"wander"}]}}},
  "agents":[{"type":"a","count":3,"placement":{"type":"rectangle","min":[-5,-5],"max":[5,5]}}],
  "simulation":{"dt":0.1,"duration":0.5}})";

std::map<std::string, std::string> files_below(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    files[fs::relative(entry.path(), folder).string()] = text.str();
  }
  return files;
}

// A folder with scenario.json, and batches of plans in it.
class Batches : public ::testing::Test {
 protected:
  struct Outcome {
    std::map<RunStatus, int> counts;
    Failure failure;
    std::vector<RunOutcome> runs;
    std::string problems;
  };

  void SetUp() override { std::ofstream(folder_.path("scenario.json")) << kScenario; }

  Outcome execute(const std::string& keys, const std::string& out, BatchOptions options = {}) {
    std::ofstream(folder_.path("plan.json")) << plan_text(keys);
    JsonSources sources;
    Diagnostics diagnostics;
    const std::uint32_t source = sources.add(folder_.path("plan.json"), plan_text(keys));
    const auto plan = read_plan(source, sources, diagnostics);
    EXPECT_TRUE(plan) << format_human(diagnostics, sources, false);
    const RunListing listing = list_runs(plan->def);
    const auto scenarios = RunScenarios::open(*plan, listing.list, catalog(), sources, diagnostics);
    Outcome outcome;
    outcome.problems = format_human(diagnostics, sources, false);
    if (!scenarios) return outcome;
    const IdentifiedRuns identified = identify(*scenarios, listing.list, catalog(), 1);
    if (identified.problem) {
      outcome.problems = format_human(identified.problem->of_plan, sources, false) +
                         format_human(identified.problem->diagnostics, identified.problem->sources, false);
      return outcome;
    }
    options.folder = folder_.path(out);
    Batch batch(*plan, listing.list, *scenarios, identified.runs, catalog(), options);
    outcome.failure = batch.execute([&](const RunOutcome& run) {
      ++outcome.counts[run.status];
      outcome.runs.push_back(run);
    });
    // The list goes out of scope.
    for (RunOutcome& run : outcome.runs)
      run.run = nullptr;
    return outcome;
  }

  Folder folder_;
};

constexpr const char* kSixRuns = R"(,"vary":[{"path":"agents.0.count","values":[1,2]}],"replications":3)";

TEST_F(Batches, EveryRunHasAFolder) {
  const Outcome outcome = execute(kSixRuns, "out");
  EXPECT_EQ(outcome.failure, std::nullopt);
  EXPECT_EQ(outcome.counts, (std::map<RunStatus, int>{{RunStatus::complete, 6}}));
  const auto files = files_below(folder_.path("out"));
  EXPECT_EQ(files.size(), 8u);  // six metrics files, plan.json and runs.json
  for (const RunOutcome& run : outcome.runs)
    EXPECT_TRUE(files.contains(fmt::format("runs/{}/metrics.json", run.id)));
}

TEST_F(Batches, TheNumberOfJobsChangesNoByte) {
  execute(kSixRuns, "one", {.jobs = 1});
  execute(kSixRuns, "three", {.jobs = 3});
  EXPECT_EQ(files_below(folder_.path("one")), files_below(folder_.path("three")));
}

// The results of some seeds, each alone or in one batch.
TEST_F(Batches, RunsThatShareWhatDoesNotMoveAreAsAlone) {
  const std::string walls =
      R"("walls":[{"points":[[4,-6],[4,6]]},{"points":[[-9,8],[9,8],[0,8.5]],"closed":true,"solid":true}])";
  const std::string rocks =
      R"({"radius":0.5,"count":5,"placement":{"type":"rectangle","min":[-9,9],"max":[9,20]}})";
  const std::string mud =
      R"("regions":{"mud":{"center":[0,0],"radius":3}},"ground":[{"region":"mud","speed_factor":0.5}])";
  for (const std::string& world :
       {R"({"obstacles":[{"center":[1,6],"radius":0.4}],)" + walls + "}",
        R"({"obstacles":[)" + rocks + "]," + walls + "," + mud + "}",
        std::string(R"({"obstacles":[{"center":[1,7],"radius":{"uniform":[0.2,0.6]}}]})")}) {
    const std::string keys =
        R"(,"trace":"trace.csv","set":{"agent_types.a.steering.behaviors":[{"type":"wander"},)"
        R"({"type":"wall_avoidance"},{"type":"obstacle_avoidance"}],"world":)" +
        world + "}";
    const auto runs = [&](const std::string& out) {
      const auto files = files_below(folder_.path(out + "/runs"));
      EXPECT_EQ(files.size(), 15u);  // of each run metrics, a trace and the file beside it
      return files;
    };
    for (int seed = 1; seed <= 5; ++seed)
      EXPECT_EQ(execute(keys + fmt::format(R"(,"seeds":[{}])", seed), "alone").counts[RunStatus::complete],
                1);
    for (const std::size_t jobs : {1u, 2u}) {
      execute(keys + R"(,"seeds":[1,2,3,4,5])", "together", {.jobs = jobs});
      EXPECT_EQ(runs("together"), runs("alone")) << world;
      fs::remove_all(folder_.path("together"));
    }
    fs::remove_all(folder_.path("alone"));
  }
}

TEST_F(Batches, OnlyWhatIsMissingIsRun) {
  execute(kSixRuns, "out");
  const auto before = files_below(folder_.path("out"));
  EXPECT_EQ(execute(kSixRuns, "out").counts, (std::map<RunStatus, int>{{RunStatus::done_before, 6}}));
  fs::remove_all(fs::directory_iterator(folder_.path("out/runs"))->path());
  EXPECT_EQ(execute(kSixRuns, "out").counts,
            (std::map<RunStatus, int>{{RunStatus::done_before, 5}, {RunStatus::complete, 1}}));
  EXPECT_EQ(files_below(folder_.path("out")), before);
}

TEST_F(Batches, AGrownPlanRunsItsNewPoints) {
  execute(kSixRuns, "out");
  EXPECT_EQ(execute(R"(,"vary":[{"path":"agents.0.count","values":[1,2,3]}],"replications":4)", "out").counts,
            (std::map<RunStatus, int>{{RunStatus::done_before, 6}, {RunStatus::complete, 6}}));
}

TEST_F(Batches, ATraceThatIsWantedLaterIsWritten) {
  execute(kSixRuns, "out");
  const std::string keys = std::string(kSixRuns) + R"(,"trace":"trace.csv")";
  EXPECT_EQ(execute(keys, "out").counts, (std::map<RunStatus, int>{{RunStatus::complete, 6}}));
  EXPECT_EQ(execute(keys, "out").counts, (std::map<RunStatus, int>{{RunStatus::done_before, 6}}));
  EXPECT_EQ(files_below(folder_.path("out")).size(),
            20u);  // and of each run the trace and the file beside it
}

// As a loss of power leaves files that were not on the disk: empty or cut off.
TEST_F(Batches, DamagedResultsAreRunAgain) {
  const std::string keys = std::string(kSixRuns) + R"(,"trace":"trace.csv")";
  const std::string run = folder_.path("out/runs/" + execute(keys, "out").runs.front().id);
  const auto whole = files_below(folder_.path("out"));
  for (const auto& [name, size] : {std::pair("metrics.json", 0),
                                   {"metrics.json", 100},
                                   {"trace.csv", 0},
                                   {"trace.csv", 100},
                                   {"trace.csv.meta.json", 0}}) {
    fs::resize_file(fs::path(run) / name, static_cast<std::uintmax_t>(size));
    EXPECT_EQ(execute(keys, "out").counts,
              (std::map<RunStatus, int>{{RunStatus::done_before, 5}, {RunStatus::complete, 1}}))
        << name << " of " << size << " bytes";
    EXPECT_EQ(files_below(folder_.path("out")), whole);
  }
  fs::remove(fs::path(run) / "trace.csv.meta.json");
  EXPECT_EQ(execute(keys, "out").counts.at(RunStatus::complete), 1);
}

TEST_F(Batches, RowsOfMetricsThatAreMissingAreDamage) {
  constexpr const char* kRows = R"(,"set":{"record.metrics":{"population":{}}})";
  const Outcome first = execute(kRows, "out");
  const std::string rows =
      folder_.path(fmt::format("out/runs/{}/metrics.population.csv", first.runs.front().id));
  ASSERT_TRUE(fs::exists(rows)) << first.problems;
  fs::resize_file(rows, 0);
  EXPECT_EQ(execute(kRows, "out").counts.at(RunStatus::complete), 1);
  fs::remove(rows);
  EXPECT_EQ(execute(kRows, "out").counts.at(RunStatus::complete), 1);
  EXPECT_EQ(execute(kRows, "out").counts.at(RunStatus::done_before), 1);
}

// Ten steps and five, of one agent and of two.
TEST_F(Batches, WorkIsCountedInAgentSteps) {
  const Outcome outcome = execute(R"(,"vary":[{"path":"agents.0.count","values":[1,2]},
{"path":"simulation.dt","values":[0.05,0.1]}])",
                                  "out", {.jobs = 1});
  std::vector<double> work;
  for (const RunOutcome& run : outcome.runs)
    work.push_back(run.work);
  EXPECT_EQ(work, (std::vector<double>{10, 5, 20, 10}));
}

TEST_F(Batches, ShardsMakeTheSameAsOneProcess) {
  execute(kSixRuns, "one");
  int complete = 0;
  for (std::uint64_t k = 0; k < 3; ++k)
    complete += execute(kSixRuns, "three", {.shard = {k, 3}}).counts[RunStatus::complete];
  EXPECT_EQ(complete, 6);
  EXPECT_EQ(files_below(folder_.path("one")), files_below(folder_.path("three")));
}

TEST_F(Batches, EqualRunsAreRunOnce) {
  EXPECT_EQ(execute(R"(,"experiments":{"a":{},"b":{"set":{"agents.0.count":3}}},"seeds":[4])", "out").counts,
            (std::map<RunStatus, int>{{RunStatus::complete, 1}}));
}

TEST_F(Batches, AStoppedBatchLeavesWholeRuns) {
  int asked = 0;  // in the third run
  const auto is_stopped = [&] {
    const fs::directory_iterator runs(folder_.path("out/runs"));
    const auto complete = std::count_if(begin(runs), end(runs), [](const fs::directory_entry& entry) {
      return !entry.path().filename().string().starts_with('.');
    });
    return complete == 2 && ++asked > 3;
  };
  const Outcome outcome = execute(kSixRuns, "out", {.jobs = 1, .is_stopped = is_stopped});
  EXPECT_EQ(outcome.counts, (std::map<RunStatus, int>{{RunStatus::complete, 2}, {RunStatus::stopped, 1}}));
  for (const auto& entry : fs::directory_iterator(folder_.path("out/runs")))
    EXPECT_FALSE(entry.path().filename().string().starts_with('.'));
  execute(kSixRuns, "out");
  execute(kSixRuns, "undisturbed");
  EXPECT_EQ(files_below(folder_.path("out")), files_below(folder_.path("undisturbed")));
}

// Three agents find no room 30 m apart in a square of 10 m.
constexpr const char* kOneFails = R"(,"vary":[{"path":"agents.0.placement.spacing","values":[1,30,2]}])";

// What stands there is done, although the batch was stopped before its turn came.
TEST_F(Batches, AStoppedBatchStillCountsWhatWasDoneBefore) {
  execute(R"(,"replications": 3)", "out");
  const Outcome stopped =
      execute(R"(,"replications": 5)", "out", {.folder = {}, .jobs = 1, .is_stopped = [] { return true; }});
  EXPECT_EQ(stopped.counts.at(RunStatus::done_before), 3);
  EXPECT_EQ(stopped.runs.size(), 3u);
}

TEST_F(Batches, AFailedRunKeepsItsCommandAndIsNotRepeated) {
  const Outcome outcome = execute(kOneFails, "out");
  EXPECT_EQ(outcome.counts, (std::map<RunStatus, int>{{RunStatus::complete, 2}, {RunStatus::failed, 1}}));
  const auto failed = std::ranges::find(outcome.runs, RunStatus::failed, &RunOutcome::status);
  const std::string scenario = folder_.path(fmt::format("out/failed/{}.scenario.json", failed->id));
  EXPECT_EQ(failed->command, "drover run " + scenario);
  EXPECT_TRUE(fs::exists(scenario));
  const auto files = files_below(folder_.path("out"));
  const auto note = nlohmann::json::parse(files.at(fmt::format("failed/{}.json", failed->id)));
  EXPECT_EQ(note.at("problem"), failed->problem);
  EXPECT_EQ(note.at("command"), failed->command);
  EXPECT_EQ(execute(kOneFails, "out").counts,
            (std::map<RunStatus, int>{{RunStatus::done_before, 2}, {RunStatus::failed_before, 1}}));
  EXPECT_EQ(execute(kOneFails, "out", {.retry_failed = true}).counts,
            (std::map<RunStatus, int>{{RunStatus::done_before, 2}, {RunStatus::failed, 1}}));
}

TEST_F(Batches, FailFastEndsTheBatch) {
  const Outcome outcome = execute(kOneFails, "out", {.jobs = 1, .fail_fast = true});
  EXPECT_EQ(outcome.counts, (std::map<RunStatus, int>{{RunStatus::complete, 1}, {RunStatus::failed, 1}}));
}

TEST_F(Batches, ARunThatTakesTooLongFails) {
  const Outcome outcome =
      execute(R"(,"vary":[{"path":"simulation.duration","values":[0.1,100000]}],"timeout":0.05)", "out");
  EXPECT_EQ(outcome.counts, (std::map<RunStatus, int>{{RunStatus::complete, 1}, {RunStatus::failed, 1}}));
  const auto failed = std::ranges::find(outcome.runs, RunStatus::failed, &RunOutcome::status);
  EXPECT_EQ(failed->problem, "it took longer than 0.05 s");
}

// As a killed process leaves it: a hidden folder whose lock is free. One that ran alone has a mark.
class InterruptedBatches : public Batches {
 protected:
  void SetUp() override {
    Batches::SetUp();
    id_ = execute(kSixRuns, "out").runs.front().id;
  }

  void leave(bool is_alone) {
    fs::remove_all(folder_.path("out/runs/" + id_));
    const std::string left = folder_.path(fmt::format("out/runs/.{}.drover.tmp.0.{}", id_, count_++));
    fs::create_directory(left);
    if (is_alone) std::ofstream(left + "/alone").flush();
  }

  std::string id_;
  int count_ = 0;
};

TEST_F(InterruptedBatches, RunsThatWereInFlightComeLast) {
  leave(false);
  const Outcome outcome = execute(kSixRuns, "out", {.jobs = 1});
  EXPECT_EQ(outcome.runs.back().id, id_);
  EXPECT_EQ(outcome.runs.back().status, RunStatus::complete);
  EXPECT_EQ(files_below(folder_.path("out")).size(), 8u);
}

TEST_F(InterruptedBatches, AProcessThatEndsTwiceWithARunAloneConvictsIt) {
  leave(true);
  leave(true);
  const Outcome outcome = execute(kSixRuns, "out");
  EXPECT_EQ(outcome.runs.back().status, RunStatus::failed);
  EXPECT_THAT(outcome.runs.back().problem, HasSubstr("while it ran alone"));
  EXPECT_EQ(execute(kSixRuns, "out", {.retry_failed = true}).counts.at(RunStatus::complete), 1);
  EXPECT_EQ(files_below(folder_.path("out")).size(), 8u);
}

TEST_F(InterruptedBatches, OnceIsNoGuilt) {
  leave(true);
  EXPECT_EQ(execute(kSixRuns, "out").runs.back().status, RunStatus::complete);
}

TEST_F(InterruptedBatches, ARunThatAnotherProcessCompletedIsInNoDoubt) {
  fs::create_directory(folder_.path(fmt::format("out/runs/.{}.drover.tmp.0.0", id_)));
  fs::create_directory(folder_.path("out/runs/.drover.new.0.1"));
  EXPECT_EQ(execute(kSixRuns, "out").counts.at(RunStatus::done_before), 6);
  EXPECT_EQ(files_below(folder_.path("out")).size(), 8u);
  EXPECT_FALSE(fs::exists(folder_.path("out/runs/.drover.new.0.1")));
}

TEST_F(Batches, UnknownPathsAreProblemsOfThePlan) {
  const Outcome outcome = execute(R"(,"vary":[{"path":"agents.0.cuont","values":[1,2]}])", "out");
  EXPECT_THAT(outcome.problems, HasSubstr("plan.json:1:"));
  EXPECT_THAT(outcome.problems, HasSubstr("did you mean \"count\""));
  EXPECT_THAT(outcome.problems, HasSubstr("/vary/0/values/0"));
  EXPECT_FALSE(fs::exists(folder_.path("out")));
}

TEST_F(Batches, AnElementThatIsNoneIsAProblemOfThePlan) {
  for (const char* element : {"~x", "~2", "99999999999999999999", "-", "01"}) {
    const std::string sweep = fmt::format(R"({{"path":"agents.{}.count","values":[1,2]}})", element);
    const Outcome outcome = execute(R"(,"vary":[)" + sweep + "]", "out");
    EXPECT_THAT(outcome.problems, HasSubstr(fmt::format("not an array index: {}", element)));
    EXPECT_THAT(outcome.problems, HasSubstr("/vary/0/values/0"));
  }
}

// A new entry of a map would be no error of the scenario.
TEST_F(Batches, SweepsChangeWhatIsThere) {
  for (const auto& [path, nearest] :
       {std::pair("agent_types.aa.max_speed", "\"a\""), std::pair("agnets.0.count", "\"agents\""),
        std::pair("simulation.dt", ""), std::pair("world.bounds.min", "")}) {
    JsonSources sources;
    Diagnostics diagnostics;
    const std::uint32_t source = sources.add(
        folder_.path("plan.json"), plan_text(fmt::format(R"(,"vary":[{{"path":"{}","values":[1]}}])", path)));
    const auto plan = read_plan(source, sources, diagnostics);
    RunList list;
    EXPECT_EQ(open_runs(*plan, catalog(), list, sources, diagnostics).has_value(), *nearest == '\0') << path;
    EXPECT_EQ(diagnostics.has_errors(), *nearest != '\0') << path;
    EXPECT_THAT(format_human(diagnostics, sources, false), HasSubstr(nearest));
  }
}

TEST_F(Batches, AMissingScenarioIsAProblemOfThePlan) {
  fs::remove(folder_.path("scenario.json"));
  EXPECT_THAT(execute("", "out").problems, HasSubstr("the scenario cannot be read"));
}

TEST_F(Batches, ThePlanInTheFolderHoldsTheScenario) {
  execute(kSixRuns, "out");
  const auto plan = nlohmann::json::parse(files_below(folder_.path("out")).at("plan.json"));
  EXPECT_EQ(plan.at("scenario").at("agents").at(0).at("count"), 3);
}

}  // namespace
}  // namespace drover::test::batch_test
