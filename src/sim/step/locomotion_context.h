// The context of a locomotion model: the state S(t), the commands to its bodies, and S(t+1), which it writes.
#pragma once

#include "core/check.h"
#include "sim/state/world.h"
#include "sim/step/ground_motion.h"
#include "sim/step/requests.h"

namespace drover {

class LocomotionContext {
 public:
  // For the bodies of one agent type. `commands`: those its actuator made from the requests in the state
  // S(t), and for integrators with stages in each trial state.
  LocomotionContext(World& world, const AgentType& type, std::span<const RequestColumns> commands)
      : world_(world), type_(type), takes_(type.locomotion->takes), commands_(commands) {}

  const World& world() const { return world_; }
  const AgentMotion& state() const { return world_.state.motion; }
  AgentMotion& next() { return world_.state.next; }
  double dt() const { return world_.model().dt; }
  double value(const Parameter& parameter, AgentIndex i) const { return world_.state.value(parameter, i); }
  double value_or(const Parameter& parameter, AgentIndex i, double otherwise) const {
    return world_.state.value_or(parameter, i, otherwise);
  }
  // Bodies move relative to the ground under them, which then carries them: their velocity in S(t) [m/s].
  [[gnu::always_inline]] Vec3 velocity(AgentIndex agent) const { return world_.own_velocity(agent); }
  // The greatest speed of a body with inertia after the step [m/s]: its max_speed or, where ground slows
  // bodies or something pushes them and it is faster, what full braking leaves of its speed.
  double speed_limit(AgentIndex agent) const {
    const double limit = world_.state.limits.max_speed[agent];
    if (world_.state.ground_factors.empty() && !world_.model().has_pushes) return limit;
    if (world_.model().agents.request_unit[agent] == RequestUnit::velocity) return limit;
    return larger(limit, length(velocity(agent)) - world_.state.limits.max_request[agent] * dt());
  }
  // With the ground for `time` [s], in a trial state that was just written. Where bodies are after the step
  // they are carried without their models.
  void carry_in_trial(AgentIndex agent, double time) {
    if (!world_.state.ground_velocities.empty()) drover::carry(world_, {agent, agent + 1}, time);
  }

  // Of bodies that take accelerations: the acceleration [m/s^2] and the angular acceleration [rad/s^2]; zero
  // without any command. Stage 0 is S(t).
  Vec3 acceleration(AgentIndex agent, std::size_t stage = 0) const {
    check(RequestUnit::acceleration);
    return commands_[stage].linear(agent);
  }
  // The same in S(t), for loops that the compiler makes for the plane and for space.
  template <bool kIsSpatial>
  Vec3 acceleration_in(AgentIndex agent) const {
    check(RequestUnit::acceleration);
    return commands_[0].linear_in<kIsSpatial>(agent);
  }
  // Whether any behavior asked for something in S(t).
  bool is_asked(AgentIndex agent) const { return commands_[0].is_active(agent); }
  bool is_spatial() const { return commands_[0].is_spatial(); }
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
  // Of bodies that are driven; to come to rest without any command.
  DriveCommand drive_command(AgentIndex agent) const {
    check(RequestUnit::drive);
    return {commands_[0].linear(agent).x, up_part(commands_[0].angular(agent))};
  }

  // The numbers that the body of an agent remembers.
  std::span<double> memory(AgentIndex agent) {
    const MemoryHandle& memory = type_.locomotion_memory;
    return world_.state.columns.values(memory).subspan(
        world_.model().agents.index_in_type[agent] * memory.width, memory.width);
  }

 private:
  void check([[maybe_unused]] RequestUnit unit) const {
    DROVER_DEBUG_CHECK(unit == takes_, "a body reads its commands in the unit it takes");
  }

  World& world_;
  const AgentType& type_;
  [[maybe_unused]] RequestUnit takes_;
  std::span<const RequestColumns> commands_;
};

}  // namespace drover
