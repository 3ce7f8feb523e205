// goal_state: what the agent does about its own goal.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_goals.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct GoalStateDef {
  GoalState is = GoalState::at_goal;
};

constexpr auto kGoalStateFields = fields(field<&GoalStateDef::is>(
    {.key = "is",
     .doc = "at_goal: it has reached the goal, waits and services included, and nothing follows. under_way, "
            "waiting, queued (in a queue, and while it is served). none: it has no goal. lost: the goal was "
            "an agent that is gone."}));

bool holds(const GoalStateDef& def, const AgentView& view, AgentIndex agent) {
  return goal_state(view.world(), agent) == def.is;
}

constexpr TypedCondition<GoalStateDef> kTypedGoalState = {
    .info = {.name = "goal_state",
             .summary = "Holds while the agent is in this state on the way to its own goal.",
             .source = "drover's own",
             .example = R"({"type": "goal_state", "is": "at_goal"})",
             .related = "arrived, goal_distance, goal",
             .in_space = true},
    .fields = kGoalStateFields,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kGoalStateCondition = make_condition<kTypedGoalState>();

}  // namespace drover
