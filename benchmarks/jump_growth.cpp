// What a step costs an agent where ever more of them run up, jump and land: on the same roofs, because jumps
// look at the ground and at nobody else.
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "growth_scene.h"

namespace drover::bench {
namespace {

// After the first seconds, in which they run up from all over the near roof, some run, some fly and some have
// landed.
void jumps(benchmark::State& state, const char* behavior) {
  const std::string text = fmt::format(
      R"({{"format": 1, "seed": 1,
          "world": {{"dimensions": 2.5,
            "regions": {{"near": {{"min": [-20, -20], "max": [0, 20]}}, "gap": {{"min": [0, -20], "max": [3, 20]}},
                        "far": {{"min": [3, -20], "max": [40, 20]}}}},
            "ground": [{{"region": "near", "height": 4, "solid": true}}, {{"region": "far", "height": 4, "solid": true}},
                       {{"region": "gap", "jumpable_gap": {{"bottom": 1}}}}]}},
          "agent_types": {{"a": {{"radius": 0.25, "max_speed": 5, "steering": {{"behaviors": [{}]}}}}}},
          "agents": [{{"type": "a", "count": {}, "overlap": true, "speed": 3,
                       "placement": {{"type": "rectangle", "min": [-9, -3], "max": [-1, 3]}}}}]}})",
      behavior, state.range(0));
  measure_steps(state, make_simulator(text), {.warm_up = 75, .steps = 50});
}

void tens(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "agents", {100, 1000, 10000});
}

BENCHMARK_CAPTURE(jumps, gaps, R"({"type": "jump_gaps"})")->Apply(tens);
BENCHMARK_CAPTURE(
    jumps, pad,
    R"({"type": "jump", "takeoff": [0, 0, 4], "landing": [4, 0, 4], "radius": 3, "pad_radius": 3})")
    ->Apply(tens);
BENCHMARK_CAPTURE(
    jumps, point,
    R"({"type": "jump", "takeoff": [0, 0, 4], "direction": 0, "min_speed": 4, "lookahead": 99, "radius": 3})")
    ->Apply(tens);

}  // namespace
}  // namespace drover::bench
