// fire: the agent lets a projectile fly at a target. Millington, AI for Games, 3rd ed., 3.5.1 and 3.5.3.
#include <fmt/format.h>

#include "actions/aiming.h"
#include "sim/definitions/ticks.h"
#include "sim/step/hands.h"

namespace drover {
namespace {

struct FireDef {
  Reference projectile{ReferenceType::projectile_type, {}, kNoIndex};
  AimKeys aim;
  Parameter period = 1.0;
  std::optional<Vec3> muzzle_offset;
  bool recoil = false;
  Reference uses{ReferenceType::counter, {}, kNoIndex};
  std::optional<std::int64_t> magazine;
  double reload_time = 2.0;
};

constexpr auto kFireFields = join(
    fields(field<&FireDef::projectile>(
        {.key = "projectile", .doc = "What it fires: a projectile type.", .required = true})),
    join(
        embed<&FireDef::aim>(kAimFields),
        fields(field<&FireDef::period>(
                   {.key = "period",
                    .unit = "s",
                    .range = closed(0, 1e9),
                    .doc = "From one shot to the next, rounded up to whole steps; one step at "
                           "least."}),
               field<&FireDef::muzzle_offset>(
                   {.key = "muzzle_offset",
                    .unit = "m",
                    .doc = "Where its shots begin, seen from its position: ahead, to the left, up.",
                    .otherwise = "at the border of its body, ahead; on ground with heights two thirds of its "
                                 "body_height up",
                    .has_height = true}),
               field<&FireDef::recoil>({.key = "recoil",
                                        .doc = "Whether each shot pushes the agent back: by the mass of the "
                                               "projectile times its muzzle "
                                               "velocity, divided by the mass of the agent."}),
               field<&FireDef::uses>(
                   {.key = "uses",
                    .doc = "The counter of the agent that each shot takes 1 of; below 1 it does not "
                           "fire.",
                    .otherwise = "shots without end"}),
               field<&FireDef::magazine>({.key = "magazine",
                                          .range = closed(1, 1e6),
                                          .doc = "After so many shots it reloads.",
                                          .otherwise = "it never reloads"}),
               field<&FireDef::reload_time>(
                   {.key = "reload_time",
                    .unit = "s",
                    .range = closed(0, 1e6),
                    .doc = "From the last shot of a magazine to the first of the next one, "
                           "where that is longer than the period.",
                    .read_when = when("magazine", kGiven)}))));

// The memory: the tick from which on it may fire again, and the shots since it last reloaded.
bool is_ready(const AgentView& view, AgentIndex agent) {
  return static_cast<double>(view.world().state.tick) >= view.memory(agent)[0];
}

// It may fire again after the period, or after this time if that is longer [s].
void wait(const FireDef& def, const AgentView& view, AgentIndex agent, double time = 0.0) {
  const double period = larger(view.value(def.period, agent), time);
  const std::uint64_t ticks = std::max<std::uint64_t>(1, first_tick_from(period, view.dt()));
  view.memory_to_write(agent)[0] = static_cast<double>(view.world().state.tick + ticks);
}

void count_shot(const FireDef& def, ActionContext& context, AgentIndex agent) {
  if (!def.uses.name.empty()) context.counter(def.uses.index, agent) -= 1.0;
  if (!def.magazine) return;
  double& shots = context.view().memory_to_write(agent)[1];
  shots += 1.0;
  if (shots < static_cast<double>(*def.magazine)) return;
  shots = 0.0;
  wait(def, context.view(), agent, def.reload_time);
}

Vec3 muzzle_of(const FireDef& def, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  const Vec3 feet{0.0, 0.0, feet_of(world, agent)};
  const Vec3 offset = def.muzzle_offset.value_or(default_arm(world, agent));
  return view.position(agent) + feet + view.frame(agent).vector(offset);
}

// Whether what it fires uses up nothing, or a round more leaves its counter within its limits.
bool has_round(const FireDef& def, ActionContext& context, AgentIndex agent) {
  if (def.uses.name.empty()) return true;
  const double least = context.model().type_of(agent).counters[def.uses.index]->min;
  return context.counter(def.uses.index, agent) - 1.0 >= least;
}

void fire(const FireDef& def, ActionContext& context, AgentIndex agent) {
  const AgentView& view = context.view();
  const ProjectileType& type = context.model().projectiles.types[def.projectile.index];
  const std::optional<AimPoint> aim = find_aim(def.aim, view, agent);
  if (!aim) return;
  const AimedShot aimed{type, type.muzzle_speed, *aim, muzzle_of(def, view, agent),
                        view.world().state.motion.velocity(agent) * type.inherit_velocity};
  wait(def, view, agent);
  if (!has_round(def, context, agent)) return context.count_dry(agent);
  const std::optional<Vec3> direction = aimed_direction(def.aim, view, aimed);
  if (!direction) return context.count_unsolved(agent);
  const Vec3 shot = spread_direction(def.aim, view, agent, *direction);
  Vec3 recoil;
  if (def.recoil) recoil = -shot * (type.muzzle_speed * type.mass / view.world().state.limits.mass[agent]);
  context.launch(agent, def.projectile.index, aimed.start, shot * type.muzzle_speed + aimed.inherited,
                 recoil);
  count_shot(def, context, agent);
}

void act(const FireDef& def, ActionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents)
    if (is_ready(context.view(), agent)) fire(def, context, agent);
}

std::optional<Problem> check_in_world(const FireDef& def, const Model& model, const AgentType& agents) {
  if (!def.uses.name.empty() && !agents.counters[def.uses.index]) {
    return Problem{
        .pointer = "/uses",
        .message = fmt::format("agents of type \"{}\" have no counter \"{}\"", agents.name, def.uses.name)};
  }
  if (!def.uses.name.empty()) {
    const CounterDef& counter = *agents.counters[def.uses.index];
    if (const double max = counter.max.value_or(kInfinity); max - 1.0 < counter.min) {
      return Problem{
          .pointer = "/uses",
          .message = fmt::format("it never fires: a shot takes 1 of \"{}\", which stays between {} "
                                 "and {}",
                                 def.uses.name, counter.min, max),
          .severity = Severity::warning};
    }
  }
  const ProjectileType& type = model.projectiles.types[def.projectile.index];
  const double period = def.period.constant();
  if (!type.is_instant && !def.period.varies() && period > 0.0 && period < model.dt) {
    return Problem{.pointer = "/period",
                   .message = "the period is shorter than a step: it fires once in every step",
                   .found = fmt::format("{} s, with steps of {} s", period, model.dt),
                   .severity = Severity::warning};
  }
  return check_aim(def.aim, model, type, "/projectile");
}

bool recoils(const FireDef& def) {
  return def.recoil;
}

constexpr TypedAction<FireDef> kTypedFire = {
    .info = {.name = "fire",
             .summary = "Lets a projectile fly at a target, aimed so that it hits.",
             .source =
                 "Millington, AI for Games, 3rd ed., 3.5.3 and 3.5.5 (firing solutions, iterative targeting)",
             .example =
                 R"({"type": "fire", "projectile": "arrow", "target": {"group": "sheep"}, "arc": "high",
 "period": 2, "when": {"type": "line_of_sight", "target": {"group": "sheep"}, "max_range": 60}})",
             .related = "throw, evade_projectile",
             .in_space = true},
    .fields = kFireFields,
    .memory = 2,
    .recoils = recoils,
    .check_in_world = check_in_world,
    .act = act,
};

}  // namespace

extern constexpr ActionKind kFire = make_action<kTypedFire>();

}  // namespace drover
