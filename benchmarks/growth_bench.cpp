// What a step costs an agent while something grows that is not the number of agents: the members of the group
// it goes to, the points of its path, the corners of its region, the patches of ground, the sources. Of ten
// thousand agents at one density; a row is flat where the cost follows the work. What grows around neighbors
// is in perception_growth.cpp, what grows around ways in way_growth.cpp, what flies in projectile_growth.cpp,
// who is driven in actuator_growth.cpp.
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "core/det_math.h"
#include "growth_scene.h"
#include "observe/metrics/metric_set.h"
#include "observe/metrics/registry.h"
#include "observe/metrics/step_timer.h"

namespace drover::bench {
namespace {

// Points evenly along a circle in the middle of the world.
std::string circle(std::int64_t points, double radius) {
  std::string list;
  for (std::int64_t k = 0; k < points; ++k) {
    const auto at = det::sin_cos(det::kTwoPi * static_cast<double>(k) / static_cast<double>(points));
    list += fmt::format("{}[{:.9f}, {:.9f}]", k > 0 ? "," : "", 0.5 * kSide + radius * at.cos,
                        0.5 * kSide + radius * at.sin);
  }
  return list;
}

void by_members(benchmark::State& state, const char* behaviors) {
  const std::int64_t members = state.range(0);
  std::string list = agents("a", members, R"(, "group": "g")");
  if (members < kAgents) list += "," + agents("a", kAgents - members);
  measure(state, {.types = type("a", behaviors), .agents = list, .world = ""});
}

// All agents in formations of this many members each.
void by_slots(benchmark::State& state) {
  const std::int64_t members = state.range(0);
  std::string list;
  std::string formations;
  for (std::int64_t f = 0; f < kAgents / members; ++f) {
    list += (f > 0 ? "," : "") + agents("a", members, fmt::format(R"(, "group": "g{}")", f));
    formations += fmt::format(R"({}"f{}": {{"pattern": {{"type": "box"}}, "assignment": "sequential",
        "members": [{{"group": "g{}"}}], "anchor": {{"steering": {{"behaviors": [{{"type": "wander"}}]}}}}}})",
                              f > 0 ? "," : "", f, f);
  }
  measure(state, {.types = type("a", R"({"type": "slot_arrive"})"),
                  .agents = list,
                  .world = "",
                  .scenario = fmt::format(R"(, "formations": {{{}}})", formations)});
}

// A squad in cover among so many houses, from a threat that stands: what a step costs between two times in
// which covers are found.
void by_cover_shapes(benchmark::State& state) {
  const auto row = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(state.range(0)))));
  std::string houses;
  for (std::int64_t k = 0; k < state.range(0); ++k)
    houses += fmt::format(R"({}{{"box": {{"center": [{}, {}], "size": [4, 4]}}}})", k > 0 ? "," : "",
                          8 * (k % row), 8 * (k / row));
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format": 1, "seed": 1, "world": {{"obstacles": [{}]}}, "agent_types": {{{}}},
          "agents": [{{"type": "a", "count": 8, "placement": {{"type": "in_slot"}}}}], "formations": {{"f": {{
              "cover": {{"from": "shapes", "threat": {{"point": [-20, -20]}}}}, "members": [{{"agent_type": "a"}}],
              "anchor": {{"position": [4, 4],
                  "steering": {{"behaviors": [{{"type": "seek", "target": {{"point": [900, 900]}}}}]}}}}}}}}}})",
      houses, type("a", R"({"type": "slot_arrive"})")));
  measure_steps(state, std::move(simulator), {.warm_up = 40, .steps = 20});
}

