#include "sim/build/ground_checks.h"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace drover {
namespace {

// Whether the entry's agents start where it says.
bool has_fixed_start(const ScenarioDef& def, const DeclaredAgents& entry) {
  return entry.event == kNoIndex || !def.events[entry.event].event.as<SpawnDef>().find_room;
}

std::string start_pointer(const DeclaredAgents& entry) {
  return entry.pointer + (entry.def->position ? "/position" : "/placement");
}

}  // namespace

void check_ground_under_starts(const ScenarioDef& def, std::span<const DeclaredAgents> entries,
                               std::span<const Seat> seats, BuiltWorld& built) {
  const World& world = built.world;
  const Model& model = world.model();
  std::set<std::string> warned;
  for (AgentIndex i = 0; i < model.body_count(); ++i) {
    const DeclaredAgents& entry = entries[seats[i].entry];
    const GroundSolids* solids = model.statics->ground.solids_of(model.agents.type[i]);
    if (solids == nullptr || !has_fixed_start(def, entry) || model.type_of(i).is_dictated()) continue;
    for (const std::uint32_t k : solids->regions) {
      const Region& region = model.regions[k];
      const double depth = region.depth(world.state.motion.position(i));
      if (depth <= -world.state.limits.radius[i]) continue;
      Problem problem{
          .pointer = start_pointer(entry),
          .message = fmt::format("agent {} starts on ground that is forbidden to its type: region \"{}\"",
                                 model.agents.number[i], region.name())};
      if (depth >= 0.0) {
        built.problems.push_back(std::move(problem));
        return;
      }
      problem.message = fmt::format("the body of agent {} reaches into ground that is forbidden to its type",
                                    model.agents.number[i]);
      problem.found = fmt::format("region \"{}\"", region.name());
      problem.severity = Severity::warning;
      if (warned.insert(problem.pointer).second) built.warnings.push_back(std::move(problem));
    }
  }
}

void warn_about_preferred_speeds(const ScenarioDef& def, BuiltWorld& built) {
  const World& world = built.world;
  const Model& model = world.model();
  const OwnLimits& own = world.state.own_limits;
  const std::vector<double>& preferred = own.preferred_speed;
  if (preferred.empty()) return;
  for (std::uint32_t type = 0; type < model.visible_types().size(); ++type) {
    if (!def.agent_types[type].value.preferred_speed.is_present()) continue;
    for (AgentIndex i = 0; i < model.body_count(); ++i) {
      if (model.agents.type[i] != type) continue;
      const double limit = own.max_speed.empty() ? world.state.limits.max_speed[i] : own.max_speed[i];
      if (preferred[i] <= limit) continue;
      std::string pointer = "/agent_types";
      append_pointer_token(pointer, def.agent_types[type].name);
      built.warnings.push_back(
          {.pointer = pointer + "/preferred_speed",
           .message = fmt::format("agent {} would like to go faster than it can: its max_speed holds",
                                  model.agents.number[i]),
           .found = fmt::format("{} m/s, max_speed {} m/s", preferred[i], limit),
           .severity = Severity::warning});
      break;
    }
  }
}

}  // namespace drover
