#include "ballistics/simulated_targeting.h"

#include "ballistics/drag.h"
#include "ballistics/firing.h"
#include "ballistics/integration.h"
#include "ballistics/vectors.h"

namespace drover::simulated_targeting_test {
namespace {

using namespace test;

struct AirStepper {
  Air air;
  void operator()(FlightState& state, double dt) const {
    state = rk4_step(state, dt, [this](double, Vec3, Vec3 v) { return air.acceleration(v); });
  }
};

Targeting aimed(Vec3 target, double speed, TargetingArc arc, const Air& air, const TargetingRule& rule = {}) {
  const TargetingShot shot{.target = target, .speed = speed, .gravity = air.gravity, .arc = arc};
  return simulated_targeting(shot, rule, AirStepper{air});
}

// How near a shot comes to a point, by steps that are finer by far.
double passing_of(Vec3 velocity, const Air& air, Vec3 target, double time) {
  FlightState state{{}, velocity};
  double least = 1e9;
  for (int i = 0; i < 500 * (time + 0.2); ++i) {
    const Vec3 from = state.position;
    AirStepper{air}(state, 2e-3);
    const Vec3 way = state.position - from;
    const double share = clamp(dot(target - from, way) / length2(way), 0, 1);
    least = smaller(least, length(target - from - way * share));
  }
  return least;
}

constexpr TargetingRule kFine{.tolerance = 1e-4, .sample_dt = 2e-3};

TEST(SimulatedTargeting, FindsTheShotsOfTheWorkedExamples) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.02};
  const Targeting low = aimed({25, 0, 3}, 30, TargetingArc::low, air, kFine);
  ASSERT_EQ(low.outcome, TargetingOutcome::solved);
  EXPECT_NEAR(elevation_of(low.direction), 18.840, 6e-4);
  EXPECT_NEAR(low.time, 1.15053, 6e-6);
  EXPECT_NEAR(low.top_elevation / kDegree, 58.57, 6e-3);
  const Targeting high = aimed({25, 0, 3}, 30, TargetingArc::high, air, kFine);
  ASSERT_EQ(high.outcome, TargetingOutcome::solved);
  EXPECT_NEAR(elevation_of(high.direction), 69.972, 6e-4);
  EXPECT_NEAR(high.time, 4.17075, 1e-5);
  const FiringSolution calm = firing_solution({25, 0, 3}, 30, kGravity);
  EXPECT_NEAR(elevation_of(calm.low->direction), 14.889, 6e-4);
  EXPECT_NEAR(elevation_of(calm.high->direction), 81.953, 6e-4);

  const Air thin{.gravity = kGravity, .drag_quadratic = 0.005};
  EXPECT_NEAR(elevation_of(aimed({60, 0, 0}, 30, TargetingArc::low, thin, kFine).direction), 27.384, 6e-4);
  EXPECT_NEAR(elevation_of(aimed({60, 0, 0}, 30, TargetingArc::high, thin, kFine).direction), 58.542, 6e-4);
}

// tan = s^2 / (G R) passes a distance highest; not 45 degrees.
TEST(SimulatedTargeting, TheHighestPassIsSteep) {
  const Air air{.gravity = kGravity};
  // Without gravity in the first try that misses, and the search goes on.
  const TargetingShot shot{.target = {25, 0, 3}, .speed = 30};
  const Targeting result = simulated_targeting(shot, kFine, AirStepper{air});
  ASSERT_EQ(result.outcome, TargetingOutcome::solved);
  EXPECT_NEAR(std::atan(900 / (9.81 * 25)) / kDegree, 74.757, 5e-4);
  EXPECT_NEAR(result.top_elevation / kDegree, 74.757, 5e-3);
  expect_near(result.direction, firing_solution({25, 0, 3}, 30, kGravity).low->direction, 1e-4);
}

TEST(SimulatedTargeting, TakesTheShotWithoutDragWhereItIsGoodEnough) {
  const Targeting result = aimed({25, 0, 3}, 30, TargetingArc::low, {.gravity = kGravity});
  EXPECT_EQ(result.flights, 1);
  EXPECT_EQ(result.direction, firing_solution({25, 0, 3}, Vec3{}, 30, kGravity).low->direction);
  EXPECT_LT(result.passing, 0.01);
}

TEST(SimulatedTargeting, UnderLinearDragIsTheClosedForm) {
  for (const double k : {0.1, 0.3}) {
    const LinearDrag drag{kGravity, k};
    const FiringSolution closed = firing_solution({20, 0, 5}, 20, drag);
    for (const TargetingArc arc : {TargetingArc::low, TargetingArc::high}) {
      const Targeting found = aimed({20, 0, 5}, 20, arc, {.gravity = kGravity, .drag_linear = k}, kFine);
      ASSERT_EQ(found.outcome, TargetingOutcome::solved);
      const FiringArc& expected = arc == TargetingArc::low ? *closed.low : *closed.high;
      expect_near(found.direction, expected.direction, 3e-5);
      EXPECT_NEAR(found.time, expected.time, 1e-4);
    }
  }
  EXPECT_EQ(aimed({20, 0, 5}, 20, TargetingArc::low, {.gravity = kGravity, .drag_linear = 0.5}).outcome,
            TargetingOutcome::unreachable);
}

