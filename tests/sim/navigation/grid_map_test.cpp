#include "sim/navigation/grid_map.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/navigation/grid_drawing.h"
#include "sim/navigation/nearest_cell.h"

namespace drover::grid_map_test {
namespace {

TEST(GridFrame, CellsOwnTheirLowerAndLeftBorders) {
  const GridFrame frame{.origin = {-10, -5, 0}, .width = 20, .height = 10};
  EXPECT_EQ(frame.cell_at({-0.001, 0, 0}), (GridCell{9, 5}));
  EXPECT_EQ(frame.cell_at({0, 0, 0}), (GridCell{10, 5}));
  EXPECT_EQ(frame.cell_at({9.999, 4.999, 0}), (GridCell{19, 9}));
  EXPECT_EQ(frame.cell_at({10, 5, 0}), (GridCell{19, 9}));
  EXPECT_EQ(frame.cell_at({1e300, -1e300, 0}), (GridCell{19, 0}));
  EXPECT_EQ(frame.index_within({9.999, 4.999, 0}), 199u);
  EXPECT_EQ(frame.index_within({10, 4.999, 0}), kNoCell);
  EXPECT_EQ(frame.index_within({1e300, 0, 0}), kNoCell);
  EXPECT_EQ(frame.index({19, 9}), 199u);
  EXPECT_EQ(frame.cell(199), (GridCell{19, 9}));
  EXPECT_EQ(frame.center(frame.index({9, 5})), (Vec3{-0.5, 0.5, 0}));
}

TEST(GridFrame, WrapsRoundTheWorld) {
  const GridFrame frame{.origin = {}, .width = 5, .height = 3, .wraps = true};
  EXPECT_EQ(frame.neighbor(frame.index({4, 2}), 4), frame.index({0, 0}));
  EXPECT_EQ(frame.neighbor(frame.index({0, 0}), 6), frame.index({4, 2}));
  EXPECT_EQ(frame.steps_between(frame.index({0, 0}), frame.index({4, 2})), (GridCell{1, 1}));
  EXPECT_EQ(frame.index_within({-0.25, 3.25, 0}), frame.index({4, 0}));
  EXPECT_EQ(frame.wrapped({-11, 7}), (GridCell{4, 1}));
}

TEST(GridFrame, MovesHaveOpposites) {
  for (std::size_t move = 0; move < kGridMoves.size(); ++move) {
    const GridCell& there = kGridMoves[move];
    const GridCell& back = kGridMoves[opposite_move(move)];
    EXPECT_EQ(back, (GridCell{-there.x, -there.y})) << move;
  }
}

TEST(GridMap, FindsTheMovesThatLeadToACell) {
  Draws draws({3});
  for (const bool wraps : {false, true})
    for (int round = 0; round < 20; ++round) {
      GridMap map = open_map(2 + round % 5, 3, {.wraps = wraps});
      for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell)
        for (std::size_t move = 0; move < 8; ++move)
          if (draws.uniform() < 0.3) map.block_move(cell, move);
      std::vector<int> out(map.frame().cell_count() * 8);
      std::vector<int> in(out.size());
      for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell) {
        map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
          EXPECT_EQ(to, map.frame().neighbor(cell, move));
          EXPECT_EQ(to, map.target(cell, move));
          ++out[cell * 8 + move];
        });
        map.visit_moves_to(cell, 8, [&](CellIndex from, std::size_t move) {
          EXPECT_EQ(map.frame().neighbor(from, move), cell);
          ++in[from * 8 + move];
        });
      }
      EXPECT_EQ(out, in);
    }
}

TEST(GridMap, CostsAreRoundedToMultiplesOf256ths) {
  GridMap map = open_map(3, 1);
  EXPECT_EQ(map.cost(0), 256u);
  map.set_cost(0, 2.0);
  map.set_cost(1, 0.0001);
  map.set_cost(2, 1.0 / 3.0);
  EXPECT_EQ(map.cost(0), 512u);
  EXPECT_EQ(map.cost(1), 1u);
  EXPECT_EQ(map.cost(2), 85u);
  map.set_cost(0, 1e300);
  EXPECT_EQ(map.cost(0), 1000000000u);
}

TEST(GridMap, TheLeastCostIsThatOfFreeCells) {
  GridMap map = drawn_map({"325"});
  EXPECT_EQ(map.least_cost(), 512u);
  set_door(map, {1, 0}, false);
  EXPECT_EQ(map.least_cost(), 768u);
  set_door(map, {1, 0}, true);
  EXPECT_EQ(map.least_cost(), 512u);
  EXPECT_EQ(drawn_map({"###"}).least_cost(), kUnitCost);
}

