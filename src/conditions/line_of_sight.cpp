// line_of_sight: the agent sees a target, or saw it within a given time. Buckland "Hide" (seen within n
// seconds).
#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/perception/field_of_view.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct LineOfSightDef {
  Target target;
  Parameter max_range;
  Parameter fov = det::kTwoPi;
  Parameter memory = 0.0;
};

constexpr auto kLineOfSightFields = fields(
    field<&LineOfSightDef::target>(
        {.key = "target",
         .doc = "What to look for; of a group or an agent type, the nearest member.",
         .required = true}),
    field<&LineOfSightDef::max_range>({.key = "max_range",
                                       .unit = "m",
                                       .range = left_open(0, 1e5),
                                       .doc = "How far the agent sees.",
                                       .otherwise = "any distance"}),
    field<&LineOfSightDef::fov>({.key = "fov",
                                 .unit = "rad",
                                 .range = left_open(0, det::kTwoPi),
                                 .doc = "Whole angle of view, around the heading."}),
    field<&LineOfSightDef::memory>({.key = "memory",
                                    .unit = "s",
                                    .range = closed(0, 1e6),
                                    .doc = "Goes on holding for this long after the target was last seen."}));

// The memory: the tick at which the target was last seen; -1 before the first time.
void start(const LineOfSightDef&, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = -1.0;
}

// The end of the line to a target that the target itself would block [m]: an obstacle is seen by its rim, a
// wall by the side that faces the agent.
double own_cover(const LineOfSightDef& def, const TargetState& target) {
  constexpr double kSlack = 1e-6;
  if (def.target.type == TargetType::obstacle) return target.radius + kSlack;
  return def.target.type == TargetType::wall ? kSlack : 0.0;
}

bool is_seen(const LineOfSightDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return false;
  const double distance = length(target.displacement);
  if (distance > view.value_or(def.max_range, agent, kInfinity)) return false;
  if (!is_in_view(view.heading(agent), target.displacement, view.value(def.fov, agent))) return false;
  const Vec3 p = view.position(agent);
  const double free = larger(distance - own_cover(def, target), 0.0);
  const Vec3 end = free < distance ? p + direction(target.displacement) * free : p + target.displacement;
  return !view.world().geometry().blocks_sight(p, end);
}

bool holds(const LineOfSightDef& def, const AgentView& view, AgentIndex agent) {
  double& last_seen = view.memory_to_write(agent)[0];
  const double tick = static_cast<double>(view.world().state.tick);
  if (is_seen(def, view, agent)) last_seen = tick;
  if (last_seen < 0.0) return false;
  return tick - last_seen <= static_cast<double>(last_tick_until(view.value(def.memory, agent), view.dt()));
}

constexpr TypedCondition<LineOfSightDef> kTypedLineOfSight = {
    .info = {.name = "line_of_sight",
             .summary = "Holds while nothing hides a target from the agent, and for a while after.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (Hide)",
             .example = R"({"type": "line_of_sight", "target": {"agent": "dog"}, "max_range": 20,
 "fov_deg": 120, "memory": 2})",
             .related = "distance, hide",
             .in_space = true},
    .fields = kLineOfSightFields,
    .memory = 1,
    .start = start,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kLineOfSightCondition = make_condition<kTypedLineOfSight>();

}  // namespace drover
