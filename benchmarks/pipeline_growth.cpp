// What a step costs an agent under the arbiter pipeline while something grows: the threats that it flees, and
// with them the agents that ask; the obstacles of a world at one density; the corners of one obstacle.
#include <cmath>
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "core/det_math.h"
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

// A hundred agents that go round one obstacle, a disc of ever more corners. Quadratic: each corner may see
// each other.
void pipeline_by_corners(benchmark::State& state) {
  std::string points;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    const auto at = det::sin_cos(det::kTwoPi * static_cast<double>(k) / static_cast<double>(state.range(0)));
    points +=
        fmt::format("{}[{:.9f}, {:.9f}]", k > 0 ? "," : "", 180.0 + 20.0 * at.cos, 180.0 + 20.0 * at.sin);
  }
  const std::string left = R"({"type": "a", "count": 100,
      "placement": {"type": "rectangle", "min": [120, 160], "max": [150, 200]}})";
  const Scene scene{.types = pipeline_type("a", R"({"type": "fixed", "target": {"point": [230, 180]}})",
                                           R"({"type": "avoid_obstacle"})"),
                    .agents = left,
                    .world = fmt::format(R"(, "obstacles": [{{"polygon": [{}]}}])", points)};
  measure(state, scene);
}

BENCHMARK(pipeline_by_corners)
    ->ArgName("corners")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3)
    ->Arg(10)
    ->Arg(60)
    ->Arg(100)
    ->Arg(300)
    ->Arg(1000);
BENCHMARK(pipeline_by_threats)->Apply(tenfold);

}  // namespace
}  // namespace drover::bench
