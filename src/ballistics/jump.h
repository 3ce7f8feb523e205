// Jumps from a take-off to a landing pad: Millington, AI for Games, 3rd ed., 3.6.
#pragma once

#include <optional>

#include "core/vec3.h"

namespace drover {

// What pulls at an agent in the air. Agents fall along -z.
struct JumpLaw {
  double gravity = 9.81;  // [m/s^2]; a jump needs one above 0
  double air_drag = 0.0;  // k of LinearDrag [1/s]
};

struct JumpApex {
  double time = 0.0;    // [s]
  double height = 0.0;  // above the take-off [m]; no higher pad can be reached
};

struct JumpFlight {
  double time = 0.0;      // in the air [s]
  Vec3 takeoff_velocity;  // [m/s]
  Vec3 landing_velocity;
  double planar_speed = 0.0;  // at the take-off; feasible where the agent runs this fast [m/s]
};

// ln(1 + k v / G) / k and v / k - G / k^2 ln(1 + k v / G), which are v / G and v^2 / (2 G) without drag.
JumpApex jump_apex(const JumpLaw& law, double vertical_speed);

// The time in the air [s] to a pad that is `height` above the take-off; none where the pad is too high or
// gravity does not pull down. Of the two times at that height it is the later one, of the descent:
//   t = (v + sqrt(v^2 - 2 G h)) / G
// The book prefers the earlier one, at which the jumper rises through the pad, or which is 0 for a level pad;
// and its roots carry the wrong signs.
std::optional<double> jump_time(const JumpLaw& law, double vertical_speed, double height);

// The flight across a displacement from the take-off to the pad [m] that leaves the ground at this vertical
// speed. The planar velocity follows from the time: D_xy / (t phi1(k t)), e^-kt of which is left at the
// landing. Straight up it is zero. None where there is no time, or none is needed (t = 0).
std::optional<JumpFlight> jump_flight(const JumpLaw& law, Vec3 displacement, double vertical_speed);

// The flight at no less than a speed along the ground [m/s]: as it is where it is fast enough, else along its
// line with that speed, so that it comes down (min_speed - V) t phi1(k t) behind the middle of the pad. None
// where that is more than the radius of the pad [m], or where the flight has no line.
std::optional<JumpFlight> flight_at_least(double min_speed, const JumpLaw& law, JumpFlight flight,
                                          double pad_radius);

// The shortest flight without drag of an agent that runs at most at `max_speed` and may choose its vertical
// speed up to `max_vertical_speed`; own derivation. v_z = h / t + G t / 2 takes the time t. A higher pad is
// landed on while descending, h / t - G t / 2 <= 0, and a lower one is not dived at, v_z >= 0. Both mean
// t >= sqrt(2 |h| / G), and so t = max(R / max_speed, sqrt(2 |h| / G)).
std::optional<JumpFlight> fastest_jump(double gravity, Vec3 displacement, double max_speed,
                                       double max_vertical_speed);

// From where to run up [m before the take-off]: v^2 / (2 a) to gain the speed from rest, v tau until steering
// responds, and a margin.
double run_up_distance(double speed, double max_acceleration, double response_time, double margin);

// By how much the velocity at the take-off may be off [m/s]: a tenth of the speed or what the pad forgives,
// whichever is less, but never below 0.1 m/s.
double takeoff_tolerance(double speed, double pad_radius, double flight_time);

}  // namespace drover
