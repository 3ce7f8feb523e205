// human: moves as people do: steps aside without turning, turns on the spot before it walks, walks and jogs
// at the speeds that are gaits. Millington, AI for Games, 3rd ed., 3.8.3 ("Human characters"); see
// vehicles/human_walker.h.
#include <fmt/format.h>

#include "actuators/driving.h"
#include "sim/definitions/walking_keys.h"
#include "vehicles/human_walker.h"

namespace drover {
namespace {

struct HumanDef {
  RequestForm requests = RequestForm::velocity;
  Rows<2> gaits = {{0.0, 0.0}, {0.8, 1.2}, {2.0, 4.0}};
  WalkingKeys walking;
  Parameter slow_arc = 2.09;
  Parameter fast_arc = 0.61;
};

constexpr auto kHumanFields = join(
    join(fields(field<&HumanDef::requests>(kRequestsField),
                field<&HumanDef::gaits>(
                    {.key = "gaits",
                     .unit = "m/s",
                     .doc = "Rows [least, greatest]: the speeds at which it can be seen to move, in "
                            "ascending order; at others it moves at the nearest of these. []: at any."})),
         embed<&HumanDef::walking>(kWalkingFields)),
    fields(
        field<&HumanDef::slow_arc>(
            {.key = "slow_arc",
             .unit = "rad",
             .range = left_open(0, det::kPi),
             .doc =
                 "Walking slowly it goes on to goals within this of ahead; for others it stops and turns."}),
        field<&HumanDef::fast_arc>({.key = "fast_arc",
                                    .unit = "rad",
                                    .range = left_open(0, det::kPi),
                                    .doc = "At full speed within this."})));

constexpr std::size_t kMostGaits = 16;

std::vector<Problem> check(const HumanDef& def) {
  if (def.gaits.size() > kMostGaits) {
    return {{.pointer = "/gaits",
             .message = "too many gaits",
             .found = fmt::format("{}", def.gaits.size()),
             .allowed = {fmt::format("at most {}", kMostGaits)}}};
  }
  for (std::size_t k = 0; k < def.gaits.size(); ++k) {
    const auto [least, greatest] = def.gaits[k];
    const bool ascends = k == 0 || least > def.gaits[k - 1][1];
    if (least >= 0.0 && greatest >= least && ascends) continue;
    return {{.pointer = "/gaits",
             .message = "gaits are ranges of speeds in ascending order that do not overlap",
             .hint = "Such as [[0, 0], [0.8, 1.2], [2, 4]]."}};
  }
  return {};
}

std::vector<Problem> check_with_body(const HumanDef&, const Boxed<LocomotionKind>& body) {
  if (body->takes != RequestUnit::velocity) {
    return {{.pointer = "/type",
             .message = "this actuator moves bodies that take velocities",
             .found = std::string(body->name),
             .hint = "Take \"kinematic\" with \"facing\": \"independent\" as locomotion."}};
  }
  if (body->heading_follows == nullptr || !body->heading_follows(body.params.get())) return {};
  return {{.pointer = "/type",
           .message = "the heading follows the velocity of this body, so that nobody steps aside",
           .hint = "Give the locomotion \"facing\": \"independent\".",
           .severity = Severity::warning}};
}

constexpr std::array<std::string_view, 1> kHumanMemory = {"inner_speed"};

HumanLimits limits_of(const HumanDef& def, std::span<const Gait> gaits, const ActuatorContext& context,
                      AgentIndex agent) {
  return {.gaits = gaits,
          .max_acceleration = context.value(def.walking.acceleration, agent),
          .forward_speed = context.world().state.limits.max_speed[agent],
          .side_speed = context.value(def.walking.side_speed, agent),
          .back_speed = context.value(def.walking.back_speed, agent),
          .step_radius = context.value(def.walking.step_radius, agent),
          .slow_speed = context.value(def.walking.slow_speed, agent),
          .spot_turn_rate = context.value(def.walking.spot_turn_rate, agent),
          .moving_turn_rate = context.value(def.walking.moving_turn_rate, agent),
          .slow_arc = context.value(def.slow_arc, agent),
          .fast_arc = context.value(def.fast_arc, agent)};
}

void move(const HumanDef& def, ActuatorContext& context, std::span<const AgentIndex> agents) {
  std::array<Gait, kMostGaits> room;
  for (std::size_t k = 0; k < def.gaits.size(); ++k)
    room[k] = {def.gaits[k][0], def.gaits[k][1]};
  const std::span<const Gait> gaits = std::span(room).first(def.gaits.size());
  for (const AgentIndex agent : agents) {
    const DrivenState state{.pose = {context.state().position(agent), context.state().heading(agent)}};
    const std::optional<DriveTask> task = drive_task(context, agent, state);
    double& speed = context.memory(agent)[0];
    if (!task) {
      speed = larger(0.0, speed - context.value(def.walking.acceleration, agent) * context.dt());
      const double turn = wanted_turn(context, agent).value_or(0.0);
      context.command(agent, Request{Vec3{}, about_up(turn)});
      continue;
    }
    const HumanMove step =
        walk(limits_of(def, gaits, context, agent), speed, task->goal, task->speed, context.dt());
    speed = step.speed;
    const Vec3 velocity = upright(state.pose.heading).vector({step.forward, step.left, 0.0});
    context.command(agent, Request{velocity, about_up(step.turn_rate)});
  }
}

constexpr TypedActuator<HumanDef> kTypedHuman = {
    .info = {.name = "human",
             .summary = "Moves a body as a human: small steps aside, turns on the spot, gaits.",
             .source = "Millington, AI for Games, 3rd ed., 3.8.3",
             .example = R"({"type": "human", "step_radius": 1})",
             .related = "car, kinematic",
             .not_in_space = kDriverNotInSpace},
    .fields = kHumanFields,
    .check = check,
    .request_unit = [](const HumanDef& def, RequestUnit) { return unit_of(def.requests); },
    .convert = move,
    .memory = kHumanMemory,
    .check_with_body = check_with_body,
};

}  // namespace

extern constexpr ActuatorKind kHumanActuator = make_actuator<kTypedHuman>();

}  // namespace drover
