#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::kinematic_arrive_test {
namespace {

std::string arrive(const std::string& keys = "") {
  return R"({"type":"kinematic_arrive","target":{"point":[0,0]})" + keys + "}";
}

Simulator arriving(double distance, double dt, const std::string& keys = "",
                   const std::string& type = R"(,"max_speed":100)") {
  return simulator_of({.behavior = arrive(keys),
                       .actor = fmt::format(R"("position":[{},0])", distance),
                       .type = kKinematicType + type,
                       .scenario = fmt::format(R"(,"simulation":{{"dt":{}}})", dt)});
}

// Locomotion 6: the velocity is distance / 0.25 s.
TEST(KinematicArrive, AsksForTheDistanceWithinItsTime) {
  for (const auto& [distance, speed] : {std::pair{1.0, 4.0}, std::pair{0.25, 1.0}})
    EXPECT_NEAR(request_of(arriving(distance, 0.02))->x, -speed, 1e-14);
}

TEST(KinematicArrive, TheDistanceShrinksByTheSameFactorInEveryStep) {
  for (const double dt : {0.02, 0.1}) {
    Simulator simulator = arriving(3.0, dt, R"(,"radius":0)");
    double expected = 3.0;
    for (int k = 0; k < 40; ++k) {
      run_steps(simulator, 1);
      expected *= 1.0 - dt / 0.25;
      ASSERT_NEAR(position_of(simulator).x / expected, 1.0, 1e-12) << dt << ", " << k;
    }
  }
}

TEST(KinematicArrive, LandsInOneStepOfItsTime) {
  Simulator simulator = arriving(3.0, 0.25);
  run_steps(simulator, 1);
  EXPECT_NEAR(position_of(simulator).x, 0.0, 1e-15);
}

TEST(KinematicArrive, StableUpToTwiceItsTime) {
  Simulator stable = arriving(1.0, 0.45, R"(,"radius":0)");
  run_steps(stable, 40);
  EXPECT_LT(std::fabs(position_of(stable).x), 1e-3);
  Simulator unstable = arriving(1.0, 0.55, R"(,"radius":0)");
  run_steps(unstable, 10);
  EXPECT_GT(std::fabs(position_of(unstable).x), 4.0);
}

// From beyond T max_speed it takes (D - T s) / s at full speed, then T ln(T s / radius).
TEST(KinematicArrive, TimeOfTheStop) {
  constexpr double kSpeed = 3.0;
  constexpr double kTime = 0.25;
  constexpr double kDt = 0.0005;
  Simulator simulator = arriving(6.0, kDt, "", R"(,"max_speed":3)");
  double time = 0.0;
  do {
    run_steps(simulator, 1);
    time += kDt;
    ASSERT_LT(time, 10.0);
  } while (!(velocity_of(simulator) == Vec3{}));
  const double expected = (6.0 - kTime * kSpeed) / kSpeed + kTime * std::log(kTime * kSpeed / 0.05);
  EXPECT_NEAR(time, expected, 3e-3);
}

// No request inside the radius means standing, for every body.
TEST(KinematicArrive, StandsInsideTheRadius) {
  const auto request = request_of({.behavior = arrive(R"(,"radius":0.5)"),
                                   .actor = R"("position":[0.4,0],"velocity":[0,2])",
                                   .type = kStrong});
  ASSERT_TRUE(request.has_value());
  EXPECT_NEAR(request->y, -100.0, 1e-12) << "2 m/s are gone after a step of 0.02 s";
  Simulator simulator = simulator_of({.behavior = arrive(R"(,"radius":0.5)"),
                                      .actor = R"("position":[0.4,0],"velocity":[0,2])",
                                      .type = kKinematicType});
  run_steps(simulator, 1);
  EXPECT_EQ(velocity_of(simulator), (Vec3{}));
}

TEST(KinematicArrive, StandsExactlyOnTheTargetWithoutARadius) {
  EXPECT_EQ(*request_of(arriving(0.0, 0.02, R"(,"radius":0)")), (Vec3{}));
}

TEST(KinematicArrive, EntersARegionAndStandsInIt) {
  Simulator simulator =
      simulator_of({.behavior = R"({"type":"kinematic_arrive","target":{"region":"pen"},"radius":1})",
                    .type = R"(,"locomotion":{"type":"kinematic"})",
                    .scenario = R"(,"world":{"regions":{"pen":{"min":[5,-1],"max":[8,1]}}})"});
  run_steps(simulator, 500);
  EXPECT_GT(position_of(simulator).x, 5.0);
  EXPECT_LE(position_of(simulator).x, 5.5 + 1e-9);
  EXPECT_NEAR(length(velocity_of(simulator)), 0.0, 1e-9);
}

TEST(KinematicArrive, ATimeOfZeroIsRefused) {
  EXPECT_ANY_THROW(arriving(1.0, 0.02, R"(,"time_to_target":0)"));
}

// Arrive with a short response time and the same time constant goes the same way.
TEST(KinematicArrive, IsTheLimitOfArrive) {
  Simulator kinematic = arriving(3.0, 0.0005, R"(,"radius":0,"time_to_target":0.3)", R"(,"max_speed":3)");
  Simulator dynamic = simulator_of(
      {.behavior =
           R"({"type":"arrive","target":{"point":[0,0]},"deceleration":"fast","response_time":0.001})",
       .actor = R"("position":[3,0])",
       .type = R"(,"max_speed":3,"max_acceleration":10000)",
       .scenario = R"(,"simulation":{"dt":0.0005})"});
  for (int k = 0; k < 4000; ++k) {
    run_steps(kinematic, 1);
    run_steps(dynamic, 1);
    ASSERT_NEAR(position_of(kinematic).x, position_of(dynamic).x, 5e-3) << k;
  }
}

}  // namespace
}  // namespace drover::test::kinematic_arrive_test
