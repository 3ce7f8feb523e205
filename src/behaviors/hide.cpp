// hide: keeps an obstacle between the agent and a hunter.
// Buckland, with the four modifications suggested there; see avoidance.md.
#include "behaviors/arrival.h"
#include "behaviors/hiding_spot.h"
#include "behaviors/threat.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/perception/field_of_view.h"

namespace drover {
namespace {

DROVER_ENUM(Visibility, always, see_hunter, mutual)

struct HideDef {
  Target target;
  Parameter distance_from_boundary = 1.5;
  Visibility visibility = Visibility::always;
  Parameter memory = 0.0;
  Parameter fov = 1.5 * det::kPi;
  Parameter rear_bias = 0.0;
  Parameter threat_distance;
  bool reject_blocked = true;
  ArrivalRule arrival{.deceleration = Deceleration::fast};
};

constexpr auto kHideFields = join(
    fields(
        field<&HideDef::target>({.key = "target", .doc = "The hunter.", .required = true}),
        field<&HideDef::distance_from_boundary>(
            {.key = "distance_from_boundary",
             .unit = "m",
             .range = closed(0, 1e5),
             .doc =
                 "How far behind the rim of an obstacle its hiding spot is, measured to the agent's center.",
             .original_default = "30 pixels (Buckland)"}),
        field<&HideDef::visibility>({.key = "visibility",
                                     .doc = "When to hide: always; only when the agent sees the hunter; or "
                                            "only when each sees the other. Obstacles, walls and fov limit "
                                            "the sight."}),
        field<&HideDef::memory>(
            {.key = "memory",
             .unit = "s",
             .range = closed(0, 1e6),
             .doc = "Goes on hiding for this long after the sighting visibility asks for.",
             .read_when = when("visibility", "see_hunter, mutual")}),
        field<&HideDef::fov>({.key = "fov",
                              .unit = "rad",
                              .range = left_open(0, det::kTwoPi),
                              .doc = "Field of view of the agent, and for mutual sight of the hunter too.",
                              .original_default = "not stated for hide (Buckland)",
                              .read_when = when("visibility", "see_hunter, mutual")}),
        field<&HideDef::rear_bias>({.key = "rear_bias",
                                    .range = {0.0, 1.0, false, true},
                                    .doc = "Makes spots behind the hunter count as nearer, and spots before "
                                           "it as farther, by up to this part of their distance."}),
        field<&HideDef::threat_distance>({.key = "threat_distance",
                                          .unit = "m",
                                          .range = left_open(0, 1e5),
                                          .doc = "Acts only while the hunter is at most this far away.",
                                          .otherwise = "acts at any distance"}),
        field<&HideDef::reject_blocked>(
            {.key = "reject_blocked",
             .doc = "Leaves out spots outside the world's bounds, inside another obstacle, nearer to a wall "
                    "than "
                    "the agent's radius, or with a wall across the straight way to them.",
             .original_default = "false (Buckland)"})),
    embed<&HideDef::arrival>(kArrivalFields));

// The memory: the time until which the last sighting makes the agent hide [s]; -1 before the first sighting.
void start(const HideDef&, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = -1.0;
}

bool is_sighted(const HideDef& def, const TargetState& hunter, const AgentView& view, AgentIndex agent) {
  const double fov = view.value(def.fov, agent);
  if (!is_in_view(view.heading(agent), hunter.displacement, fov)) return false;
  if (def.visibility == Visibility::mutual && !is_in_view(hunter.heading, -hunter.displacement, fov))
    return false;
  const Vec3 p = view.position(agent);
  return !view.world().geometry().blocks_sight(p, p + hunter.displacement);
}

bool wants_to_hide(const HideDef& def, const TargetState& hunter, const AgentView& view, AgentIndex agent) {
  if (def.visibility == Visibility::always) return true;
  double& until = view.memory_to_write(agent)[0];
  if (is_sighted(def, hunter, view, agent)) until = view.time() + view.value(def.memory, agent);
  return view.time() <= until;
}

bool is_hollow(const StaticGeometry& geometry, std::uint32_t obstacle) {
  return geometry.is_spatial() ? geometry.in_space().obstacles()[obstacle].is_hollow()
                               : geometry.shapes()[obstacle].is_hollow();
}

// Whether the agent cannot go straight to the spot behind the obstacle `own`, or not stand there.
bool is_blocked(Vec3 spot, Vec3 displacement, std::uint32_t own, const AgentView& view, AgentIndex agent) {
  const Bounds& bounds = view.world().model().bounds;
  if (bounds.is_bounded() && !bounds.wraps() && !bounds.contains(spot)) return true;
  const StaticGeometry geometry = view.world().geometry();
  const Vec3 p = view.position(agent);
  if (geometry.is_wall_between(p, p + displacement)) return true;
  if (geometry.first_swept_wall_hit(spot, spot, view.radius(agent))) return true;
  if (is_hollow(geometry, own) && geometry.is_obstacle_between(own, p, p + displacement)) return true;
  const auto overlaps = [&](std::uint32_t k) { return k != own && geometry.overlaps_obstacle(k, spot, 0.0); };
  if (geometry.is_spatial()) {
    return geometry.in_space().visit_obstacles(spot, spot, 0.0,
                                               [&](std::uint32_t k, Vec3) { return overlaps(k); });
  }
  return geometry.obstacle_grid().any(StaticGrid::box(spot, 0.0), overlaps);
}

// The displacement to the cheapest hiding spot [m]; ties go to the obstacle listed first.
std::optional<Vec3> displacement_to_spot(const HideDef& def, const TargetState& hunter, const AgentView& view,
                                         AgentIndex agent) {
  const Vec3 p = view.position(agent);
  const Vec3 hunter_position = p + hunter.displacement;
  const double behind_rim = view.value(def.distance_from_boundary, agent);
  const double rear_bias = view.value(def.rear_bias, agent);
  const StaticGeometry geometry = view.world().geometry();
  std::optional<Vec3> best;
  double best_cost = kInfinity;
  std::uint32_t best_obstacle = 0;
  const auto consider = [&](const auto& shape, std::uint32_t k) {
    const std::optional<Vec3> behind =
        hiding_spot(shape, view.displacement(hunter_position, shape.center()), behind_rim);
    if (!behind) return;
    const Vec3 spot = *behind;
    const Vec3 displacement = view.displacement(p, spot);
    const double ahead_of_hunter = dot(hunter.heading, direction(view.displacement(hunter_position, spot)));
    const double cost = length(displacement) * (1.0 + rear_bias * ahead_of_hunter);
    if (cost > best_cost || cost == kInfinity || (cost == best_cost && k >= best_obstacle)) return;
    if (def.reject_blocked && is_blocked(spot, displacement, k, view, agent)) return;
    best_cost = cost;
    best_obstacle = k;
    best = displacement;
  };
  if (geometry.is_spatial()) {
    const SpaceGeometry space = geometry.in_space();
    for (std::uint32_t k = 0; k < space.obstacles().size(); ++k)
      if (space.is_obstacle_present(k)) consider(space.obstacles()[k], k);
    return best;
  }
  const auto weigh = [&](std::uint32_t k) { consider(geometry.shapes()[k], k); };
  // The spot of an obstacle that is farther than `reach` costs at least this; less a margin for rounding.
  const auto is_enough = [&](double reach) {
    return best_cost < (reach - behind_rim) * (1.0 - rear_bias) - 1e-9 * reach;
  };
  geometry.obstacle_grid().visit_outward(p, weigh, is_enough);
  return best;
}

std::optional<Request> steer(const HideDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState hunter = view.target(def.target, agent);
  if (!hunter.found) return std::nullopt;
  if (length(hunter.displacement) > view.value_or(def.threat_distance, agent, kInfinity)) return std::nullopt;
  if (!wants_to_hide(def, hunter, view, agent)) return std::nullopt;
  const std::optional<Vec3> displacement = displacement_to_spot(def, hunter, view, agent);
  if (displacement) return arrive_request(def.arrival, view, agent, *displacement);
  return evade_request(hunter, closing_time(hunter, view, agent), view, agent,
                       view.value(def.arrival.response_time, agent));
}

// The hiding spot, also while nothing makes the agent hide.
std::optional<Vec3> displacement_to_aim(const HideDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState hunter = view.target(def.target, agent);
  if (!hunter.found || length(hunter.displacement) > view.value_or(def.threat_distance, agent, kInfinity))
    return std::nullopt;
  return displacement_to_spot(def, hunter, view, agent);
}

// A hunter that moves moves the spot.
std::optional<double> distance_to_rest(const HideDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> spot = displacement_to_aim(def, view, agent);
  if (!spot) return std::nullopt;
  return distance_to_rest_at(view, agent, *spot, length(view.target(def.target, agent).velocity));
}

constexpr TypedBehavior<HideDef> kTypedHide = {
    .info = {.name = "hide",
             .summary = "Steers behind the best obstacle, out of a hunter's sight; evades the hunter where "
                        "there is none.",
             .source = "Buckland, Programming Game AI by Example, ch. 3",
             .example = R"({"type": "hide", "target": {"agent": "hunter"}, "threat_distance": 20})",
             .related = "evade, flee",
             .in_space = true},
    .fields = kHideFields,
    .memory = 1,
    .start = start,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kHide = make_behavior<kTypedHide>();

}  // namespace drover
