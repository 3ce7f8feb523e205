// containment: stays inside a region.
// Reynolds 1999 "Containment": looks at the predicted position of the agent and steers back along the normal
// of the border there.
#include <optional>

#include "sim/definitions/typed_kinds.h"
#include "sim/geometry/shape_image.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct ContainmentDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  Parameter lookahead = 1.0;
  Parameter margin = 0.5;
  Parameter response_time = 0.1;
};

constexpr auto kContainmentFields = fields(
    field<&ContainmentDef::region>({.key = "region", .doc = "Where to stay.", .required = true}),
    field<&ContainmentDef::lookahead>(
        {.key = "lookahead",
         .unit = "s",
         .range = closed(1e-6, 1e6),
         .doc = "How far ahead the agent looks. To stop in time it takes max_speed / (2 max_acceleration); "
                "from max_speed / max_acceleration and 4 response_time on it does not even use up the "
                "margin. Only the place is looked at, not the way there: between two arms of a region "
                "there should be more room than the agent covers in this time.",
         .time_constant = TimeConstant::of_position}),
    field<&ContainmentDef::margin>({.key = "margin",
                                    .unit = "m",
                                    .range = closed(0, 1e5),
                                    .doc = "How far inside the border to stay; less than half the width of "
                                           "the region."}),
    field<&ContainmentDef::response_time>(kResponseTime));

// The position nearest to `position` that is `margin` inside the border: `position` itself if it is. In a
// corner every iteration moves it off one of the sides. On the border itself, where the normal is undefined,
// it moves back against the motion of the agent. A move shorter than the way to the border crosses none.
// Of a position outside the nearest place of the border may be known already.
Vec3 allowed_position(const Region& region, Vec3 position, bool is_inside, std::optional<Vec3> nearest,
                      Vec3 velocity, double margin) {
  constexpr int kRounds = 4;
  constexpr double kSlack = 1e-6;  // more than rounding, as a part of the way and in meters
  for (int round = 0; round < kRounds; ++round) {
    const bool is_known = round == 0 && !is_inside && nearest;
    const std::optional<Vec3> border =
        is_known ? nearest : region.border_within(position, is_inside ? margin : kInfinity);
    if (!border) break;
    const Vec3 away = position - *border;
    const double way = length(away);
    if (is_inside && way >= margin) break;
    Vec3 inward = direction(is_inside ? away : *border - position);
    if (inward == Vec3{}) inward = -direction(velocity);
    const Vec3 next = *border + inward * margin;
    const bool crosses_none = is_inside && length(next - position) < way * (1.0 - kSlack) - kSlack;
    if (!crosses_none && round + 1 < kRounds) is_inside = region.encloses(next);
    position = next;
  }
  return position;
}

// Where the agent would be, and where it may be instead [m].
struct Correction {
  Vec3 predicted, allowed;
  Vec3 to_image;  // in a world that wraps from the agent to its image for which both hold
};

Correction correction(const ContainmentDef& def, const AgentView& view, AgentIndex agent) {
  const Region& region = view.world().model().regions[def.region.index];
  const Vec3 velocity = view.velocity(agent);
  const Vec3 ahead = view.position(agent) + velocity * view.value(def.lookahead, agent);
  const double margin = view.value(def.margin, agent);
  if (region.encloses(ahead))
    return {ahead, allowed_position(region, ahead, true, std::nullopt, velocity, margin), Vec3{}};
  const auto [predicted, nearest] = near_image(region, view.world().model().bounds, ahead);
  const bool is_inside = !(predicted == ahead) && region.encloses(predicted);
  return {predicted, allowed_position(region, predicted, is_inside, nearest, velocity, margin),
          predicted - ahead};
}

// Asks for the velocity nearest to the present one that would take the agent to the edge of the allowed area
// instead of beyond it. Moving straight at the border, the agent arrives at that edge with the time constant
// `lookahead`, and the request begins at zero.
std::optional<Request> steer(const ContainmentDef& def, const AgentView& view, AgentIndex agent) {
  const Correction way = correction(def, view, agent);
  if (way.allowed == way.predicted) return std::nullopt;
  const Vec3 change = (way.allowed - way.predicted) / view.value(def.lookahead, agent);
  const Vec3 wanted = clip(view.velocity(agent) + change, view.max_speed(agent));
  const double response_time = view.value(def.response_time, agent);
  if (view.request_unit(agent) == RequestUnit::velocity)
    return velocity_request(view, agent, wanted, response_time);
  // Relative to the velocity the agent has, so it is a push without damping: an agent that is turned a little
  // goes on with the rest of its motion.
  return clip((wanted - view.velocity(agent)) / response_time, view.clip_length(view.max_request(agent)));
}

std::optional<Vec3> displacement_to_aim(const ContainmentDef& def, const AgentView& view, AgentIndex agent) {
  const Correction way = correction(def, view, agent);
  if (way.allowed == way.predicted) return std::nullopt;
  return way.allowed - way.to_image - view.position(agent);
}

constexpr TypedBehavior<ContainmentDef> kTypedContainment = {
    .info = {.name = "containment",
             .summary =
                 "Turns back from the border of a region before crossing it, and returns from outside.",
             .source = "Reynolds 1999 (Containment)",
             .example = R"({"type": "containment", "region": "meadow"})",
             .related = "wander, wall_avoidance",
             .in_space = true},
    .fields = kContainmentFields,
    .leads = false,
    .asks_for_full_speed = false,
    .steer = steer,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kContainment = make_behavior<kTypedContainment>();

}  // namespace drover
