// The actuators of a pipeline that plan the ways of vehicles and of people.
#include <algorithm>
#include <cmath>

#include "arbiters/pipeline_scene.h"
#include "core/det_math.h"

namespace drover::test::pipeline_vehicles_test {
namespace {

// A car with a circle of 5 m that a driver drives.
const std::string kCar =
    R"(,"radius":1,"max_speed":12,"locomotion":{"type":"unicycle","reverse_speed":4},"actuator":{"type":"car"})";

PipelineScene car_scene(double x, double y, const std::string& actuator = R"({"type":"car"})") {
  return {.targeters = fmt::format(R"({{"type":"fixed","target":{{"point":[{},{}]}}}})", x, y),
          .keys = fmt::format(R"(,"actuator":{})", actuator),
          .agents = R"({"type":"a","position":[0,0],"heading":0})",
          .type = kCar};
}

double heading_of(const PipelineTrial& trial) {
  const Vec3 heading = trial.simulator().world().state.motion.heading(0);
  return det::atan2(heading.y, heading.x);
}

// On its circle of 5 m about (0, 5), and off it along the tangent to the goal.
TEST(PipelineCar, DrivesTheArcThatItPlans) {
  PipelineTrial trial(car_scene(5, 25));
  double off = 0.0;
  while (trial.step().position().y < 4.9)
    off = std::max(off, std::fabs(length(trial.position() - Vec3{0, 5, 0}) - 5.0));
  EXPECT_LT(off, 0.1);
  EXPECT_LT(trial.arrival({5, 25, 0}, 0.3, 12.0), 12.0);
  EXPECT_NEAR(heading_of(trial), 0.5 * det::kPi, 0.05);
}

// All about it from rest, the inside of its circles included: each is reached, and it rests there.
TEST(PipelineCar, ReachesGoalsAllAboutIt) {
  for (int k = 0; k < 24; ++k) {
    for (const double distance : {2.0, 4.0, 7.0, 15.0, 40.0}) {
      const auto turn = det::sin_cos(det::kTwoPi * k / 24.0);
      PipelineTrial trial(car_scene(distance * turn.cos, distance * turn.sin));
      const Vec3 goal{distance * turn.cos, distance * turn.sin, 0.0};
      EXPECT_LT(trial.arrival(goal, 0.31, 25.0), 25.0) << goal.x << ", " << goal.y;
      const double rests_at = trial.time() + 4.0;
      while (trial.time() < rests_at)
        trial.step();
      EXPECT_LT(length(trial.velocity()), 0.05) << goal.x << ", " << goal.y;
      EXPECT_LT(length(trial.position() - goal), 0.5) << goal.x << ", " << goal.y;
    }
  }
}

// From 12 m/s to a goal that the circle at that speed, of 26 m, does not reach.
TEST(PipelineCar, SlowsDownSoThatTheArcFits) {
  PipelineScene scene = car_scene(20, 20);
  scene.agents = R"({"type":"a","position":[0,0],"heading":0,"velocity":[12,0]})";
  PipelineTrial trial(scene);
  double slowest = 12.0;
  double sideways = 0.0;
  double before = 0.0;
  while (trial.time() < 8.0 && length(trial.position() - Vec3{20, 20, 0}) > 1.0) {
    trial.step();
    const double heading = heading_of(trial);
    sideways = std::max(sideways, std::fabs(heading - before) / 0.02 * length(trial.velocity()));
    before = heading;
    if (length(trial.position() - Vec3{20, 20, 0}) > 8.0)
      slowest = std::min(slowest, length(trial.velocity()));
  }
  EXPECT_LT(trial.time(), 5.0);
  EXPECT_LT(slowest, 10.0);
  EXPECT_LT(sideways, 0.81 * 6.87);
}

// A post where the arc to the left passes, off the straight line to the goal: what goes straight sees nothing
// in its way, the car does.
TEST(PipelineCar, ConstraintsSeeTheArc) {
  const std::string post = R"(,"world":{"obstacles":[{"id":"post","center":[5.5,3],"radius":0.5}]})";
  const auto attempts = [&](const std::string& actuator) {
    PipelineScene scene = car_scene(0, 25, actuator);
    scene.constraints = R"({"type":"avoid_obstacle"})";
    scene.scenario = post;
    return PipelineTrial(scene).step().record().attempts;
  };
  EXPECT_EQ(attempts(R"({"type":"point_to_point"})"), 1u);
  EXPECT_GT(attempts(R"({"type":"car"})"), 1u);
}

TEST(PipelineCar, WhatTurnsOnTheSpotGoesStraight) {
  PipelineScene scene = car_scene(0, 10);
  scene.type = R"(,"max_acceleration":6)";
  PipelineScene plain = car_scene(0, 10, R"({"type":"point_to_point"})");
  plain.type = scene.type;
  PipelineTrial car(scene);
  PipelineTrial point(plain);
  for (int k = 0; k < 200; ++k) {
    car.step();
    point.step();
    ASSERT_EQ(car.position(), point.position()) << k;
  }
}

// Inside of the circle: it backs until there is room, and does not change its mind on the way.
TEST(PipelineCar, MakesRoomOnce) {
  PipelineTrial trial(car_scene(1, 4));
  int changes = 0;
  double direction = 0.0;
  while (trial.time() < 10.0 && length(trial.position() - Vec3{1, 4, 0}) > 0.3) {
    trial.step();
    const double ahead = dot(trial.velocity(), trial.simulator().world().state.motion.heading(0));
    if (std::fabs(ahead) < 0.01) continue;
    changes += ahead * direction < 0.0 ? 1 : 0;
    direction = ahead;
  }
  EXPECT_LT(trial.time(), 8.0);
  EXPECT_EQ(changes, 1);
}

// A street of 9 m, in which no half circle of 5 m has room: by hand of the list it turns in several moves.
std::string street_scene(const std::string& manoeuvres) {
  PipelineScene scene =
      car_scene(-20, 0, fmt::format(R"({{"type":"manoeuvres","manoeuvres":{}}})", manoeuvres));
  scene.constraints = R"({"type":"wall"})";
  scene.scenario =
      R"(,"world":{"walls":[{"id":"south","points":[[-40,-4.5],[40,-4.5]]},{"id":"north","points":[[-40,4.5],[40,4.5]]}]})";
  return text_of(scene);
}

struct StreetTurn {
  double arrival = kInfinity;
  double nearest_wall = 10.0;
  int changes = 0;
};

StreetTurn turn_in_street(const std::string& manoeuvres) {
  Simulator simulator = make_simulator(street_scene(manoeuvres));
  StreetTurn turn;
  double direction = 0.0;
  while (simulator.world().time() < 40.0) {
    run_steps(simulator, 1);
    const AgentMotion& motion = simulator.world().state.motion;
    turn.nearest_wall = std::min(turn.nearest_wall, 4.5 - std::fabs(motion.position(0).y));
    const double ahead = dot(motion.velocity(0), motion.heading(0));
    if (std::fabs(ahead) > 0.01) {
      turn.changes += ahead * direction < 0.0 ? 1 : 0;
      direction = ahead;
    }
    if (length(motion.position(0) - Vec3{-20, 0, 0}) > 0.3) continue;
    turn.arrival = simulator.world().time();
    break;
  }
  return turn;
}

TEST(PipelineManoeuvres, TurnInAStreetThatIsTooNarrowForAnArc) {
  // Out of its deadlocks it wanders.
  EXPECT_GT(turn_in_street(R"(["arc","far_arc"])").arrival, 25.0);
  const StreetTurn turn = turn_in_street(R"(["arc","back_and_turn","three_point"])");
  EXPECT_LT(turn.arrival, 25.0);
  EXPECT_GT(turn.nearest_wall, 1.0);
  EXPECT_GE(turn.changes, 2);
  EXPECT_LE(turn.changes, 4);
}

// The first that is free: with nothing in the way the first of the list.
TEST(PipelineManoeuvres, AreTriedInTheOrderOfTheList) {
  const auto side = [](const std::string& manoeuvres, const std::string& world) {
    PipelineScene scene =
        car_scene(0, 30, fmt::format(R"({{"type":"manoeuvres","manoeuvres":{}}})", manoeuvres));
    scene.constraints = R"({"type":"avoid_obstacle"})";
    scene.scenario = world;
    PipelineTrial trial(scene);
    return trial.step().request()->angular.z > 0.0 ? 1 : -1;
  };
  const std::string post = R"(,"world":{"obstacles":[{"id":"post","center":[3,2.5],"radius":0.3}]})";
  EXPECT_EQ(side(R"(["arc","far_arc"])", ""), 1);
  EXPECT_EQ(side(R"(["far_arc","arc"])", ""), -1);
  EXPECT_EQ(side(R"(["arc","far_arc"])", post), -1);
}

TEST(PipelineManoeuvres, WithoutOneThatGetsThereIsADeadlock) {
  PipelineTrial trial(car_scene(0, 5, R"({"type":"manoeuvres","manoeuvres":["arc"]})"));
  EXPECT_EQ(trial.step().record().cause, DeadlockCause::no_way);
}

PipelineScene human_scene(double x, double y) {
  return {
      .targeters = fmt::format(R"({{"type":"fixed","target":{{"point":[{},{}]}}}})", x, y),
      .keys = R"(,"actuator":{"type":"human"})",
      .agents = R"({"type":"a","position":[0,0],"heading":0})",
      .type = R"(,"max_speed":4,"max_turn_rate":7,"locomotion":{"type":"kinematic","facing":"independent"})"};
}

TEST(PipelineHuman, StepsAsideWithoutTurning) {
  PipelineTrial trial(human_scene(0, 0.5));
  EXPECT_LT(trial.arrival({0, 0.5, 0}, 0.02, 4.0), 4.0);
  EXPECT_EQ(heading_of(trial), 0.0);
}

// Behind by 5 m: half a turn at 2 pi / s less the 5 degrees within which it walks, 0.486 s, on the spot.
TEST(PipelineHuman, TurnsOnTheSpotBeforeItWalks) {
  PipelineTrial trial(human_scene(-5, 0));
  while (length(trial.step().position()) == 0.0) {
  }
  EXPECT_NEAR(trial.time(), (det::kPi - 5.0 * det::kPi / 180.0) / det::kTwoPi, 0.05);
  EXPECT_LT(trial.arrival({-5, 0, 0}, 0.05, 6.0), 6.0);
}

// Jogging it does not turn on the spot: first it brakes, straight ahead, and constraints see that.
TEST(PipelineHuman, BrakesBeforeItTurnsBack) {
  PipelineScene scene = human_scene(-8, 0);
  scene.targeters =
      R"({"type":"fixed","target":{"point":[30,0]},"when":{"type":"time","to":2}},{"type":"fixed","target":{"point":[-8,0]}})";
  PipelineTrial trial(scene);
  while (trial.time() < 2.0)
    trial.step();
  const double turned_at = trial.position().x;
  double farthest = turned_at;
  while (trial.time() < 4.0)
    farthest = std::max(farthest, trial.step().position().x);
  EXPECT_NEAR(farthest - turned_at, (16.0 - 0.09) / 12.0, 0.15);
  EXPECT_LT(trial.arrival({-8, 0, 0}, 0.05, 12.0), 12.0);
}

}  // namespace
}  // namespace drover::test::pipeline_vehicles_test
