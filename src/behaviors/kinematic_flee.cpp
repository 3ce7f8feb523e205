// kinematic_flee: the velocity straight away from a target.
// Millington 3.2.1.
#include "behaviors/kinematic_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct KinematicFleeDef {
  StraightRule straight;
};

constexpr auto kKinematicFleeFields = embed<&KinematicFleeDef::straight>(kStraightFields);

std::optional<Request> steer(const KinematicFleeDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.straight.target, agent);
  if (!target.found) return std::nullopt;
  return def.straight.request(view, agent, -target.displacement);
}

constexpr TypedBehavior<KinematicFleeDef> kTypedKinematicFlee = {
    .info = {.name = "kinematic_flee",
             .summary = "Asks for the full velocity straight away from a target.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.2.1",
             .example = R"({"type": "kinematic_flee", "target": {"point": [8, 2]}})",
             .related = "kinematic_seek, flee, kinematic",
             .in_space = true},
    .fields = kKinematicFleeFields,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kKinematicFlee = make_behavior<kTypedKinematicFlee>();

}  // namespace drover
