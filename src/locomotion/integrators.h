// How bodies with inertia move through a step: the integrators, the keys that choose one, and drag.
// Seeds 000 and 001 print different ones without naming them (erratum E1-04) and seed 004 forgets what it had
// (E4-04, L16); catalogue: locomotion 1 and 2.
#pragma once

#include <array>
#include <cstddef>

#include "sim/locomotion_context.h"

namespace drover {

enum class Integrator { semi_implicit_euler, newton_euler_1, second_order, velocity_verlet, rk4, exact_drag };
inline constexpr std::array<std::string_view, 6> kIntegratorNames = {
    "semi_implicit_euler", "newton_euler_1", "second_order", "velocity_verlet", "rk4", "exact_drag"};
constexpr std::span<const std::string_view> enum_names(Integrator) {
  return kIntegratorNames;
}

inline constexpr std::size_t kMaxStages = 4;
// How often the integrator looks at the request within a step.
std::size_t stage_count(Integrator integrator);
// The time from the start of the step to the trial state of a stage [s].
double stage_time(Integrator integrator, std::size_t stage, double dt);

// What moves: a position [m] with its velocity [m/s], or an angle [rad] with its rate of turn [rad/s].
template <class T>
struct Motion {
  T place{};
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

// The state in which to look for stage `stage` (from 1); needs asked[0] to asked[stage - 1].
template <class T>
Motion<T> trial_motion(const Step<T>& step, std::size_t stage);

// The state after the step, with the rate within its limit.
template <class T>
Motion<T> next_motion(const Step<T>& step);

// The same step where something holds the rate to another value than the integrator's: integrators of higher
// order then take the place for the mean of the rates, or it would overshoot by up to a dt^2 / 2.
template <class T>
Motion<T> held_motion(const Step<T>& step, const Motion<T>& next, T rate);

// The keys of bodies that are integrated.
struct IntegrationRule {
  Quantity linear_drag = 0.0;
  Quantity quadratic_drag = 0.0;
  Integrator integrator = Integrator::semi_implicit_euler;

  Step<Vec3> step(const LocomotionContext& context, AgentIndex agent) const;
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
         .seed = "semi_implicit_euler (S0), newton_euler_1 and second_order (S1)"}));

// What is wrong with the rule, or nothing.
std::vector<Table::Problem> problems_of(const IntegrationRule& rule);

// For the kinds whose parameters have a member `integration`: lets the integrator look at trial states, which
// Trial(def, context, agent, stage) writes.
template <class Def, auto Trial>
constexpr LocomotionKind with_stages(LocomotionKind kind) {
  kind.stages = [](const void* params) {
    return stage_count(static_cast<const Def*>(params)->integration.integrator);
  };
  kind.trial = [](const void* params, LocomotionContext& context, std::size_t stage,
                  std::span<const AgentIndex> agents) {
    for (const AgentIndex agent : agents)
      Trial(*static_cast<const Def*>(params), context, agent, stage);
  };
  return kind;
}

}  // namespace drover
