// pursue: heads a moving target off.
// Seeds 000 and 003 "Pursuit"; catalogue 2.8, prediction closing_sum.
#include "behaviors/threat.h"

namespace drover {
namespace {

// How to tell that the target comes straight at the agent, so that nothing needs to be predicted.
enum class FacingTest { heading, bearing };
inline constexpr std::array<std::string_view, 2> kFacingTestNames = {"heading", "bearing"};
constexpr std::span<const std::string_view> enum_names(FacingTest) {
  return kFacingTestNames;
}

struct PursueDef {
  Target target;
  Quantity max_prediction;
  Quantity turn_time_coefficient = 0.0;
  bool facing_early_out = true;
  FacingTest facing_test = FacingTest::heading;
  Quantity facing_cos = 0.95;
  Quantity response_time = 0.1;
};

constexpr auto kFields = fields(
    field<&PursueDef::target>({.key = "target", .doc = "Whom to catch.", .required = true}),
    field<&PursueDef::max_prediction>({.key = "max_prediction",
                                       .unit = "s",
                                       .range = left_open(0, 1e6),
                                       .doc = "Looks at most this far ahead.",
                                       .otherwise = "no limit"}),
    field<&PursueDef::turn_time_coefficient>(
        {.key = "turn_time_coefficient",
         .unit = "s",
         .range = closed(0, 1e3),
         .doc = "Time allowed for turning to the target: this where it is abeam, twice this dead astern. A "
                "quarter turn takes pi / (2 max_turn_rate).",
         .seed = "0.5, or 0 to leave the turn out; a larger one for a higher turn rate is advised, which is "
                 "the wrong way round (S0)"}),
    field<&PursueDef::facing_early_out>(
        {.key = "facing_early_out",
         .doc = "Seek a target that lies ahead and comes at the agent instead of predicting its way."}),
    field<&PursueDef::facing_test>(
        {.key = "facing_test",
         .doc = "What counts as coming at the agent: heading compares the two headings only, so that a "
                "target far to one side counts too; bearing compares the heading of the target with the line "
                "to the agent.",
         .seed = "heading (S0)"}),
    field<&PursueDef::facing_cos>(
        {.key = "facing_cos",
         .range = left_open(0, 1),
         .doc = "Cosine of the angle within which facing_test holds; 0.95 is 18.2 degrees.",
         .seed = "0.95, called 20 and 18 degrees (S0)"}),
    field<&PursueDef::response_time>(kResponseTime));

bool comes_at(const TargetState& target, const PursueDef& def, const BehaviorView& view, AgentIndex agent) {
  const Vec3 heading = view.heading(agent);
  if (!(dot(target.displacement, heading) > 0.0)) return false;
  const Vec3 axis = def.facing_test == FacingTest::heading ? heading : direction(target.displacement);
  return dot(axis, target.heading) < -def.facing_cos[agent];
}

double prediction_time(const TargetState& target, const PursueDef& def, const BehaviorView& view,
                       AgentIndex agent) {
  const double off_course = 1.0 - dot(view.heading(agent), direction(target.displacement));
  const double time = closing_time(target, view, agent) + def.turn_time_coefficient[agent] * off_course;
  return smaller(time, def.max_prediction.value_or(agent, kInfinity));
}

std::optional<Request> steer(const PursueDef& def, const BehaviorView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  Vec3 aim = target.displacement;
  if (!def.facing_early_out || !comes_at(target, def, view, agent)) {
    aim += target.velocity * prediction_time(target, def, view, agent);
  }
  return seek_request(view, agent, aim, def.response_time[agent]);
}

}  // namespace

extern const BehaviorKind kPursue;
constexpr BehaviorKind kPursue = behavior<PursueDef, steer>({
    .name = "pursue",
    .summary = "Steers at full speed to where a moving target will be.",
    .source = "seeds 000 and 003 (Pursuit); Reynolds 1999",
    .table = {.name = "pursue", .fields = kFields},
    .example = R"({"type": "pursue", "target": {"agent": "hare"}, "max_prediction": 3})",
    .related = "seek, evade, offset_pursuit",
});

}  // namespace drover
