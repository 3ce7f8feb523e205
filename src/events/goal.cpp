// goal: agents get another goal.
#include <algorithm>
#include <utility>

#include "events/formation_targets.h"
#include "sim/construction/goal_linker.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/goal_changes.h"

namespace drover {
namespace {

constexpr auto kGoalEventFields = embed<&GoalEventDef::keys>(kGoalKeyFields);

std::vector<Problem> check(const GoalEventDef& def) {
  if (!def.keys.goal) return {{"", "\"goal\" is missing: it says where the agents are to go"}};
  return {};
}

std::optional<Problem> prepare(GoalEventDef& def, EventSetup& setup, std::span<const AgentIndex> agents) {
  if (auto problem = refuse_formation(setup.world, agents, "goal", "Give its members goals.")) return problem;
  const EntryParameters none;
  GoalLinker linker(setup.model, setup.world, none);
  def.goal = linker.add(def.keys, agents, "goal event");
  std::vector<Problem> problems = linker.take_problems();
  if (problems.empty()) return std::nullopt;
  // An error before what is only a warning.
  return std::move(*std::ranges::min_element(problems, {}, &Problem::severity));
}

void apply(const GoalEventDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    give_goal(context.world(), agent, def.goal, context.crowds());
}

constexpr TypedEvent<GoalEventDef> kTypedGoal = {
    .info = {.name = kGoalEventName,
             .summary = "Agents get another goal: they are under way to it at once.",
             .source = "drover's own",
             .example = R"({"type": "goal", "target": {"group": "crowd"}, "at": 5, "goal": [40, 10]})",
             .related = "mode, set",
             .in_space = true},
    .fields = kGoalEventFields,
    .check = check,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kGoalEvent = make_event<kTypedGoal>();

}  // namespace drover
