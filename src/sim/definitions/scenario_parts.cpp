#include "sim/definitions/scenario_parts.h"

#include "sim/definitions/group.h"

namespace drover {
namespace {

using Arbiters = std::vector<const ArbiterKind*>;

void add_arbiter(const ArbiterDef& def, Arbiters& arbiters) {
  if (def.arbiter.kind != nullptr) arbiters.push_back(def.arbiter.get());
}

Arbiters alone(const ArbiterDef& def) {
  Arbiters arbiters;
  add_arbiter(def, arbiters);
  return arbiters;
}

void add_entries(const std::vector<StackEntryDef>& list, const std::string& owner, const Arbiters& arbiters,
                 LocatedSteering& steering) {
  for (const auto& [entry, pointer] : located(list, owner + "/behaviors")) {
    steering.entries.push_back({{entry, pointer}, arbiters});
    if (entry.behavior.kind != &kGroup) continue;
    const BehaviorGroupDef& group = entry.behavior.as<BehaviorGroupDef>();
    add_entries(group.behaviors, pointer, alone(group.arbiter), steering);
  }
}

LocatedSteering steering_at(const SteeringDef& def, const std::string& pointer,
                            const Named<AgentTypeDef>* type) {
  LocatedSteering steering{{def, pointer}, type, located(def.modes, pointer + "/modes")};
  Arbiters shared;
  if (def.modes.empty()) add_arbiter(def.arbiter, shared);
  for (const auto& [mode, at] : steering.modes) {
    add_arbiter(mode.value.arbiter, shared);
    add_entries(mode.value.behaviors, at, alone(mode.value.arbiter), steering);
  }
  add_entries(def.behaviors, pointer, shared, steering);
  return steering;
}

}  // namespace

ScenarioParts::ScenarioParts(const ScenarioDef& def)
    : obstacles(located(def.world.obstacles, "/world/obstacles")),
      walls(located(def.world.walls, "/world/walls")),
      paths(located(def.world.paths, "/world/paths")),
      regions(located(def.world.regions, "/world/regions")),
      ground(located(def.world.ground, "/world/ground")),
      grids(located(def.navigation.grids, "/navigation/grids")),
      graphs(located(def.navigation.graphs, "/navigation/graphs")),
      types(located(def.agent_types, "/agent_types")),
      projectile_types(located(def.projectile_types, "/projectile_types")),
      formations(located(def.formations, "/formations")),
      events(located(def.events, "/events")),
      quantities(located(def.quantities, "/quantities")),
      expectations(located(def.expect, "/expect")),
      agents(declared_agents(def)) {
  for (const auto& [type, pointer] : types)
    steerings.push_back(steering_at(type.value.steering, pointer + "/steering", &type));
  for (const auto& [formation, pointer] : formations)
    steerings.push_back(steering_at(formation.value.anchor.steering, pointer + "/anchor/steering", nullptr));
}

}  // namespace drover
