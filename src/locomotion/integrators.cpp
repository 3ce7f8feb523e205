#include "locomotion/integrators.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {
namespace {

double size_of(double rate) {
  return std::fabs(rate);
}
double size_of(Vec3 rate) {
  return length(rate);
}
double limited(double rate, double limit) {
  return clamp(rate, -limit, limit);
}
Vec3 limited(Vec3 rate, double limit) {
  return clip(rate, limit);
}

// (1 - e^-x) / x. Below a thousandth the quotient loses digits and four terms of its series are exact.
double decay_mean(double x) {
  if (x < 1e-3) return 1.0 - x / 2.0 + x * x / 6.0 - x * x * x / 24.0;
  return (1.0 - det::exp(-x)) / x;
}

// (x - 1 + e^-x) / x^2, likewise.
double decay_second_mean(double x) {
  if (x < 1e-3) return 0.5 - x / 6.0 + x * x / 24.0 - x * x * x / 120.0;
  return (1.0 - decay_mean(x)) / x;
}

// What drag leaves of a rate after coasting for `time`: the exact solution of v' = -k v - c |v| v.
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
T semi_implicit_rate(const Step<T>& step) {
  T rate = step.start.rate + step.asked[0] * step.dt;
  if (step.linear_drag > 0.0) rate = rate / (1.0 + step.linear_drag * step.dt);
  if (step.quadratic_drag > 0.0) rate = rate / (1.0 + step.quadratic_drag * size_of(rate) * step.dt);
  return rate;
}

// Drag for half the step, the request for the whole, drag for the other half.
template <class T>
T second_order_rate(const Step<T>& step) {
  const double half = 0.5 * step.dt;
  return coasted(step, coasted(step, step.start.rate, half) + step.asked[0] * step.dt, half);
}

// The rate in the middle of the step, with which velocity_verlet moves.
template <class T>
T verlet_middle_rate(const Step<T>& step) {
  const double half = 0.5 * step.dt;
  return coasted(step, step.start.rate, half) + step.asked[0] * half;
}

template <class T>
Motion<T> verlet_motion(const Step<T>& step, std::size_t stage) {
  const double half = 0.5 * step.dt;
  const T middle = verlet_middle_rate(step);
  return {step.start.place + middle * step.dt, coasted(step, middle + step.asked[stage] * half, half)};
}

template <class T>
Motion<T> exact_drag_motion(const Step<T>& step) {
  const double x = step.linear_drag * step.dt;
  const double mean = step.dt * decay_mean(x);
  const T request = step.asked[0];
  return {step.start.place + step.start.rate * mean + request * (step.dt * step.dt * decay_second_mean(x)),
          step.start.rate * det::exp(-x) + request * mean};
}

// What was asked for in a stage, less the drag there.
template <class T>
T slope(const Step<T>& step, std::size_t stage, T rate) {
  return step.asked[stage] - rate * (step.linear_drag + step.quadratic_drag * size_of(rate));
}

template <class T>
Motion<T> rk4_trial(const Step<T>& step, std::size_t stage) {
  Motion<T> at = step.start;
  for (std::size_t k = 1; k <= stage; ++k) {
    const double time = stage_time(Integrator::rk4, k, step.dt);
    at = {step.start.place + at.rate * time,
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
    sum.place = sum.place + rate * kWeights[stage];
    sum.rate = sum.rate + slope(step, stage, rate) * kWeights[stage];
  }
  return {step.start.place + sum.place * (step.dt / 6.0), step.start.rate + sum.rate * (step.dt / 6.0)};
}

// The state after the step without a limit of the rate.
template <class T>
Motion<T> free_motion(const Step<T>& step) {
  switch (step.integrator) {
    case Integrator::semi_implicit_euler: {
      const T rate = semi_implicit_rate(step);
      return {step.start.place + rate * step.dt, rate};
    }
    case Integrator::newton_euler_1:
      return {step.start.place + step.start.rate * step.dt,
              coasted(step, step.start.rate + step.asked[0] * step.dt, step.dt)};
    case Integrator::second_order: {
      const T rate = second_order_rate(step);
      return {step.start.place + (step.start.rate + rate) * (0.5 * step.dt), rate};
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

}  // namespace

std::size_t stage_count(Integrator integrator) {
  if (integrator == Integrator::rk4) return 4;
  return integrator == Integrator::velocity_verlet ? 2 : 1;
}

double stage_time(Integrator integrator, std::size_t stage, double dt) {
  return integrator == Integrator::rk4 && stage < 3 ? 0.5 * dt : dt;
}

template <class T>
Motion<T> trial_motion(const Step<T>& step, std::size_t stage) {
  if (step.integrator == Integrator::rk4) return rk4_trial(step, stage);
  // The request of the end of the step is not known yet; that of its start foretells the rate.
  const Motion<T> end = verlet_motion(step, 0);
  return {end.place, limited(end.rate, step.limit)};
}

template <class T>
Motion<T> next_motion(const Step<T>& step) {
  const Motion<T> free = free_motion(step);
  return held_motion(step, free, limited(free.rate, step.limit));
}

template <class T>
Motion<T> held_motion(const Step<T>& step, const Motion<T>& next, T rate) {
  if (rate == next.rate) return next;
  switch (step.integrator) {
    case Integrator::semi_implicit_euler:
      return {step.start.place + rate * step.dt, rate};
    case Integrator::newton_euler_1:
      return {next.place, rate};
    default:
      return {step.start.place + (step.start.rate + rate) * (0.5 * step.dt), rate};
  }
}

template Motion<Vec3> trial_motion(const Step<Vec3>&, std::size_t);
template Motion<double> trial_motion(const Step<double>&, std::size_t);
template Motion<Vec3> next_motion(const Step<Vec3>&);
template Motion<double> next_motion(const Step<double>&);
template Motion<Vec3> held_motion(const Step<Vec3>&, const Motion<Vec3>&, Vec3);
template Motion<double> held_motion(const Step<double>&, const Motion<double>&, double);

Step<Vec3> IntegrationRule::step(const LocomotionContext& context, AgentIndex agent) const {
  Step<Vec3> step{.integrator = integrator,
                  .dt = context.dt(),
                  .start = {context.state().position(agent), context.state().velocity(agent)},
                  .linear_drag = linear_drag[agent],
                  .quadratic_drag = quadratic_drag[agent],
                  .limit = context.world().agents.max_speed[agent]};
  for (std::size_t stage = 0; stage < stage_count(integrator); ++stage)
    step.asked[stage] = context.acceleration(agent, stage);
  return step;
}

std::vector<Table::Problem> problems_of(const IntegrationRule& rule) {
  const bool has_quadratic = rule.quadratic_drag.is_drawn() || rule.quadratic_drag.constant() > 0.0;
  if (rule.integrator == Integrator::exact_drag && has_quadratic) {
    return {{"quadratic_drag", "the integrator exact_drag is exact for linear drag only"}};
  }
  return {};
}

}  // namespace drover