void measure_building(benchmark::State& state, const std::string& text, std::int64_t count) {
  for (auto _ : state)
    benchmark::DoNotOptimize(make_simulator(text));
  state.counters["ns_per_agent"] =
      benchmark::Counter(1e-9 * static_cast<double>(state.iterations() * count),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Emergent formations of this many members each, who choose their places as they start.
void emergent_start(benchmark::State& state) {
  const std::int64_t members = state.range(0);
  const std::string text = text_of(
      {.types = type("a", R"({"type": "slot_arrive"})"),
       .agents = agents("a", members, "", 2.0 * std::sqrt(static_cast<double>(members))),
       .world = "",
       .scenario = R"(, "formations": {"f": {"mode": "emergent", "members": [{"agent_type": "a"}]}})"});
  measure_building(state, text, members);
}

void by_points(benchmark::State& state, const char* behaviors) {
  const std::string points = circle(state.range(0), 100.0);
  measure(state, {.types = type("a", behaviors),
                  .agents = agents("a", kAgents),
                  .world = fmt::format(R"(, "paths": {{"p": {{"points": [{0}], "closed": true}}}},
          "regions": {{"r": {{"points": [{0}]}}}}, "walls": [{{"id": "w", "points": [{0}]}}])",
                                       points)});
}

// A goal that is a strip with ever more corners, too narrow for the bodies.
void by_goal_corners(benchmark::State& state) {
  const std::int64_t pairs = state.range(0) / 2;
  std::string lower, upper;
  for (std::int64_t k = 0; k < pairs; ++k) {
    const double x = 300.0 * static_cast<double>(k) / static_cast<double>(pairs);
    const double dent = k % 2 == 0 ? 0.0 : 0.1;
    lower += fmt::format("[{}, {}],", x, 180.0 + dent);
    upper = fmt::format("[{}, {}]{}{}", x, 180.6 + dent, k > 0 ? "," : "", upper);
  }
  measure(state, {.types = type("a", R"({"type": "seek", "target": "goal"})", R"(, "radius": 0.5)"),
                  .agents = agents("a", kAgents, R"(, "goal": {"region": "strip"})"),
                  .world = fmt::format(R"(, "regions": {{"strip": {{"points": [{}{}]}}}})", lower, upper)});
}

// Sources that together let one agent in with every step, wherever there is room near them.
void by_sources(benchmark::State& state) {
  const std::int64_t sources = state.range(0);
  std::string events;
  for (std::int64_t k = 0; k < sources; ++k) {
    events += fmt::format(
        R"({}{{"type": "spawn", "at": {:.2f}, "every": {:.2f}, "times": {}, "when_free": true,
            "agents": {{"type": "a", "placement": {{"type": "disc", "center": [{}, {}], "radius": 3}}}}}})",
        k > 0 ? "," : "", 0.02 * static_cast<double>(k), 0.02 * static_cast<double>(sources),
        kAgents / sources, 3 * (k % 100), 3 * (k / 100));
  }
  measure(state, {.types = type("a", R"({"type": "wander"})", R"(, "radius": 0.3)"),
                  .agents = agents("a", kAgents),
                  .world = "",
                  .scenario = fmt::format(R"(, "simulation": {{"dt": 0.02}}, "events": [{}])", events)});
}

// Discs of ground in rows; together they cover the same part of the world, however many they are.
void by_patches(benchmark::State& state, const char* keys) {
  const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(state.range(0)))));
  const double pitch = kSide / static_cast<double>(side);
  std::string regions;
  std::string ground;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    const char* comma = k > 0 ? "," : "";
    regions += fmt::format(R"({}"r{}": {{"center": [{}, {}], "radius": {}}})", comma, k,
                           pitch * (static_cast<double>(k % side) + 0.5),
                           pitch * (static_cast<double>(k / side) + 0.5), 0.45 * pitch);
    ground += fmt::format(R"({}{{"region": "r{}", {}}})", comma, k, keys);
  }
  measure(state, {.types = type("a", R"({"type": "wander"})"),
                  .agents = agents("a", kAgents),
                  .world = fmt::format(R"(, "regions": {{{}}}, "ground": [{}])", regions, ground)});
}

// Rays that meet agents, among ever more of them at the same density: the time of a step per agent stays.
void by_agents(benchmark::State& state, const char* behaviors) {
  const std::int64_t count = state.range(0);
  const double side = 2.0 * std::sqrt(static_cast<double>(count));
  measure(state, {.types = type("a", behaviors), .agents = agents("a", count, "", side), .world = ""});
}

// All agents of one type flock and seek; the more goals there are, the fewer share one. Ten thousand goals
// should cost what one costs.
void by_goals(benchmark::State& state) {
  const std::int64_t goals = state.range(0);
  std::string list;
  for (std::int64_t k = 0; k < goals; ++k) {
    list += fmt::format("{}{}", k > 0 ? "," : "",
                        agents("a", kAgents / goals, fmt::format(R"(, "goal": [{}, {}])", k % 100, k / 100)));
  }
  measure(state,
          {.types = type("a", R"({"type": "flocking", "radius": 9}, {"type": "seek", "target": "goal"})"),
           .agents = list,
           .world = ""});
}

// The same with the point in the behavior, and no goals.
void one_point(benchmark::State& state) {
  measure(state,
          {.types = type(
               "a", R"({"type": "flocking", "radius": 9}, {"type": "seek", "target": {"point": [0, 0]}})"),
           .agents = agents("a", kAgents),
           .world = ""});
}

