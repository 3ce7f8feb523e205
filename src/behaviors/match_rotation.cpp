// match_rotation: takes the rate of turn of a target.
// Millington 3.3.6 mentions it beside velocity matching. See turning.md.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct MatchRotationDef {
  Target target;
  Parameter response_time = 0.1;
};

constexpr auto kMatchRotationFields = fields(
    field<&MatchRotationDef::target>({.key = "target",
                                      .doc = "The target to take the rate of turn of; of a group its nearest "
                                             "member's, or with \"select\": \"centroid\" the mean. A body "
                                             "whose heading follows its velocity has none.",
                                      .required = true}),
    field<&MatchRotationDef::response_time>(
        {.key = "response_time",
         .unit = "s",
         .range = kTimeConstantRange,
         .doc = "Time constant with which the rate of turn follows the wanted one; not below dt.",
         .time_constant = TimeConstant::of_velocity}));

std::vector<Problem> check(const MatchRotationDef& def) {
  const TargetType type = def.target.type;
  const bool turns = type == TargetType::agent || type == TargetType::group ||
                     type == TargetType::agent_type || type == TargetType::goal;
  if (turns) return {};
  return {{"/target", "only agents have a rate of turn"}};
}

std::optional<Request> steer(const MatchRotationDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  // A goal that is no agent does not turn.
  if (def.target.type == TargetType::goal && target.agent == kNoIndex) return std::nullopt;
  const Vec3 wanted = target.agent != kNoIndex ? view.angular_velocity(target.agent)
                                               : view.world().mean_of_members(def.target, agent).rotation;
  const double response_time = view.value(def.response_time, agent);
  if (view.is_spatial()) return Request{{}, spatial_rotation_request(view, agent, wanted, response_time)};
  return Request{{}, rotation_request(view, agent, up_part(wanted), response_time)};
}

constexpr TypedBehavior<MatchRotationDef> kTypedMatchRotation = {
    .info = {.name = "match_rotation",
             .summary = "Turns as fast as a target does.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.6 (Velocity Matching)",
             .example = R"({"type": "match_rotation", "target": {"agent": "dancer"}})",
             .related = "align, oriented",
             .in_space = true},
    .fields = kMatchRotationFields,
    .check = check,
    .needs_turning = always<MatchRotationDef>,
    .leads = false,
    .asks_for_full_speed = false,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kMatchRotation = make_behavior<kTypedMatchRotation>();

}  // namespace drover