TEST(NearestCell, IsTheFirstOfEquallyNearFreeCells) {
  const GridMap map = drawn_map(bar_rows());
  EXPECT_EQ(nearest_free_cell(map, {3, 2, 0}), map.frame().index({3, 1}));
  EXPECT_EQ(nearest_free_cell(map, {3, 2.01, 0}), map.frame().index({3, 3}));
  EXPECT_EQ(nearest_free_cell(map, {-70, 9, 0}), map.frame().index({0, 4}));
  EXPECT_EQ(nearest_free_cell(drawn_map({"##", "##"}), {0, 0, 0}), kNoCell);
}

TEST(NearestCell, PrefersACellThatIsSeen) {
  const GridMap map = drawn_map(bar_rows());
  const auto above = [](Vec3 center) { return center.y > 2.0; };
  EXPECT_EQ(nearest_free_cell(map, {3, 2, 0}, above), map.frame().index({3, 3}));
  EXPECT_EQ(nearest_free_cell(map, {3, 2, 0}, [](Vec3) { return false; }), map.frame().index({3, 1}));
}

// Against trying all cells; points lie in and around grids of several forms, on centers and borders too.
TEST(NearestCell, IsTheNearestOfAll) {
  Draws draws({4});
  for (int round = 0; round < 400; ++round) {
    const bool wraps = round % 2 == 1;
    GridMap map = open_map(1 + round % 13, 1 + round % 7, {.wraps = wraps});
    const GridFrame& frame = map.frame();
    const double share = draws.uniform();
    for (CellIndex cell = 0; cell < frame.cell_count(); ++cell)
      map.set_free(cell, draws.uniform() < share);
    const auto width = static_cast<double>(frame.width);
    const auto height = static_cast<double>(frame.height);
    Vec3 p{draws.uniform() * width - 0.5, draws.uniform() * height - 0.5, 0.0};
    if (!wraps) p = p * 2.0 - Vec3{width / 2.0, height / 2.0, 0.0};
    if (round % 3 == 0) p = {std::floor(p.x * 2.0) / 2.0, std::floor(p.y * 2.0) / 2.0, 0.0};
    CellIndex nearest = kNoCell;
    double least = 1e300;
    for (CellIndex cell = 0; cell < frame.cell_count(); ++cell) {
      Vec3 d = frame.center(cell) - p;
      if (wraps) d = d - Vec3{width * std::round(d.x / width), height * std::round(d.y / height), 0.0};
      if (!map.is_free(cell) || length(d) > least - 1e-8) continue;
      least = length(d);
      nearest = cell;
    }
    EXPECT_EQ(nearest_free_cell(map, p), nearest) << round;
  }
}

TEST(NearestCell, ABlockOfGoalsIsTheFreeCellsAround) {
  const GridMap map = drawn_map(bar_rows());
  const auto around = [](const GridMap& of, double x, double y) {
    std::vector<CellIndex> cells = {7};
    find_free_around(of, {x, y, 0}, cells);
    return cells_text(of, cells);
  };
  EXPECT_EQ(around(map, 3.25, 3.75), "(3,3)(4,3)(3,4)(4,4)");
  EXPECT_EQ(around(map, 3.0, 3.0), "(3,3)(4,3)(3,4)(4,4)");
  EXPECT_EQ(around(map, 0.5, 1.5), "(0,1)(1,1)(0,2)");
  EXPECT_EQ(around(map, -0.25, 4.25), "(0,4)");
  EXPECT_EQ(around(map, 1e300, 0.5), "(6,0)(6,1)");
  EXPECT_EQ(around(drawn_map({"##", "##"}), 0.5, 0.5), "");
  EXPECT_EQ(around(open_map(3, 3, {.wraps = true}), -0.25, 0.5), "(2,0)(0,0)(2,1)(0,1)");
}

TEST(NearestCell, AsksOnlyCellsAroundThePoint) {
  const GridMap map = open_map(500, 500);
  int asked = 0;
  const CellIndex found = nearest_cell(map.frame(), {250, 250, 0}, [&](CellIndex cell) {
    ++asked;
    return map.frame().center(cell).x > 251.5;
  });
  EXPECT_EQ(found, map.frame().index({252, 250}));
  EXPECT_LT(asked, 50);
}

}  // namespace
}  // namespace drover::grid_map_test
