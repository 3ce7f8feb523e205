// flee: full speed or full acceleration away from a target.
// Buckland; Millington 3.3.3 (variant full_accel); Reynolds 1999. See seek_and_arrive.md.
#include "behaviors/seek_variant.h"
#include "behaviors/threat.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct FleeDef {
  Target target;
  SeekVariant variant = SeekVariant::velocity;
  Parameter panic_distance;
  Parameter response_time = 0.1;
};

constexpr auto kFleeFields =
    fields(field<&FleeDef::target>({.key = "target", .doc = "What to get away from.", .required = true}),
           field<&FleeDef::variant>(kSeekVariant),
           field<&FleeDef::panic_distance>(
               {.key = "panic_distance",
                .unit = "m",
                .range = left_open(0, 1e5),
                .doc = "Acts only while the target is at most this far away; the agent is not braked when it "
                       "is out of reach.",
                .otherwise = "acts at any distance",
                .original_default = "100 pixels (Buckland)"}),
           field<&FleeDef::response_time>(read_when("variant", "velocity", kResponseTime)));

std::optional<Request> steer(const FleeDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState threat = view.target(def.target, agent);
  if (!threat.found) return std::nullopt;
  if (length(threat.displacement) > view.value_or(def.panic_distance, agent, kInfinity)) return std::nullopt;
  if (def.variant == SeekVariant::full_accel)
    return full_acceleration_request(view, agent, direction_from(threat, view, agent));
  return flee_request(threat, view, agent, view.value(def.response_time, agent));
}

std::optional<Vec3> displacement_to_aim(const FleeDef& def, const AgentView& view, AgentIndex agent) {
  return view.displacement_to(def.target, agent);
}

constexpr TypedBehavior<FleeDef> kTypedFlee = {
    .info = {.name = "flee",
             .summary = "Steers at full speed straight away from a target.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and "
                       "Funge, Artificial Intelligence for Games, 3.3.3",
             .example = R"({"type": "flee", "target": {"agent": "wolf"}, "panic_distance": 8})",
             .related = "seek, evade, hide",
             .in_space = true},
    .fields = kFleeFields,
    .steer = steer,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kFlee = make_behavior<kTypedFlee>();

}  // namespace drover
