// goal_distance: how far away the agent's goal is.
#include "quantities/typed_quantity.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

struct GoalDistanceDef {};

double value(const GoalDistanceDef&, const AgentView& view, AgentIndex agent) {
  const std::optional<Goal> goal = find_goal(view.world(), view.perceptions(), agent);
  return goal ? distance_to(*goal, view.world(), agent) : kInfinity;
}

constexpr TypedQuantity<GoalDistanceDef> kTypedGoalDistance = {
    .info = {.name = "goal_distance",
             .summary =
                 "The distance to the goal [m], along a route through its places to the last one; to the "
                 "present place it is distance with \"target\": \"goal\". Infinite without a goal.",
             .source = "drover's own",
             .example = R"({"type": "goal_distance"})",
             .related = "distance, speed",
             .in_space = true},
    .unit = "m",
    .condition = {.name = "goal_distance",
                  .summary = "Holds while the goal is near, or far; the goal of a route is its last place.",
                  .source = "drover's own",
                  .example = R"({"type": "goal_distance", "greater_than": 5})",
                  .related = "arrived, distance"},
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kGoalDistanceQuantity = make_quantity<kTypedGoalDistance>();

}  // namespace drover
