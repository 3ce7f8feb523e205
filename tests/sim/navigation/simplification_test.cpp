#include "sim/navigation/simplification.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/geometry/segment_distance.h"
#include "sim/navigation/grid_drawing.h"
#include "sim/navigation/line_of_sight.h"
#include "sim/navigation/shortest_round_corners.h"
#include "sim/static_scene.h"

namespace drover::simplification_test {
namespace {

using test::OwnGeometry;
using Way = std::vector<Vec3>;

double length_of(const Way& way) {
  double sum = 0.0;
  for (std::size_t k = 1; k < way.size(); ++k)
    sum += length(way[k] - way[k - 1]);
  return sum;
}

template <class Sees>
Way simplified(Way way, Simplification form, const Sees& sees) {
  simplify(way, form, 1.0, sees);
  return way;
}

Way through(const GridMap& map, const std::vector<GridCell>& cells) {
  Way way;
  for (const GridCell cell : cells)
    way.push_back(map.frame().center(cell));
  return way;
}

const auto sees_all = [](Vec3, Vec3) { return true; };
const auto sees_nothing = [](Vec3, Vec3) { return false; };

TEST(Simplification, LeavesWaysAloneThatHaveNothingToLeaveOut) {
  for (const auto form : {Simplification::none, Simplification::collinear, Simplification::line_of_sight,
                          Simplification::taut}) {
    EXPECT_EQ(simplified({}, form, sees_all), Way{});
    EXPECT_EQ(simplified({{1, 2, 0}}, form, sees_all), (Way{{1, 2, 0}}));
    EXPECT_EQ(simplified({{1, 2, 0}, {3, 4, 0}}, form, sees_nothing), (Way{{1, 2, 0}, {3, 4, 0}}));
    EXPECT_EQ(simplified({{1, 2, 0}, {1, 2, 0}}, form, sees_nothing), (Way{{1, 2, 0}, {1, 2, 0}}));
  }
  const Way zigzag = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  EXPECT_EQ(simplified(zigzag, Simplification::none, sees_all), zigzag);
}

TEST(Simplification, OfStraightRunsTheEndsStay) {
  const Way way = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 0}, {3, 1, 0}, {4, 2, 0}, {4, 2, 0}, {3, 1, 0}};
  EXPECT_EQ(simplified(way, Simplification::collinear, sees_all),
            (Way{{0, 0, 0}, {2, 0, 0}, {4, 2, 0}, {3, 1, 0}}));
  Way same(5, Vec3{1, 1, 0});
  EXPECT_EQ(simplified(same, Simplification::collinear, sees_all), (Way{{1, 1, 0}, {1, 1, 0}}));
}

TEST(Simplification, OfStraightRunsIsExactForStepsOfAnySize) {
  for (const double size : {0.1, 0.3, 1.0 / 7.0, 1.7}) {
    GridFrame frame;
    frame.origin = {-33.3, 12.7, 0};
    frame.cell_size = size;
    frame.width = frame.height = 2000;
    Way way;
    for (std::int64_t k = 0; k < 900; ++k)
      way.push_back(frame.center(GridCell{k, k}));
    for (std::int64_t k = 900; k < 1900; ++k)
      way.push_back(frame.center(GridCell{k, 899}));
    const Way expected = {way[0], way[899], way.back()};
    EXPECT_EQ(simplified(way, Simplification::collinear, sees_all), expected) << size;
  }
}

// A bend of many small angles is none of a straight run.
TEST(Simplification, OfStraightRunsKeepsSlowBends) {
  Way way;
  for (int k = 0; k <= 1000; ++k)
    way.push_back({0.01 * k, 1e-7 * k * k * 0.0001, 0});
  const Way short_way = simplified(way, Simplification::collinear, sees_all);
  EXPECT_GT(short_way.size(), 10u);
  for (const Vec3 p : way) {
    double least = kInfinity;
    for (std::size_t k = 1; k < short_way.size(); ++k)
      least = smaller(least, length(p - nearest_point_on_segment(short_way[k - 1], short_way[k], p)));
    EXPECT_LT(least, 1e-8);
  }
}

struct OnGrid {
  GridMap map;
  OwnGeometry empty{WorldDef{}, Bounds()};
  bool operator()(Vec3 a, Vec3 b) const { return sees_on_grid(map, empty, a, b); }
};

