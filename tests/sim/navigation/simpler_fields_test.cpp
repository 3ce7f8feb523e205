// Simpler forms of flow fields that are in use, what goes wrong with each, and that ours do without.
#include <cmath>
#include <deque>
#include <set>

#include <gtest/gtest.h>

#include "sim/navigation/built_field.h"
#include "sim/navigation/grid_search.h"
#include "sim/navigation/random_grid.h"

namespace drover::simpler_fields_test {
namespace {

constexpr FieldOptions kHops{.integration = Integration::bfs};
constexpr FieldOptions kMarching{.integration = Integration::fast_marching};

// Numbers every neighbor of a cell that leaves the queue, whether it has a number or not.
struct EndlessNumbering {
  std::vector<int> numbers;
  std::deque<CellIndex> queue;

  EndlessNumbering(const GridMap& map, CellIndex goal, int rounds) : numbers(map.frame().cell_count()) {
    queue.push_back(goal);
    for (int round = 0; round < rounds && !queue.empty(); ++round) {
      const CellIndex cell = queue.front();
      queue.pop_front();
      map.visit_moves(cell, [&](CellIndex to, std::size_t) {
        numbers[to] = numbers[cell] + 1;
        queue.push_back(to);
      });
    }
  }
};

TEST(SimplerFields, WithoutATestOfBeingReachedNumberingNeverEnds) {
  const GridMap pair = drawn_map({".."}, {.connectivity = 4});
  const EndlessNumbering two(pair, 0, 10);
  EXPECT_EQ(two.numbers, (std::vector<int>{10, 9}));
  EXPECT_FALSE(two.queue.empty());
  EXPECT_EQ(row_text(built_field(pair, {{0, 0.0}}, kHops), 0), "0 1");

  const MapRows rows = {"...", ".G.", "..."};
  const GridMap square = drawn_map(rows, {.connectivity = 4});
  const EndlessNumbering nine(square, marked_cell(rows, 'G'), 200);
  EXPECT_EQ(nine.numbers[4], 6);
  EXPECT_EQ(nine.queue.size(), 366u);
  EXPECT_EQ(distance_rows(built_field(rows, kHops)), (MapRows{"2 1 2", "1 0 1", "2 1 2"}));
}

// The difference of the numbers at both sides, with a number for blocked cells.
Vec3 slope_with_numbers_of_walls(const BuiltField& built, GridCell cell, double wall) {
  const auto value = [&](std::size_t move) {
    const CellIndex to = built.map.frame().neighbor(built.index(cell), move);
    return to == kNoCell || !built.map.is_free(to) ? wall : built.field.distance(to);
  };
  return {value(2) - value(0), value(3) - value(1), 0.0};
}

TEST(SimplerFields, NumbersOfWallsPullOrPush) {
  const BuiltField built = built_field(bar_rows(), kHops);
  EXPECT_EQ(slope_with_numbers_of_walls(built, {3, 1}, 0.0), (Vec3{0, 10, 0}));
  EXPECT_EQ(slope_with_numbers_of_walls(built, {3, 1}, 1e6), (Vec3{0, -999990, 0}));
}

// A raw slope at the center of each cell, followed to the nearest of eight cells.
TEST(SimplerFields, ARawSlopeStopsBelowTheBar) {
  const BuiltField built = built_field(bar_rows(), kHops);
  const GridCell above{3, 1};
  EXPECT_EQ(built.slope({3, 0}), (Vec3{0, 2, 0}));  // leads there
  EXPECT_EQ(built.slope(above), (Vec3{0, 2, 0}));   // into the bar
  EXPECT_EQ(built.map.target(built.index(above), 1), kNoCell);
}

// Of neighbors in the order E, N, W, S, NE, NW, SW, SE that with the least number; the first one is only
// taken if no other has a number.
std::size_t least_but_first(const BuiltField& built, GridCell cell) {
  std::size_t best = 0;
  double least = kInfinity;
  for (std::size_t move = 1; move < kGridMoves.size(); ++move) {
    const CellIndex to = built.map.frame().neighbor(built.index(cell), move);
    if (to == kNoCell || !(built.field.distance(to) < least)) continue;
    least = built.field.distance(to);
    best = move;
  }
  return best;
}

TEST(SimplerFields, TheFirstNeighborCountsToo) {
  const BuiltField built = built_field({"...", ".G.", "..."}, kHops);
  EXPECT_EQ(least_but_first(built, {0, 1}), 4u);  // NE, though the goal is E
  EXPECT_EQ(built.direction({0, 1}), (Vec3{1, 0, 0}));
  // Without a comparison to the cell itself a goal points away.
  EXPECT_EQ(least_but_first(built, {1, 1}), 1u);
  EXPECT_EQ(built.direction({1, 1}), Vec3{});
}

TEST(SimplerFields, DiagonalsPassNoBlockedCorner) {
  const MapRows rows = {".....", ".##..", ".#G..", ".....", "....."};
  const BuiltField built = built_field(rows, kHops);
  EXPECT_EQ(least_but_first(built, {0, 2}), 7u);  // SE, past (1,2)
  EXPECT_EQ(built.direction({0, 2}), (Vec3{0, -1, 0}));
}

// Follows rule(cell) until it comes to a goal or a second time to a cell.
template <class Rule>
bool arrives(const BuiltField& built, CellIndex cell, Rule&& rule, PathCost* cost = nullptr) {
  std::set<CellIndex> passed;
  while (!built.field.is_goal(cell)) {
    if (!passed.insert(cell).second) return false;
    const std::size_t move = rule(cell);
    const CellIndex to = built.map.target(cell, move);
    if (cost != nullptr) *cost = *cost + built.map.move_cost(cell, to, move);
    cell = to;
  }
  return true;
}

TEST(SimplerFields, OverUnlikeCostsALeastSumLeadsInCircles) {
  Draws draws({31});
  int cells = 0;
  int uphill = 0;
  int astray = 0;
  for (int round = 0; round < 40; ++round) {
    GridMap map = open_map(20, 20);
    for (CellIndex cell = 0; cell < 400; ++cell) {
      map.set_free(cell, draws.uniform() > 0.1);
      map.set_cost(cell, 1.0 + std::floor(9.0 * draws.uniform()));
    }
    map.connect_all();
    const BuiltField built = built_field(map, {{210, 0.0}}, kMarching);
    const auto least_sum = [&](CellIndex cell) {
      std::size_t best = 0;
      double least = kInfinity;
      map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
        const double sum = built.field.distance(to) + map.move_cost(cell, to, move).meters(1.0);
        if (!(sum < least)) return;
        least = sum;
        best = move;
      });
      return best;
    };
    for (CellIndex cell = 0; cell < 400; ++cell) {
      if (!built.field.is_reached(cell) || built.field.is_goal(cell)) continue;
      ++cells;
      if (built.field.distance(map.target(cell, least_sum(cell))) >= built.field.distance(cell)) ++uphill;
      if (!arrives(built, cell, least_sum)) ++astray;
    }
  }
  EXPECT_GT(uphill, cells / 200);
  EXPECT_GT(astray, cells / 10);
}

