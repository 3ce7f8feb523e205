#include "ballistics/rolling.h"

#include <limits>

#include "ballistics/real_roots.h"
#include "ballistics/vectors.h"

namespace drover::rolling_test {
namespace {

using namespace test;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Rolling, StopsAsInTheWorkedExamples) {
  const RollingLaw law;
  EXPECT_EQ(rolling_stop_time(law, 2), 4.0);
  EXPECT_EQ(rolling_stop_way(law, 2), 4.0);
  EXPECT_EQ(rolling_stop_time(law, 6), 12.0);
  EXPECT_EQ(rolling_stop_way(law, 6), 36.0);
  const RollingLaw both{0.5, 0.2};
  EXPECT_NEAR(rolling_stop_time(both, 6), 6.118877, 5e-7);
  EXPECT_NEAR(rolling_stop_way(both, 6), 14.702807, 5e-7);
}

TEST(Rolling, SlowsDownToRest) {
  const RollingLaw law;
  EXPECT_EQ(rolling_speed(law, 2, 0), 2.0);
  EXPECT_EQ(rolling_speed(law, 2, 1), 1.5);
  EXPECT_EQ(rolling_way(law, 2, 1), 1.75);
  EXPECT_EQ(rolling_speed(law, 2, 4), 0.0);
  EXPECT_EQ(rolling_speed(law, 2, 100), 0.0);
  EXPECT_EQ(rolling_way(law, 2, 100), 4.0);
  EXPECT_EQ(rolling_stop_time(law, 0), 0.0);
  EXPECT_EQ(rolling_way(law, 0, 5), 0.0);
}

TEST(Rolling, WithoutDragGoesOnForEver) {
  EXPECT_EQ(rolling_stop_time({0, 0}, 3), kInfinity);
  EXPECT_EQ(rolling_stop_way({0, 0}, 3), kInfinity);
  EXPECT_EQ(rolling_way({0, 0}, 3, 2), 6.0);
  EXPECT_EQ(rolling_stop_time({0, 0.5}, 3), kInfinity);
  EXPECT_EQ(rolling_stop_way({0, 0.5}, 3), 6.0);
}

TEST(Rolling, StepsAddUp) {
  const RollingLaw law{0.3, 0.4};
  double speed = 5.0;
  double way = 0.0;
  for (int i = 0; i < 100; ++i) {
    way += rolling_way(law, speed, 0.03);
    speed = rolling_speed(law, speed, 0.03);
  }
  EXPECT_NEAR(way, rolling_way(law, 5.0, 3.0), 1e-13);
  EXPECT_NEAR(speed, rolling_speed(law, 5.0, 3.0), 1e-13);
}

TEST(Rolling, LaunchedForAnArrivalArrivesAtIt) {
  for (const RollingLaw law :
       {RollingLaw{0.5, 0}, RollingLaw{0, 0.3}, RollingLaw{0.5, 0.3}, RollingLaw{0, 0}}) {
    const double launch = rolling_launch_speed(law, 7, 1.5);
    double low = 0.0;
    double high = 1000.0;
    for (int i = 0; i < 100; ++i) {
      const double middle = 0.5 * (low + high);
      (rolling_way(law, launch, middle) < 7 ? low : high) = middle;
    }
    EXPECT_NEAR(rolling_speed(law, launch, high), 1.5, 1e-12);
  }
}

TEST(Rolling, OnSlopes) {
  expect_near(slope_acceleration({0.1, 0, 0}, 9.81), {-0.981 / 1.01, 0, 0}, 1e-15);
  // Along the slope it is G sin of the angle, of which the cosine is seen from above.
  const double angle = 0.4;
  EXPECT_NEAR(slope_acceleration({0, std::tan(angle), 0}, 9.81).y, -9.81 * std::sin(angle) * std::cos(angle),
              1e-14);
  EXPECT_TRUE(rests_on_slope({0.05, 0, 0}, 9.81, {}));
  EXPECT_FALSE(rests_on_slope({0.051, 0, 0}, 9.81, {}));
}

TEST(RollingPass, MeetsTheRunnerAsInTheWorkedExample) {
  const auto pass = rolling_pass({10, 0, 0}, {0, 4, 0}, 12, {0.5, 0});
  ASSERT_TRUE(pass);
  EXPECT_NEAR(pass->time, 0.903018, 5e-7);
  expect_near(Vec3{10, 0, 0} + Vec3{0, 4, 0} * pass->time, {10, 3.612073, 0}, 5e-7);
  EXPECT_NEAR(pass->arrival_speed, 11.548491, 5e-7);
  EXPECT_NEAR(rolling_pass({10, 0, 0}, {0, 4, 0}, 12, {0, 0})->time, 0.883883, 5e-7);
}

TEST(RollingPass, IsNoneWhereTheBallStopsBefore) {
  EXPECT_TRUE(rolling_pass({3.99, 0, 0}, {}, 2, {}));
  EXPECT_FALSE(rolling_pass({4.01, 0, 0}, {}, 2, {}));
  EXPECT_FALSE(rolling_pass({3, 0, 0}, {5, 0, 0}, 2, {}));
  EXPECT_FALSE(rolling_pass({3, 0, 0}, {2, 0, 0}, 2, {0, 0}));  // equally fast, for ever
  EXPECT_FALSE(rolling_pass({}, {1, 0, 0}, 2, {}));
  EXPECT_FALSE(rolling_pass({3, 0, 0}, {}, 0, {}));
}

// Without the linear part it is the first positive root of a quartic, |D + w t|^2 = (s t - c t^2 / 2)^2.
TEST(RollingPass, IsTheFirstRootOfItsQuartic) {
  Draws draws = draws_of("rolling_pass");
  int passes = 0;
  for (int i = 0; i < 500; ++i) {
    Vec3 d = random_vector(draws, 20);
    Vec3 w = random_vector(draws, 6);
    d.z = w.z = 0.0;
    const double s = uniform(draws, 2, 15);
    const double c = uniform(draws, 0, 2);
    const PositiveRoots roots =
        positive_roots({-length2(d), -2 * dot(d, w), s * s - length2(w), -s * c, 0.25 * c * c});
    const bool has_root = roots.count > 0 && roots.values[0] <= s / c;
    const auto pass = rolling_pass(d, w, s, {c, 0});
    ASSERT_EQ(pass.has_value(), has_root) << i;
    if (!pass) continue;
    ++passes;
    EXPECT_NEAR(pass->time, roots.values[0], 1e-6 * pass->time);
    const RollingLaw both{c, 0.1};
    if (const auto slower = rolling_pass(d, w, s, both)) {
      expect_near(slower->direction * rolling_way(both, s, slower->time), d + w * slower->time, 1e-11);
    }
  }
  EXPECT_GT(passes, 200);
}

}  // namespace
}  // namespace drover::rolling_test
