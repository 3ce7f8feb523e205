#include "ballistics/jump.h"

#include <cmath>

#include "ballistics/drag.h"
#include "ballistics/landing.h"

namespace drover {
namespace {

LinearDrag air_of(const JumpLaw& law) {
  return {{0.0, 0.0, -law.gravity}, law.air_drag};
}

double planar_length(Vec3 v) {
  return std::sqrt(v.x * v.x + v.y * v.y);
}

}  // namespace

JumpApex jump_apex(const JumpLaw& law, double vertical_speed) {
  const double time = decay_time(law.air_drag, vertical_speed / law.gravity);
  return {time, position_under_drag(air_of(law), {}, {0.0, 0.0, vertical_speed}, time).z};
}

std::optional<double> jump_time(const JumpLaw& law, double vertical_speed, double height) {
  if (!(law.gravity > 0.0)) return std::nullopt;
  const std::optional<Landing> landing =
      predict_landing(Vec3{}, Vec3{0.0, 0.0, vertical_speed}, air_of(law), height);
  if (!landing) return std::nullopt;
  return landing->time;
}

std::optional<JumpFlight> jump_flight(const JumpLaw& law, Vec3 displacement, double vertical_speed) {
  const std::optional<double> time = jump_time(law, vertical_speed, displacement.z);
  if (!time || *time == 0.0) return std::nullopt;
  JumpFlight flight{*time, {0.0, 0.0, vertical_speed}, {}, 0.0};
  if (planar_length(displacement) >= kLengthEpsilon) {
    const double share = *time * drag_phi(law.air_drag * *time).phi1;
    flight.takeoff_velocity = {displacement.x / share, displacement.y / share, vertical_speed};
    flight.planar_speed = planar_length(flight.takeoff_velocity);
  }
  flight.landing_velocity = velocity_under_drag(air_of(law), flight.takeoff_velocity, *time);
  return flight;
}

std::optional<JumpFlight> flight_at_least(double min_speed, const JumpLaw& law, JumpFlight flight,
                                          double pad_radius) {
  if (flight.planar_speed >= min_speed) return flight;
  if (flight.planar_speed == 0.0) return std::nullopt;
  const double share = flight.time * drag_phi(law.air_drag * flight.time).phi1;
  if ((min_speed - flight.planar_speed) * share > pad_radius) return std::nullopt;
  const double factor = min_speed / flight.planar_speed;
  for (Vec3* velocity : {&flight.takeoff_velocity, &flight.landing_velocity})
    *velocity = {velocity->x * factor, velocity->y * factor, velocity->z};
  flight.planar_speed = min_speed;
  return flight;
}

std::optional<JumpFlight> fastest_jump(double gravity, Vec3 displacement, double max_speed,
                                       double max_vertical_speed) {
  const double distance = planar_length(displacement);
  if (!(gravity > 0.0) || (distance > 0.0 && !(max_speed > 0.0))) return std::nullopt;
  const double height = displacement.z;
  const double time =
      larger(distance > 0.0 ? distance / max_speed : 0.0, std::sqrt(2.0 * std::fabs(height) / gravity));
  if (time == 0.0) return std::nullopt;
  const double vertical_speed = larger(0.0, height / time + 0.5 * gravity * time);
  if (vertical_speed > max_vertical_speed) return std::nullopt;
  const Vec3 takeoff{displacement.x / time, displacement.y / time, vertical_speed};
  return JumpFlight{time, takeoff, {takeoff.x, takeoff.y, vertical_speed - gravity * time}, distance / time};
}

double run_up_distance(double speed, double max_acceleration, double response_time, double margin) {
  return speed * speed / (2.0 * max_acceleration) + speed * response_time + margin;
}

double takeoff_tolerance(double speed, double pad_radius, double flight_time) {
  constexpr double kLeast = 0.1;  // [m/s]
  constexpr double kShare = 0.1;  // of the speed
  return larger(kLeast, smaller(kShare * speed, pad_radius / flight_time));
}

}  // namespace drover
