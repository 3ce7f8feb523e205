#include "ballistics/landing.h"

#include "ballistics/integration.h"
#include "ballistics/vectors.h"

namespace drover::landing_test {
namespace {

using namespace test;

double fall_time_from(double height, double v, double gravity = 9.81) {
  const auto landing = predict_landing(Vec3{0, 0, height}, Vec3{0, 0, v}, Vec3{0, 0, -gravity}, 0.0);
  return landing ? landing->time : -1.0;
}

TEST(Landing, IsThatOfTheWorkedExample) {
  const auto landing = predict_landing(Vec3{0, 0, 2}, Vec3{3, 4, 5}, kGravity, 0.0);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->time, 1.326706011, 5e-10);
  expect_near(landing->point, {3.980118, 5.306824, 0}, 5e-7);
}

TEST(Landing, TakesTheFallAndNotTheRise) {
  const auto landing = predict_landing(Vec3{11, 0, 4}, Vec3{6, 0, 8}, kGravity, 4.0);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->time, 1.630989, 5e-7);
  expect_near(landing->point, {20.785933, 0, 4}, 5e-7);
  EXPECT_NEAR(fall_time_from(-1.0, 5.0), (5.0 + std::sqrt(25.0 - 2 * 9.81)) / 9.81,
              1e-15);  // into raised hands
}

TEST(Landing, OfADropAndARoll) {
  const auto landing = predict_landing(Vec3{0, 0, 1.2}, Vec3{2, 0, 0}, kGravity, 0.0);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->time, 0.494619, 5e-7);
  EXPECT_NEAR(landing->point.x, 0.989239, 5e-7);
  EXPECT_EQ(fall_time_from(0.0, 0.0), 0.0);
}

// (-v - sqrt(v^2 + 2 G H)) / -G with v = -1e6: the two terms agree in all but their last digits.
TEST(Landing, AFastThrowDownwardKeepsItsDigits) {
  const double v = -1e6;
  EXPECT_NEAR(fall_time_from(2.0, v), 1.99999999998e-6, 5e-18);
  const double naive = (v + std::sqrt(v * v + 2 * 9.81 * 2.0)) / 9.81;
  EXPECT_NEAR(std::fabs(naive / 1.99999999998e-6 - 1.0), 3e-6, 5e-7);
}

TEST(Landing, TouchesItsApexOnce) {
  EXPECT_NEAR(fall_time_from(-1.25, 5.0, 10.0), 0.5, 0.0);
  EXPECT_EQ(fall_time_from(-1.2500001, 5.0, 10.0), -1.0);
}

TEST(Landing, WithoutGravityComesOnlyDown) {
  EXPECT_EQ(fall_time_from(2.0, -5.0, 0.0), 0.4);
  EXPECT_EQ(fall_time_from(-2.0, 5.0, 0.0), -1.0);
  EXPECT_EQ(fall_time_from(2.0, 0.0, 0.0), -1.0);
  EXPECT_EQ(fall_time_from(0.0, 0.0, 0.0), 0.0);
}

TEST(Landing, OfWhatFallsUpward) {
  EXPECT_NEAR(fall_time_from(2.0, -5.0, -1.0), 2 * 2.0 / (std::sqrt(21.0) + 5.0), 1e-15);
  EXPECT_EQ(fall_time_from(20.0, -5.0, -1.0), -1.0);
  EXPECT_EQ(fall_time_from(2.0, 5.0, -1.0), -1.0);
}

TEST(Landing, IsNoneForWhatIsBelowAlready) {
  EXPECT_EQ(fall_time_from(-1.0, -5.0), -1.0);
  EXPECT_EQ(fall_time_from(-1.0, 0.0), -1.0);
}

TEST(Landing, IsNoneAfterTheLifetime) {
  EXPECT_TRUE(predict_landing(Vec3{0, 0, 2}, Vec3{3, 4, 5}, kGravity, 0.0, 1.33));
  EXPECT_FALSE(predict_landing(Vec3{0, 0, 2}, Vec3{3, 4, 5}, kGravity, 0.0, 1.32));
}

