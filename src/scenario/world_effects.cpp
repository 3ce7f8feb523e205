// Keys of the simulation, of the world and of what starts in it that have no effect: warnings only.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenario/effect_warnings.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/kinds.h"
#include "sim/geometry/aiming_point.h"
#include "sim/geometry/region.h"

namespace drover {
namespace {

// The likeliest mistake of all: it is off unless asked for.
void check_non_penetration(EffectWarnings& warnings) {
  const std::string pointer = "/simulation/non_penetration";
  if (!warnings.is_given(pointer) || warnings.is_given(pointer + "/enabled")) return;
  warnings.add({.pointer = pointer,
                .message = "non_penetration has no effect: it is not enabled",
                .hint = "Give it \"enabled\": true, or false where that is meant."});
}

void check_walls(const ReadScenario& scenario, EffectWarnings& warnings) {
  for (std::size_t k = 0; k < scenario.def.world.walls.size(); ++k) {
    const WallDef& wall = scenario.def.world.walls[k];
    if (!wall.closed || wall.points.size() != 2) continue;
    warnings.add({.pointer = fmt::format("/world/walls/{}/closed", k),
                  .message = "\"closed\" has no effect: the wall has two points and one segment"});
  }
}

// Agents do not get beyond edges that stop them.
void check_ground(const ReadScenario& scenario, EffectWarnings& warnings) {
  const WorldDef& world = scenario.def.world;
  if (!world.bounds || (world.bounds->edge != Edge::clamp && world.bounds->edge != Edge::reflect)) return;
  for (std::size_t k = 0; k < world.ground.size(); ++k) {
    const auto found = std::ranges::find(world.regions, world.ground[k].region.name, &Named<RegionDef>::name);
    if (found == world.regions.end()) continue;
    const RegionBox box = box_around(Region(found->name, found->value));
    const bool is_outside = box.max.x < world.bounds->min.x || world.bounds->max.x < box.min.x ||
                            box.max.y < world.bounds->min.y || world.bounds->max.y < box.min.y;
    if (!is_outside) continue;
    warnings.add({.pointer = fmt::format("/world/ground/{}/region", k),
                  .message = fmt::format("this ground has no effect: the region \"{}\" lies beyond the edges "
                                         "of the world, where no agent gets",
                                         found->name)});
  }
}

bool may_turn(const ScenarioDef& def, const AgentDef& agents) {
  return std::ranges::any_of(def.agent_types, [&](const Named<AgentTypeDef>& type) {
    return may_be(agents, type.name) && type.value.locomotion.locomotion->turns;
  });
}

void check_starts(const ReadScenario& scenario, EffectWarnings& warnings) {
  for (const DeclaredAgents& agents : declared_agents(scenario.def)) {
    if (agents.def->velocity && !(agents.def->speed == AgentDef().speed)) {
      warnings.add({.pointer = agents.pointer + "/speed",
                    .message = "\"speed\" has no effect: \"velocity\" is given"});
    }
    const Parameter& rotation = agents.def->rotation;
    const bool rotates = rotation.is_drawn() || (rotation.is_present() && rotation.constant() != 0.0);
    if (!rotates || may_turn(scenario.def, *agents.def)) continue;
    warnings.add({.pointer = agents.pointer + "/rotation",
                  .message = "\"rotation\" has no effect: bodies of this locomotion have no rate of turn"});
  }
}

}  // namespace

void check_world_effects(const ReadScenario& scenario, ReaderContext& context) {
  EffectWarnings warnings(scenario.document, context);
  check_non_penetration(warnings);
  check_walls(scenario, warnings);
  check_ground(scenario, warnings);
  check_starts(scenario, warnings);
}

}  // namespace drover
