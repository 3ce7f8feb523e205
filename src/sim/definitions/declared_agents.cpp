#include "sim/definitions/declared_agents.h"

#include <optional>

#include <fmt/format.h>

#include "core/kind.h"

namespace drover {

std::vector<DeclaredAgents> declared_agents(const ScenarioDef& def) {
  std::vector<DeclaredAgents> all;
  for (std::size_t k = 0; k < def.agents.size(); ++k)
    all.push_back({&def.agents[k], fmt::format("/agents/{}", k), def.agents[k].count});
  for (std::size_t k = 0; k < def.events.size(); ++k) {
    const EventDef& event = def.events[k];
    if (event.event.kind == nullptr || event.event.kind->name != kSpawnName) continue;
    const std::optional<AgentDef>& agents = event.event.as<SpawnDef>().agents;
    if (!agents) continue;
    all.push_back({&*agents, fmt::format("/events/{}/agents", k), agents->count * event.times,
                   static_cast<std::uint32_t>(k)});
  }
  return all;
}

}  // namespace drover
