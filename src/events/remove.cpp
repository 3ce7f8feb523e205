// remove: agents vanish for good.
#include "sim/step/event_context.h"

namespace drover {
namespace {

struct RemoveDef {};

EventProblem prepare(RemoveDef&, EventContext&, std::span<const AgentIndex>) {
  return {};
}

void apply(const RemoveDef&, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    context.vanish(agent);
}

}  // namespace

extern const EventKind kRemove;
constexpr EventKind kRemove = event<RemoveDef, prepare, apply>({
    .name = "remove",
    .summary = "Agents vanish for good.",
    .source = "design: events",
    .table = {.name = "remove"},
    .example = R"({"type": "remove", "target": {"group": "flock"}, "at": 10})",
    .related = "spawn, teleport",
});

}  // namespace drover
