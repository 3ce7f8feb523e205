// jump_state: how far the agent is with its jump.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/jumps.h"

namespace drover {
namespace {

struct JumpStateDef {
  JumpState is = JumpState::landed;
};

constexpr auto kJumpStateFields = fields(field<&JumpStateDef::is>(
    {.key = "is",
     .doc = "approach: to where its run-up begins. run_up. airborne: its feet have left the ground. landed: "
            "on the pad. missed: elsewhere. failed: it cannot be done, or three run-ups were given up."}));

bool holds(const JumpStateDef& def, const AgentView& view, AgentIndex agent) {
  return jump_state(view.world(), view.perceptions(), agent) == def.is;
}

constexpr TypedCondition<JumpStateDef> kTypedJumpState = {
    .info = {.name = "jump_state",
             .summary = "Holds while the jump of the agent's present mode is in this state.",
             .source = "drover's own",
             .example = R"({"type": "jump_state", "is": "landed"})",
             .related = "path_finished, jump, go_to",
             .not_in_space = "nobody jumps in space"},
    .fields = kJumpStateFields,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kJumpStateCondition = make_condition<kTypedJumpState>();

}  // namespace drover
