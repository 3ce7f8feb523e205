// bicycle: a body with a front wheel that steers and a fixed rear one, as cars and motorbikes have. Without
// slip it runs on exact arcs; with slip of its axles it skids, spins its wheels and does handbrake turns.
// Millington, AI for Games, 3rd ed., 3.8.3 names what such bodies do; the equations are those of the
// kinematic bicycle and of the single-track model with saturating side forces (Rajamani, Vehicle Dynamics and
// Control, 2nd ed., 2.2, 2.3).
#include "vehicles/bicycle.h"

#include <fmt/format.h>

#include "locomotion/driven.h"
#include "vehicles/lean.h"
#include "vehicles/slipping_bicycle.h"
#include "vehicles/wheeled_driver.h"

namespace drover {
namespace {

DROVER_ENUM(Slip, none, axles)
DROVER_ENUM(BikeLean, none, display, leads)

struct BicycleDef {
  SpeedKeys speeds;
  GripKeys grip;
  Parameter wheelbase = 2.5;
  Parameter max_steer = 0.46364760900080612;  // atan(2.5 / 5)
  Parameter steer_rate = 1.0;
  Parameter rear_axle = 0.0;
  Slip slip = Slip::none;
  Parameter slip_angle = 0.15;
  Parameter grip_long;
  Parameter slide_grip = 0.8;
  DrivenWheels driven = DrivenWheels::rear;
  Parameter low_speed = 2.0;
  Parameter inertia;
  BikeLean lean = BikeLean::none;
  Parameter lean_time = 0.25;
  Parameter max_lean = 0.87266462599716477;  // 50 degrees
  ControlRows controls;

