// chase: pushes sideways towards the side its target is on, with full force.
// Bourg ch. 2. The original keeps the last side where the target is straight ahead and does not turn for a
// target straight astern; see deadband.
#include "behaviors/lateral_thrust.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct ChaseDef {
  Target target;
  Parameter deadband = 0.01;
};

constexpr auto kChaseFields =
    fields(field<&ChaseDef::target>({.key = "target", .doc = "What to chase.", .required = true}),
           field<&ChaseDef::deadband>(kDeadband));

std::optional<Request> steer(const ChaseDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  return chase_request(view, agent, target.displacement, view.value(def.deadband, agent));
}

constexpr TypedBehavior<ChaseDef> kTypedChase = {
    .info = {.name = "chase",
             .summary =
                 "Turns towards a target by pushing sideways at full force; never speeds up or brakes.",
             .source = "Bourg and Seemann, AI for Game Developers, ch. 2",
             .example = R"({"type": "chase", "target": {"agent": "player"}})",
             .related = "intercept, pursue, seek",
             .in_space = true},
    .fields = kChaseFields,
    .asks_for_full_speed = false,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kChase = make_behavior<kTypedChase>();

}  // namespace drover
