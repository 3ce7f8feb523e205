// evade: flees from the predicted position of a moving target.
// Buckland; Millington 3.3.8, whose form flees into the threat where it looks too far ahead; Reynolds 1999.
// See prediction.h.
#include "behaviors/lateral_thrust.h"
#include "behaviors/threat.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(EvadeSteer, velocity, full_accel, bow)

struct EvadeDef {
  Target target;
  Parameter threat_range;
  PredictionRule rule;
  EvadeSteer steer = EvadeSteer::velocity;
  Parameter response_time = 0.1;
};

// The rows of the rules that pursue shares, with the words for an agent that is chased.
template <std::size_t N>
constexpr std::array<Field, N> told_of_the_cap(std::array<Field, N> rows) {
  for (Field& row : rows) {
    if (row.key == "prediction") {
      row.doc =
          "How far ahead to look: the distance over max_speed plus the target's speed (closing_sum), over "
          "the agent's speed (own_speed), its max_speed (top_speed), prediction_speed (fixed_speed) or the "
          "speed of the one relative to the other (relative_speed), or the time to the earliest meeting "
          "(exact). Never farther than closing_sum, after which the target would have passed the agent: so "
          "closing_sum, top_speed, relative_speed and exact come to the same, and own_speed and "
          "fixed_speed differ where they are shorter.";
    }
  }
  return rows;
}

constexpr auto kEvadeFields = join(
    fields(
        field<&EvadeDef::target>({.key = "target", .doc = "The target to get away from.", .required = true}),
        field<&EvadeDef::threat_range>({.key = "threat_range",
                                        .unit = "m",
                                        .range = left_open(0, 1e5),
                                        .doc = "Acts only while the target is at most this far away.",
                                        .otherwise = "acts at any distance"}),
        field<&EvadeDef::steer>(
            {.key = "steer",
             .doc = "How to get away from the predicted place: at full speed (velocity), with full "
                    "acceleration (full_accel), or by a push to the side that turns the agent's back to "
                    "it and nothing else (bow)."}),
        field<&EvadeDef::response_time>(read_when("steer", "velocity", kResponseTime))),
    embed<&EvadeDef::rule>(told_of_the_cap(kPredictionFields)));

// Later than closing_time the threat would have passed the agent, whatever the rule says.
double lookahead_time(const TargetState& threat, const EvadeDef& def, const AgentView& view,
                      AgentIndex agent) {
  const double time =
      smaller(closing_time(threat, view, agent), prediction_time(def.rule, threat, view, agent));
  return smaller(time, def.rule.longest(view, agent));
}

// The target where it is predicted to be; nothing where there is no threat.
std::optional<TargetState> foreseen_threat(const EvadeDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState threat = view.target(def.target, agent);
  if (!threat.found) return std::nullopt;
  if (length(threat.displacement) > view.value_or(def.threat_range, agent, kInfinity)) return std::nullopt;
  const double time = lookahead_time(threat, def, view, agent);
  return displaced_threat(threat,
                          predicted_displacement(def.rule.prediction_walls, threat, time, view, agent));
}

std::optional<Vec3> displacement_to_aim(const EvadeDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<TargetState> threat = foreseen_threat(def, view, agent);
  if (!threat) return std::nullopt;
  return threat->displacement;
}

std::optional<Request> steer(const EvadeDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<TargetState> threat = foreseen_threat(def, view, agent);
  if (!threat) return std::nullopt;
  if (def.steer == EvadeSteer::velocity)
    return flee_request(*threat, view, agent, view.value(def.response_time, agent));
  const Vec3 away = direction_from(*threat, view, agent);
  return def.steer == EvadeSteer::bow ? bow_request(view, agent, away)
                                      : full_acceleration_request(view, agent, away);
}

constexpr TypedBehavior<EvadeDef> kTypedEvade = {
    .info = {.name = "evade",
             .summary = "Steers at full speed away from where a moving target will be.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and "
                       "Funge, Artificial Intelligence for Games, 3.3.8",
             .example = R"({"type": "evade", "target": {"agent": "dog"}, "threat_range": 15})",
             .related = "flee, pursue, hide",
             .in_space = true},
    .fields = kEvadeFields,
    .steer = steer,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kEvade = make_behavior<kTypedEvade>();

}  // namespace drover
