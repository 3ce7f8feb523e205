// leave: agents are no longer members of their formations.
#include "events/formation_targets.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct LeaveDef {};

std::optional<Problem> prepare(LeaveDef&, EventSetup& setup, std::span<const AgentIndex> agents) {
  return refuse_formation(setup.world, agents, "leave",
                          "Formations are members of others as long as they have members.");
}

void apply(const LeaveDef&, EventContext& context, std::span<const AgentIndex> agents) {
  if (context.world().model().formations.empty()) return;  // then there are no columns of them
  for (const AgentIndex agent : agents)
    leave_formation(context.world(), agent);
}

constexpr TypedEvent<LeaveDef> kTypedLeave = {
    .info = {.name = kLeaveName,
             .summary = "Agents leave the formations they belong to.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 2nd ed., 3.7.5",
             .example = R"({"type": "leave", "target": {"agent": "tired"}, "at": 5})",
             .related = "join, remove",
             .in_space = true},
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kLeave = make_event<kTypedLeave>();

}  // namespace drover
