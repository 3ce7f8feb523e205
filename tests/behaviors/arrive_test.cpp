#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::arrive_test {
namespace {

std::string arrive(const std::string& keys = "") {
  return R"({"type":"arrive","target":{"point":[10,0]})" + keys + "}";
}

Simulator published_run(const std::string& deceleration) {
  return simulator_of(
      {.behavior =
           arrive(R"(,"deceleration_tweak":1,"response_time":1,"brakes_in_time":false,"deceleration":)" +
                  deceleration),
       .type = type_with_speed("2"),
       .scenario = kSixtieth});
}

// Yuka 0.7.8, whose deceleration of 3 is a time constant of 3 s.
TEST(Arrive, AgreesWithAPublishedRun) {
  Simulator simulator = published_run(R"("slow")");
  run_steps(simulator, 300);
  EXPECT_NEAR(position_of(simulator).x, 7.469168, 1e-6);
  run_steps(simulator, 120);
  EXPECT_NEAR(position_of(simulator).x, 9.229178, 1e-6);
  EXPECT_NEAR(velocity_of(simulator).x, 0.536445, 1e-6);
  run_steps(simulator, 180);
  EXPECT_NEAR(position_of(simulator).x, 9.973773, 1e-6);
  run_steps(simulator, 600);
  EXPECT_NEAR(position_of(simulator).x, 10.000522, 1e-6);
}

TEST(Arrive, OvershootsLikeThePublishedRunWhenTheBodyIsTooSlow) {
  Simulator simulator = published_run(R"("fast")");
  run_steps(simulator, 420);
  EXPECT_NEAR(position_of(simulator).x, 10.532736, 1e-6);
}

// A body that takes on the wanted velocity within one step: the distance shrinks by 1 - dt / Tc each step,
// with Tc = 0.3, 0.6 and 0.9 s. It is a time constant, not the time of arrival.
TEST(Arrive, DistanceDecaysWithTheTimeConstant) {
  double time_constant = 0.0;
  for (const char* deceleration : {"fast", "normal", "slow"}) {
    time_constant += 0.3;
    Simulator simulator = simulator_of(
        {.behavior = arrive(R"(,"response_time":0.02,"deceleration":")" + std::string(deceleration) + "\""),
         .actor = R"("position":[9.5,0])",
         .type = kStrong,
         .scenario = R"(,"simulation":{"dt":0.02})"});
    for (int n = 1; n <= 60; ++n) {
      run_steps(simulator, 1);
      ASSERT_NEAR(10.0 - position_of(simulator).x, 0.5 * std::pow(1.0 - 0.02 / time_constant, n), 1e-12);
    }
  }
}

double greatest_x(const std::string& keys, const std::string& type) {
  Simulator simulator =
      simulator_of({.behavior = arrive(keys), .type = type, .scenario = R"(,"simulation":{"dt":0.002})"});
  double greatest = 0.0;
  for (int k = 0; k < 6000; ++k) {
    run_steps(simulator, 1);
    greatest = larger(greatest, position_of(simulator).x);
  }
  EXPECT_NEAR(position_of(simulator).x, 10.0, 1e-3);
  return greatest;
}

// Critical damping: response_time = Tc / 4. The ramp, max_speed * Tc long, must also be longer than the
// braking way.
TEST(Arrive, DoesNotOvershootUpToAResponseTimeOfAQuarterOfTheTimeConstant) {
  EXPECT_LE(greatest_x(R"(,"deceleration":"fast","response_time":0.075)", R"(,"max_acceleration":12)"), 10.0);
  EXPECT_LE(greatest_x(R"(,"deceleration":"normal","response_time":0.15)", R"(,"max_acceleration":6)"), 10.0);
  EXPECT_LE(greatest_x(R"(,"deceleration":"slow","response_time":0.225)", R"(,"max_acceleration":6)"), 10.0);
}

TEST(Arrive, OvershootsBeyondAQuarterOfTheTimeConstant) {
  EXPECT_GT(greatest_x(R"(,"deceleration":"fast","response_time":0.1,"brakes_in_time":false)",
                       R"(,"max_acceleration":12)"),
            10.0001);
}

