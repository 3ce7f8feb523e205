// What a locomotion model works with: the state S(t), the acceleration asked for, and S(t+1) to write.
#pragma once

#include "sim/state/world.h"
#include "sim/step/requests.h"

namespace drover {

class LocomotionContext {
 public:
  // `totals`: what the arbiter chose in the state S(t), and for integrators with stages in each trial state.
  LocomotionContext(World& world, std::span<const RequestColumns> totals) : world_(world), totals_(totals) {}

  const World& world() const { return world_; }
  const AgentState& state() const { return world_.state; }
  AgentState& next() { return world_.next; }
  double dt() const { return world_.dt; }
  // The acceleration the arbiter chose [m/s^2]; zero without any request. Stage 0 is S(t).
  Vec3 acceleration(AgentIndex agent, std::size_t stage = 0) const { return totals_[stage].linear(agent); }
  // The angular acceleration the arbiter chose [rad/s^2].
  Vec3 angular_acceleration(AgentIndex agent, std::size_t stage = 0) const {
    return totals_[stage].angular(agent);
  }

 private:
  World& world_;
  std::span<const RequestColumns> totals_;
};

}  // namespace drover
