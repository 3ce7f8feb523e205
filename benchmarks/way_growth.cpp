// What finding the way costs an agent in a step: on one field, to goals of their own, beside seeking a point
// straight; and while agents, also those that turn on circles, regions to go to, and doors that open and shut
// grow in number. Of ten thousand agents among a hundred walls, on a grid of 180 x 180 cells. Ways are
// planned before the steps that are timed, but for those that doors change.
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "growth_scene.h"

namespace drover::bench {
namespace {

constexpr const char* kGrid = R"(, "navigation": {"grids": {"g": {"cell_size": 2}}})";

// Ten rows of ten, the first so many of them with names that events know.
std::string walls(std::int64_t doors = 0) {
  std::string list;
  for (std::int64_t k = 0; k < 100; ++k) {
    const std::int64_t x = 18 + 36 * (k % 10);
    const std::int64_t y = 10 + 36 * (k / 10);
    list += fmt::format(R"({}{{"points": [[{}, {}], [{}, {}]]{}}})", k > 0 ? "," : "", x, y, x, y + 15,
                        k < doors ? fmt::format(R"(, "id": "door{}")", k) : "");
  }
  return fmt::format(R"(, "walls": [{}])", list);
}

std::string to_goal(std::string_view behavior) {
  return type("a", fmt::format(R"({{"type": "{}", "target": "goal"}})", behavior), R"(, "radius": 0.5)");
}

// `goal` as JSON. Seeking shows what a step costs that finds no way.
void by_way(benchmark::State& state, const char* behavior, const char* goal) {
  measure(state, {.types = to_goal(behavior),
                  .agents = agents("a", kAgents, fmt::format(R"(, "goal": {})", goal)),
                  .world = walls() + R"(, "regions": {"all": {"min": [5, 5], "max": [355, 355]}})",
                  .scenario = kGrid});
}

void by_way_finders(benchmark::State& state, const char* behavior, const char* goal) {
  measure(state, {.types = to_goal(behavior),
                  .agents = agents("a", state.range(0), fmt::format(R"(, "goal": {})", goal)),
                  .world = walls() + R"(, "regions": {"all": {"min": [5, 5], "max": [355, 355]}})",
                  .scenario = kGrid});
}

// Bodies that turn on circles of 2 m, with the room at corners and the speeds there that such circles need.
void by_drivers(benchmark::State& state) {
  measure(
      state,
      {.types =
           R"("a": {"radius": 0.5, "max_speed": 4, "locomotion": {"type": "unicycle", "min_turn_radius": 2},
                      "actuator": {"type": "car"}, "steering": {"behaviors": [{"type": "go_to", "target": "goal"}]}})",
       .agents = agents("a", state.range(0), R"(, "goal": {"random_in": "all"})"),
       .world = walls() + R"(, "regions": {"all": {"min": [5, 5], "max": [355, 355]}})",
       .scenario = kGrid});
}

// The agents go to ever more regions: a field each.
void by_goal_regions(benchmark::State& state, const char* behavior) {
  std::string regions, list;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    const char* comma = k > 0 ? "," : "";
    regions += fmt::format(R"({}"r{}": {{"center": [{}, {}], "radius": 6}})", comma, k, 30 + 33 * (k % 10),
                           30 + 33 * (k / 10));
    list += comma + agents("a", kAgents / state.range(0), fmt::format(R"(, "goal": {{"region": "r{}"}})", k));
  }
  measure(state, {.types = to_goal(behavior),
                  .agents = list,
                  .world = walls() + fmt::format(R"(, "regions": {{{}}})", regions),
                  .scenario = kGrid});
}

// Doors that all shut or open in every step: the grid and the field are made anew, and ways planned.
void by_doors(benchmark::State& state, const char* behavior) {
  std::string events;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    for (const bool present : {false, true})
      events += fmt::format(R"({}{{"type": "shape", "target": {{"wall": "door{}"}}, "at": {}, "every": 0.04,
          "until": 1000, "present": {}}})",
                            events.empty() ? "" : ",", k, present ? 0.04 : 0.02, present);
  }
  measure(state,
          {.types = to_goal(behavior),
           .agents = agents("a", kAgents, R"(, "goal": [180, 180])"),
           .world = walls(state.range(0)),
           .scenario = fmt::format(R"({}, "simulation": {{"dt": 0.02}}, "events": [{}])", kGrid, events)});
}

void one(benchmark::internal::Benchmark* bench) {
  bench->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(3);
}
void numbers_of_way_finders(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "agents", {100, 1000, 10000});
}
void up_to_a_hundred(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "count", {1, 10, 100});
}

constexpr const char* kPlace = "[180, 180]";
constexpr const char* kOwnPlaces = R"({"random_in": "all"})";
BENCHMARK_CAPTURE(by_way, seek, "seek", kPlace)->Apply(one);
BENCHMARK_CAPTURE(by_way, flow_field, "flow_field", kPlace)->Apply(one);
BENCHMARK_CAPTURE(by_way, go_to, "go_to", kPlace)->Apply(one);
BENCHMARK_CAPTURE(by_way, go_to_own_places, "go_to", kOwnPlaces)->Apply(one);
BENCHMARK_CAPTURE(by_way_finders, flow_field, "flow_field", kPlace)->Apply(numbers_of_way_finders);
BENCHMARK_CAPTURE(by_way_finders, go_to_own_places, "go_to", kOwnPlaces)->Apply(numbers_of_way_finders);
BENCHMARK(by_drivers)->Apply(numbers_of_way_finders);
BENCHMARK_CAPTURE(by_goal_regions, flow_field, "flow_field")->Apply(up_to_a_hundred);
BENCHMARK_CAPTURE(by_goal_regions, go_to, "go_to")->Apply(up_to_a_hundred);
BENCHMARK_CAPTURE(by_doors, flow_field, "flow_field")->Apply(up_to_a_hundred);
BENCHMARK_CAPTURE(by_doors, go_to, "go_to")->Apply(up_to_a_hundred);

}  // namespace
}  // namespace drover::bench
