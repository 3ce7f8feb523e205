// mode: agents enter a mode, whatever their transitions say.
#include <algorithm>

#include <fmt/format.h>

#include "sim/definitions/typed_kinds.h"
#include "sim/step/event_context.h"
#include "sim/step/event_setup.h"

namespace drover {
namespace {

struct ModeEventDef {
  std::string mode;
  std::vector<std::uint32_t> modes;  // by agent type, index in AgentType::modes; linked
};

constexpr auto kModeEventFields = fields(field<&ModeEventDef::mode>(
    {.key = "mode",
     .doc = "The mode to enter; every target's agent type has it. From the next step on the mode's own "
            "transitions count, after its min_dwell. Agents that are in it already go on.",
     .required = true}));

std::optional<Problem> prepare(ModeEventDef& def, EventSetup& setup, std::span<const AgentIndex> agents) {
  const World& world = setup.world;
  def.modes.assign(world.model().types.size(), kNoIndex);
  for (const AgentIndex agent : agents) {
    const AgentType& type = setup.world.model().type_of(agent);
    std::uint32_t& mode = def.modes[world.model().agents.type[agent]];
    if (mode != kNoIndex) continue;
    std::vector<std::string> names;
    for (std::uint32_t m = 0; m < type.modes.size(); ++m) {
      if (type.modes[m].name == def.mode && !def.mode.empty()) mode = m;
      if (!type.modes[m].name.empty()) names.push_back(type.modes[m].name);
    }
    if (mode != kNoIndex) continue;
    if (names.empty())
      return Problem{.pointer = "/target",
                     .message = fmt::format("agent type \"{}\" has no modes", type.name)};
    Problem problem = unknown_name(fmt::format("agent type \"{}\" has no mode \"{}\"", type.name, def.mode),
                                   def.mode, std::move(names));
    problem.pointer = "/mode";
    return problem;
  }
  return std::nullopt;
}

void apply(const ModeEventDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    context.enter_mode(agent, def.modes[context.world().model().agents.type[agent]]);
}

constexpr TypedEvent<ModeEventDef> kTypedMode = {
    .info = {.name = "mode",
             .summary = "Agents enter a mode, whatever their transitions say.",
             .source = "drover's own",
             .example = R"({"type": "mode", "target": {"group": "flock"}, "at": 5, "mode": "graze"})",
             .related = "set",
             .in_space = true},
    .fields = kModeEventFields,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kModeEvent = make_event<kTypedMode>();

}  // namespace drover