TEST(Simplification, OfWaysRoundTheWallOfTheMap) {
  const OnGrid sight{drawn_map(bar_rows(), {.origin = {}})};
  const Way straight = through(
      sight.map, {{3, 0}, {3, 1}, {2, 1}, {1, 1}, {0, 1}, {0, 2}, {0, 3}, {1, 3}, {2, 3}, {3, 3}, {3, 4}});
  const Way diagonal =
      through(sight.map, {{3, 0}, {2, 1}, {1, 1}, {0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}});
  for (const Way& way : {straight, diagonal}) {
    const Way seen = simplified(way, Simplification::line_of_sight, sight);
    EXPECT_EQ(seen, through(sight.map, {{3, 0}, {0, 1}, {0, 3}, {3, 4}}));
    EXPECT_NEAR(length_of(seen), 2.0 + 2.0 * std::sqrt(10.0), 1e-12);
    const Way taut = simplified(way, Simplification::taut, sight);
    EXPECT_NEAR(length_of(taut), 1.0 + 2.0 * std::sqrt(8.5), 1e-6);
    ASSERT_EQ(taut.size(), 4u);
    EXPECT_LT(length(taut[1] - Vec3{1, 2, 0}), 1e-5);
    EXPECT_LT(length(taut[2] - Vec3{1, 3, 0}), 1e-5);
  }
  EXPECT_EQ(simplified(diagonal, Simplification::collinear, sight),
            through(sight.map, {{3, 0}, {2, 1}, {0, 1}, {0, 3}, {1, 4}, {3, 4}}));
}

struct PastThings {
  const StaticGeometry& geometry;
  double radius;
  bool operator()(Vec3 a, Vec3 b) const { return sees(geometry, a, b, radius); }
};

TEST(Simplification, TurnsRoundTheEndOfAWallOnAnArc) {
  const OwnGeometry geometry = test::walls({test::wall({{0, 5, 0}, {8, 5, 0}})});
  const GridMap map = open_map(10, 10, {.origin = {}});
  const Way way =
      through(map, {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 3}, {5, 3}, {6, 3}, {7, 3}, {8, 3}, {9, 4},
                    {8, 5}, {8, 6}, {7, 7}, {6, 8}, {5, 9}, {4, 9}, {3, 9}, {2, 9}, {1, 9}, {0, 9}});
  const PastThings sight{geometry, 0.6};
  EXPECT_NEAR(length_of(simplified(way, Simplification::line_of_sight, sight)), 20.919926, 1e-6);
  const Way taut = simplified(way, Simplification::taut, sight);
  EXPECT_NEAR(length_of(taut), 18.7757, 5e-5);
  // Round the other end there is no way.
  const OwnGeometry longer = test::walls({test::wall({{-99, 5, 0}, {8, 5, 0}})});
  const double exact = test::ShortestRoundCorners(longer, 0.6, way.front(), way.back()).length_of_way();
  EXPECT_NEAR(exact, 18.770484, 1e-5);
  EXPECT_LT(length_of(taut), exact * 1.001);
}

TEST(Simplification, WhereNothingIsSeenOnlyStraightRunsAreLeftOut) {
  const Way way = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 1, 0}, {4, 2, 0}, {4, 3, 0}};
  const Way expected = {{0, 0, 0}, {2, 0, 0}, {4, 2, 0}, {4, 3, 0}};
  EXPECT_EQ(simplified(way, Simplification::line_of_sight, sees_nothing), expected);
  EXPECT_EQ(simplified(way, Simplification::taut, sees_nothing), expected);
}

// A staircase of thousands of steps in the open.
TEST(Simplification, OfLongWaysTakesFewTestsOfSight) {
  Way way;
  for (int k = 0; k < 5000; ++k)
    way.push_back({0.5 * k, k % 2 == 0 ? 0.0 : 1.0, 0});
  std::size_t tests = 0;
  const auto open = [&](Vec3, Vec3) {
    ++tests;
    return true;
  };
  EXPECT_EQ(simplified(way, Simplification::line_of_sight, open), (Way{way.front(), way.back()}));
  EXPECT_LT(tests, 100u);
  tests = 0;
  const auto closed = [&](Vec3 a, Vec3 b) {
    ++tests;
    return std::fabs(a.x - b.x) < 0.6;
  };
  EXPECT_EQ(simplified(way, Simplification::line_of_sight, closed), way);
  EXPECT_LE(tests, way.size() * kSightLookAhead);
}

