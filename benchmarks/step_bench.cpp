// Nanoseconds per agent and step of a flock by its number of agents: whole steps, steps with metrics, and the
// reference kernel. reference_ratio compares them more closely.
#include <chrono>
#include <optional>

#include <benchmark/benchmark.h>

#include "bench_scenes.h"
#include "observe/metrics/metric_set.h"
#include "reference_flock.h"
#include "sim/state/saved_state.h"

namespace drover::bench {
namespace {

// Times rounds of steps, each after a start() that is not timed, so that every round sees the same flock.
template <class Start, class Step>
void measure(benchmark::State& state, const Start& start, const Step& step) {
  const std::int64_t steps = state.range(0) < 1'000'000 ? 10 : 2;
  double seconds = 0.0;
  for (auto _ : state) {
    start();
    step();  // what was restored is not in the caches
    const auto begin = std::chrono::steady_clock::now();
    for (std::int64_t k = 0; k < steps; ++k)
      step();
    const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    state.SetIterationTime(taken);
    seconds += taken;
  }
  const auto agent_steps = static_cast<double>(state.iterations() * steps * state.range(0));
  state.counters["ns_per_agent_step"] = 1e9 * seconds / agent_steps;
}

void flock(benchmark::State& state) {
  Simulator simulator = make_simulator(load_flock(state.range(0)));
  const SavedState first = save_state(simulator.world());
  measure(
      state, [&] { simulator.restore(first); }, [&] { simulator.step(); });
}

void flock_with_metrics(benchmark::State& state) {
  const LoadedScenario scenario = load_flock(state.range(0));
  Simulator simulator = make_simulator(scenario);
  const SavedState first = save_state(simulator.world());
  std::optional<MetricSet> metrics;
  const auto start = [&] {
    simulator.restore(first);
    metrics.emplace(possible_metrics(scenario.def.record), simulator);
    metrics->observe(simulator);
  };
  measure(state, start, [&] {
    simulator.step();
    metrics->observe(simulator);
  });
}

void reference_kernel(benchmark::State& state) {
  const reference::Flock first = reference_flock(make_simulator(load_flock(state.range(0))).world());
  std::optional<reference::Kernel> kernel;
  measure(
      state, [&] { kernel.emplace(first, flock_side(state.range(0))); }, [&] { kernel->step(); });
}

void sizes(benchmark::internal::Benchmark* bench) {
  for (const std::int64_t count : {300, 1000, 10'000, 100'000, 1'000'000})
    bench->Arg(count);
  bench->ArgName("agents")->UseManualTime()->Unit(benchmark::kMicrosecond);
}
BENCHMARK(flock)->Apply(sizes);
BENCHMARK(flock_with_metrics)->Apply(sizes);
BENCHMARK(reference_kernel)->Apply(sizes);

}  // namespace
}  // namespace drover::bench
