// What a step costs a projectile where ever more of them fly among ten thousand agents, what it costs a ball
// where ever more of them roll in a box, and what it costs to look out for shots where there are ever more of
// both. They are put into the state by hand, so that all are under way
// in the first step. Also what it costs to have hands where ever more balls roll, and to fly where ever more
// winds blow.
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "core/det_math.h"
#include "growth_scene.h"
#include "sim/construction/world_builder.h"
#include "sim/state/saved_state.h"

namespace drover::bench {
namespace {

// All of the first type.
struct Volley {
  std::uint32_t count = 0;
  double side = 0.0;    // of the square from the origin that they fill evenly [m]
  double height = 0.0;  // m
  double speed = 0.0;   // m/s
  ProjectilePhase phase = ProjectilePhase::flies;
};

// The directions turn by the golden angle from one to the next.
void fill(World& world, const Volley& volley) {
  constexpr double kGoldenAngle = 2.399963229728653;  // rad
  const auto columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(volley.count))));
  const double spacing = volley.side / columns;
  ProjectileColumns& projectiles = world.state.projectiles;
  for (std::uint32_t k = 0; k < volley.count; ++k) {
    const auto turn = det::sin_cos(kGoldenAngle * k);
    projectiles.number[k] = k + 1;
    projectiles.owner[k] = kNoIndex;
    projectiles.launched[k] = world.state.tick;
    projectiles.phase[k] = static_cast<std::uint8_t>(volley.phase);
    projectiles.is_clear[k] = 1;
    projectiles.set_motion(k, {(0.5 + k % columns) * spacing, (0.5 + k / columns) * spacing, volley.height},
                           Vec3{turn.cos, turn.sin, 0.0} * volley.speed);
  }
  world.state.projectile_counts.in_flight[0] = volley.count;
  world.state.projectile_counts.fired[0] = volley.count;
}

struct Timing {
  double seconds = 0.0;
  std::uint64_t projectile_steps = 0;
};

Timing time_steps(Simulator& simulator, const SavedState& start, int steps) {
  if (const auto problem = simulator.restore(start)) throw std::runtime_error(*problem);
  using Clock = std::chrono::steady_clock;
  Timing timing;
  const Clock::time_point begin = Clock::now();
  for (int k = 0; k < steps; ++k) {
    timing.projectile_steps += simulator.world().state.projectile_counts.in_flight[0];
    if (simulator.step()) throw std::runtime_error("a step failed");
  }
  timing.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return timing;
}

// What steps take with projectiles beyond what they take with the one that the scenario lists.
void measure_volley(benchmark::State& state, std::string text, const Volley& volley, int steps) {
  const LoadedScenario scenario = load_text(std::move(text));
  BuiltWorld built = build_world(scenario.def);
  const SavedState without = save_state(built.world);
  fill(built.world, volley);
  const SavedState with = save_state(built.world);
  Simulator simulator(std::move(built));
  time_steps(simulator, with, 1);
  double seconds = 0.0;
  std::uint64_t projectile_steps = 0;
  for (auto _ : state) {
    const Timing bare = time_steps(simulator, without, steps);
    const Timing timing = time_steps(simulator, with, steps);
    const double extra = larger(timing.seconds - bare.seconds, 0.0);
    state.SetIterationTime(extra);
    seconds += extra;
    projectile_steps += timing.projectile_steps;
  }
  state.counters["ns_per_projectile_step"] = 1e9 * seconds / static_cast<double>(projectile_steps);
}

// Level shots at the height of the agents' bodies, who go straight on.
void projectiles(benchmark::State& state, const char* type_keys) {
  const auto count = static_cast<std::uint32_t>(state.range(0));
  const std::string text =
      text_of({.types = type("a", ""),
               .agents = agents("a", kAgents),
               .world = R"(, "dimensions": 2.5)",
               .scenario = fmt::format(R"(, "simulation": {{"dt": 0.02, "max_projectiles": {}}},
           "projectile_types": {{"shot": {{"radius": 0.02{}}}}},
           "projectiles": [{{"type": "shot", "position": [0, 0, 1]}}])",
                                       count, type_keys)});
  measure_volley(state, text, {.count = count, .side = kSide, .height = 1.0, .speed = 20.0}, 3);
}

// Twelve percent of the floor are under balls, which never become slower.
void balls(benchmark::State& state) {
  const auto count = static_cast<std::uint32_t>(state.range(0));
  const double side = 0.5 * std::sqrt(static_cast<double>(count));
  const std::string text = fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.02, "max_projectiles": {0}}},
          "world": {{"walls": [{{"points": [[0, 0], [{1}, 0], [{1}, {1}], [0, {1}]], "closed": true}}]}},
          "projectile_types": {{"ball": {{"radius": 0.1, "ball": {{"restitution": 1, "friction": 0,
            "rolling_drag": 0, "max_impacts": 100}}}}}},
          "agent_types": {{"a": {{}}}}, "agents": [{{"type": "a", "position": [-50, -50]}}],
          "projectiles": [{{"type": "ball", "position": [0.2, 0.2]}}]}})",
      count, side);
  measure_volley(state, text, {.count = count, .side = side, .speed = 3.0, .phase = ProjectilePhase::rolls},
                 20);
}

