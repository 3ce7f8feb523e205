#include "sim/geometry/diameter.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/det_math.h"

namespace drover::diameter_test {
namespace {

double of_all_pairs(const std::vector<Vec3>& points) {
  double greatest = 0.0;
  for (const Vec3 a : points)
    for (const Vec3 b : points)
      greatest = larger(greatest, length2(a - b));
  return greatest;
}

std::vector<Vec3> on_ellipse(int count, double a, double b, Vec3 center) {
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k) {
    const auto [sine, cosine] = det::sin_cos(det::kTwoPi * k / count);
    points.push_back(center + Vec3{a * cosine, b * sine, 0.0});
  }
  return points;
}

TEST(Diameter, OfRoundAndLongSetsIsThatOfAllPairs) {
  for (const int count : {2, 3, 31, 32, 33, 100, 501}) {
    for (const double width : {1.0, 1.0 + 1e-9, 3.0, 1e6}) {
      const std::vector<Vec3> points = on_ellipse(count, width, 1.0, {width, -7.0, 0.0});
      EXPECT_EQ(squared_diameter(points), of_all_pairs(points)) << count << " points, width " << width;
    }
  }
}

TEST(Diameter, OfPointsInAndOnASquareIsItsDiagonal) {
  std::vector<Vec3> points;
  for (int x = 0; x <= 20; ++x)
    for (int y = 0; y <= 20; ++y)
      points.push_back({0.25 * x, 0.25 * y, 0.0});
  EXPECT_EQ(squared_diameter(points), 50.0);
}

TEST(Diameter, OfPointsOnOneLineOrInOnePlaceIsTheirLength) {
  std::vector<Vec3> points;
  for (int k = 0; k < 100; ++k)
    points.push_back({0.5 * (k % 50), 0.25 * (k % 50), 0.0});
  EXPECT_EQ(squared_diameter(points), of_all_pairs(points));
  EXPECT_EQ(squared_diameter(std::vector<Vec3>(100, Vec3{3.0, 4.0, 0.0})), 0.0);
  EXPECT_EQ(squared_diameter({}), 0.0);
}

}  // namespace
}  // namespace drover::diameter_test
