// path_finished: a behavior of the agent's present mode has finished its task, such as following an open
// path.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

struct PathFinishedDef {
  std::string behavior;
};

constexpr auto kPathFinishedFields = fields(field<&PathFinishedDef::behavior>(
    {.key = "behavior",
     .doc = "Only the behavior with this label counts: the name of its kind, from the second of a kind on "
            "with a number, such as \"follow_path#1\".",
     .otherwise = "any behavior of the present mode"}));

bool holds(const PathFinishedDef& def, const AgentView& view, AgentIndex agent) {
  return has_finished(view.world(), view.perceptions(), agent, def.behavior);
}

constexpr TypedCondition<PathFinishedDef> kTypedPathFinished = {
    .info = {.name = "path_finished",
             .summary = "Holds while a behavior of the agent's present mode is at the end of its path.",
             .source = "drover's own",
             .example = R"({"type": "path_finished", "behavior": "follow_path"})",
             .related = "arrived, follow_path",
             .in_space = true},
    .fields = kPathFinishedFields,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kPathFinishedCondition = make_condition<kTypedPathFinished>();

}  // namespace drover