TEST(SimplerFields, TheLeastDistanceAloneLeavesTheShortestWay) {
  Draws draws({32});
  int longer = 0;
  for (int round = 0; round < 40; ++round) {
    GridMap map = open_map(12, 12);
    for (CellIndex cell = 0; cell < 144; ++cell)
      map.set_cost(cell, 1.0 + std::floor(4.0 * draws.uniform()));
    map.connect_all();
    const BuiltField built = built_field(map, {{70, 0.0}});
    const auto least_distance = [&](CellIndex cell) {
      std::size_t best = 0;
      double least = kInfinity;
      map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
        if (!(built.field.distance(to) < least)) return;
        least = built.field.distance(to);
        best = move;
      });
      return best;
    };
    std::vector<CellIndex> cells;
    for (CellIndex cell = 0; cell < 144; ++cell) {
      PathCost cost;
      ASSERT_TRUE(arrives(built, cell, least_distance, &cost));
      if (cost.meters(1.0) > built.field.distance(cell) + 1e-9) ++longer;
    }
  }
  EXPECT_GT(longer, 100);
}

// Along the edge of open ground, where a neighbor is missing: a difference over one cell has to count twice.
TEST(SimplerFields, ADifferenceOverOneCellIsHalfASlope) {
  GridMap map = open_map(41, 21);
  const BuiltField built =
      built_field(map, {{map.frame().index({20, 20}), 0.0}},
                  {.integration = Integration::fast_marching, .direction = FieldDirection::gradient});
  double doubled = 0.0;
  double single = 0.0;
  for (std::int64_t x = 0; x <= 16; ++x) {
    const Vec3 to_goal = direction(Vec3{20, 20, 0} - Vec3{static_cast<double>(x), 0, 0});
    const Vec3 slope = built.slope({x, 0});
    doubled = larger(doubled, std::fabs(cross(to_goal, built.direction({x, 0})).z));
    single = larger(single, std::fabs(cross(to_goal, direction({slope.x, 0.5 * slope.y, 0})).z));
  }
  EXPECT_LT(doubled, 0.087);  // the sine of 5 degrees
  EXPECT_GT(single, 0.325);   // of 19
}

}  // namespace
}  // namespace drover::simpler_fields_test
