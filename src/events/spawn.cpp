// spawn: new agents appear. Agent numbers are never reused.
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/event_context.h"

namespace drover {
namespace {

constexpr auto kFields = fields(field<&SpawnDef::agents>(
    {.key = "agents", .doc = "The agents, as an entry of the scenario's \"agents\".", .required = true}));

std::optional<Problem> prepare(SpawnDef&, EventContext&, std::span<const AgentIndex>) {
  return std::nullopt;
}

void apply(const SpawnDef&, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    context.appear(agent);
}

constexpr TypedEvent<SpawnDef> kEvent = {
    .info = {.name = kSpawnName,
             .summary = "New agents appear.",
             .source = "drover's own",
             .example = R"({"type": "spawn", "at": 5, "agents": {"type": "sheep", "position": [3, 4]}})",
             .related = "remove, teleport"},
    .fields = kFields,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kSpawn = make_event<kEvent>();

}  // namespace drover
