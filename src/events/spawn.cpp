// spawn: new agents appear. Agent numbers are never reused.
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/event_context.h"

namespace drover {
namespace {

constexpr auto kSpawnFields = fields(
    field<&SpawnDef::agents>(
        {.key = "agents", .doc = "The agents, as an entry of the scenario's \"agents\".", .required = true}),
    field<&SpawnDef::find_room>({.key = "find_room",
                                 .doc = "An agent whose place is taken, by a body, an obstacle or a wall, "
                                        "appears at the nearest free one; "
                                        "false: on top of it.",
                                 .read_when = when("when_free", "false")}),
    field<&SpawnDef::up_to>({.key = "up_to",
                             .range = closed(1, 1000000),
                             .doc = "It happens again and again until there were so many agents.",
                             .otherwise = "given by times or until"}),
    field<&SpawnDef::when_free>(
        {.key = "when_free",
         .doc =
             "An agent that finds no room waits outside, and those that come after it behind it. The first "
             "one tries in every step; random places are drawn anew."}));

void apply(const SpawnDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  if (def.find_room) {
    context.appear_where_free(agents);
  } else {
    context.appear_in_place(agents);
  }
}

constexpr TypedEvent<SpawnDef> kTypedSpawn = {
    .info = {.name = kSpawnName,
             .summary = "New agents appear.",
             .source = "drover's own",
             .example = R"({"type": "spawn", "at": 5, "agents": {"type": "sheep", "position": [3, 4]}})",
             .related = "remove, teleport",
             .in_space = true},
    .fields = kSpawnFields,
    .subject = EventSubject::nothing,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kSpawn = make_event<kTypedSpawn>();

}  // namespace drover
