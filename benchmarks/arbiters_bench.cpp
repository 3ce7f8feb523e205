// Nanoseconds per agent and step of every arbiter, for a thousand agents with the same five behaviors.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"

namespace drover::bench {
namespace {

void arbiter(benchmark::State& state, const Kind* kind) {
  constexpr std::int64_t kCount = 1000;
  const std::string text = fmt::format(
      R"({{"format": 1, "seed": 1,
          "world": {{"bounds": {{"min": [0, 0], "max": [{0}, {0}], "edge": "wrap"}},
                    "obstacles": [{{"center": [3, 3], "radius": 0.5}}]}},
          "agent_types": {{"bird": {{"radius": 0.01, "max_speed": 1, "max_acceleration": 4, "steering": {{
            "arbiter": {1},
            "behaviors": [{{"type": "obstacle_avoidance", "weight": 3, "min_box_length": 1}},
                          {{"type": "separation", "radius": 1}},
                          {{"type": "alignment", "radius": 1}},
                          {{"type": "cohesion", "radius": 1}},
                          {{"type": "wander"}}]}}}}}},
          "agents": [{{"type": "bird", "count": {2}, "heading": {{"uniform": [-3, 3]}}, "speed": 0.5,
                      "placement": {{"type": "rectangle", "min": [0, 0], "max": [{0}, {0}]}}}}]}})",
      flock_side(kCount, 12.0), kind->example, kCount);
  measure_steps(state, make_simulator(text), {});
}

}  // namespace
}  // namespace drover::bench

int main(int argc, char** argv) {
  return drover::bench::run_for_kinds("arbiter", drover::bench::arbiter, argc, argv);
}
