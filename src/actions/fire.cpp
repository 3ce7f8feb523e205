// fire: the agent lets a projectile fly at a target. Millington, AI for Games, 3rd ed., 3.5.1 and 3.5.3.
#include <fmt/format.h>

#include "ballistics/firing.h"
#include "ballistics/simulated_targeting.h"
#include "core/frame.h"
#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/action_context.h"
#include "sim/step/projectile_flight.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

DROVER_ENUM(Arc, low, high)
DROVER_ENUM(SpreadLaw, uniform, normal)

struct FireDef {
  Reference projectile{ReferenceType::projectile_type, {}, kNoIndex};
  Target target;
  Parameter period = 1.0;
  Arc arc = Arc::low;
  bool lead = true;
  Parameter max_range;
  Parameter spread = 0.0;
  SpreadLaw spread_law = SpreadLaw::uniform;
  std::optional<Vec3> muzzle_offset;
  Parameter aim_height;
};

constexpr auto kFireFields = fields(
    field<&FireDef::projectile>(
        {.key = "projectile", .doc = "What it fires: a projectile type.", .required = true}),
    field<&FireDef::target>({.key = "target",
                             .doc = "What it fires at; of a group or an agent type, the nearest member.",
                             .required = true}),
    field<&FireDef::period>({.key = "period",
                             .unit = "s",
                             .range = closed(0, 1e9),
                             .doc = "From one shot to the next, rounded up to whole steps; one step at "
                                    "least."}),
    field<&FireDef::arc>({.key = "arc",
                          .doc = "Of the two ways to hit: the one that arrives first, or the steep one, "
                                 "which gets over walls. Without gravity there is no high one."}),
    field<&FireDef::lead>(
        {.key = "lead", .doc = "Whether it aims where a target that moves evenly will be."}),
    field<&FireDef::max_range>({.key = "max_range",
                                .unit = "m",
                                .range = left_open(0, 1e6),
                                .doc = "At targets farther away it does not fire.",
                                .otherwise = "any distance"}),
    field<&FireDef::spread>({.key = "spread",
                             .unit = "rad",
                             .range = closed(0, det::kPi),
                             .doc = "How far shots miss the direction of aim, to the side and in height."}),
    field<&FireDef::spread_law>(
        {.key = "spread_law",
         .doc = "uniform: up to the spread to either side. normal: the spread is the standard deviation."}),
    field<&FireDef::muzzle_offset>(
        {.key = "muzzle_offset",
         .unit = "m",
         .doc = "Where its shots begin, seen from its position: ahead, to the left, up.",
         .otherwise = "at the border of its body, ahead; on ground with heights two thirds of its "
                      "body_height up",
         .has_height = true}),
    field<&FireDef::aim_height>({.key = "aim_height",
                                 .unit = "m",
                                 .range = closed(-1e3, 1e3),
                                 .doc = "How high over the position of the target it aims.",
                                 .otherwise = "0; on ground with heights two thirds of the body_height of an "
                                              "agent",
                                 .in_plane = false,
                                 .on_heights = true}));

// The memory: the tick from which on it may fire again.
bool is_ready(const AgentView& view, AgentIndex agent) {
  return static_cast<double>(view.world().state.tick) >= view.memory(agent)[0];
}

void reload(const FireDef& def, const AgentView& view, AgentIndex agent) {
  const std::uint64_t period =
      std::max<std::uint64_t>(1, first_tick_from(view.value(def.period, agent), view.dt()));
  view.memory_to_write(agent)[0] = static_cast<double>(view.world().state.tick + period);
}

// A place on a body [m]: agents stand on ground with heights by their feet.
constexpr double kShareOfHeight = 2.0 / 3.0;
double feet_of(const World& world, AgentIndex agent) {
  return world.model().is_elevated() ? world.state.elevation.z[agent] : 0.0;
}