// All agents choose one of two regions anew in every step, by those who chose before: the time of a step per
// agent stays.
void by_choosers(benchmark::State& state) {
  measure(state,
          {.types = type("a", R"({"type": "seek", "target": "goal"})"),
           .agents = agents("a", state.range(0)),
           .world = R"(, "regions": {"east": {"min": [340, 0], "max": [360, 360]},
                                            "west": {"min": [0, 0], "max": [20, 360]}})",
           .scenario = R"(, "simulation": {"dt": 0.02}, "events": [{"type": "goal", "at": 0.02, "every": 0.02,
                      "until": 1000, "target": {"agent_type": "a"},
                      "goal": {"regions": ["east", "west"], "choose": "least_time"}}])"});
}

void measure_metrics(benchmark::State& state, Simulator& simulator, const NamedList<KindBox>& chosen,
                     std::int64_t agents) {
  MetricSet metrics(chosen, simulator);
  metrics.observe(simulator);
  double seconds = 0.0;
  for (auto _ : state) {
    simulator.step();
    const auto start = std::chrono::steady_clock::now();
    metrics.observe(simulator);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(took.count());
    seconds += took.count();
  }
  state.counters["ns_per_agent_step"] = 1e9 * seconds / static_cast<double>(state.iterations() * agents);
}

NamedList<KindBox> metrics_called(std::initializer_list<std::string_view> names) {
  NamedList<KindBox> chosen;
  for (const Kind* kind : metric_kinds()) {
    if (std::ranges::find(names, kind->name) != names.end())
      chosen.push_back({std::string(kind->name), {kind, kind->make_params()}});
  }
  return chosen;
}

// What the metrics of contacts cost an agent and state, in a flock that is as the argument says.
void contact_metrics(benchmark::State& state, const char* type_keys, const char* other_behaviors) {
  const std::string flock = fmt::format(R"({{"type": "flocking", "radius": 9{}}})", type_keys);
  Simulator simulator = make_simulator(text_of({.types = type("a", flock) + "," + type("b", other_behaviors),
                                                .agents = agents("a", kAgents - 1) + "," + agents("b", 1),
                                                .world = ""}));
  measure_metrics(state, simulator, metrics_called({"collisions", "overlap", "near_misses"}), kAgents);
}

// What collisions cost an agent and state by the number of agents, in flocks of small fast bodies.
void collisions_of_flock(benchmark::State& state) {
  Simulator simulator = make_simulator(load_flock(state.range(0)));
  measure_metrics(state, simulator, metrics_called({"collisions"}), state.range(0));
}

// What constrain costs an agent and step by the number of agents: people in a hall with walls, of whom few
// touch.
void constrain_people(benchmark::State& state) {
  const std::int64_t count = state.range(0);
  const double side = 2.0 * std::sqrt(static_cast<double>(count));
  std::string walls =
      fmt::format(R"({{"closed": true, "points": [[0, 0], [{0}, 0], [{0}, {0}], [0, {0}]]}})", side);
  for (double x = 4.0; x < side; x += 8.0)
    walls += fmt::format(R"(, {{"points": [[{0}, {1}], [{0}, {2}]]}})", x, 0.2 * side, 0.8 * side);
  Simulator simulator = make_simulator(fmt::format(R"({{"format": 1, "seed": 1,
      "simulation": {{"dt": 0.05, "non_penetration": {{"enabled": true}}}}, "world": {{"walls": [{0}]}},
      "agent_types": {{"a": {{"radius": 0.25, "max_speed": 1.3, "max_acceleration": 4, "steering": {{"behaviors": [
          {{"type": "collision_avoidance", "radius": 4, "horizon": 1.5}}, {{"type": "wall_avoidance"}},
          {{"type": "separation", "radius": 1, "variant": "linear", "threshold": 1}}, {{"type": "wander"}}]}}}}}},
      "agents": [{{"type": "a", "count": {1}, "speed": 1, "heading_deg": {{"uniform": [-180, 180]}},
          "placement": {{"type": "rectangle", "min": [1, 1], "max": [{2}, {2}]}}}}]}})",
                                                   walls, count, side - 1.0));
  double before = 0.0;
  StepTimer timer;
  for (auto _ : state) {
    simulator.step(&timer);
    const double taken = timer.phase(Phase::constrain).total();
    state.SetIterationTime(taken - before);
    before = taken;
  }
  state.counters["ns_per_agent_step"] = 1e9 * before / static_cast<double>(state.iterations() * count);
}

