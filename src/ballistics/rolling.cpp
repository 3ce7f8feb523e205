#include "ballistics/rolling.h"

#include <cmath>

#include "ballistics/drag.h"
#include "ballistics/landing.h"
#include "ballistics/scalar_search.h"

namespace drover {

double rolling_stop_time(const RollingLaw& law, double speed) {
  if (!(speed > 0.0)) return 0.0;
  return law.drag > 0.0 ? decay_time(law.drag_linear, speed / law.drag) : kNeverComes;
}

double rolling_speed(const RollingLaw& law, double speed, double time) {
  if (time >= rolling_stop_time(law, speed)) return 0.0;
  const DragPhi phi = drag_phi(law.drag_linear * time);
  return larger(0.0, speed * phi.decay - law.drag * (time * phi.phi1));
}

double rolling_way(const RollingLaw& law, double speed, double time) {
  const double moving = smaller(time, rolling_stop_time(law, speed));
  if (moving == kNeverComes) return law.drag_linear > 0.0 ? speed / law.drag_linear : kNeverComes;
  const DragPhi phi = drag_phi(law.drag_linear * moving);
  return speed * (moving * phi.phi1) - law.drag * (moving * moving * phi.phi2);
}

double rolling_stop_way(const RollingLaw& law, double speed) {
  return rolling_way(law, speed, kNeverComes);
}

double rolling_launch_speed(const RollingLaw& law, double way, double arrival_speed) {
  const double without_linear = std::sqrt(arrival_speed * arrival_speed + 2.0 * law.drag * way);
  if (law.drag_linear == 0.0) return without_linear;
  if (law.drag == 0.0) return arrival_speed + law.drag_linear * way;
  // dv/dl = -(c / v + k) is between -c / v and that with k added.
  const double target = way + rolling_stop_way(law, arrival_speed);
  return bisect(without_linear, without_linear + 2.0 * law.drag_linear * way,
                [&](double speed) { return rolling_stop_way(law, speed) < target; });
}

Vec3 slope_acceleration(Vec3 gradient, double gravity) {
  const double steepness2 = gradient.x * gradient.x + gradient.y * gradient.y;
  const double factor = -gravity / (1.0 + steepness2);
  return {gradient.x * factor, gradient.y * factor, 0.0};
}

bool rests_on_slope(Vec3 gradient, double gravity, const RollingLaw& law) {
  return gravity * std::sqrt(gradient.x * gradient.x + gradient.y * gradient.y) <= law.drag;
}

std::optional<RollingPass> rolling_pass(Vec3 displacement, Vec3 runner_velocity, double speed,
                                        const RollingLaw& law) {
  constexpr int kSteps = 80;
  const double distance = length(displacement);
  if (distance < kLengthEpsilon || !(speed > 0.0)) return std::nullopt;
  const auto lead = [&](double time) {
    return rolling_way(law, speed, time) - length(displacement + runner_velocity * time);
  };
  // Concave: once it falls, it never gets better.
  const double stop = rolling_stop_time(law, speed);
  double end = smaller(distance / speed, stop);
  while (end < stop && lead(end) < 0.0 && lead(smaller(2.0 * end, stop)) > lead(end))
    end = smaller(2.0 * end, stop);
  end = smaller(2.0 * end, stop);
  const double peak = golden_minimum(0.0, end, kSteps, [&](double time) { return -lead(time); });
  const double latest = lead(end) > lead(peak) ? end : peak;
  if (lead(latest) < 0.0) return std::nullopt;
  const double time = bisect(0.0, latest, [&](double t) { return lead(t) < 0.0; });
  return RollingPass{time, direction(displacement + runner_velocity * time), rolling_speed(law, speed, time)};
}

}  // namespace drover
