// spawn: new agents appear. Their numbers are their own for ever.
#include "sim/definitions/definitions.h"
#include "sim/step/event_context.h"

namespace drover {
namespace {

constexpr auto kFields = fields(field<&SpawnDef::agents>(
    {.key = "agents", .doc = "The agents, as an entry of the scenario's \"agents\".", .required = true}));

EventProblem prepare(SpawnDef&, EventContext&, std::span<const AgentIndex>) {
  return {};
}

void apply(const SpawnDef&, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    context.appear(agent);
}

}  // namespace

extern const EventKind kSpawn;
constexpr EventKind kSpawn = event<SpawnDef, prepare, apply>({
    .name = kSpawnName,
    .summary = "New agents appear.",
    .source = "design: events",
    .table = {.name = kSpawnName, .fields = kFields},
    .example = R"({"type": "spawn", "at": 5, "agents": {"type": "sheep", "position": [3, 4]}})",
    .related = "remove, teleport",
});

}  // namespace drover