TEST(Arrive, BrakesOnTheTarget) {
  const auto request = request_of(
      {.behavior = arrive(R"(,"response_time":0.5)"), .actor = R"("position":[10,0],"velocity":[1,-2])"});
  EXPECT_EQ(request, (Vec3{-2, 4, 0}));
}

TEST(Arrive, FarAwayItIsSeekBitForBit) {
  // The ramp is max_speed * Tc = 1.8 m long; 150 steps of 0.02 s at 3 m/s end 3 m before it.
  EXPECT_TRUE(move_alike({.behavior = R"({"type":"arrive","target":{"point":[12,5]}})"},
                         {.behavior = R"({"type":"seek","target":{"point":[12,5]}})"}, 150));
}

TEST(Arrive, FollowsATargetThatMoves) {
  // In step with the target the lag is Tc * speed.
  Simulator simulator =
      simulator_of({.behavior = R"({"type":"arrive","target":{"agent":"t"}})",
                    .bodies = R"(,{"type":"body","id":"t","position":[2,0],"velocity":[1,0]})"});
  run_steps(simulator, 1500);
  EXPECT_NEAR(position_of(simulator, 1).x - position_of(simulator).x, 0.6, 1e-9);
}

TEST(Arrive, TargetPointIsTheGoal) {
  const auto goal = simulator_of({.behavior = arrive()}).goal(0);
  ASSERT_TRUE(goal);
  EXPECT_EQ(goal->position, (Vec3{10, 0, 0}));
}

constexpr const char* kRadii = R"(,"variant":"radii","target_radius":0.5,"slow_radius":3)";
constexpr const char* kSlowing = R"(,"variant":"slowing_distance")";

TEST(Arrive, SlowingDistanceIsDecelerationInOtherWords) {
  // 3 m/s * 2 * 0.3 s = 1.8 m.
  const Stage decelerating{.behavior = arrive()};
  const Stage slowing{.behavior = arrive(kSlowing + std::string(R"(,"slow_radius":1.8)"))};
  Simulator one = simulator_of(decelerating);
  Simulator other = simulator_of(slowing);
  for (int k = 0; k < 400; ++k) {
    run_steps(one, 1);
    run_steps(other, 1);
    ASSERT_NEAR(length(position_of(one) - position_of(other)), 0.0, 1e-12) << k;
  }
  EXPECT_NEAR(distance_to(one, {10, 0, 0}), 0.0, 1e-3);
}

// What falls to zero on the way in is the wanted speed; the request is a brake.
TEST(Arrive, BrakesWithinTheSlowingDistance) {
  const std::string behavior =
      arrive(kSlowing + std::string(R"(,"slow_radius":4,"response_time":1,"brakes_in_time":false)"));
  const auto ask = [&](const char* velocity) {
    return request_of(
        {.behavior = behavior, .actor = R"("position":[9,0],"velocity":)" + std::string(velocity)});
  };
  // A quarter of 3 m/s is wanted.
  EXPECT_NEAR(ask("[3,0]")->x, -2.25, 1e-14);
  EXPECT_NEAR(ask("[0.75,0]")->x, 0.0, 1e-14);
  EXPECT_NEAR(ask("[0,0]")->x, 0.75, 1e-14);
}

TEST(Arrive, RadiiStopWithinTheTargetRadius) {
  const std::string behavior = arrive(kRadii + std::string(R"(,"response_time":0.5,"brakes_in_time":false)"));
  const auto ask = [&](const char* x) {
    return request_of(
        {.behavior = behavior, .actor = R"("velocity":[1,-2],"position":[)" + std::string(x) + ",0]"});
  };
  EXPECT_EQ(ask("9.6"), (Vec3{-2, 4, 0}));
  // The printed form asks for nothing there and coasts out again.
  Simulator simulator = simulator_of({.behavior = arrive(kRadii)});
  run_steps(simulator, 1000);
  EXPECT_LT(distance_to(simulator, {10, 0, 0}), 0.5);
  EXPECT_LT(length(velocity_of(simulator)), 1e-9);
  // Outside of it the speed is that of slowing_distance: 3 m/s * 0.6 / 3.
  EXPECT_NEAR(ask("9.4")->x, (0.6 - 1.0) / 0.5, 1e-12);
}

TEST(Arrive, TheTargetRadiusIsOutside) {
  // At exactly the radius it still comes nearer.
  const auto request = request_of({.behavior = arrive(kRadii), .actor = R"("position":[9.5,0])"});
  EXPECT_GT(request->x, 0.0);
}

