// kinematic_seek: the velocity straight to a target.
// Millington 3.2.1, which also sets the orientation; here the body does that.
#include "behaviors/kinematic_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct KinematicSeekDef {
  StraightRule straight;
};

constexpr auto kKinematicSeekFields = embed<&KinematicSeekDef::straight>(kStraightFields);

std::optional<Request> steer(const KinematicSeekDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.straight.target, agent);
  if (!target.found) return std::nullopt;
  return def.straight.request(view, agent, target.displacement);
}

std::optional<Goal> find_goal(const KinematicSeekDef& def, const AgentView& view, AgentIndex agent) {
  return fixed_goal(view, def.straight.target, agent);
}

constexpr TypedBehavior<KinematicSeekDef> kTypedKinematicSeek = {
    .info = {.name = "kinematic_seek",
             .summary = "Asks for the full velocity straight to a target, on which it then jumps to and fro.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.2.1",
             .example = R"({"type": "kinematic_seek", "target": {"point": [8, 2]}})",
             .related = "kinematic_arrive, kinematic_flee, seek, kinematic",
             .in_space = true},
    .fields = kKinematicSeekFields,
    .steer = steer,
    .goal = find_goal,
};

}  // namespace

extern constexpr BehaviorKind kKinematicSeek = make_behavior<kTypedKinematicSeek>();

}  // namespace drover
