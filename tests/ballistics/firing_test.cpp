#include "ballistics/firing.h"

#include <vector>

#include "ballistics/integration.h"
#include "ballistics/vectors.h"

namespace drover::firing_test {
namespace {

using namespace test;

constexpr double kG = 9.81;

std::vector<FiringArc> arcs_of(const FiringSolution& solution) {
  std::vector<FiringArc> arcs;
  if (solution.low) arcs.push_back(*solution.low);
  if (solution.high) arcs.push_back(*solution.high);
  return arcs;
}

void expect_arc(const std::optional<FiringArc>& arc, double time, double elevation) {
  ASSERT_TRUE(arc);
  EXPECT_NEAR(arc->time, time, 5.01e-10);
  EXPECT_NEAR(elevation_of(arc->direction), elevation, 5.01e-7);
}

TEST(Firing, AtAFixedTargetHasTheArcsOfTheWorkedExamples) {
  struct Case {
    Vec3 displacement;
    double speed, low_time, low_elevation, high_time, high_elevation;
  };
  for (const Case& c : {Case{{20, 0, 5}, 20, 1.154456332, 29.979001, 3.640641735, 74.057243},
                        Case{{40, 0, 0}, 25, 1.696786833, 19.445470, 4.806109863, 70.554530},
                        Case{{30, 40, -20}, 30, 1.679298889, -7.032118, 6.537805356, 75.230708},
                        Case{{0, 0, 10}, 20, 0.583501148, 90, 3.493970820, 90},
                        Case{{10, 0, 0}, std::sqrt(98.1), 1.427843123, 45, 1.427843123, 45}}) {
    const FiringSolution solution = firing_solution(c.displacement, c.speed, kGravity);
    expect_arc(solution.low, c.low_time, c.low_elevation);
    expect_arc(solution.high, c.high_time, c.high_elevation);
  }
}

// Millington's code takes start - end and fires to (-20, 0, -5).
TEST(Firing, GoesTowardTheTarget) {
  const FiringSolution solution = firing_solution({20, 0, 5}, 20, kGravity);
  EXPECT_GT(solution.low->direction.x, 0.0);
  EXPECT_GT(solution.high->direction.x, 0.0);
}

TEST(Firing, HasTheElevationsOfTheEquationOfTheTrajectory) {
  for (const Vec3 d : {Vec3{20, 0, 5}, Vec3{5, 0, 15}, Vec3{30, 0, -20}}) {
    const double s = 20;
    const double root = std::sqrt(s * s * s * s - kG * (kG * d.x * d.x + 2 * d.z * s * s));
    const FiringSolution solution = firing_solution(d, s, kGravity);
    EXPECT_NEAR(elevation_of(solution.low->direction), std::atan((s * s - root) / (kG * d.x)) / kDegree,
                1e-10);
    EXPECT_NEAR(elevation_of(solution.high->direction), std::atan((s * s + root) / (kG * d.x)) / kDegree,
                1e-10);
  }
}

// "At most 45 degrees" fails for near, high targets.
TEST(Firing, TheLowArcToAHighTargetIsSteep) {
  const FiringSolution solution = firing_solution({5, 0, 15}, 20, kGravity);
  EXPECT_NEAR(elevation_of(solution.low->direction), 76.241033, 5e-7);
  EXPECT_NEAR(elevation_of(solution.high->direction), 85.324019, 5e-7);
}

TEST(Firing, TheLeastSpeedGivesOneArc) {
  EXPECT_NEAR(minimum_speed({20, 0, 5}, kGravity), 15.8520765, 5e-8);
  EXPECT_NEAR(minimum_speed({40, 0, 0}, kGravity), 19.8090888, 5e-8);
  EXPECT_EQ(minimum_speed({0, 0, -4}, kGravity), 0.0);
  for (const Vec3 d : {Vec3{20, 0, 5}, Vec3{40, 0, 0}, Vec3{3, 4, -5}}) {
    const double least = minimum_speed(d, kGravity);
    const FiringSolution solution = firing_solution(d, least, kGravity);
    ASSERT_TRUE(solution.low && solution.high);
    EXPECT_EQ(solution.low->time, solution.high->time);
    EXPECT_NEAR(solution.low->time, std::sqrt(2 * length(d) / kG), 1e-12);
    EXPECT_TRUE(arcs_of(firing_solution(d, least * (1 - 1e-9), kGravity)).empty());
    EXPECT_EQ(arcs_of(firing_solution(d, least * (1 + 1e-9), kGravity)).size(), 2u);
  }
}

// The farthest shot leaves at 45 degrees on level ground only: tan = s / sqrt(s^2 - 2 G h).
TEST(Firing, TheFarthestShotDependsOnTheHeight) {
  struct Case {
    double height, range, elevation;
  };
  for (const Case& c : {Case{0, 40.7747, 45}, Case{5, 35.4236, 49.017}, Case{-20, 57.3896, 35.393}}) {
    const double range = 20 / kG * std::sqrt(400 - 2 * kG * c.height);
    EXPECT_NEAR(range, c.range, 5e-5);
    EXPECT_NEAR(minimum_speed({range, 0, c.height}, kGravity), 20.0, 1e-13);
    const FiringSolution solution = firing_solution({range, 0, c.height}, 20, kGravity);
    ASSERT_TRUE(solution.low);
    EXPECT_NEAR(elevation_of(solution.low->direction), c.elevation, 5e-4);
  }
}

TEST(Firing, ElevationsOnLevelGroundAddUpToARightAngle) {
  for (const double range : {1.0, 10.0, 30.0, 40.0}) {
    const FiringSolution solution = firing_solution({range, 0, 0}, 20, kGravity);
    EXPECT_NEAR(elevation_of(solution.low->direction) + elevation_of(solution.high->direction), 90.0, 1e-10);
  }
}

TEST(Firing, OfAThrowToABase) {
  const FiringSolution solution = firing_solution({24.391, 0, 0}, 32, kGravity);
  EXPECT_NEAR(solution.low->time, 0.7675, 5e-5);
  EXPECT_NEAR(elevation_of(solution.low->direction), 6.7566, 5e-5);
  EXPECT_NEAR(firing_solution({24.391, 0, 0}, 32, Vec3{}).low->time, 0.7622, 5e-5);
}

TEST(Firing, WithoutGravityIsStraightAndHasNoHighArc) {
  const FiringSolution solution = firing_solution({3, 4, 0}, 10, Vec3{});
  ASSERT_TRUE(solution.low);
  EXPECT_NEAR(solution.low->time, 0.5, 1e-16);
  expect_near(solution.low->direction, {0.6, 0.8, 0}, 1e-15);
  EXPECT_FALSE(solution.high);
}

TEST(Firing, StraightUpAndDown) {
  const FiringSolution up = firing_solution({0, 0, 10}, 20, kGravity);
  EXPECT_EQ(up.low->direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(up.high->direction, (Vec3{0, 0, 1}));
  const FiringSolution down = firing_solution({0, 0, -10}, 20, kGravity);
  EXPECT_EQ(down.low->direction, (Vec3{0, 0, -1}));
  EXPECT_EQ(down.high->direction, (Vec3{0, 0, 1}));
}

TEST(Firing, AtWhereOneStandsIsNoShot) {
  EXPECT_TRUE(arcs_of(firing_solution({}, 20, kGravity)).empty());
  EXPECT_TRUE(arcs_of(firing_solution({1e-10, 0, 0}, 20, kGravity)).empty());
  EXPECT_TRUE(arcs_of(firing_solution({}, Vec3{1, 0, 0}, 20, kGravity)).empty());
  EXPECT_TRUE(arcs_of(firing_solution({}, 20, LinearDrag{kGravity, 0.3})).empty());
}

TEST(Firing, ShorterThanAllowedIsNone) {
  const FiringSolution solution = firing_solution({20, 0, 5}, 20, kGravity, 2.0);
  EXPECT_FALSE(solution.low);
  EXPECT_TRUE(solution.high);
}

TEST(Firing, BeyondReachIsNoShotRatherThanTheNearestOne) {
  EXPECT_TRUE(arcs_of(firing_solution({20, 0, 5}, 15.8, kGravity)).empty());
  EXPECT_TRUE(arcs_of(firing_solution({50, 0, 0}, 20, kGravity)).empty());
  EXPECT_TRUE(arcs_of(firing_solution({20, 0, 5}, 0, kGravity)).empty());
}

// The book's -b - sqrt(b^2 - 4 a c) is zero here.
TEST(Firing, OfAFastWeaponKeepsItsDigits) {
  const FiringSolution solution = firing_solution({10, 0, 0}, 1e5, kGravity);
  EXPECT_NEAR(solution.low->time, 1e-4, 1e-18);
  expect_near(solution.low->direction, {1, 0, 0.5 * kG * 1e-4 / 1e5}, 1e-16);
  const double b = 1e10;
  EXPECT_EQ(b - std::sqrt(b * b - kG * kG * 100), 0.0);
}

TEST(Firing, HitsWhatItAimsAt) {
  Draws draws = draws_of("firing");
  int shots = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 d = random_vector(draws, 30);
    const Vec3 g = i % 3 == 0 ? kGravity : random_vector(draws, 10);
    const double s = uniform(draws, 1, 40);
    for (const FiringArc& arc : arcs_of(firing_solution(d, s, g))) {
      ++shots;
      const Vec3 end = arc.direction * (s * arc.time) + g * (0.5 * arc.time * arc.time);
      EXPECT_LT(length(end - d), 1e-9 * length(d));
      EXPECT_NEAR(length(arc.direction), 1.0, 1e-15);
    }
  }
  EXPECT_GT(shots, 2000);
}

TEST(Firing, TurnsAndGrowsWithItsWorld) {
  Draws draws = draws_of("firing_turned");
  for (int i = 0; i < 200; ++i) {
    const Vec3 d = random_vector(draws, 20);
    const Vec3 w = random_vector(draws, 5);
    const double angle = uniform(draws, -3, 3);
    for (const auto& [one, other] :
         {std::pair(firing_solution(d, 25, kGravity), firing_solution(rotated(d, angle), 25, kGravity)),
          std::pair(firing_solution(d, w, 25, kGravity),
                    firing_solution(rotated(d, angle), rotated(w, angle), 25, kGravity))}) {
      ASSERT_EQ(one.low.has_value(), other.low.has_value());
      if (one.low) expect_near(other.low->direction, rotated(one.low->direction, angle), 1e-9);
      if (one.high) expect_near(other.high->direction, rotated(one.high->direction, angle), 1e-9);
    }
    // Twice the length and the speed in the same time need twice the gravity.
    const FiringSolution small = firing_solution(d, 25, kGravity);
    const FiringSolution large = firing_solution(d * 2, 50, kGravity * 2);
    if (!small.low) continue;
    EXPECT_EQ(large.low->time, small.low->time);
    EXPECT_EQ(large.low->direction, small.low->direction);
  }
}

TEST(Firing, AtAMovingTargetIsThatOfTheWorkedExample) {
  const FiringSolution solution = firing_solution({20, 0, 5}, Vec3{0, 5, 0}, 20, kGravity);
  ASSERT_TRUE(solution.low && solution.high);
  EXPECT_NEAR(solution.low->time, 1.208947349, 5e-10);
  expect_near(solution.low->direction, {0.827165882, 0.25, 0.503285808}, 5e-10);
  EXPECT_NEAR(solution.high->time, 3.476546687, 5e-10);
}

TEST(Firing, AtAMovingTargetMayHaveFourArcsOfWhichTwoCount) {
  const FiringSolution solution = firing_solution({7, -0.5, 6}, Vec3{-14.5, 11, -20}, 17, kGravity);
  ASSERT_TRUE(solution.low && solution.high);
  EXPECT_NEAR(solution.low->time, 0.250410, 5e-7);
  EXPECT_NEAR(solution.high->time, 4.258848, 5e-7);
  // Between them: later than 0.3 s the second, 1.808887 s, is the low one.
  EXPECT_NEAR(firing_solution({7, -0.5, 6}, Vec3{-14.5, 11, -20}, 17, kGravity, 0.3).low->time, 1.808887,
              5e-7);
  EXPECT_NEAR(firing_solution({7, -0.5, 6}, Vec3{-14.5, 11, -20}, 17, kGravity, 1.81).low->time, 1.836800,
              5e-7);
}

TEST(Firing, AtATargetThatStandsIsThatOfTheFixedTarget) {
  const FiringSolution moving = firing_solution({20, 0, 5}, Vec3{}, 20, kGravity);
  const FiringSolution fixed = firing_solution({20, 0, 5}, 20, kGravity);
  EXPECT_NEAR(moving.low->time, fixed.low->time, 1e-14);
  EXPECT_NEAR(moving.high->time, fixed.high->time, 1e-13);
}

TEST(Firing, FromAMovingShooterIsAtTheOppositeMotion) {
  const FiringSolution solution = firing_solution({20, 0, 5}, -Vec3{5, 0, 0}, 20, kGravity);
  ASSERT_TRUE(solution.low);
  EXPECT_NEAR(solution.low->time, 0.895480240, 5e-10);
  expect_near(solution.low->direction, {0.866719226, 0, 0.498796335}, 5e-10);
}

TEST(Firing, InCommonFreeFallIsStraight) {
  const Vec3 d{30, 0, 10};
  const FiringSolution solution = firing_solution(d, 20, kGravity - kGravity);
  ASSERT_TRUE(solution.low);
  EXPECT_NEAR(solution.low->time, 1.581139, 5e-7);
  expect_near(solution.low->direction, d / length(d), 1e-15);
}

TEST(Firing, AtAMovingTargetWithoutGravity) {
  EXPECT_NEAR(firing_solution({10, 0, 0}, Vec3{-5, 0, 0}, 5, Vec3{}).low->time, 1.0, 1e-14);  // equally fast
  EXPECT_TRUE(arcs_of(firing_solution({10, 0, 0}, Vec3{5, 0, 0}, 5, Vec3{})).empty());
  EXPECT_TRUE(arcs_of(firing_solution({10, 0, 0}, Vec3{6, 0, 0}, 5, Vec3{})).empty());
  const FiringSolution ahead = firing_solution({10, 0, 0}, Vec3{-6, 1, 0}, 5, Vec3{});
  ASSERT_TRUE(ahead.low && ahead.high);  // a faster one that comes nearer can be met twice
  EXPECT_LT(ahead.low->time, ahead.high->time);
}

TEST(Firing, MeetsWhatMoves) {
  Draws draws = draws_of("firing_moving");
  int shots = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 d = random_vector(draws, 20);
    const Vec3 w = random_vector(draws, 10);
    const Vec3 g = i % 2 == 0 ? kGravity : Vec3{};
    const double s = uniform(draws, 5, 40);
    for (const FiringArc& arc : arcs_of(firing_solution(d, w, s, g))) {
      ++shots;
      const Vec3 end = arc.direction * (s * arc.time) + g * (0.5 * arc.time * arc.time);
      EXPECT_LT(length(end - d - w * arc.time), 1e-9 * (length(d) + arc.time * length(w)));
    }
  }
  EXPECT_GT(shots, 1500);
}

TEST(Firing, UnderDragHasTheArcsOfTheWorkedExamples) {
  struct Case {
    double k, low_time, low_elevation, high_time, high_elevation;
  };
  for (const Case& c : {Case{1e-9, 1.154456332, 29.979001, 3.640641731, 74.057243},
                        Case{0.1, 1.250649087, 31.720098, 3.261959941, 68.944159},
                        Case{0.3, 1.611625812, 38.507028, 2.445236881, 54.750700}}) {
    const FiringSolution solution = firing_solution({20, 0, 5}, 20, LinearDrag{kGravity, c.k});
    expect_arc(solution.low, c.low_time, c.low_elevation);
    expect_arc(solution.high, c.high_time, c.high_elevation);
  }
  EXPECT_TRUE(arcs_of(firing_solution({20, 0, 5}, 20, LinearDrag{kGravity, 0.5})).empty());
}

// "Drag needs a higher elevation" is true of the low arc only.
TEST(Firing, DragRaisesTheLowArcAndLowersTheHighOne) {
  const FiringSolution calm = firing_solution({20, 0, 5}, 20, kGravity);
  const FiringSolution drag = firing_solution({20, 0, 5}, 20, LinearDrag{kGravity, 0.1});
  EXPECT_GT(drag.low->direction.z, calm.low->direction.z);
  EXPECT_LT(drag.high->direction.z, calm.high->direction.z);
}

TEST(Firing, InACrosswindAimsIntoIt) {
  const FiringSolution solution = firing_solution({20, 0, 5}, 20, LinearDrag{kGravity, 0.1, {0, 5, 0}});
  expect_arc(solution.low, 1.250907733, 31.721768);
  EXPECT_NEAR(bearing_of(solution.low->direction), -1.075254, 5e-7);
  expect_arc(solution.high, 3.257312429, 68.760756);
  EXPECT_NEAR(bearing_of(solution.high->direction), -6.804708, 5e-7);
}

TEST(Firing, WithoutDragIsTheClosedFormToTheLastBit) {
  const FiringSolution drag = firing_solution({20, 0, 5}, 20, LinearDrag{kGravity, 0.0, {3, 0, 0}});
  const FiringSolution none = firing_solution({20, 0, 5}, 20, kGravity);
  EXPECT_EQ(drag.low->time, none.low->time);
  EXPECT_EQ(drag.high->direction, none.high->direction);
}

TEST(Firing, UnderDragWithoutGravityStopsAtItsReach) {
  const LinearDrag drag{Vec3{}, 0.5};
  const FiringSolution solution = firing_solution({3, 4, 0}, 10, drag);
  ASSERT_TRUE(solution.low);
  EXPECT_FALSE(solution.high);
  expect_near(position_under_drag(drag, {}, solution.low->direction * 10, solution.low->time), {3, 4, 0},
              1e-14);
  EXPECT_TRUE(arcs_of(firing_solution({12, 16, 0}, 10, drag)).empty());
  EXPECT_TRUE(arcs_of(firing_solution({15, 20, 0}, 10, drag)).empty());
}

TEST(Firing, StraightUpAndDownUnderDrag) {
  const LinearDrag drag{kGravity, 0.1};
  const FiringSolution up = firing_solution({0, 0, 10}, 20, drag);
  ASSERT_TRUE(up.low && up.high);
  expect_near(up.low->direction, {0, 0, 1}, 1e-15);
  expect_near(up.high->direction, {0, 0, 1}, 1e-15);
  const FiringSolution down = firing_solution({0, 0, -10}, 20, drag);
  ASSERT_TRUE(down.low && down.high);
  expect_near(down.low->direction, {0, 0, -1}, 1e-15);
  expect_near(down.high->direction, {0, 0, 1}, 1e-15);
}

// The farthest range on level ground under drag: beyond it no shot, at it one.
TEST(Firing, TheFarthestShotUnderDragLeavesBelow45Degrees) {
  struct Case {
    double k, elevation, range, range_at_45;
  };
  for (const Case& c : {Case{0.05, 43.07, 80.183, 80.007}, Case{0.1, 41.38, 71.205, 70.672},
                        Case{0.3, 36.16, 49.139, 47.168}, Case{1.0, 26.46, 23.442, 20.163}}) {
    const LinearDrag drag{kGravity, c.k};
    EXPECT_FALSE(firing_solution({c.range + 0.001, 0, 0}, 30, drag).low);
    const FiringSolution solution = firing_solution({c.range - 0.0006, 0, 0}, 30, drag);
    ASSERT_TRUE(solution.low && solution.high);
    const double low = elevation_of(solution.low->direction);
    const double high = elevation_of(solution.high->direction);
    EXPECT_NEAR(0.5 * (low + high), c.elevation, 0.0075);
    EXPECT_NEAR(elevation_of(firing_solution({c.range_at_45, 0, 0}, 30, drag).high->direction), 45, 0.02);
  }
  EXPECT_NEAR(30 * 30 / kG, 91.743, 5e-4);
}

TEST(Firing, UnderDragHitsWhatItAimsAt) {
  Draws draws = draws_of("firing_drag");
  int shots = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec3 d = random_vector(draws, 25);
    const LinearDrag drag{kGravity, uniform(draws, 0.0, 0.6), random_vector(draws, 6)};
    const double s = uniform(draws, 5, 40);
    for (const FiringArc& arc : arcs_of(firing_solution(d, s, drag))) {
      ++shots;
      EXPECT_LT(length(position_under_drag(drag, {}, arc.direction * s, arc.time) - d), 1e-9 * length(d));
      if (shots % 10 != 0) continue;
      const Flown end = flown({}, arc.direction * s, arc.time,
                              [&](double, Vec3, Vec3 v) { return drag.gravity - (v - drag.wind) * drag.k; });
      expect_near(end.position, d, 1e-7);
    }
  }
  EXPECT_GT(shots, 300);
}

