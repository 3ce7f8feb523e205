// What no metric says about a vehicle: it does not slide, and it turns no tighter than its circle.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::test::car_like_test {
namespace {

constexpr double kStep = 0.02;            // s
constexpr double kTurningCircle = 6.0;    // m
constexpr double kMaxAcceleration = 6.0;  // m/s^2

// A car whose goal is at its side, one that has a wall ahead, and one that follows another.
Simulator cars() {
  return make_simulator(
      R"({"format": 1, "simulation": {"dt": 0.02, "duration": 30}, "include": ["drover:car_like"],
    "world": {"walls": [{"id": "end", "points": [[60, 90], [60, 110]]}]},
    "agents": [{"type": "car_like", "position": [0, 0], "speed": 6, "goal": [25, 30]},
               {"type": "car_like", "position": [0, 100], "speed": 8, "goal": [90, 100]},
               {"type": "car_like", "position": [0, 200], "speed": 8, "goal": [60, 200]},
               {"type": "car_like", "position": [14, 200], "speed": 3, "goal": [60, 200], "parameters": {"preferred_speed": 3}}]})");
}

TEST(CarLike, NeverMovesSidewaysTurnsTighterOrBrakesHarderThanItCan) {
  Simulator simulator = cars();
  const AgentMotion& motion = simulator.world().state.motion;
  for (int step = 0; step < 1500; ++step) {
    std::vector<Vec3> headings, velocities;
    for (AgentIndex i = 0; i < 4; ++i) {
      headings.push_back(motion.heading(i));
      velocities.push_back(motion.velocity(i));
    }
    run_steps(simulator, 1);
    for (AgentIndex i = 0; i < 4; ++i) {
      const double speed = length(motion.velocity(i));
      EXPECT_NEAR(cross(motion.heading(i), motion.velocity(i)).z, 0.0, 1e-9);
      const double turn = std::fabs(cross(headings[i], motion.heading(i)).z);
      const double fastest = larger(speed, length(velocities[i]));
      const double tightest = fastest * kStep / kTurningCircle;  // where the least rate of turn is exceeded
      EXPECT_TRUE(fastest <= 1.0 || std::asin(turn) <= 1.01 * tightest) << fastest;
      EXPECT_LE(std::fabs(speed - length(velocities[i])), kMaxAcceleration * kStep * 1.001);
    }
  }
  EXPECT_LT(length(motion.position(0) - Vec3{25, 30, 0}), 3.0);
}

TEST(CarLike, StopsBeforeAWall) {
  Simulator simulator = cars();
  run_steps(simulator, 1500);
  const AgentMotion& motion = simulator.world().state.motion;
  EXPECT_GT(motion.position(1).x, 40.0);
  EXPECT_LT(motion.position(1).x, 58.9);
  EXPECT_LT(length(motion.velocity(1)), 0.3);
}

TEST(CarLike, KeepsItsDistanceToASlowerOneAhead) {
  Simulator simulator = cars();
  double least = 1e9;
  for (int step = 0; step < 600; ++step) {
    run_steps(simulator, 1);
    const AgentMotion& motion = simulator.world().state.motion;
    least = smaller(least, length(motion.position(3) - motion.position(2)));
  }
  EXPECT_GT(least, 2.5);
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(2)), 3.0, 0.7);
}

}  // namespace
}  // namespace drover::test::car_like_test
