#include "actions/aiming.h"

#include <algorithm>

#include <fmt/format.h>

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

RollingLaw rolling_of(const BallDef& ball) {
  return {ball.rolling_drag, ball.rolling_drag_linear};
}

// In the plane: straight, and slower and slower.
std::optional<Vec3> roll_direction(const AimedShot& shot) {
  const std::optional<RollingPass> pass =
      rolling_pass(shot.aim.place - shot.start, shot.aim.velocity - shot.inherited, shot.speed,
                   rolling_of(*shot.type.ball));
  return pass ? std::optional(pass->direction) : std::nullopt;
}

// The direction of a muzzle velocity that, with what is inherited, leads along a way; and how fast.
struct Muzzle {
  Vec3 direction;
  double speed;  // along the way [m/s]
};
std::optional<Muzzle> muzzle_along(Vec3 way, const AimedShot& shot) {
  const Vec3 across = shot.inherited - way * dot(shot.inherited, way);
  const double square = shot.speed * shot.speed - length2(across);
  const double along = square > 0.0 ? std::sqrt(square) : 0.0;
  const double speed = along + dot(shot.inherited, way);
  if (!(along > 0.0 && speed > 0.0)) return std::nullopt;
  return Muzzle{(way * along - across) / shot.speed, speed};
}

// No more walls than this are there to aim by, and no more sequences of them are tried.
constexpr std::size_t kMostWalls = 64;
constexpr double kMostSequences = 4096.0;

// The segments of the walls that are there, seen from the side of the shot. Returns how many.
std::size_t list_walls(const World& world, Vec3 start, std::span<ReboundWall> walls) {
  const StaticGeometry geometry = world.geometry();
  std::size_t count = 0;
  for (const Segment& segment : geometry.segments()) {
    if (count == walls.size() || !geometry.is_wall_present(segment.wall)) continue;
    const double side = dot(start - segment.a, segment.normal);
    walls[count++] = {segment.a, segment.b, side < 0.0 ? -segment.normal : segment.normal};
  }
  return count;
}

// Off walls, to where the target is.
std::optional<Vec3> rebound_direction(const AimKeys& keys, const World& world, const AimedShot& shot) {
  std::array<ReboundWall, kMostWalls> walls;
  const std::size_t count = list_walls(world, shot.start, walls);
  const BallDef& ball = *shot.type.ball;
  const ReboundShot wanted{
      .start = shot.start,
      .target = shot.aim.place,
      .radius = shot.type.radius,
      .law = {.restitution = ball.restitution, .friction = ball.friction, .grip_share = ball.grip_share},
      .min_bounces = keys.aim == AimWay::rebound ? 1U : 0U,
      .max_bounces = static_cast<std::size_t>(keys.max_bounces)};
  const StaticGeometry geometry = world.geometry();
  const auto leg_is_free = [&](Vec3 from, Vec3 to) {
    return !geometry.has_obstacles() || !geometry.first_obstacle_hit(from, to, shot.type.radius);
  };
  const std::optional<Rebound> rebound = predict_rebound(wanted, std::span(walls).first(count), leg_is_free);
  if (!rebound) return std::nullopt;
  const std::optional<Muzzle> muzzle = muzzle_along(rebound->direction, shot);
  if (!muzzle || muzzle->speed < rebound_launch_speed(*rebound, rolling_of(ball), 0.0)) return std::nullopt;
  return muzzle->direction;
}

// What an aim by way of walls cannot do in this world.
std::optional<Problem> check_rebound(const AimKeys& keys, const Model& model, const ProjectileType& type) {
  if (!type.ball || model.dimensions != Dimensions::plane) {
    return Problem{
        .pointer = "/aim",
        .message = "only balls in the plane are aimed by way of walls",
        .found = fmt::format("\"{}\" is {}", type.name, type.ball ? "not in the plane" : "no ball")};
  }
  const std::size_t walls = model.statics->shapes.segments.size();
  double sequences = 1.0;
  for (std::int64_t k = 0; k < keys.max_bounces; ++k)
    sequences *= static_cast<double>(walls);
  if (walls > kMostWalls || sequences > kMostSequences) {
    return Problem{.pointer = "/max_bounces",
                   .message = "too many sequences of walls to aim by",
                   .found = fmt::format("{} straight walls, {} bounces", walls, keys.max_bounces),
                   .allowed = {fmt::format("up to {} walls, {} sequences", kMostWalls, kMostSequences)},
                   .hint = "Take fewer bounces."};
  }
  if (walls > 0) return std::nullopt;
  return Problem{
      .pointer = "/aim", .message = "there are no walls to bounce off", .severity = Severity::warning};
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
    aim.velocity = world.seen_motion().velocity(target.agent);
    if (world.model().is_elevated()) {
      aim.place.z = feet_of(world, target.agent);
      aim.velocity.z = world.state.elevation.vz[target.agent];
      aim_height = kShareOfHeight * world.model().type_of(target.agent).body_height;
    }
  } else if (target.projectile != kNoIndex) {
    aim.place.z = world.state.projectiles.z[target.projectile];
    aim.velocity = world.state.projectiles.velocity(target.projectile);
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
  if (is_planar && shot.type.ball)
    return keys.aim == AimWay::straight ? roll_direction(shot) : rebound_direction(keys, world, shot);
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
  if (keys.aim != AimWay::straight) return check_rebound(keys, model, type);
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
