#include "actions/aiming.h"

#include "ballistics/firing.h"
#include "ballistics/rolling.h"
#include "ballistics/simulated_targeting.h"
#include "core/frame.h"
#include "sim/step/hands.h"
#include "sim/step/projectile_flight.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

// The two arcs in closed form. An instant shot goes straight to where the target is.
FiringSolution solve(const ProjectileModel& model, const AimedShot& shot) {
  const ProjectileType& type = shot.type;
  const Vec3 to_target = shot.aim.place - shot.start;
  if (type.is_instant) {
    const double distance = length(to_target);
    if (distance < kLengthEpsilon || distance > type.range) return {};
    const FiringArc straight{0.0, to_target / distance};
    return {straight, straight};
  }
  const Vec3 velocity = shot.aim.velocity - shot.inherited;
  const LinearDrag drag{
      .gravity = type.gravity, .k = type.drag_linear, .wind = model.constant_wind() - shot.inherited};
  return type.drag_linear > 0.0 ? firing_solution(to_target, velocity, shot.speed, drag)
                                : firing_solution(to_target, velocity, shot.speed, type.gravity);
}

// One of them by trial flights, which go as those of the world do.
std::optional<FiringArc> search(TargetingArc arc, const FlightLaw& law, double time, const AimedShot& shot) {
  const TargetingShot trial{.start = {shot.start, shot.inherited, time},
                            .target = shot.aim.place,
                            .target_velocity = shot.aim.velocity,
                            .speed = shot.speed,
                            .gravity = shot.type.gravity,
                            .arc = arc};
  const auto advance = [&](FlightState& state, double duration) { state = law.advanced(state, duration); };
  const Targeting found = simulated_targeting(trial, {}, advance);
  if (found.outcome != TargetingOutcome::solved) return std::nullopt;
  return FiringArc{found.time, found.direction};
}

// Whether nothing that stands is in the way of a flight until it is near its target; agents are not looked
// at.
bool is_free(const World& world, const FlightLaw& law, const AimedShot& shot, const FiringArc& arc) {
  constexpr double kPiece = 0.02, kNear = 0.5;  // s, m
  const double radius = shot.type.radius;
  const StaticGeometry geometry = world.geometry();
  const Terrain terrain(world, Terrain::Time::begin);
  const Vec3 end = shot.aim.place + shot.aim.velocity * arc.time;
  if (shot.type.is_instant) return !geometry.blocks_sight(shot.start, end);
  FlightState state{shot.start, arc.direction * shot.speed + shot.inherited, world.time()};
  for (double time = 0.0; time < arc.time; time += kPiece) {
    const FlightState next = law.advanced(state, kPiece);
    if (length(next.position - end) <= kNear + radius) return true;
    Vec3 from = state.position, to = next.position;
    if (world.model().is_elevated()) {
      if (terrain.under(to, kInfinity).height > to.z - radius) return false;
      from.z = to.z = 0.0;
    }
    if (!geometry.is_empty() &&
        (geometry.first_obstacle_hit(from, to, radius) || geometry.first_swept_wall_hit(from, to, radius)))
      return false;
    state = next;
  }
  return true;
}

double drawn_angle(const AimKeys& keys, double spread, Draws& draws) {
  return spread * (keys.spread_law == SpreadLaw::normal ? draws.normal() : draws.signed_uniform());
}

// In the plane: straight, and slower and slower.
std::optional<Vec3> roll_direction(const AimedShot& shot) {
  const BallDef& ball = *shot.type.ball;
  const std::optional<RollingPass> pass =
      rolling_pass(shot.aim.place - shot.start, shot.aim.velocity - shot.inherited, shot.speed,
                   {ball.rolling_drag, ball.rolling_drag_linear});
  return pass ? std::optional(pass->direction) : std::nullopt;
}

}  // namespace

double feet_of(const World& world, AgentIndex agent) {
  return world.model().is_elevated() ? world.state.elevation.z[agent] : 0.0;
}

