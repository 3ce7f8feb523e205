// A stage for one behavior: an actor that has it, and bodies that coast and are never steered.
#pragma once

#include <cmath>
#include <string>

#include "behaviors/ask.h"

namespace drover::test {

// The values of a stage are JSON; lists of keys and of agents start with a comma.
struct Stage {
  std::string behavior;                       // one behavior entry, or several separated by commas
  std::string actor = R"("position":[0,0])";  // keys of the agent
  std::string bodies = "";                    // more agents, of type "body"
  std::string type = "";                      // keys of the actor's type
  std::string scenario = "";                  // keys of the scenario
};

// The actor has index 0.
inline std::string text_of(const Stage& stage) {
  const std::string steering = R"({"arbiter":{"type":"weighted_sum"},"behaviors":[)" + stage.behavior + "]}";
  return R"({"format":1,"agent_types":{"actor":{"steering":)" + steering + stage.type +
         R"(},"body":{"max_speed":1000}},"agents":[{"type":"actor",)" + stage.actor + "}" + stage.bodies +
         "]" + stage.scenario + "}";
}

inline Simulator simulator_of(const Stage& stage) {
  return make_simulator(text_of(stage));
}

inline std::optional<Vec3> request_of(const Stage& stage) {
  return request_of(text_of(stage));
}

inline Vec3 position_of(const Simulator& simulator, AgentIndex agent = 0) {
  return simulator.world().state.motion.position(agent);
}

inline Vec3 velocity_of(const Simulator& simulator, AgentIndex agent = 0) {
  return simulator.world().state.motion.velocity(agent);
}

inline double distance_to(const Simulator& simulator, Vec3 place) {
  return length(position_of(simulator) - place);
}

// Whether the actors of two stages move alike, to the last bit.
inline bool move_alike(const Stage& one, const Stage& other, int steps) {
  Simulator a = simulator_of(one);
  Simulator b = simulator_of(other);
  for (int k = 0; k < steps; ++k) {
    run_steps(a, 1);
    run_steps(b, 1);
    if (!(position_of(a) == position_of(b)) || !(velocity_of(a) == velocity_of(b))) return false;
  }
  return true;
}

// Keys of an actor's type for which a response time of 1 s is Buckland's law in its literal form: a force of
// wanted - velocity on a mass of 1 kg.
inline std::string type_with_speed(const std::string& max_speed) {
  return R"(,"mass":1,"max_force":10,"max_speed":)" + max_speed;
}

// A key of the scenario: steps of 1/60 s, with which the field's published runs were made.
inline constexpr const char* kSixtieth = R"(,"simulation":{"dt":0.016666666666666666})";

// Keys of an actor's type that no limit holds back.
inline constexpr const char* kStrong = R"(,"max_acceleration":1000)";

}  // namespace drover::test
