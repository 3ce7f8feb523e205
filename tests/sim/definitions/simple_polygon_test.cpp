#include "sim/definitions/simple_polygon.h"

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"

namespace drover::simple_polygon_test {
namespace {

using Corners = std::vector<Vec3>;

void expect_crossing(const Corners& corners, std::size_t first, std::size_t second) {
  const auto crossing = find_crossing(corners);
  ASSERT_TRUE(crossing);
  EXPECT_EQ(crossing->first, first);
  EXPECT_EQ(crossing->second, second);
}

TEST(SimplePolygon, NamesTheEdgesThatCross) {
  expect_crossing({{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}}, 0, 2);
  expect_crossing({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 0, 0}, {0, 4, 0}}, 0, 2);  // corner 3 on edge 0
}

TEST(SimplePolygon, TouchingIsCrossing) {
  expect_crossing({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 0, 0}, {0, 4, 0}}, 0, 2);  // a corner twice
  expect_crossing({{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {4, -1, 0}, {0, -1, 0}}, 0, 2);
  expect_crossing({{0, 0, 0}, {4, 0, 0}, {2, 0, 0}, {2, 3, 0}}, 0, 1);  // folds back
}

TEST(SimplePolygon, CornersOnALineAreNoPolygon) {
  EXPECT_TRUE(lie_on_one_line(Corners{{0, 0, 0}, {4, 0, 0}, {2, 0, 0}}));
  EXPECT_TRUE(lie_on_one_line(Corners{{0.1, 0.1, 0}, {0.2, 0.2, 0}, {0.7, 0.7, 0}}));
  EXPECT_FALSE(lie_on_one_line(Corners{{0.1, 0.1, 0}, {0.2, 0.2, 0}, {0.3, 0.1 + 0.2, 0}}));  // by a last bit
}

TEST(SimplePolygon, RepeatedCornersAreDropped) {
  const Corners corners{{0, 0, 0}, {0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {4, 4, 0}, {0, 0, 0}};
  EXPECT_EQ(without_repeats(corners), (Corners{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}}));
  EXPECT_EQ(distinct_corners(corners), (std::vector<std::size_t>{0, 2, 3}));
}

TEST(SimplePolygon, StraightCornersAreAllowed) {
  EXPECT_FALSE(find_crossing(Corners{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}));
}

// A star-shaped polygon is simple; with two neighbors exchanged the edges beside them cross, whatever the
// turn.
TEST(SimplePolygon, StarsAreSimpleUntilTwoCornersAreExchanged) {
  Draws draws({.seed = 1});
  for (int k = 0; k < 300; ++k) {
    const std::uint32_t n = 6 + draws.below(40);
    Corners corners;
    for (std::uint32_t j = 0; j < n; ++j) {
      const auto angle = det::sin_cos(det::kTwoPi * (j + 0.5 * draws.uniform()) / n);
      corners.push_back(Vec3{angle.cos, angle.sin, 0.0} * (2.0 + 0.01 * draws.uniform()));
    }
    ASSERT_FALSE(find_crossing(corners));
    const std::uint32_t at = draws.below(n);
    std::swap(corners[at], corners[(at + 1) % n]);
    ASSERT_TRUE(find_crossing(corners));
  }
}

}  // namespace
}  // namespace drover::simple_polygon_test
