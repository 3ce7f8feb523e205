// Crowds for tests of the perception, without a scenario around them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/random.h"
#include "sim/perception/perception.h"
#include "sim/state/world.h"
#include "support/model_of.h"

namespace drover::test {

// Agents of three types at random places with random headings, speeds, radii and masses; `order` says which
// of them stands at which index.
inline World crowd(std::size_t count, const Bounds& bounds, std::span<const AgentIndex> order = {}) {
  World world;
  Model& model = model_of(world);
  model.bounds = bounds;
  world.state.motion.resize(count);
  for (AgentIndex i = 0; i < count; ++i) {
    const std::uint32_t number = order.empty() ? i : order[i];
    Draws draws({61, number});
    const double x = 20.0 * draws.uniform();
    const double y = 20.0 * draws.uniform();
    const double hx = draws.signed_uniform();
    const double hy = draws.signed_uniform();
    world.state.motion.set_position(i, {x, y, 0.0});
    world.state.motion.set_heading(i, direction({hx, hy, 0.0}));
    model.agents.number.push_back(i);
    model.agents.body_length.push_back(0.0);
    world.state.limits.radius.push_back(0.1 + draws.uniform());
    world.state.limits.mass.push_back(0.5 + 2.0 * draws.uniform());
    model.agents.type.push_back(static_cast<std::uint32_t>(3.0 * draws.uniform()));
    const double speed = 4.0 * draws.uniform();
    world.state.motion.set_velocity(i, world.state.motion.heading(i) * speed);
    world.state.limits.max_request.push_back(6.0);
    world.state.status.present.push_back(1);
  }
  return world;
}

inline Bounds torus() {
  BoundsDef def;
  def.max = {20, 20, 0};
  def.edge = Edge::wrap;
  return Bounds(def);
}

inline std::vector<AgentIndex> all_of(const World& world) {
  std::vector<AgentIndex> all;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
    all.push_back(i);
  return all;
}

inline NeighborhoodDef neighborhood(double radius, bool add_other_radius = true) {
  NeighborhoodDef def;
  def.radius = radius;
  def.add_other_radius = add_other_radius;
  return def;
}

inline NeighborGrid grid_of(const World& world, NeighborGrid::Cells cells, WorkerPool& workers) {
  cells.hx = world.state.motion.hx;
  cells.hy = world.state.motion.hy;
  NeighborGrid grid;
  grid.build(world.state.motion.x, world.state.motion.y, world.model().bounds, cells, workers);
  return grid;
}

// What `ask` asks of the plan for all agents, which is about one neighborhood.
inline PerceptionPass perceive(const World& world, const NeighborGrid::Cells& cells,
                               const std::function<void(PerceptionPlan&)>& ask) {
  const std::vector<AgentIndex> all = all_of(world);
  PerceptionPlan plan(world.model().agents.size());
  plan.begin_agents(all);
  ask(plan);
  PerceptionPass pass(plan.take().at(0), world);
  WorkerPool workers;
  const NeighborGrid grid = grid_of(world, cells, workers);
  pass.run(world, grid, workers);
  return pass;
}

}  // namespace drover::test
