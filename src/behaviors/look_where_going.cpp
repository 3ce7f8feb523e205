// look_where_going: turns to the direction of the own velocity.
// Millington 3.3.10. The printed form writes to a target that is not set and turns to the mirror image of the
// velocity; both are corrected here (see turning.md). Turning at once above a threshold of speed is a common
// simpler form.
#include "behaviors/turning.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct LookWhereGoingDef {
  Parameter min_speed = 1e-4;
  TurnRule turn;
};

constexpr auto kLookWhereGoingFields =
    join(fields(field<&LookWhereGoingDef::min_speed>(
             {.key = "min_speed",
              .unit = "m/s",
              .range = closed(0, 1e4),
              .doc = "At this speed and below a velocity has no direction, and it only stops turning."})),
         embed<&LookWhereGoingDef::turn>(kTurnFields));

std::vector<Problem> check(const LookWhereGoingDef& def) {
  return problems_of(def.turn);
}

std::optional<Request> steer(const LookWhereGoingDef& def, const AgentView& view, AgentIndex agent) {
  const Vec3 velocity = view.velocity(agent);
  const bool goes = length(velocity) > view.value(def.min_speed, agent);
  return turn_to(def.turn, view, agent, goes ? direction(velocity) : Vec3{});
}

constexpr TypedBehavior<LookWhereGoingDef> kTypedLookWhereGoing = {
    .info = {.name = "look_where_going",
             .summary = "Turns to the direction in which the body moves.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.10",
             .example = R"({"type": "look_where_going", "min_speed": 0.1})",
             .related = "face, align, oriented",
             .in_space = true},
    .fields = kLookWhereGoingFields,
    .check = check,
    .needs_turning = always<LookWhereGoingDef>,
    .leads = false,
    .asks_for_full_speed = false,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kLookWhereGoing = make_behavior<kTypedLookWhereGoing>();

}  // namespace drover
