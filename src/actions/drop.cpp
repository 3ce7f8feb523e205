// drop: the agent lets go of the ball that it holds.
#include "actions/handling.h"

namespace drover {
namespace {

struct DropDef {};

void act(const DropDef&, ActionContext& context, std::span<const AgentIndex> agents) {
  const HandColumns& hands = context.view().world().state.hands;
  if (!hands.exist()) return;
  for (const AgentIndex agent : agents)
    if (hands.ball[agent] != 0) context.drop_ball(agent);
}

constexpr TypedAction<DropDef> kTypedDrop = {
    .info = {.name = "drop",
             .summary = "Lets go of the ball in the agent's hands, with the velocity that these have.",
             .source = "drover's own",
             .example = R"({"type": "drop", "when": {"type": "region", "region": "bin"}})",
             .related = "throw, take",
             .in_space = true},
    .check_in_world = needs_hands<DropDef>,
    .act = act,
};

}  // namespace

extern constexpr ActionKind kDrop = make_action<kTypedDrop>();

}  // namespace drover
