// How bodies with inertia move through a step: the integrators, the keys that choose one, and drag.
// The integrators printed by Buckland and Millington differ and are not named there; see README.md.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/det_math.h"
#include "sim/step/locomotion_context.h"

namespace drover {

DROVER_ENUM(Integrator, semi_implicit_euler, newton_euler_1, second_order, velocity_verlet, rk4, exact_drag)

inline constexpr std::size_t kMaxStages = 4;

// How often the integrator looks at the request within a step.
inline std::size_t stage_count(Integrator integrator) {
  if (integrator == Integrator::rk4) return 4;
  return integrator == Integrator::velocity_verlet ? 2 : 1;
}

// The time from the start of the step to the trial state of a stage [s].
inline double stage_time(Integrator integrator, std::size_t stage, double dt) {
  return integrator == Integrator::rk4 && stage < 3 ? 0.5 * dt : dt;
}

// A position [m] and its velocity [m/s], or an angle [rad] and its rate of turn [rad/s].
template <class T>
struct Motion {
  T value{};
  T rate{};
};

// One step of one body. T is Vec3 or double.
template <class T>
struct Step {
  Integrator integrator = Integrator::semi_implicit_euler;
  double dt = 0.0;  // s
  Motion<T> start = {};
  std::array<T, kMaxStages> asked = {};  // the acceleration at each stage
  double linear_drag = 0.0;              // 1/s
  double quadratic_drag = 0.0;           // 1/m
  double limit = kInfinity;              // of the rate
};

namespace detail {

inline double size_of(double rate) {
  return std::fabs(rate);
}
inline double size_of(Vec3 rate) {
  return length(rate);
}
inline double limited(double rate, double limit) {
  return clamp(rate, -limit, limit);
}
inline Vec3 limited(Vec3 rate, double limit) {
  return clip(rate, limit);
}

// (1 - e^-x) / x. Below a thousandth the quotient loses digits and four terms of its series are exact.
inline double decay_mean(double x) {
  if (x < 1e-3) return 1.0 - x / 2.0 + x * x / 6.0 - x * x * x / 24.0;
  return (1.0 - det::exp(-x)) / x;
}

// (x - 1 + e^-x) / x^2, likewise.
inline double decay_second_mean(double x) {
  if (x < 1e-3) return 0.5 - x / 6.0 + x * x / 24.0 - x * x * x / 120.0;
  return (1.0 - decay_mean(x)) / x;
}

// The rate that remains after coasting under drag for `time`: the exact solution of v' = -k v - c |v| v.
template <class T>
T coasted(const Step<T>& step, T rate, double time) {
  if (step.linear_drag <= 0.0 && step.quadratic_drag <= 0.0) return rate;
  const double x = step.linear_drag * time;
  const double quadratic = step.quadratic_drag * size_of(rate) * time * decay_mean(x);
  return rate * (det::exp(-x) / (1.0 + quadratic));
}

// Linear drag acts implicitly and quadratic drag by its exact decay, so that neither can overshoot zero
// whatever dt is: explicitly, 1 - k dt changes the sign beyond k dt = 1 and diverges beyond 2.
template <class T>
T semi_implicit_rate(T rate, T asked, double dt, double linear_drag, double quadratic_drag) {
  rate = rate + asked * dt;
  if (linear_drag > 0.0) rate = rate / (1.0 + linear_drag * dt);
  if (quadratic_drag > 0.0) rate = rate / (1.0 + quadratic_drag * size_of(rate) * dt);
  return rate;
}

// It moves with the rate in the middle of the step.
template <class T>
Motion<T> verlet_motion(const Step<T>& step, std::size_t stage) {
  const double half = 0.5 * step.dt;
  const T middle = coasted(step, step.start.rate, half) + step.asked[0] * half;
  return {step.start.value + middle * step.dt, coasted(step, middle + step.asked[stage] * half, half)};
}

template <class T>
Motion<T> exact_drag_motion(const Step<T>& step) {
  const double x = step.linear_drag * step.dt;
  const double mean = step.dt * decay_mean(x);
  const T request = step.asked[0];
  return {step.start.value + step.start.rate * mean + request * (step.dt * step.dt * decay_second_mean(x)),
          step.start.rate * det::exp(-x) + request * mean};
}

// The acceleration in a stage: the request less the drag there.
template <class T>
T slope(const Step<T>& step, std::size_t stage, T rate) {
  return step.asked[stage] - rate * (step.linear_drag + step.quadratic_drag * size_of(rate));
}

template <class T>
Motion<T> rk4_trial(const Step<T>& step, std::size_t stage) {
  Motion<T> at = step.start;
  for (std::size_t k = 1; k <= stage; ++k) {
    const double time = stage_time(Integrator::rk4, k, step.dt);
    at = {step.start.value + at.rate * time,
          limited(step.start.rate + slope(step, k - 1, at.rate) * time, step.limit)};
  }
  return at;
}

template <class T>
Motion<T> rk4_motion(const Step<T>& step) {
  constexpr std::array<double, kMaxStages> kWeights = {1.0, 2.0, 2.0, 1.0};
  Motion<T> sum;
  for (std::size_t stage = 0; stage < kMaxStages; ++stage) {
    const T rate = rk4_trial(step, stage).rate;
    sum.value = sum.value + rate * kWeights[stage];
    sum.rate = sum.rate + slope(step, stage, rate) * kWeights[stage];
  }
  return {step.start.value + sum.value * (step.dt / 6.0), step.start.rate + sum.rate * (step.dt / 6.0)};
}

// The state after the step without a limit of the rate.
template <class T>
Motion<T> free_motion(const Step<T>& step) {
  switch (step.integrator) {
    case Integrator::semi_implicit_euler: {
      const T rate =
          semi_implicit_rate(step.start.rate, step.asked[0], step.dt, step.linear_drag, step.quadratic_drag);
      return {step.start.value + rate * step.dt, rate};
    }
    case Integrator::newton_euler_1:
      return {step.start.value + step.start.rate * step.dt,
              coasted(step, step.start.rate + step.asked[0] * step.dt, step.dt)};
    case Integrator::second_order: {
      // Drag for half the step, the request for the whole, drag for the other half.
      const double half = 0.5 * step.dt;
      const T rate = coasted(step, coasted(step, step.start.rate, half) + step.asked[0] * step.dt, half);
      return {step.start.value + (step.start.rate + rate) * (0.5 * step.dt), rate};
    }
    case Integrator::velocity_verlet:
      return verlet_motion(step, 1);
    case Integrator::rk4:
      return rk4_motion(step);
    case Integrator::exact_drag:
      return exact_drag_motion(step);
  }
  return step.start;
}

}  // namespace detail

// The state in which to look for stage `stage` (from 1); needs asked[0] to asked[stage - 1].
template <class T>
Motion<T> trial_motion(const Step<T>& step, std::size_t stage) {
  if (step.integrator == Integrator::rk4) return detail::rk4_trial(step, stage);
  // The request of the end of the step is not known yet; that of its start foretells the rate.
  const Motion<T> end = detail::verlet_motion(step, 0);
  return {end.value, detail::limited(end.rate, step.limit)};
}

// The same step where something holds the rate to another value than the integrator's: integrators of higher
// order then move the position by the mean of the rates; otherwise it would overshoot by up to a dt^2 / 2.
template <class T>
Motion<T> held_motion(const Step<T>& step, const Motion<T>& next, T rate) {
  if (rate == next.rate) return next;
  switch (step.integrator) {
    case Integrator::semi_implicit_euler:
      return {step.start.value + rate * step.dt, rate};
    case Integrator::newton_euler_1:
      return {next.value, rate};
    default:
      return {step.start.value + (step.start.rate + rate) * (0.5 * step.dt), rate};
  }
}

// The state after the step, with the rate within its limit.
template <class T>
Motion<T> next_motion(const Step<T>& step) {
  const Motion<T> free = detail::free_motion(step);
  return held_motion(step, free, detail::limited(free.rate, step.limit));
}

// The keys of bodies that are integrated.
struct IntegrationRule {
  Parameter linear_drag = 0.0;
  Parameter quadratic_drag = 0.0;
  Integrator integrator = Integrator::semi_implicit_euler;