  bool is_recorded() const { return !controls.empty(); }
};

constexpr double kRightAngle = 0.5 * det::kPi;

double tangent(double angle) {
  const det::SinCos parts = det::sin_cos(angle);
  return parts.sin / parts.cos;
}

constexpr auto kBicycleFields = join(
    join(embed<&BicycleDef::speeds>(kSpeedFields), embed<&BicycleDef::grip>(kGripFields)),
    fields(
        field<&BicycleDef::wheelbase>({.key = "wheelbase",
                                       .unit = "m",
                                       .range = closed(1e-2, 1e3),
                                       .doc = "Distance of the axles; 2.5 of a car, 1.4 of a motorbike."}),
        field<&BicycleDef::max_steer>(
            {.key = "max_steer",
             .unit = "rad",
             .range = both_open(0, kRightAngle),
             .doc = "Greatest angle of the front wheel: the tightest circle has the radius wheelbase / "
                    "tan(max_steer)."}),
        field<&BicycleDef::steer_rate>({.key = "steer_rate",
                                        .unit = "rad/s",
                                        .range = kDriveRates,
                                        .doc = "How fast the front wheel turns."}),
        field<&BicycleDef::rear_axle>(
            {.key = "rear_axle",
             .unit = "m",
             .range = closed(0, 1e3),
             .doc = "How far its position is ahead of the rear axle; with slip it is in the middle.",
             .read_when = when("slip", "none")}),
        field<&BicycleDef::slip>({.key = "slip",
                                  .doc =
                                      "none: wheels roll and the circle is as wide as the grip needs. axles: "
                                      "they slide where the grip ends."}),
        field<&BicycleDef::slip_angle>({.key = "slip_angle",
                                        .unit = "rad",
                                        .range = both_open(0, kRightAngle),
                                        .doc =
                                            "From this angle between a wheel and its way on the side force "
                                            "grows no more.",
                                        .read_when = when("slip", "axles")}),
        field<&BicycleDef::grip_long>({.key = "grip_long",
                                       .unit = "m/s^2",
                                       .range = kDriveRates,
                                       .doc = "Greatest acceleration of both axles along the wheels.",
                                       .otherwise = "the greater one of accel and brake",
                                       .read_when = when("slip", "axles")}),
        field<&BicycleDef::slide_grip>({.key = "slide_grip",
                                        .range = left_open(0, 1),
                                        .doc = "What is left of the grip of wheels that are locked or spin.",
                                        .read_when = when("slip", "axles")}),
        field<&BicycleDef::driven>(
            {.key = "driven", .doc = "Which wheels the engine turns.", .read_when = when("slip", "axles")}),
        field<&BicycleDef::low_speed>({.key = "low_speed",
                                       .unit = "m/s",
                                       .range = left_open(0, 1e3),
                                       .doc = "Below, slip angles count as at this speed.",
                                       .read_when = when("slip", "axles")}),
        field<&BicycleDef::inertia>({.key = "inertia",
                                     .unit = "kg*m^2",
                                     .range = left_open(0, 1e9),
                                     .doc = "Moment of inertia about the vertical.",
                                     .otherwise = "mass * wheelbase^2 / 4",
                                     .read_when = when("slip", "axles")}),
        field<&BicycleDef::lean>({.key = "lean",
                                  .doc =
                                      "Of motorbikes. display: the lean follows the turn, for pictures and "
                                      "traces. leads: a turn waits for the lean."}),
        field<&BicycleDef::lean_time>({.key = "lean_time",
                                       .unit = "s",
                                       .range = closed(0, 1e3),
                                       .doc = "Time constant with which it leans.",
                                       .read_when = when("lean", "display, leads")}),
        field<&BicycleDef::max_lean>({.key = "max_lean",
                                      .unit = "rad",
                                      .range = both_open(0, kRightAngle),
                                      .doc = "Greatest lean; it bounds how hard the bike turns.",
                                      .read_when = when("lean", "display, leads")}),
        field<&BicycleDef::controls>(kDriveControlsField)));

// What the body remembers.
enum BicycleMemory : std::size_t { steer_angle, throttle, brake, steer, lean };
constexpr std::array<std::string_view, 5> kBicycleMemory = {"steer_angle", "throttle_control",
                                                            "brake_control", "steer_control", "lean"};

double grip_of_body(const BicycleDef& def, const World& world, AgentIndex agent) {
  return grip_of(def.grip, def.is_recorded(), world, agent);
}

DriveLimits drive_limits(const BicycleDef& def, const World& world, AgentIndex agent) {
  const State& state = world.state;
  double grip = grip_of_body(def, world, agent);
  if (def.lean != BikeLean::none)
    grip = smaller(grip, kLeanGravity * tangent(state.value(def.max_lean, agent)));
  return {.speeds = speed_limits(def.speeds, world, agent),
          .min_turn_radius = state.value(def.wheelbase, agent) / tangent(state.value(def.max_steer, agent)),
          .turn_rate = state.limits.max_turn_rate[agent],
          .lateral_grip = grip,
          .axle = def.slip == Slip::axles ? 0.5 * state.value(def.wheelbase, agent)
                                          : state.value(def.rear_axle, agent)};
}

BicycleBody body_of(const BicycleDef& def, const World& world, AgentIndex agent) {
  const State& state = world.state;
  return {.speeds = speed_limits(def.speeds, world, agent),
          .wheelbase = state.value(def.wheelbase, agent),
          .max_steer = state.value(def.max_steer, agent),
          .steer_rate = state.value(def.steer_rate, agent),
          .rear_axle = state.value(def.rear_axle, agent),
          .lateral_grip = drive_limits(def, world, agent).lateral_grip};
}

SlippingBody slipping_body_of(const BicycleDef& def, const World& world, AgentIndex agent) {
  const State& state = world.state;
  const auto optional = [&](const Parameter& parameter) {
    return parameter.is_present() ? std::optional(state.value(parameter, agent)) : std::nullopt;
  };
  SlippingBody body{.speeds = speed_limits(def.speeds, world, agent),
                    .wheelbase = state.value(def.wheelbase, agent),
                    .max_steer = state.value(def.max_steer, agent),
                    .steer_rate = state.value(def.steer_rate, agent),
                    .lateral_grip = grip_of_body(def, world, agent),
                    .slip_angle = state.value(def.slip_angle, agent),
                    .longitudinal_grip = optional(def.grip_long),
                    .slide_grip = state.value(def.slide_grip, agent),
                    .driven = def.driven,
                    .low_speed = state.value(def.low_speed, agent),
                    .gyration2 = std::nullopt};
  if (def.inertia.is_present()) body.gyration2 = state.value(def.inertia, agent) / state.limits.mass[agent];
  return body;
}

// The controls by which a driver follows a command.
DriveControls drive_controls(const BicycleDef& def, const World& world, AgentIndex agent,
                             const DrivenState& state, const DriveCommand& command) {
  const BicycleBody body = body_of(def, world, agent);
  WheeledLimits limits;
  limits.speeds = body.speeds;
  limits.min_turn_radius = drive_limits(def, world, agent).min_turn_radius;
  limits.lateral_grip = body.lateral_grip;
  // A wheel at rest goes to the full lock of a turn, which a rounding is not.
  constexpr double kStraight = 1e-9;  // rad/s
  const double turn = std::fabs(command.turn_rate) > kStraight ? command.turn_rate : 0.0;
  return controls_for(body, limits, {Gear::drive, command.speed, turn}, state.forward, world.model().dt);
}

DrivenState step_body(const BicycleDef& def, const World& world, AgentIndex agent, const DrivenState& state,
                      const DriveControls& controls) {
  const double dt = world.model().dt;
  if (def.slip == Slip::axles) {
    const SlippingBody body = slipping_body_of(def, world, agent);
    SlippingState next{state.pose, state.forward, state.left, state.turn_rate, state.steer};
    // In parts where a step is longer than half of what is stable.
    const double parts = larger(1.0, std::ceil(2.0 * dt / longest_stable_step(body)));
    for (double part = 0.0; part < parts; part += 1.0)
      next = step_slipping(body, next, controls, dt / parts);
    // What slides sideways is no faster than agents may be, either.
    const Vec3 velocity = clip({next.forward, next.left, 0.0}, world.state.limits.max_speed[agent]);
    return {next.pose, velocity.x, velocity.y, next.turn_rate, next.steer};
  }
  const BicycleBody body = body_of(def, world, agent);
  const BicycleState next =
      step_bicycle(body, {state.pose, state.forward, state.steer, state.turn_rate}, controls, dt);
  // The position, ahead of the axle, is no faster than agents may be.
  const Vec3 velocity =
      clip({next.speed, next.turn_rate * body.rear_axle, 0.0}, world.state.limits.max_speed[agent]);
  return {next.pose, velocity.x, velocity.y, next.turn_rate, next.steer};
}

// A bike that leads by its lean turns as it leans; all turn no harder than they may lean.
double turn_of_bike(const BicycleDef& def, const World& world, AgentIndex agent, const DrivenState& state,
                    double wanted, double lean) {
  if (def.lean == BikeLean::none) return wanted;
  const double turn = within_max_lean(wanted, state.forward, world.state.value(def.max_lean, agent));
  return def.lean == BikeLean::leads ? turn_rate_of_lean(lean, state.forward, turn) : turn;
}

double next_lean(const BicycleDef& def, const World& world, AgentIndex agent, double lean, double speed,
                 double turn_rate) {
  return step_lean(lean, balanced_lean(speed, turn_rate), world.state.value(def.lean_time, agent),
                   world.model().dt);
}

DrivenState drive_step(const BicycleDef& def, const World& world, AgentIndex agent, const DrivenState& state,
                       const DriveCommand& command) {
  return step_body(def, world, agent, state, drive_controls(def, world, agent, state, command));
}

void advance_body(const BicycleDef& def, LocomotionContext& context, AgentIndex i) {
  const World& world = context.world();
  const std::span<double> memory = context.memory(i);
  DrivenState state = driven_state(context, i);
  state.steer = memory[steer_angle];
  DriveControls controls;
  double wanted_turn = 0.0;
  if (def.is_recorded()) {
    controls = recorded_controls(def.controls, world.time());
  } else {
    DriveCommand command = context.drive_command(i);
    wanted_turn = command.turn_rate;
    command.turn_rate = turn_of_bike(def, world, i, state, command.turn_rate, memory[lean]);
    controls = drive_controls(def, world, i, state, command);
  }
  const DrivenState next = step_body(def, world, i, state, controls);
  write_driven(context, i, next);
  memory[steer_angle] = next.steer;
  memory[throttle] = controls.throttle;
  memory[brake] = controls.brake;
  memory[steer] = controls.steer;
  if (def.lean == BikeLean::none) return;
  const double turn = def.lean == BikeLean::leads && !def.is_recorded()
                          ? within_max_lean(wanted_turn, next.forward, world.state.value(def.max_lean, i))
                          : next.turn_rate;
  memory[lean] = next_lean(def, world, i, memory[lean], next.forward, turn);
}

void advance(const BicycleDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex i : agents)
    advance_body(def, context, i);
}

constexpr TypedLocomotion<BicycleDef> kTypedBicycle = {
    .info = {.name = "bicycle",
             .summary = "A car or a motorbike: a front wheel steers, the body follows; with or without slip.",
             .source =
                 "Millington, AI for Games, 3rd ed., 3.8.3; Rajamani, Vehicle Dynamics and Control, 2.2",
             .example = R"({"type": "bicycle", "wheelbase": 2.5, "slip": "axles"})",
             .related = "unicycle, two_track, car, motorbike",
             .not_in_space = kDrivenNotInSpace},
    .fields = kBicycleFields,
    .check = [](const BicycleDef& def) { return check_controls(def.controls); },
    .takes = RequestUnit::drive,
    .advance = advance,
    .memory = kBicycleMemory,
    .drive_limits = drive_limits,
    .drive_step = drive_step,
};

}  // namespace

extern constexpr LocomotionKind kBicycle = make_locomotion<kTypedBicycle>();

}  // namespace drover
