#include "ballistics/drag.h"

#include "ballistics/integration.h"
#include "ballistics/vectors.h"

namespace drover::drag_test {
namespace {

using namespace test;

TEST(DragPhi, AreTheirSeriesForSmallArguments) {
  for (const double x : {0.0, 1e-300, 1e-9, 1e-3, 0.01}) {
    const DragPhi phi = drag_phi(x);
    EXPECT_NEAR(phi.phi1, 1 - x / 2 + x * x / 6 - x * x * x / 24 + x * x * x * x / 120, 1e-12);
    EXPECT_NEAR(phi.phi2, 0.5 - x / 6 + x * x / 24 - x * x * x / 120 + x * x * x * x / 720, 1e-12);
    EXPECT_NEAR(phi.decay, std::exp(-x), 1e-15);
  }
}

// In long double, whose cancellation is 2000 times smaller.
TEST(DragPhi, LoseNoDigits) {
  for (long double x = 1e-3L; x < 100.0L; x *= 1.01L) {
    const DragPhi phi = drag_phi(static_cast<double>(x));
    const long double argument = static_cast<double>(x);
    const auto phi1 = static_cast<double>(-std::expm1(-argument) / argument);
    const auto phi2 = static_cast<double>((argument + std::expm1(-argument)) / (argument * argument));
    EXPECT_NEAR(phi.phi1, phi1, 4e-16 * phi1) << argument;
    EXPECT_NEAR(phi.phi2, phi2, argument < 0.1L ? 1e-13 * phi2 : 6e-16 * phi2) << argument;
  }
}

TEST(DragPhi, AreFiniteForAnyArgument) {
  for (const double x : {1e3, 1e100, 1e300}) {
    EXPECT_EQ(drag_phi(x).phi1, 1.0 / x);
    EXPECT_NEAR(drag_phi(x).phi2 * x, 1.0, 2e-3);
    EXPECT_EQ(drag_phi(x).decay, 0.0);
  }
}

TEST(DecayTime, IsTheTimeWithoutDecayForSmallRates) {
  EXPECT_EQ(decay_time(0.0, 3.0), 3.0);
  EXPECT_EQ(decay_time(1e-300, 3.0), 3.0);
  EXPECT_NEAR(decay_time(1e-9, 3.0), 3.0 - 4.5e-9, 1e-15);
  EXPECT_NEAR(decay_time(0.5, 3.0), std::log(2.5) / 0.5, 1e-15);
  EXPECT_NEAR(decay_time(-0.25, 3.0), std::log(0.25) / -0.25, 1e-14);
  EXPECT_EQ(decay_time(-0.25, 4.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(decay_time(-0.25, 5.0), std::numeric_limits<double>::infinity());
}

TEST(LinearDrag, IsThePositionOfTheWorkedExample) {
  const LinearDrag drag{kGravity, 0.3};
  expect_near(position_under_drag(drag, {1, 2, 3}, {10, 5, 20}, 2.0),
              {16.039612130, 9.519806065, 16.858755926}, 5e-10);
}

// Millington's equation 3.6 has p0 - A / k where p0 + A / k is meant, which starts elsewhere.
TEST(LinearDrag, StartsAtItsStart) {
  const LinearDrag drag{kGravity, 0.3, {1, -2, 0.5}};
  const Vec3 start{1, 2, 3};
  const Vec3 velocity{10, 5, 20};
  EXPECT_EQ(position_under_drag(drag, start, velocity, 0.0), start);
  EXPECT_EQ(velocity_under_drag(drag, velocity, 0.0), velocity);

  const double k = 0.3;
  const Vec3 a = kGravity / k - velocity;  // the book's A, with k v0 - g = -k A
  expect_near(start - (velocity - kGravity / k) / k + a / k, {-65.7, -31.3, -348.3}, 0.05);
}

TEST(LinearDrag, NoneIsTheParabolaToTheLastBit) {
  const LinearDrag none{kGravity, 0.0, {5, 5, 5}};
  const Vec3 start{1.1, -2.3, 0.7};
  const Vec3 velocity{3.3, 4.7, 5.9};
  for (const double t : {0.0, 0.1, 1.7, 300.0}) {
    EXPECT_EQ(position_under_drag(none, start, velocity, t), start + velocity * t + kGravity * (t * t * 0.5));
    EXPECT_EQ(velocity_under_drag(none, velocity, t), velocity + kGravity * t);
  }
}

TEST(LinearDrag, IsWhatIntegrationFinds) {
  Draws draws = draws_of("linear_drag");
  for (int i = 0; i < 50; ++i) {
    const LinearDrag drag{random_vector(draws, 10), uniform(draws, 0.0, 2.0), random_vector(draws, 8)};
    const Vec3 velocity = random_vector(draws, 30);
    const double time = uniform(draws, 0.1, 5.0);
    const Flown end = flown({1, 2, 3}, velocity, time,
                            [&](double, Vec3, Vec3 v) { return drag.gravity - (v - drag.wind) * drag.k; });
    expect_near(position_under_drag(drag, {1, 2, 3}, velocity, time), end.position, 1e-8);
    expect_near(velocity_under_drag(drag, velocity, time), end.velocity, 1e-8);
  }
}

TEST(LinearDrag, EndsAtTheTerminalVelocity) {
  const LinearDrag drag{kGravity, 0.3, {4, 0, 0}};
  expect_near(velocity_under_drag(drag, {10, 5, 20}, 200.0), *drag.terminal_velocity(), 1e-12);
  expect_near(*drag.terminal_velocity(), {4, 0, -32.7}, 1e-12);
  EXPECT_FALSE(LinearDrag{}.terminal_velocity());
  EXPECT_EQ(LinearDrag{}.reach(5.0), std::numeric_limits<double>::infinity());
  const LinearDrag calm{kGravity, 0.3};
  EXPECT_NEAR(position_under_drag(calm, {}, {10, 0, 0}, 200.0).x, calm.reach(10.0), 1e-12);
}

TEST(LinearDrag, IsHighestWhenItsVerticalVelocityIsUsedUp) {
  for (const double k : {0.0, 1e-12, 0.1, 0.3}) {
    const LinearDrag drag{kGravity, k, {3, 0, 2}};
    const double apex = *apex_time(drag, 5.0);
    EXPECT_NEAR(velocity_under_drag(drag, {0, 0, 5}, apex).z, 0.0, 1e-14);
  }
  EXPECT_EQ(apex_time({kGravity, 0.3}, 0.0), 0.0);
  EXPECT_EQ(apex_time({kGravity, 0.3}, -4.0), 0.0);
  EXPECT_EQ(apex_time({{}, 0.3}, 4.0), std::nullopt);
  EXPECT_EQ(apex_time({kGravity, 1.0, {0, 0, 20}}, 4.0), std::nullopt);  // the wind lifts it for ever
}

}  // namespace
}  // namespace drover::drag_test
