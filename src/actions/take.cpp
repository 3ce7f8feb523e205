// take: the agent takes the ball out of the hands of another one.
#include "actions/handling.h"
#include "sim/step/hands.h"

namespace drover {
namespace {

struct TakeDef {
  Target target;
};

constexpr auto kTakeFields = fields(
    field<&TakeDef::target>({.key = "target",
                             .doc = "From whom: an agent, or of a group or an agent type the nearest member.",
                             .required = true}));

// Who holds a ball within the reach of the agent's free hands; kNoIndex where the target does not.
AgentIndex holder_within_reach(const TakeDef& def, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  if (!has_free_hands(world, agent)) return kNoIndex;
  const TargetState target = view.target(def.target, agent);
  if (!target.found || target.agent == kNoIndex || world.state.hands.ball[target.agent] == 0) return kNoIndex;
  const std::size_t row = row_of_ball(world, world.state.hands.ball[target.agent]);
  return can_reach(world, agent, world.state.projectiles.position(row)) ? target.agent : kNoIndex;
}

void act(const TakeDef& def, ActionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    const AgentIndex holder = holder_within_reach(def, context.view(), agent);
    if (holder != kNoIndex) context.take_ball(agent, holder);
  }
}

std::vector<Problem> check(const TakeDef& def) {
  if (def.target.type == TargetType::agent || def.target.type == TargetType::group ||
      def.target.type == TargetType::agent_type)
    return {};
  return {{"/target", "balls are taken from agents: name an agent, a group or an agent type"}};
}

constexpr TypedAction<TakeDef> kTypedTake = {
    .info = {.name = "take",
             .summary = "Takes the ball out of the hands of another agent within reach.",
             .source = "drover's own",
             .example = R"({"type": "take", "target": {"agent_type": "guest"}})",
             .related = "throw, drop",
             .in_space = true},
    .fields = kTakeFields,
    .check = check,
    .check_in_world = needs_hands<TakeDef>,
    .act = act,
};

}  // namespace

extern constexpr ActionKind kTake = make_action<kTypedTake>();

}  // namespace drover
