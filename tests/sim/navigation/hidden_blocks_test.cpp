#include "sim/navigation/hidden_blocks.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/navigation/line_of_sight.h"
#include "sim/own_geometry.h"

namespace drover::hidden_blocks_test {
namespace {

using test::OwnGeometry;

constexpr double kSide = 40.0;  // of the square that is looked at [m]
const GridFrame kFrame{.origin = {}, .cell_size = 0.4, .width = 100, .height = 100};

Vec3 point(Draws& draws) {
  const double x = kSide * draws.uniform();
  const double y = kSide * draws.uniform();
  return {x, y, 0.0};
}

WallDef wall(std::vector<Vec3> points) {
  WallDef def;
  def.points = std::move(points);
  return def;
}

TEST(HiddenBlocks, HideNothingThatIsInSight) {
  Draws draws({5});
  int hidden = 0;
  for (int round = 0; round < 200; ++round) {
    WorldDef def;
    for (int k = 0; k < 1 + round % 20; ++k)
      def.walls.push_back(wall({point(draws), point(draws), point(draws)}));
    const OwnGeometry geometry(def, Bounds());
    const Vec3 from = point(draws);
    HiddenBlocks blocks;
    blocks.start(geometry, kFrame, from);
    for (CellIndex cell = 0; cell < kFrame.cell_count(); cell += 3) {
      if (!blocks.hides(cell)) continue;
      ++hidden;
      ASSERT_FALSE(sees(geometry, from, kFrame.center(cell), 0.0)) << round << " " << cell;
    }
  }
  EXPECT_GT(hidden, 100000);
}

// All but the blocks that two walls of the room hide together, in the directions of its corners.
TEST(HiddenBlocks, HideMostFromWithinARoom) {
  WorldDef def;
  def.walls.push_back(wall({{18, 18, 0}, {22, 18, 0}, {22, 22, 0}, {18, 22, 0}, {18, 18, 0}}));
  const OwnGeometry geometry(def, Bounds());
  HiddenBlocks blocks;
  blocks.start(geometry, kFrame, {20, 20, 0});
  CellIndex left = 0;
  for (CellIndex cell = 0; cell < kFrame.cell_count(); ++cell)
    left += blocks.hides(cell) ? 0U : 1U;
  EXPECT_LT(left, kFrame.cell_count() / 2);
}

TEST(HiddenBlocks, KnowNothingOfWorldsThatWrap) {
  WorldDef def;
  def.walls.push_back(wall({{18, 18, 0}, {22, 18, 0}, {22, 22, 0}, {18, 22, 0}, {18, 18, 0}}));
  const OwnGeometry geometry(def, Bounds());
  GridFrame frame = kFrame;
  frame.wraps = true;
  HiddenBlocks blocks;
  blocks.start(geometry, frame, {20, 20, 0});
  EXPECT_FALSE(blocks.hides(0));
}

}  // namespace
}  // namespace drover::hidden_blocks_test
