// Many small scenarios one after the other, as drover check runs them: reading, building, and whole golden
// runs with their digests and metrics.
#include <array>

#include <benchmark/benchmark.h>

#include "bench_scenes.h"
#include "golden/golden_run.h"

namespace drover::bench {
namespace {

constexpr std::array kFiles = {
    "scenarios/behaviors/seek.json",        "scenarios/behaviors/flocking.json",
    "scenarios/behaviors/hide.json",        "scenarios/behaviors/wall_avoidance.json",
    "scenarios/arbiters/weighted_sum.json", "scenarios/conditions/all.json",
    "scenarios/events/spawn.json",          "scenarios/locomotion/rigid_body_2d.json"};

void report(benchmark::State& state) {
  state.counters["scenarios"] = kFiles.size();
}

void read(benchmark::State& state) {
  for (auto _ : state) {
    for (const char* file : kFiles)
      benchmark::DoNotOptimize(load(file).hash);
  }
  report(state);
}

void build(benchmark::State& state) {
  std::vector<LoadedScenario> scenarios;
  for (const char* file : kFiles)
    scenarios.push_back(load(file));
  for (auto _ : state) {
    for (const LoadedScenario& scenario : scenarios)
      benchmark::DoNotOptimize(make_simulator(scenario).hash());
  }
  report(state);
}

void check(benchmark::State& state) {
  for (auto _ : state) {
    for (const char* file : kFiles) {
      const LoadedScenario scenario = load(file);
      benchmark::DoNotOptimize(run_golden(scenario, make_simulator(scenario), {}).golden.steps);
    }
  }
  report(state);
}

BENCHMARK(read)->Unit(benchmark::kMillisecond);
BENCHMARK(build)->Unit(benchmark::kMillisecond);
BENCHMARK(check)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace drover::bench
