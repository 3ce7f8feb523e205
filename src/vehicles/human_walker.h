// How a human gets to a goal: Millington, AI for Games, 3rd ed., 3.8.3, "Human characters", with the gaits of
// its introduction to 3.8. Numbers and formulas that the book leaves open are drover's own.
#pragma once

#include <array>
#include <span>

#include "core/det_math.h"
#include "vehicles/drive_order.h"

namespace drover {

// A range of speeds that can be animated [m/s].
struct Gait {
  double least = 0.0;
  double greatest = 0.0;
};

// Standing, walking, jogging.
inline constexpr std::array<Gait, 3> kHumanGaits{{{0.0, 0.0}, {0.8, 1.2}, {2.0, 4.0}}};

// The speed of a gait that is nearest to `speed`; of two that are equally near the slower one. Between gaits
// the border is the mean of both ends and belongs to the slower gait (to compare the differences fails, as
// 1.6 - 1.2 > 2.0 - 1.6 in doubles). Gaits ascend; without any every speed is one.
double nearest_gait_speed(std::span<const Gait> gaits, double speed);

struct HumanLimits {
  std::span<const Gait> gaits = kHumanGaits;
  double max_acceleration = 6.0;  // of the internal speed, up and down [m/s^2]
  double forward_speed = 4.0;     // greatest ones [m/s]
  double side_speed = 1.5;
  double back_speed = 1.2;
  double step_radius = 0.6;                // goals as near are stepped to in any direction [m]
  double slow_speed = 0.3;                 // up to this one turns on the spot [m/s]
  double spot_turn_rate = 2.0 * det::kPi;  // [rad/s]
  double moving_turn_rate = 2.0;           // [rad/s]
  double slow_arc = 2.09;                  // half, at slow_speed [rad]
  double fast_arc = 0.61;                  // half, at forward_speed [rad]
};

// The greatest speed [m/s] in a direction b from ahead [rad], on ellipses:
// 1 / sqrt((cos b / v_long)^2 + (sin b / side)^2), where v_long is that ahead up to pi / 2, else that back.
double directional_speed(const HumanLimits& limits, double bearing);

// The half arc [rad] in which a human walks on to a goal and turns meanwhile, linear in the speed, clamped.
double walking_arc(const HumanLimits& limits, double speed);

struct HumanMove {
  double speed = 0.0;    // the internal one, for the next step [m/s]
  double forward = 0.0;  // velocity of the body [m/s]
  double left = 0.0;
  double turn_rate = 0.0;  // [rad/s]
};

// One step. Speeds are internal ones, which follow the wanted one by max_acceleration; the body moves at the
// nearest speed of a gait.
//  1. slow and within step_radius: step there at min(v_dir(b), d / dt), facing kept, without a gait.
//  2. slow and farther: stand and turn on the spot until |b| < 5 degrees, then walk.
//  3. moving, goal within the walking arc: go on, w = b / 0.3 s within moving_turn_rate.
//  4. moving, goal outside: brake to slow_speed, straight on.
HumanMove walk(const HumanLimits& limits, double speed, const DriveGoal& goal, double wanted_speed,
               double dt);

}  // namespace drover
