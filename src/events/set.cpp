// set: a parameter of agents or of one of their behaviors gets another value.
#include <fmt/format.h>

#include "events/formation_targets.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct SetDef {
  std::string parameter;
  Parameter value;
  std::vector<ParameterColumn> columns;  // by agent type; linked
};

constexpr auto kSetFields = fields(
    field<&SetDef::parameter>(
        {.key = "parameter",
         .doc = "What is set: a limit of the agents by its key in the agent type, such as max_speed, or a "
                "number of one of their behaviors, such as cohesion.weight, arrive.slow_radius or, of a "
                "behavior in a mode, graze/wander.jitter.",
         .required = true}),
    field<&SetDef::value>({.key = "value",
                           .range = closed(-1e9, 1e9),
                           .doc = "The new value, in the unit of the parameter.",
                           .required = true,
                           .otherwise = "an error"}));

std::vector<Problem> check(const SetDef& def) {
  if (!def.value.is_present()) return {{"/value", "\"value\" must be a number or a distribution"}};
  return {};
}

std::optional<Problem> prepare(SetDef& def, EventSetup& setup, std::span<const AgentIndex> agents) {
  const World& world = setup.world;
  if (is_about_formation(world, agents) && def.parameter.find('.') == std::string::npos)
    return Problem{.pointer = "/parameter",
                   .message = "a formation has no limits of its own: they follow from its members",
                   .hint = "Set a number of one of the anchor's behaviors, such as arrive.weight."};
  def.columns.resize(world.model().types.size());
  for (const AgentIndex agent : agents) {
    const std::uint32_t type = world.model().agents.type[agent];
    ParameterColumn& column = def.columns[type];
    if (column.field == nullptr) {
      if (auto problem = find_parameter(setup, type, def.parameter, column)) return problem;
    }
    if (column.field->range.contains(world.state.value(def.value, agent))) continue;
    return Problem{.pointer = "/value",
                   .message = fmt::format("{} is out of the range of \"{}\"",
                                          world.state.value(def.value, agent), def.parameter)};
  }
  return std::nullopt;
}

void apply(const SetDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    const ParameterColumn& column = def.columns[context.world().model().agents.type[agent]];
    column.set(context.world(), agent, context.world().state.value(def.value, agent));
    if (column.is_limit()) context.limit(agent);
  }
  context.changed_parameters();
}

constexpr TypedEvent<SetDef> kTypedSet = {
    .info = {.name = "set",
             .summary = "A parameter of agents or of one of their behaviors gets another value.",
             .source = "drover's own",
             .example = R"({"type": "set", "target": {"agent_type": "a"}, "at": 5, "parameter": "max_speed",
 "value": 1.5})",
             .related = "mode, teleport",
             .in_space = true},
    .fields = kSetFields,
    .check = check,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kSet = make_event<kTypedSet>();

}  // namespace drover
