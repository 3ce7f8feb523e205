// Scenes in which something happens, in steps of 0.25 s: multiples of it are exact in binary.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::test {

// A scenario of agents of type "a" with these behaviors, agents and events (the insides of JSON arrays); more
// keys of the type and of the scenario start with a comma.
struct Eventful {
  std::string behaviors = "";
  std::string agents = R"({"id":"one","type":"a","position":[0,0]})";
  std::string events = "";
  std::string type = "";
  std::string scenario = "";
};

inline std::string text_of(const Eventful& parts) {
  return scene("[" + parts.behaviors + "]", "[" + parts.agents + "]", parts.type,
               R"(,"simulation":{"dt":0.25},"events":[)" + parts.events + "]" + parts.scenario);
}

inline Simulator simulator_of(const Eventful& parts) {
  return make_simulator(text_of(parts));
}

inline Simulator after(const Eventful& parts, int steps) {
  Simulator simulator = simulator_of(parts);
  run_steps(simulator, steps);
  return simulator;
}

// What is wrong with the scenario, as "pointer: message"; empty when nothing is.
inline std::string problem_of(const Eventful& parts) {
  try {
    make_world(text_of(parts));
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace drover::test
