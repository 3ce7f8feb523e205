#include "sim/definitions/declared_agents.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/kind.h"
#include "sim/definitions/event_times.h"

namespace drover {

std::vector<DeclaredAgents> declared_agents(const ScenarioDef& def) {
  std::vector<DeclaredAgents> all;
  std::int64_t next_free = 0;
  const auto add = [&](const AgentDef& agents, std::string pointer, std::int64_t count, std::uint32_t event) {
    const std::int64_t first = agents.number.value_or(next_free);
    all.push_back({&agents, std::move(pointer), count, first, event});
    next_free = std::max(next_free, first + count);
  };
  for (std::size_t k = 0; k < def.agents.size(); ++k)
    add(def.agents[k], fmt::format("/agents/{}", k), def.agents[k].count, kNoIndex);
  for (std::size_t k = 0; k < def.events.size(); ++k) {
    const EventDef& event = def.events[k];
    if (event.event.kind == nullptr || event.event.kind->name != kSpawnName) continue;
    const SpawnDef& source = event.event.as<SpawnDef>();
    if (!source.agents) continue;
    const std::size_t repetitions = event.at.empty() ? 1 : event_times(def, k).size();
    add(*source.agents, fmt::format("/events/{}/agents", k), source_size(source, repetitions),
        static_cast<std::uint32_t>(k));
  }
  return all;
}

std::vector<std::string_view> type_names(const AgentDef& agents) {
  if (agents.type.shares.empty()) return {agents.type.name};
  std::vector<std::string_view> names;
  for (const SharedReference::Share& share : agents.type.shares)
    names.push_back(share.name);
  return names;
}

bool may_be(const AgentDef& agents, std::string_view type) {
  if (agents.type.shares.empty()) return agents.type.name == type;
  return std::ranges::find(agents.type.shares, type, &SharedReference::Share::name) !=
         agents.type.shares.end();
}

bool may_mean(const Target& target, const AgentDef& agents) {
  switch (target.type) {
    case TargetType::agent:
      return target.name == agents.id || target.name.starts_with(agents.id + ".");
    case TargetType::group:
      return target.name == agents.group;
    case TargetType::agent_type:
      return may_be(agents, target.name);
    default:
      return false;
  }
}

}  // namespace drover
