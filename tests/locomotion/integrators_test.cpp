#include "locomotion/integrators.h"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "locomotion/hand_made.h"

namespace drover::test::integrators_test {
namespace {

constexpr auto kIntegrators = {Integrator::semi_implicit_euler,
                               Integrator::newton_euler_1,
                               Integrator::second_order,
                               Integrator::velocity_verlet,
                               Integrator::rk4,
                               Integrator::exact_drag};

std::string_view name_of(Integrator integrator) {
  return enum_names(integrator)[static_cast<std::size_t>(integrator)];
}

// One step along a line under an acceleration that depends on value and rate.
template <class Acceleration>
Motion<double> stepped(Step<double> step, const Acceleration& acceleration) {
  step.asked[0] = acceleration(step.start);
  for (std::size_t stage = 1; stage < stage_count(step.integrator); ++stage)
    step.asked[stage] = acceleration(trial_motion(step, stage));
  return next_motion(step);
}

template <class Acceleration>
Motion<double> run(Step<double> step, int steps, const Acceleration& acceleration) {
  for (int k = 0; k < steps; ++k)
    step.start = stepped(step, acceleration);
  return step.start;
}

Motion<double> run_constant(const Step<double>& step, int steps, double acceleration) {
  return run(step, steps, [=](const Motion<double>&) { return acceleration; });
}

// Locomotion 1: a = 2, dt = 0.1, ten steps from rest.
TEST(Integrators, ConstantAccelerationFromRest) {
  for (const Integrator integrator : kIntegrators) {
    const Motion<double> end = run_constant({.integrator = integrator, .dt = 0.1}, 10, 2.0);
    const double value = integrator == Integrator::newton_euler_1        ? 0.9
                         : integrator == Integrator::semi_implicit_euler ? 1.1
                                                                         : 1.0;
    EXPECT_NEAR(end.value, value, 1e-14) << name_of(integrator);
    EXPECT_NEAR(end.rate, 2.0, 1e-14) << name_of(integrator);
  }
}

struct Energy {
  Integrator integrator;
  double after;  // 628 steps of 0.1 s from 0.5
  double tolerance;
};
const Energy kEnergies[] = {{Integrator::newton_euler_1, 0.5 * std::pow(1.01, 628), 1e-9},
                            {Integrator::newton_euler_1, 258.698, 5e-4},
                            {Integrator::second_order, 11.52, 5e-3},
                            {Integrator::semi_implicit_euler, 0.50028, 5e-6},
                            {Integrator::velocity_verlet, 0.49999996, 5e-9},
                            {Integrator::rk4, 0.4999956, 5e-8}};

TEST(Integrators, EnergyOfAnOscillator) {
  for (const Energy& energy : kEnergies) {
    const Step<double> step{.integrator = energy.integrator, .dt = 0.1, .start = {1.0, 0.0}};
    const Motion<double> end = run(step, 628, [](const Motion<double>& at) { return -at.value; });
    EXPECT_NEAR(0.5 * (end.value * end.value + end.rate * end.rate), energy.after, energy.tolerance)
        << name_of(energy.integrator);
  }
}

std::optional<Request> spring(const AgentView& view, AgentIndex agent) {
  return Request(-view.position(agent));
}

// The same through the simulator, which asks again in the trial states.
TEST(Integrators, EnergyOfAnOscillatorInTheSimulator) {
  for (const Energy& energy : kEnergies) {
    Simulator simulator = hand_made<spring>(
        R"("position":[0.6,0.8])",
        fmt::format(
            R"(,"max_speed":1000,"max_acceleration":1000,"locomotion":{{"type":"point_mass","integrator":"{}"}})",
            name_of(energy.integrator)),
        R"(,"simulation":{"dt":0.1})");
    run_steps(simulator, 628);
    const AgentMotion& state = simulator.world().state.motion;
    EXPECT_NEAR(0.5 * (length2(state.position(0)) + length2(state.velocity(0))), energy.after,
                energy.tolerance)
        << name_of(energy.integrator);
  }
}

// A flight of 2 v / g = 1 s lands a step early with the one and a step late with the other.
TEST(Integrators, LandingOfABallisticFlight) {
  const auto height = [](Integrator integrator, int steps) {
    return run_constant({.integrator = integrator, .dt = 0.1, .start = {0.0, 5.0}}, steps, -10.0).value;
  };
  EXPECT_NEAR(height(Integrator::semi_implicit_euler, 9), 0.0, 1e-12);
  EXPECT_NEAR(height(Integrator::second_order, 10), 0.0, 1e-12);
  EXPECT_NEAR(height(Integrator::newton_euler_1, 11), 0.0, 1e-12);
}

// A common error takes the acceleration of each step for the whole velocity.
TEST(Integrators, RequestsAddToTheVelocity) {
  for (const Integrator integrator : kIntegrators)
    EXPECT_NEAR(run_constant({.integrator = integrator, .dt = 0.5, .start = {0.0, 3.0}}, 4, 1.0).rate, 5.0,
                1e-14)
        << name_of(integrator);
}

struct Terminal {
  double linear, quadratic, speed;
};

TEST(Drag, TerminalSpeeds) {
  constexpr double kDt = 0.001;
  for (const Terminal& drag : {Terminal{2.0, 0.0, 2.0}, Terminal{0.0, 0.25, 4.0}, Terminal{1.0, 0.5, 2.0}}) {
    for (const Integrator integrator : kIntegrators) {
      if (integrator == Integrator::exact_drag && drag.quadratic > 0.0) continue;
      const Step<double> step{
          .integrator = integrator, .dt = kDt, .linear_drag = drag.linear, .quadratic_drag = drag.quadratic};
      const bool first_order =
          integrator == Integrator::semi_implicit_euler || integrator == Integrator::newton_euler_1;
      EXPECT_NEAR(run_constant(step, 20000, 4.0).rate, drag.speed, first_order ? 4.0 * kDt : 1e-6)
          << name_of(integrator) << ", " << drag.linear << ", " << drag.quadratic;
    }
  }
}

// v = v_t tanh(a t / v_t), x = ln(cosh(t sqrt(a c))) / c.
TEST(Drag, QuadraticDragFromRest) {
  for (const Integrator integrator : kIntegrators) {
    if (integrator == Integrator::exact_drag) continue;
    const Step<double> step{.integrator = integrator, .dt = 0.002, .quadratic_drag = 0.25};
    const Motion<double> end = run_constant(step, 500, 4.0);
    const bool first_order =
        integrator == Integrator::semi_implicit_euler || integrator == Integrator::newton_euler_1;
    EXPECT_NEAR(end.rate, 3.04638, first_order ? 0.01 : 1e-5) << name_of(integrator);
    EXPECT_NEAR(end.value, 1.73512, first_order ? 0.02 : 1e-5) << name_of(integrator);
  }
}

// v0 / (1 + c v0 t) and ln(1 + c v0 t) / c.
TEST(Drag, QuadraticDragWhileCoasting) {
  for (const Integrator integrator : kIntegrators) {
    if (integrator == Integrator::exact_drag) continue;
    const Step<double> step{
        .integrator = integrator, .dt = 0.001, .start = {0.0, 8.0}, .quadratic_drag = 0.25};
    const Motion<double> end = run_constant(step, 2000, 0.0);
    EXPECT_NEAR(end.rate, 1.6, 1e-10) << name_of(integrator);
    const bool first_order =
        integrator == Integrator::semi_implicit_euler || integrator == Integrator::newton_euler_1;
    EXPECT_NEAR(end.value, 6.43775, first_order ? 0.01 : 1e-5) << name_of(integrator);
  }
}

// v0 = 3, k = 2, t = 1, dt = 0.1: exactly 0.40601, implicitly 0.48452; explicitly it would be 0.32212.
TEST(Drag, LinearDragWhileCoasting) {
  for (const Integrator integrator : kIntegrators) {
    const Step<double> step{.integrator = integrator, .dt = 0.1, .start = {0.0, 3.0}, .linear_drag = 2.0};
    const double expected = integrator == Integrator::semi_implicit_euler ? 0.48452 : 0.40601;
    EXPECT_NEAR(run_constant(step, 10, 0.0).rate, expected, integrator == Integrator::rk4 ? 3e-5 : 6e-6)
        << name_of(integrator);
  }
}

TEST(Drag, NoIntegratorButRk4EverTurnsTheVelocityRound) {
  for (const Integrator integrator : kIntegrators) {
    if (integrator == Integrator::rk4) continue;
    Step<double> step{.integrator = integrator, .dt = 1.0, .start = {0.0, 3.0}, .linear_drag = 50.0};
    for (int k = 0; k < 5; ++k) {
      const Motion<double> next = run_constant(step, 1, 0.0);
      EXPECT_GE(next.rate, 0.0) << name_of(integrator);
      EXPECT_GE(next.value, step.start.value) << name_of(integrator);
      step.start = next;
    }
  }
}

TEST(Drag, ExactDragIsExactForEveryStep) {
  constexpr double kRequest = 1.5;
  constexpr double kTime = 2.0;
  for (const double k : {1e-12, 0.02, 0.7, 30.0}) {
    // v = a/k + (v0 - a/k) e^(-k t) and its integral; without drag the limits of both.
    const double decayed = -std::expm1(-k * kTime) / k;
    const double rate = 4.0 + (kRequest - 4.0 * k) * decayed;
    const double value = k < 1e-6 ? 4.0 * kTime + 0.5 * kRequest * kTime * kTime
                                  : kRequest / k * kTime + (4.0 - kRequest / k) * decayed;
    for (const int steps : {1, 7, 2000}) {
      const Step<double> step{
          .integrator = Integrator::exact_drag, .dt = kTime / steps, .start = {0.0, 4.0}, .linear_drag = k};
      const Motion<double> end = run_constant(step, steps, kRequest);
      EXPECT_NEAR(end.rate, rate, 1e-8) << k << ", " << steps;
      EXPECT_NEAR(end.value, value, 1e-8) << k << ", " << steps;
    }
  }
}

TEST(Integrators, AnActiveLimitDoesNotOvershoot) {
  for (const Integrator integrator : kIntegrators) {
    const Step<double> step{.integrator = integrator, .dt = 0.5, .start = {0.0, 2.0}, .limit = 2.0};
    const Motion<double> end = run_constant(step, 10, 6.0);
    EXPECT_NEAR(end.value, 10.0, 1e-14) << name_of(integrator);
    EXPECT_EQ(end.rate, 2.0) << name_of(integrator);
  }
}

TEST(Integrators, ExactDragKnowsLinearDragOnly) {
  EXPECT_ANY_THROW(make_world(
      scene("[]", R"([{"type":"a","position":[0,0]}])",
            R"(,"locomotion":{"type":"point_mass","integrator":"exact_drag","quadratic_drag":0.1})")));
}

}  // namespace
}  // namespace drover::test::integrators_test