// What a metric of distances costs an agent and state; with one agent far from all others, too, in a world
// without edges, and with steps so long that agents are elsewhere in each state.
enum class Crowd { usual, one_is_far, long_steps };
void distance_metric(benchmark::State& state, const char* name, Crowd crowd) {
  const bool one_is_far = crowd == Crowd::one_is_far;
  const std::string far = R"(, {"type": "a", "position": [100000, 100000]})";
  std::string text =
      text_of({.types = type("a", R"({"type": "flocking", "radius": 9})"),
               .agents = agents("a", kAgents) + (one_is_far ? far : ""),
               .world = "",
               .scenario = crowd == Crowd::long_steps ? R"(, "simulation": {"dt": 0.5})" : ""});
  const std::string_view wraps = R"("wrap")";
  if (one_is_far) text.replace(text.find(wraps), wraps.size(), R"("open")");
  Simulator simulator = make_simulator(text);
  measure_metrics(state, simulator, metrics_called({name}), kAgents);
}

// What an area costs an agent and state by the number of agents, two for every square meter, all of them
// inside.
void area_metric(benchmark::State& state, const char* method) {
  const std::int64_t count = state.range(0);
  const double side = std::sqrt(static_cast<double>(count) / 2.0);
  const std::string text = text_of(
      {.types = type("a", R"({"type": "wander"})", R"(, "radius": 0.2)"),
       .agents = agents("a", count, "", side),
       .world = fmt::format(R"(, "regions": {{"all": {{"min": [0, 0], "max": [{0}, {0}]}}}})", side),
       .scenario = fmt::format(
           R"(, "record": {{"metrics": {{"area": {{"region": "all", "method": "{}", "every": 0}}}}}})",
           method)});
  const LoadedScenario scenario = load_text(text);
  Simulator simulator = make_simulator(scenario);
  measure_metrics(state, simulator, possible_metrics(scenario.def.record), count);
}

// What a line in the middle costs an agent and state by the number of agents.
void line_metric(benchmark::State& state) {
  const std::int64_t count = state.range(0);
  const double side = std::sqrt(static_cast<double>(count));
  const LoadedScenario scenario =
      load_text(text_of({.types = type("a", R"({"type": "wander"})"),
                         .agents = agents("a", count, "", side),
                         .world = "",
                         .scenario = fmt::format(R"(, "record": {{"metrics": {{"line_crossings":
                   {{"from": [{0}, 0], "to": [{0}, {1}]}}}}}})",
                                                 0.5 * side, side)}));
  Simulator simulator = make_simulator(scenario);
  measure_metrics(state, simulator, possible_metrics(scenario.def.record), count);
}

// Placing ever more agents, whose bodies cover 28 % of the ground: the time per agent stays.
void placing(benchmark::State& state) {
  const std::int64_t count = state.range(0);
  const double side = std::sqrt(static_cast<double>(count));
  const std::string text = text_of({.types = type("a", "", R"(, "radius": 0.3)"),
                                    .agents = agents("a", count, "", side, false),
                                    .world = ""});
  measure_building(state, text, count);
}

// The same beside a body of ever more meters.
void placing_beside_a_large_body(benchmark::State& state) {
  const double side = std::sqrt(static_cast<double>(kAgents));
  const std::string text = text_of(
      {.types = type("a", "", R"(, "radius": 0.3)") + "," +
                type("whale", "", fmt::format(R"(, "radius": {})", state.range(0))),
       .agents = agents("a", kAgents, "", side, false) + R"(, {"type": "whale", "position": [230, 230]})",
       .world = ""});
  measure_building(state, text, kAgents);
}

// Placing ever more obstacles in a region, with the same room for each.
void placing_obstacles(benchmark::State& state) {
  const std::int64_t count = state.range(0);
  const double side = 2.0 * std::sqrt(static_cast<double>(count));
  const std::string text =
      text_of({.types = type("a", ""),
               .agents = agents("a", 1),
               .world = fmt::format(
                   R"(, "regions": {{"wood": {{"points": [[0, 0], [{0}, 0], [{0}, {0}], [0, {0}]]}}}},
           "obstacles": [{{"count": {1}, "box": {{"size": [0.6, 0.4]}}, "turn": {{"uniform": [0, 3]}},
               "placement": {{"type": "region", "region": "wood", "gap": 0.2}}}}])",
                   side, count)});
  measure_building(state, text, count);
}

void goals(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "goals", {1, 10, 100, 1000, 10000});
}
// Linear: every corner within reach of the goal is looked at.
void corners(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "corners", {10, 100, 1000});
}
void numbers_of_agents(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "agents", {100, 1000, 10000});
}
BENCHMARK_CAPTURE(by_members, nearest, R"({"type": "seek", "target": {"group": "g"}})")->Apply(tenfold);
BENCHMARK_CAPTURE(by_members, centroid,
                  R"({"type": "match_velocity", "target": {"group": "g", "select": "centroid"}})")
    ->Apply(tenfold);
