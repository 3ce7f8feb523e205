#include "ballistics/jump.h"

#include "ballistics/drag.h"
#include "ballistics/vectors.h"

namespace drover::jump_test {
namespace {

using namespace test;

constexpr double kG = 9.81;

TEST(Jump, HasTheFlightsOfTheWorkedExamples) {
  struct Case {
    double height, time, speed;
  };
  for (const Case& c :
       {Case{0, 1.019367992, 3.924}, Case{1, 0.746124638, 5.361035}, Case{-2, 1.326706011, 3.014986}}) {
    const auto flight = jump_flight({}, {4, 0, c.height}, 5.0);
    ASSERT_TRUE(flight);
    EXPECT_NEAR(flight->time, c.time, 5e-10);
    EXPECT_NEAR(flight->planar_speed, c.speed, 5e-7);
    EXPECT_NEAR(flight->landing_velocity.z, -std::sqrt(25 - 2 * kG * c.height), 1e-14);
  }
  const auto flight = jump_flight({}, Vec3{20, 12, 3} - Vec3{12, 10, 3}, 2.0);
  ASSERT_TRUE(flight);
  EXPECT_NEAR(flight->time, 0.407747, 5e-7);
  expect_near(flight->takeoff_velocity, {19.62, 4.905, 2}, 1e-12);
}

// Millington prefers the smaller root: 0.2732 s would ask for 14.64 m/s and rise through the pad.
TEST(Jump, FallsOntoThePadAndDoesNotRiseThroughIt) {
  const double early = (5 - std::sqrt(25 - 2 * kG)) / kG;
  EXPECT_NEAR(early, 0.2732, 5e-5);
  EXPECT_NEAR(4 / early, 14.64, 5e-3);
  EXPECT_GT(5 - kG * early, 0.0);
  EXPECT_NEAR((5 - std::sqrt(25 + 4 * kG)) / kG, -0.307, 5e-4);
  for (const double height : {-2.0, 0.0, 0.3, 1.0, 1.274}) {
    const auto flight = jump_flight({}, {4, 0, height}, 5.0);
    ASSERT_TRUE(flight);
    EXPECT_GT(flight->time, 0.5);
    EXPECT_LE(flight->landing_velocity.z, 0.0);
  }
}

// With signed gravity the book's (v -+ sqrt) / g are the negatives of the roots: 0 and -0.408 s.
TEST(Jump, OnLevelGroundTakesTimeInProportionToItsSpeed) {
  EXPECT_NEAR(*jump_time({}, 2.0, 0.0), 0.408, 5e-4);
  for (const double v : {1.0, 2.0, 5.0})
    EXPECT_NEAR(*jump_time({}, v, 0.0), 0.20387 * v, 5e-6 * v);
}

TEST(Jump, TooHighIsNone) {
  EXPECT_NEAR(jump_apex({}, 5.0).height, 1.27421, 5e-6);
  EXPECT_TRUE(jump_flight({}, {4, 0, 1.27420}, 5.0));
  EXPECT_FALSE(jump_flight({}, {4, 0, 1.27422}, 5.0));
}

TEST(Jump, NeedsGravity) {
  EXPECT_FALSE(jump_flight({.gravity = 0.0}, {4, 0, 0}, 5.0));
  EXPECT_FALSE(jump_flight({.gravity = -9.81}, {4, 0, -1}, 5.0));
  EXPECT_FALSE(fastest_jump(0.0, {4, 0, 1}, 6, 5));
}

TEST(Jump, StraightUpHasNoPlanarVelocity) {
  const auto flight = jump_flight({}, {0, 0, 1}, 5.0);
  ASSERT_TRUE(flight);
  EXPECT_EQ(flight->takeoff_velocity, (Vec3{0, 0, 5}));
  EXPECT_EQ(flight->planar_speed, 0.0);
}

TEST(Jump, WithoutTimeInTheAirIsNone) {
  EXPECT_FALSE(jump_flight({}, {4, 0, 0}, 0.0));
  EXPECT_TRUE(jump_flight({}, {4, 0, -1}, 0.0));  // steps off a ledge
}

TEST(Jump, TheFastestUsesAllOfTheSpeed) {
  const auto flight = fastest_jump(kG, {4, 0, 1}, 6.0, 5.0);
  ASSERT_TRUE(flight);
  EXPECT_NEAR(flight->time, 0.6667, 5e-5);
  EXPECT_NEAR(flight->takeoff_velocity.z, 4.770, 5e-4);
  EXPECT_NEAR(flight->landing_velocity.z, -1.770, 5e-4);
  EXPECT_NEAR(flight->planar_speed, 6.0, 1e-15);
  EXPECT_FALSE(fastest_jump(kG, {4, 0, 1}, 6.0, 4.7));
  EXPECT_FALSE(fastest_jump(kG, {}, 6.0, 5.0));  // there already
}

TEST(Jump, TheFastestNeitherRisesThroughThePadNorDives) {
  const auto up = fastest_jump(kG, {0.1, 0, 1}, 6.0, 5.0);
  ASSERT_TRUE(up);
  EXPECT_NEAR(up->landing_velocity.z, 0.0, 1e-14);
  const auto down = fastest_jump(kG, {0.1, 0, -1}, 6.0, 5.0);
  ASSERT_TRUE(down);
  EXPECT_NEAR(down->takeoff_velocity.z, 0.0, 1e-14);
}

TEST(Jump, UnderGravityOfAnotherScale) {
  struct Case {
    double scale, height, time, range;
  };
  for (const Case& c : {Case{0.5, 2.548420, 2.038736, 8.154944}, Case{1, 1.274210, 1.019368, 4.077472},
                        Case{2, 0.637105, 0.509684, 2.038736}}) {
    const JumpLaw law{.gravity = c.scale * kG};
    EXPECT_NEAR(jump_apex(law, 5.0).height, c.height, 5e-7);
    EXPECT_NEAR(*jump_time(law, 5.0, 0.0), c.time, 5e-7);
    EXPECT_NEAR(4.0 * *jump_time(law, 5.0, 0.0), c.range, 5e-7);
  }
  EXPECT_NEAR(jump_apex({}, 0.8 * 5.0).height, 0.815494, 5e-7);
}

TEST(Jump, UnderDragHasTheFlightsOfTheWorkedExamples) {
  struct Case {
    double drag, height, time, speed, landing;
  };
  for (const Case& c :
       {Case{0.1, 0, 1.002617, 4.192902, -4.835671}, Case{0.1, 1, 0.715632, 5.791851, -2.120348},
        Case{0.1, -2, 1.320056, 3.234573, -7.749749}, Case{0.3, 0, 0.972178, 4.743596, -4.537069},
        Case{0.3, 1, 0.655154, 6.725076, -1.727062}, Case{0.3, -2, 1.310145, 3.692300, -7.252526}}) {
    const auto flight = jump_flight({.air_drag = c.drag}, {4, 0, c.height}, 5.0);
    ASSERT_TRUE(flight);
    EXPECT_NEAR(flight->time, c.time, 5.01e-7);
    EXPECT_NEAR(flight->planar_speed, c.speed, 5.01e-7);
    EXPECT_NEAR(flight->landing_velocity.z, c.landing, 5.01e-7);
    EXPECT_NEAR(flight->landing_velocity.x, flight->planar_speed * std::exp(-c.drag * flight->time), 1e-14);
  }
}

TEST(Jump, UnderDragIsLower) {
  const JumpApex little = jump_apex({.air_drag = 0.1}, 5.0);
  EXPECT_NEAR(little.time, 0.497120, 5e-7);
  EXPECT_NEAR(little.height, 1.232504, 5e-7);
  const JumpApex much = jump_apex({.air_drag = 0.3}, 5.0);
  EXPECT_NEAR(much.time, 0.474283, 5e-7);
  EXPECT_NEAR(much.height, 1.157600, 5e-7);
  EXPECT_NEAR(much.height, 5 / 0.3 - kG / 0.09 * std::log1p(1.5 / kG), 1e-13);
  EXPECT_FALSE(jump_flight({.air_drag = 0.3}, {4, 0, 1.1577}, 5.0));
}

TEST(Jump, UnderLittleDragIsThatWithoutDrag) {
  for (const double height : {0.0, 1.0, -2.0}) {
    const auto with = jump_flight({.air_drag = 1e-9}, {4, 0, height}, 5.0);
    const auto without = jump_flight({}, {4, 0, height}, 5.0);
    EXPECT_NEAR(with->time, without->time, 1e-8);
    EXPECT_NEAR(with->planar_speed, without->planar_speed, 1e-7);
  }
}

TEST(Jump, LandsOnItsPad) {
  Draws draws = draws_of("jump");
  for (int i = 0; i < 500; ++i) {
    const JumpLaw law{uniform(draws, 2, 20), i % 2 == 0 ? 0.0 : uniform(draws, 0, 1)};
    const double v = uniform(draws, 1, 8);
    Vec3 pad = random_vector(draws, 6);
    pad.z = uniform(draws, -5, 0.99 * jump_apex(law, v).height);
    const auto flight = jump_flight(law, pad, v);
    ASSERT_TRUE(flight);
    const LinearDrag air{{0, 0, -law.gravity}, law.air_drag};
    expect_near(position_under_drag(air, {}, flight->takeoff_velocity, flight->time), pad, 1e-12);
    expect_near(velocity_under_drag(air, flight->takeoff_velocity, flight->time), flight->landing_velocity,
                1e-12);
    EXPECT_LE(flight->landing_velocity.z, 0.0);
  }
}

// At 4.5 instead of 3.924 m/s a level jump over 4 m comes down 0.587 m behind the middle of its pad.
TEST(Jump, MayBeFasterThanItsPadNeeds) {
  for (const double drag : {0.0, 0.3}) {
    const JumpLaw law{9.81, drag};
    const auto flight = jump_flight(law, {4, 0, 0}, 5.0);
    const auto same = flight_at_least(flight->planar_speed, law, *flight, 0.0);
    EXPECT_EQ(same->takeoff_velocity.x, flight->takeoff_velocity.x);
    const double faster = flight->planar_speed + 0.5;
    const auto fast = flight_at_least(faster, law, *flight, 10.0);
    EXPECT_EQ(fast->planar_speed, faster);
    EXPECT_EQ(fast->takeoff_velocity.z, 5.0);
    const double place = position_under_drag({{0, 0, -9.81}, drag}, {}, fast->takeoff_velocity, fast->time).x;
    EXPECT_FALSE(flight_at_least(faster, law, *flight, place - 4.0 - 1e-9));
    EXPECT_TRUE(flight_at_least(faster, law, *flight, place - 4.0 + 1e-9));
  }
  const auto level = jump_flight({}, {4, 0, 0}, 5.0);
  EXPECT_FALSE(flight_at_least(4.5, {}, *level, 0.587));
  EXPECT_TRUE(flight_at_least(4.5, {}, *level, 0.588));
  // On the spot there is no line to be faster along.
  EXPECT_FALSE(flight_at_least(0.1, {}, *jump_flight({}, {}, 5.0), 9.0));
}

TEST(Jump, TheWidestSafeGap) {
  EXPECT_NEAR(4.0 * *jump_time({}, 5.0, 0.0), 4.077, 5e-4);
}

TEST(Jump, RunsUpAsFarAsItTakesToGainTheSpeed) {
  EXPECT_NEAR(run_up_distance(3.924, 4.0, 0.0, 0.0), 1.925, 5e-4);
  EXPECT_NEAR(run_up_distance(4.0, 2.0, 0.25, 0.5), 4.0 + 1.0 + 0.5, 1e-15);
}

TEST(Jump, TakeoffMayBeOffByWhatThePadForgives) {
  EXPECT_NEAR(takeoff_tolerance(3.924, 0.5, 1.019368), 0.3924, 1e-12);
  EXPECT_NEAR(takeoff_tolerance(8.0, 0.5, 1.0), 0.5, 1e-15);
  EXPECT_EQ(takeoff_tolerance(0.5, 0.5, 1.0), 0.1);
}

}  // namespace
}  // namespace drover::jump_test
