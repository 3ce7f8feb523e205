// What a step costs an agent while something about its neighbors grows: the types and groups there are, the
// radius of one of its fellows, laws and neighborhoods, walls that hide, those in one place of whom few
// count.
#include <cmath>
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "growth_scene.h"

namespace drover::bench {
namespace {

// The same agents in ever more types; `behaviors` may hold a number that differs from type to type: {0} is
// near 1, {1} counts from 1.
void by_types(benchmark::State& state, const char* behaviors) {
  Scene scene;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    const std::string name = fmt::format("t{}", k);
    const char* comma = k > 0 ? "," : "";
    scene.types +=
        comma + type(name, fmt::format(fmt::runtime(behaviors), 1.0 + 0.001 * static_cast<double>(k), k + 1));
    scene.agents += comma + agents(name, kAgents / state.range(0));
  }
  measure(state, scene);
}

// Every group perceives its own members only.
void by_groups(benchmark::State& state) {
  Scene scene;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    const char* comma = k > 0 ? "," : "";
    const std::string own =
        fmt::format(R"({{"type": "flocking", "radius": 9, "neighbors": {{"group": "g{}"}}}})", k);
    scene.types += comma + type(fmt::format("t{}", k), own);
    scene.agents += comma + agents(fmt::format("t{}", k), kAgents / state.range(0),
                                   fmt::format(R"(, "group": "g{}")", k));
  }
  measure(state, scene);
}

inline constexpr const char* kFlock = R"({"type": "flocking", "radius": 5})";

void one_large_body(benchmark::State& state, const char* behaviors, const char* scenario) {
  measure(state, {.types = type("a", behaviors) + "," +
                           type("whale", behaviors, fmt::format(R"(, "radius": {})", state.range(0))),
                  .agents = agents("a", kAgents - 1) + "," + agents("whale", 1),
                  .world = "",
                  .scenario = scenario});
}

void one_that_sees_far(benchmark::State& state, const char* keys) {
  measure(
      state,
      {.types = type("a", kFlock) + "," +
                type("hawk", fmt::format(R"({{"type": "flocking", "radius": {}{}}})", state.range(0), keys)),
       .agents = agents("a", kAgents - 1) + "," + agents("hawk", 1),
       .world = ""});
}

// Ever more behaviors of one stack that look at neighbors: laws over one neighborhood, neighborhoods within
// each other, fields of view. `behavior` holds a number up to 9 that differs: {0}.
void by_behaviors(benchmark::State& state, const char* behavior) {
  std::string stack;
  for (std::int64_t k = 1; k <= state.range(0); ++k) {
    const double number = 9.0 * static_cast<double>(k) / static_cast<double>(state.range(0));
    stack += (k > 1 ? "," : "") + fmt::format(fmt::runtime(behavior), number);
  }
  measure(state, {.types = type("a", stack), .agents = agents("a", kAgents), .world = ""});
}

// Ever more short walls that hide the agents behind them.
void by_walls(benchmark::State& state) {
  const auto columns = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(state.range(0)))));
  const double pitch = kSide / static_cast<double>(columns);
  std::string walls;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    const double x = pitch * (static_cast<double>(k % columns) + 0.2);
    const double y = pitch * (static_cast<double>(k / columns) + 0.5);
    walls += fmt::format(R"({}{{"points": [[{}, {}], [{}, {}]]}})", k > 0 ? "," : "", x, y, x + 2.0, y + 0.5);
  }
  measure(state, {.types = type("a", R"({"type": "flocking", "radius": 9, "walls_hide": true})"),
                  .agents = agents("a", kAgents),
                  .world = fmt::format(R"(, "walls": [{}])", walls)});
}

// Everybody within one square meter or two. With more neighbors for each, the time of a step per agent grows
// with their number, but where only the nearest count.
void crowd(benchmark::State& state, const char* behaviors) {
  measure(state,
          {.types = type("a", behaviors), .agents = agents("a", state.range(0), "", 1.5), .world = ""});
}

