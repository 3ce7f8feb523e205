// join: agents become members of a formation.
#include "events/formation_targets.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct JoinDef {
  Reference formation{ReferenceType::formation, {}, kNoIndex};
};

constexpr auto kJoinFields = fields(field<&JoinDef::formation>(
    {.key = "formation",
     .doc =
         "The formation that the targets belong to from now on. They leave the one they are in; members of "
         "it stay as they are. With more members than slots, some have none.",
     .required = true}));

std::optional<Problem> prepare(JoinDef&, EventSetup& setup, std::span<const AgentIndex> agents) {
  return refuse_formation(setup.world, agents, "join",
                          "Formations are members of others from the start, by \"members\".");
}

void apply(const JoinDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    join_formation(context.world(), agent, formation_at(context.world(), def.formation.index));
}

constexpr TypedEvent<JoinDef> kTypedJoin = {
    .info = {.name = kJoinName,
             .summary = "Agents become members of a formation.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 2nd ed., 3.7.5",
             .example = R"({"type": "join", "target": {"agent": "late"}, "at": 5, "formation": "patrol"})",
             .related = "leave, reassign, pattern",
             .in_space = true},
    .fields = kJoinFields,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kJoin = make_event<kTypedJoin>();

}  // namespace drover
