// The search for neighbors alone, in nanoseconds per agent and step: by how many neighbors an agent has,
// where agents are spread evenly, in clusters, or one in ten in one place.
#include <cmath>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"

namespace drover::bench {
namespace {

constexpr std::int64_t kCount = 10'000;

std::string place(std::int64_t count, std::string_view placement) {
  return fmt::format(R"({{"type": "bird", "count": {}, "overlap": true, "placement": {}}})", count,
                     placement);
}

std::string disc(double x, double y, double radius) {
  return fmt::format(R"({{"type": "disc", "center": [{}, {}], "radius": {}}})", x, y, radius);
}

std::string rectangle(double side) {
  return fmt::format(R"({{"type": "rectangle", "min": [0, 0], "max": [{0}, {0}]}})", side);
}

// Agents that see 1 m far and stay where they are: they may not move a micrometer.
void search(benchmark::State& state, const std::string& agents) {
  const std::string text = fmt::format(
      R"({{"format": 1, "agent_types": {{"bird": {{"radius": 0.01, "max_speed": 1e-6, "steering": {{"behaviors": [
           {{"type": "cohesion", "radius": 1, "add_other_radius": false}}]}}}}}}, "agents": [{}]}})",
      agents);
  measure_steps(state, make_simulator(text), {.warm_up = 2, .steps = 5, .only_sense = true});
}

void uniform(benchmark::State& state) {
  search(state, place(kCount, rectangle(flock_side(kCount, static_cast<double>(state.range(0))))));
}

// Sixteen discs in which an agent has so many neighbors, far from each other.
void clustered(benchmark::State& state) {
  constexpr int kClusters = 16;
  const double radius =
      std::sqrt(static_cast<double>(kCount / kClusters) / static_cast<double>(state.range(0)));
  std::string agents;
  for (int k = 0; k < kClusters; ++k) {
    if (k > 0) agents += ", ";
    agents += place(kCount / kClusters, disc(100.0 * (k % 4), 100.0 * (k / 4), radius));
  }
  search(state, agents);
}

// One in ten sees all of the others there.
void one_crowded_cell(benchmark::State& state) {
  const double side = flock_side(kCount, static_cast<double>(state.range(0)));
  search(state, place(kCount - kCount / 10, rectangle(side)) + ", " +
                    place(kCount / 10, disc(0.5 * side, 0.5 * side, 0.2)));
}

void neighbors(benchmark::internal::Benchmark* bench) {
  for (const std::int64_t count : {4, 12, 24, 40})
    bench->Arg(count);
  bench->ArgName("neighbors")->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(uniform)->Apply(neighbors);
BENCHMARK(clustered)->Apply(neighbors);
BENCHMARK(one_crowded_cell)->Apply(neighbors);

}  // namespace
}  // namespace drover::bench
