// What walls, obstacles and regions cost an agent: whole steps and single questions by the number of walls
// and obstacles, at constant density around the agents, so that all that grows is what stands out of reach,
// and steps by the number of corners of a region.
#include <array>
#include <cmath>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "core/det_math.h"
#include "core/random.h"

namespace drover::bench {
namespace {

inline constexpr std::int64_t kAgentCount = 200;
inline constexpr double kAreaPerItem = 16.0;  // m^2 of the world for each obstacle and each wall

double side_of_world(std::int64_t count) {
  return std::sqrt(kAreaPerItem * static_cast<double>(count));
}

// Which obstacles there are: circles, or turned boxes and polygons of five corners with a notch, as large.
enum class Form { circles, boxes_and_polygons };

std::string shape(Form form, std::int64_t k, Vec3 center, double radius, Draws& draws) {
  if (form == Form::circles)
    return fmt::format(R"({{"center": [{:.6f}, {:.6f}], "radius": {:.6f}}})", center.x, center.y, radius);
  if (k % 2 == 0) {
    return fmt::format(
        R"({{"box": {{"center": [{:.6f}, {:.6f}], "size": [{:.6f}, {:.6f}], "angle": {:.6f}}}}})", center.x,
        center.y, 1.6 * radius, 1.2 * radius, det::kPi * draws.uniform());
  }
  std::string corners;
  for (const Vec3 corner :
       {Vec3{-1, -0.7, 0}, Vec3{1, -0.7, 0}, Vec3{1, 0.7, 0}, Vec3{0, 0.1, 0}, Vec3{-1, 0.7, 0}}) {
    corners += fmt::format("{}[{:.6f}, {:.6f}]", corners.empty() ? "" : ", ", center.x + radius * corner.x,
                           center.y + radius * corner.y);
  }
  return fmt::format(R"({{"polygon": [{}]}})", corners);
}

std::string obstacles(Form form, std::int64_t count, Draws& draws) {
  const double side = side_of_world(count);
  std::string list;
  for (std::int64_t k = 0; k < count; ++k) {
    const double x = side * draws.uniform();
    const double y = side * draws.uniform();
    const double radius = 0.2 + 0.3 * draws.uniform();
    if (k > 0) list += ",";
    list += shape(form, k, {x, y, 0.0}, radius, draws);
  }
  return list;
}

std::string walls(std::int64_t count, Draws& draws) {
  const double side = side_of_world(count);
  std::string list;
  for (std::int64_t k = 0; k < count; ++k) {
    const double x = side * draws.uniform();
    const double y = side * draws.uniform();
    const auto along = det::sin_cos(det::kTwoPi * draws.uniform());
    list += fmt::format(R"({}{{"points": [[{:.6f}, {:.6f}], [{:.6f}, {:.6f}]]}})", k > 0 ? "," : "", x, y,
                        x + 2.0 * along.cos, y + 2.0 * along.sin);
  }
  return list;
}

// As many obstacles as walls; few enough agents not to meet each other, all steered by what does not move.
// They are among it, or in a field of the width `away` [m] beside it, a quarter of it or more away.
std::string scene(std::int64_t count, std::string_view behaviors, Form form = Form::circles,
                  double away = 0.0) {
  Draws draws({7});
  const double side = side_of_world(count);
  const double from = away > 0.0 ? side + 0.25 * away : 0.0;
  const double to = away > 0.0 ? side + 0.75 * away : side;
  const std::string shapes = obstacles(form, count, draws);
  const std::string segments = walls(count, draws);
  return fmt::format(
      R"({{"format": 1, "seed": 1,
          "world": {{"bounds": {{"min": [0, 0], "max": [{5}, {0}], "edge": "wrap"}},
                     "obstacles": [{1}], "walls": [{2}]}},
          "simulation": {{"non_penetration": {{"enabled": true}}}},
          "agent_types": {{"walker": {{"radius": 0.05, "max_speed": 1, "max_acceleration": 4,
            "steering": {{"behaviors": [{3}]}}}}}},
          "agents": [{{"type": "walker", "count": {4}, "heading": {{"uniform": [-3.14, 3.14]}}, "speed": 0.5,
                      "placement": {{"type": "rectangle", "min": [{6}, 0], "max": [{7}, {0}]}}}}]}})",
      side, shapes, segments, behaviors, kAgentCount, side + away, from, to);
}

