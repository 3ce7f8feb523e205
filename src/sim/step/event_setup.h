// What events do before they can happen: while the world is built they check and link their parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "sim/state/world.h"
#include "sim/step/agent_limits.h"

namespace drover {

struct EventSetup {
  Model& model;  // that of the world
  World& world;
};

// A parameter that an event sets for single agents: of the agents of a type, or of one behavior of a type.
struct ParameterColumn {
  const Field* field = nullptr;  // nullptr: not found
  // One of them says where the numbers are, by agent.
  const AgentLimit* limit = nullptr;
  ColumnHandle<double> of_behavior = {};

  bool is_limit() const { return limit != nullptr; }
  void set(World& world, AgentIndex agent, double value) const;
};

// Finds "max_speed" or "<label of a behavior>.<key>" in the agent type and makes it a column. Blames the key
// "parameter" when there is no such parameter.
// Only before perceptions are planned: they copy parameters.
std::optional<Problem> find_parameter(EventSetup& setup, std::uint32_t type, std::string_view parameter,
                                      ParameterColumn& out);

// Gives a parameter numbers of its own for each agent: a column "parameter <k>/<name>" of the state, of which
// the parameter then reads. Only before other columns are added.
ColumnHandle<double> bind_parameter(Parameter& parameter, ColumnSet& columns, std::string_view name,
                                    std::vector<double> values);

}  // namespace drover
