// reassign: the members of a formation get their slots anew.
#include "events/formation_targets.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct ReassignDef {};

std::optional<Problem> prepare(ReassignDef&, EventSetup& setup, std::span<const AgentIndex> agents) {
  return require_formation(setup.world, agents, "reassign");
}

void apply(const ReassignDef&, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex anchor : agents)
    context.world().state.formation_columns.is_changed[formation_at(context.world(), anchor)] |= kReassigned;
}

constexpr TypedEvent<ReassignDef> kTypedReassign = {
    .info = {.name = "reassign",
             .summary = "The members of a formation get their slots anew, by its \"assignment\".",
             .source = "Millington and Funge, Artificial Intelligence for Games, 2nd ed., 3.7.8",
             .example = R"({"type": "reassign", "target": {"formation": "patrol"}, "at": 5})",
             .related = "join, leave, pattern",
             .in_space = true},
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kReassign = make_event<kTypedReassign>();

}  // namespace drover
