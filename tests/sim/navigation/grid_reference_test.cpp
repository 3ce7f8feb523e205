// Costs of ways against Boost.Graph.
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <gtest/gtest.h>

#include "sim/navigation/built_field.h"
#include "sim/navigation/grid_search.h"
#include "sim/navigation/random_grid.h"

namespace drover::grid_reference_test {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                    boost::property<boost::edge_weight_t, double>>;

// From every cell to the nearest goal [m].
std::vector<double> reference_distances(const RandomGrid& grid) {
  const CellIndex count = grid.map.frame().cell_count();
  Graph backwards(count + 1);  // the last vertex has an edge to every goal
  for (CellIndex cell = 0; cell < count; ++cell)
    grid.map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
      const double cost = (grid.map.cost(cell) + grid.map.cost(to)) / 512.0;
      boost::add_edge(to, cell, is_diagonal(move) ? cost * std::sqrt(2.0) : cost, backwards);
    });
  for (const FieldGoal& goal : grid.goals)
    boost::add_edge(count, goal.cell, goal.bias, backwards);
  std::vector<double> distances(count + 1);
  boost::dijkstra_shortest_paths(
      backwards, count,
      boost::distance_map(distances.data()).distance_inf(std::numeric_limits<double>::infinity()));
  return distances;
}

TEST(GridReference, FieldsAndSearchesFindTheCheapestWays) {
  Draws draws({11});
  int reached = 0;
  int unreached = 0;
  GridSearch search;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const RandomGrid grid = random_grid(draws, round, {.one_way = round % 2 == 0, .biases = round % 4 < 2});
    const std::vector<double> expected = reference_distances(grid);
    const BuiltField built = built_field(grid.map, grid.goals);
    std::vector<CellIndex> goals;
    for (const FieldGoal& goal : grid.goals)
      goals.push_back(goal.cell);
    for (CellIndex cell = 0; cell < grid.map.frame().cell_count(); ++cell) {
      const bool is_reached = expected[cell] < kInfinity;
      ASSERT_EQ(built.field.is_reached(cell), is_reached) << cell;
      ++(is_reached ? reached : unreached);
      if (is_reached) {
        ASSERT_NEAR(built.field.distance(cell), expected[cell], 1e-9) << cell;
      }
      if (round % 4 < 2 || goals.empty()) continue;
      const GridPath& path = search.find(grid.map, cell, goals);
      ASSERT_EQ(path.status == SearchStatus::ok || path.status == SearchStatus::trivial, is_reached);
      // The same sum of the same costs, whatever its order.
      if (is_reached) {
        ASSERT_EQ(path.cost.meters(1.0), built.field.distance(cell)) << cell;
      }
    }
  }
  EXPECT_GT(reached, 20000);
  EXPECT_GT(unreached, 1000);
}

}  // namespace
}  // namespace drover::grid_reference_test