  Step<Vec3> step(const LocomotionContext& context, AgentIndex agent) const {
    Step<Vec3> step{.integrator = integrator,
                    .dt = context.dt(),
                    .start = {context.state().position(agent), context.velocity(agent)},
                    .linear_drag = context.value(linear_drag, agent),
                    .quadratic_drag = context.value(quadratic_drag, agent),
                    .limit = context.speed_limit(agent)};
    for (std::size_t stage = 0; stage < stage_count(integrator); ++stage)
      step.asked[stage] = context.acceleration(agent, stage);
    return step;
  }
};

inline constexpr auto kIntegrationFields = fields(
    field<&IntegrationRule::linear_drag>(
        {.key = "linear_drag",
         .unit = "1/s",
         .range = closed(0, 1e6),
         .doc = "Deceleration per speed; the top speed under a constant acceleration a is a / drag."}),
    field<&IntegrationRule::quadratic_drag>(
        {.key = "quadratic_drag",
         .unit = "1/m",
         .range = closed(0, 1e6),
         .doc = "Deceleration per speed squared; the top speed is sqrt(a / drag)."}),
    field<&IntegrationRule::integrator>(
        {.key = "integrator",
         .doc = "semi_implicit_euler: first the velocity, then the position with it; newton_euler_1: the "
                "other way round, which gains energy; second_order: exact for a constant request; "
                "velocity_verlet and rk4 look at the request again within the step, 2 and 4 times in all; "
                "exact_drag: exact for a constant request and linear drag. rk4 needs drag * dt well below 2.",
         .original_default =
             "semi_implicit_euler (Buckland), newton_euler_1 and second_order (Millington)"}));

// LocomotionKind::check of the kinds whose parameters have a member `integration`.
template <class Def>
std::vector<Problem> check_integration(const Def& def) {
  const IntegrationRule& rule = def.integration;
  const bool has_quadratic = rule.quadratic_drag.is_drawn() || rule.quadratic_drag.constant() > 0.0;
  if (rule.integrator != Integrator::exact_drag || !has_quadratic) return {};
  return {{"/quadratic_drag", "the integrator exact_drag is exact for linear drag only"}};
}

// LocomotionKind::stages, likewise.
template <class Def>
std::size_t count_stages(const Def& def) {
  return stage_count(def.integration.integrator);
}

}  // namespace drover
