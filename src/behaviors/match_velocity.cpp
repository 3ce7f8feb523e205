// match_velocity: goes as fast as its target, and where it goes.
// Millington 3.3.6 "Velocity Matching". See seek_and_arrive.md.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct MatchVelocityDef {
  Target target;
  Parameter response_time = 0.1;
};

constexpr auto kMatchVelocityFields = fields(
    field<&MatchVelocityDef::target>(
        {.key = "target",
         .doc = "The target to take the velocity of: of a group or type that of the nearest, or with select "
                "centroid their mean.",
         .required = true}),
    field<&MatchVelocityDef::response_time>(kResponseTime));

std::vector<Problem> check(const MatchVelocityDef& def) {
  const TargetType type = def.target.type;
  const bool moves = type == TargetType::agent || type == TargetType::group ||
                     type == TargetType::agent_type || type == TargetType::projectile ||
                     type == TargetType::goal ||
                     (type == TargetType::trail && def.target.behind.is_present());
  if (moves || type == TargetType::none) return {};
  return {{"/target",
           "\"target\" must be an {\"agent\": ...}, a {\"group\": ...}, an "
           "{\"agent_type\": ...}, a {\"trail\": ..., \"behind\": ...} or the \"goal\": nothing else moves"}};
}

std::optional<Request> steer(const MatchVelocityDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  return velocity_request(view, agent, target.velocity, view.value(def.response_time, agent));
}

constexpr TypedBehavior<MatchVelocityDef> kTypedMatchVelocity = {
    .info = {.name = "match_velocity",
             .summary = "Takes on the velocity of a target, or the mean velocity of a group.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.6 (Velocity Matching)",
             .example = R"({"type": "match_velocity", "target": {"group": "convoy", "select": "centroid"}})",
             .related = "alignment, offset_pursuit",
             .in_space = true},
    .fields = kMatchVelocityFields,
    .check = check,
    .asks_for_full_speed = false,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kMatchVelocity = make_behavior<kTypedMatchVelocity>();

}  // namespace drover
