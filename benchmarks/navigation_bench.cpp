// What ways over a grid cost: a field per cell and a search per cell that it closes, on open ground and in a
// hall with pillars and ground of unlike costs.
#include <cstdint>

#include <benchmark/benchmark.h>

#include "core/random.h"
#include "sim/navigation/field_builder.h"
#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_map.h"
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

}  // namespace
}  // namespace drover::bench
