// Scenes for tests: scenarios as a user writes them, run for some steps.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/step/simulator.h"

namespace drover::test {

// A simulator for a scenario given as JSON text. Throws std::runtime_error with the formatted diagnostics
// when the text is not a valid scenario.
Simulator make_simulator(std::string_view scenario);

// The same world before its first step, open to changes. `like` is for build_world.
BuiltWorld make_world(std::string_view scenario, std::shared_ptr<const Statics> like = nullptr);

// A scenario of one agent type "a" with the given behaviors (JSON array text) and agents (JSON array text);
// more keys of the type and of the scenario can be appended, each starting with a comma:
//   scene(R"([{"type":"seek","target":{"point":[10,0]}}])", R"([{"type":"a","position":[0,0]}])",
//   R"(,"max_speed":2)")
std::string scene(std::string_view behaviors, std::string_view agents, std::string_view type_keys = "",
                  std::string_view scenario_keys = "");

// The world of a simulator, for tests that change its state by hand.
World& world_of(Simulator& simulator);

// What a behavior remembers: rows of numbers by index among the agents of the type.
std::span<double> memory_of(Simulator& simulator, std::size_t type = 0, std::size_t slot = 0);
std::span<const double> memory_of(const World& world, std::size_t type = 0, std::size_t slot = 0);

// What the agents perceive in the simulator's present state.
std::vector<PerceptionPass> perceive_now(const Simulator& simulator);

// Steps the simulator; a failed step fails the test.
void run_steps(Simulator& simulator, int steps);

// The acceleration the agent's only arbiter asks for in the next step, found by stepping a copy and dividing
// the change of velocity by dt. Valid while neither the speed limit nor a constraint acts.
Vec3 next_acceleration(std::string_view scenario, AgentIndex agent = 0);

}  // namespace drover::test
