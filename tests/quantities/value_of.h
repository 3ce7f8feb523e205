// The value of a quantity about an agent in the simulator's present state.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/step/agent_view.h"
#include "support/scene.h"

namespace drover::test {

// The quantity is that of weight_by of the first behavior of the agent's type.
inline double value_of(const Simulator& simulator, AgentIndex agent = 0) {
  const World& world = simulator.world();
  const std::vector<PerceptionPass> passes = perceive_now(simulator);
  const Ramp& ramp = *world.model().type_of(agent).entries[0].weight_by;
  return ramp.kind->value(ramp.params.get(), AgentView(world, passes), agent);
}

// A scenario whose agents, all of type "a", have a quantity; the keys of both start with a comma.
inline std::string scene_with(const std::string& quantity, const std::string& agents,
                              const std::string& scenario = "") {
  return scene(R"([{"type":"wander","weight_by":{"type":)" + quantity + R"(,"points":[[0,1]]}}])",
               "[" + agents + "]", R"(,"max_speed":100)", scenario);
}

inline double value_of(const std::string& quantity, const std::string& agents,
                       const std::string& scenario = "", AgentIndex agent = 0) {
  return value_of(make_simulator(scene_with(quantity, agents, scenario)), agent);
}

// An agent at a place with a velocity.
inline std::string body(Vec3 position, Vec3 velocity = {}, const std::string& keys = "") {
  const auto pair = [](Vec3 v) { return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "]"; };
  return R"({"type":"a","position":)" + pair(position) + R"(,"velocity":)" + pair(velocity) + keys + "}";
}

}  // namespace drover::test
