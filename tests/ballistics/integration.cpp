#include "ballistics/integration.h"

#include <array>

#include <boost/numeric/odeint.hpp>

namespace drover::test {

Flown flown(Vec3 position, Vec3 velocity, double time, const Acceleration& acceleration) {
  namespace odeint = boost::numeric::odeint;
  using State = std::array<double, 6>;
  State state{position.x, position.y, position.z, velocity.x, velocity.y, velocity.z};
  const auto derivative = [&](const State& s, State& rate, double t) {
    const Vec3 v{s[3], s[4], s[5]};
    const Vec3 a = acceleration(t, {s[0], s[1], s[2]}, v);
    rate = {v.x, v.y, v.z, a.x, a.y, a.z};
  };
  odeint::integrate_adaptive(odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(1e-12, 1e-12),
                             derivative, state, 0.0, time, 1e-3);
  return {{state[0], state[1], state[2]}, {state[3], state[4], state[5]}};
}

}  // namespace drover::test
