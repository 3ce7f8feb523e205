#include "support/scene.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"

namespace drover::test {

BuiltWorld make_world(std::string_view scenario, std::shared_ptr<const Statics> like) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::optional<LoadedScenario> loaded =
      read_scenario_text({"test", std::string(scenario)}, {}, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  BuiltWorld built = build_world(loaded->def, std::move(like));
  if (!built.problems.empty())
    throw std::runtime_error(built.problems[0].pointer + ": " + built.problems[0].message);
  return built;
}

Simulator make_simulator(std::string_view scenario) {
  return Simulator(make_world(scenario));
}

std::string scene(std::string_view behaviors, std::string_view agents, std::string_view type_keys,
                  std::string_view scenario_keys) {
  std::string text =
      R"({"format": 1, "agent_types": {"a": {"steering": {"arbiter": {"type": "weighted_sum"}, "behaviors": )";
  text += behaviors;
  text += "}";
  text += type_keys;
  text += R"(}}, "agents": )";
  text += agents;
  text += scenario_keys;
  text += "}";
  return text;
}

World& world_of(Simulator& simulator) {
  return const_cast<World&>(simulator.world());
}

std::span<double> memory_of(Simulator& simulator, std::size_t type, std::size_t slot) {
  World& world = world_of(simulator);
  return world.state.columns.values(world.model().types[type].entries[slot].memory);
}

std::span<const double> memory_of(const World& world, std::size_t type, std::size_t slot) {
  return world.state.columns.values(world.model().types[type].entries[slot].memory);
}

std::vector<PerceptionPass> perceive_now(const Simulator& simulator) {
  const World& world = simulator.world();
  const AgentMotion& motion = world.state.motion;
  NeighborGrid grid;
  WorkerPool workers;
  grid.build(motion.x, motion.y, world.model().bounds,
             {.present = world.state.status.presence(), .hx = motion.hx, .hy = motion.hy}, workers);
  std::vector<PerceptionPass> passes(simulator.perceptions().begin(), simulator.perceptions().end());
  for (PerceptionPass& pass : passes)
    pass.run(world, grid, workers);
  return passes;
}

void run_steps(Simulator& simulator, int steps) {
  for (int k = 0; k < steps; ++k) {
    const std::optional<StepFailure> failure = simulator.step();
    ASSERT_FALSE(failure.has_value()) << failure->quantity << " of agent " << failure->agent_number
                                      << " is not finite after tick " << failure->tick;
  }
}

Vec3 next_acceleration(std::string_view scenario, AgentIndex agent) {
  Simulator simulator = make_simulator(scenario);
  const Vec3 before = simulator.world().state.motion.velocity(agent);
  run_steps(simulator, 1);
  return (simulator.world().state.motion.velocity(agent) - before) / simulator.world().model().dt;
}

}  // namespace drover::test
