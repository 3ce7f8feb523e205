// The context of a locomotion model: the state S(t), the commands to its bodies, and S(t+1), which it writes.
#pragma once

#include "core/check.h"
#include "sim/state/world.h"
#include "sim/step/requests.h"

namespace drover {

class LocomotionContext {
 public:
  // For the bodies of one agent type. `commands`: those its actuator made from the requests in the state
  // S(t), and for integrators with stages in each trial state.
  LocomotionContext(World& world, const AgentType& type, std::span<const RequestColumns> commands)
      : world_(world), takes_(type.locomotion->takes), commands_(commands) {}

  const World& world() const { return world_; }
  const AgentMotion& state() const { return world_.state.motion; }
  AgentMotion& next() { return world_.state.next; }
  double dt() const { return world_.model().dt; }

  // Of bodies that take accelerations: the acceleration [m/s^2] and the angular acceleration [rad/s^2]; zero
  // without any command. Stage 0 is S(t).
  Vec3 acceleration(AgentIndex agent, std::size_t stage = 0) const {
    check(RequestUnit::acceleration);
    return commands_[stage].linear(agent);
  }
  Vec3 angular_acceleration(AgentIndex agent, std::size_t stage = 0) const {
    check(RequestUnit::acceleration);
    return commands_[stage].angular(agent);
  }

  // Of bodies that take velocities: the velocity [m/s] and the angular velocity [rad/s] they are to have.
  Vec3 commanded_velocity(AgentIndex agent) const {
    check(RequestUnit::velocity);
    return commands_[0].linear(agent);
  }
  Vec3 commanded_angular_velocity(AgentIndex agent) const {
    check(RequestUnit::velocity);
    return commands_[0].angular(agent);
  }

 private:
  void check([[maybe_unused]] RequestUnit unit) const {
    DROVER_DEBUG_CHECK(unit == takes_, "a body reads its commands in the unit it takes");
  }

  World& world_;
  [[maybe_unused]] RequestUnit takes_;
  std::span<const RequestColumns> commands_;
};

}  // namespace drover
