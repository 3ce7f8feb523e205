// Bodies that follow a field arrive, by moves of the grid alone.
#include <cmath>

#include <gtest/gtest.h>

#include "sim/navigation/built_field.h"
#include "sim/navigation/random_grid.h"

namespace drover::field_walk_test {
namespace {

struct Kind {
  FieldOptions options;
  Sampling sampling;
};

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (const Integration integration : {Integration::bfs, Integration::dijkstra, Integration::fast_marching})
    for (const FieldDirection direction : {FieldDirection::neighbor, FieldDirection::gradient})
      for (const Sampling sampling : {Sampling::nearest, Sampling::bilinear})
        kinds.push_back({{integration, direction}, sampling});
  return kinds;
}

bool has_move_to(const GridMap& map, CellIndex from, CellIndex to) {
  bool found = from == to;
  map.visit_moves(from, [&](CellIndex cell, std::size_t) { found = found || cell == to; });
  return found;
}

// How far a point goes along an axis before it is in the next cell [m].
double room(double from, double heading) {
  if (heading == 0.0) return 1.0;
  const double low = std::floor(from + 0.5) - 0.5;
  return heading > 0.0 ? (low + 1.0 - from) / heading : (low - from) / heading;
}

Vec3 wrapped(const GridFrame& frame, Vec3 p) {
  if (!frame.wraps) return p;
  const auto width = static_cast<double>(frame.width);
  const auto height = static_cast<double>(frame.height);
  return {p.x - width * std::floor((p.x + 0.5) / width), p.y - height * std::floor((p.y + 0.5) / height),
          0.0};
}

TEST(FieldWalk, EachCellLeadsToANearerOneItHasAMoveTo) {
  Draws draws({21});
  int walks = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomGrid grid = random_grid(draws, round, {.one_way = round % 2 == 0});
    for (const Kind& kind : all_kinds()) {
      if (kind.sampling == Sampling::bilinear) continue;
      const BuiltField built = built_field(grid.map, grid.goals, kind.options);
      for (CellIndex cell = 0; cell < grid.map.frame().cell_count(); ++cell) {
        const Vec3 heading = built.field.direction(grid.map, cell);
        const bool leads = built.field.is_reached(cell) && !built.field.is_goal(cell);
        ASSERT_NEAR(length(heading), leads ? 1.0 : 0.0, 1e-12);
        if (!leads) continue;
        // To the center of the cell in the nearest of eight directions.
        const double angle = 0.92387953251128674;  // cos 22.5
        CellIndex next = kNoCell;
        grid.map.visit_moves(cell, [&](CellIndex to, std::size_t move) {
          const Vec3 along = direction(
              {static_cast<double>(kGridMoves[move].x), static_cast<double>(kGridMoves[move].y), 0});
          if (dot(along, heading) > angle - 1e-9 && built.field.distance(to) < built.field.distance(cell))
            next = to;
        });
        ASSERT_NE(next, kNoCell) << "round " << round << ", cell " << cell;
        std::vector<CellIndex> cells;
        built.field.descend(grid.map, cell, cells);
        ASSERT_TRUE(built.field.is_goal(cells.back()));
        for (std::size_t k = 1; k < cells.size(); ++k) {
          ASSERT_TRUE(has_move_to(grid.map, cells[k - 1], cells[k]));
          ASSERT_LT(built.field.distance(cells[k]), built.field.distance(cells[k - 1]));
        }
        ++walks;
      }
    }
  }
  EXPECT_GT(walks, 50000);
}

// Where no corners are cut: else the way from beside a center meets the corner that the way from the center
// passes.
TEST(FieldWalk, PointsThatFollowItArrive) {
  Draws draws({22});
  Draws starts({23});
  int walks = 0;
  for (int round = 0; round < 180; round += 3) {
    const RandomGrid grid = random_grid(draws, round, {});
    const GridFrame& frame = grid.map.frame();
    for (const Kind& kind : all_kinds()) {
      const BuiltField built = built_field(grid.map, grid.goals, kind.options);
      for (CellIndex cell = 0; cell < frame.cell_count(); ++cell) {
        if (!built.field.is_reached(cell) || starts.uniform() > 0.2) continue;
        const double x = starts.uniform() - 0.5;
        const double y = starts.uniform() - 0.5;
        Vec3 p = frame.center(cell) + 0.9 * Vec3{x, y, 0.0};
        int steps = 0;
        while (!built.field.is_goal(frame.index_at(p)) && steps < 4000) {
          // A bit into the next cell at most, where another direction counts, and not into one behind that.
          const Vec3 heading = built.field.sample(grid.map, p, kind.sampling);
          const double x_room = room(p.x, heading.x);
          const double y_room = room(p.y, heading.y);
          const double first = smaller(x_room, y_room);
          const double bit = smaller(0.01, 0.5 * (larger(x_room, y_room) - first));
          const double way = smaller(0.1, first + larger(bit, 1e-7));
          const Vec3 next = p + heading * way;
          const CellIndex entered = frame.index_within(next);
          ASSERT_TRUE(entered != kNoCell && has_move_to(grid.map, frame.index_at(p), entered))
              << "round " << round << " from " << p.x << ", " << p.y << " to " << next.x << ", " << next.y
              << " " << static_cast<int>(kind.options.integration) << static_cast<int>(kind.options.direction)
              << static_cast<int>(kind.sampling);
          p = wrapped(frame, next);
          ++steps;
        }
        ASSERT_LT(steps, 4000) << "round " << round << " at " << p.x << ", " << p.y << " "
                               << static_cast<int>(kind.options.integration)
                               << static_cast<int>(kind.options.direction) << static_cast<int>(kind.sampling);
        ++walks;
      }
    }
  }
  EXPECT_GT(walks, 5000);
}

}  // namespace
}  // namespace drover::field_walk_test
