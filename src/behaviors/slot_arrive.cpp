// slot_arrive: goes to the agent's slot in its formation.
// Millington & Funge 3.7.4, level two, with the velocity of the slot fed forward. How members arrive is said
// by the formation, because where its anchor is depends on it; see src/formations/README.md. Behind a wall it
// is the decomposer of 3.4.5 as in go_to.
#include "behaviors/arrival.h"
#include "behaviors/turning.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"
#include "sim/step/goals.h"
#include "sim/step/way_following.h"

namespace drover {
namespace {

struct SlotArriveDef {
  CoverDistance by = CoverDistance::way;
};

constexpr auto kSlotArriveFields = fields(field<&SlotArriveDef::by>(
    {.key = "by",
     .doc = "Where a slot is out of sight: along the way to it over the navigation grid, where there is one "
            "(way), or straight at it (air)."}));

const TurnRule kTurn;
const WayRule kWayToSlot;

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

// Whether a body has room all the way to a place, whatever the ground costs: formations choose where slots
// are. Grids may take it for larger than it is. Between a body and a place within its radius nothing stands.
bool sees_place(const AgentView& view, AgentIndex agent, Vec3 place) {
  if (length(place - view.position(agent)) <= view.radius(agent)) return true;
  const NavigationLayer& layer = way_layer(kWayToSlot, view, agent);
  const double room = smaller(layer.room(), view.radius(agent));
  return has_clear_way(view.world(), layer, agent, view.position(agent), place, room);
}

// Whether the agent takes a way to its slot now, where there is a grid; then its memory says which. Not
// inlined into the loop over agents, most of whom have none.
[[gnu::noinline]] bool takes_way(const AgentView& view, AgentIndex agent, Vec3 to_slot,
                                 double response_time) {
  const std::span<double> memory = view.memory_to_write(agent);
  const Vec3 place = view.position(agent) + to_slot;
  WayMemory way(memory);
  if (sees_place(view, agent, place)) {
    if (way.is_followed()) way.go_straight();
    return false;
  }
  WayFollowing(kWayToSlot, view, agent, memory, {.end = {.position = place}, .response_time = response_time})
      .update();
  return way.is_followed();
}

// As go_to does, looking where it goes.
[[gnu::noinline]] Request follow_way(const AgentView& view, AgentIndex agent, Vec3 slot_velocity,
                                     double response_time) {
  Arrival arrival = ArrivalRule().arrival(view, agent);
  arrival.response_time = response_time;
  Request request = way_request(view, agent, WayMemory(view.memory(agent)), arrival, slot_velocity);
  if (view.world().model().type_of(agent).locomotion->turns)
    request.angular = turn_to(kTurn, view, agent, direction(view.velocity(agent))).angular;
  return request;
}

std::optional<Request> steer(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const TargetState slot = view.slot(agent);
  if (!slot.found) return stand(view, agent);
  const std::uint32_t formation = formation_of(view.world(), agent);
  const FormationDef& def = view.world().model().formations[formation].def;
  const bool has_grid = !view.memory(agent).empty() && !view.is_spatial();
  if (has_grid && takes_way(view, agent, slot.displacement, def.response_time))
    return follow_way(view, agent, slot.velocity, def.response_time);
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

// The way that it follows; nothing where it goes straight.
std::optional<WayMemory> followed_way(const AgentView& view, AgentIndex agent) {
  if (view.memory(agent).empty()) return std::nullopt;
  const WayMemory way(view.memory(agent));
  return way.is_followed() ? std::optional(way) : std::nullopt;
}

std::optional<Vec3> displacement_to_aim(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const TargetState slot = view.slot(agent);
  if (!slot.found) return std::nullopt;
  if (const std::optional<WayMemory> way = followed_way(view, agent))
    return view.displacement(view.position(agent), way->next_point());
  return slot.displacement;
}

std::optional<double> distance_to_rest(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const TargetState slot = view.slot(agent);
  if (!slot.found) return std::nullopt;
  if (const std::optional<WayMemory> way = followed_way(view, agent))
    return way->left(view, view.position(agent));
  return distance_to_rest_at(view, agent, slot);
}

std::optional<WayAhead> find_way_ahead(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const std::optional<WayMemory> way = followed_way(view, agent);
  if (!way || !view.slot(agent).found) return std::nullopt;
  return WayAhead{way->points_ahead(), way->left(view, view.position(agent)), way->arrives()};
}

WayMeans way_means(const SlotArriveDef& def) {
  return {.plans_ways = def.by == CoverDistance::way};
}

std::optional<WayQuery> find_query(const SlotArriveDef&, const AgentView& view, AgentIndex agent) {
  const TargetState slot = view.slot(agent);
  if (!slot.found || view.memory(agent).empty()) return std::nullopt;
  return WayQuery{.layer = &way_layer(kWayToSlot, view, agent),
                  .end = {.position = view.position(agent) + slot.displacement},
                  .options = way_options(kWayToSlot, nullptr, view, agent)};
}

std::size_t memory_of(const SlotArriveDef& def) {
  return def.by == CoverDistance::way ? way_memory_of(kWayToSlot) : 0;
}

constexpr TypedBehavior<SlotArriveDef> kTypedSlotArrive = {
    .info = {.name = "slot_arrive",
             .summary = "Goes to the agent's slot in its formation and stays in it.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 2nd ed., 3.7.4",
             .example = R"({"type": "slot_arrive"})",
             .related = "offset_pursuit, arrive",
             .in_space = true},
    .fields = kSlotArriveFields,
    .memory = kMostWayMemory,
    .memory_needed = memory_of,
    .needs_slot = true,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .way = find_way_ahead,
    .way_means = way_means,
    .way_query = find_query,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kSlotArrive = make_behavior<kTypedSlotArrive>();

}  // namespace drover
