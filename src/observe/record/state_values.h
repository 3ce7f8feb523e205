// Columns of the registry of state as columns of a trace: "state.mass", "state.fish/wander/memory[0]".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/state/world.h"

namespace drover {

inline constexpr std::string_view kStatePrefix = "state.";

// One number per agent of a column of the registry.
struct StateValue {
  std::string name;  // with the prefix; "[k]" behind it where a row has several numbers
  std::string unit;
  std::size_t column = 0;  // position in visit_columns()
  std::size_t offset = 0;  // of the number in its row

  // NaN for agents of a type the column is not about.
  double of(const World& world, AgentIndex agent) const;
};

// All that the registry holds of agents, in its order.
std::vector<StateValue> state_values(const World& world);

}  // namespace drover