// The book asks for a null first solution all the same, and gives up after any overshoot.
TEST(SimulatedTargeting, GoesOnWithoutAFirstSolutionAndAfterAnOvershoot) {
  // Out of reach in calm air, within it before the wind.
  const Air tail{.gravity = kGravity, .drag_linear = 0.3, .wind = {30, 0, 0}};
  EXPECT_FALSE(firing_solution({45, 0, 0}, 20, kGravity).low);
  const Targeting far = aimed({45, 0, 0}, 20, TargetingArc::low, tail);
  EXPECT_EQ(far.outcome, TargetingOutcome::solved);
  // Before the wind the shot without drag overshoots.
  const Targeting near = aimed({35, 0, 0}, 20, TargetingArc::low, tail);
  EXPECT_EQ(near.outcome, TargetingOutcome::solved);
  EXPECT_LT(passing_of(near.direction * 20, tail, {35, 0, 0}, near.time), 0.14);
}

TEST(SimulatedTargeting, ReachesTargetsAboveWithShotsThatStartBelow) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.01};
  const Targeting result = aimed({5, 0, 15}, 25, TargetingArc::low, air);
  ASSERT_EQ(result.outcome, TargetingOutcome::solved);
  EXPECT_GT(elevation_of(result.direction), 60.0);
  EXPECT_EQ(aimed({10, 0, -20}, 25, TargetingArc::low, air).outcome, TargetingOutcome::solved);
  EXPECT_EQ(aimed({10, 0, -20}, 25, TargetingArc::high, air).outcome, TargetingOutcome::solved);
}

TEST(SimulatedTargeting, StraightUpAndDown) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.01};
  const Targeting up = aimed({0, 0, 10}, 25, TargetingArc::low, air);
  ASSERT_EQ(up.outcome, TargetingOutcome::solved);
  EXPECT_EQ(up.direction, (Vec3{0, 0, 1}));
  const Targeting back = aimed({0, 0, 10}, 25, TargetingArc::high, air);
  ASSERT_EQ(back.outcome, TargetingOutcome::solved);
  EXPECT_EQ(back.direction, (Vec3{0, 0, 1}));
  EXPECT_GT(back.time, up.time + 1.0);
  EXPECT_EQ(aimed({0, 0, -10}, 25, TargetingArc::low, air).direction, (Vec3{0, 0, -1}));
  EXPECT_EQ(aimed({0, 0, -10}, 25, TargetingArc::high, air).direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(aimed({0, 0, 40}, 25, TargetingArc::low, air).outcome, TargetingOutcome::unreachable);
}

TEST(SimulatedTargeting, TellsNotConvergedFromUnreachable) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.02};
  const Targeting far = aimed({80, 0, 3}, 30, TargetingArc::low, air);
  EXPECT_EQ(far.outcome, TargetingOutcome::unreachable);
  EXPECT_EQ(far.direction, Vec3{});
  const Targeting few = aimed({25, 0, 3}, 30, TargetingArc::low, air, {.max_iterations = 2});
  EXPECT_EQ(few.outcome, TargetingOutcome::not_converged);
  EXPECT_EQ(few.direction, Vec3{});
}

TEST(SimulatedTargeting, EndsWhereNothingFalls) {
  const Air air{.gravity = {}, .drag_quadratic = 0.1};
  EXPECT_EQ(aimed({25, 3, 0}, 30, TargetingArc::low, air).outcome, TargetingOutcome::solved);
  EXPECT_NE(aimed({25, 3, 0}, 30, TargetingArc::high, air).outcome, TargetingOutcome::solved);
}

TEST(SimulatedTargeting, NeedsFewFlights) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.02};
  // 1 + (40 + 2 + 1) of the top + bisections
  const int bisections = aimed({25, 0, 3}, 30, TargetingArc::low, air, kFine).flights - 44;
  EXPECT_GE(bisections, 10);
  EXPECT_LE(bisections, 24);
}

TEST(SimulatedTargeting, InACrosswindAimsIntoIt) {
  const Air air{.gravity = kGravity, .drag_linear = 0.1, .wind = {0, 5, 0}};
  const FiringSolution closed = firing_solution({20, 0, 5}, 20, LinearDrag{kGravity, 0.1, {0, 5, 0}});
  const Targeting low = aimed({20, 0, 5}, 20, TargetingArc::low, air, kFine);
  ASSERT_EQ(low.outcome, TargetingOutcome::solved);
  expect_near(low.direction, closed.low->direction, 5e-5);
  const Targeting high = aimed({20, 0, 5}, 20, TargetingArc::high, air, kFine);
  ASSERT_EQ(high.outcome, TargetingOutcome::solved);
  expect_near(high.direction, closed.high->direction, 5e-5);
}

