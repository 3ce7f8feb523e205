#include "ballistics/flight.h"

#include <complex>

#include "ballistics/drag.h"
#include "ballistics/integration.h"
#include "ballistics/scalar_search.h"
#include "ballistics/vectors.h"

namespace drover::flight_test {
namespace {

using namespace test;

constexpr double kG = 9.81;

FlightState flown_in(const Air& air, FlightState state, double dt, int steps) {
  for (int i = 0; i < steps; ++i)
    state = rk4_step(state, dt, [&](double, Vec3, Vec3 v) { return air.acceleration(v); });
  return state;
}

// The first time at which `is_before` of the state turns false, by steps of 1 ms and a last one that is
// bisected.
template <class Predicate>
FlightState flown_while(const Air& air, FlightState state, const Predicate& is_before) {
  const auto after = [&](double dt) { return flown_in(air, state, dt, 1); };
  for (;;) {
    const FlightState next = after(1e-3);
    if (!is_before(next)) break;
    state = next;
  }
  return after(bisect(0.0, 1e-3, [&](double dt) { return is_before(after(dt)); }));
}

TEST(Air, BrakesInAnyDirection) {
  // The book's -k v - c v^2, taken by components, pushes what flies backward.
  const Air air{.gravity = {}, .drag_linear = 0.1, .drag_quadratic = 0.02};
  expect_near(air.acceleration({10, 0, 0}), {-3, 0, 0}, 1e-15);
  expect_near(air.acceleration({-10, 0, 0}), {3, 0, 0}, 1e-15);
  expect_near(air.acceleration({3, 4, 0}), Vec3{3, 4, 0} * -(0.1 + 0.02 * 5), 1e-15);
  const Air windy{.gravity = kGravity, .drag_quadratic = 0.02, .wind = {5, 0, 0}};
  EXPECT_EQ(windy.acceleration({5, 0, 0}), kGravity);
}

TEST(Air, QuadraticDragAlongTheVerticalHasItsClosedForm) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.01};
  const FlightState top =
      flown_while(air, {{}, {0, 0, 30}}, [](const FlightState& s) { return s.velocity.z > 0; });
  EXPECT_NEAR(top.time, 2.438819, 5e-7);
  EXPECT_NEAR(top.position.z, 32.549318, 5e-7);
  const FlightState impact =
      flown_while(air, {top.position, {}}, [](const FlightState& s) { return s.position.z > 0; });
  EXPECT_NEAR(-impact.velocity.z, 21.665133, 5e-7);
  EXPECT_NEAR(impact.time, 2.717786, 5e-7);

  const double terminal = std::sqrt(kG / 0.01);
  EXPECT_NEAR(top.time, terminal / kG * std::atan(30 / terminal), 1e-9);
  EXPECT_NEAR(top.position.z, std::log1p(0.01 * 900 / kG) / 0.02, 1e-9);
  EXPECT_NEAR(-impact.velocity.z, 30 / std::sqrt(1 + 900 / (terminal * terminal)), 1e-9);
  EXPECT_NEAR(impact.time, terminal / kG * std::acosh(std::exp(0.01 * top.position.z)), 1e-9);
}

TEST(Air, QuadraticDragLowersTheBestElevation) {
  struct Case {
    double drag, elevation, range;
  };
  for (const Case& c : {Case{0.005, 42.77, 68.776}, Case{0.02, 39.08, 42.202}}) {
    const Air air{.gravity = kGravity, .drag_quadratic = c.drag};
    const auto shortfall = [&](double elevation) {
      return -flown_while(air, {{}, velocity_at(30, elevation)}, [](const FlightState& s) {
                return s.position.z > 0;
              }).position.x;
    };
    const double best = golden_minimum(30.0, 50.0, 18, shortfall);
    EXPECT_NEAR(best, c.elevation, 0.01);
    EXPECT_NEAR(-shortfall(best), c.range, 5e-4);
  }
}

TEST(Air, LiftAloneMakesCirclesAtTheSameSpeed) {
  const Air air{.gravity = {}, .spin = {0, 0, 0.5}};
  const double period = 2 * std::numbers::pi / 0.5;
  FlightState state{{}, {3, 0, 0}};
  const Vec3 center{0, 3 / 0.5, 0};
  for (int i = 0; i < 4; ++i) {
    state = flown_in(air, state, period / 4000, 1000);
    EXPECT_NEAR(length(state.velocity), 3.0, 1e-11);
    EXPECT_NEAR(length(state.position - center), 6.0, 1e-10);
  }
  expect_near(state.position, {}, 1e-10);
}

