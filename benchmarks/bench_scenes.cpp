#include "bench_scenes.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "app/catalog.h"
#include "core/det_math.h"
#include "observe/metrics/step_timer.h"
#include "sim/construction/world_builder.h"
#include "sim/state/saved_state.h"

namespace drover::bench {
namespace {

void require_no_failure(const std::optional<StepFailure>& failure) {
  if (failure) throw std::runtime_error(fmt::format("a step failed: {} is not finite", failure->quantity));
}

}  // namespace

LoadedScenario load(const std::string& file, const ReadOptions& options) {
  JsonSources sources;
  Diagnostics diagnostics;
  auto loaded = load_scenario(DROVER_SOURCE_DIR "/" + file, options, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  return *std::move(loaded);
}

Simulator make_simulator(const LoadedScenario& scenario) {
  BuiltWorld built = build_world(scenario.def);
  if (!built.problems.empty()) throw std::runtime_error(built.problems.front().message);
  return Simulator(std::move(built));
}

LoadedScenario load_text(std::string text) {
  JsonSources sources;
  Diagnostics diagnostics;
  auto loaded = read_scenario_text({"benchmark", std::move(text)}, {}, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  return *std::move(loaded);
}

Simulator make_simulator(std::string text) {
  return make_simulator(load_text(std::move(text)));
}

double flock_side(std::int64_t count, double neighbors) {
  return std::sqrt(static_cast<double>(count) * det::kPi / neighbors);
}

LoadedScenario load_flock(std::int64_t count) {
  const std::string corner = fmt::format("[{0},{0}]", flock_side(count));
  return load("scenarios/benchmark/flock_10k.json",
              {.set = {fmt::format("agents.0.count={}", count), "agents.0.placement.max=" + corner,
                       "world.bounds.max=" + corner}});
}

void measure_steps(benchmark::State& state, Simulator simulator, const StepRounds& rounds) {
  for (int k = 0; k < rounds.warm_up; ++k)
    require_no_failure(simulator.step());
  const SavedState start = save_state(simulator.world());
  double seconds = 0.0;
  std::uint64_t agent_steps = 0;
  for (auto _ : state) {
    if (const auto problem = simulator.restore(start)) throw std::runtime_error(*problem);
    StepTimer timer;
    for (int k = 0; k < rounds.steps; ++k)
      require_no_failure(simulator.step(&timer));
    const double round = rounds.only_sense ? timer.phase(Phase::sense).total() : timer.frame().total();
    state.SetIterationTime(round);
    seconds += round;
    agent_steps += simulator.counters().agent_steps;
  }
  state.counters["ns_per_agent_step"] = 1e9 * seconds / static_cast<double>(agent_steps);
}

int run_for_kinds(std::string_view family, void (*measure)(benchmark::State&, const Kind*), int argc,
                  char** argv) {
  for (const Kind* kind : catalog().kinds(family)) {
    benchmark::RegisterBenchmark(std::string(kind->name).c_str(), measure, kind)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace drover::bench
