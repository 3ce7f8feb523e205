// face: turns to look at a target.
// Millington 3.3.9. The printed form returns the target itself when there is no direction to it; here the
// agent only stops turning. The printed angle is that of the other handedness.
#include "behaviors/turning.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct FaceDef {
  Target target;
  TurnRule turn;
};

constexpr auto kFaceFields =
    join(fields(field<&FaceDef::target>({.key = "target", .doc = "What to look at.", .required = true})),
         embed<&FaceDef::turn>(kTurnFields));

std::vector<Problem> check(const FaceDef& def) {
  return problems_of(def.turn);
}

std::optional<Request> steer(const FaceDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  return turn_to(def.turn, view, agent, direction(target.displacement));
}

constexpr TypedBehavior<FaceDef> kTypedFace = {
    .info = {.name = "face",
             .summary = "Turns to look at a target, wherever the body goes.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.9",
             .example = R"({"type": "face", "target": {"point": [10, 5]}})",
             .related = "align, look_where_going, oriented",
             .in_space = true},
    .fields = kFaceFields,
    .check = check,
    .needs_turning = always<FaceDef>,
    .leads = false,
    .asks_for_full_speed = false,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kFace = make_behavior<kTypedFace>();

}  // namespace drover
