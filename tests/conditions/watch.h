// What a condition answers, state by state.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/scene.h"

namespace drover::test {

// An actor with a behavior that has a condition and no weight, so that the actor coasts. The values are JSON;
// lists of keys, agents and types start with a comma.
struct Watch {
  std::string condition;
  std::string actor = R"("position":[0,0])";  // keys of the agent
  std::string others = "";                    // more agents
  std::string types = "";                     // more agent types
  std::string type = "";                      // keys of the actor's type
  std::string scenario = R"(,"simulation":{"dt":1})";
  std::string behavior = R"("type":"seek","target":{"point":[0,0]})";
};

inline std::string text_of(const Watch& watch) {
  return R"({"format":1,"agent_types":{"actor":{"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[{)" +
         watch.behavior + R"(,"weight":0,"when":)" + watch.condition + "}]}" + watch.type + "}" +
         watch.types + R"(},"agents":[{"type":"actor",)" + watch.actor + "}" + watch.others + "]" +
         watch.scenario + "}";
}

inline Simulator simulator_of(const Watch& watch) {
  return make_simulator(text_of(watch));
}

// What the condition of a behavior answered in the last step.
inline bool held(const Simulator& simulator, AgentIndex agent = 0, std::size_t slot = 0) {
  const World& world = simulator.world();
  const std::uint32_t condition = world.model().type_of(agent).entries[slot].condition;
  return world.answers(condition)[agent] != 0;
}

// The answers in the states at the first ticks, from 0 on, as a row of 0 and 1.
inline std::string answers(Simulator simulator, int ticks, AgentIndex agent = 0) {
  std::string row;
  for (int k = 0; k < ticks; ++k) {
    run_steps(simulator, 1);
    row += held(simulator, agent) ? '1' : '0';
  }
  return row;
}

inline std::string answers(const Watch& watch, int ticks) {
  return answers(simulator_of(watch), ticks);
}

// Keys of a type whose agents are at these places at 0 s, 1 s, 2 s...
inline std::string at_places(const std::vector<std::array<double, 2>>& places) {
  std::string frames;
  for (std::size_t k = 0; k < places.size(); ++k)
    frames += fmt::format("{}[{},{},{}]", k > 0 ? "," : "", k, places[k][0], places[k][1]);
  return R"("locomotion":{"type":"scripted","keyframes":[)" + frames + "]}";
}

// The types and agents of a watch in which "m" is at these places at 0 s, 1 s, 2 s...
inline std::string mover_type(const std::vector<std::array<double, 2>>& places) {
  return R"(,"mover":{)" + at_places(places) + "}";
}
inline const std::string kMover = R"(,{"id":"m","type":"mover","position":[0,0]})";

// The scenario key for another step.
inline std::string with_dt(double dt) {
  return fmt::format(R"(,"simulation":{{"dt":{}}})", dt);
}

}  // namespace drover::test
