// What ways over a grid cost: a field per cell and a search per cell that it closes, on open ground and in a
// hall with pillars and ground of unlike costs; from how many agents on a field costs less than searches; and
// what a place that cannot be reached costs.
#include <chrono>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/random.h"
#include "sim/navigation/field_builder.h"
#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_map.h"
#include "sim/navigation/grid_parts.h"
#include "sim/navigation/grid_search.h"

namespace drover::bench {
namespace {

enum class Ground { open, uneven };

GridMap square(std::int64_t side, Ground ground) {
  Draws draws({1});
  GridMap map(GridFrame{.origin = {}, .width = side, .height = side}, 8, CornerCutting::never);
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell) {
    map.set_free(cell, ground == Ground::open || draws.uniform() > 0.1);
    if (ground == Ground::uneven) map.set_cost(cell, 1.0 + 4.0 * draws.uniform());
  }
  map.set_free(0, true);
  map.connect_all();
  return map;
}

void build_field(benchmark::State& state, Integration integration, Ground ground) {
  const GridMap map = square(state.range(0), ground);
  const FieldGoal goal{map.frame().index({map.frame().width / 2, map.frame().height / 2}), 0.0};
  FieldBuilder builder;
  FlowField field;
  builder.build(map, {&goal, 1}, {.integration = integration}, field);
  for (auto _ : state)
    builder.build(map, {&goal, 1}, {.integration = integration}, field);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(map.frame().cell_count()));
}

void sample_field(benchmark::State& state, FieldDirection direction, Sampling sampling) {
  const GridMap map = square(256, Ground::open);
  const FieldGoal goal{map.frame().index({128, 128}), 0.0};
  FieldBuilder builder;
  FlowField field;
  builder.build(map, {&goal, 1}, {.direction = direction}, field);
  Draws draws({2});
  for (auto _ : state) {
    const double x = 256.0 * draws.uniform();
    const double y = 256.0 * draws.uniform();
    benchmark::DoNotOptimize(field.sample(map, {x, y, 0.0}, sampling));
  }
  state.SetItemsProcessed(state.iterations());
}

void find_way(benchmark::State& state, SearchKind kind, Ground ground) {
  const GridMap map = square(state.range(0), ground);
  const CellIndex goal = map.frame().index({map.frame().width - 1, map.frame().height / 3});
  GridSearch search;
  search.find(map, 0, {&goal, 1}, {.kind = kind});
  std::int64_t expansions = 0;
  for (auto _ : state)
    expansions += search.find(map, 0, {&goal, 1}, {.kind = kind}).expansions;
  state.SetItemsProcessed(expansions);
}

// 60 x 40 cells with a wall from below and one from above, or none.
GridMap hall(bool has_walls) {
  GridMap map(GridFrame{.origin = {}, .width = 60, .height = 40}, 8, CornerCutting::never);
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell) {
    const GridCell at = map.frame().cell(cell);
    const bool is_wall = (at.x == 20 && at.y < 30) || (at.x == 40 && at.y >= 10);
    map.set_free(cell, !(has_walls && is_wall));
  }
  map.connect_all();
  return map;
}

// How many agents of a hundred that go to one place make a field cheaper than a search each: in cells that
// are closed, and in time.
void break_even(benchmark::State& state, bool has_walls) {
  using Clock = std::chrono::steady_clock;
  const GridMap map = hall(has_walls);
  const CellIndex goal = map.frame().index({55, 35});
  const FieldGoal field_goal{goal, 0.0};
  FieldBuilder builder;
  FlowField field;
  GridSearch search;
  double searches = 0.0;  // s of a hundred
  double fields = 0.0;    // s of one
  double expansions = 0.0;
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    for (std::int64_t k = 0; k < 100; ++k)
      expansions += search.find(map, map.frame().index({k % 10, 4 * (k / 10)}), {&goal, 1}).expansions;
    const Clock::time_point between = Clock::now();
    builder.build(map, {&field_goal, 1}, {}, field);
    searches += std::chrono::duration<double>(between - start).count();
    fields += std::chrono::duration<double>(Clock::now() - between).count();
  }
  const double per_search = expansions / (100.0 * static_cast<double>(state.iterations()));
  state.counters["expansions_per_search"] = per_search;
  state.counters["cells_of_field"] = field.reached_count();
  state.counters["agents_by_cells"] = field.reached_count() / per_search;
  state.counters["agents_by_time"] = 100.0 * fields / searches;
}

// A place in a closed room of a hall: with the parts of the grid known the hall need not be searched.
void find_no_way(benchmark::State& state, bool knows_parts) {
  GridMap map = square(256, Ground::open);
  for (std::int64_t k = 120; k <= 140; ++k) {
    for (const GridCell cell : {GridCell{k, 120}, GridCell{k, 140}, GridCell{120, k}, GridCell{140, k}})
      map.set_free(map.frame().index(cell), false);
  }
  map.connect_all();
  const CellIndex goal = map.frame().index({130, 130});
  GridParts parts;
  parts.find(map);
  GridSearch search;
  const GridSearchOptions options{.parts = knows_parts ? &parts : nullptr};
  for (auto _ : state)
    benchmark::DoNotOptimize(search.find(map, 0, {&goal, 1}, options).expansions);
}

void find_parts(benchmark::State& state) {
  const GridMap map = square(256, Ground::uneven);
  GridParts parts;
  for (auto _ : state)
    parts.find(map);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(map.frame().cell_count()));
}

BENCHMARK_CAPTURE(build_field, bfs, Integration::bfs, Ground::open)->RangeMultiplier(4)->Range(64, 1024);
BENCHMARK_CAPTURE(build_field, dijkstra, Integration::dijkstra, Ground::open)
    ->RangeMultiplier(4)
    ->Range(64, 1024);
BENCHMARK_CAPTURE(build_field, dijkstra_uneven, Integration::dijkstra, Ground::uneven)
    ->RangeMultiplier(4)
    ->Range(64, 1024);
BENCHMARK_CAPTURE(build_field, fast_marching, Integration::fast_marching, Ground::open)
    ->RangeMultiplier(4)
    ->Range(64, 1024);
BENCHMARK_CAPTURE(sample_field, neighbor_nearest, FieldDirection::neighbor, Sampling::nearest);
BENCHMARK_CAPTURE(sample_field, neighbor_bilinear, FieldDirection::neighbor, Sampling::bilinear);
BENCHMARK_CAPTURE(sample_field, gradient_bilinear, FieldDirection::gradient, Sampling::bilinear);
BENCHMARK_CAPTURE(find_way, astar, SearchKind::astar, Ground::open)->Arg(256);
BENCHMARK_CAPTURE(find_way, astar_uneven, SearchKind::astar, Ground::uneven)->Arg(256);
BENCHMARK_CAPTURE(find_way, dijkstra, SearchKind::dijkstra, Ground::uneven)->Arg(256);
BENCHMARK_CAPTURE(break_even, two_walls, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(break_even, open, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(find_no_way, searched, false)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(find_no_way, known, true)->Unit(benchmark::kMicrosecond);
BENCHMARK(find_parts);

}  // namespace
}  // namespace drover::bench