void step(benchmark::State& state, const char* behaviors, Form form = Form::circles) {
  measure_steps(state, make_simulator(scene(state.range(0), behaviors, form)), {.warm_up = 20});
}

// Agents that stay in their field.
void step_away(benchmark::State& state, const char* behaviors) {
  measure_steps(state, make_simulator(scene(state.range(0), behaviors, Form::circles, 100.0)),
                {.warm_up = 20});
}

inline constexpr const char* kBox = R"({"type": "wander"}, {"type": "obstacle_avoidance"})";
inline constexpr const char* kFeelers =
    R"({"type": "wander"}, {"type": "obstacle_avoidance", "variant": "feeler", "feelers": 3})";
inline constexpr const char* kRays = R"({"type": "wander"}, {"type": "obstacle_avoidance",
    "variant": "ray_normal"}, {"type": "wall_avoidance"})";
// Those of drover:pedestrian: the way of the body, and whiskers.
inline constexpr const char* kTwoSets = R"({"type": "wander"},
    {"type": "wall_avoidance", "config": "volume", "length": 0.6, "obstacles": true},
    {"type": "wall_avoidance", "length": 0.45, "whisker_length": 0.45, "whisker_angle_deg": 80,
     "obstacles": true})";
inline constexpr const char* kHidden =
    R"({"type": "wander"}, {"type": "separation", "radius": 3, "walls_hide": true})";
inline constexpr const char* kNone = R"({"type": "wander"})";

void by_count(benchmark::internal::Benchmark* bench) {
  bench->ArgName("items")->Arg(10)->Arg(100)->Arg(1000)->Arg(10000);
}

void steps_by_count(benchmark::internal::Benchmark* bench) {
  bench->Apply(by_count)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(step, non_penetration_only, kNone)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step, obstacle_box, kBox)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step, obstacle_feelers, kFeelers)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step, rays_and_walls, kRays)->Apply(steps_by_count);
// What feelers cost is their row less non_penetration_only.
BENCHMARK_CAPTURE(step, two_sets_of_feelers, kTwoSets)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step_away, non_penetration_only, kNone)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step_away, two_sets_of_feelers, kTwoSets)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step, neighbors_behind_walls, kHidden)->Apply(steps_by_count);

// Ten thousand boxes and polygons cost about what as many circles do.
BENCHMARK_CAPTURE(step, obstacle_box_shapes, kBox, Form::boxes_and_polygons)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step, obstacle_feelers_shapes, kFeelers, Form::boxes_and_polygons)->Apply(steps_by_count);
BENCHMARK_CAPTURE(step, rays_and_walls_shapes, kRays, Form::boxes_and_polygons)->Apply(steps_by_count);

// Agents all over a world, open or not, and a region of ever more corners in its middle: small as a goal,
// else about a third of the world.
enum class RegionUse { goal, condition, containment };

void region(benchmark::State& state, RegionUse use, std::string_view edge) {
  constexpr double kSide = 100.0;  // m
  const std::int64_t count = state.range(0);
  std::string corners;
  for (std::int64_t k = 0; k < count; ++k) {
    const double angle = det::kTwoPi * static_cast<double>(k) / static_cast<double>(count);
    const auto at = det::sin_cos(angle);
    const double reach = (use == RegionUse::goal ? 5.0 : 30.0) * (1.0 + 0.15 * det::cos(5.0 * angle));
    corners += fmt::format("{}[{:.9f}, {:.9f}]", k > 0 ? ", " : "", 0.5 * kSide + reach * at.cos,
                           0.5 * kSide + reach * at.sin);
  }
  const char* behaviors = R"({"type": "wander"}, {"type": "containment", "region": "r"})";
  if (use == RegionUse::goal) behaviors = R"({"type": "seek", "target": "goal"})";
  if (use == RegionUse::condition)
    behaviors = R"({"type": "wander", "when": {"type": "region", "region": "r"}})";
  const std::string scene = fmt::format(
      R"({{"format": 1, "seed": 1,
          "world": {{"bounds": {{"min": [0, 0], "max": [{0}, {0}], "edge": "{1}"}},
                     "regions": {{"r": {{"points": [{2}]}}}}}},
          "agent_types": {{"a": {{"radius": 0.2, "max_speed": 1.5, "steering": {{"behaviors": [{3}]}}}}}},
          "agents": [{{"type": "a", "count": 2000, "overlap": true, "heading": {{"uniform": [-3.14, 3.14]}},
                      "speed": 1, "placement": {{"type": "rectangle", "min": [0, 0], "max": [{0}, {0}]}}{4}}}]}})",
      kSide, edge, corners, behaviors, use == RegionUse::goal ? R"(, "goal": "r")" : "");
  measure_steps(state, make_simulator(scene), {});
}

