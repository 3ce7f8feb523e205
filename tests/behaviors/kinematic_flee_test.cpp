#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::kinematic_flee_test {
namespace {

std::string flee(const std::string& keys = "") {
  return R"({"type":"kinematic_flee","target":{"point":[8,2]})" + keys + "}";
}

TEST(KinematicFlee, ExerciseOfTheSeed) {
  const auto request = request_of({.behavior = flee(),
                                   .actor = R"("position":[5,6],"velocity":[3,3])",
                                   .type = R"(,"max_speed":5,"locomotion":{"type":"kinematic"})"});
  EXPECT_NEAR(request->x, -3.0, 1e-14);
  EXPECT_NEAR(request->y, 4.0, 1e-14);
}

TEST(KinematicFlee, TheDistanceGrowsByTheSpeed) {
  Simulator simulator = simulator_of(
      {.behavior = flee(R"(,"max_speed":2)"), .actor = R"("position":[5,6])", .type = kKinematicType});
  for (int k = 1; k <= 50; ++k) {
    run_steps(simulator, 1);
    ASSERT_NEAR(distance_to(simulator, {8.0, 2.0, 0.0}), 5.0 + 0.04 * k, 1e-12);
  }
}

TEST(KinematicFlee, StandsExactlyOnTheTarget) {
  const auto request =
      request_of({.behavior = flee(), .actor = R"("position":[8,2])", .type = kKinematicType});
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(*request, (Vec3{}));
}

}  // namespace
}  // namespace drover::test::kinematic_flee_test