// In the x-z plane with v = v_x + i v_z: v' = (-k + i W) v - i G, for a spin of -W about y.
TEST(Air, LiftWithLinearDragHasItsClosedForm) {
  using Complex = std::complex<double>;
  const double k = 0.1;
  const double w = 1.5;
  const Air air{.gravity = kGravity, .drag_linear = k, .spin = {0, -w, 0}};
  const FlightState end = flown_in(air, {{}, {20, 0, 10}}, 1e-3, 1000);
  expect_near(end.position, {9.084974, 0, 14.089706}, 5e-7);
  expect_near(end.velocity, {-2.043057, 0, 12.408490}, 5e-7);

  const Complex rate{-k, w};
  const Complex steady = Complex{0, kG} / rate;
  const Complex left = Complex{20, 10} - steady;
  const Complex position = steady + left * (std::exp(rate) - 1.0) / rate;
  const Complex velocity = steady + left * std::exp(rate);
  expect_near(end.position, {position.real(), 0, position.imag()}, 1e-10);
  expect_near(end.velocity, {velocity.real(), 0, velocity.imag()}, 1e-10);
}

TEST(Rk4, IsExactForParabolas) {
  const FlightState end = flown_in({}, {{1, 2, 3}, {4, 5, 6}}, 0.1, 20);
  expect_near(end.position, Vec3{1, 2, 3} + Vec3{4, 5, 6} * 2.0 + kGravity * 2.0, 1e-13);
  EXPECT_NEAR(end.time, 2.0, 1e-14);
}

TEST(Rk4, ErrsByTheFourthPowerOfItsStep) {
  const Air air{.gravity = kGravity, .drag_linear = 0.5, .wind = {3, 1, 0}};
  const Vec3 exact = position_under_drag({kGravity, 0.5, {3, 1, 0}}, {}, {20, 0, 10}, 2.0);
  const double coarse = length(flown_in(air, {{}, {20, 0, 10}}, 0.1, 20).position - exact);
  const double fine = length(flown_in(air, {{}, {20, 0, 10}}, 0.05, 40).position - exact);
  EXPECT_NEAR(coarse / fine, 16.0, 1.0);
}

TEST(Rk4, IsWhatAdaptiveIntegrationFinds) {
  Draws draws = draws_of("rk4");
  for (int i = 0; i < 10; ++i) {
    const Air air{kGravity, draws.uniform(), 0.05 * draws.uniform(), random_vector(draws, 8),
                  random_vector(draws, 2)};
    const Vec3 velocity = random_vector(draws, 25);
    const FlightState end = flown_in(air, {{}, velocity}, 2e-3, 1000);
    const Flown reference =
        flown({}, velocity, 2.0, [&](double, Vec3, Vec3 v) { return air.acceleration(v); });
    expect_near(end.position, reference.position, 1e-8);
    expect_near(end.velocity, reference.velocity, 1e-8);
  }
}

// From rest in a wind of 5 sin 2t under linear drag.
TEST(Rk4, FollowsWindThatChangesWithTime) {
  FlightState state;
  for (int i = 0; i < 2000; ++i) {
    state = rk4_step(state, 1e-3, [](double t, Vec3, Vec3 v) {
      return Vec3{-0.3 * (v.x - 5 * std::sin(2 * t)), 0, 0};
    });
  }
  EXPECT_NEAR(state.position.x, 1.471677, 5e-7);
  EXPECT_NEAR(state.velocity.x, 0.798730, 5e-7);
}

// Round a softened well: 100 r / (r^2 + 1)^1.5 toward it.
TEST(Rk4, CirclesAWell) {
  const auto well = [](double, Vec3 p, Vec3) {
    const double square = length2(p) + 1;
    return p * (-100 / (square * std::sqrt(square)));
  };
  const double speed = std::sqrt(100 * 25 / (26 * std::sqrt(26.0)));
  EXPECT_NEAR(speed, 4.342502, 5e-7);
  const double period = 2 * std::numbers::pi * 5 / speed;
  EXPECT_NEAR(period, 7.234523, 5e-7);
  FlightState state{{5, 0, 0}, {0, speed, 0}};
  for (int i = 0; i < 500; ++i)
    state = rk4_step(state, period / 500, well);
  EXPECT_LT(length(state.position - Vec3{5, 0, 0}), 2.5e-8);
}

}  // namespace
}  // namespace drover::flight_test
