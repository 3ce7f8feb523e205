// bank_turn: an aircraft that turns by rolling towards the inside of the turn and pulling its nose along.
// Millington 3.9.8 says how aircraft turn; the law here is the coordinated turn of flight mechanics, in which
// the lift, tilted by the bank, balances gravity and the turn: tan(bank) = speed * rate / g. Stengel, Flight
// Dynamics (2004), 2.6.
#include <cmath>

#include "core/quaternion.h"
#include "locomotion/facing.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

constexpr double kStandardGravity = 9.81;  // m/s^2

struct BankTurnDef {
  Parameter roll_rate = 3.0;
  Parameter pitch_rate = 1.5;
  Parameter yaw_rate = 0.5;
  Parameter max_bank = det::kPi / 3.0;
  Parameter level_time = 1.0;
  Parameter min_speed = 0.0;
  Parameter max_climb = 0.5 * det::kPi;
};

constexpr Range kRates = left_open(0, 1e3);

constexpr auto kBankTurnFields = fields(
    field<&BankTurnDef::roll_rate>(
        {.key = "roll_rate", .unit = "rad/s", .range = kRates, .doc = "Greatest rate of roll."}),
    field<&BankTurnDef::pitch_rate>(
        {.key = "pitch_rate", .unit = "rad/s", .range = kRates, .doc = "Greatest rate of pitch."}),
    field<&BankTurnDef::yaw_rate>(
        {.key = "yaw_rate", .unit = "rad/s", .range = kRates, .doc = "Greatest rate of yaw, of the rudder."}),
    field<&BankTurnDef::max_bank>(
        {.key = "max_bank",
         .unit = "rad",
         .range = Range{.low = 0.0, .high = 0.5 * det::kPi, .low_open = false, .high_open = true},
         .doc = "Greatest roll in a turn: about 15 degrees of an airliner, 45 of a fighter.",
         .original_default = "15, 45 and 75 degrees (Millington)"}),
    field<&BankTurnDef::level_time>({.key = "level_time",
                                     .unit = "s",
                                     .range = kTimeConstantRange,
                                     .doc = "Time constant with which the roll follows the wanted bank; in "
                                            "straight flight the wings come back to level with it.",
                                     .time_constant = TimeConstant::of_position}),
    field<&BankTurnDef::min_speed>({.key = "min_speed",
                                    .unit = "m/s",
                                    .range = closed(0, 1e4),
                                    .doc = "It never flies slower than this. With 0 it can stop and hover."}),
    field<&BankTurnDef::max_climb>({.key = "max_climb",
                                    .unit = "rad",
                                    .range = closed(0, 0.5 * det::kPi),
                                    .doc = "Greatest angle at which the nose points up or down."}));

// The angular velocity that turns the nose as the acceleration `asked` would turn the velocity [rad/s].
// What is asked against the motion of an aircraft that cannot fly slower turns it, too: to the left where it
// is exactly astern.
Vec3 wanted_rotation(const LocomotionContext& context, AgentIndex i, Vec3 asked, double speed,
                     double min_speed) {
  constexpr double kStandstill = 1e-4;  // m/s
  constexpr double kLowSpeed = 0.1;     // m/s; below, the rate would grow without bounds
  constexpr double kSlowRadius = 0.25 * det::kPi;
  const Vec3 forward = context.state().heading(i);
  // Left alone, it brings the nose level.
  if (!context.is_asked(i)) return cross(forward, direction({forward.x, forward.y, 0.0}));
  if (speed > kStandstill) {
    const Vec3 turn = cross(forward, asked);
    const bool cannot_brake = dot(forward, asked) < 0.0 && min_speed > 0.0 && speed <= min_speed;
    if (!cannot_brake) return turn / larger(speed, kLowSpeed);
    const Vec3 axis = direction(turn);
    return (axis == Vec3{} ? context.state().frame(i).up : axis) * (length(asked) / larger(speed, kLowSpeed));
  }
  const Vec3 wanted = direction(asked);
  const Vec3 axis = cross(forward, wanted);
  const double angle = det::atan2(length(axis), dot(forward, wanted));
  return direction(axis) * smaller(1.0, angle / kSlowRadius);
}

