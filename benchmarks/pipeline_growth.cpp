// What a step costs an agent under the arbiter pipeline while something grows: the threats that it flees, and
// with them the agents that ask; the obstacles of a world at one density; the corners of one obstacle; the
// vehicles that plan arcs and manoeuvres.
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

// A thousand agents, each with a goal 24 m away, in a wood of circles, boxes and polygons of six corners, one
// for every 16 m^2. Flat: the wood around them is the same.
void pipeline_by_obstacles(benchmark::State& state, const char* constraint) {
  const std::int64_t count = state.range(0);
  const double side = 4.0 * std::sqrt(static_cast<double>(count));
  constexpr std::int64_t kPlaces = 50;
  std::string list;
  for (std::int64_t k = 0; k < kPlaces; ++k) {
    // By multiples of the golden ratio they lie anywhere, wherever they lie.
    const double x = std::fmod(0.618034 * static_cast<double>(k), 1.0) * (side - 40.0) + 4.0;
    const double y = (static_cast<double>(k) + 0.5) / kPlaces * (side - 16.0) + 4.0;
    list += fmt::format(R"({}{{"type": "a", "count": 20, "goal": [{}, {}], "overlap": true,
        "placement": {{"type": "rectangle", "min": [{}, {}], "max": [{}, {}]}}}})",
                        k > 0 ? "," : "", x + 28.0, y + 4.0, x, y, x + 8.0, y + 8.0);
  }
  const std::string place =
      fmt::format(R"("placement": {{"type": "rectangle", "min": [0, 0], "max": [{0}, {0}]}})", side);
  measure_steps(
      state,
      make_simulator(fmt::format(R"({{"format": 1, "seed": 1, "agent_types": {{{}}}, "agents": [{}],
      "world": {{"obstacles": [{{"count": {}, "radius": 0.5, {}}},
          {{"count": {}, "box": {{"size": [1, 0.8]}}, "turn": {{"uniform": [0, 3]}}, {}}},
          {{"count": {}, "polygon": [[0.6, 0], [0.3, 0.5], [-0.3, 0.5], [-0.6, 0], [-0.3, -0.5], [0.3, -0.5]], {}}}]}}}})",
                                 pipeline_type("a", R"({"type": "fixed", "target": "goal"})", constraint),
                                 list, count / 2, place, count / 4, place, count / 4, place)),
      {.warm_up = 3, .steps = 3});
}
// The same in a world of straight walls of 3 m, one for every 16 m^2, that all agents pass on their way along
// a diagonal of ever more meters.
void pipeline_by_way(benchmark::State& state) {
  const double way = static_cast<double>(state.range(0));
  std::string walls;
  for (std::int64_t k = 0; k < 8100; ++k) {
    const auto x = static_cast<double>(4 * (k % 90));
    const auto y = static_cast<double>(4 * (k / 90));
    walls += fmt::format(R"({}{{"points": [[{}, {}], [{}, {}]]}})", k > 0 ? "," : "", x, y, x + 2.0, y + 1.5);
  }
  std::string scene =
      text_of({.types = pipeline_type("a", R"({"type": "fixed", "target": "goal"})", R"({"type": "wall"})"),
               .agents = fmt::format(R"({{"type": "a", "count": 1000, "goal": [{0}, {0}], "overlap": true,
              "placement": {{"type": "rectangle", "min": [20, 20], "max": [60, 60]}}}})",
                                     40.0 + way * std::sqrt(0.5)),
               .world = fmt::format(R"(, "walls": [{}])", walls)});
  measure_steps(state, make_simulator(std::move(scene)), {.warm_up = 3, .steps = 3});
}

// Ever more vehicles at one density, 100 m^2 each, to the other side of a square without walls. Linear: a
// plan is a list of manoeuvres of one body.
void pipeline_vehicles(benchmark::State& state, const char* actuator) {
  const double side = 10.0 * std::sqrt(static_cast<double>(state.range(0)));
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format": 1, "seed": 1, "agent_types": {{"a": {{"radius": 1, "max_speed": 8,
              "locomotion": {{"type": "unicycle", "min_turn_radius": 5, "reverse_speed": 3}}, "actuator": {{"type": "car"}},
              "steering": {{"arbiter": {{"type": "pipeline", "targeters": [{{"type": "fixed", "target": "goal"}}],
                  "actuator": {0}}}}}}}}},
          "agents": [{{"type": "a", "count": {1}, "heading": {{"uniform": [-3.14, 3.14]}}, "goal": [{2}, {2}],
              "placement": {{"type": "rectangle", "min": [0, 0], "max": [{2}, {2}]}}}}]}})",
      actuator, state.range(0), side));
  measure_steps(state, std::move(simulator), {.warm_up = 3, .steps = 3});
}

void vehicles(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "agents", {100, 1000, 10000});
}
void woods(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "obstacles", {400, 4000, 40000});
}

BENCHMARK(pipeline_by_way)->Apply([](auto* bench) { in_steps(bench, "meters", {30, 100, 300}); });
BENCHMARK_CAPTURE(pipeline_by_obstacles, single, R"({"type": "avoid_obstacle", "merge": false})")
    ->Apply(woods);
BENCHMARK_CAPTURE(pipeline_by_obstacles, merged, R"({"type": "avoid_obstacle"})")->Apply(woods);
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
BENCHMARK_CAPTURE(pipeline_vehicles, car, R"({"type": "car"})")->Apply(vehicles);
BENCHMARK_CAPTURE(pipeline_vehicles, manoeuvres,
                  R"({"type": "manoeuvres", "manoeuvres": ["arc", "back_and_turn", "three_point"]})")
    ->Apply(vehicles);
BENCHMARK(pipeline_by_threats)->Apply(tenfold);

}  // namespace
}  // namespace drover::bench
