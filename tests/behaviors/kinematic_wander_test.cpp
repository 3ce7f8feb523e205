#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::kinematic_wander_test {
namespace {

constexpr AgentIndex kCrowd = 4000;

// Headings of many wanderers after one second; all start along +x.
std::vector<double> headings(const std::string& keys, double dt, const std::string& max_turn_rate) {
  Simulator simulator = make_simulator(scene(
      R"([{"type":"kinematic_wander")" + keys + "}]",
      fmt::format(R"([{{"type":"a","count":{},"placement":{{"type":"line","from":[0,0],"to":[1,0]}}}}])",
                  kCrowd),
      kKinematicType + (R"(,"max_turn_rate":)" + max_turn_rate),
      fmt::format(R"(,"simulation":{{"dt":{}}})", dt)));
  run_steps(simulator, static_cast<int>(std::lround(1.0 / dt)));
  std::vector<double> angles;
  for (AgentIndex i = 0; i < kCrowd; ++i)
    angles.push_back(angle_of(simulator, i));
  return angles;
}

double variance_of(const std::vector<double>& angles) {
  double sum = 0.0;
  for (const double angle : angles)
    sum += angle * angle;
  return sum / static_cast<double>(angles.size());
}

// Four standard errors of a variance estimated from kCrowd normal numbers.
const double kTolerance = 4.0 * std::sqrt(2.0 / kCrowd);

TEST(KinematicWander, SpeedIsAlwaysTheGreatest) {
  Simulator simulator = simulator_of({.behavior = R"({"type":"kinematic_wander"})",
                                      .actor = R"("position":[0,0],"heading":2)",
                                      .type = kKinematicType});
  for (int k = 0; k < 500; ++k) {
    const Vec3 before = simulator.world().state.motion.heading(0);
    run_steps(simulator, 1);
    ASSERT_NEAR(length(velocity_of(simulator)), 3.0, 1e-14);
    ASSERT_NEAR(dot(velocity_of(simulator), before), 3.0, 1e-14) << "along the heading it had";
  }
  EXPECT_GT(std::fabs(angle_of(simulator) - 2.0), 1e-3);
}

// Var = rate^2 dt t / 6: the printed walk depends on the step.
TEST(KinematicWander, NoisePerStepDependsOnTheStep) {
  for (const double dt : {0.02, 0.01})
    EXPECT_NEAR(variance_of(headings("", dt, "6")) / (36.0 * dt / 6.0), 1.0, kTolerance) << dt;
}

TEST(KinematicWander, ItsOwnRateCountsWithinTheAgents) {
  EXPECT_NEAR(variance_of(headings(R"(,"max_rotation":3)", 0.02, "6")) / (9.0 * 0.02 / 6.0), 1.0, kTolerance);
}

// Var = sigma^2 t for every step.
TEST(KinematicWander, DiffusionDoesNotDependOnTheStep) {
  for (const double dt : {0.05, 0.02, 0.01})
    EXPECT_NEAR(variance_of(headings(R"(,"noise":"diffusion","sigma":0.5)", dt, "1000")) / 0.25, 1.0,
                kTolerance)
        << dt;
}

// The difference of two uniform numbers is triangular: three quarters within half of its range.
TEST(KinematicWander, NoiseIsTriangular) {
  const std::vector<double> angles = headings("", 1.0, "1");
  double inner = 0.0;
  double mean = 0.0;
  for (const double angle : angles) {
    EXPECT_LT(std::fabs(angle), 1.0);
    inner += std::fabs(angle) < 0.5 ? 1.0 : 0.0;
    mean += angle / kCrowd;
  }
  EXPECT_NEAR(inner / kCrowd, 0.75, 4.0 * std::sqrt(0.75 * 0.25 / kCrowd));
  EXPECT_NEAR(mean, 0.0, 4.0 * std::sqrt(1.0 / 6.0 / kCrowd));
}

TEST(KinematicWander, SeedDecidesTheWalk) {
  const auto stage = [](const char* seed) {
    return Stage{.behavior = R"({"type":"kinematic_wander"})", .type = kKinematicType, .scenario = seed};
  };
  EXPECT_TRUE(move_alike(stage(R"(,"seed":5)"), stage(R"(,"seed":5)"), 100));
  EXPECT_FALSE(move_alike(stage(R"(,"seed":5)"), stage(R"(,"seed":6)"), 100));
}

TEST(KinematicWander, AnOrientedBodyWandersToo) {
  Simulator simulator = simulator_of({.behavior = R"({"type":"kinematic_wander"})", .type = kTurner});
  run_steps(simulator, 200);
  EXPECT_GT(std::fabs(angle_of(simulator)), 1e-3);
  EXPECT_GT(length(position_of(simulator)), 5.0);
}

}  // namespace
}  // namespace drover::test::kinematic_wander_test
