// car and motorbike: drivers of bodies on wheels, which choose a gear by where their goal is and how fast
// they are. Millington, AI for Games, 3rd ed., 3.8.3 ("Cars and motorbikes"); see vehicles/wheeled_driver.h.
#include "actuators/driving.h"
#include "vehicles/wheeled_driver.h"

namespace drover {
namespace {

struct WheeledKeys {
  RequestForm requests = RequestForm::velocity;
  Parameter forward_arc = 2.0 * det::kPi / 3.0;
  Parameter min_forward_arc = det::kPi / 12.0;
  Parameter arc_time = 1.0;
  Parameter reverse_range = 15.0;
  Parameter arrive_radius = 1.0;
  Parameter arc_margin = 1.0;
};

constexpr auto kWheeledFields = fields(
    field<&WheeledKeys::requests>(kRequestsField),
    field<&WheeledKeys::forward_arc>(
        {.key = "forward_arc",
         .unit = "rad",
         .range = left_open(0, det::kPi),
         .doc = "At low speed it drives forward to goals within this of ahead."}),
    field<&WheeledKeys::min_forward_arc>(
        {.key = "min_forward_arc",
         .unit = "rad",
         .range = left_open(0, det::kPi),
         .doc = "At high speed within this; in between as far as it turns in arc_time."}),
    field<&WheeledKeys::arc_time>(
        {.key = "arc_time",
         .unit = "s",
         .range = left_open(0, 1e3),
         .doc = "How long it may take to turn to a goal that it drives to forward."}),
    field<&WheeledKeys::reverse_range>({.key = "reverse_range",
                                        .unit = "m",
                                        .range = closed(0, 1e5),
                                        .doc = "It backs to goals behind it that are no farther away."}),
    field<&WheeledKeys::arrive_radius>(
        {.key = "arrive_radius",
         .unit = "m",
         .range = closed(0.2, 1e5),
         .doc =
             "A goal is reached so near; it makes room for goals that its circles do not get as near to."}),
    field<&WheeledKeys::arc_margin>({.key = "arc_margin_factor",
                                     .range = left_open(0, 2),
                                     .doc = "Factor on the grip that the driver counts with; above 1 he is "
                                            "daring. With slip take 0.9 at most."}));

struct CarDef {
  WheeledKeys keys;
};
WheeledKeys motorbike_keys() {
  WheeledKeys keys;
  keys.forward_arc = det::kPi;
  keys.reverse_range = 0.0;
  return keys;
}
struct MotorbikeDef {
  WheeledKeys keys = motorbike_keys();
};

WheeledLimits limits_of(const WheeledKeys& keys, const ActuatorContext& context, AgentIndex agent) {
  const DriveLimits body = context.drive_limits(agent);
  const WheeledLimits limits{.speeds = body.speeds,
                             .min_turn_radius = body.min_turn_radius,
                             .lateral_grip = body.lateral_grip,
                             .forward_arc = context.value(keys.forward_arc, agent),
                             .min_forward_arc = context.value(keys.min_forward_arc, agent),
                             .arc_time = context.value(keys.arc_time, agent),
                             .reverse_range = context.value(keys.reverse_range, agent),
                             .arrive_radius = context.value(keys.arrive_radius, agent)};
  return with_arc_margin(limits, context.value(keys.arc_margin, agent));
}

// Who means to rest does so near enough to the place: once it is abeam, nothing but a loop gets nearer.
bool has_arrived(const WheeledLimits& limits, const ActuatorContext& context, AgentIndex agent,
                 const DriveGoal& goal) {
  return goal.distance <= limits.arrive_radius && goal.forward <= 0.0 && context.means_to_rest(agent);
}

void drive(const WheeledKeys& keys, ActuatorContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    const DrivenState state = context.driven_state(agent);
    if (const std::optional<DriveCommand> own = own_command(context, agent, state)) {
      context.drive(agent, *own);
      continue;
    }
    const std::optional<DriveTask> task = drive_task(context, agent, state);
    const WheeledLimits limits = limits_of(keys, context, agent);
    if (!task || has_arrived(limits, context, agent, task->goal)) {
      context.drive(agent, {});
      continue;
    }
    double& gear = context.memory(agent)[0];
    const DriveOrder order = decide(limits, static_cast<Gear>(gear), task->goal, task->speed, state.forward);
    gear = static_cast<double>(order.gear);
    const double speed = step_speed(limits.speeds, state.forward, order.speed, context.dt()).speed;
    const double most = max_turn_rate(limits, speed);
    context.drive(agent, {order.speed, clamp(order.turn_rate, -most, most)});
  }
}

template <class Def>
RequestUnit unit_of_requests(const Def& def, RequestUnit) {
  return unit_of(def.keys.requests);
}

template <class Def>
void drive_all(const Def& def, ActuatorContext& context, std::span<const AgentIndex> agents) {
  drive(def.keys, context, agents);
}

template <class Def>
std::vector<Problem> check_body(const Def&, const Boxed<LocomotionKind>& body) {
  return needs_driven_body(body);
}

template <class Def>
constexpr TypedActuator<Def> typed_driver(const KindInfo& info, std::span<const Field> fields) {
  return {.info = info,
          .fields = fields,
          .request_unit = unit_of_requests<Def>,
          .convert = drive_all<Def>,
          .memory = kGearMemory,
          .check_with_body = check_body<Def>};
}

constexpr auto kCarFields = embed<&CarDef::keys>(kWheeledFields);
constexpr TypedActuator<CarDef> kTypedCar = typed_driver<CarDef>(
    {.name = "car",
     .summary = "Drives a body on wheels as a car: by arcs and gears, backing and turning in three points.",
     .source = "Millington, AI for Games, 3rd ed., 3.8.3",
     .example = R"({"type": "car", "reverse_range": 10})",
     .related = "motorbike, tank, output_filter, unicycle, bicycle",
     .not_in_space = kDriverNotInSpace},
    kCarFields);

constexpr auto kMotorbikeFields = embed<&MotorbikeDef::keys>(kWheeledFields);
constexpr TypedActuator<MotorbikeDef> kTypedMotorbike = typed_driver<MotorbikeDef>(
    {.name = "motorbike",
     .summary = "Drives a body on wheels as a motorbike: always forward, in a loop to what is behind it.",
     .source = "Millington, AI for Games, 3rd ed., 3.8.3",
     .example = R"({"type": "motorbike", "arc_margin_factor": 0.8})",
     .related = "car, bicycle",
     .not_in_space = kDriverNotInSpace},
    kMotorbikeFields);

}  // namespace

extern constexpr ActuatorKind kCarActuator = make_actuator<kTypedCar>();
extern constexpr ActuatorKind kMotorbikeActuator = make_actuator<kTypedMotorbike>();

}  // namespace drover
