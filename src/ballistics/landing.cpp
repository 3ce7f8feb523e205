#include "ballistics/landing.h"

#include <cmath>

namespace drover {
namespace {

std::optional<double> fall_time(double drop, double v, double gravity) {
  const double square = v * v + 2.0 * gravity * drop;
  if (square < 0.0) return std::nullopt;
  const double root = std::sqrt(square);
  if (v < 0.0) {
    if (drop < 0.0) return std::nullopt;
    return 2.0 * drop / (root - v);
  }
  if (v == 0.0 && drop == 0.0) return 0.0;  // it lies there
  if (!(gravity > 0.0)) return std::nullopt;
  return (v + root) / gravity;
}

// The pull is downward, and may be zero or negative.
std::optional<double> fall_time_under_drag(double drop, double v, double pull, double k) {
  if (v == 0.0 && drop == 0.0) return 0.0;
  if (pull == 0.0) {  // it only drifts, v / k in all: drop = -v t phi1
    if (!(v < 0.0) || drop < 0.0) return std::nullopt;
    const double time = decay_time(-k, drop / -v);
    return time < kNeverComes ? std::optional(time) : std::nullopt;
  }
  const auto is_above = [&](double time) {
    const DragPhi phi = drag_phi(k * time);
    return drop + v * (time * phi.phi1) - pull * (time * time * phi.phi2) > 0.0;
  };
  // Against a pull upward it descends until its velocity is used up.
  if (pull < 0.0) {
    if (!(v < 0.0) || drop < 0.0) return std::nullopt;
    const double turn = decay_time(k, v / pull);
    return is_above(turn) ? std::nullopt : std::optional(bisect(0.0, turn, is_above));
  }
  double begin = v > 0.0 ? decay_time(k, v / pull) : 0.0;
  if (!is_above(begin)) return v < 0.0 && drop == 0.0 ? std::optional(0.0) : std::nullopt;
  double end = begin + 1.0;
  for (double step = 2.0; is_above(end); step *= 2.0) {
    begin = end;
    end += step;
  }
  return bisect(begin, end, is_above);
}

std::optional<Landing> landing_after(std::optional<double> time, double max_time, Vec3 point, double height) {
  if (!time || *time > max_time) return std::nullopt;
  return Landing{*time, {point.x, point.y, height}};
}

}  // namespace

std::optional<Landing> predict_landing(Vec3 position, Vec3 velocity, Vec3 gravity, double height,
                                       double max_time) {
  const std::optional<double> time = fall_time(position.z - height, velocity.z, -gravity.z);
  const double t = time.value_or(0.0);
  return landing_after(time, max_time, position + velocity * t + gravity * (0.5 * t * t), height);
}

std::optional<Landing> predict_landing(Vec3 position, Vec3 velocity, const LinearDrag& drag, double height,
                                       double max_time) {
  if (drag.k == 0.0) return predict_landing(position, velocity, drag.gravity, height, max_time);
  const std::optional<double> time =
      fall_time_under_drag(position.z - height, velocity.z, -drag.push().z, drag.k);
  const double t = time.value_or(0.0);
  return landing_after(time, max_time, position_under_drag(drag, position, velocity, t), height);
}

}  // namespace drover
