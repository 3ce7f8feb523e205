// Scenes of formations to which something happens, in steps of 1/16 s: multiples of it are exact in binary.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/formation/formation_columns.h"
#include "support/scene.h"

namespace drover::test {

inline constexpr int kStepsPerSecond = 16;

// A formation "squad" of all agents of type "a"; agents of type "b" are in none at first. The values are
// JSON; lists of keys start with a comma.
struct Formed {
  std::string pattern = R"({"type":"line","spacing":2})";
  std::string agents = R"({"id":"m","type":"a","count":5,"placement":{"type":"in_slot"}})";
  std::string events = "";
  std::string keys = "";  // of the formation
  std::string anchor = R"("position":[0,0],"heading":0)";
  std::string formations = "";  // more of them
  std::string scenario = "";    // more keys of the scenario
  std::string types = "";       // more agent types
};

inline std::string text_of(const Formed& parts) {
  const std::string type =
      R"({"max_speed":4,"max_acceleration":20,"steering":{"behaviors":[{"type":"slot_arrive"}]}})";
  return R"({"format":1,"simulation":{"dt":0.0625},"agent_types":{"a":)" + type + R"(,"b":)" + type +
         parts.types + R"(},"agents":[)" + parts.agents + R"(],"formations":{"squad":{"pattern":)" +
         parts.pattern + R"(,"members":[{"agent_type":"a"}],"anchor":{)" + parts.anchor + "}" + parts.keys +
         "}" + parts.formations + R"(},"events":[)" + parts.events + "]" + parts.scenario + "}";
}

inline Simulator simulator_of(const Formed& parts) {
  return make_simulator(text_of(parts));
}

inline Simulator after(const Formed& parts, double seconds) {
  Simulator simulator = simulator_of(parts);
  run_steps(simulator, static_cast<int>(seconds * kStepsPerSecond));
  return simulator;
}

// What is wrong with the scenario, as "pointer: message"; empty when nothing is.
inline std::string formed_problem_of(const Formed& parts) {
  try {
    make_world(text_of(parts));
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

inline std::vector<std::string> warnings_of(const Formed& parts) {
  std::vector<std::string> warnings;
  for (const Problem& problem : make_world(text_of(parts)).warnings)
    warnings.push_back(problem.pointer + ": " + problem.message +
                       (problem.found.empty() ? "" : ": " + problem.found));
  return warnings;
}

inline constexpr int kNone = -1;

// The slots of the agents, kNone for none.
inline std::vector<int> slots_of(const Simulator& simulator) {
  std::vector<int> slots;
  for (AgentIndex i = 0; i < simulator.world().model().first_anchor; ++i)
    slots.push_back(static_cast<int>(slot_of(simulator.world(), i)));
  return slots;
}

// The formations that they belong to, kNone for none.
inline std::vector<int> formations_of(const Simulator& simulator) {
  std::vector<int> formations;
  for (AgentIndex i = 0; i < simulator.world().model().first_anchor; ++i)
    formations.push_back(static_cast<int>(formation_of(simulator.world(), i)));
  return formations;
}

inline AgentIndex anchor_of(const Simulator& simulator, std::uint32_t formation = 0) {
  return simulator.world().model().formations[formation].anchor;
}

inline Vec3 position_of(const Simulator& simulator, AgentIndex i) {
  return simulator.world().state.motion.position(i);
}

inline double assignment_cost(const Simulator& simulator) {
  return simulator.world().state.formation_columns.assignment_cost[0];
}

}  // namespace drover::test