Vec3 muzzle_of(const FireDef& def, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  Vec3 offset{view.radius(agent), 0.0, 0.0};
  if (world.model().is_elevated()) offset.z = kShareOfHeight * world.model().type_of(agent).body_height;
  if (def.muzzle_offset) offset = *def.muzzle_offset;
  const Vec3 feet{0.0, 0.0, feet_of(world, agent)};
  return view.position(agent) + feet + view.frame(agent).vector(offset);
}

// Where the muzzle velocity has to lead to, and how that moves.
struct Aim {
  Vec3 place;     // m
  Vec3 velocity;  // m/s
};

std::optional<Aim> find_aim(const FireDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found || target.is_direction) return std::nullopt;
  if (length(target.displacement) > view.value_or(def.max_range, agent, kInfinity)) return std::nullopt;
  const World& world = view.world();
  Aim aim{view.position(agent) + target.displacement, {}};
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
  aim.place.z += view.value_or(def.aim_height, agent, aim_height);
  if (!def.lead) aim.velocity = {};
  return aim;
}

// A shot before its direction is known.
struct Setup {
  const ProjectileType& type;
  Aim aim;
  Vec3 muzzle;     // m
  Vec3 inherited;  // velocity [m/s]
};

// The direction of the muzzle velocity in closed form; none where no shot hits. An instant shot goes straight
// to where the target is.
std::optional<Vec3> solve(const FireDef& def, const ProjectileModel& model, const Setup& setup) {
  const ProjectileType& type = setup.type;
  const Vec3 to_target = setup.aim.place - setup.muzzle;
  if (type.is_instant) {
    const double distance = length(to_target);
    if (distance < kLengthEpsilon || distance > type.range) return std::nullopt;
    return to_target / distance;
  }
  const Vec3 velocity = setup.aim.velocity - setup.inherited;
  const LinearDrag drag{
      .gravity = type.gravity, .k = type.drag_linear, .wind = model.constant_wind() - setup.inherited};
  const FiringSolution solution = type.drag_linear > 0.0
                                      ? firing_solution(to_target, velocity, type.muzzle_speed, drag)
                                      : firing_solution(to_target, velocity, type.muzzle_speed, type.gravity);
  const std::optional<FiringArc>& arc = def.arc == Arc::low ? solution.low : solution.high;
  return arc ? std::optional(arc->direction) : std::nullopt;
}

// The same by trial flights, which go as those of the world do.
std::optional<Vec3> search(const FireDef& def, const FlightLaw& law, double time, const Setup& setup) {
  const TargetingShot shot{.start = {setup.muzzle, setup.inherited, time},
                           .target = setup.aim.place,
                           .target_velocity = setup.aim.velocity,
                           .speed = setup.type.muzzle_speed,
                           .gravity = setup.type.gravity,
                           .arc = def.arc == Arc::low ? TargetingArc::low : TargetingArc::high};
  const auto advance = [&](FlightState& state, double duration) { state = law.advanced(state, duration); };
  const Targeting found = simulated_targeting(shot, {}, advance);
  return found.outcome == TargetingOutcome::solved ? std::optional(found.direction) : std::nullopt;
}

double drawn_angle(const FireDef& def, double spread, Draws& draws) {
  return spread * (def.spread_law == SpreadLaw::normal ? draws.normal() : draws.signed_uniform());
}

// Turned to the side about the vertical, and up or down.
Vec3 spread_direction(const FireDef& def, const AgentView& view, AgentIndex agent, Vec3 direction) {
  const double spread = view.value(def.spread, agent);
  if (spread == 0.0) return direction;
  Draws draws = view.draws(agent);
  const det::SinCos yaw = det::sin_cos(drawn_angle(def, spread, draws));
  const Vec3 turned{direction.x * yaw.cos - direction.y * yaw.sin,
                    direction.x * yaw.sin + direction.y * yaw.cos, direction.z};
  if (view.world().model().dimensions == Dimensions::plane) return turned;
  const double run = std::sqrt(turned.x * turned.x + turned.y * turned.y);
  if (run < kLengthEpsilon) return turned;
  const det::SinCos pitch = det::sin_cos(drawn_angle(def, spread, draws));
  const Vec3 up = Vec3{-turned.x * turned.z, -turned.y * turned.z, run * run} / run;
  return turned * pitch.cos + up * pitch.sin;
}

