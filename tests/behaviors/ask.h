// What one behavior asks for in the first step; a wish for a velocity shortened as an arbiter shortens it
// that has nothing else.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/step/agent_view.h"
#include "support/scene.h"

namespace drover::test {

// The request of slot `slot` of the agent's stack for the simulator's present state; empty where there is
// none. What the behavior remembers changes as in a step.
inline std::optional<Vec3> request_of(const Simulator& simulator, AgentIndex agent = 0,
                                      std::size_t slot = 0) {
  World& world = world_of(const_cast<Simulator&>(simulator));  // NOLINT: a behavior may change its memory
  const std::vector<PerceptionPass> passes = perceive_now(simulator);
  const StackEntry& asked = world.model().type_of(agent).entries[slot];
  RequestColumns requests;
  const bool is_spatial = world.model().is_spatial();
  requests.resize(world.model().agents.size(),
                  is_spatial ? RequestColumns::Parts::spatial : RequestColumns::Parts::planar);
  const auto compute = is_spatial ? asked.kind->compute_in_space : asked.kind->compute;
  compute(asked.params.get(), AgentView(world, passes, asked), std::span(&agent, 1), requests);
  if (!requests.is_active(agent)) return std::nullopt;
  const Request request = requests.request(agent);
  return request.damping == 0.0 ? request.linear
                                : clip(request.linear, world.state.limits.max_request[agent]);
}

inline std::optional<Vec3> request_of(std::string_view scenario, AgentIndex agent = 0, std::size_t slot = 0) {
  return request_of(make_simulator(scenario), agent, slot);
}

}  // namespace drover::test