void by_corners(benchmark::internal::Benchmark* bench) {
  bench->ArgName("corners")->Arg(4)->Arg(10)->Arg(100)->Arg(1000);
  bench->UseManualTime()->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(region, goal_open, RegionUse::goal, "open")->Apply(by_corners);
BENCHMARK_CAPTURE(region, goal_wrap, RegionUse::goal, "wrap")->Apply(by_corners);
BENCHMARK_CAPTURE(region, condition_open, RegionUse::condition, "open")->Apply(by_corners);
BENCHMARK_CAPTURE(region, condition_wrap, RegionUse::condition, "wrap")->Apply(by_corners);
BENCHMARK_CAPTURE(region, containment_open, RegionUse::containment, "open")->Apply(by_corners);
BENCHMARK_CAPTURE(region, containment_wrap, RegionUse::containment, "wrap")->Apply(by_corners);

// Single questions, from positions all over the world.
enum class Question { wall_ray, swept_wall, obstacle_ray, sight };

bool asked(const StaticGeometry& geometry, Question question, Vec3 from, Vec3 to) {
  switch (question) {
    case Question::wall_ray:
      return geometry.first_wall_hit(from, to).has_value();
    case Question::swept_wall:
      return geometry.first_swept_wall_hit(from, to, 0.3).has_value();
    case Question::obstacle_ray:
      return geometry.first_obstacle_hit(from, to).has_value();
    case Question::sight:
      break;
  }
  return geometry.blocks_sight(from, to);
}

void query(benchmark::State& state, Question question, double length, Form form = Form::circles) {
  const Simulator simulator = make_simulator(scene(state.range(0), kNone, form));
  const StaticGeometry geometry = simulator.world().geometry();
  const double side = side_of_world(state.range(0));
  Draws draws({8});
  struct Segment {
    Vec3 from, to;
  };
  std::vector<Segment> segments(1024);
  for (Segment& segment : segments) {
    const double x = side * draws.uniform();
    const double y = side * draws.uniform();
    const auto along = det::sin_cos(det::kTwoPi * draws.uniform());
    segment = {{x, y, 0}, {x + length * along.cos, y + length * along.sin, 0}};
  }
  std::size_t next = 0;
  for (auto _ : state) {
    const Segment& segment = segments[next++ % segments.size()];
    benchmark::DoNotOptimize(asked(geometry, question, segment.from, segment.to));
  }
}

BENCHMARK_CAPTURE(query, wall_ray_4m, Question::wall_ray, 4.0)->Apply(by_count);
BENCHMARK_CAPTURE(query, swept_wall_4m, Question::swept_wall, 4.0)->Apply(by_count);
BENCHMARK_CAPTURE(query, obstacle_ray_4m, Question::obstacle_ray, 4.0)->Apply(by_count);
BENCHMARK_CAPTURE(query, sight_4m, Question::sight, 4.0)->Apply(by_count);
BENCHMARK_CAPTURE(query, shape_ray_4m, Question::obstacle_ray, 4.0, Form::boxes_and_polygons)
    ->Apply(by_count);
BENCHMARK_CAPTURE(query, sight_by_shapes_4m, Question::sight, 4.0, Form::boxes_and_polygons)->Apply(by_count);
BENCHMARK_CAPTURE(query, wall_ray_100m, Question::wall_ray, 100.0)->Apply(by_count);

}  // namespace
}  // namespace drover::bench
