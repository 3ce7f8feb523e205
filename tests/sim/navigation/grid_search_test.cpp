#include "sim/navigation/grid_search.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/navigation/grid_drawing.h"

namespace drover::grid_search_test {
namespace {

constexpr std::array<SearchKind, 4> kAllKinds = {SearchKind::astar, SearchKind::dijkstra, SearchKind::bfs,
                                                 SearchKind::dfs};

GridPath find(const GridMap& map, GridCell from, std::vector<GridCell> to,
              const GridSearchOptions& options = {}) {
  std::vector<CellIndex> goals;
  for (const GridCell cell : to)
    goals.push_back(map.frame().index(cell));
  GridSearch search;
  return search.find(map, map.frame().index(from), goals, options);
}

// Whether the cells are joined by moves of the map, which cost what the path says.
void expect_moves(const GridMap& map, const GridPath& path) {
  PathCost cost;
  for (std::size_t k = 1; k < path.cells.size(); ++k) {
    PathCost least{-1, 0};
    map.visit_moves(path.cells[k - 1], [&](CellIndex to, std::size_t move) {
      const PathCost next = map.move_cost(path.cells[k - 1], to, move);
      if (to == path.cells[k] && (least.straight < 0 || next.value() < least.value())) least = next;
    });
    ASSERT_GE(least.straight, 0) << "no move to cell " << k << " of " << cells_text(map, path.cells);
    cost = cost + least;
  }
  EXPECT_EQ(cost, path.cost);
}

TEST(GridSearch, FindsTheWayRoundABar) {
  const GridMap four = drawn_map(bar_rows(), {.connectivity = 4});
  const GridPath straight = find(four, {3, 0}, {{3, 4}});
  EXPECT_EQ(straight.status, SearchStatus::ok);
  EXPECT_EQ(straight.cost, (PathCost{10 * 512, 0}));
  EXPECT_EQ(straight.expansions, 17u);
  EXPECT_EQ(cells_text(four, straight.cells), "(3,0)(3,1)(2,1)(1,1)(0,1)(0,2)(0,3)(1,3)(2,3)(3,3)(3,4)");

  const GridMap eight = drawn_map(bar_rows());
  const GridPath diagonal = find(eight, {3, 0}, {{3, 4}});
  EXPECT_EQ(diagonal.cost, (PathCost{6 * 512, 2 * 512}));
  EXPECT_NEAR(diagonal.cost.meters(1.0), 8.828427, 1e-6);
  EXPECT_EQ(diagonal.expansions, 20u);
  EXPECT_EQ(cells_text(eight, diagonal.cells), "(3,0)(2,1)(1,1)(0,1)(0,2)(0,3)(1,4)(2,4)(3,4)");
}

struct Comparison {
  const char* name;
  GridMap map;
  GridCell from;
  GridCell to;
  std::array<double, 4> costs;  // of astar, dijkstra, bfs, dfs
  std::array<std::uint32_t, 4> expansions;
};

TEST(GridSearch, KindsOfSearchCloseAsManyCellsAsTheyShould) {
  const MapRows corners = {"....G", "...#.", "..#..", ".#...", "S...."};
  const MapRows blocked_corner = {".#G", "S#.", "..."};
  const GridMap open = open_map(10, 10);
  const GridMap open_hall = open_map(60, 40);
  const Comparison comparisons[] = {
      {"bar", drawn_map(bar_rows()), {3, 0}, {3, 4}, {8.828427, 8.828427, 8.828427, 10}, {20, 30, 30, 11}},
      {"bar, 4",
       drawn_map(bar_rows(), {.connectivity = 4}),
       {3, 0},
       {3, 4},
       {10, 10, 10, 10},
       {17, 30, 30, 11}},
      {"corners", drawn_map(corners), {0, 0}, {4, 4}, {6.828427, 6.828427, 6.828427, 8}, {8, 22, 22, 9}},
      {"open", open, {0, 0}, {9, 9}, {12.727922, 12.727922, 12.727922, 18}, {10, 100, 100, 19}},
      {"open, along", open, {0, 0}, {9, 0}, {9, 9, 9, 9}, {10, 66, 82, 10}},
      {"two walls",
       two_walls(8),
       {0, 0},
       {55, 35},
       {102.124892, 102.124892, 102.124892, 576},
       {1414, 2292, 2260, 1507}},
      {"two walls, 4", two_walls(4), {0, 0}, {55, 35}, {132, 132, 132, 576}, {1423, 2300, 2300, 1507}},
      {"hall", open_hall, {0, 0}, {55, 35}, {69.497475, 69.497475, 69.497475, 338}, {56, 2352, 2236, 339}},
      {"corner", drawn_map(blocked_corner), {0, 1}, {2, 2}, {5, 5, 5, 5}, {7, 7, 7, 7}},
      {"corner, 4",
       drawn_map(blocked_corner, {.connectivity = 4}),
       {0, 1},
       {2, 2},
       {5, 5, 5, 5},
       {7, 7, 7, 7}},
  };
  for (const Comparison& comparison : comparisons)
    for (std::size_t k = 0; k < kAllKinds.size(); ++k) {
      SCOPED_TRACE(std::string(comparison.name) + " " + std::string(kSearchKindNames[k]));
      const GridPath path = find(comparison.map, comparison.from, {comparison.to}, {.kind = kAllKinds[k]});
      EXPECT_NEAR(path.cost.meters(1.0), comparison.costs[k], 1e-6);
      EXPECT_EQ(path.expansions, comparison.expansions[k]);
      expect_moves(comparison.map, path);
    }
}

TEST(GridSearch, DepthFirstTriesEastFirst) {
  const GridMap map = drawn_map(bar_rows());
  const GridPath path = find(map, {3, 0}, {{3, 4}}, {.kind = SearchKind::dfs, .records_expanded = true});
  EXPECT_EQ(cells_text(map, path.cells), "(3,0)(4,0)(5,0)(6,0)(6,1)(6,2)(6,3)(6,4)(5,4)(4,4)(3,4)");
  EXPECT_EQ(path.expanded, path.cells);
}

TEST(GridSearch, DiagonalMovesFollowTheCornerRule) {
  const MapRows slope = {"....G", "...#.", "..#..", ".#...", "S...."};
  const MapRows beside = {".#G", "S#.", "..."};
  const MapRows between = {"#G", "S#"};
  const auto cost = [](const MapRows& rows, CornerCutting corners) {
    const GridMap map = drawn_map(rows, {.corners = corners});
    const CellIndex goal = marked_cell(rows, 'G');
    GridSearch search;
    return search.find(map, marked_cell(rows, 'S'), {&goal, 1}).cost;
  };
  EXPECT_EQ(cost(slope, CornerCutting::never), (PathCost{4 * 512, 2 * 512}));
  EXPECT_EQ(cost(slope, CornerCutting::one), (PathCost{2 * 512, 3 * 512}));
  EXPECT_EQ(cost(slope, CornerCutting::always), (PathCost{2 * 512, 3 * 512}));
  EXPECT_EQ(cost(beside, CornerCutting::never), (PathCost{5 * 512, 0}));
  EXPECT_EQ(cost(beside, CornerCutting::one), (PathCost{512, 2 * 512}));
  EXPECT_EQ(cost(beside, CornerCutting::always), (PathCost{512, 2 * 512}));
  EXPECT_EQ(cost(between, CornerCutting::never), (PathCost{}));
  EXPECT_EQ(cost(between, CornerCutting::one), (PathCost{}));
  EXPECT_EQ(cost(between, CornerCutting::always), (PathCost{0, 512}));
}

TEST(GridSearch, GoesRoundOrThroughExpensiveGround) {
  EXPECT_EQ(find(drawn_map({"..3..", "..3..", "..3.."}), {0, 1}, {{4, 1}}).cost, (PathCost{6 * 512, 0}));
  const GridPath round = find(drawn_map({"..1..", "..3..", "..3.."}), {0, 1}, {{4, 1}});
  EXPECT_EQ(round.cost, (PathCost{2 * 512, 2 * 512}));
  EXPECT_NEAR(round.cost.meters(1.0), 4.828427, 1e-6);
  EXPECT_NEAR(round.cost.meters(0.5), 2.414214, 1e-6);
}

TEST(GridSearch, MeetsAThinWallOnlyByTheMovesThatItBlocks) {
  const std::vector<Wall> wall = {{{-0.5, 4.5, 0}, {7.5, 4.5, 0}}};
  const auto search = [&](double radius, int connectivity, bool edge_rule) {
    GridMap map = open_map(10, 10, {.connectivity = connectivity, .radius = radius, .walls = wall});
    if (!edge_rule) map.connect_all();
    int free = 0;
    for (CellIndex cell = 0; cell < 100; ++cell)
      free += map.is_free(cell) ? 1 : 0;
    return std::pair(free, find(map, {0, 0}, {{0, 9}}).cost.meters(1.0));
  };
  for (const double radius : {0.4, 0.5}) {
    EXPECT_EQ(search(radius, 8, true).first, 100);
    EXPECT_NEAR(search(radius, 8, true).second, 20.313708, 1e-6);
    EXPECT_NEAR(search(radius, 4, true).second, 25.0, 1e-6);
    EXPECT_NEAR(search(radius, 8, false).second, 9.0, 1e-6);
    EXPECT_NEAR(search(radius, 4, false).second, 9.0, 1e-6);
  }
  EXPECT_EQ(search(0.6, 8, true).first, 84);
  EXPECT_NEAR(search(0.6, 8, true).second, 22.313708, 1e-6);
  EXPECT_NEAR(search(0.6, 4, true).second, 27.0, 1e-6);
  EXPECT_NEAR(search(0.6, 8, false).second, 21.485281, 1e-6);
  EXPECT_NEAR(search(0.6, 4, false).second, 25.0, 1e-6);
}

TEST(GridSearch, EndsAtTheClosedCellNearestToAGoalOutOfReach) {
  GridMap map = drawn_map(closed_rows());
  for (const SearchKind kind : kAllKinds) {
    const GridPath path = find(map, {3, 0}, {{3, 4}}, {.kind = kind});
    EXPECT_EQ(path.status, SearchStatus::unreachable);
    EXPECT_EQ(path.expansions, 14u);
    EXPECT_EQ(map.frame().cell(path.cells.back()), (GridCell{3, 1}));
    expect_moves(map, path);
  }
  EXPECT_TRUE(find(map, {3, 0}, {{3, 4}}, {.partial = false}).cells.empty());
  // A door opens.
  set_door(map, {6, 2}, true);
  const GridPath path = find(map, {3, 0}, {{3, 4}});
  EXPECT_EQ(path.status, SearchStatus::ok);
  EXPECT_EQ(path.cost, (PathCost{6 * 512, 2 * 512}));
  EXPECT_EQ(path.expansions, 19u);
  set_door(map, {6, 2}, false);
  EXPECT_EQ(find(map, {3, 0}, {{3, 4}}).status, SearchStatus::unreachable);
}

TEST(GridSearch, EndsAtTheFirstOfEquallyNearCells) {
  const MapRows rows = {"..G..", "#####", "..#..", "..S.."};
  const GridMap map = drawn_map(rows);
  for (const SearchKind kind : kAllKinds)
    EXPECT_EQ(cells_text(map, find(map, {2, 0}, {{2, 3}}, {.kind = kind}).cells), "(2,0)(1,0)(1,1)");
}

TEST(GridSearch, StopsAtTheLimitOfExpansions) {
  const GridMap map = drawn_map(bar_rows());
  const GridPath path = find(map, {3, 0}, {{3, 4}}, {.max_expansions = 19});
  EXPECT_EQ(path.status, SearchStatus::limit);
  EXPECT_EQ(path.expansions, 19u);
  EXPECT_FALSE(path.cells.empty());
  expect_moves(map, path);
  EXPECT_EQ(find(map, {3, 0}, {{3, 4}}, {.max_expansions = 20}).status, SearchStatus::ok);
  EXPECT_EQ(find(drawn_map(closed_rows()), {3, 0}, {{3, 4}}, {.max_expansions = 14}).status,
            SearchStatus::unreachable);
  EXPECT_EQ(cells_text(map, find(map, {3, 0}, {{3, 4}}, {.max_expansions = 1}).cells), "(3,0)");
}

// In portions of any size a search closes the same cells in the same order.
TEST(GridSearch, InPortionsComesToTheSame) {
  const GridMap map = drawn_map(bar_rows());
  const std::vector<CellIndex> goals = {map.frame().index({3, 4})};
  for (const SearchKind kind : kAllKinds) {
    const GridSearchOptions options{.kind = kind, .records_expanded = true};
    const GridPath whole = find(map, {3, 0}, {{3, 4}}, options);
    for (const std::uint32_t portion : {1u, 3u, 7u, 1000u}) {
      GridSearch search;
      search.begin(map, map.frame().index({3, 0}), goals, options);
      std::uint32_t portions = 1;
      for (; !search.go_on(map, portion); ++portions)
        ASSERT_EQ(search.path().expansions, portions * portion);
      EXPECT_EQ(search.path().status, SearchStatus::ok);
      EXPECT_EQ(search.path().cells, whole.cells);
      EXPECT_EQ(search.path().expanded, whole.expanded);
      EXPECT_EQ(portions, (whole.expansions + portion - 1) / portion);
    }
  }
}

TEST(GridSearch, AStartInAGoalIsTrivial) {
  const GridMap map = drawn_map(bar_rows());
  const GridPath path = find(map, {3, 0}, {{0, 0}, {3, 0}}, {.records_expanded = true});
  EXPECT_EQ(path.status, SearchStatus::trivial);
  EXPECT_EQ(cells_text(map, path.cells), "(3,0)");
  EXPECT_EQ(path.expansions, 0u);
  EXPECT_EQ(path.cost, PathCost{});
  EXPECT_TRUE(path.expanded.empty());
}

TEST(GridSearch, SaysThatThereIsNoCellToGoTo) {
  const GridMap map = drawn_map(bar_rows());
  GridSearch search;
  const CellIndex none = kNoCell;
  const CellIndex goal = 5;
  EXPECT_EQ(search.find(map, 3, {&none, 1}).status, SearchStatus::no_free_cell);
  EXPECT_EQ(search.find(map, kNoCell, {&goal, 1}).status, SearchStatus::no_free_cell);
  EXPECT_EQ(search.find(map, 3, {}).status, SearchStatus::no_free_cell);
  EXPECT_TRUE(search.find(map, 3, {}).cells.empty());
}

TEST(GridSearch, MeetsASetOfGoalsAtTheOneThatIsClosedFirst) {
  const GridMap map = drawn_map(bar_rows());
  const GridPath left = find(map, {3, 0}, {{0, 4}, {6, 4}});
  EXPECT_EQ(map.frame().cell(left.cells.back()), (GridCell{0, 4}));
  EXPECT_EQ(left.cost, (PathCost{5 * 512, 512}));
  EXPECT_EQ(left.expansions, 12u);
  const GridPath right = find(map, {3, 0}, {{0, 4}, {6, 3}});
  EXPECT_EQ(map.frame().cell(right.cells.back()), (GridCell{6, 3}));
  EXPECT_EQ(right.cost, (PathCost{4 * 512, 512}));
  EXPECT_EQ(right.expansions, 9u);
}

TEST(GridSearch, ManyGoalsAreMetAsCheaplyAsSingleOnes) {
  Draws draws({5});
  const GridMap map = two_walls(8);
  std::vector<CellIndex> goals;
  while (goals.size() < 3 * GridSearch::kMaxSingleGoals) {
    const auto cell = static_cast<CellIndex>(draws.uniform() * map.frame().cell_count());
    if (map.is_free(cell) && map.frame().cell(cell).x > 25) goals.push_back(cell);
  }
  GridSearch search;
  const double cost = search.find(map, 0, goals).cost.value();
  double least = 1e300;
  for (const CellIndex goal : goals)
    least = smaller(least, search.find(map, 0, {&goal, 1}).cost.value());
  EXPECT_EQ(cost, least);
}

TEST(GridSearch, HeuristicsSaveExpansionsAndChangeNoCost) {
  const GridMap map = two_walls(8);
  const auto expansions = [&](Heuristic heuristic) {
    const GridPath path = find(map, {0, 0}, {{55, 35}}, {.heuristic = heuristic});
    EXPECT_EQ(path.cost, (PathCost{30 * 512, 51 * 512}));
    return path.expansions;
  };
  EXPECT_EQ(expansions(Heuristic::octile), 1414u);
  EXPECT_EQ(expansions(Heuristic::euclid), 1602u);
  EXPECT_EQ(expansions(Heuristic::zero), 2292u);
}

TEST(GridSearch, WeightsBoundTheCost) {
  Draws draws({6});
  for (int round = 0; round < 100; ++round) {
    MapRows rows(20, std::string(30, '.'));
    for (std::string& row : rows)
      for (char& mark : row)
        if (draws.uniform() < 0.3) mark = '#';
    rows[0][29] = rows[19][0] = '.';
    const GridMap map = drawn_map(rows);
    const GridPath best = find(map, {0, 0}, {{29, 19}});
    if (best.status != SearchStatus::ok) continue;
    for (const double weight : {1.5, 3.0}) {
      const GridPath path = find(map, {0, 0}, {{29, 19}}, {.weight = weight});
      EXPECT_GE(path.cost.value(), best.cost.value());
      EXPECT_LE(path.cost.value(), weight * best.cost.value() * (1.0 + 1e-12));
      expect_moves(map, path);
    }
  }
}

TEST(GridSearch, GoesRoundTheWorldWhereThatIsShorter) {
  const GridMap map = open_map(20, 10, {.wraps = true});
  const GridPath path = find(map, {1, 1}, {{18, 9}});
  EXPECT_EQ(path.cost, (PathCost{512, 2 * 512}));
  EXPECT_EQ(path.expansions, 4u);
  EXPECT_EQ(find(map, {1, 1}, {{18, 9}}, {.kind = SearchKind::dijkstra}).cost, path.cost);
}

TEST(GridSearch, OneWayMovesLeadOneWay) {
  GridMap map = drawn_map({"..."});
  map.block_move(1, 2);
  EXPECT_EQ(find(map, {0, 0}, {{2, 0}}).status, SearchStatus::ok);
  EXPECT_EQ(find(map, {2, 0}, {{0, 0}}).status, SearchStatus::unreachable);
}

TEST(GridSearch, IsNotChangedByEarlierSearches) {
  GridSearch used;
  Draws draws({7});
  for (int round = 0; round < 200; ++round) {
    const GridMap map = round % 3 == 0 ? two_walls(8) : drawn_map(bar_rows());
    const CellIndex count = map.frame().cell_count();
    const auto start = static_cast<CellIndex>(draws.uniform() * count);
    const auto goal = static_cast<CellIndex>(draws.uniform() * count);
    const GridSearchOptions options{.kind = kAllKinds[static_cast<std::size_t>(round) % 4],
                                    .records_expanded = true};
    GridSearch fresh;
    const GridPath& a = used.find(map, start, {&goal, 1}, options);
    const GridPath& b = fresh.find(map, start, {&goal, 1}, options);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.cells, b.cells);
    EXPECT_EQ(a.expanded, b.expanded);
  }
}

TEST(GridSearch, AllocatesNothingTheSecondTime) {
  // The result is a reference into the search: the same room again.
  const GridMap map = two_walls(8);
  GridSearch search;
  const CellIndex goal = map.frame().index({55, 35});
  const GridPath& first = search.find(map, 0, {&goal, 1}, {.records_expanded = true});
  const CellIndex* cells = first.cells.data();
  const CellIndex* expanded = first.expanded.data();
  const GridPath& second = search.find(map, 0, {&goal, 1}, {.records_expanded = true});
  EXPECT_EQ(second.cells.data(), cells);
  EXPECT_EQ(second.expanded.data(), expanded);
}

// The exact order: in open ground the cells on the straight way alone are closed.
TEST(GridSearch, ClosesTheCellNearestToTheGoalAmongEqualOnes) {
  const GridMap map = open_map(10, 10);
  const GridPath path = find(map, {0, 0}, {{9, 5}}, {.records_expanded = true});
  EXPECT_EQ(path.expansions, 10u);
  EXPECT_EQ(path.expanded, path.cells);
}

}  // namespace
}  // namespace drover::grid_search_test