// A random room of walls and boxes.
struct Room {
  explicit Room(Draws& draws) : geometry(definition(draws), Bounds()), map(frame(), 8, CornerCutting::never) {
    const auto clear = [&](CellIndex a, CellIndex b) {
      return is_clear_way(geometry, map.frame().center(a), map.frame().center(b), kRadius);
    };
    for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell)
      map.set_free(cell, clear(cell, cell));
    map.connect_all();
    for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell)
      map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
        if (!clear(cell, to)) map.block_move(cell, move);
      });
  }

  static constexpr double kRadius = 0.4;
  static GridFrame frame() {
    GridFrame frame;
    frame.width = frame.height = 20;
    return frame;
  }
  static WorldDef definition(Draws& draws) {
    const auto at = [&] {
      const double x = 1.0 + 18.0 * draws.uniform();
      const double y = 1.0 + 18.0 * draws.uniform();
      return Vec3{x, y, 0.0};
    };
    WorldDef def;
    for (int k = 0; k < 4; ++k) {
      const Vec3 from = at();
      def.walls.push_back(test::wall({from, from + (at() - Vec3{10, 10, 0}) * 0.6}));
      ObstacleDef& box = def.obstacles.emplace_back();
      box.box = BoxDef{at(), {1.0 + 3.0 * draws.uniform(), 2.0, 0.0}, 3.0 * draws.uniform()};
    }
    def.walls.push_back(test::wall({{0, 0, 0}, {20, 0, 0}, {20, 20, 0}, {0, 20, 0}}, true));
    return def;
  }

  // Dijkstra's search; empty where there is none.
  Way way(CellIndex from, CellIndex to) const {
    std::vector<double> least(map.frame().cell_count(), kInfinity);
    std::vector<CellIndex> parent(least.size(), kNoCell);
    std::priority_queue<std::pair<double, CellIndex>> open;
    least[from] = 0.0;
    open.emplace(0.0, from);
    while (!open.empty()) {
      const auto [cost, cell] = open.top();
      open.pop();
      if (-cost > least[cell]) continue;
      map.visit_moves(cell, [&, at = cell](CellIndex next, std::size_t move) {
        const double through = least[at] + (is_diagonal(move) ? kSqrt2 : 1.0);
        if (!(through < least[next] - 1e-9)) return;
        least[next] = through;
        parent[next] = at;
        open.emplace(-through, next);
      });
    }
    if (parent[to] == kNoCell) return {};
    Way way;
    for (CellIndex cell = to; cell != kNoCell; cell = parent[cell])
      way.push_back(map.frame().center(cell));
    std::reverse(way.begin(), way.end());
    return way;
  }

  OwnGeometry geometry;
  GridMap map;
};

TEST(Simplification, TautIsTheShortestWayOnItsSideOfThings) {
  Draws draws({.seed = 5});
  int maps = 0;
  int shortest = 0;
  int shortest_in_sight = 0;
  while (maps < 40) {
    const Room room(draws);
    const Way way = room.way(draws.below(400), draws.below(400));
    if (way.size() < 15) continue;
    ++maps;
    const PastThings sight{room.geometry, Room::kRadius};
    const Way seen = simplified(way, Simplification::line_of_sight, sight);
    const Way taut = simplified(way, Simplification::taut, sight);
    const double exact =
        test::ShortestRoundCorners(room.geometry, Room::kRadius, way.front(), way.back()).length_of_way();
    EXPECT_GE(length_of(taut), exact - 1e-4) << maps;
    shortest += length_of(taut) < exact * 1.001 ? 1 : 0;
    shortest_in_sight += length_of(seen) < exact * 1.001 ? 1 : 0;
  }
  // In the other rooms the search took another side of something, or the way leads through a gap that no move
  // fits through.
  EXPECT_GE(shortest, 32);
  EXPECT_LT(shortest_in_sight, 30);
}

// Where a taut way bends, a disc that was a little farther inside of the bend would touch something: cuts
// that save less than a thousandth of a cell are not made.
void expect_taut(const Room& room, const Way& taut) {
  for (std::size_t k = 1; k + 1 < taut.size(); ++k) {
    const Vec3 back = direction(taut[k - 1] - taut[k]);
    const Vec3 on = direction(taut[k + 1] - taut[k]);
    if (length(back + on) < 0.05) continue;
    const Vec3 inside = taut[k] + direction(back + on) * 0.06;
    EXPECT_FALSE(is_clear_way(room.geometry, inside, inside, Room::kRadius)) << k;
  }
}

TEST(Simplification, KeepsItsPromisesInRandomRooms) {
  Draws draws({.seed = 6});
  int maps = 0;
  while (maps < 60) {
    const Room room(draws);
    const Way way = room.way(draws.below(400), draws.below(400));
    if (way.size() < 6) continue;
    ++maps;
    const PastThings sight{room.geometry, Room::kRadius};
    double before = length_of(way);
    for (const auto form : {Simplification::collinear, Simplification::line_of_sight, Simplification::taut}) {
      const Way result = simplified(way, form, sight);
      EXPECT_EQ(result.front(), way.front());
      EXPECT_EQ(result.back(), way.back());
      EXPECT_LE(length_of(result), before + 1e-12);
      before = length_of(result);
      for (std::size_t k = 1; k < result.size(); ++k)
        EXPECT_TRUE(sight(result[k - 1], result[k]));
      EXPECT_EQ(simplified(result, form, sight), result) << maps << ' ' << static_cast<int>(form);
      if (form == Simplification::taut) expect_taut(room, result);
    }
  }
}

}  // namespace
}  // namespace drover::simplification_test