// Where a fine scan over all times of flight finds the speed needed to fall below what there is.
TEST(Firing, UnderDragMissesNoArc) {
  Draws draws = draws_of("firing_scan");
  for (int i = 0; i < 60; ++i) {
    const Vec3 d = random_vector(draws, 25);
    const LinearDrag drag{kGravity, uniform(draws, 0.01, 0.6), random_vector(draws, 8)};
    const double s = uniform(draws, 10, 40);
    std::vector<double> changes;
    bool was_reached = false;
    for (double t = 0.005; t < 20.0; t += 0.005) {
      const DragPhi phi = drag_phi(drag.k * t);
      const bool is_reached = length(d - drag.push() * (t * t * phi.phi2)) <= s * t * phi.phi1;
      if (is_reached != was_reached) changes.push_back(t);
      was_reached = is_reached;
    }
    const std::vector<FiringArc> arcs = arcs_of(firing_solution(d, s, drag));
    ASSERT_EQ(arcs.size(), changes.size());
    for (std::size_t j = 0; j < arcs.size(); ++j)
      EXPECT_NEAR(arcs[j].time, changes[j], 0.006);
  }
}

// Millimeters to a hundred kilometers, air like water or like none.
TEST(Firing, UnderDragHitsAtAnyScale) {
  Draws draws = draws_of("firing_scale");
  const auto any_size = [&](double low, double high) { return std::pow(10.0, uniform(draws, low, high)); };
  int shots = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec3 d = direction(random_vector(draws, 1)) * any_size(-3, 5);
    const LinearDrag drag{direction(random_vector(draws, 1)) * any_size(-6, 3), any_size(-6, 3)};
    const double s = any_size(-2, 5);
    for (const FiringArc& arc : arcs_of(firing_solution(d, s, drag))) {
      ++shots;
      const double k = drag.k;
      const double fall = length(position_under_drag(drag, {}, {}, arc.time));
      EXPECT_LT(length(position_under_drag(drag, {}, arc.direction * s, arc.time) - d),
                1e-9 * (length(d) + fall))
          << k << " " << s << " " << length(d) << " " << length(drag.gravity);
    }
  }
  EXPECT_GT(shots, 200);
}

