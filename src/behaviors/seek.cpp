// seek: full speed or full acceleration towards a target.
// Buckland; Millington 3.3.3 (variant full_accel); Reynolds 1999. See seek_and_arrive.md.
#include "behaviors/seek_variant.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct SeekDef {
  Target target;
  SeekVariant variant = SeekVariant::velocity;
  Parameter response_time = 0.1;
};

constexpr auto kSeekFields =
    fields(field<&SeekDef::target>({.key = "target", .doc = "What to steer to.", .required = true}),
           field<&SeekDef::variant>(kSeekVariant),
           field<&SeekDef::response_time>(read_when("variant", "velocity", kResponseTime)));

std::optional<Request> steer(const SeekDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  if (def.variant == SeekVariant::full_accel)
    return full_acceleration_request(view, agent, target.displacement);
  return seek_request(view, agent, target.displacement, view.value(def.response_time, agent));
}

std::optional<Goal> find_goal(const SeekDef& def, const AgentView& view, AgentIndex agent) {
  return fixed_goal(view, def.target, agent);
}

std::optional<Vec3> displacement_to_aim(const SeekDef& def, const AgentView& view, AgentIndex agent) {
  return view.displacement_to(def.target, agent);
}

constexpr TypedBehavior<SeekDef> kTypedSeek = {
    .info = {.name = "seek",
             .summary = "Steers at full speed towards a target, and through it.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and "
                       "Funge, Artificial Intelligence for Games, 3.3.3",
             .example = R"({"type": "seek", "target": {"point": [10, 5]}})",
             .related = "arrive, flee, pursue",
             .in_space = true},
    .fields = kSeekFields,
    .steer = steer,
    .goal = find_goal,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kSeek = make_behavior<kTypedSeek>();

}  // namespace drover
