// Nanoseconds per agent and step of a flock by its number of agents: whole steps, steps with metrics, and the
// reference kernel. reference_ratio compares them more closely. The same of a crowd by the number of
// platforms.
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

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

// A crowd on a square that lifts stand on in rows, a tenth of its ground; they go up and down all the time.
std::string crowd_among_lifts(std::int64_t agents, std::int64_t lifts) {
  const double side = std::sqrt(4.0 * static_cast<double>(agents));  // m
  const auto rows = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(lifts))));
  const double spacing = side / static_cast<double>(rows), width = std::sqrt(0.1) * spacing;
  std::string regions, platforms;
  for (std::int64_t k = 0; k < lifts; ++k) {
    const double x = static_cast<double>(k % rows) * spacing, y = static_cast<double>(k / rows) * spacing;
    const char* const comma = k > 0 ? "," : "";
    regions +=
        fmt::format(R"({}"r{}":{{"min":[{},{}],"max":[{},{}]}})", comma, k, x, y, x + width, y + width);
    platforms += fmt::format(
        R"({}{{"region":"r{}","keyframes":[[0,0],[2,0],[4,3],[6,3],[8,0]],"loop":true}})", comma, k);
  }
  return fmt::format(
      R"({{"format":1,"world":{{"dimensions":2.5,"gravity":0,"regions":{{{}}},"platforms":[{}]}},
      "agent_types":{{"a":{{"radius":0.25,"max_speed":1.4,"steering":{{"behaviors":[{{"type":"wander"}}]}}}}}},
      "agents":[{{"type":"a","count":{},"overlap":true,
        "placement":{{"type":"rectangle","min":[0,0],"max":[{},{}]}}}}]}})",
      regions, platforms, agents, side, side);
}

// The cost per agent depends neither on how many agents there are nor on how many platforms.
void platforms(benchmark::State& state) {
  Simulator simulator = make_simulator(crowd_among_lifts(state.range(0), state.range(1)));
  const SavedState first = save_state(simulator.world());
  measure(
      state, [&] { simulator.restore(first); }, [&] { simulator.step(); });
}

void sizes(benchmark::internal::Benchmark* bench) {
  for (const std::int64_t count : {300, 1000, 10'000, 100'000, 1'000'000})
    bench->Arg(count);
  bench->ArgName("agents")->UseManualTime()->Unit(benchmark::kMicrosecond);
}
void platform_sizes(benchmark::internal::Benchmark* bench) {
  for (const std::int64_t agents : {1000, 10'000})
    for (const std::int64_t platforms : {1, 10, 100, 1000})
      bench->Args({agents, platforms});
  bench->ArgNames({"agents", "platforms"})->UseManualTime()->Unit(benchmark::kMicrosecond);
}

BENCHMARK(flock)->Apply(sizes);
BENCHMARK(flock_with_metrics)->Apply(sizes);
BENCHMARK(reference_kernel)->Apply(sizes);
BENCHMARK(platforms)->Apply(platform_sizes);

}  // namespace
}  // namespace drover::bench
