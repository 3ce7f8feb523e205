#include "observe/record/state_values.h"

#include <limits>

#include <fmt/format.h>

#include "sim/state/registry.h"

namespace drover {

double StateValue::of(const World& world, AgentIndex agent) const {
  const AgentIdentity& identity = world.model().agents;
  double value = std::numeric_limits<double>::quiet_NaN();
  std::size_t position = 0;
  visit_columns(world, [&](const StateColumn& info, const auto& numbers) {
    if (position++ != column) return;
    if (info.owner == StateOwner::agent_of_type && identity.type[agent] != info.type) return;
    const AgentIndex row = info.owner == StateOwner::agent_of_type ? identity.index_in_type[agent] : agent;
    const auto index = static_cast<AgentIndex>(row * info.width + offset);
    if (index < numbers.size()) value = static_cast<double>(numbers[index]);
  });
  return value;
}

std::vector<StateValue> state_values(const World& world) {
  std::vector<StateValue> values;
  std::size_t position = 0;
  visit_columns(world, [&](const StateColumn& info, const auto& numbers) {
    const std::size_t column = position++;
    if (numbers.size() == 0) return;  // not in this world
    if (info.owner != StateOwner::agent && info.owner != StateOwner::agent_of_type) return;
    const bool is_of_anchor =
        info.owner == StateOwner::agent_of_type && info.type >= world.model().visible_types().size();
    if (is_of_anchor) return;
    for (std::size_t k = 0; k < info.width; ++k) {
      values.push_back({fmt::format("{}{}", kStatePrefix, info.name), std::string(info.unit), column, k});
      if (info.width > 1) values.back().name += fmt::format("[{}]", k);
    }
  });
  return values;
}

}  // namespace drover