void fire(const FireDef& def, ActionContext& context, AgentIndex agent) {
  const AgentView& view = context.view();
  const ProjectileModel& projectiles = context.model().projectiles;
  const ProjectileType& type = projectiles.types[def.projectile.index];
  const std::optional<Aim> aim = find_aim(def, view, agent);
  if (!aim) return;
  const Setup setup{type, *aim, muzzle_of(def, view, agent),
                    view.world().state.motion.velocity(agent) * type.inherit_velocity};
  reload(def, view, agent);
  const FlightLaw law(view.world(), type);
  const bool is_planar = context.model().dimensions == Dimensions::plane;
  const std::optional<Vec3> direction = law.is_exact() || is_planar || type.is_instant
                                            ? solve(def, projectiles, setup)
                                            : search(def, law, view.time(), setup);
  if (!direction) return context.count_unsolved(agent);
  const Vec3 shot = spread_direction(def, view, agent, *direction);
  context.launch(agent, def.projectile.index, setup.muzzle, shot * type.muzzle_speed + setup.inherited);
}

void act(const FireDef& def, ActionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    if (is_ready(context.view(), agent)) fire(def, context, agent);
}

// What its aim cannot do in this world.
std::optional<Problem> check_in_world(const FireDef& def, const Model& model) {
  const ProjectileModel& projectiles = model.projectiles;
  const ProjectileType& type = projectiles.types[def.projectile.index];
  if (type.is_instant) {
    if (def.arc == Arc::low) return std::nullopt;
    return Problem{.pointer = "/arc",
                   .message = "an instant shot goes straight: it has no arcs",
                   .severity = Severity::warning};
  }
  const bool floats = type.gravity == Vec3{} && projectiles.winds.empty() && projectiles.wells.empty();
  if (def.arc == Arc::high && floats) {
    return Problem{.pointer = "/arc",
                   .message = "without gravity there is no high arc: it never fires",
                   .hint = "Take \"low\", or give the projectile type a gravity.",
                   .severity = Severity::warning};
  }
  const double period = def.period.constant();
  if (!def.period.varies() && period > 0.0 && period < model.dt) {
    return Problem{.pointer = "/period",
                   .message = "the period is shorter than a step: it fires once in every step",
                   .found = fmt::format("{} s, with steps of {} s", period, model.dt),
                   .severity = Severity::warning};
  }
  const bool is_even = projectiles.is_even() && type.drag_quadratic == 0.0;
  if (model.dimensions == Dimensions::plane && !is_even) {
    return Problem{.pointer = "/projectile",
                   .message =
                       "in the plane the aim allows neither for quadratic drag nor for wells and winds "
                       "that are not the same everywhere",
                   .severity = Severity::warning};
  }
  return std::nullopt;
}

constexpr TypedAction<FireDef> kTypedFire = {
    .info = {.name = "fire",
             .summary = "Lets a projectile fly at a target, aimed so that it hits.",
             .source =
                 "Millington, AI for Games, 3rd ed., 3.5.3 and 3.5.5 (firing solutions, iterative targeting)",
             .example =
                 R"({"type": "fire", "projectile": "arrow", "target": {"group": "sheep"}, "arc": "high",
 "period": 2, "when": {"type": "line_of_sight", "target": {"group": "sheep"}, "max_range": 60}})",
             .related = "evade",
             .in_space = true},
    .fields = kFireFields,
    .memory = 1,
    .check_in_world = check_in_world,
    .act = act,
};

}  // namespace

extern constexpr ActionKind kFire = make_action<kTypedFire>();

}  // namespace drover
