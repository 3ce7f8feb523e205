// Bodies for the behaviors that ask for rotations and for velocities.
#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "behaviors/stage.h"

namespace drover::test {

// Keys of an actor's type whose body turns by itself, at most 2 rad/s, and that no limit of its angular
// acceleration holds back.
inline constexpr const char* kTurner =
    R"(,"max_turn_rate":2,"max_angular_acceleration":1000,"locomotion":{"type":"oriented"})";
// Keys of an actor's type whose body has the velocity it is asked for.
inline constexpr const char* kKinematicType = R"(,"locomotion":{"type":"kinematic"})";

// Keys of an actor in the origin.
inline std::string facing(double heading, double rotation = 0.0) {
  return fmt::format(R"("position":[0,0],"heading":{},"rotation":{})", heading, rotation);
}

inline double angle_of(const Simulator& simulator, AgentIndex agent = 0) {
  const Vec3 heading = simulator.world().state.motion.heading(agent);
  return std::atan2(heading.y, heading.x);
}

// The angular acceleration of the actor, a turner, in the first step.
inline double angular_request_of(const Stage& stage) {
  Simulator simulator = simulator_of(stage);
  const double before = simulator.world().state.motion.rotation[0];
  run_steps(simulator, 1);
  return (simulator.world().state.motion.rotation[0] - before) / simulator.world().model().dt;
}

}  // namespace drover::test
