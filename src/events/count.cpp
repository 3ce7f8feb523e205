// count: counters of agents change.
#include <algorithm>

#include "events/formation_targets.h"
#include "sim/definitions/counter_definitions.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct CountDef {
  std::vector<EffectDef> effects;
};

constexpr auto kCountFields = fields(field<&CountDef::effects>(
    {.key = "effects", .doc = "What happens to the counters of the targets.", .required = true}));

std::optional<Problem> prepare(CountDef& def, EventSetup& setup, std::span<const AgentIndex> agents) {
  if (auto problem = refuse_formation(setup.world, agents, "count", "Its members have counters."))
    return problem;
  if (def.effects.empty())
    return Problem{.pointer = "/effects",
                   .message = "this has no effect: it lists no effects",
                   .severity = Severity::warning};
  for (std::size_t k = 0; k < def.effects.size(); ++k) {
    const auto has_counter = [&](AgentIndex agent) {
      return setup.world.model().type_of(agent).counters[def.effects[k].counter.index].has_value();
    };
    if (agents.empty() || std::ranges::any_of(agents, has_counter)) continue;
    return Problem{.pointer = fmt::format("/effects/{}/counter", k),
                   .message = fmt::format("this has no effect: none of its targets has the counter \"{}\"",
                                          def.effects[k].counter.name),
                   .severity = Severity::warning};
  }
  return std::nullopt;
}

void apply(const CountDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    for (const EffectDef& effect : def.effects)
      context.note_effect(agent, effect);
  }
}

constexpr TypedEvent<CountDef> kTypedCount = {
    .info = {.name = "count",
             .summary = "Counters of agents change, such as their health.",
             .source = "drover's own",
             .example = R"({"type": "count", "target": {"agent_type": "a"}, "at": 5,
 "effects": [{"counter": "health", "add": -40}]})",
             .related = "set, explosion",
             .in_space = true},
    .fields = kCountFields,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kCount = make_event<kTypedCount>();

}  // namespace drover
