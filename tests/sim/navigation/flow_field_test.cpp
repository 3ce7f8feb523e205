#include "sim/navigation/flow_field.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/navigation/built_field.h"
#include "sim/navigation/grid_search.h"

namespace drover::flow_field_test {
namespace {

constexpr FieldOptions kHops{.integration = Integration::bfs};
constexpr FieldOptions kHopGradient{.integration = Integration::bfs, .direction = FieldDirection::gradient};
constexpr FieldOptions kMarching{.integration = Integration::fast_marching};

void expect_near(Vec3 found, Vec3 expected, double tolerance = 1e-6) {
  EXPECT_NEAR(found.x, expected.x, tolerance);
  EXPECT_NEAR(found.y, expected.y, tolerance);
}

TEST(FlowField, LeadsRoundABar) {
  const BuiltField built = built_field(bar_rows());
  EXPECT_EQ(distance_rows(built),
            (MapRows{"3 2 1 0 1 2 3",  //
                     "3.4142 2.4142 1.4142 1 1.4142 2.4142 3.4142", "4.4142 # # # # # 4.4142",
                     "5.4142 6.4142 7.4142 8.4142 7.4142 6.4142 5.4142",
                     "6.4142 6.8284 7.8284 8.8284 7.8284 6.8284 6.4142"}));
  EXPECT_EQ(direction_rows(built), (MapRows{"E E E . W W W",    //
                                            "E E NE N NW W W",  //
                                            "N # # # # # N",    //
                                            "N W W E E E N",    //
                                            "N NW W E E NE N"}));
  EXPECT_EQ(built.field.reached_count(), 30u);
  std::vector<CellIndex> cells;
  built.field.descend(built.map, built.index({3, 0}), cells);
  EXPECT_EQ(cells_text(built.map, cells), "(3,0)(4,0)(5,0)(6,1)(6,2)(6,3)(5,3)(4,3)(3,4)");
}

TEST(FlowField, CountsHopsOverStraightMoves) {
  const BuiltField built = built_field(bar_rows(), kHops);
  EXPECT_EQ(distance_rows(built), (MapRows{"3 2 1 0 1 2 3",  //
                                           "4 3 2 1 2 3 4",  //
                                           "5 # # # # # 5",  //
                                           "6 7 8 9 8 7 6",  //
                                           "7 8 9 10 9 8 7"}));
  expect_near(built.direction({3, 0}), direction({1, 1, 0}));
  const BuiltField four = built_field(bar_rows(), kHops, {.connectivity = 4});
  expect_near(four.direction({3, 0}), {1, 0, 0});
}

TEST(FlowField, MarchesAsFrontsDo) {
  const BuiltField built = built_field(bar_rows(), kMarching);
  EXPECT_NEAR(built.distance({3, 0}), 8.884, 5e-4);
  EXPECT_NEAR(built.distance({3, 1}), 8.442, 5e-4);
  EXPECT_NEAR(built.distance({0, 0}), 6.442, 5e-4);
}

// A thin wall between the columns 0 and 1 of the two lower rows: no cell is blocked by it.
TEST(FlowField, MarchesRoundThinWalls) {
  const Drawing drawing{.radius = 0.1, .walls = {{{0.5, -0.5, 0}, {0.5, 1.5, 0}}}};
  const BuiltField built = built_field({"...", "...", "G.."}, kMarching, drawing);
  EXPECT_EQ(distance_rows(built), (MapRows{"2 3 4", "1 4 4.7071", "0 5 5.5453"}));
}

TEST(FlowField, DistancesInTheOpenFollowTheirMetric) {
  const MapRows rows = {".....", ".....", "..G..", ".....", "....."};
  const auto distances = [&](Integration integration) {
    const BuiltField built = built_field(rows, {.integration = integration});
    return std::vector<double>{built.distance({0, 0}), built.distance({1, 0}), built.distance({1, 1})};
  };
  EXPECT_EQ(distances(Integration::bfs), (std::vector<double>{4, 3, 2}));
  const std::vector<double> shortest = distances(Integration::dijkstra);
  EXPECT_NEAR(shortest[0], 2.828427, 1e-6);
  EXPECT_NEAR(shortest[1], 2.414214, 1e-6);
  EXPECT_NEAR(shortest[2], 1.414214, 1e-6);
  const std::vector<double> marching = distances(Integration::fast_marching);
  EXPECT_NEAR(marching[0], 3.252, 5e-4);
  EXPECT_NEAR(marching[1], 2.545, 5e-4);
  EXPECT_NEAR(marching[2], 1.707, 5e-4);
}

BuiltField open_field(const FieldOptions& options) {
  GridMap map = open_map(41, 41);
  const CellIndex middle = map.frame().index({20, 20});
  return built_field(std::move(map), {{middle, 0.0}}, options);
}

// The greatest ratio to the straight distance, over cells between these distances [m].
double greatest_ratio(const BuiltField& built, double from, double to) {
  double greatest = 0.0;
  for (CellIndex cell = 0; cell < built.map.frame().cell_count(); ++cell) {
    const double straight = length(built.map.frame().center(cell) - Vec3{20, 20, 0});
    if (from < straight && straight < to) greatest = larger(greatest, built.field.distance(cell) / straight);
  }
  return greatest;
}

TEST(FlowField, DistancesAreNearTheStraightOnes) {
  EXPECT_NEAR(greatest_ratio(open_field(kHops), 0, 30), std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(greatest_ratio(open_field({}), 0, 30), 1.0824, 5e-5);
  const BuiltField marching = open_field(kMarching);
  EXPECT_NEAR(greatest_ratio(marching, 0, 30), 1.2071, 5e-5);
  EXPECT_NEAR(greatest_ratio(marching, 9.5, 10.5), 1.073, 1e-3);
  EXPECT_NEAR(greatest_ratio(marching, 19.5, 20.5), 1.046, 1e-3);
  // Never below: the solution is upwind.
  for (CellIndex cell = 0; cell < marching.map.frame().cell_count(); ++cell)
    EXPECT_GE(marching.field.distance(cell),
              length(marching.map.frame().center(cell) - Vec3{20, 20, 0}) - 1e-9);
}

TEST(FlowField, HeadingsInTheOpenAreAsFarOffAsTheirKindIs) {
  struct Row {
    Integration integration;
    FieldDirection direction;
    double max, mean;  // degrees
  };
  const Row rows[] = {{Integration::bfs, FieldDirection::gradient, 42.14, 17.97},
                      {Integration::dijkstra, FieldDirection::gradient, 21.03, 9.86},
                      {Integration::dijkstra, FieldDirection::neighbor, 43.53, 23.22},
                      {Integration::fast_marching, FieldDirection::gradient, 11.53, 3.58},
                      {Integration::fast_marching, FieldDirection::neighbor, 30.96, 11.17}};
  for (const Row& row : rows) {
    const BuiltField built = open_field({row.integration, row.direction});
    double max = 0.0;
    double sum = 0.0;
    int count = 0;
    for (CellIndex cell = 0; cell < built.map.frame().cell_count(); ++cell) {
      const Vec3 to_goal = Vec3{20, 20, 0} - built.map.frame().center(cell);
      if (length(to_goal) <= 3.0) continue;
      const Vec3 heading = built.field.direction(built.map, cell);
      const double error =
          std::fabs(det::atan2(cross(heading, to_goal).z, dot(heading, to_goal))) * 180.0 / std::numbers::pi;
      max = larger(max, error);
      sum += error;
      ++count;
    }
    EXPECT_EQ(count, 1652);
    EXPECT_NEAR(max, row.max, 5e-3);
    EXPECT_NEAR(sum / count, row.mean, 5e-3);
  }
}

// Where slopes are not real: the gradient stays out of walls and off ridges.
TEST(FlowField, GradientsLeaveALocalOptimum) {
  const BuiltField built = built_field(bar_rows(), kHopGradient);
  EXPECT_EQ(built.slope({3, 1}), (Vec3{0, 2, 0}));
  EXPECT_EQ(built.slope({3, 0}), (Vec3{0, 2, 0}));
  EXPECT_EQ(built.slope({2, 1}), (Vec3{-2, 2, 0}));
  EXPECT_EQ(built.slope({4, 1}), (Vec3{2, 2, 0}));
  EXPECT_EQ(built.direction({3, 1}), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.direction({2, 1}), (Vec3{-1, 0, 0}));
  EXPECT_EQ(built.direction({4, 1}), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.direction({3, 0}), (Vec3{0, 1, 0}));
}

TEST(FlowField, FourGoalsMoveALocalOptimumAndDoNotRemoveIt) {
  const MapRows four = {"...GG..", "...GG..", ".......", ".#####.", ".......", "......."};
  const BuiltField built = built_field(four, kHopGradient);
  EXPECT_EQ(row_text(built, 1), "6 7 8 8 7 6 5");
  EXPECT_EQ(built.slope({2, 1}), (Vec3{-1, 2, 0}));
  EXPECT_EQ(built.slope({3, 1}), (Vec3{1, 2, 0}));
  EXPECT_EQ(built.slope({4, 1}), (Vec3{2, 2, 0}));

  const MapRows one = {"...G...", ".......", ".......", ".#####.", ".......", "......."};
  EXPECT_EQ(row_text(built_field(one, kHops), 1, 1, 5), "8 9 10 9 8");

  const MapRows gap = {"....GG...", "....GG...", ".........", "####.####", ".........",
                       ".........", "..#####..", ".........", "........."};
  const BuiltField behind = built_field(gap, kHopGradient);
  EXPECT_EQ(behind.distance({4, 5}), 2.0);
  EXPECT_EQ(row_text(behind, 4), "7 6 5 4 3 4 5 6 7");
  EXPECT_EQ(row_text(behind, 3), "8 7 6 5 4 5 6 7 8");
  EXPECT_EQ(row_text(behind, 2), "9 8 # # # # # 8 9");
  EXPECT_EQ(row_text(behind, 1), "10 9 10 11 12 11 10 9 10");
  EXPECT_EQ(row_text(behind, 0), "11 10 11 12 13 12 11 10 11");
  EXPECT_EQ(behind.slope({4, 1}), (Vec3{0, 2, 0}));
  EXPECT_EQ(behind.slope({3, 1}), (Vec3{-2, 2, 0}));
  EXPECT_EQ(behind.slope({5, 1}), (Vec3{2, 2, 0}));
  // With the rules of this field nobody is stuck there.
  EXPECT_EQ(behind.direction({4, 1}), (Vec3{1, 0, 0}));
}

TEST(FlowField, SeveralGoalsShareTheField) {
  const BuiltField built = built_field({".........", ".G.....G.", "........."});
  EXPECT_EQ(row_text(built, 1), "1 0 1 2 3 2 1 0 1");
  const std::string beside = "1.4142 1 1.4142 2.4142 3.4142 2.4142 1.4142 1 1.4142";
  EXPECT_EQ(row_text(built, 0), beside);
  EXPECT_EQ(row_text(built, 2), beside);
  EXPECT_EQ(built.direction({4, 1}), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.direction({3, 1}), (Vec3{-1, 0, 0}));
  EXPECT_EQ(built.direction({5, 1}), (Vec3{1, 0, 0}));
}

TEST(FlowField, AGoalKeepsItsBiasWhileNothingReachesItForLess) {
  for (const Integration integration :
       {Integration::bfs, Integration::dijkstra, Integration::fast_marching}) {
    SCOPED_TRACE(kIntegrationNames[static_cast<std::size_t>(integration)]);
    const auto row = [&](double left, double right) {
      const BuiltField built =
          built_field(drawn_map({"......."}), {{0, left}, {6, right}}, {.integration = integration});
      return row_text(built, 0) + (built.field.is_goal(6) ? " goal" : " none");
    };
    EXPECT_EQ(row(0.0, 0.0), "0 1 2 3 2 1 0 goal");
    EXPECT_EQ(row(0.0, 2.3), "0 1 2 3 4 3.3 2.3 goal");
    EXPECT_EQ(row(0.25, 6.25), "0.25 1.25 2.25 3.25 4.25 5.25 6.25 goal");
    EXPECT_EQ(row(0.0, 6.25), "0 1 2 3 4 5 6 none");
    EXPECT_EQ(row(0.0, 100.0), "0 1 2 3 4 5 6 none");
  }
  // Of two in a cell the lesser one counts, whatever their order.
  for (const Integration integration :
       {Integration::bfs, Integration::dijkstra, Integration::fast_marching}) {
    const BuiltField built =
        built_field(drawn_map({"..."}), {{0, 3.0}, {0, 1.0}, {0, 2.0}}, {.integration = integration});
    EXPECT_EQ(row_text(built, 0), "1 2 3");
  }
}

TEST(FlowField, TheOrderOfGoalsDoesNotMatter) {
  Draws draws({12});
  for (int round = 0; round < 30; ++round) {
    std::vector<FieldGoal> goals;
    for (int k = 0; k < 6; ++k)
      goals.push_back({static_cast<CellIndex>(35.0 * draws.uniform()), std::floor(3.0 * draws.uniform())});
    const FieldOptions options{.integration = static_cast<Integration>(round % 3)};
    const BuiltField built = built_field(drawn_map(bar_rows()), goals, options);
    std::reverse(goals.begin(), goals.end());
    const BuiltField reversed = built_field(drawn_map(bar_rows()), goals, options);
    EXPECT_EQ(distance_rows(built), distance_rows(reversed));
    EXPECT_EQ(direction_rows(built), direction_rows(reversed));
  }
}

TEST(FlowField, UnreachedCellsHaveNeitherDistanceNorDirection) {
  const MapRows rows = {"G....#...",  //
                        ".....#.#.",  //
                        ".....#..B",  //
                        ".....####",  //
                        "........."};
  const BuiltField built = built_field(rows, kHops);
  EXPECT_EQ(distance_rows(built), (MapRows{"0 1 2 3 4 # - - -",  //
                                           "1 2 3 4 5 # - # -",  //
                                           "2 3 4 5 6 # - - -",  //
                                           "3 4 5 6 7 # # # #",  //
                                           "4 5 6 7 8 9 10 11 12"}));
  const CellIndex b = marked_cell(rows, 'B');
  EXPECT_FALSE(built.field.is_reached(b));
  EXPECT_EQ(built.field.direction(built.map, b), Vec3{});
  EXPECT_EQ(built.sample(8, 2), Vec3{});
  std::vector<CellIndex> cells = {7};
  built.field.descend(built.map, b, cells);
  EXPECT_TRUE(cells.empty());
}

TEST(FlowField, WithoutAFreeGoalNothingIsReached) {
  GridMap map = drawn_map(bar_rows());
  const CellIndex blocked = map.frame().index({3, 2});
  EXPECT_EQ(built_field(map, {}).field.reached_count(), 0u);
  EXPECT_EQ(built_field(map, {{blocked, 0.0}, {kNoCell, 0.0}}).field.reached_count(), 0u);
  EXPECT_EQ(built_field(map, {{blocked, 0.0}, {0, 0.0}}).field.reached_count(), 30u);
}

TEST(FlowField, GroundThatCostsMoreIsFartherAway) {
  const MapRows rows = {".....", ".333.", "G333."};
  const BuiltField built = built_field(rows);
  EXPECT_EQ(row_text(built, 0), "0 2 5 8 6.8284");
  EXPECT_EQ(row_text(built, 2), "2 2.4142 3.4142 4.4142 5.4142");
  EXPECT_EQ(built.direction({4, 0}), (Vec3{0, 1, 0}));
  EXPECT_EQ(row_text(built_field(rows, kHops), 0), "0 1 2 3 4");
  EXPECT_EQ(row_text(built_field(rows, kMarching), 0, 0, 1), "0 3");
}

TEST(FlowField, FactorsMultiplyCosts) {
  GridMap map = drawn_map({"G1131"});
  const std::vector<double> factors = {1.0, 1.0, 2.5, 1.0, 1.0};
  EXPECT_EQ(row_text(built_field(map, {{0, 0.0}}, {.factors = factors}), 0), "0 1 2.75 5.5 7.5");
  FieldOptions options = kHops;
  options.factors = factors;
  EXPECT_EQ(row_text(built_field(map, {{0, 0.0}}, options), 0), "0 1 2 3 4");
  options = kMarching;
  options.factors = factors;
  EXPECT_EQ(row_text(built_field(map, {{0, 0.0}}, options), 0), "0 1 3.5 6.5 7.5");
}

TEST(FlowField, DistancesAreInMeters) {
  for (const Integration integration :
       {Integration::bfs, Integration::dijkstra, Integration::fast_marching}) {
    GridMap map(GridFrame{.origin = {}, .cell_size = 0.3, .width = 6, .height = 1}, 8, CornerCutting::never);
    for (CellIndex cell = 0; cell < 6; ++cell)
      map.set_free(cell, true);
    map.connect_all();
    const BuiltField built = built_field(map, {{0, 0.1}}, {.integration = integration});
    EXPECT_NEAR(built.field.distance(5), 1.6, 1e-12);
  }
}

// From p to q a move leads that does not lead back. A field asks for ways to its goals.
TEST(FlowField, FollowsOneWayMovesTheRightWay) {
  for (const Integration integration :
       {Integration::bfs, Integration::dijkstra, Integration::fast_marching}) {
    GridMap map = drawn_map({"....."});
    map.block_move(2, 2);
    const std::vector<FieldGoal> goals = {{0, 0.0}};
    EXPECT_EQ(row_text(built_field(map, goals, {.integration = integration}), 0), "0 1 - - -");
    map.connect_all();
    map.block_move(2, 0);
    EXPECT_EQ(row_text(built_field(map, goals, {.integration = integration}), 0), "0 1 2 3 4");
  }
}

TEST(FlowField, GoesRoundTheWorldWhereThatIsShorter) {
  for (const Integration integration :
       {Integration::bfs, Integration::dijkstra, Integration::fast_marching}) {
    const BuiltField built =
        built_field({"......G", ".......", "......."},
                    {.integration = integration, .direction = FieldDirection::gradient}, {.wraps = true});
    EXPECT_EQ(row_text(built, 2), "1 2 3 3 2 1 0");
    EXPECT_EQ(built.direction({0, 2}), (Vec3{-1, 0, 0}));
    EXPECT_EQ(built.direction({6, 0}), (Vec3{0, -1, 0}));
    EXPECT_EQ(built.sample(-0.4, 2.0), (Vec3{-1, 0, 0}));
  }
}

TEST(FlowField, SamplingIsTheMeanOfTheFourCellsAround) {
  const BuiltField built = built_field(bar_rows());
  expect_near(built.sample(1.25, 0.75), direction({-0.945083, 0.132583, 0}));
  // The cell (1,2) is blocked.
  expect_near(built.sample(0.4, 1.4), direction({-0.285714, 0.714286, 0}));
  EXPECT_EQ(built.sample(1.25, 0.75, Sampling::nearest), (Vec3{-1, 0, 0}));
  // On a ridge opposite directions cancel: that of the cell counts, (3,1) and (3,0).
  EXPECT_EQ(built.sample(2.5, 1.0), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.sample(2.5, 0.5), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.sample(3.0, 4.0), Vec3{});
  EXPECT_EQ(built.sample(3.2, 3.8), Vec3{});
}

TEST(FlowField, SamplesOutsideAreThoseOfTheNearestCell) {
  const BuiltField built = built_field(bar_rows());
  EXPECT_EQ(built.sample(-50.0, 4.0, Sampling::nearest), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.sample(-50.0, 4.0), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.sample(1e300, -1e300), (Vec3{0, 1, 0}));
  EXPECT_EQ(built.sample(-0.4, 1.0), (Vec3{0, 1, 0}));
}

// Two corridors side by side that lead opposite ways, with a thin wall between them.
TEST(FlowField, SamplingTakesNothingFromBehindAThinWall) {
  const Drawing drawing{.radius = 0.1, .walls = {{{-0.5, 0.5, 0}, {3.5, 0.5, 0}}}};
  const BuiltField built = built_field({".....", "G...."}, {}, drawing);
  const BuiltField upper = built_field({"G....", "....."}, {}, drawing);
  EXPECT_EQ(built.sample(1.5, 0.55), (Vec3{1, 0, 0}));
  EXPECT_EQ(built.sample(1.5, 0.45), (Vec3{-1, 0, 0}));
  EXPECT_EQ(upper.sample(1.5, 0.45), (Vec3{1, 0, 0}));
}

// The cell beyond the end of a wall leads away from it, not round its end.
TEST(FlowField, SamplingTakesNothingFromBesideAWallThatEnds) {
  const Drawing drawing{.radius = 0.1, .walls = {{{0.5, -0.5, 0}, {0.5, 0.3, 0}}}};
  const BuiltField built = built_field({".....", "....G"}, {}, drawing);
  expect_near(built.direction({0, 0}), direction({1, 1, 0}));
  EXPECT_EQ(built.direction({1, 0}), (Vec3{1, 0, 0}));
  // 0.42 of its own direction, 0.18 and 0.12 of the cells above; nothing of the cell (1,0).
  expect_near(built.sample(0.4, 0.3), direction(0.42 * direction({1, 1, 0}) + Vec3{0.3, 0, 0}));
}

TEST(FlowField, ABuilderIsNotChangedByEarlierFields) {
  FieldBuilder builder;
  FlowField used;
  for (int round = 0; round < 24; ++round) {
    const GridMap map = round % 2 == 0 ? two_walls(8) : drawn_map(bar_rows());
    const std::vector<FieldGoal> goals = {{static_cast<CellIndex>(round % 7), 0.5 * round},
                                          {map.frame().cell_count() - 1, 3.0}};
    const FieldOptions options{static_cast<Integration>(round % 3),
                               static_cast<FieldDirection>(round / 3 % 2)};
    builder.build(map, goals, options, used);
    const BuiltField fresh = built_field(map, goals, options);
    EXPECT_EQ(used.reached_count(), fresh.field.reached_count());
    for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell) {
      EXPECT_EQ(used.distance(cell), fresh.field.distance(cell));
      EXPECT_EQ(used.direction(map, cell), fresh.field.direction(map, cell));
    }
  }
}

// 100 bodies with one goal: a search for each of them, or a field for all.
TEST(FlowField, CostsWhatASearchPerBodyCostsOrLess) {
  struct Row {
    GridMap map;
    std::uint32_t min, max, total, cells;
    double break_even;
  };
  const Row rows[] = {{two_walls(8), 1107, 1414, 133612, 2340, 1.75},
                      {open_map(60, 40), 47, 56, 5150, 2400, 46.6}};
  for (const Row& row : rows) {
    const CellIndex goal = row.map.frame().index({55, 35});
    const BuiltField built = built_field(row.map, {{goal, 0.0}});
    EXPECT_EQ(built.field.reached_count(), row.cells);
    GridSearch search;
    std::uint32_t min = 0xffffffff, max = 0, total = 0;
    double shortest = 1e300, longest = 0.0, sum = 0.0;
    for (std::int64_t k = 0; k < 100; ++k) {
      const CellIndex start = row.map.frame().index({k % 10, 4 * (k / 10)});
      const GridPath& path = search.find(row.map, start, {&goal, 1});
      EXPECT_EQ(path.cost.meters(1.0), built.field.distance(start));
      min = std::min(min, path.expansions);
      max = std::max(max, path.expansions);
      total += path.expansions;
      const double cost = path.cost.meters(1.0);
      shortest = smaller(shortest, cost);
      longest = larger(longest, cost);
      sum += cost;
    }
    EXPECT_EQ(min, row.min);
    EXPECT_EQ(max, row.max);
    EXPECT_EQ(total, row.total);
    EXPECT_NEAR(100.0 * row.cells / total, row.break_even, 5e-2);
    if (row.cells != 2340) continue;
    EXPECT_NEAR(shortest, 75.083261, 1e-6);
    EXPECT_NEAR(sum / 100.0, 86.678563, 1e-6);
    EXPECT_NEAR(longest, 102.124892, 1e-6);
  }
  const GridMap four = two_walls(4);
  const BuiltField hops = built_field(four, {{four.frame().index({55, 35}), 0.0}}, kHops);
  EXPECT_EQ(hops.distance({0, 0}), 132.0);
}

}  // namespace
}  // namespace drover::flow_field_test
