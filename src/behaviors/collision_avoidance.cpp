// collision_avoidance: keeps clear of other moving agents, by their predicted positions.
// Millington 3.3.14. The printed time of closest approach has the wrong sign, the least distance is too
// small, the request leads into the other agent, and agents that overlap already are overlooked; all four are
// corrected here. The printed request is full acceleration or nothing; here it is as large as the collision
// is deep and near (see avoidance.md).
#include <cmath>

#include "behaviors/flock_rules.h"
#include "behaviors/threat.h"
#include "core/quaternion.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/perception/closest_approach.h"

namespace drover {
namespace {

DROVER_ENUM(CollisionAvoidanceVariant, cone, closest_approach)

DROVER_ENUM(ConeResponse, mean, closest)

// Collisions are foreseen from farther away than a flock is perceived.
NeighborhoodDef wide_neighborhood() {
  NeighborhoodDef def;
  def.radius = 10.0;
  return def;
}

struct CollisionAvoidanceDef {
  CollisionAvoidanceVariant variant = CollisionAvoidanceVariant::closest_approach;
  Parameter horizon = 5.0;
  Parameter margin = 0.0;
  Parameter margin_factor;
  bool printed_form = false;
  double cone_half_angle = det::kPi / 6.0;
  ConeResponse cone_response = ConeResponse::mean;
  Parameter response_time = 0.1;
  NeighborhoodDef neighborhood = wide_neighborhood();
  PerceptionHandle perceived;
};

constexpr auto kCollisionAvoidanceOwnFields = fields(
    field<&CollisionAvoidanceDef::variant>(
        {.key = "variant",
         .doc =
             "The agents to avoid: cone evades those ahead, whether or not they come near; closest_approach "
             "the one with which a collision is due first, if both keep their velocities."}),
    field<&CollisionAvoidanceDef::horizon>({.key = "horizon",
                                            .unit = "s",
                                            .range = left_open(0, 1e6),
                                            .doc = "closest_approach looks this far into the future.",
                                            .original_default = "no limit (Millington)",
                                            .read_when = when("variant", "closest_approach")}),
    field<&CollisionAvoidanceDef::margin>({.key = "margin",
                                           .unit = "m",
                                           .range = closed(0, 1e5),
                                           .doc = "Free space closest_approach keeps between the bodies.",
                                           .original_default = "0 (Millington)",
                                           .read_when = when("variant", "closest_approach")}),
    field<&CollisionAvoidanceDef::margin_factor>(
        {.key = "margin_factor",
         .range = closed(0, 1e5),
         .doc = "The margin in lengths of the agent's body (body_length) instead of in meters.",
         .otherwise = "margin counts",
         .body_lengths_of = "margin",
         .read_when = when("variant", "closest_approach")}),
    field<&CollisionAvoidanceDef::printed_form>(
        {.key = "printed_form",
         .doc =
             "closest_approach asks for full acceleration, as it was printed, and pushes off bodies at rest "
             "within the margin too; false: as hard as the collision is deep and near.",
         .original_default = "true (Millington)",
         .read_when = when("variant", "closest_approach")}),
    field<&CollisionAvoidanceDef::cone_half_angle>(
        {.key = "cone_half_angle",
         .unit = "rad",
         .range = left_open(0, det::kPi),
         .doc =
             "The cone reaches this far to either side of the heading; it takes the place of view and fov.",
         .original_default = "no value given (Millington)",
         .read_when = when("variant", "cone")}),
    field<&CollisionAvoidanceDef::cone_response>(
        {.key = "cone_response",
         .doc =
             "Of those in the cone, evade the mean of their places and velocities, or the closest one. The "
             "velocity follows with response_time.",
         .read_when = when("variant", "cone")}),
    field<&CollisionAvoidanceDef::response_time>(kResponseTime));

constexpr auto kCollisionAvoidanceFields = join(
    kCollisionAvoidanceOwnFields,
    read_when("variant", "closest_approach", embed<&CollisionAvoidanceDef::neighborhood>(kNeighborhoodFields),
              "view", "fov", "fov_by", "back_factor", "front_factor"));

double touching_distance(const World& world, AgentIndex agent, AgentIndex other) {
  return world.state.limits.radius[agent] + world.state.limits.radius[other];
}

// How near the centers may come [m].
double least_distance(const CollisionAvoidanceDef& def, const World& world, AgentIndex agent,
                      AgentIndex other) {
  return touching_distance(world, agent, other) + length_of(def.margin, def.margin_factor, world, agent);
}

ApproachRule rule_of(const CollisionAvoidanceDef& def, const World& world, AgentIndex agent) {
  return {.margin = length_of(def.margin, def.margin_factor, world, agent),
          .horizon = world.state.value(def.horizon, agent),
          .response_time = world.state.value(def.response_time, agent),
          .printed_form = def.printed_form};
}

// `displacement` leads from the agent to the other now.
Approach approach_of(const CollisionAvoidanceDef& def, const World& world, AgentIndex agent, AgentIndex other,
                     Vec3 displacement) {
  const Vec3 velocity = world.state.motion.velocity(other) - world.state.motion.velocity(agent);
  return closest_approach(rule_of(def, world, agent), touching_distance(world, agent, other), displacement,
                          velocity);
}

double time_of_collision(const CollisionAvoidanceDef& def, const World& world, AgentIndex self,
                         AgentIndex other, Vec3 displacement) {
  return approach_key(rule_of(def, world, self), approach_of(def, world, self, other, displacement));
}

// Whether time_of_collision is the same with either: all that it reads.
bool has_equal_time(const CollisionAvoidanceDef& a, const CollisionAvoidanceDef& b) {
  return a.horizon == b.horizon && a.margin == b.margin && a.margin_factor == b.margin_factor &&
         a.printed_form == b.printed_form && a.response_time == b.response_time;
}

double distance2(const void*, const World&, AgentIndex, AgentIndex, Vec3 displacement) {
  return length2(displacement);
}

void plan(CollisionAvoidanceDef& def, PerceptionPlan& plan) {
  if (def.variant == CollisionAvoidanceVariant::closest_approach) {
    def.perceived = plan.need_argmin(def.neighborhood, {.key = erased<time_of_collision>,
                                                        .params = &def,
                                                        .equal = erased_pair<has_equal_time>,
                                                        .approach = erased<rule_of>});
    return;
  }
  NeighborhoodDef cone = def.neighborhood;
  cone.view = View::angle;
  cone.fov = 2.0 * def.cone_half_angle;
  plan.need(cone, {});
  def.perceived = def.cone_response == ConeResponse::mean
                      ? plan.need(cone, {Reduction::displacement, Reduction::velocity})
                      : plan.need_argmin(cone, {.key = distance2, .params = nullptr, .is_distance = true});
}

TargetState threat_from(const AgentView& view, AgentIndex agent, AgentIndex other) {
  TargetState threat;
  threat.found = true;
  threat.displacement = view.displacement(view.position(agent), view.position(other));
  threat.velocity = view.seen_velocity(view.world().state.motion.velocity(other), agent);
  threat.agent = other;
  return threat;
}

// Left of the heading, which in space is horizontal.
Vec3 left_ahead(const AgentView& view, AgentIndex agent) {
  return view.world().model().is_spatial() ? left_of(view.heading(agent)) : view.frame(agent).left;
}

// Away from the place of the other at the closest approach. Two agents with centers that would meet each go
// to their own left, so that a pair that meets head-on separates; two at the same position separate along x.
Vec3 way_off(const Approach& approach, TargetState threat, const AgentView& view, AgentIndex agent) {
  if (approach.time > 0.0 && direction(approach.offset) == Vec3{}) return left_ahead(view, agent);
  threat.displacement = approach.offset;
  return direction_from(threat, view, agent);
}

// How far from the agent another is seen [m]; without an end where that follows a quantity.
double sight_of(const NeighborhoodDef& seen, const World& world, AgentIndex agent, AgentIndex other) {
  if (seen.radius_by) return kInfinity;
  const double reach = length_of(seen.radius, seen.length_factor, world, agent);
  return seen.add_other_radius ? reach + world.state.limits.radius[other] : reach;
}

// The change of velocity [m/s] that makes up for the depth in the time that is left. It sets in over the last
// quarter of the horizon, and over that of the distance at which others are seen.
Vec3 change_off(const CollisionAvoidanceDef& def, const Approach& approach, const TargetState& threat,
                const AgentView& view, AgentIndex agent) {
  if (!(approach.time <= view.value(def.horizon, agent))) return {};
  const double change = approach.depth / larger(approach.time, view.value(def.response_time, agent));
  const double reach = sight_of(def.neighborhood, view.world(), agent, threat.agent);
  const double left = smaller(1.0 - approach.time / view.value(def.horizon, agent),
                              1.0 - length(threat.displacement) / reach);
  return way_off(approach, threat, view, agent) * (change * smaller(1.0, 4.0 * larger(0.0, left)));
}

std::optional<Request> avoid(const CollisionAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  const AgentIndex other = view.perceived(def.perceived).argmin(def.perceived.index, agent);
  if (other == kNoIndex) return std::nullopt;
  const TargetState threat = threat_from(view, agent, other);
  const World& world = view.world();
  const Approach approach = approach_of(def, world, agent, other, threat.displacement);
  if (def.printed_form) return full_acceleration_request(view, agent, way_off(approach, threat, view, agent));
  Vec3 change = change_off(def, approach, threat, view, agent);
  if (approach.time == 0.0) {
    // Within the margin; at its border the request is that of those farther apart.
    constexpr double kDeep = 0.1;  // of the sum of the radii
    const double reach = least_distance(def, world, agent, other);
    const double deep = kDeep * touching_distance(world, agent, other);
    const double part = smaller(1.0, (reach - length(threat.displacement)) / deep);
    const Vec3 velocity = world.state.motion.velocity(other) - world.state.motion.velocity(agent);
    const Approach ahead =
        approach_ahead(world.state.value(def.horizon, agent), reach, threat.displacement, velocity);
    change = change * part + change_off(def, ahead, threat, view, agent) * (1.0 - part);
  }
  const double response_time = world.state.value(def.response_time, agent);
  if (view.request_unit(agent) == RequestUnit::velocity)
    return velocity_request(view, agent, view.velocity(agent) + change, response_time);
  // Relative to the velocity the agent has, so it is a push without damping.
  return clip(change / response_time, view.clip_length(view.max_request(agent)));
}

// The agents in the cone count as one, at the mean of their positions.
TargetState mean_threat(const Perceived& seen, const AgentView& view, AgentIndex agent) {
  const double count = static_cast<double>(seen.count(agent));
  TargetState threat;
  threat.found = true;
  threat.displacement = seen.displacement_sum(agent) / count;
  threat.velocity = view.seen_velocity(seen.velocity_sum(agent) / count, agent);
  return threat;
}

std::optional<Request> evade_cone(const CollisionAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  const Perceived& seen = view.perceived(def.perceived);
  if (seen.count(agent) == 0) return std::nullopt;
  const TargetState threat = def.cone_response == ConeResponse::mean
                                 ? mean_threat(seen, view, agent)
                                 : threat_from(view, agent, seen.argmin(def.perceived.index, agent));
  return evade_request(threat, closing_time(threat, view, agent), view, agent,
                       view.value(def.response_time, agent));
}

std::optional<Request> steer(const CollisionAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  return def.variant == CollisionAvoidanceVariant::cone ? evade_cone(def, view, agent)
                                                        : avoid(def, view, agent);
}

constexpr TypedBehavior<CollisionAvoidanceDef> kTypedCollisionAvoidance = {
    .info = {.name = "collision_avoidance",
             .summary = "Keeps clear of moving agents by where they will be; where bodies must not merge, "
                        "enable simulation.non_penetration.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.14",
             .example = R"({"type": "collision_avoidance", "radius": 8, "horizon": 3})",
             .related = "separation, evade, obstacle_avoidance",
             .in_space = true},
    .fields = kCollisionAvoidanceFields,
    .check = check_neighborhood,
    .probability = 0.9,
    .leads = false,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kCollisionAvoidance = make_behavior<kTypedCollisionAvoidance>();

}  // namespace drover