TEST(Landing, DriftsAlongTiltedGravity) {
  const auto landing = predict_landing(Vec3{0, 0, 2}, Vec3{}, Vec3{1, -2, -4}, 0.0);
  ASSERT_TRUE(landing);
  expect_near(landing->point, {0.5, -1, 0}, 1e-15);
}

TEST(Landing, UnderDragIsThatOfTheWorkedExample) {
  const auto landing = predict_landing(Vec3{1, 2, 3}, Vec3{10, 5, 20}, LinearDrag{kGravity, 0.3}, 0.0);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->time, 3.685887447, 5e-10);
  expect_near(landing->point, {23.301427, 13.150713, 0}, 5e-7);
}

TEST(Landing, UnderLittleDragIsThatWithoutDrag) {
  for (const Vec3 velocity : {Vec3{3, 4, 5}, Vec3{3, 4, -5}, Vec3{3, 4, 0}}) {
    const auto with = predict_landing(Vec3{0, 0, 2}, velocity, LinearDrag{kGravity, 1e-12}, 0.0);
    const auto without = predict_landing(Vec3{0, 0, 2}, velocity, kGravity, 0.0);
    ASSERT_TRUE(with && without);
    EXPECT_NEAR(with->time, without->time, 1e-11);
    EXPECT_EQ(predict_landing(Vec3{0, 0, 2}, velocity, LinearDrag{kGravity, 0.0}, 0.0)->time, without->time);
  }
}

TEST(Landing, UnderDragIsNoneWhereTheFlightNeverFalls) {
  const Vec3 start{0, 0, 2};
  EXPECT_FALSE(predict_landing(start, Vec3{0, 0, 1}, LinearDrag{kGravity, 0.3}, 3.0));
  EXPECT_FALSE(predict_landing(start, Vec3{0, 0, 1}, LinearDrag{Vec3{}, 0.3}, 0.0));
  EXPECT_FALSE(predict_landing(start, Vec3{0, 0, -1}, LinearDrag{kGravity, 0.3}, 2.5));  // below already
  EXPECT_FALSE(predict_landing(start, Vec3{0, 0, -1}, LinearDrag{Vec3{}, 0.5}, 0.0));    // stops 2 m below
  EXPECT_FALSE(predict_landing(start, Vec3{0, 0, -1}, LinearDrag{Vec3{0, 0, 1}, 0.3}, 0.0));
  EXPECT_FALSE(predict_landing(start, Vec3{1, 0, 0}, LinearDrag{Vec3{0, 0, 1}, 0.3}, 0.0));
}

TEST(Landing, UnderDragOfWhatDriftsOrTurnsBack) {
  const Vec3 start{0, 0, 2};
  const auto drift = predict_landing(start, Vec3{0, 0, -2}, LinearDrag{Vec3{}, 0.5}, 0.0);
  ASSERT_TRUE(drift);
  EXPECT_NEAR(drift->time, std::log(2.0) / 0.5, 1e-14);
  const LinearDrag lifted{{0, 0, 1}, 0.1};
  const auto dip = predict_landing(start, Vec3{0, 0, -3}, lifted, 0.0);
  ASSERT_TRUE(dip);
  EXPECT_NEAR(position_under_drag(lifted, start, {0, 0, -3}, dip->time).z, 0.0, 1e-14);
  EXPECT_LT(velocity_under_drag(lifted, {0, 0, -3}, dip->time).z, 0.0);
  EXPECT_EQ(predict_landing(start, Vec3{0, 0, -3}, LinearDrag{kGravity, 0.1}, 2.0)->time, 0.0);
}

