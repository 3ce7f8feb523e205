// throw: the agent throws the ball that it holds. Millington, AI for Games, 3rd ed., 3.5.5 (passes in
// sports).
#include "actions/aiming.h"
#include "actions/handling.h"
#include "sim/definitions/ticks.h"
#include "sim/step/hands.h"

namespace drover {
namespace {

struct ThrowDef {
  AimKeys aim;
  Parameter speed;
};

constexpr auto kThrowFields =
    join(embed<&ThrowDef::aim>(kAimFields),
         fields(field<&ThrowDef::speed>({.key = "speed",
                                         .unit = "m/s",
                                         .range = left_open(0, 1e6),
                                         .doc = "How fast it throws, relative to itself.",
                                         .otherwise = "the muzzle_speed of the ball"})));

// Whether it has had the ball for long enough.
bool can_throw(const AgentView& view, AgentIndex agent) {
  const HandColumns& hands = view.world().state.hands;
  if (!hands.exist() || hands.ball[agent] == 0) return false;
  const double handling_time = view.world().model().type_of(agent).hands->handling_time;
  return view.world().state.tick >= hands.since[agent] + first_tick_from(handling_time, view.dt());
}

// To the hands of a target that has some, unless a height is given.
std::optional<AimPoint> find_receiver(const ThrowDef& def, const AgentView& view, AgentIndex agent) {
  std::optional<AimPoint> aim = find_aim(def.aim, view, agent);
  const World& world = view.world();
  if (!aim || aim->agent == kNoIndex || def.aim.aim_height.is_present()) return aim;
  if (!world.model().type_of(aim->agent).hands) return aim;
  const Hold hold = hold_of(world, world.seen_motion(), world.state.elevation, aim->agent);
  return AimPoint{hold.point, def.aim.lead ? hold.velocity : Vec3{}, aim->agent};
}

void throw_ball(const ThrowDef& def, ActionContext& context, AgentIndex agent) {
  const AgentView& view = context.view();
  const World& world = view.world();
  const std::size_t row = row_of_ball(world, world.state.hands.ball[agent]);
  const ProjectileType& type = world.model().projectiles.types[world.state.projectiles.type[row]];
  const std::optional<AimPoint> aim = find_receiver(def, view, agent);
  if (!aim) return;
  const Hold hold = hold_of(world, world.state.motion, world.state.elevation, agent);
  const AimedShot shot{type, view.value_or(def.speed, agent, type.muzzle_speed), *aim, hold.point,
                       hold.velocity * type.inherit_velocity};
  const std::optional<Vec3> direction = aimed_direction(def.aim, view, shot);
  if (!direction) return context.count_unsolved(agent);
  const Vec3 thrown = spread_direction(def.aim, view, agent, *direction);
  context.throw_ball(agent, thrown * shot.speed + shot.inherited);
}

void act(const ThrowDef& def, ActionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    if (can_throw(context.view(), agent)) throw_ball(def, context, agent);
}

// Whatever kind of ball it gets hold of has to be aimed so.
std::optional<Problem> check_in_world(const ThrowDef& def, const Model& model, const AgentType& type) {
  if (std::optional<Problem> problem = needs_hands<ThrowDef>(def, model, type)) return problem;
  for (const ProjectileType& ball : model.projectiles.types) {
    if (!ball.ball) continue;
    if (std::optional<Problem> problem = check_aim(def.aim, model, ball, "")) return problem;
  }
  return std::nullopt;
}

constexpr TypedAction<ThrowDef> kTypedThrow = {
    .info = {.name = "throw",
             .summary = "Throws the ball in the agent's hands at a target, or rolls it there in the plane.",
             .source =
                 "Millington, AI for Games, 3rd ed., 3.5.5 (passes in sports); the rules are drover's own",
             .example = R"({"type": "throw", "target": {"group": "team"}, "speed": 12})",
             .related = "fire, drop, take, catch_projectile",
             .in_space = true},
    .fields = kThrowFields,
    .check_in_world = check_in_world,
    .act = act,
};

}  // namespace

extern constexpr ActionKind kThrow = make_action<kTypedThrow>();

}  // namespace drover
