#include "sim/geometry/region.h"

#include <gtest/gtest.h>

#include "sim/geometry/shape_image.h"
#include "sim/space_scene.h"

namespace drover::region_test {
namespace {

Region ball() {
  RegionDef def;
  def.center = Vec3{1, 2, 3};
  def.radius = 2.0;
  return Region("r", def, Dimensions::space);
}

Region box(double low, double high) {
  RegionDef def;
  def.min = Vec3{0, 0, low};
  def.max = Vec3{4, 6, high};
  return Region("r", def, Dimensions::space);
}

Region prism() {
  RegionDef def;
  def.points = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  def.bottom = 1.0;
  return Region("r", def, Dimensions::space);
}

TEST(RegionInSpace, IsABallABoxOrWhatLiesOverAPolygon) {
  EXPECT_TRUE(ball().encloses({1, 2, 5}));
  EXPECT_FALSE(ball().encloses({1, 2, 5.1}));
  EXPECT_TRUE(box(-1, 1).encloses({4, 6, 1}));
  EXPECT_FALSE(box(-1, 1).encloses({1, 1, 1.5}));
  EXPECT_TRUE(box(0, 0).encloses({1, 1, -1e5})) << "without heights";
  EXPECT_TRUE(prism().encloses({1, 1, 1e5}));
  EXPECT_FALSE(prism().encloses({1, 1, 0.9}));
  EXPECT_FALSE(prism().encloses({3, 3, 5}));
}

TEST(RegionInSpace, DistancesAreThoseToTheNearestPlaceOfTheBorder) {
  EXPECT_EQ(box(-1, 1).distance({2, 3, 5}), 4.0);
  EXPECT_EQ(box(-1, 1).distance({7, 3, 5}), 5.0);
  EXPECT_EQ(box(-1, 1).distance({2, 3, 0.75}), -0.25);
  EXPECT_EQ(box(-1, 1).border_point({2, 3, 0.75}), (Vec3{2, 3, 1}));
  EXPECT_EQ(box(-1, 1).border_point({3.9, 3, 0.5}), (Vec3{4, 3, 0.5}));
  EXPECT_EQ(box(-1, 1).border_point({7, 3, 5}), (Vec3{4, 3, 1}));
  EXPECT_EQ(prism().border_point({1, 1, 0}), (Vec3{1, 1, 1}));
  Draws draws({17});
  for (const Region& region : {ball(), box(-1, 1), box(0, 0), prism()}) {
    for (int k = 0; k < 500; ++k) {
      const Vec3 p = test::random_point(draws, 6.0);
      const Vec3 border = region.border_point(p);
      EXPECT_NEAR(length(border - p), std::fabs(region.distance(p)), 1e-12);
      EXPECT_NEAR(region.distance(border), 0.0, 1e-12);
    }
  }
}

TEST(RegionInSpace, IsSeenThroughTheCeilingOfAWorldThatWraps) {
  const Bounds bounds = test::bounds_of({-10, -10, -10}, {10, 10, 10}, Edge::wrap);
  EXPECT_EQ(image_near(box(8, 12), bounds, {1, 1, -9}), (Vec3{1, 1, 11}));
  EXPECT_TRUE(encloses_image(box(8, 12), bounds, {1, 1, -9}));
  EXPECT_FALSE(encloses_image(box(8, 12), bounds, {1, 1, -7}));
}

}  // namespace
}  // namespace drover::region_test
