// What a step costs an agent that is driven, by its actuator: of ever more agents at one density, since
// decisions look at one body and at those around it. What it costs agents who decide every so many steps
// while their bodies go on in each.
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "growth_scene.h"

namespace drover::bench {
namespace {

// Bodies on their way to the other side of a square without walls, with 100 m^2 each.
void drivers(benchmark::State& state, const char* body_keys) {
  const double side = 10.0 * std::sqrt(static_cast<double>(state.range(0)));
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format": 1, "seed": 1,
          "agent_types": {{"a": {{"radius": 0.5, "max_speed": 6, {0}, "steering": {{"behaviors": [
              {{"type": "arrive", "target": "goal"}}]}}}}}},
          "agents": [{{"type": "a", "count": {1}, "heading": {{"uniform": [-3.14, 3.14]}}, "goal": [{2}, {2}],
              "placement": {{"type": "rectangle", "min": [0, 0], "max": [{2}, {2}]}}}}]}})",
      body_keys, state.range(0), side));
  measure_steps(state, std::move(simulator), {.warm_up = 50, .steps = 10});
}

// A flock that decides every so many steps: what is left is the movement of the bodies.
void decisions(benchmark::State& state) {
  constexpr double kDt = 0.02;  // s
  measure(state,
          {.types = type("a", R"({"type": "flocking", "radius": 9})",
                         fmt::format(R"(, "decide_every": {})", kDt * static_cast<double>(state.range(0)))),
           .agents = agents("a", kAgents),
           .world = "",
           .scenario = fmt::format(R"(, "simulation": {{"dt": {}}})", kDt)});
}

// Cars that plan their way into bays, one for each, with a wall on both sides.
void parking(benchmark::State& state) {
  std::string walls, list;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    const auto x = 6.0 * static_cast<double>(k);
    walls += fmt::format(R"({0}{{"points": [[{1}, 0], [{1}, 5]]}}, {{"points": [[{2}, 0], [{2}, 5]]}})",
                         k > 0 ? ", " : "", x - 1.6, x + 1.6);
    list += fmt::format(R"({0}{{"type": "a", "position": [{1}, 9], "heading": 0, "goal": [{1}, 2.5]}})",
                        k > 0 ? ", " : "", x);
  }
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format": 1, "world": {{"walls": [{}]}},
          "agent_types": {{"a": {{"radius": 1, "max_speed": 3, "locomotion": {{"type": "bicycle"}},
              "actuator": {{"type": "car"}}, "steering": {{"behaviors": [
              {{"type": "park", "target": "goal", "orientation": 1.5708}}]}}}}}}, "agents": [{}]}})",
      walls, list));
  // The first step makes all plans.
  measure_steps(state, std::move(simulator), {.warm_up = 0, .steps = 1});
}

void numbers_of_agents(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "agents", {100, 1000, 10000});
}
void periods(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "steps", {1, 2, 5, 10});
}
void bays(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "bays", {10, 100, 1000});
}

BENCHMARK_CAPTURE(drivers, point_mass, R"("max_acceleration": 4)")->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(drivers, human, R"("locomotion": {"type": "kinematic"}, "actuator": {"type": "human"})")
    ->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(drivers, output_filter,
                  R"("locomotion": {"type": "bicycle"}, "actuator": {"type": "output_filter"})")
    ->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(drivers, car, R"("locomotion": {"type": "bicycle"}, "actuator": {"type": "car"})")
    ->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(drivers, motorbike,
                  R"("locomotion": {"type": "bicycle"}, "actuator": {"type": "motorbike"})")
    ->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(drivers, tank, R"("locomotion": {"type": "two_track"}, "actuator": {"type": "tank"})")
    ->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(drivers, capability_search,
                  R"("locomotion": {"type": "bicycle"}, "actuator": {"type": "capability_search"})")
    ->Apply(numbers_of_agents);
BENCHMARK(decisions)->Apply(periods);
BENCHMARK(parking)->Apply(bays);

}  // namespace
}  // namespace drover::bench
