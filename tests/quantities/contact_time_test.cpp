#include "quantities/contact_time.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::contact_time_test {
namespace {

TEST(ContactTime, HeadOnIsTheGapOverTheClosingSpeed) {
  EXPECT_EQ(contact_time({10, 0, 0}, {-2, 0, 0}, 1), 4.5);
  EXPECT_EQ(contact_time({0, -10, 0}, {0, 0.5, 0}, 1), 18.0);
}

// Behaviors 3.1: d_p = (10,0), d_v = (-1,0) c; the time scales with 1/c.
TEST(ContactTime, ScalesWithTheInverseSpeed) {
  for (const double c : {0.25, 1.0, 8.0})
    EXPECT_EQ(contact_time({10, 0, 0}, {-c, 0, 0}, 2), 8.0 / c);
}

// Centers meet after 2 s, closing with sqrt(89) m/s, so bodies with a sum of radii of 1 m touch that much
// earlier.
TEST(ContactTime, TouchComesBeforeTheClosestApproach) {
  EXPECT_NEAR(contact_time({16, 10, 0}, {-8, -5, 0}, 1.0), 2.0 - 1.0 / std::sqrt(89.0), 1e-12);
}

// gdx-ai takes |d_p| - |d_v| t for the miss distance and would see a collision here.
TEST(ContactTime, WideMissIsNoCollisionUnlikeInGdxAi) {
  EXPECT_EQ(contact_time({10, 5, 0}, {-1, 0, 0}, 1.2), kInfinity);
  EXPECT_EQ(contact_time({10, 5, 0}, {-1, 0, 0}, 4.999), contact_time({10, -5, 0}, {-1, 0, 0}, 4.999));
  EXPECT_NEAR(contact_time({10, 5, 0}, {-1, 0, 0}, 5.5), 10.0 - std::sqrt(5.5 * 5.5 - 25.0), 1e-12);
}

TEST(ContactTime, GrazingIsAMiss) {
  EXPECT_EQ(contact_time({10, 5, 0}, {-1, 0, 0}, 5), kInfinity);
}

// Millington's time (3.3.14) has the wrong sign: it is positive for pairs that part.
TEST(ContactTime, PartingOrParallelBodiesNeverTouch) {
  EXPECT_EQ(contact_time({10, 0, 0}, {2, 0, 0}, 1), kInfinity);
  EXPECT_EQ(contact_time({10, 0, 0}, {0, 3, 0}, 1), kInfinity);
  EXPECT_EQ(contact_time({10, 0, 0}, {}, 1), kInfinity);
}

TEST(ContactTime, OverlapIsNowEvenWhileParting) {
  EXPECT_EQ(contact_time({0.5, 0, 0}, {2, 0, 0}, 1), 0.0);
  EXPECT_EQ(contact_time({0.5, 0, 0}, {}, 1), 0.0);
  EXPECT_EQ(contact_time({}, {}, 1), 0.0);
  EXPECT_EQ(contact_time({1, 0, 0}, {-1, 0, 0}, 1), 0.0) << "touching and closing";
  EXPECT_EQ(contact_time({1, 0, 0}, {1, 0, 0}, 1), kInfinity) << "touching and parting";
}

TEST(ContactTime, TinySpeedsStayFinite) {
  const double time = contact_time({1e5, 0, 0}, {-1e-300, 0, 0}, 1);
  EXPECT_TRUE(time == time);
  EXPECT_GT(time, 1e300);
}

// A wall from (0,-2) to (0,2), met by a disc of radius 0.5.
Segment wall() {
  return {{0, -2, 0}, {0, 2, 0}, {-1, 0, 0}, 0};
}
double wall_time(Vec3 position, Vec3 velocity) {
  return contact_time(wall(), position, velocity, 0.5);
}

TEST(ContactTime, WallIsTouchedByTheRimOfTheBodyFromEitherSide) {
  EXPECT_EQ(wall_time({-5, 0, 0}, {1, 0, 0}), 4.5);
  EXPECT_EQ(wall_time({5, 0, 0}, {-1, 0, 0}), 4.5);
  EXPECT_EQ(wall_time({-5, -3, 0}, {1, 1, 0}), 4.5) << "only the speed towards the wall counts";
}

TEST(ContactTime, WallIsMissedByAgentsThatPassOrLeave) {
  EXPECT_EQ(wall_time({-5, 0, 0}, {-1, 0, 0}), kInfinity);
  EXPECT_EQ(wall_time({-5, 0, 0}, {0, 1, 0}), kInfinity);
  EXPECT_EQ(wall_time({-5, 2.6, 0}, {1, 0, 0}), kInfinity);
  EXPECT_EQ(wall_time({-5, 0, 0}, {}), kInfinity);
}

TEST(ContactTime, EndOfAWallIsRound) {
  // 0.3 above the end the rim of 0.5 touches 0.4 before it.
  EXPECT_NEAR(wall_time({-5, 2.3, 0}, {1, 0, 0}), 4.6, 1e-12);
  EXPECT_NEAR(wall_time({0, 5, 0}, {0, -1, 0}), 2.5, 1e-12) << "along the line of the wall";
}

TEST(ContactTime, BodyOnAWallTouchesItNow) {
  EXPECT_EQ(wall_time({-0.4, 1, 0}, {-1, 0, 0}), 0.0);
  EXPECT_EQ(wall_time({0, 0, 0}, {0, 0, 0}), 0.0);
}

// The first time at which the body touches, by small steps along the way.
double marched(Vec3 position, Vec3 velocity, double dt) {
  for (double t = 0.0; t < 10.0; t += dt) {
    const Vec3 p = position + velocity * t;
    if (length(nearest_point_on_segment(wall().a, wall().b, p) - p) < 0.5) return t;
  }
  return kInfinity;
}

TEST(ContactTime, AgreesWithMarchingAlongTheWay) {
  Draws draws({5, 0, 0, Purpose::behavior, 0});
  int hits = 0;
  for (int k = 0; k < 2000; ++k) {
    const double x = 6.0 * draws.signed_uniform();
    const double y = 6.0 * draws.signed_uniform();
    const double vx = 2.0 * draws.signed_uniform();
    const double vy = 2.0 * draws.signed_uniform();
    const double time = wall_time({x, y, 0}, {vx, vy, 0});
    const double expected = marched({x, y, 0}, {vx, vy, 0}, 0.002);
    if (expected < kInfinity) {
      ++hits;
      // A chord shorter than a step is all that marching can miss; it never finds a touch that is none.
      ASSERT_LE(time, expected) << x << "," << y << " moving " << vx << "," << vy;
      ASSERT_GT(time, expected - 0.05) << x << "," << y << " moving " << vx << "," << vy;
    } else {
      ASSERT_TRUE(time > 9.9 || marched({x, y, 0}, {vx, vy, 0}, 0.0001) < kInfinity) << x << "," << y;
    }
  }
  EXPECT_GT(hits, 300);
}

}  // namespace
}  // namespace drover::contact_time_test
