#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/frame.h"

namespace drover::test::wander_test {
namespace {

std::string wander(const std::string& keys = "") {
  return R"({"type":"wander")" + keys + "}";
}

// Where the agent's point is on the wander circle, in its own frame.
Vec3 point_on_circle(const Simulator& simulator, AgentIndex agent = 0) {
  const std::span<const double> memory = test::memory_of(simulator.world());
  return {memory[2 * agent], memory[2 * agent + 1], 0.0};
}

TEST(Wander, PointStaysOnTheCircle) {
  Simulator simulator = simulator_of({.behavior = wander(R"(,"wander_radius":0.7,"jitter":40)")});
  for (int k = 0; k < 2000; ++k) {
    ASSERT_NEAR(length(point_on_circle(simulator)), 0.7, 1e-15) << k;
    run_steps(simulator, 1);
  }
}

TEST(Wander, RequestLeadsToTheCircleAhead) {
  const double radius = 1.2;
  const double distance = 2.0;
  const double gain = 3.0;
  Simulator simulator = simulator_of({.behavior = wander(R"(,"jitter":5,"gain":3)"), .type = kStrong});
  double nearest = kInfinity;
  double farthest = 0.0;
  double min_cos = 1.0;
  for (int k = 0; k < 3000; ++k) {
    const Vec3 request = *request_of(simulator);
    nearest = smaller(nearest, length(request) / gain);
    farthest = larger(farthest, length(request) / gain);
    min_cos = smaller(min_cos, dot(direction(request), simulator.world().state.motion.heading(0)));
    run_steps(simulator, 1);
  }
  EXPECT_GE(nearest, distance - radius - 1e-12);
  EXPECT_LE(farthest, distance + radius + 1e-12);
  EXPECT_GE(min_cos, std::cos(std::asin(radius / distance)) - 1e-12);
  // The point has been everywhere on the circle, or the bounds above would say little.
  EXPECT_LT(nearest, distance - radius + 0.01);
  EXPECT_GT(farthest, distance + radius - 0.01);
}

TEST(Wander, RequestIsClippedToTheAccelerationLimit) {
  const auto request = request_of({.behavior = wander(R"(,"gain":100)"), .type = R"(,"max_acceleration":2)"});
  EXPECT_NEAR(length(*request), 2.0, 1e-14);
}

TEST(Wander, WithoutJitterTheLocalRequestIsConstant) {
  Simulator simulator =
      simulator_of({.behavior = wander(R"(,"jitter":0)"), .actor = R"("position":[0,0],"velocity":[0,1])"});
  const Vec3 point = point_on_circle(simulator);
  Vec3 last_heading;
  for (int k = 0; k < 500; ++k) {
    const Vec3 heading = simulator.world().state.motion.heading(0);
    ASSERT_FALSE(heading == last_heading) << "the agent must turn for this to mean anything";
    last_heading = heading;
    const Vec3 request = *request_of(simulator);
    ASSERT_NEAR(dot(request, heading), 2.0 + point.x, 1e-12);
    ASSERT_NEAR(dot(request, upright(heading).left), point.y, 1e-12);
    run_steps(simulator, 1);
  }
}

constexpr AgentIndex kCrowd = 2000;

// The variance of the angle by which the points of many agents have walked after one second [rad^2].
double variance_of_the_walk(const std::string& keys, double dt) {
  Simulator simulator = make_simulator(scene(
      fmt::format(R"([{{"type":"wander","wander_radius":10{}}}])", keys),
      fmt::format(R"([{{"type":"a","count":{},"placement":{{"type":"line","from":[0,0],"to":[1,0]}}}}])",
                  kCrowd),
      "", fmt::format(R"(,"simulation":{{"dt":{}}})", dt)));
  std::vector<Vec3> before;
  for (AgentIndex i = 0; i < kCrowd; ++i)
    before.push_back(point_on_circle(simulator, i));
  run_steps(simulator, static_cast<int>(std::lround(1.0 / dt)));
  double sum = 0.0;
  for (AgentIndex i = 0; i < kCrowd; ++i) {
    const Vec3 after = point_on_circle(simulator, i);
    const double angle = std::atan2(cross(before[i], after).z, dot(before[i], after));
    sum += angle * angle;
  }
  return sum / kCrowd;
}

// Four standard errors of a variance estimated from kCrowd normal numbers.
const double kTolerance = 4.0 * std::sqrt(2.0 / kCrowd);

// Each step adds jitter * factor * uniform(-1, 1) across the radius, of variance (jitter * factor)^2 / 3:
// after 1 s the angle has variance jitter^2 factor^2 / (3 radius^2 dt).
TEST(Wander, WalkDoesNotDependOnTheStep) {
  for (const double dt : {0.05, 0.02, 0.01}) {
    const double expected = 1.0 / 300.0;
    EXPECT_NEAR(variance_of_the_walk(R"(,"jitter":1)", dt) / expected, 1.0, kTolerance) << dt;
  }
}

TEST(Wander, LinearScalingHalvesTheVarianceWhenTheStepIsHalved) {
  for (const double dt : {0.02, 0.01}) {
    const double expected = 49.0 * dt / 300.0;
    const double variance = variance_of_the_walk(R"(,"jitter":7,"noise_scaling":"linear_dt")", dt);
    EXPECT_NEAR(variance / expected, 1.0, kTolerance) << dt;
  }
}

TEST(Wander, PerStepScalingDoublesTheVarianceWhenTheStepIsHalved) {
  for (const double dt : {0.02, 0.01}) {
    const double expected = 0.01 / (300.0 * dt);
    const double variance = variance_of_the_walk(R"(,"jitter":0.1,"noise_scaling":"per_step")", dt);
    EXPECT_NEAR(variance / expected, 1.0, kTolerance) << dt;
  }
}

// The mean of a cosine of a uniform angle has standard deviation 1 / sqrt(2 n).
TEST(Wander, AgentsStartAtUniformAngles) {
  const Simulator simulator = make_simulator(scene(
      R"([{"type":"wander","wander_radius":1}])",
      fmt::format(R"([{{"type":"a","count":{},"placement":{{"type":"line","from":[0,0],"to":[1,0]}}}}])",
                  kCrowd)));
  Vec3 mean;
  double double_angle = 0.0;
  for (AgentIndex i = 0; i < kCrowd; ++i) {
    const Vec3 point = point_on_circle(simulator, i);
    mean += point / kCrowd;
    double_angle += (point.x * point.x - point.y * point.y) / kCrowd;
  }
  const double limit = 4.0 / std::sqrt(2.0 * kCrowd);
  EXPECT_LT(std::fabs(mean.x), limit);
  EXPECT_LT(std::fabs(mean.y), limit);
  EXPECT_LT(std::fabs(double_angle), limit);
}

TEST(Wander, ABehaviorOfWeightZeroBesideItChangesNothing) {
  const std::string still = R"({"type":"seek","target":{"point":[3,3]},"weight":0})";
  EXPECT_TRUE(move_alike({.behavior = wander()}, {.behavior = still + "," + wander()}, 300));
  EXPECT_TRUE(
      move_alike({.behavior = wander()}, {.behavior = wander() + R"(,{"type":"wander","weight":0})"}, 300));
}

TEST(Wander, TwoOfThemInOneStackWalkDifferently) {
  EXPECT_FALSE(
      move_alike({.behavior = wander() + "," + wander()}, {.behavior = wander(R"(,"weight":2)")}, 50));
}

TEST(Wander, SeedDecidesTheWalk) {
  EXPECT_TRUE(move_alike({.behavior = wander(), .scenario = R"(,"seed":5)"},
                         {.behavior = wander(), .scenario = R"(,"seed":5)"}, 100));
  EXPECT_FALSE(move_alike({.behavior = wander(), .scenario = R"(,"seed":5)"},
                          {.behavior = wander(), .scenario = R"(,"seed":6)"}, 100));
}

}  // namespace
}  // namespace drover::test::wander_test
