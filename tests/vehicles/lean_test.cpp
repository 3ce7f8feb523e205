#include "vehicles/lean.h"

#include "vehicles/drives.h"

namespace drover::lean_test {
namespace {

using namespace test;

TEST(Lean, BalancesTheTurn) {
  for (const auto& [speed, radius, degrees] :
       {std::tuple{15.0, 40.0, 29.8297}, {10.0, 20.0, 27.0072}, {20.0, 80.0, 27.0072}}) {
    EXPECT_NEAR(balanced_lean(speed, speed / radius) / kDegree, -degrees,
                5e-5);  // to the left, left wing down
    EXPECT_NEAR(balanced_lean(speed, -speed / radius) / kDegree, degrees, 5e-5);
  }
  EXPECT_EQ(balanced_lean(15.0, 0.0), 0.0);
}

TEST(Lean, FollowsInItsTime) {
  const double wanted = 29.8297;
  for (const int steps : {1, 50}) {
    for (const auto& [time, degrees] : {std::pair{0.25, 18.8560}, {0.5, 25.7927}, {1.0, 29.2834}}) {
      double lean = 0.0;
      for (int i = 0; i < steps; ++i)
        lean = step_lean(lean, wanted, 0.25, time / steps);
      EXPECT_NEAR(lean, degrees, 6e-5);
    }
  }
  EXPECT_EQ(step_lean(0.0, wanted, 0.0, 0.02), wanted);
}

std::vector<double> led_headings(int steps_per_second) {
  const double dt = 1.0 / steps_per_second;
  const double wanted = 15.0 / 40.0;
  double lean = 0.0;
  double heading = 0.0;
  std::vector<double> headings;
  for (int i = 1; i <= 4 * steps_per_second; ++i) {
    lean = step_lean(lean, balanced_lean(15.0, wanted), 0.25, dt);
    heading += turn_rate_of_lean(lean, 15.0, wanted) * dt;
    if (i % steps_per_second == 0) headings.push_back(heading);
  }
  return headings;
}

TEST(Lean, LeadsTheTurn) {
  const std::vector<double> fine = led_headings(1000);
  EXPECT_NEAR(fine[0], 0.2759, 1e-4);
  EXPECT_NEAR(fine[1], 0.6488, 1e-4);
  EXPECT_NEAR(fine[3], 1.3988, 1e-4);
  EXPECT_NEAR(1.5 - fine[3], 0.1012, 1e-4);
  EXPECT_NEAR(1.5 - led_headings(50)[3], 0.0977, 5e-5);
}

TEST(Lean, SlowBikesAreSteered) {
  EXPECT_EQ(turn_rate_of_lean(0.3, 2.0, 0.4), 0.4);
  EXPECT_NEAR(turn_rate_of_lean(-0.3, 2.1, 0.4), 9.81 * std::tan(0.3) / 2.1, 1e-14);
}

TEST(Lean, TheGreatestLeanLimitsTheTurn) {
  const double greatest = 50.0 * kDegree;
  EXPECT_NEAR(15.0 * within_max_lean(9.0, 15.0, greatest), 11.691, 5e-4);
  EXPECT_NEAR(15.0 * within_max_lean(-9.0, 15.0, greatest), -11.691, 5e-4);
  EXPECT_EQ(within_max_lean(0.5, 15.0, greatest), 0.5);
  EXPECT_EQ(within_max_lean(0.5, 0.0, greatest), 0.5);
  // Tires of 0.7 g let go before.
  EXPECT_NEAR(-balanced_lean(1.0, 0.7 * 9.81) / kDegree, 35.0, 0.01);
}

}  // namespace
}  // namespace drover::lean_test
