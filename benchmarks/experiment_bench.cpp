// Batches of runs beside the same runs by themselves: runs per second of tiny runs, and what a batch adds to
// runs that take longer. The time is that of one thread; files go to the folder of temporary files.
#include <filesystem>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/catalog.h"
#include "batch/batch.h"
#include "run/run.h"

namespace drover::bench {
namespace {

namespace fs = std::filesystem;

// Ten wandering agents for so many steps.
std::string plan_of(int steps, int replications) {
  return fmt::format(
      R"({{"format":1,"name":"bench","replications":{},"scenario":{{"format":1,"agent_types":{{"a":{{"steering":)"
      R"({{"behaviors":[{{"type":"wander"}},{{"type":"separation"}}]}}}}}},"agents":[{{"type":"a","count":10,)"
      R"("placement":{{"type":"rectangle","min":[-5,-5],"max":[5,5]}}}}],)"
      R"("simulation":{{"dt":0.01,"duration":{}}}}}}})",
      replications, 0.01 * steps);
}

// A plan, its runs and their identities.
struct Prepared {
  JsonSources sources;
  Diagnostics diagnostics;
  LoadedPlan plan;
  RunList list;
  std::optional<RunScenarios> scenarios;
  IdentifiedRuns runs;

  Prepared(int steps, int replications)
      : plan(*read_plan(sources.add("plan.json", plan_of(steps, replications)), sources, diagnostics)),
        list(list_runs(plan.def).list),
        scenarios(RunScenarios::open(plan, list, catalog(), sources, diagnostics)),
        runs(identify(*scenarios, list, catalog(), 1)) {}
};

std::string folder() {
  return (fs::temp_directory_path() / "drover_experiment_bench").string();
}

void batch(benchmark::State& state) {
  const Prepared prepared(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) {
    Batch batch(prepared.plan, prepared.list, *prepared.scenarios, prepared.runs.runs, catalog(),
                {.folder = folder(), .jobs = 1});
    const Failure failure = batch.execute([](const RunOutcome&) {});
    if (failure) state.SkipWithError(failure->c_str());
    state.PauseTiming();
    fs::remove_all(folder());
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(1));
}

// The same runs without a batch and without files.
void plain(benchmark::State& state) {
  const Prepared prepared(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) {
    for (const PlannedRun& planned : prepared.list.runs) {
      const RunScenarios::Reading reading = prepared.scenarios->read(planned, catalog());
      Diagnostics diagnostics;
      std::optional<Run> run = Run::prepare(*reading.scenario, {.observes_metrics = true}, diagnostics);
      // As every program asks that can be interrupted.
      benchmark::DoNotOptimize(run->execute({.is_stopped = [] { return false; }}).end);
    }
  }
  state.SetItemsProcessed(state.iterations() * state.range(1));
}

// Finding out which runs there are: the scenario of each is read.
void identification(benchmark::State& state) {
  const Prepared prepared(1, static_cast<int>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(identify(*prepared.scenarios, prepared.list, catalog(), 1).runs.size());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Steps and runs: tiny ones, and some of about a second.
BENCHMARK(batch)->Args({100, 200})->Args({300000, 2})->Unit(benchmark::kMillisecond);
BENCHMARK(plain)->Args({100, 200})->Args({300000, 2})->Unit(benchmark::kMillisecond);
BENCHMARK(identification)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace drover::bench
