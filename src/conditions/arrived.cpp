// arrived: the agent is at the goal of its own behaviors.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

struct ArrivedDef {
  Parameter radius = 0.5;
  Parameter hysteresis;
};

constexpr auto kArrivedFields =
    fields(field<&ArrivedDef::radius>({.key = "radius",
                                       .unit = "m",
                                       .range = left_open(0, 1e5),
                                       .doc = "Nearer to the goal than this counts as arrived; at a region, "
                                              "being inside. Goals of agents have a goal_radius instead."}),
           field<&ArrivedDef::hysteresis>({.key = "hysteresis",
                                           .unit = "m",
                                           .range = closed(0, 1e5),
                                           .doc = "Once it holds, it goes on until the goal is farther than "
                                                  "radius, or from the region, by more than this.",
                                           .otherwise = "a tenth of radius"}));

// The memory: whether it held in the step before.
void start(const ArrivedDef&, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = 0.0;
}

bool is_there(const ArrivedDef& def, const AgentView& view, AgentIndex agent, const Goal& goal,
              bool was_there) {
  if (goal.is_reached) return *goal.is_reached;
  const double radius = view.value(def.radius, agent);
  const double distance = distance_to(goal, view.world(), agent);
  if (distance < goal.reach(radius) || distance == 0.0) return true;
  return was_there && distance <= goal.reach(radius) + view.value_or(def.hysteresis, agent, 0.1 * radius);
}

bool holds(const ArrivedDef& def, const AgentView& view, AgentIndex agent) {
  double& held = view.memory_to_write(agent)[0];
  const std::optional<Goal> goal = find_goal(view.world(), view.perceptions(), agent);
  held = goal && is_there(def, view, agent, *goal, held != 0.0) ? 1.0 : 0.0;
  return held != 0.0;
}

constexpr TypedCondition<ArrivedDef> kTypedArrived = {
    .info = {.name = "arrived",
             .summary =
                 "Holds while the agent is at its goal, or without one of its own at that of the first "
                 "of its behaviors that has one.",
             .source = "drover's own",
             .example = R"({"type": "arrived", "radius": 1})",
             .related = "path_finished, distance, stuck",
             .in_space = true},
    .fields = kArrivedFields,
    .memory = 1,
    .start = start,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kArrivedCondition = make_condition<kTypedArrived>();

}  // namespace drover
