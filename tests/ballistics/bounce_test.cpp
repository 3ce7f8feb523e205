#include "ballistics/bounce.h"

#include <vector>

#include "ballistics/landing.h"
#include "ballistics/vectors.h"

namespace drover::bounce_test {
namespace {

using namespace test;

const Vec3 kUpward{0, 0, 1};

TEST(Bounce, GripsOrSlipsAsInTheWorkedExamples) {
  struct Case {
    double before, after;
  };
  for (const Case& c : {Case{1, 0.714286}, Case{2, 1.428571}, Case{6, 4.285714}, Case{10, 8.08}}) {
    const Vec3 velocity = bounce({c.before, 0, -4}, {}, kUpward, {});
    EXPECT_NEAR(velocity.x, c.after, 5e-7);
    EXPECT_NEAR(velocity.z, 2.4, 1e-15);
  }
  EXPECT_TRUE(grips(6.719, 4, {}));
  EXPECT_FALSE(grips(6.721, 4, {}));
}

TEST(Bounce, GripsUpToTheAngleAtWhichFrictionIsSpent) {
  const BounceLaw law;
  const double limit = law.friction * (1 + law.restitution) / law.grip_share;
  EXPECT_NEAR(limit, 1.68, 1e-14);
  EXPECT_NEAR(4 * limit, 6.72, 1e-13);
}

TEST(Bounce, OffAMovingBat) {
  const Vec3 velocity = bounce({-5, 0, 0}, {2, 0, 0}, {1, 0, 0}, {.restitution = 0.8});
  expect_near(velocity, {7.6, 0, 0}, 1e-14);
}

TEST(Bounce, LeavesAloneWhatMovesAway) {
  EXPECT_EQ(bounce({1, 2, 3}, {}, kUpward, {}), (Vec3{1, 2, 3}));
  EXPECT_EQ(bounce({1, 2, 0}, {}, kUpward, {}), (Vec3{1, 2, 0}));
  EXPECT_EQ(bounce({1, 2, -3}, {0, 0, -4}, kUpward, {}), (Vec3{1, 2, -3}));
}

TEST(Bounce, WithoutLossIsAReflection) {
  Draws draws = draws_of("bounce");
  for (int i = 0; i < 200; ++i) {
    const Vec3 normal = direction(random_vector(draws, 1));
    const Vec3 velocity = random_vector(draws, 10);
    if (dot(velocity, normal) >= 0) continue;
    const Vec3 after = bounce(velocity, {}, normal, {.restitution = 1, .friction = 0});
    expect_near(after, velocity - normal * (2 * dot(velocity, normal)), 1e-14);
    EXPECT_NEAR(length(after), length(velocity), 1e-13);
  }
}

TEST(Bounce, NeverGainsEnergyNorTurnsTheSlide) {
  Draws draws = draws_of("bounce_energy");
  for (int i = 0; i < 500; ++i) {
    const BounceLaw law{draws.uniform(), 2 * draws.uniform(), draws.uniform()};
    const Vec3 normal = direction(random_vector(draws, 1));
    const Vec3 before = random_vector(draws, 10);
    const Vec3 after = bounce(before, {}, normal, law);
    EXPECT_LE(length(after), length(before) * (1 + 1e-15));
    const Vec3 slide_before = before - normal * dot(before, normal);
    const Vec3 slide_after = after - normal * dot(after, normal);
    EXPECT_GE(dot(slide_before, slide_after), -1e-12);
  }
}

// Dropped from 2 m, with the impact times of section "landing"; below 0.5 m/s it rolls instead.
TEST(Bounce, OfADroppedBallEndsAfterFiveImpacts) {
  double height = 2.0;
  double velocity = 0.0;
  double time = 0.0;
  std::vector<double> rebounds;
  do {
    const auto landing = predict_landing(Vec3{0, 0, height}, Vec3{0, 0, velocity}, kGravity, 0.0);
    ASSERT_TRUE(landing);
    const double impact = velocity - 9.81 * landing->time;
    if (rebounds.empty()) {
      EXPECT_NEAR(landing->time, 0.638551, 5e-7);
      EXPECT_NEAR(impact, -6.264184, 5e-7);
    }
    time += landing->time;
    velocity = bounce({0, 0, impact}, {}, kUpward, {}).z;
    height = 0.0;
    rebounds.push_back(velocity);
  } while (velocity >= 0.5);
  const std::vector<double> expected{3.758510, 2.255106, 1.353064, 0.811838, 0.487103};
  ASSERT_EQ(rebounds.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(rebounds[i], expected[i], 5.1e-7);
  EXPECT_NEAR(time, 2.305935, 5e-7);
  EXPECT_NEAR(rebounds[0] * rebounds[0] / (2 * 9.81), 0.72, 1e-14);
  EXPECT_NEAR(rebounds[1] * rebounds[1] / (2 * 9.81), 0.2592, 1e-14);
  EXPECT_NEAR(0.638551 * (1 + 0.6) / (1 - 0.6), 2.554203, 2e-6);  // the limit of endless bouncing
}

TEST(Collide, HeadOnAsInTheWorkedExample) {
  const PairVelocities after = collide({{3, 0, 0}, {-1, 0, 0}}, {1, 0, 0}, 2, 1, 0.5);
  expect_near(after.first, {1, 0, 0}, 1e-15);
  expect_near(after.second, {3, 0, 0}, 1e-15);
}

TEST(Collide, OnAPoolTable) {
  const double diameter = 2 * 0.0286;
  const Vec3 cue{2, 0, 0};
  const Vec3 ball{1, 0.03, 0};
  const auto time = time_to_contact(ball, -cue, diameter);
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, 0.475649, 5e-7);
  EXPECT_NEAR(2 * *time, 0.951298, 5e-7);
  const Vec3 normal = direction(ball - cue * *time);
  const PairVelocities elastic = collide({cue, {}}, normal, 0.17, 0.17, 1.0);
  expect_near(elastic.first, {0.550149, -0.893104, 0}, 5e-7);
  expect_near(elastic.second, {1.449851, 0.893104, 0}, 5e-7);
  EXPECT_NEAR(dot(elastic.first, elastic.second), 0.0, 1e-14);
  const PairVelocities lossy = collide({cue, {}}, normal, 0.17, 0.17, 0.95);
  expect_near(lossy.first, {0.586395, -0.870776, 0}, 5e-7);
  expect_near(lossy.second, {1.413605, 0.870776, 0}, 5e-7);
  EXPECT_NEAR(bearing_of(lossy.second), 31.6329, 5e-5);
}

TEST(Collide, KeepsMomentumAndWithoutLossEnergy) {
  Draws draws = draws_of("collide");
  for (int i = 0; i < 500; ++i) {
    const PairVelocities before{random_vector(draws, 10), random_vector(draws, 10)};
    const Vec3 normal = direction(random_vector(draws, 1));
    const double m1 = uniform(draws, 0.1, 5);
    const double m2 = uniform(draws, 0.1, 5);
    const double e = i % 2 == 0 ? 1.0 : draws.uniform();
    const PairVelocities after = collide(before, normal, m1, m2, e);
    expect_near(after.first * m1 + after.second * m2, before.first * m1 + before.second * m2, 1e-12);
    const double energy_before = m1 * length2(before.first) + m2 * length2(before.second);
    const double energy_after = m1 * length2(after.first) + m2 * length2(after.second);
    EXPECT_LE(energy_after, energy_before * (1 + 1e-14));
    EXPECT_NEAR(energy_after, e == 1.0 ? energy_before : energy_after, 1e-12 * energy_before);
  }
  const PairVelocities apart{{-1, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(collide(apart, {1, 0, 0}, 1, 1, 1).first, apart.first);
}

TEST(ContactTime, IsNoneForPassesAndPartings) {
  EXPECT_FALSE(time_to_contact({5, 2, 0}, {-1, 0, 0}, 1.9));
  EXPECT_NEAR(*time_to_contact({5, 2, 0}, {-1, 0, 0}, 2.0), 5.0, 1e-7);
  EXPECT_FALSE(time_to_contact({5, 0, 0}, {1, 0, 0}, 1.0));
  EXPECT_FALSE(time_to_contact({5, 0, 0}, {}, 1.0));
  EXPECT_EQ(time_to_contact({0.5, 0, 0}, {-1, 0, 0}, 1.0), 0.0);
  EXPECT_FALSE(time_to_contact({0.5, 0, 0}, {1, 0, 0}, 1.0));
}

}  // namespace
}  // namespace drover::bounce_test
