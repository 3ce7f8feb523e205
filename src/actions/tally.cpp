// tally: counters of the agent itself change while it does this, as by what it picks up or consumes.
#include <fmt/format.h>

#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/action_context.h"

namespace drover {
namespace {

struct TallyDef {
  std::vector<EffectDef> effects;
  Parameter period = 1.0;
};

constexpr auto kTallyFields = fields(
    field<&TallyDef::effects>(
        {.key = "effects", .doc = "What happens to the counters of the agent, each time.", .required = true}),
    field<&TallyDef::period>({.key = "period",
                              .unit = "s",
                              .range = closed(0, 1e9),
                              .doc = "From one time to the next, rounded up to whole steps; one step at "
                                     "least."}));

// The memory: the tick from which on it happens again.
void act(const TallyDef& def, ActionContext& context, std::span<const AgentIndex> agents) {
  const AgentView& view = context.view();
  const std::uint64_t tick = view.world().state.tick;
  for (const AgentIndex agent : agents) {
    double& due = view.memory_to_write(agent)[0];
    if (static_cast<double>(tick) < due) continue;
    for (const EffectDef& effect : def.effects)
      context.note_effect(agent, effect);
    const std::uint64_t period =
        std::max<std::uint64_t>(1, first_tick_from(view.value(def.period, agent), view.dt()));
    due = static_cast<double>(tick + period);
  }
}

std::optional<Problem> check_in_world(const TallyDef& def, const Model&, const AgentType& type) {
  if (def.effects.empty())
    return Problem{.pointer = "/effects",
                   .message = "this has no effect: it lists no effects",
                   .severity = Severity::warning};
  for (std::size_t k = 0; k < def.effects.size(); ++k) {
    if (type.counters[def.effects[k].counter.index]) continue;
    return Problem{.pointer = fmt::format("/effects/{}/counter", k),
                   .message = fmt::format("agents of type \"{}\" have no counter \"{}\"", type.name,
                                          def.effects[k].counter.name)};
  }
  return std::nullopt;
}

constexpr TypedAction<TallyDef> kTypedTally = {
    .info = {.name = "tally",
             .summary = "Counters of the agent itself change, again and again while its condition holds.",
             .source = "drover's own",
             .example = R"({"type": "tally", "effects": [{"counter": "health", "add": 5}], "period": 1,
 "when": {"type": "region", "region": "infirmary"}})",
             .related = "fire, throw",
             .in_space = true},
    .fields = kTallyFields,
    .memory = 1,
    .check_in_world = check_in_world,
    .act = act,
};

}  // namespace

extern constexpr ActionKind kTally = make_action<kTypedTally>();

}  // namespace drover
