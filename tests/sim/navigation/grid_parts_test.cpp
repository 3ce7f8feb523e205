#include "sim/navigation/grid_parts.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/navigation/grid_drawing.h"
#include "sim/navigation/grid_search.h"
#include "sim/navigation/random_grid.h"

namespace drover::grid_parts_test {
namespace {

GridParts parts_of(const GridMap& map) {
  GridParts parts;
  parts.find(map);
  return parts;
}

TEST(GridParts, AreWhatNoMovesLeadBetween) {
  const GridMap map = drawn_map({"..#..", "###..", "...#."});
  const GridParts parts = parts_of(map);
  const auto at = [&](std::int64_t x, std::int64_t y) { return map.frame().index({x, y}); };
  EXPECT_EQ(parts.part(at(2, 0)), at(0, 0));
  EXPECT_EQ(parts.part(at(3, 2)), at(4, 0));
  EXPECT_EQ(parts.part(at(1, 2)), at(0, 2));
  EXPECT_EQ(parts.part(at(1, 1)), kNoCell);
  const std::vector<CellIndex> others = {at(0, 2), at(4, 2), kNoCell};
  EXPECT_TRUE(parts.are_apart(at(0, 0), others));
  EXPECT_FALSE(parts.are_apart(at(1, 2), others));
}

TEST(GridParts, AreJoinedByMovesOfOneDirection) {
  GridMap map = drawn_map({"..."});
  map.block_move(1, 2);
  EXPECT_EQ(parts_of(map).part(2), 0u);
  map.block_move(0, 0);
  EXPECT_EQ(parts_of(map).part(2), 1u);
}

// All goals of a search in one part, or all over the grid.
std::vector<CellIndex> some_goals(Draws& draws, const GridMap& map, int round) {
  const CellIndex count = map.frame().cell_count();
  std::vector<CellIndex> goals;
  for (int k = round % 7 == 0 ? 80 : 1 + round % 3; k > 0; --k)
    goals.push_back(static_cast<CellIndex>(draws.uniform() * count));
  if (round % 7 != 0) return goals;
  // So many that only the box around them counts.
  const CellIndex part = parts_of(map).part(goals.front());
  std::erase_if(goals, [&](CellIndex goal) { return parts_of(map).part(goal) != part; });
  while (goals.size() <= GridSearch::kMaxSingleGoals)
    goals.push_back(goals.front());
  return goals;
}

TEST(GridParts, ASearchThatFailsEndsInTheSameCellWithThem) {
  Draws draws({3});
  int failed = 0;
  std::uint64_t with_parts = 0, without = 0;
  for (int round = 0; round < 4000; ++round) {
    const GridMap map = random_grid(draws, round, {.one_way = round % 2 == 0}).map;
    const GridParts parts = parts_of(map);
    const auto start = static_cast<CellIndex>(draws.uniform() * map.frame().cell_count());
    const std::vector<CellIndex> goals = some_goals(draws, map, round);
    GridSearchOptions options{.kind = static_cast<SearchKind>(round % 16 < 13 ? 0 : round % 16 - 12)};
    GridSearch search;
    const GridPath all = search.find(map, start, goals, options);
    options.parts = &parts;
    const GridPath early = search.find(map, start, goals, options);
    ASSERT_EQ(early.status, all.status) << round;
    ASSERT_EQ(early.cells, all.cells) << round;
    ASSERT_EQ(early.cost, all.cost) << round;
    if (all.status != SearchStatus::unreachable) continue;
    ++failed;
    with_parts += early.expansions;
    without += all.expansions;
  }
  EXPECT_GT(failed, 1000);
  EXPECT_LT(with_parts, without / 2);
}

// A closed room in an open hall: not all of the hall is searched, but what the way to the room could lead
// through, which is no longer than it by 2.5 % (89 sqrt2 + 17 steps beside 95 sqrt2 + 5).
TEST(GridParts, SaveTheSearchOfAHallForAPlaceInAClosedRoom) {
  GridMap map = open_map(200, 200);
  for (std::int64_t k = 90; k <= 110; ++k) {
    for (const GridCell cell : {GridCell{k, 90}, GridCell{k, 110}, GridCell{90, k}, GridCell{110, k}})
      map.set_free(map.frame().index(cell), false);
  }
  map.connect_all();
  const GridParts parts = parts_of(map);
  const CellIndex goal = map.frame().index({100, 95});
  GridSearch search;
  EXPECT_EQ(search.find(map, 0, {&goal, 1}).expansions, 200u * 200u - 21u * 21u);
  const GridPath& path = search.find(map, 0, {&goal, 1}, {.parts = &parts});
  EXPECT_EQ(path.status, SearchStatus::unreachable);
  EXPECT_EQ(map.frame().cell(path.cells.back()), (GridCell{100, 89}));
  EXPECT_EQ(path.expansions, 1620u);
}

}  // namespace
}  // namespace drover::grid_parts_test
