// chase: pushes its bow to the side its target is on, with all it has.
// Seed 002 "Chase", which keeps the last side where the target is straight ahead and does not turn for one
// straight astern (erratum E2-11: see deadband); catalogue 5.7.
#include "behaviors/bow.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct ChaseDef {
  Target target;
  Quantity deadband = 0.01;
};

constexpr auto kFields =
    fields(field<&ChaseDef::target>({.key = "target", .doc = "What to chase.", .required = true}),
           field<&ChaseDef::deadband>(kDeadband));

std::optional<Request> steer(const ChaseDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  return chase_request(view, agent, target.displacement, def.deadband[agent]);
}

constexpr TypedBehavior<ChaseDef> kBehavior = {
    .info = {.name = "chase",
             .summary =
                 "Turns towards a target by pushing sideways at full force; never speeds up or brakes.",
             .source = "seed 002 (Chase)",
             .example = R"({"type": "chase", "target": {"agent": "player"}})",
             .related = "intercept, pursue, seek"},
    .fields = kFields,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kChase = make_behavior<kBehavior>();

}  // namespace drover
