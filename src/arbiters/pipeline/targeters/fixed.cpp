// fixed: a goal that stays the same: a place, the agent's own goal, an orientation, a velocity.
// Millington 3.4.5, FixedGoalTargeter.
#include "arbiters/pipeline/parts.h"
#include "core/frame.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct FixedTargetDef {
  Target target;
  Parameter orientation;
  std::optional<Vec3> velocity;
};

constexpr auto kFixedTargetFields = fields(
    field<&FixedTargetDef::target>(
        {.key = "target",
         .doc =
             "The position: a point, a region, \"goal\" (the agent's own goal) or anything else, which then "
             "counts where it is.",
         .otherwise = "any position will do"}),
    field<&FixedTargetDef::orientation>({.key = "orientation",
                                         .unit = "rad",
                                         .range = closed(-1e3, 1e3),
                                         .doc = "Where to look, from +x counter-clockwise.",
                                         .otherwise = "anywhere"}),
    field<&FixedTargetDef::velocity>(
        {.key = "velocity",
         .unit = "m/s",
         .doc = "With which velocity: at the position under honor_velocity of the actuator.",
         .otherwise = "any velocity will do"}));

unsigned channels_of_fixed(const FixedTargetDef& def) {
  return (def.target.type != TargetType::none ? kPositionChannel : 0U) |
         (def.orientation.is_present() ? kOrientationChannel : 0U) | (def.velocity ? kVelocityChannel : 0U);
}

std::vector<Problem> check_fixed(const FixedTargetDef& def) {
  if (channels_of_fixed(def) != 0) return {};
  return {{"", "give at least one of \"target\", \"orientation\" and \"velocity\""}};
}

void target_fixed(const FixedTargetDef& def, const PartView& part, PipelineGoal& goal) {
  const AgentView& view = part.view;
  if (def.orientation.is_present()) goal.orientation = unit_vector(part.value(def.orientation));
  if (def.velocity) goal.velocity = *def.velocity;
  if (def.target.type == TargetType::none) return;
  const TargetState seen = view.target(def.target, part.agent);
  if (!seen.found) return;
  // A direction has no place to come to: the agent goes that way.
  if (seen.is_direction) {
    if (!goal.velocity) goal.velocity = direction(seen.displacement) * view.full_speed(part.agent);
    return;
  }
  goal.position = part.here() + resting_displacement(view, def.target, seen, part.agent);
  goal.has_own_orientation = goal.orientation.has_value();
  goal.place_velocity = seen.velocity;
  if (def.target.type == TargetType::region) goal.region = def.target.index;
  if (def.target.type == TargetType::goal && seen.is_region)
    goal.region = goal_region(view.world(), part.agent);
  constexpr double kResponseTime = 0.1;  // s
  goal.passing_speed = passing_speed(view, def.target, part.agent, kResponseTime);
}

std::optional<Goal> end_of_fixed(const FixedTargetDef& def, const AgentView& view, AgentIndex agent) {
  return fixed_goal(view, def.target, agent);
}

constexpr TypedTargeter<FixedTargetDef> kTypedFixedTarget = {
    .info = {.name = "fixed",
             .summary = "A place, the agent's own goal, an orientation or a velocity.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "fixed", "target": {"point": [10, 5]}, "orientation_deg": 90})",
             .related = "chase, face",
             .not_in_space = kPipelineNotInSpace},
    .fields = kFixedTargetFields,
    .check = check_fixed,
    .channels = channels_of_fixed,
    .target = target_fixed,
    .end = end_of_fixed,
};

}  // namespace

extern constexpr TargeterKind kFixedTargeter = make_targeter<kTypedFixedTarget>();

}  // namespace drover