TEST(Firing, AtAMovingTargetMissesNoFirstArc) {
  Draws draws = draws_of("firing_moving_scan");
  for (int i = 0; i < 100; ++i) {
    const Vec3 d = random_vector(draws, 20);
    const Vec3 w = random_vector(draws, 15);
    const double s = uniform(draws, 5, 30);
    const auto is_reached = [&](double t) { return length(d + w * t - kGravity * (0.5 * t * t)) <= s * t; };
    double first = -1.0;
    double last = -1.0;
    for (double t = 0.002; t < 30.0; t += 0.002) {
      if (is_reached(t) == is_reached(t - 0.002)) continue;
      if (first < 0) first = t;
      last = t;
    }
    const FiringSolution solution = firing_solution(d, w, s, kGravity);
    ASSERT_EQ(solution.low.has_value(), first > 0);
    if (!solution.low) continue;
    EXPECT_NEAR(solution.low->time, first, 0.003);
    EXPECT_NEAR(solution.high->time, last, 0.003);
  }
}

TEST(Firing, AtAMovingTargetUnderDrag) {
  const LinearDrag drag{kGravity, 0.1, {2, -1, 0}};
  const Vec3 d{20, 0, 5};
  const Vec3 w{1, 4, 0};
  const FiringSolution solution = firing_solution(d, w, 20, drag);
  ASSERT_TRUE(solution.low && solution.high);
  for (const FiringArc& arc : arcs_of(solution)) {
    const Vec3 end = position_under_drag(drag, {}, arc.direction * 20, arc.time);
    EXPECT_LT(length(end - d - w * arc.time), 1e-6 * length(w));
  }
  EXPECT_FALSE(firing_solution(d, Vec3{30, 0, 0}, 20, drag).low);
}

// In the frame of the shooter the air and the target move the other way.
TEST(Firing, FromAMovingShooterUnderDrag) {
  const Vec3 inherited{3, -2, 1};
  const LinearDrag drag{kGravity, 0.2, {0, 4, 0}};
  const LinearDrag relative{kGravity, 0.2, drag.wind - inherited};
  const FiringSolution solution = firing_solution({15, 0, 2}, -inherited, 20, relative);
  ASSERT_TRUE(solution.low);
  const Vec3 velocity = solution.low->direction * 20 + inherited;
  expect_near(position_under_drag(drag, {}, velocity, solution.low->time), {15, 0, 2}, 1e-5);
}

}  // namespace
}  // namespace drover::firing_test