// The same, but only ten of them count.
void crowd_of_few(benchmark::State& state, const char* behaviors) {
  measure(state, {.types = type("a", behaviors),
                  .agents = agents("a", 10, R"(, "group": "g")", 1.5) + "," +
                            agents("a", state.range(0) - 10, "", 1.5),
                  .world = ""});
}

void types(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "types", {1, 4, 20, 100, 500});
}
void groups(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "groups", {1, 10, 100, 500});
}
void meters(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "meters", {1, 5, 20, 100});
}
void behaviors(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "behaviors", {1, 2, 4, 8, 16});
}
void crowds(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "agents", {100, 1000, 4000});
}

BENCHMARK_CAPTURE(by_types, collision_avoidance, R"({{"type": "collision_avoidance", "radius": 8}})")
    ->Apply(types);
BENCHMARK_CAPTURE(by_types, flocking, R"({{"type": "flocking", "radius": 5}})")->Apply(types);
BENCHMARK_CAPTURE(by_types, decay_differs, R"({{"type": "separation", "radius": 5, "decay": {}}})")
    ->Apply(types);
BENCHMARK_CAPTURE(by_types, radius_differs, R"({{"type": "separation", "radius": {}}})")->Apply(types);
BENCHMARK_CAPTURE(by_types, view_differs,
                  R"({{"type": "flocking", "radius": 5, "view": "angle", "fov": {}}})")
    ->Apply(types);
BENCHMARK_CAPTURE(by_types, max_neighbors_differs,
                  R"({{"type": "separation", "radius": 5, "max_neighbors": {1}}})")
    ->Apply(types);
BENCHMARK(by_groups)->Apply(groups);

BENCHMARK_CAPTURE(by_behaviors, laws, R"({{"type": "separation", "radius": 9, "decay": {}}})")
    ->Apply(behaviors);
BENCHMARK_CAPTURE(by_behaviors, radii, R"({{"type": "alignment", "radius": {}}})")->Apply(behaviors);
BENCHMARK_CAPTURE(by_behaviors, views,
                  R"({{"type": "alignment", "radius": 9, "view": "narrow", "front_factor": {}}})")
    ->Apply(behaviors);
BENCHMARK(by_walls)->Apply(tenfold);

BENCHMARK_CAPTURE(one_large_body, neighbors, kFlock, "")->Apply(meters);
BENCHMARK_CAPTURE(one_large_body, contacts, R"({"type": "wander"})",
                  R"(, "simulation": {"non_penetration": {"enabled": true}})")
    ->Apply(meters);
BENCHMARK_CAPTURE(one_that_sees_far, all_round, "")->Apply(meters);
BENCHMARK_CAPTURE(one_that_sees_far, ahead, R"(, "view": "limited")")->Apply(meters);
BENCHMARK_CAPTURE(one_that_sees_far, nearest, R"(, "max_neighbors": 7)")->Apply(meters);
BENCHMARK_CAPTURE(crowd, all, R"({"type": "flocking", "radius": 5})")->Apply(crowds);
BENCHMARK_CAPTURE(crowd, ahead, R"({"type": "flocking", "radius": 5, "view": "limited"})")->Apply(crowds);
BENCHMARK_CAPTURE(crowd, collision_avoidance, R"({"type": "collision_avoidance", "radius": 8})")
    ->Apply(crowds);
BENCHMARK_CAPTURE(crowd, max_neighbors, R"({"type": "separation", "radius": 5, "max_neighbors": 7})")
    ->Apply(crowds);
BENCHMARK_CAPTURE(crowd, max_neighbors_ahead, R"({"type": "separation", "radius": 5, "max_neighbors": 7,
    "view": "narrow", "front_factor": 0.2})")
    ->Apply(crowds);
BENCHMARK_CAPTURE(crowd_of_few, max_neighbors, R"({"type": "separation", "radius": 5, "max_neighbors": 7,
    "neighbors": {"group": "g"}})")
    ->Apply(crowds);

}  // namespace
}  // namespace drover::bench
