#include "run/run.h"

#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "run/input.h"
#include "support/observed_run.h"

namespace drover::test::run_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Two agents that wander for twenty steps of 0.25 s.
LoadedScenario wanderers(const ReadOptions& changes = {}) {
  JsonSources sources;
  Diagnostics diagnostics;
  const ScenarioText text{"wanderers.json", R"({"format": 1, "seed": 5, "name": "wanderers",
    "simulation": {"dt": 0.25, "duration": 5},
    "world": {"bounds": {"min": [-5, -5], "max": [5, 5], "edge": "wrap"}},
    "agent_types": {"a": {"steering": {"behaviors": [{"type": "wander"}]}}},
    "agents": [{"type": "a", "position": [0, 0]}, {"type": "a", "position": [1, 2], "velocity": [1, 0]}]})"};
  return *read_scenario_text(text, changes, catalog(), sources, diagnostics);
}

// A run that is known to be possible.
Run run_of(const LoadedScenario& scenario, RunOptions options = {}) {
  Diagnostics diagnostics;
  return *Run::prepare(scenario, std::move(options), diagnostics);
}

TEST(Run, ShowsObserversTheFirstStateAndThatAfterEveryStep) {
  const LoadedScenario scenario = wanderers({.steps = 3});
  auto run = run_of(scenario);
  std::vector<std::uint64_t> ticks;
  run.add_observer([&ticks](const Simulator& simulator) { ticks.push_back(simulator.world().state.tick); });
  const RunResult result = run.execute();
  EXPECT_EQ(result.end, RunEnd::complete);
  EXPECT_EQ(result.provenance.steps, 3u);
  EXPECT_THAT(ticks, ElementsAre(0, 1, 2, 3));
}

TEST(Run, AdvancesToTheSameStateInPartsAndAtOnce) {
  const LoadedScenario scenario = wanderers();
  auto parts = run_of(scenario);
  for (std::uint64_t tick = 0; tick <= parts.last_tick(); tick += 4)
    EXPECT_EQ(parts.advance_to(tick), RunEnd::complete);
  EXPECT_EQ(parts.simulator().hash(), *run_of(scenario).execute().provenance.state_hash);
}

TEST(Run, ObservesMetricsOnlyWhereTheyAreUsed) {
  const LoadedScenario scenario = wanderers();
  EXPECT_THAT(run_of(scenario).execute().metrics.entries(), IsEmpty());
  EXPECT_THAT(run_of(scenario, {.observes_metrics = true}).execute().metrics.entries(), Not(IsEmpty()));
  const LoadedScenario expecting = wanderers({.set = {R"(expect=[{"metric":"speed.peak","at_most":1e-9}])"}});
  const RunResult result = run_of(expecting).execute();
  ASSERT_EQ(result.verdicts.size(), 1u);
  EXPECT_FALSE(result.verdicts[0].pass);
  const RunResult ignoring = run_of(expecting, {.ignores_expectations = true}).execute();
  EXPECT_THAT(ignoring.verdicts, IsEmpty());
  EXPECT_THAT(ignoring.metrics.entries(), IsEmpty());
}

TEST(Run, RunsInParallelDoNotTouchEachOther) {
  constexpr std::size_t kRuns = 4;
  std::vector<LoadedScenario> seeds;
  for (std::size_t k = 0; k < kRuns; ++k)
    seeds.push_back(wanderers({.seed = static_cast<std::int64_t>(k)}));
  const auto metrics_of = [](const LoadedScenario& one) {
    return metrics_document(run_of(one, {.observes_metrics = true}).execute()).dump();
  };
  std::vector<std::string> parallel(kRuns);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < kRuns; ++k)
      threads.emplace_back([&, k] { parallel[k] = metrics_of(seeds[k]); });
  }
  for (std::size_t k = 0; k < kRuns; ++k)
    EXPECT_EQ(parallel[k], metrics_of(seeds[k])) << "seed " << k;
}

TEST(Run, WritesItsResultsAndNamesThem) {
  const Folder folder;
  const LoadedScenario scenario = wanderers();
  const std::string trace = folder.path("new/trace.csv");
  const std::string metrics = folder.path("new/metrics.json");
  const std::string snapshot = folder.path("at1.snapshot");
  auto run = run_of(scenario, {.trace = trace, .metrics = metrics, .snapshots = {{1.0, snapshot}}});
  const RunResult result = run.execute();
  EXPECT_THAT(result.files, ElementsAre(trace, metrics, snapshot));
  EXPECT_EQ(read_text(metrics), metrics_document(result).dump(2) + "\n");
  EXPECT_THAT(read_text(metrics), Not(HasSubstr("not_reproducible"))) << "no time was measured";
}

TEST(Run, MeasuresTimeOnlyWhenAsked) {
  const LoadedScenario scenario = wanderers();
  EXPECT_EQ(run_of(scenario).execute().profile.steps.frame().count(), 0u);
  const RunResult result = run_of(scenario, {.timing = Timing::profile}).execute();
  EXPECT_EQ(result.profile.steps.frame().count(), 20u);
  EXPECT_TRUE(metrics_document(result)["not_reproducible"]["timing"].contains("profile"));
  EXPECT_EQ(metrics_document(result)["not_reproducible"]["timing"]["threads"], 1);
}

