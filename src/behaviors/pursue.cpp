// pursue: steers to the predicted position of a moving target.
// Buckland, whose form takes a target far to one side for one that approaches (see facing_test) and advises a
// longer turn time for faster turns; Millington 3.3.8; Bourg ch. 2; Reynolds 1999. See prediction.h.
#include "behaviors/arc_prediction.h"
#include "behaviors/arrival.h"
#include "behaviors/lateral_thrust.h"
#include "behaviors/prediction.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

// How to tell that the target comes straight at the agent, so that nothing needs to be predicted.
DROVER_ENUM(FacingTest, heading, bearing)

DROVER_ENUM(PursueSteer, velocity, full_accel, arrive, bow)

struct PursueDef {
  Target target;
  PredictionRule rule;
  bool turning_circle = true;
  PursueSteer steer = PursueSteer::velocity;
  Parameter turn_time_coefficient = 0.0;
  bool facing_early_out = true;
  FacingTest facing_test = FacingTest::heading;
  Parameter facing_cos = 0.95;
  ArrivalRule arrival;
};

constexpr auto kPursueOwnFields = fields(
    field<&PursueDef::target>({.key = "target", .doc = "The target to catch.", .required = true}),
    field<&PursueDef::steer>(
        {.key = "steer",
         .doc = "How to get to the predicted place: at full speed (velocity), with full acceleration "
                "(full_accel), slowing down for it (arrive: deceleration and deceleration_tweak say how), or "
                "by a push to the side in proportion to its bearing and nothing else (bow)."}),
    field<&PursueDef::turning_circle>(
        {.key = "turning_circle",
         .doc = "A body that turns on circles looks ahead to where it meets the target on an arc and a "
                "straight line, as it speeds up; prediction is then for targets that it does not meet so. "
                "Other bodies have no circle.",
         .read_when = when("prediction", "closing_sum, exact")}),
    field<&PursueDef::turn_time_coefficient>(
        {.key = "turn_time_coefficient",
         .unit = "s",
         .range = closed(0, 1e3),
         .doc = "Time allowed for turning to the target: this where it is abeam, twice this dead astern. A "
                "quarter turn takes pi / (2 max_turn_rate).",
         .original_default =
             "0.5, or 0 to leave the turn out; a larger one for a higher turn rate is advised, which is "
             "the wrong way round (Buckland)"}),
    field<&PursueDef::facing_early_out>(
        {.key = "facing_early_out",
         .doc = "Seek a target that lies ahead and comes at the agent instead of predicting its way."}),
    field<&PursueDef::facing_test>(
        {.key = "facing_test",
         .doc = "What counts as coming at the agent: heading compares the two headings only, so that a "
                "target far to one side counts too; bearing compares the heading of the target with the line "
                "to the agent.",
         .original_default = "heading (Buckland)",
         .read_when = when("facing_early_out", "true")}),
    field<&PursueDef::facing_cos>(
        {.key = "facing_cos",
         .range = left_open(0, 1),
         .doc = "Cosine of the angle within which facing_test holds; 0.95 is 18.2 degrees.",
         .original_default = "0.95, called 20 and 18 degrees (Buckland)",
         .read_when = when("facing_early_out", "true")}));
// Slowing down is for steer arrive.
constexpr auto kPursueArrivalFields =
    read_when("steer", "velocity, arrive",
              read_when("steer", "arrive", embed<&PursueDef::arrival>(kArrivalFields), "deceleration",
                        "deceleration_tweak", "brakes_in_time"),
              "response_time");
constexpr auto kPursueFields =
    join(kPursueOwnFields, join(embed<&PursueDef::rule>(kPredictionFields), kPursueArrivalFields));

bool comes_at(const TargetState& target, const PursueDef& def, const AgentView& view, AgentIndex agent) {
  const Vec3 heading = view.heading(agent);
  if (!(dot(target.displacement, heading) > 0.0)) return false;
  const Vec3 axis = def.facing_test == FacingTest::heading ? heading : direction(target.displacement);
  return dot(axis, target.heading) < -view.value(def.facing_cos, agent);
}

// The two rules that ask when the agent meets the target at its max_speed.
bool takes_circle(const PursueDef& def) {
  const Prediction prediction = def.rule.prediction;
  return def.turning_circle && (prediction == Prediction::closing_sum || prediction == Prediction::exact);
}

double lookahead_time(const TargetState& target, const PursueDef& def, const AgentView& view,
                      AgentIndex agent) {
  if (takes_circle(def)) {
    if (const auto time = arc_meeting_time(target, view, agent))
      return smaller(*time, def.rule.longest(view, agent));
  }
  const double off_course = 1.0 - dot(view.heading(agent), direction(target.displacement));
  const double time = prediction_time(def.rule, target, view, agent);
  return smaller(time + view.value(def.turn_time_coefficient, agent) * off_course,
                 def.rule.longest(view, agent));
}

// The displacement to where the target is predicted to be [m].
std::optional<Vec3> displacement_to_aim(const PursueDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  if (def.facing_early_out && comes_at(target, def, view, agent)) return target.displacement;
  const double time = lookahead_time(target, def, view, agent);
  return target.displacement + predicted_displacement(def.rule.prediction_walls, target, time, view, agent);
}

std::optional<Request> steer(const PursueDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> found = displacement_to_aim(def, view, agent);
  if (!found) return std::nullopt;
  const Vec3 aim = *found;
  switch (def.steer) {
    case PursueSteer::velocity:
      return seek_request(view, agent, aim, view.value(def.arrival.response_time, agent));
    case PursueSteer::full_accel:
      return full_acceleration_request(view, agent, aim);
    case PursueSteer::arrive:
      return arrive_request(def.arrival, view, agent, aim);
    case PursueSteer::bow:
      return bow_request(view, agent, aim);
  }
  return std::nullopt;
}

constexpr TypedBehavior<PursueDef> kTypedPursue = {
    .info = {.name = "pursue",
             .summary = "Steers at full speed to where a moving target will be, and into it; where bodies "
                        "must not merge, enable simulation.non_penetration.",
             .source =
                 "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and Funge, "
                 "Artificial Intelligence for Games, 3.3.8; Bourg and Seemann, AI for Game Developers, ch. 2",
             .example = R"({"type": "pursue", "target": {"agent": "hare"}, "max_prediction": 3})",
             .related = "seek, evade, intercept, offset_pursuit",
             .in_space = true},
    .fields = kPursueFields,
    .steer = steer,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kPursue = make_behavior<kTypedPursue>();

}  // namespace drover