// In wind of up to 8 m/s, both kinds of drag and any direction. Linear drag alone has a closed form that says
// what can be reached.
TEST(SimulatedTargeting, SolvesWhatCanBeReached) {
  Draws draws = draws_of("simulated_targeting");
  int solved[2] = {0, 0};
  int lost[2] = {0, 0};
  for (int i = 0; i < 160; ++i) {
    const bool is_linear = i % 2 == 0;
    const Air air{kGravity,
                  uniform(draws, 0, 0.3),
                  is_linear ? 0.0 : uniform(draws, 0, 0.02),
                  {uniform(draws, -8, 8), uniform(draws, -8, 8), 0}};
    Vec3 target = random_vector(draws, 25);
    target.z *= 0.4;
    const double speed = uniform(draws, 10, 35);
    const TargetingArc arc = i % 4 < 2 ? TargetingArc::low : TargetingArc::high;
    const Targeting found = aimed(target, speed, arc, air);
    if (found.outcome == TargetingOutcome::solved) {
      ++solved[i % 4 / 2];
      EXPECT_LT(passing_of(found.direction * speed, air, target, found.time), 0.14);
    }
    if (!is_linear) continue;
    const FiringSolution closed =
        firing_solution(target, speed, LinearDrag{kGravity, air.drag_linear, air.wind});
    if (closed.low && found.outcome != TargetingOutcome::solved) ++lost[i % 4 / 2];
  }
  EXPECT_GE(solved[0], 40);
  EXPECT_GE(solved[1], 40);
  EXPECT_EQ(lost[0], 0);
  EXPECT_LE(lost[1], 2);
}

TEST(SimulatedTargeting, AtAMovingTarget) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.01, .wind = {1, 2, 0}};
  for (const TargetingArc arc : {TargetingArc::low, TargetingArc::high}) {
    const TargetingShot shot{
        .target = {25, 5, 2}, .target_velocity = {-2, 3, 0}, .speed = 30, .gravity = kGravity, .arc = arc};
    const Targeting found = simulated_targeting(shot, {}, AirStepper{air});
    ASSERT_EQ(found.outcome, TargetingOutcome::solved);
    const Vec3 place = shot.target + shot.target_velocity * found.time;
    EXPECT_LT(passing_of(found.direction * 30, air, place, found.time), 0.15);
  }
  const TargetingShot away{
      .target = {25, 5, 2}, .target_velocity = {40, 0, 0}, .speed = 30, .gravity = kGravity};
  EXPECT_NE(simulated_targeting(away, {}, AirStepper{air}).outcome, TargetingOutcome::solved);
}

TEST(SimulatedTargeting, FromAMovingShooterSomewhere) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.01};
  const FlightState start{{100, -50, 7}, {2, -3, 0}, 12.0};
  const Vec3 target = start.position + Vec3{15, 10, 2};
  const TargetingShot shot{.start = start, .target = target, .speed = 30, .gravity = kGravity};
  const Targeting found = simulated_targeting(shot, {}, AirStepper{air});
  ASSERT_EQ(found.outcome, TargetingOutcome::solved);
  EXPECT_LT(passing_of(found.direction * 30 + start.velocity, air, target - start.position, found.time),
            0.14);
}

// A gust that comes up with the time and only beyond x = 10, and a well beside the way.
TEST(SimulatedTargeting, ThroughWindByTimeAndPlaceAndPastAWell) {
  const auto acceleration = [](double time, Vec3 p, Vec3 v) {
    const Vec3 wind{0, p.x > 10 ? 6 * std::sin(time) : 0.0, 0};
    const Vec3 to_well = Vec3{12, 6, 4} - p;
    const double square = length2(to_well) + 0.25;
    return kGravity - (v - wind) * 0.2 + to_well * (30 / (square * std::sqrt(square)));
  };
  const TargetingShot shot{
      .start = {{0, 0, 1.2}, {}, 0.5}, .target = {25, 4, 0}, .speed = 25, .gravity = kGravity};
  const Targeting found =
      simulated_targeting(shot, {.tolerance = 0.02, .sample_dt = 0.01},
                          [&](FlightState& s, double dt) { s = rk4_step(s, dt, acceleration); });
  ASSERT_EQ(found.outcome, TargetingOutcome::solved);
  const Flown end = flown(shot.start.position, found.direction * 25, found.time,
                          [&](double t, Vec3 p, Vec3 v) { return acceleration(t + 0.5, p, v); });
  EXPECT_LT(length(end.position - shot.target), 0.05);
}

TEST(SimulatedTargeting, TurnsWithItsWorld) {
  for (const TargetingArc arc : {TargetingArc::low, TargetingArc::high}) {
    const Vec3 target{20, 3, 2};
    const Air air{.gravity = kGravity, .drag_quadratic = 0.01, .wind = {3, 4, 0}};
    const Air turned{.gravity = kGravity, .drag_quadratic = 0.01, .wind = rotated({3, 4, 0}, 2.0)};
    const Targeting one = aimed(target, 30, arc, air);
    const Targeting other = aimed(rotated(target, 2.0), 30, arc, turned);
    ASSERT_EQ(one.outcome, TargetingOutcome::solved);
    expect_near(other.direction, rotated(one.direction, 2.0), 1e-6);
  }
}

}  // namespace
}  // namespace drover::simulated_targeting_test