// As many agents who look out as there are shots, at one density of both: what both together cost a shot.
void lookouts(benchmark::State& state, const char* behavior) {
  const auto count = static_cast<std::uint32_t>(state.range(0));
  constexpr double kSpacing = 6.0;  // m
  const double side = kSpacing * std::sqrt(static_cast<double>(count));
  const std::string text = fmt::format(
      R"({{"format": 1, "seed": 1, "simulation": {{"dt": 0.02, "max_projectiles": {0}}},
          "world": {{"dimensions": 2.5, "bounds": {{"min": [0, 0], "max": [{1}, {1}], "edge": "wrap"}}}},
          "projectile_types": {{"shot": {{"radius": 0.02, "drag_linear": 0.01}}}},
          "agent_types": {{{2}}}, "agents": [{3}],
          "projectiles": [{{"type": "shot", "position": [0, 0, 1]}}]}})",
      count, side, type("a", behavior), agents("a", count, "", side));
  measure_volley(state, text, {.count = count, .side = side, .height = 1.5, .speed = 20.0}, 3);
}

// Balls two meters apart, with a pair of hands for every ten of them in the gaps, which are too slow to hold
// any.
void hands(benchmark::State& state) {
  constexpr double kSpacing = 2.0;  // m
  const auto count = static_cast<std::uint32_t>(state.range(0));
  const double side = kSpacing * std::ceil(std::sqrt(static_cast<double>(count)));
  const auto columns = static_cast<std::uint32_t>(std::ceil(side / (std::sqrt(10.0) * kSpacing)));
  std::string players;
  for (std::uint32_t k = 0; k < count / 10; ++k)
    players += fmt::format(R"({}{{"type": "a", "position": [{}, {}]}})", k == 0 ? "" : ", ",
                           kSpacing * std::floor(k % columns * std::sqrt(10.0)),
                           kSpacing * std::floor(k / columns * std::sqrt(10.0)));
  const std::string text = fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.02, "max_projectiles": {0}}},
          "world": {{"bounds": {{"min": [0, 0], "max": [{1}, {1}], "edge": "wrap"}}}},
          "projectile_types": {{"ball": {{"radius": 0.1, "ball": {{"restitution": 1, "friction": 0,
            "rolling_drag": 0, "max_impacts": 100}}}}}},
          "agent_types": {{"a": {{"hands": {{"max_catch_speed": 0.001}}}}}}, "agents": [{2}],
          "projectiles": [{{"type": "ball", "position": [1, 1]}}]}})",
      count, side, players);
  measure_volley(state, text, {.count = count, .side = side, .speed = 3.0, .phase = ProjectilePhase::rolls},
                 20);
}

// A thousand projectiles over a square that is cut into as many fields as there are winds, one in each.
void winds(benchmark::State& state) {
  constexpr std::uint32_t kCount = 1000;
  constexpr double kWidth = 100.0;  // m
  const auto columns = static_cast<int>(std::sqrt(static_cast<double>(state.range(0))));
  const double field = kWidth / columns;
  std::string regions, winds;
  for (int k = 0; k < columns * columns; ++k) {
    const double x = field * (k % columns), y = field * (k / columns);
    const char* comma = k == 0 ? "" : ", ";
    regions +=
        fmt::format(R"({}"{}": {{"min": [{}, {}], "max": [{}, {}]}})", comma, k, x, y, x + field, y + field);
    winds += fmt::format(R"({}{{"region": "{}", "velocity": [{}, 1]}})", comma, k, k % 3);
  }
  const std::string text = fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.02, "max_projectiles": {0}}},
          "world": {{"dimensions": 2.5, "regions": {{{1}}}, "wind": [{2}]}},
          "projectile_types": {{"shot": {{"radius": 0.02, "drag_linear": 0.1}}}},
          "agent_types": {{"a": {{}}}}, "agents": [{{"type": "a", "position": [-50, -50]}}],
          "projectiles": [{{"type": "shot", "position": [0, 0, 50]}}]}})",
      kCount, regions, winds);
  measure_volley(state, text, {.count = kCount, .side = kWidth, .height = 50.0, .speed = 20.0}, 20);
}

void thousands(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "projectiles", {1000, 10000, 100000});
}
void boxes(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "balls", {16, 128, 1024});
}
void many_balls(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "balls", {100, 1000, 10000});
}
void many_winds(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "winds", {1, 9, 100});
}
void crowds(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "lookouts", {1000, 4000, 16000});
}

BENCHMARK_CAPTURE(projectiles, bare, "")->Apply(thousands);
BENCHMARK_CAPTURE(projectiles, linear_drag, R"(, "drag_linear": 0.05)")->Apply(thousands);
BENCHMARK_CAPTURE(projectiles, quadratic_drag, R"(, "drag_quadratic": 0.002)")->Apply(thousands);
// All explode in the last of the steps that are measured.
BENCHMARK_CAPTURE(projectiles, blasts, R"(, "fuse": 0.055, "explosion": {"radius": 3})")->Apply(thousands);
BENCHMARK(balls)->Apply(boxes);
BENCHMARK(hands)->Apply(many_balls);
BENCHMARK(winds)->Apply(many_winds);
BENCHMARK_CAPTURE(lookouts, evade, R"({"type": "evade_projectile", "range": 30})")->Apply(crowds);
BENCHMARK_CAPTURE(lookouts, nearest, R"({"type": "seek", "target": {"projectile": "shot"}})")->Apply(crowds);
BENCHMARK_CAPTURE(lookouts, catch, R"({"type": "catch_projectile", "range": 15})")->Apply(crowds);

}  // namespace
}  // namespace drover::bench
