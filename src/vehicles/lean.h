// How motorbikes lean into turns: the balance of gravity and the acceleration toward the center of the turn.
#pragma once

namespace drover {

inline constexpr double kLeanGravity = 9.81;  // [m/s^2]

// The angle phi about the heading [rad] at which a bike is in balance at a speed u and a turn rate w:
// -atan(u w / 9.81), right wing down positive, so that turns to the left lean to the left.
double balanced_lean(double speed, double turn_rate);

// The lean after a step: phi += (1 - e^(-dt / lean_time)) (phi* - phi), at once for a lean_time of 0 [s].
double step_lean(double lean, double wanted, double lean_time, double dt);

// The turn rate [rad/s] of a bike that turns as it leans, and so turns only when it has leaned: 9.81
// tan(-phi) / u. Up to 2 m/s a bike is steered, and turns at `wanted`.
double turn_rate_of_lean(double lean, double speed, double wanted);

// The turn rate within what a greatest lean [rad] allows: |u w| <= 9.81 tan(max_lean).
double within_max_lean(double turn_rate, double speed, double max_lean);

}  // namespace drover
