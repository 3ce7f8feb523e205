// What a step costs an agent under the arbiter pipeline while something grows: the threats that it flees, and
// with them the agents that ask; the obstacles of a world at one density; the corners of one obstacle.
#include <cmath>
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "growth_scene.h"

namespace drover::bench {
namespace {

std::string pipeline_type(std::string_view name, std::string_view targeters,
                          std::string_view constraints = "") {
  return fmt::format(
      R"("{}": {{"max_speed": 2, "radius": 0.3, "steering": {{"arbiter": {{"type": "pipeline",
          "targeters": [{}], "constraints": [{}]}}}}}})",
      name, targeters, constraints);
}

// Ever more threats among ten thousand agents, from whom each flees to one of eight places.
void pipeline_by_threats(benchmark::State& state) {
  const std::int64_t threats = state.range(0);
  std::string list = agents("a", threats, R"(, "group": "g")");
  if (threats < kAgents) list += "," + agents("a", kAgents - threats);
  measure(state, {.types = pipeline_type("a", R"({"type": "flee_point", "threats": {"group": "g"},
      "candidates": [[40, 40], [180, 40], [320, 40], [40, 180], [320, 180], [40, 320], [180, 320], [320, 320]]})"),
                  .agents = list,
                  .world = ""});
}

BENCHMARK(pipeline_by_threats)->Apply(tenfold);

}  // namespace
}  // namespace drover::bench
