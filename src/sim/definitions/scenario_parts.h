// The parts of a scenario, each with its JSON pointer: the one walk over a definition, for all that checks or
// links it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/kinds.h"

namespace drover {

// An element of a list, or a named thing.
template <class T>
struct Located {
  const T& def;
  std::string pointer;
};
template <class T>
using LocatedList = std::vector<Located<T>>;

// The elements of a list, by index or by name.
template <class T>
LocatedList<T> located(const std::vector<T>& list, const std::string& pointer) {
  LocatedList<T> all;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if constexpr (requires { list[k].value; })
      all.push_back({list[k], joined_pointer(pointer, list[k].name)});
    else
      all.push_back({list[k], joined_pointer(pointer, std::to_string(k))});
  }
  return all;
}

// A behavior of a stack, of a mode or of a group.
struct LocatedEntry : Located<StackEntryDef> {
  // Those that combine it: several for what stands beside modes.
  std::vector<const ArbiterKind*> arbiters = {};

  // Null where it could not be read.
  const BehaviorKind* kind() const { return def.behavior.get(); }
  const void* params() const { return def.behavior.params.get(); }
};

// The steering of an agent type or of the anchor of a formation.
struct LocatedSteering : Located<SteeringDef> {
  const Named<AgentTypeDef>* type = nullptr;  // null: of an anchor
  LocatedList<Named<ModeDef>> modes = {};
  std::vector<LocatedEntry> entries = {};  // of the stack, of modes and of groups
};

// Holds references into the scenario, which outlives it.
struct ScenarioParts {
  explicit ScenarioParts(const ScenarioDef& def);

  LocatedList<ObstacleDef> obstacles;
  LocatedList<WallDef> walls;
  LocatedList<Named<PathDef>> paths;
  LocatedList<Named<RegionDef>> regions;
  LocatedList<GroundDef> ground;
  LocatedList<Named<NavigationGridDef>> grids;
  LocatedList<Named<NavigationGraphDef>> graphs;
  LocatedList<Named<AgentTypeDef>> types;
  LocatedList<Named<ProjectileTypeDef>> projectile_types;
  LocatedList<Named<FormationDef>> formations;
  LocatedList<EventDef> events;
  LocatedList<Named<QuantityDef>> quantities;
  LocatedList<ExpectDef> expectations;
  std::vector<DeclaredAgents> agents;      // those of events included
  std::vector<LocatedSteering> steerings;  // those of agent types, then those of anchors
};

}  // namespace drover