TEST(Landing, OnASlopeWhereGoingBackAndForthConvergesSlowly) {
  const Vec3 start{0, 0, 2};
  const Vec3 velocity{3, 4, 5};
  const auto slope = [](double x, double) { return 0.1 * x; };
  const auto flight = [&](double t) { return start + velocity * t + kGravity * (0.5 * t * t); };
  const auto landing = march_to_ground(flight, slope, 10.0);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->time, 1.2774054298, 5e-11);
  EXPECT_NEAR(landing->time, (4.7 + std::sqrt(4.7 * 4.7 + 8 * 4.905)) / 9.81, 1e-14);

  double x = 0.0;
  for (const double expected : {1.3267, 1.2754, 1.27748, 1.277402}) {
    const double time = predict_landing(start, velocity, kGravity, slope(x, 0.0))->time;
    EXPECT_NEAR(time, expected, 5e-5);
    x = flight(time).x;
  }
}

// Flat throws against a steep slope: the fixed point is not attracting, and going back and forth runs away.
TEST(Landing, OnASlopeWhereGoingBackAndForthDiverges) {
  const Vec3 start{0, 0, 2};
  const Vec3 velocity{10, 0, 0};
  const auto slope = [](double x, double) { return 0.8 * x; };
  const auto flight = [&](double t) { return start + velocity * t + kGravity * (0.5 * t * t); };
  const auto landing = march_to_ground(flight, slope, 10.0);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->point.z, 0.8 * landing->point.x, 1e-12);
  EXPECT_FALSE(predict_landing(start, velocity, kGravity, slope(flight(0.63855).x, 0.0)));
}

TEST(Landing, OnTheGroundBelowTheStart) {
  const auto flight = [](double t) { return Vec3{0, 0, 2 + t}; };
  const auto landing = march_to_ground(
      flight, [](double, double) { return 3.0; }, 10.0);
  ASSERT_TRUE(landing);
  EXPECT_EQ(landing->time, 0.0);
  EXPECT_FALSE(march_to_ground(
      flight, [](double, double) { return 1.0; }, 10.0));
}

TEST(Landing, OnTheGroundIsAtMostAtTheLastTime) {
  const auto flight = [](double t) { return Vec3{0, 0, 1 - t}; };
  const auto ground = [](double, double) { return 0.0; };
  EXPECT_NEAR(march_to_ground(flight, ground, 1.01)->time, 1.0, 1e-15);
  EXPECT_FALSE(march_to_ground(flight, ground, 0.99));
}

TEST(Landing, OnLevelGroundIsTheClosedForm) {
  Draws draws = draws_of("landing");
  for (int i = 0; i < 200; ++i) {
    const Vec3 start{0, 0, uniform(draws, 0, 10)};
    const Vec3 velocity = random_vector(draws, 20);
    const LinearDrag drag{kGravity, uniform(draws, 0, 1), random_vector(draws, 5)};
    const auto closed = predict_landing(start, velocity, drag, 0.0);
    const auto marched =
        march_to_ground([&](double t) { return position_under_drag(drag, start, velocity, t); },
                        [](double, double) { return 0.0; }, 60.0);
    ASSERT_TRUE(closed && marched);
    EXPECT_NEAR(closed->time, marched->time, 1e-12 * (1 + closed->time));
  }
}

// A wind of 8 m/s to the left between 10 m and 20 m ahead: integration finds where the shot lands.
TEST(Landing, InWindByRegionIsFoundByIntegration) {
  const auto position_at = [&](double t) {
    return flown({0, 0, 1.2}, velocity_at(20, 40), t,
                 [](double, Vec3 p, Vec3 v) {
                   const Vec3 wind{0, p.x >= 10 && p.x <= 20 ? 8.0 : 0.0, 0};
                   return kGravity - (v - wind) * 0.1;
                 })
        .position;
  };
  const auto landing = march_to_ground(
      position_at, [](double, double) { return 0.0; }, 5.0);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->time, 2.613600, 5e-7);
  EXPECT_NEAR(landing->point.x, 35.2375, 5e-5);
  EXPECT_NEAR(landing->point.y, 0.843620, 5e-6);
}

}  // namespace
}  // namespace drover::landing_test
