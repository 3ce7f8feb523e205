// intercept: chases the predicted position of a moving target.
// Bourg ch. 2. The original divides the range by the relative speed, so that it looks infinitely far ahead
// when both agents have the same velocity; see max_prediction and the prediction exact.
#include "behaviors/lateral_thrust.h"
#include "behaviors/prediction.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct InterceptDef {
  Target target;
  Parameter deadband = 0.01;
  PredictionRule rule{.prediction = Prediction::relative_speed, .max_prediction = 5.0};
};

constexpr auto kInterceptFields = join(
    fields(field<&InterceptDef::target>({.key = "target", .doc = "The target to catch.", .required = true}),
           field<&InterceptDef::deadband>(kDeadband)),
    embed<&InterceptDef::rule>(kPredictionFields));

// The displacement to where the target is predicted to be [m].
std::optional<Vec3> displacement_to_aim(const InterceptDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  const double time = smaller(prediction_time(def.rule, target, view, agent), def.rule.longest(view, agent));
  return target.displacement + predicted_displacement(def.rule.prediction_walls, target, time, view, agent);
}

std::optional<Request> steer(const InterceptDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> aim = displacement_to_aim(def, view, agent);
  if (!aim) return std::nullopt;
  return chase_request(view, agent, *aim, view.value(def.deadband, agent));
}

constexpr TypedBehavior<InterceptDef> kTypedIntercept = {
    .info = {.name = "intercept",
             .summary = "Turns towards where a moving target will be by pushing sideways at full force.",
             .source = "Bourg and Seemann, AI for Game Developers, ch. 2",
             .example = R"({"type": "intercept", "target": {"agent": "player"}})",
             .related = "chase, pursue",
             .in_space = true},
    .fields = kInterceptFields,
    .asks_for_full_speed = false,
    .steer = steer,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kIntercept = make_behavior<kTypedIntercept>();

}  // namespace drover
