#include "vehicles/fillet.h"

#include "vehicles/drives.h"

namespace drover::fillet_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(Fillet, RoundsARightAngle) {
  for (const double side : {1.0, -1.0}) {
    const auto fillet = corner_fillet({-10, 0, 0}, {0, 0, 0}, {0, 10 * side, 0}, 5.0);
    ASSERT_TRUE(fillet);
    expect_near(fillet->begin, {-5, 0, 0}, 1e-14);
    expect_near(fillet->end, {0, 5 * side, 0}, 1e-14);
    expect_near(fillet->center, {-5, 5 * side, 0}, 1e-14);
    EXPECT_NEAR(fillet->turn, 0.5 * kPi * side, 1e-15);
    EXPECT_NEAR(fillet->length, 2.5 * kPi, 1e-14);
    EXPECT_NEAR(fillet->cut, 5.0 * (std::sqrt(2.0) - 1.0), 1e-14);
  }
}

TEST(Fillet, TouchesBothLegs) {
  Draws draws = draws_of("fillet");
  int count = 0;
  for (int i = 0; i < 1000; ++i) {
    Vec3 points[3];
    for (Vec3& point : points) {
      point = random_vector(draws, 20.0);
      point.z = 0.0;
    }
    const double radius = uniform(draws, 0.1, 5.0);
    const auto fillet = corner_fillet(points[0], points[1], points[2], radius);
    const double room = greatest_fillet_radius(points[0], points[1], points[2]);
    EXPECT_EQ(fillet.has_value(), radius <= room);
    if (!fillet) continue;
    ++count;
    const Vec3 in = direction(points[1] - points[0]);
    const Vec3 out = direction(points[2] - points[1]);
    EXPECT_NEAR(length(fillet->begin - fillet->center), radius, 1e-9);
    EXPECT_NEAR(length(fillet->end - fillet->center), radius, 1e-9);
    EXPECT_NEAR(dot(fillet->begin - fillet->center, in), 0.0, 1e-9);
    EXPECT_NEAR(dot(fillet->end - fillet->center, out), 0.0, 1e-9);
    EXPECT_NEAR(length(points[1] - fillet->center), radius + fillet->cut, 1e-9);
    EXPECT_NEAR(fillet->tangent, radius * std::tan(0.5 * std::fabs(fillet->turn)),
                1e-9 * fillet->tangent + 1e-12);
    EXPECT_NEAR(fillet_radius_of_cut(fillet->turn, fillet->cut), radius, 1e-6 * radius);
    const PlanarPose end =
        travel_arc({fillet->begin, in}, fillet->length, (fillet->turn < 0.0 ? -1.0 : 1.0) / radius);
    expect_near(end.position, fillet->end, 1e-9);
    expect_near(end.heading, out, 1e-9);
    EXPECT_LT(fillet->length, 2.0 * fillet->tangent);
  }
  EXPECT_GT(count, 300);
}

TEST(Fillet, LegsAreSharedByCorners) {
  EXPECT_TRUE(corner_fillet({-10, 0, 0}, {0, 0, 0}, {0, 10, 0}, 5.0));
  EXPECT_FALSE(corner_fillet({-10, 0, 0}, {0, 0, 0}, {0, 9.99, 0}, 5.0));
  EXPECT_TRUE(corner_fillet({-10, 0, 0}, {0, 0, 0}, {0, 9.99, 0}, 5.0, 1.0));
  EXPECT_NEAR(greatest_fillet_radius({-10, 0, 0}, {0, 0, 0}, {0, 6, 0}), 3.0, 1e-14);
}

TEST(Fillet, CornersThatNoCircleRounds) {
  EXPECT_FALSE(corner_fillet({-10, 0, 0}, {0, 0, 0}, {10, 0, 0}, 5.0));   // in line
  EXPECT_FALSE(corner_fillet({-10, 0, 0}, {0, 0, 0}, {-10, 0, 0}, 5.0));  // and back
  EXPECT_FALSE(corner_fillet({0, 0, 0}, {0, 0, 0}, {10, 0, 0}, 5.0));     // no leg
  EXPECT_FALSE(corner_fillet({-10, 0, 0}, {0, 0, 0}, {0, 0, 0}, 5.0));
  EXPECT_EQ(greatest_fillet_radius({-10, 0, 0}, {0, 0, 0}, {-10, 0, 0}), 0.0);
  EXPECT_GT(greatest_fillet_radius({-10, 0, 0}, {0, 0, 0}, {10, 0, 0}), 1e300);
}

}  // namespace
}  // namespace drover::fillet_test
