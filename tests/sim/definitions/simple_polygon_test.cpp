#include "sim/definitions/simple_polygon.h"

#include <chrono>
#include <utility>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/numerics.h"
#include "core/orientation.h"
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

// All pairs, one by one.
bool has_crossing(const Corners& corners) {
  const auto crosses_alone = [&](std::size_t first, std::size_t second) {
    const auto at = [&](std::size_t k) { return corners[k % corners.size()]; };
    const auto on = [](Vec3 a, Vec3 b, Vec3 p) {
      return orientation(a, b, p) == 0 && smaller(a.x, b.x) <= p.x && p.x <= larger(a.x, b.x) &&
             smaller(a.y, b.y) <= p.y && p.y <= larger(a.y, b.y);
    };
    const Vec3 a = at(first), b = at(first + 1), c = at(second), d = at(second + 1);
    if (second == first + 1) return on(a, b, d) || on(c, d, a);
    if (first == 0 && second + 1 == corners.size()) return on(c, d, b) || on(a, b, c);
    return (orientation(a, b, c) * orientation(a, b, d) < 0 &&
            orientation(c, d, a) * orientation(c, d, b) < 0) ||
           on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b);
  };
  for (std::size_t first = 0; first < corners.size(); ++first)
    for (std::size_t second = first + 1; second < corners.size(); ++second)
      if (crosses_alone(first, second)) return true;
  return false;
}

// On a grid of few places nearly everything touches: corners on edges and on corners, edges over one another,
// vertical ones.
TEST(SimplePolygon, TheSweepFindsWhatAllPairsFind) {
  Draws draws({.seed = 2});
  int simple = 0;
  for (int k = 0; k < 60'000; ++k) {
    const std::uint32_t side = 2 + draws.below(6);
    Corners corners;
    for (std::uint32_t n = 3 + draws.below(7); n > 0; --n)
      corners.push_back({1.0 * draws.below(side), 1.0 * draws.below(side), 0.0});
    corners = without_repeats(corners);
    if (corners.size() < 3 || lie_on_one_line(corners)) continue;
    ASSERT_EQ(find_crossing(corners).has_value(), has_crossing(corners)) << "polygon " << k;
    simple += find_crossing(corners) ? 0 : 1;
  }
  EXPECT_GT(simple, 5000);
}

// A comb whose edges all lie beside each other for the whole length: pairs of edges by their extent along an
// axis would be 10^10.
TEST(SimplePolygon, LongEdgesCostNoMoreThanShortOnes) {
  constexpr int kTeeth = 40'000;
  constexpr double kLength = 1000.0, kTooth = 0.01;
  for (const double slope : {0.0, 1.0, 1e6}) {
    Corners corners = {{-5, -1, 0}, {0, -1, 0}};
    for (int k = 0; k < kTeeth; ++k) {
      const double low = k * kTooth, high = (k + 0.5) * kTooth;
      for (const auto& [along, across] : {std::pair(0.0, low), {kLength, low}, {kLength, high}, {0.0, high}})
        corners.push_back({along - slope * across, slope * along + across, 0.0});
    }
    corners.push_back({-5.0 - slope * kTeeth * kTooth, kTeeth * kTooth - slope * 5.0, 0.0});
    const auto start = std::chrono::steady_clock::now();
    ASSERT_FALSE(find_crossing(corners)) << slope;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << slope;
  }
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
