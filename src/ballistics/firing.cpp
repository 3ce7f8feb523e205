#include "ballistics/firing.h"

#include <cmath>

#include "ballistics/real_roots.h"
#include "ballistics/scalar_search.h"

namespace drover {
namespace {

constexpr double kLimitBand = 1e-12;  // relative; a shot this near to the limit is the limiting one

std::optional<FiringArc> arc_along(Vec3 way, double time, double shortest) {
  if (time < shortest) return std::nullopt;
  return FiringArc{time, direction(way / time)};
}

// Shots under drag by their time of flight.
struct DragShots {
  Vec3 displacement;
  Vec3 push;
  double k = 0.0;

  // The muzzle velocity that gets there in this time.
  Vec3 velocity(double time) const {
    const DragPhi phi = drag_phi(k * time);
    return (displacement - push * (time * time * phi.phi2)) / (time * phi.phi1);
  }
  double speed(double time) const { return length(velocity(time)); }

  std::optional<FiringArc> arc(double time, double shortest) const {
    if (time < shortest) return std::nullopt;
    return FiringArc{time, direction(velocity(time))};
  }

  // Goes from where both arcs coincide without drag downhill, until the valley is between `low` and `high`.
  double slowest_time() const {
    constexpr int kSteps = 80;
    double middle = std::sqrt(2.0 * length(displacement) / length(push));
    double low = 0.5 * middle;
    double high = 2.0 * middle;
    while (speed(low) < speed(middle)) {
      high = middle;
      middle = low;
      low *= 0.5;
    }
    while (speed(high) < speed(middle)) {
      low = middle;
      middle = high;
      high *= 2.0;
    }
    return golden_minimum(low, high, kSteps, [this](double time) { return speed(time); });
  }
};

// Where one arc of a solution for a target that moves evenly meets it.
std::optional<FiringArc> lead(Vec3 displacement, Vec3 target_velocity, double speed, const LinearDrag& drag,
                              double shortest, std::optional<FiringArc> FiringSolution::*which) {
  constexpr int kRounds = 20;
  constexpr double kTolerance = 1e-6;  // [s]
  double time = 0.0;
  for (int round = 0; round < kRounds; ++round) {
    const std::optional<FiringArc> arc =
        firing_solution(displacement + target_velocity * time, speed, drag, shortest).*which;
    if (!arc || std::fabs(arc->time - time) < kTolerance) return arc;
    time = arc->time;
  }
  return std::nullopt;
}

}  // namespace

double minimum_speed(Vec3 displacement, Vec3 gravity) {
  return std::sqrt(larger(0.0, length(gravity) * length(displacement) - dot(gravity, displacement)));
}

FiringSolution firing_solution(Vec3 displacement, double speed, Vec3 gravity, double shortest) {
  FiringSolution solution;
  const double distance = length(displacement);
  if (distance < kLengthEpsilon || !(speed > 0.0)) return solution;
  const double pull = length(gravity);
  const double b = dot(gravity, displacement) + speed * speed;
  const double q = pull * distance;
  if (b < q * (1.0 - kLimitBand)) return solution;
  const double r = b <= q * (1.0 + kLimitBand) ? 0.0 : std::sqrt((b - q) * (b + q));
  const auto arc = [&](double time) {
    return arc_along(displacement - gravity * (0.5 * time * time), time, shortest);
  };
  solution.low = arc(distance * std::sqrt(2.0 / (b + r)));
  if (pull > 0.0) solution.high = r > 0.0 ? arc(std::sqrt(2.0 * (b + r)) / pull) : solution.low;
  return solution;
}

FiringSolution firing_solution(Vec3 displacement, Vec3 target_velocity, double speed, Vec3 gravity,
                               double shortest) {
  FiringSolution solution;
  if (length(displacement) < kLengthEpsilon || !(speed > 0.0)) return solution;
  const double target_speed = length(target_velocity);
  const PositiveRoots times =
      positive_roots({length2(displacement), 2.0 * dot(displacement, target_velocity),
                      (target_speed - speed) * (target_speed + speed) - dot(gravity, displacement),
                      -dot(gravity, target_velocity), 0.25 * length2(gravity)});
  for (const double time : times) {
    const Vec3 way = displacement + target_velocity * time - gravity * (0.5 * time * time);
    const std::optional<FiringArc> arc = arc_along(way, time, shortest);
    (solution.low ? solution.high : solution.low) = arc;
  }
  return solution;
}

FiringSolution firing_solution(Vec3 displacement, double speed, const LinearDrag& drag, double shortest) {
  if (drag.k == 0.0) return firing_solution(displacement, speed, drag.gravity, shortest);
  FiringSolution solution;
  const double distance = length(displacement);
  if (distance < kLengthEpsilon || !(speed > 0.0)) return solution;
  const DragShots shots{displacement, drag.push(), drag.k};
  if (length(shots.push) == 0.0) {  // |D| = s t phi1
    if (speed > drag.k * distance) solution.low = shots.arc(decay_time(-drag.k, distance / speed), shortest);
    return solution;
  }

  const double slowest = shots.slowest_time();
  const double least_speed = shots.speed(slowest);
  if (least_speed > speed * (1.0 + kLimitBand)) return solution;
  if (least_speed >= speed * (1.0 - kLimitBand)) {
    solution.low = solution.high = shots.arc(slowest, shortest);
    return solution;
  }
  const auto is_too_slow = [&](double time) { return shots.speed(time) > speed; };
  const auto is_reached = [&](double time) { return shots.speed(time) <= speed; };
  double latest = 2.0 * slowest;
  while (is_reached(latest))
    latest *= 2.0;
  solution.low = shots.arc(bisect(0.0, slowest, is_too_slow), shortest);
  solution.high = shots.arc(bisect(slowest, latest, is_reached), shortest);
  return solution;
}

FiringSolution firing_solution(Vec3 displacement, Vec3 target_velocity, double speed, const LinearDrag& drag,
                               double shortest) {
  return {lead(displacement, target_velocity, speed, drag, shortest, &FiringSolution::low),
          lead(displacement, target_velocity, speed, drag, shortest, &FiringSolution::high)};
}

}  // namespace drover
