// remove: agents are removed permanently.
#include "events/formation_targets.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct RemoveDef {};

std::optional<Problem> prepare(RemoveDef&, EventSetup& setup, std::span<const AgentIndex> agents) {
  return refuse_formation(setup.world, agents, "remove", "Remove its members, or let them leave.");
}

void apply(const RemoveDef&, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    context.vanish(agent);
}

constexpr TypedEvent<RemoveDef> kTypedRemove = {
    .info = {.name = "remove",
             .summary = "Agents vanish for good.",
             .source = "drover's own",
             .example = R"({"type": "remove", "target": {"group": "flock"}, "at": 10})",
             .related = "spawn, teleport",
             .in_space = true},
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kRemove = make_event<kTypedRemove>();

}  // namespace drover