TEST(Arrive, EveryVariantBrakesOnTheTarget) {
  for (const char* variant : {"deceleration", "radii", "slowing_distance"}) {
    const std::string keys = R"(,"response_time":0.5,"variant":")" + std::string(variant) + "\"";
    const auto request =
        request_of({.behavior = arrive(keys), .actor = R"("position":[10,0],"velocity":[1,-2])"});
    EXPECT_EQ(request, (Vec3{-2, 4, 0})) << variant;
  }
}

// The ramp must be as long as max_speed^2 / max_acceleration, 3 m here.
TEST(Arrive, DoesNotOvershootWhereTheSlowRadiusIsLongEnough) {
  const std::string type = R"(,"max_speed":3,"max_acceleration":3)";
  EXPECT_LE(greatest_x(kSlowing + std::string(R"(,"slow_radius":3,"response_time":0.25)"), type), 10.0);
  EXPECT_LE(greatest_x(R"(,"variant":"radii","slow_radius":3,"target_radius":0,"response_time":0.25)", type),
            10.0);
  const std::string too_short = kSlowing + std::string(R"(,"slow_radius":1,"response_time":0.05)");
  EXPECT_GT(greatest_x(too_short + R"(,"brakes_in_time":false)", type), 10.1);
  EXPECT_LE(greatest_x(too_short, type), 10.0);
}

// The speed that is asked for is one from which the body halts in time.
TEST(Arrive, NeverPassesItsPlaceWhateverTheBodyCanDo) {
  for (const double speed : {0.5, 3.0, 12.0}) {
    for (const double acceleration : {0.2, 1.0, 6.0, 50.0}) {
      for (const double response_time : {0.05, 0.1, 0.3}) {
        const std::string type = fmt::format(R"(,"max_speed":{},"max_acceleration":{})", speed, acceleration);
        const std::string keys = fmt::format(R"(,"response_time":{})", response_time);
        Simulator simulator = simulator_of({.behavior = arrive(keys), .type = type});
        for (int k = 0; k < 3000; ++k) {
          run_steps(simulator, 1);
          // At the end the distance decays with 3 response_time or more.
          ASSERT_LE(position_of(simulator).x, 10.0 + 0.005 * 3.0 * response_time * speed) << type << keys;
        }
        EXPECT_NEAR(position_of(simulator).x, 10.0, 1e-3) << type << keys;
      }
    }
  }
}

TEST(Arrive, BeyondTheSlowRadiusItIsSeekBitForBit) {
  // 150 steps of 0.02 s at 3 m/s end 4 m before the target.
  for (const char* variant : {"radii", "slowing_distance"}) {
    EXPECT_TRUE(move_alike({.behavior = R"({"type":"arrive","target":{"point":[12,5]},"variant":")" +
                                        std::string(variant) + "\"}"},
                           {.behavior = R"({"type":"seek","target":{"point":[12,5]}})"}, 150));
  }
}

// Slowing down towards the border alone would take for ever.
TEST(Arrive, EntersARegionAndRestsInIt) {
  for (const char* variant : {"deceleration", "radii", "slowing_distance"}) {
    Simulator simulator = simulator_of(
        {.behavior = R"({"type":"arrive","target":{"region":"pen"},"target_radius":1,"variant":")" +
                     std::string(variant) + "\"}",
         .scenario = R"(,"world":{"regions":{"pen":{"min":[5,-1],"max":[8,1]}}})"});
    run_steps(simulator, 500);
    EXPECT_GT(position_of(simulator).x, 5.0) << variant;
    EXPECT_LE(position_of(simulator).x, 5.5 + 1e-3) << variant;
    EXPECT_NEAR(length(velocity_of(simulator)), 0.0, 1e-3) << variant;
  }
}

TEST(Arrive, ATargetRadiusAsLargeAsTheSlowRadiusIsRejected) {
  EXPECT_THROW(simulator_of({.behavior = arrive(R"(,"variant":"radii","target_radius":3)")}),
               std::runtime_error);
  EXPECT_NO_THROW(simulator_of({.behavior = arrive(R"(,"variant":"slowing_distance","target_radius":3)")}));
}

}  // namespace
}  // namespace drover::test::arrive_test