// Without what would lift or lower a nose that is at its limit already.
Vec3 within_climb(Vec3 rotation, const Frame& frame, double pitch, double max_climb) {
  const Vec3 left = left_of(frame.forward);
  const double lowers = dot(rotation, left);  // a turn about the left lowers the nose
  const bool is_too_high = pitch >= max_climb && lowers < 0.0;
  const bool is_too_low = pitch <= -max_climb && lowers > 0.0;
  return is_too_high || is_too_low ? rotation - left * lowers : rotation;
}

// The rates of roll, pitch and yaw as one vector in the axes of the world [rad/s].
Vec3 rotation_of(const BankTurnDef& def, const LocomotionContext& context, AgentIndex i, double speed) {
  const Frame frame = context.state().frame(i);
  const YawPitchRoll angles = angles_of(orientation_of(frame));
  const auto value = [&](const Parameter& parameter) { return context.value(parameter, i); };
  const Vec3 wanted =
      within_climb(wanted_rotation(context, i, context.acceleration(i), speed, value(def.min_speed)), frame,
                   angles.pitch, value(def.max_climb));
  const double max_bank = value(def.max_bank);
  const double bank = -clamp(det::atan2(speed * wanted.z, kStandardGravity), -max_bank, max_bank);
  const double error = det::wrap_angle(bank - angles.roll);
  const double roll_rate = value(def.roll_rate);
  const double time = larger(value(def.level_time), context.dt());
  const double roll = clamp(dot(wanted, frame.forward) + error / time, -roll_rate, roll_rate);
  // The roll leads: the nose turns as far as the bank has come.
  const double lead = larger(0.0, det::cos(error));
  double pitch = dot(wanted, frame.left) * lead;
  double yaw = dot(wanted, frame.up) * lead;
  // One factor for both, because limits of each by itself would lift the nose in a turn.
  const double factor =
      smaller(1.0, smaller(value(def.pitch_rate) / std::fabs(pitch), value(def.yaw_rate) / std::fabs(yaw)));
  if (factor < 1.0) {
    pitch *= factor;
    yaw *= factor;
  }
  return frame.forward * roll + frame.left * pitch + frame.up * yaw;
}

void advance(const BankTurnDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  AgentMotion& next = context.next();
  const double dt = context.dt();
  for (const AgentIndex i : agents) {
    const Vec3 forward = context.state().heading(i);
    const double present = larger(0.0, dot(context.velocity(i), forward));
    const double slowest = context.value(def.min_speed, i);
    const double speed = larger(
        slowest, smaller(present + dot(context.acceleration(i), forward) * dt, context.speed_limit(i)));
    const Vec3 rotation =
        clip(rotation_of(def, context, i, larger(0.0, speed)), context.world().state.limits.max_turn_rate[i]);
    const Frame frame = turned(context.state().frame(i), rotation * dt);
    const Vec3 velocity = frame.forward * larger(0.0, speed);
    next.set_motion(i, context.state().position(i) + velocity * dt, velocity, frame.forward);
    next.set_up(i, frame.up);
    next.set_angular_velocity(i, rotation);
  }
}

constexpr TypedLocomotion<BankTurnDef> kTypedBankTurn = {
    .info = {.name = "bank_turn",
             .summary = "An aircraft: it goes where its nose points, and rolls into its turns.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.9.8; Stengel, Flight "
                       "Dynamics, 2.6 (coordinated turn)",
             .example = R"({"type": "bank_turn", "max_bank_deg": 45, "min_speed": 20})",
             .related = "oriented, point_mass, look_where_going",
             .in_plane = false,
             .in_space = true},
    .fields = kBankTurnFields,
    .advance = advance,
};

}  // namespace

extern constexpr LocomotionKind kBankTurn = make_locomotion<kTypedBankTurn>();

}  // namespace drover