TEST(Run, StopsBeforeAStepWhenItIsAskedTo) {
  const Folder folder;
  const LoadedScenario scenario = wanderers();
  auto run = run_of(scenario, {.metrics = folder.path("metrics.json")});
  std::uint64_t steps = 0;
  const RunResult result = run.execute({.is_stopped = [&steps] { return steps == 7; },
                                        .step_ended = [&steps](std::uint64_t tick) { steps = tick; }});
  EXPECT_EQ(result.end, RunEnd::stopped);
  EXPECT_EQ(result.provenance.steps, 7u);
  EXPECT_FALSE(result.provenance.complete);
  EXPECT_THAT(result.files, ElementsAre(folder.path("metrics.json.incomplete")));
  EXPECT_EQ(folder.file_count(), 1u);
}

// A step of a crowd may take minutes.
TEST(Run, StoppedWithinAStepItHasTheResultsOfTheStateBefore) {
  const Folder folder;
  const LoadedScenario scenario = wanderers();
  auto run = run_of(scenario, {.trace = folder.path("trace.csv")});
  std::uint64_t steps = 0;
  int questions = 0;  // since the last step
  const RunResult result = run.execute({.is_stopped = [&] { return steps == 7 && ++questions > 1; },
                                        .step_ended = [&](std::uint64_t tick) { steps = tick; }});
  EXPECT_EQ(result.end, RunEnd::stopped);
  EXPECT_EQ(result.provenance.steps, 7u);
  EXPECT_FALSE(result.provenance.state_hash);
  EXPECT_THAT(result.files, ElementsAre(folder.path("trace.csv.incomplete")));
  const std::string trace = test::read_text(folder.path("trace.csv.incomplete"));
  EXPECT_THAT(trace, ::testing::AllOf(HasSubstr("\n7,"), Not(HasSubstr("\n8,"))));
}

TEST(Run, AFileThatCannotBeCreatedEndsItBeforeTheFirstStep) {
  const Folder folder;
  const LoadedScenario scenario = wanderers();
  auto run = run_of(scenario, {.trace = folder.path("trace.csv"), .metrics = "/proc/nothing/metrics.json"});
  const RunResult result = run.execute();
  EXPECT_EQ(result.end, RunEnd::output_failed);
  EXPECT_THAT(result.output_problem, HasSubstr("/proc/nothing"));
  EXPECT_EQ(run.simulator().world().state.tick, 0u);
}

TEST(Run, ContinuesFromASnapshotWithTheSameBits) {
  const Folder folder;
  const LoadedScenario scenario = wanderers();
  const std::string path = folder.path("at2.snapshot");
  const RunResult whole = run_of(scenario, {.snapshots = {{2.0, path}}}).execute();
  const RunInput input = load_input_to_resume(path, {}, catalog());
  ASSERT_TRUE(input.is_usable()) << input.problem;
  auto rest = run_of(*input.scenario);
  ASSERT_EQ(rest.resume(*input.snapshot), "");
  const RunResult result = rest.execute();
  EXPECT_EQ(result.provenance.resumed_at, 8u);
  EXPECT_EQ(result.provenance.state_hash, whole.provenance.state_hash);
}

// Lines, areas and rows of all kinds, of agents that wander about a torus.
constexpr const char* kMeasurements = R"(record.metrics={
  "line": {"type": "line_crossings", "from": [0, -5], "to": [0, 5]},
  "flow": {"type": "line_crossings", "from": [-5, 0], "to": [5, 0], "every": 0.5},
  "cells": {"type": "area", "region": "box", "method": "voronoi"},
  "out": {"type": "evacuation", "region": "box", "from": 2},
  "population": {}, "throughput": {"every": 1}, "waiting": {}, "distance": {}})";
const std::vector<std::string> kMeasured = {R"(world.regions={"box": {"min": [-3, -3], "max": [3, 3]}})",
                                            kMeasurements, "record.agents_table={}"};