std::optional<AimPoint> find_aim(const AimKeys& keys, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(keys.target, agent);
  if (!target.found || target.is_direction) return std::nullopt;
  if (length(target.displacement) > view.value_or(keys.max_range, agent, kInfinity)) return std::nullopt;
  const World& world = view.world();
  AimPoint aim{view.position(agent) + target.displacement, {}};
  double aim_height = 0.0;
  if (target.agent != kNoIndex) {
    aim.velocity = world.state.motion.velocity(target.agent);
    if (world.model().is_elevated()) {
      aim.place.z = feet_of(world, target.agent);
      aim.velocity.z = world.state.elevation.vz[target.agent];
      aim_height = kShareOfHeight * world.model().type_of(target.agent).body_height;
    }
  } else if (world.model().is_elevated()) {
    aim.place.z = Terrain(world, Terrain::Time::begin).under(aim.place, kInfinity).height;
  }
  aim.place.z += view.value_or(keys.aim_height, agent, aim_height);
  if (!keys.lead) aim.velocity = {};
  aim.agent = target.agent;
  return aim;
}

std::optional<Vec3> aimed_direction(const AimKeys& keys, const AgentView& view, const AimedShot& shot) {
  const World& world = view.world();
  const bool is_planar = world.model().dimensions == Dimensions::plane;
  if (is_planar && shot.type.ball) return roll_direction(shot);
  const FlightLaw law(world, shot.type);
  const bool is_closed = law.is_exact() || is_planar || shot.type.is_instant;
  const FiringSolution arcs = is_closed ? solve(world.model().projectiles, shot) : FiringSolution{};
  const auto arc_of = [&](TargetingArc arc) {
    if (!is_closed) return search(arc, law, view.time(), shot);
    return arc == TargetingArc::low ? arcs.low : arcs.high;
  };
  for (const TargetingArc which : {TargetingArc::low, TargetingArc::high}) {
    if (keys.arc == Arc::low && which == TargetingArc::high) continue;
    if (keys.arc == Arc::high && which == TargetingArc::low) continue;
    const std::optional<FiringArc> arc = arc_of(which);
    if (!arc || (keys.arc == Arc::unblocked && !is_free(world, law, shot, *arc))) continue;
    return arc->direction;
  }
  return std::nullopt;
}

Vec3 spread_direction(const AimKeys& keys, const AgentView& view, AgentIndex agent, Vec3 direction) {
  const double spread = view.value(keys.spread, agent);
  if (spread == 0.0) return direction;
  Draws draws = view.draws(agent);
  const det::SinCos yaw = det::sin_cos(drawn_angle(keys, spread, draws));
  const Vec3 turned{direction.x * yaw.cos - direction.y * yaw.sin,
                    direction.x * yaw.sin + direction.y * yaw.cos, direction.z};
  if (view.world().model().dimensions == Dimensions::plane) return turned;
  const double run = std::sqrt(turned.x * turned.x + turned.y * turned.y);
  if (run < kLengthEpsilon) return turned;
  const det::SinCos pitch = det::sin_cos(drawn_angle(keys, spread, draws));
  const Vec3 up = Vec3{-turned.x * turned.z, -turned.y * turned.z, run * run} / run;
  return turned * pitch.cos + up * pitch.sin;
}

std::optional<Problem> check_aim(const AimKeys& keys, const Model& model, const ProjectileType& type,
                                 std::string_view pointer) {
  const ProjectileModel& projectiles = model.projectiles;
  if (type.is_instant) {
    if (keys.arc != Arc::high) return std::nullopt;
    return Problem{.pointer = "/arc",
                   .message = "an instant shot goes straight: it has no arcs",
                   .severity = Severity::warning};
  }
  const bool floats = type.gravity == Vec3{} && projectiles.winds.empty() && projectiles.wells.empty();
  if (keys.arc == Arc::high && floats) {
    return Problem{.pointer = "/arc",
                   .message = "without gravity there is no high arc: it never flies",
                   .hint = "Take \"low\", or give the projectile type a gravity.",
                   .severity = Severity::warning};
  }
  const bool is_even = projectiles.is_even() && type.drag_quadratic == 0.0;
  if (model.dimensions == Dimensions::plane && !is_even) {
    return Problem{.pointer = std::string(pointer),
                   .message =
                       "in the plane the aim allows neither for quadratic drag nor for wells and winds "
                       "that are not the same everywhere",
                   .severity = Severity::warning};
  }
  return std::nullopt;
}

}  // namespace drover