BENCHMARK_CAPTURE(by_members, condition, R"({"type": "wander", "when": {"type": "distance",
    "target": {"group": "g"}, "less_than": 5}})")
    ->Apply(tenfold);

// Every agent looks at all bodies in its way: as much more work as there are.
BENCHMARK_CAPTURE(by_members, opening, R"({"type": "wander", "when": {"type": "opening", "from": [180, 178],
    "to": [180, 182], "group": "g", "greater_than": 0.01}})")
    ->Apply(tenfold);
BENCHMARK(by_slots)->Apply(tenfold);
BENCHMARK(by_cover_shapes)->Apply(tenfold);
BENCHMARK(one_point)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(by_goals)->Apply(goals);
BENCHMARK_CAPTURE(by_points, rabbit, R"({"type": "follow_path", "path": "p", "variant": "rabbit"})")
    ->Apply(tenfold);
BENCHMARK_CAPTURE(by_points, corridor, R"({"type": "follow_corridor", "path": "p"})")->Apply(tenfold);
BENCHMARK_CAPTURE(by_points, target_path, R"({"type": "seek", "target": {"path": "p"}})")->Apply(tenfold);
BENCHMARK_CAPTURE(by_points, target_wall, R"({"type": "seek", "target": {"wall": "w"}})")->Apply(tenfold);
BENCHMARK_CAPTURE(by_points, containment, R"({"type": "containment", "region": "r"})")->Apply(tenfold);
BENCHMARK_CAPTURE(by_points, in_region, R"({"type": "wander", "when": {"type": "region", "region": "r"}})")
    ->Apply(tenfold);

BENCHMARK_CAPTURE(by_patches, slow, R"("speed_factor": 0.5)")->Apply(tenfold);
BENCHMARK_CAPTURE(by_patches, carry, R"("carries": [0.5, 0.25])")->Apply(tenfold);

BENCHMARK(placing)->ArgName("agents")->Arg(1000)->Arg(10000)->Arg(100000)->Iterations(3)->Unit(
    benchmark::kMillisecond);
BENCHMARK(placing_beside_a_large_body)
    ->ArgName("meters")
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(placing_obstacles)
    ->ArgName("obstacles")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(emergent_start)
    ->ArgName("members")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(by_goal_corners)->Apply(corners);
BENCHMARK(by_sources)->Apply(tenfold);
BENCHMARK(line_metric)->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(by_agents, rays, R"({"type": "wall_avoidance", "variant": "rays", "agents": true})")
    ->Apply(numbers_of_agents);
BENCHMARK(by_choosers)->Apply(numbers_of_agents);
void observed(benchmark::internal::Benchmark* bench) {
  bench->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(60);
}
void observed_by_agents(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "agents", {1000, 10'000, 100'000});
  bench->Iterations(60);
}
BENCHMARK(collisions_of_flock)->Apply(observed_by_agents);
BENCHMARK(constrain_people)->Apply(observed_by_agents);
BENCHMARK_CAPTURE(contact_metrics, all_alike, "", R"({"type": "flocking", "radius": 9})")->Apply(observed);
BENCHMARK_CAPTURE(contact_metrics, one_without_neighbors, "", R"({"type": "wander"})")->Apply(observed);
BENCHMARK_CAPTURE(distance_metric, near_misses, "near_misses", Crowd::usual)->Apply(observed);
BENCHMARK_CAPTURE(distance_metric, near_misses_long_steps, "near_misses", Crowd::long_steps)->Apply(observed);
BENCHMARK_CAPTURE(distance_metric, nearest_neighbor, "nearest_neighbor", Crowd::usual)->Apply(observed);
BENCHMARK_CAPTURE(distance_metric, nearest_neighbor_one_far, "nearest_neighbor", Crowd::one_is_far)
    ->Apply(observed);
BENCHMARK_CAPTURE(distance_metric, nearest_neighbor_long_steps, "nearest_neighbor", Crowd::long_steps)
    ->Apply(observed);
BENCHMARK_CAPTURE(area_metric, count, "count")->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(area_metric, voronoi, "voronoi")->Apply(numbers_of_agents);
BENCHMARK_CAPTURE(contact_metrics, with_views, R"(, "view": "limited")", R"({"type": "wander"})")
    ->Apply(observed);

}  // namespace
}  // namespace drover::bench
