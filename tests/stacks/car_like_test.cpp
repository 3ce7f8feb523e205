// What no metric says about a vehicle: it does not slide, and it turns no tighter than its circle.
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
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
      EXPECT_LE(std::asin(turn), 1.01 * tightest + 1e-4) << fastest;
      EXPECT_LE(std::fabs(speed - length(velocities[i])), kMaxAcceleration * kStep * 1.001);
    }
  }
  EXPECT_LT(length(motion.position(0) - Vec3{25, 30, 0}), 3.0);
}

// What stands 30 m ahead of a car.
struct InTheWay {
  const char* name;
  const char* world;
  const char* agents;
  double front;  // x of its front [m]
};

void PrintTo(const InTheWay& thing, std::ostream* out) {
  *out << thing.name;
}

class InTheWayOfACar : public ::testing::TestWithParam<InTheWay> {
 protected:
  static Simulator approach(double preferred_speed) {
    return make_simulator(fmt::format(
        R"({{"format": 1, "simulation": {{"dt": 0.02, "duration": 200}}, "include": ["drover:car_like", "drover:pedestrian"],
    "world": {{{}}}, "agents": [{{"type": "car_like", "position": [0, 0], "heading_deg": 0, "speed": {}, "goal": [60, 0],
      "parameters": {{"preferred_speed": {}}}}}{}]}})",
        GetParam().world, preferred_speed, preferred_speed, GetParam().agents));
  }
};

// A halt that is asked for by the time left alone lets a car creep on: at rest that time is infinite. So the
// test looks after minutes.
TEST_P(InTheWayOfACar, MakesItStopAndStay) {
  for (const double preferred_speed : {4.0, 8.0, 12.0}) {
    Simulator simulator = approach(preferred_speed);
    const AgentMotion& motion = simulator.world().state.motion;
    run_steps(simulator, 1500);
    const double halt = motion.position(0).x;
    EXPECT_GT(GetParam().front - 1.0 - halt, 1.5) << preferred_speed;
    EXPECT_LT(GetParam().front - 1.0 - halt, 3.0) << preferred_speed;
    run_steps(simulator, 8500);
    EXPECT_NEAR(motion.position(0).x, halt, 0.01) << preferred_speed;
    EXPECT_LT(length(motion.velocity(0)), 0.01) << preferred_speed;
  }
}

constexpr const char* kSquare =
    R"("walls": [{"id": "w", "closed": true, "solid": true, "points": [[30, -3], [36, -3], [36, 3], [30, 3]]}])";

INSTANTIATE_TEST_SUITE_P(
    All, InTheWayOfACar,
    ::testing::Values(InTheWay{"wall", R"("walls": [{"id": "w", "points": [[30, -5], [30, 5]]}])", "", 30.0},
                      InTheWay{"square", kSquare, "", 30.0},
                      InTheWay{"box", R"("obstacles": [{"box": {"center": [31, 0], "size": [2, 4]}}])", "",
                               30.0},
                      InTheWay{"pedestrian", "", R"(, {"type": "pedestrian", "position": [30, 0]})", 29.75},
                      InTheWay{"car", "", R"(, {"type": "car_like", "position": [30, 0]})", 29.0}),
    [](const auto& of) { return std::string(of.param.name); });

// Least distance between the bodies of the first car and what it meets, over a minute [m].
double least_gap(const std::string& world, const std::string& agents, Vec3 other, double other_radius) {
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.02, "duration": 60}}, "include": ["drover:car_like"], "world": {{{}}},
    "agents": [{{"type": "car_like", "position": [0, 0], "heading_deg": 0, "speed": 8, "goal": [60, 0]}}{}]}})",
      world, agents));
  const AgentMotion& motion = simulator.world().state.motion;
  double least = 1e9;
  for (int step = 0; step < 3000; ++step) {
    run_steps(simulator, 1);
    const Vec3 there = agents.empty() ? other : motion.position(1);
    least = smaller(least, length(there - motion.position(0)) - 1.0 - other_radius);
  }
  return least;
}

TEST(CarLike, TouchesNothingThatStandsHalfInItsWay) {
  for (const double aside : {0.0, 0.3, 0.7, 1.0, 1.3, 1.7, 2.1}) {
    const std::string circle =
        fmt::format(R"("obstacles": [{{"id": "o", "center": [30, {}], "radius": 1}}])", aside);
    EXPECT_GT(least_gap(circle, "", {30, aside, 0}, 1.0), 0.1) << aside;
    const std::string car = fmt::format(R"(, {{"type": "car_like", "position": [30, {}]}})", aside);
    EXPECT_GT(least_gap("", car, {}, 1.0), 0.0) << aside;
  }
}

TEST(CarLike, TouchesNoneThatCrossesItsWay) {
  for (const double late : {0.0, 1.0, 2.0, 4.0}) {
    const std::string car = fmt::format(
        R"(, {{"type": "car_like", "position": [30, {}], "heading_deg": 90, "speed": 8, "goal": [30, 30]}})",
        -30.0 - late);
    EXPECT_GT(least_gap("", car, {}, 1.0), 0.0) << late;
  }
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
