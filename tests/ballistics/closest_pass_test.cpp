#include "ballistics/closest_pass.h"

#include <limits>

#include "ballistics/vectors.h"

namespace drover::closest_pass_test {
namespace {

using namespace test;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ClosestPass, IsThatOfTheWorkedExample) {
  const Vec3 displacement = Vec3{0, 0, 1} - Vec3{5, 0.5, 1.5};
  const Vec3 velocity{10, 0, 5};
  const Polynomial polynomial = stationary_distance(displacement, velocity, kGravity);
  EXPECT_NEAR(polynomial[3], 48.11805, 1e-10);
  EXPECT_NEAR(polynomial[2], -73.575, 1e-10);
  EXPECT_NEAR(polynomial[1], 129.905, 1e-10);
  EXPECT_NEAR(polynomial[0], -52.5, 1e-10);
  const ClosestPass pass = closest_pass(displacement, velocity, kGravity, kInfinity);
  EXPECT_NEAR(pass.time, 0.4992046, 5e-8);
  EXPECT_NEAR(pass.distance, 0.9212115, 5e-8);
}

TEST(ClosestPass, MayBeAtEitherEnd) {
  const ClosestPass away = closest_pass({1, 0, 0}, {2, 0, 0}, {}, 3.0);
  EXPECT_EQ(away.time, 0.0);
  EXPECT_EQ(away.distance, 1.0);
  const ClosestPass ended = closest_pass({-10, 0, 0}, {2, 0, 0}, {}, 3.0);
  EXPECT_EQ(ended.time, 3.0);
  EXPECT_EQ(ended.distance, 4.0);
  EXPECT_EQ(closest_pass({-10, 0, 0}, {2, 0, 0}, {}, kInfinity).time, 5.0);
}

TEST(ClosestPass, OfOneThatStandsIsNow) {
  const ClosestPass pass = closest_pass({3, 4, 0}, {}, {}, kInfinity);
  EXPECT_EQ(pass.time, 0.0);
  EXPECT_EQ(pass.distance, 5.0);
}

// Straight up past a body and back: the earlier of two equal distances counts.
TEST(ClosestPass, OfEqualOnesIsTheEarliest) {
  const ClosestPass pass = closest_pass({1, 0, -1.5}, {0, 0, 10}, {0, 0, -10}, kInfinity);
  EXPECT_NEAR(pass.time, 1 - std::sqrt(0.7), 1e-9);
  EXPECT_NEAR(pass.distance, 1.0, 1e-12);
}

TEST(ClosestPass, IsTheLeastOfManySamples) {
  Draws draws = draws_of("closest_pass");
  for (int i = 0; i < 300; ++i) {
    const Vec3 displacement = random_vector(draws, 20);
    const Vec3 velocity = random_vector(draws, 15);
    const Vec3 gravity = random_vector(draws, 10);
    const ClosestPass pass = closest_pass(displacement, velocity, gravity, 4.0);
    double least = kInfinity;
    for (double t = 0.0; t <= 4.0; t += 0.002)
      least = smaller(least, length(displacement + velocity * t + gravity * (0.5 * t * t)));
    EXPECT_LE(pass.distance, least + 1e-12);
    EXPECT_NEAR(pass.distance, least, 0.1);
    EXPECT_NEAR(length(displacement + velocity * pass.time + gravity * (0.5 * pass.time * pass.time)),
                pass.distance, 1e-12);
  }
}

}  // namespace
}  // namespace drover::closest_pass_test
