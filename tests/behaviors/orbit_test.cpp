#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/det_math.h"

namespace drover::test::orbit_test {
namespace {

// A response time of one step and no limit of acceleration: the velocity is the wanted one.
Stage nimble(const std::string& keys, const std::string& position) {
  return {.behavior = R"({"type":"orbit","target":{"point":[0,0]},"response_time":0.02)" + keys + "}",
          .actor = R"("position":)" + position,
          .type = kStrong};
}

TEST(Orbit, RunsAlongTheRingCounterClockwiseOrClockwise) {
  const Vec3 left = *request_of(nimble(R"(,"radius":5)", "[5,0]"));
  EXPECT_NEAR(left.x, 0.0, 1e-9);
  EXPECT_NEAR(left.y, 3.0 / 0.02, 1e-9);
  const Vec3 right = *request_of(nimble(R"(,"radius":5,"clockwise":true)", "[5,0]"));
  EXPECT_NEAR(right.y, -3.0 / 0.02, 1e-9);
}

// With e = (d - R) / R the radial speed is -s e / sqrt(1 + e^2), about -(s / R) (d - R) near the ring.
TEST(Orbit, ErrorDecaysWithTheTimeConstantRadiusPerSpeed) {
  Simulator simulator = simulator_of(nimble(R"(,"radius":6)", "[6.1,0]"));
  run_steps(simulator, 100);
  // Moving along chords of 0.06 m adds s^2 dt / (2 R) of radial speed, which the law holds at s dt / 2.
  const double drift = 3.0 * 0.02 / 2.0;
  EXPECT_NEAR(distance_to(simulator, {}) - 6.0, 0.1 * det::exp(-3.0 / 6.0 * 2.0), drift);
  run_steps(simulator, 2000);
  EXPECT_NEAR(distance_to(simulator, {}), 6.0, drift + 1e-3);
}

TEST(Orbit, LeavesTheTargetAlongItsHeading) {
  EXPECT_GT(request_of(nimble("", "[0,0],\"heading\":0"))->x, 0.0);
}

TEST(Orbit, CirclesAMovingTarget) {
  Simulator simulator =
      simulator_of({.behavior = R"({"type":"orbit","target":{"agent":"planet"},"radius":4})",
                    .actor = R"("position":[8,0])",
                    .bodies = R"(,{"type":"body","id":"planet","position":[0,0],"velocity":[0.3,0]})"});
  run_steps(simulator, 1500);
  const double apart = length(position_of(simulator) - position_of(simulator, 1));
  EXPECT_NEAR(apart, 4.0, 0.6);
}

}  // namespace
}  // namespace drover::test::orbit_test