TEST(Run, ResumedItMeasuresAsIfItHadBeenObservedFromThereOn) {
  const Folder folder;
  const LoadedScenario scenario = wanderers({.set = kMeasured});
  const std::string path = folder.path("at2.snapshot");
  run_of(scenario, {.snapshots = {{2.0, path}}}).execute();
  const RunInput input = load_input_to_resume(path, {}, catalog());
  ASSERT_TRUE(input.is_usable()) << input.problem;
  auto rest = run_of(*input.scenario, {.metrics = folder.path("rest.json")});
  ASSERT_EQ(rest.resume(*input.snapshot), "");
  const RunResult result = rest.execute();

  auto whole = run_of(scenario);
  whole.advance_to(8);
  MetricSet expected(possible_metrics(scenario.def.record), whole.simulator());
  expected.add_agents_table(*scenario.def.record.agents_table, whole.simulator());
  expected.observe(whole.simulator());
  while (whole.simulator().world().state.tick < whole.last_tick()) {
    whole.simulator().step();
    expected.observe(whole.simulator());
  }
  EXPECT_EQ(result.metrics.to_json(), expected.results().to_json());
  TableFiles files;
  const std::vector<MetricTable> tables = expected.tables();
  ASSERT_FALSE(files.open(folder.path("expected.json"), tables, RowsFormat::csv, Durability::cached));
  ASSERT_FALSE(files.publish(tables, true));
  for (const MetricTable& table : tables) {
    const auto text = [&](const char* beside) {
      return read_text(table_path(folder.path(beside), table.name(), RowsFormat::csv));
    };
    EXPECT_EQ(text("rest.json"), text("expected.json")) << table.name();
    EXPECT_THAT(text("rest.json"), HasSubstr("\n"));
  }
}

TEST(Run, WritesRowsBesideTheMetricsFileWhichSaysWhatTheyAre) {
  const Folder folder;
  const LoadedScenario scenario =
      wanderers({.set = {R"(record.metrics={"everyone": {"type": "population"}})",
                         R"(record.agents_table={"columns": ["type", "removed"]})"},
                 .steps = 5});
  const RunResult result = run_of(scenario, {.metrics = folder.path("m.json")}).execute();
  const std::string rows = folder.path("m.everyone.csv");
  const std::string agents = folder.path("m.agents_table.csv");
  EXPECT_THAT(result.files, ElementsAre(folder.path("m.json"), rows, agents));
  EXPECT_EQ(folder.file_count(), 3u);
  EXPECT_EQ(read_text(rows), "time,count,born,removed,waiting\n0,2,0,0,0\n1,2,0,0,0\n");
  EXPECT_EQ(read_text(agents), "agent,type,removed\n0,a,\n1,a,\n");
  const auto tables = metrics_document(result)["tables"];
  EXPECT_EQ(tables["everyone"]["file"], "m.everyone.csv");
  EXPECT_EQ(tables["agents_table"]["columns"][2]["unit"], "s");
}

TEST(Run, WritesRowsAsJsonLinesWhereTheScenarioSaysSo) {
  const Folder folder;
  const LoadedScenario scenario =
      wanderers({.set = {R"(record={"metrics": {"everyone": {"type": "population"}}, "tables": "jsonl"})"},
                 .steps = 3});
  run_of(scenario, {.metrics = folder.path("m.json")}).execute();
  EXPECT_EQ(read_text(folder.path("m.everyone.jsonl")),
            R"({"time":0,"count":2,"born":0,"removed":0,"waiting":0})"
            "\n");
}

TEST(Run, RowsOfARunThatWasStoppedAreIncompleteToo) {
  const Folder folder;
  const LoadedScenario scenario = wanderers({.set = {R"(record.metrics={"population": {}})"}});
  auto run = run_of(scenario, {.metrics = folder.path("m.json")});
  std::uint64_t steps = 0;
  run.execute({.is_stopped = [&steps] { return steps == 7; },
               .step_ended = [&steps](std::uint64_t tick) { steps = tick; }});
  EXPECT_THAT(read_text(folder.path("m.population.csv.incomplete")), HasSubstr("1,2,0,0"));
  EXPECT_EQ(folder.file_count(), 2u);
}

TEST(Run, RefusesATraceWhereRowsGo) {
  const Folder folder;
  const LoadedScenario scenario = wanderers({.set = {R"(record.metrics={"population": {}})"}});
  const RunResult result =
      run_of(scenario, {.trace = folder.path("m.population.csv"), .metrics = folder.path("m.json")})
          .execute();
  EXPECT_EQ(result.end, RunEnd::output_failed);
  EXPECT_THAT(result.output_problem, HasSubstr("two outputs cannot both go to"));
}

TEST(Run, RefusesASnapshotBehindItsEnd) {
  const Folder folder;
  const LoadedScenario scenario = wanderers();
  const std::string path = folder.path("at2.snapshot");
  run_of(scenario, {.snapshots = {{2.0, path}}}).execute();
  const RunInput input = load_input_to_resume(path, {.changes = {.steps = 5}}, catalog());
  ASSERT_TRUE(input.is_usable()) << input.problem;
  EXPECT_EQ(run_of(*input.scenario).resume(*input.snapshot),
            "the snapshot is of step 8 and the run ends with step 5");
}

TEST(Run, KnowsWhichTimesLieOutsideOfIt) {
  const LoadedScenario scenario = wanderers();
  EXPECT_EQ(run_of(scenario, {.snapshots = {{0.0, "a"}, {5.0, "b"}}}).snapshot_problem(), "");
  EXPECT_EQ(run_of(scenario, {.snapshots = {{7.0, "a"}}}).snapshot_problem(),
            "7 is outside the run, which goes from 0 s to 5 s");
}

}  // namespace
}  // namespace drover::test::run_test
