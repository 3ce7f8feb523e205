// slot_arrive: goes to the agent's slot in its formation.
// Millington & Funge 3.7.4, level two, with the velocity of the slot fed forward. How members arrive is said
// by the formation, because where its anchor is depends on it; see src/formations/README.md.
#include "behaviors/arrival.h"
#include "behaviors/turning.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

struct SlotArriveDef {};

const TurnRule kTurn;

// Without a slot: to rest, unless another behavior says where to go.
std::optional<Request> stand(const AgentView& view, AgentIndex agent) {
  if (is_led(view.world(), agent)) return std::nullopt;
  const std::vector<Formation>& formations = view.world().model().formations;
  const std::uint32_t own = formations.empty() ? kNoIndex : formation_of(view.world(), agent);
  const double response_time = own == kNoIndex ? kResponseTimeOfMembers : formations[own].def.response_time;
  Request request = velocity_request(view, agent, {}, response_time);
  if (view.world().model().type_of(agent).locomotion->turns)
    request.angular = turn_to(kTurn, view, agent, {}).angular;
  return request;
}

std::optional<Request> steer(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const TargetState slot = view.slot(agent);
  if (!slot.found) return stand(view, agent);
  const std::uint32_t formation = formation_of(view.world(), agent);
  const FormationDef& def = view.world().model().formations[formation].def;
  const SlotArrival arrival = slot_arrival_of(view.world(), formation, view.full_speed(agent));
  const Vec3 own = slot.velocity * arrival.feed_forward;
  // It comes nearer to the slot no faster than the body can halt; what is not fed forward is no coming
  // nearer.
  const double left_out = larger(0.0, dot(slot.velocity - own, direction(slot.displacement)));
  const double most = left_out + halting_speed(view, agent, length(slot.displacement), def.response_time);
  const Vec3 wanted =
      own + clip(slot_arrival_velocity(slot.displacement, slot.velocity, arrival) - own, most);
  Request request = velocity_request(view, agent, wanted, def.response_time);
  if (!view.world().model().type_of(agent).locomotion->turns) return request;
  // Far from its slot the agent looks where it goes. With slots that are tilted it tilts.
  const bool is_near = length(slot.displacement) <= def.slow_radius;
  const Vec3 up = view.world().state.slots[agent].up;
  if (is_near && up != kUp) {
    const Frame frame{slot.heading, cross(up, slot.heading), up};
    request.angular = turn_to_orientation(kTurn, view, agent, orientation_of(frame));
  } else {
    request.angular =
        turn_to(kTurn, view, agent, is_near ? slot.heading : direction(view.velocity(agent))).angular;
  }
  return request;
}

std::optional<Vec3> displacement_to_aim(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const TargetState slot = view.slot(agent);
  return slot.found ? std::optional(slot.displacement) : std::nullopt;
}

std::optional<double> distance_to_rest(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const TargetState slot = view.slot(agent);
  return slot.found ? std::optional(distance_to_rest_at(view, agent, slot)) : std::nullopt;
}

constexpr TypedBehavior<SlotArriveDef> kTypedSlotArrive = {
    .info = {.name = "slot_arrive",
             .summary = "Goes to the agent's slot in its formation and stays in it.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 2nd ed., 3.7.4",
             .example = R"({"type": "slot_arrive"})",
             .related = "offset_pursuit, arrive",
             .in_space = true},
    .needs_slot = true,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kSlotArrive = make_behavior<kTypedSlotArrive>();

}  // namespace drover
