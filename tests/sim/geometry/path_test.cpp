#include "sim/geometry/path.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"

namespace drover::path_test {
namespace {

Path path(std::vector<Vec3> points, bool closed = false) {
  PathDef def;
  def.points = path_points(points);
  def.closed = closed;
  return Path("route", def);
}

TEST(Path, LengthOfAClosedPathIncludesTheLastSegment) {
  const std::vector<Vec3> triangle = {{0, 0, 0}, {3, 0, 0}, {3, 4, 0}};
  EXPECT_DOUBLE_EQ(path(triangle).length(), 7.0);
  EXPECT_DOUBLE_EQ(path(triangle, true).length(), 12.0);
}

TEST(Path, DropsZeroLengthSegmentsAndARepeatedFirstPoint) {
  const Path open = path({{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(open.size(), 2u);
  const Path closed = path({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}}, true);
  EXPECT_EQ(closed.size(), 3u);
}

TEST(Path, PointsAreClampedWhenOpenAndPeriodicWhenClosed) {
  const std::vector<Vec3> square = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  EXPECT_EQ(path(square).point_at(-1.0), square.front());
  EXPECT_EQ(path(square).point_at(100.0), square.back());
  const Path closed = path(square, true);
  EXPECT_EQ(closed.point_at(9.0), closed.point_at(1.0));
  EXPECT_EQ(closed.point_at(-1.0), (Vec3{0, 1, 0}));
  EXPECT_EQ(closed.point_at(7.0), (Vec3{0, 1, 0}));
}

TEST(Path, OfOneDistinctPointIsThatPointOpenOrClosed) {
  for (const bool closed : {false, true}) {
    const Path single = path({{3, 4, 0}, {3, 4, 0}}, closed);
    EXPECT_EQ(single.length(), 0.0);
    for (const double s : {-1.0, 0.0, 2.5})
      EXPECT_EQ(single.point_at(s), (Vec3{3, 4, 0}));
    EXPECT_EQ(single.nearest_parameter({9, 9, 0}), 0.0);
  }
}

TEST(Path, NearestParameterBeatsEveryPointOfADenseSample) {
  const Path route = path({{0, 0, 0}, {5, 1, 0}, {4, 6, 0}, {-2, 3, 0}}, true);
  Draws draws({31});
  for (int k = 0; k < 200; ++k) {
    const double x = 8.0 * draws.signed_uniform();
    const double y = 8.0 * draws.signed_uniform();
    const Vec3 p{x, y, 0.0};
    const double found = length(route.point_at(route.nearest_parameter(p)) - p);
    for (double s = 0.0; s < route.length(); s += 0.05) {
      ASSERT_LE(found, length(route.point_at(s) - p) + 1e-12) << x << ", " << y << " at " << s;
    }
  }
}

TEST(Path, NearestParameterTakesTheSmallerOnTies) {
  const Path hairpin = path({{0, 1, 0}, {4, 1, 0}, {4, -1, 0}, {0, -1, 0}});
  EXPECT_EQ(hairpin.nearest_parameter({1, 0, 0}), 1.0);
  const Path closed = path({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}}, true);
  EXPECT_EQ(closed.nearest_parameter({-1, -1, 0}), 0.0);
}

TEST(Path, ProjectsToTheNearestPoint) {
  const Path corner = path({{0, 0, 0}, {10, 0, 0}, {10, 10, 0}});
  EXPECT_DOUBLE_EQ(corner.nearest_parameter({4, 1, 0}), 4.0);
  EXPECT_DOUBLE_EQ(corner.nearest_parameter({9, 2, 0}), 12.0);
  EXPECT_DOUBLE_EQ(corner.nearest_parameter({8, 2, 0}), 8.0);
  EXPECT_DOUBLE_EQ(corner.nearest_parameter({12, -3, 0}), 10.0);
  EXPECT_DOUBLE_EQ(corner.nearest_parameter({10, 12, 0}), 20.0);
}

// The same reach to both sides.
Path::Window around(double reach) {
  return {reach, reach};
}

TEST(Path, LooksNoFartherThanTheReach) {
  const Path hairpin = path({{0, 0, 0}, {10, 0, 0}, {10, 1, 0}, {0, 1, 0}});
  const Vec3 p{5, 0.6, 0};
  EXPECT_DOUBLE_EQ(hairpin.nearest_parameter(p), 16.0);
  EXPECT_DOUBLE_EQ(4.8 + hairpin.arc_length_to_nearest(p, 4.8, around(2.0)), 5.0);
  EXPECT_DOUBLE_EQ(4.8 + hairpin.arc_length_to_nearest(p, 4.8, around(11.2)), 16.0);
  EXPECT_DOUBLE_EQ(4.8 + hairpin.arc_length_to_nearest(p, 4.8, around(kInfinity)), 16.0);
  // The nearest point within reach may be where the reach ends.
  EXPECT_DOUBLE_EQ(hairpin.arc_length_to_nearest(p, 1.0, around(2.0)), 2.0);
  EXPECT_DOUBLE_EQ(hairpin.arc_length_to_nearest(p, 9.0, around(2.0)), -2.0);
}

TEST(Path, OfEquallyNearPointsTheOneNearerAlongThePathCountsThenTheSmaller) {
  const Path hairpin = path({{0, 1, 0}, {4, 1, 0}, {4, -1, 0}, {0, -1, 0}});
  const Vec3 between{1, 0, 0};  // equally near to the points at arc lengths 1 and 9
  EXPECT_EQ(hairpin.arc_length_to_nearest(between, 8.0, around(kInfinity)), 1.0);
  EXPECT_EQ(hairpin.arc_length_to_nearest(between, 2.0, around(kInfinity)), -1.0);
  EXPECT_EQ(hairpin.arc_length_to_nearest(between, 5.0, around(kInfinity)), -4.0);
}

TEST(Path, LooksAcrossTheSeamOfAClosedPath) {
  const Path square = path({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, true);
  EXPECT_DOUBLE_EQ(square.arc_length_to_nearest({0.5, 0, 0}, 7.5, around(2.0)), 1.0);
  EXPECT_DOUBLE_EQ(square.arc_length_to_nearest({0, 0.5, 0}, 0.5, around(2.0)), -1.0);
  EXPECT_EQ(square.on_path(8.5), 0.5);
  EXPECT_EQ(square.on_path(-0.5), 7.5);
  EXPECT_EQ(square.on_path(-1e-30), 0.0);
}

TEST(Path, NearestWithinReachBeatsEveryPointOfADenseSample) {
  Draws draws({32});
  for (const bool closed : {false, true}) {
    const Path route = path({{0, 0, 0}, {5, 1, 0}, {4, 6, 0}, {-2, 3, 0}}, closed);
    for (int k = 0; k < 200; ++k) {
      const double x = 8.0 * draws.signed_uniform();
      const double y = 8.0 * draws.signed_uniform();
      const double from = route.length() * draws.uniform();
      const double reach = 12.0 * draws.uniform();
      const Vec3 p{x, y, 0.0};
      const double distance = route.arc_length_to_nearest(p, from, around(reach));
      ASSERT_LE(std::fabs(distance), reach + 1e-12);
      if (closed) {
        ASSERT_LE(std::fabs(distance), 0.5 * route.length() + 1e-12);
      }
      const double found = length(route.point_at(from + distance) - p);
      for (double s = from - reach; s < from + reach; s += 0.05) {
        ASSERT_LE(found, length(route.point_at(s) - p) + 1e-12) << x << ", " << y << " at " << s;
      }
    }
  }
}

TEST(Path, OfOnePointLeadsNowhere) {
  EXPECT_EQ(path({{3, 4, 0}}).arc_length_to_nearest({9, 9, 0}, 0.0, around(5.0)), 0.0);
  EXPECT_EQ(path({{3, 4, 0}}, true).on_path(7.0), 0.0);
}

// Of a path that turns back at 10, and by a right angle at 16.
TEST(Path, ReversalsAreCornersAtWhichThePathTurnsBack) {
  const Path route = path({{0, 0, 0}, {10, 0, 0}, {4, 0, 0}, {4, 5, 0}});
  EXPECT_EQ(route.to_reversals(7.0, true).ahead, 3.0);
  EXPECT_EQ(route.to_reversals(7.0, true).behind, kInfinity);
  EXPECT_EQ(route.to_reversals(18.0, true).behind, 8.0);
  EXPECT_EQ(route.to_reversals(18.0, true).ahead, kInfinity);
  // Reached from either side it lies behind.
  EXPECT_EQ(route.to_reversals(10.0, true).behind, 0.0);
  EXPECT_EQ(route.to_reversals(10.0, true).ahead, kInfinity);
  EXPECT_EQ(route.to_reversals(10.0, false).ahead, 0.0);
  EXPECT_EQ(route.to_reversals(10.0, false).behind, kInfinity);
}

TEST(Path, ReversalsOfAClosedPathAreFoundAcrossItsSeam) {
  const Path there_and_back = path({{0, 0, 0}, {10, 0, 0}}, true);
  EXPECT_EQ(there_and_back.to_reversals(13.0, true).ahead, 7.0);
  EXPECT_EQ(there_and_back.to_reversals(13.0, true).behind, 3.0);
  EXPECT_EQ(there_and_back.to_reversals(0.0, true).ahead, 10.0);
  EXPECT_EQ(there_and_back.to_reversals(0.0, true).behind, 0.0);
}

// Followers cut a corner up to a turn of 150 degrees, and go to the corner itself beyond.
TEST(Path, LeadsRoundEveryCornerThatIsNoReversal) {
  for (int degrees = -175; degrees <= 175; degrees += 10) {
    const double angle = degrees * det::kPi / 180.0;
    const Path bent = path({{0, 0, 0}, {10, 0, 0}, {10 + 10 * det::cos(angle), 10 * det::sin(angle), 0}});
    const bool reverses = degrees < -150 || degrees > 150;
    EXPECT_EQ(bent.leading_distance(9.0, 2.0), reverses ? 1.0 : 2.0) << degrees;
    EXPECT_EQ(bent.leading_distance(11.0, -2.0), reverses ? -1.0 : -2.0) << degrees;
    EXPECT_EQ(bent.to_reversals(9.0, true).ahead, reverses ? 1.0 : kInfinity) << degrees;
  }
}

TEST(Path, LeadsToWhereItComesBack) {
  const Path hairpin = path({{0, 0, 0}, {10, 0, 0}, {10, 1, 0}, {0, 1, 0}});
  EXPECT_EQ(hairpin.leading_distance(5.0, 3.0), 3.0);
  EXPECT_EQ(hairpin.leading_distance(8.0, 5.0), 3.0);  // to the second corner
  EXPECT_EQ(hairpin.leading_distance(13.0, -5.0), -3.0);
  EXPECT_EQ(hairpin.leading_distance(9.0, 5.0), 5.0);  // so near that it is only a corner to cut
  EXPECT_EQ(hairpin.leading_distance(11.0, 5.0), 5.0);
  EXPECT_EQ(hairpin.leading_distance(20.0, 5.0), 5.0);  // the end is no corner
  const Path there_and_back = path({{0, 0, 0}, {10, 0, 0}}, true);
  EXPECT_EQ(there_and_back.leading_distance(19.0, 2.0), 1.0);
  EXPECT_EQ(there_and_back.leading_distance(1.0, -2.0), -1.0);
  EXPECT_EQ(there_and_back.leading_distance(10.0, 2.0), 2.0);
  EXPECT_EQ(path({{3, 4, 0}}).leading_distance(0.0, 2.0), 2.0);
}

}  // namespace
}  // namespace drover::path_test
