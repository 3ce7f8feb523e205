// The context of an actuator: the state the requests were evaluated in, the requests the arbiter chose, and
// the commands to the body, which the actuator writes.
#pragma once

#include <optional>
#include <span>

#include "sim/perception/perception.h"
#include "sim/state/world.h"
#include "sim/step/requests.h"

namespace drover {

class ActuatorContext {
 public:
  ActuatorContext(World& world, std::span<const PerceptionPass> perceptions, const AgentType& type,
                  const RequestColumns& requests, RequestColumns& commands)
      : world_(world), perceptions_(perceptions), type_(type), requests_(requests), commands_(commands) {}

  const World& world() const { return world_; }
  const AgentMotion& state() const { return world_.state.motion; }
  double dt() const { return world_.model().dt; }
  double value(const Parameter& parameter, AgentIndex agent) const {
    return world_.state.value(parameter, agent);
  }
  const Perceived& perceived(PerceptionHandle handle) const {
    return perceptions_[handle.perception].result();
  }
  // The units of requests and of commands.
  RequestUnit request_unit() const { return type_.request_unit; }
  RequestUnit command_unit() const { return type_.locomotion->takes; }

  // The request the arbiter chose, within the limits of the agent; empty where no behavior requested
  // anything.
  std::optional<Request> request(AgentIndex agent) const {
    if (!requests_.is_active(agent)) return std::nullopt;
    return requests_.request(agent);
  }
  // The velocity that the request asks for [m/s]: of an acceleration, the one in a second.
  Vec3 wanted_velocity(AgentIndex agent, const Request& request) const {
    constexpr double kRequestTime = 1.0;  // s
    if (request_unit() == RequestUnit::velocity) return request.linear;
    return world_.own_velocity(agent) + request.linear * kRequestTime;
  }
  // The place that the agent goes for, where the wanted velocity leads straight to it [m].
  std::optional<Vec3> goal_point(AgentIndex agent, Vec3 wanted_velocity) const;

  // How far it is to where some behavior of the agent means to come to rest [m]; infinite where none does.
  double distance_to_rest(AgentIndex agent) const;
  // How near to the point it aims at an agent under way to its own goal is there [m]; infinite for others.
  double goal_reach(AgentIndex agent) const;

  // Of bodies that are driven.
  DriveLimits drive_limits(AgentIndex agent) const {
    return type_.locomotion->drive_limits(type_.locomotion_params.get(), world_, agent);
  }
  DrivenState drive_step(AgentIndex agent, const DrivenState& state, const DriveCommand& command) const {
    return type_.locomotion->drive_step(type_.locomotion_params.get(), world_, agent, state, command);
  }
  // Its motion in S(t). The front wheel is what its body remembers first.
  DrivenState driven_state(AgentIndex agent) const;

  // The numbers the actuator remembers for the agent.
  std::span<double> memory(AgentIndex agent) {
    const MemoryHandle& memory = type_.actuator_memory;
    return world_.state.columns.values(memory).subspan(
        world_.model().agents.index_in_type[agent] * memory.width, memory.width);
  }

  // The command to the body.
  void command(AgentIndex agent, const std::optional<Request>& command) { commands_.set(agent, command); }
  void drive(AgentIndex agent, const DriveCommand& command) {
    commands_.set(agent, Request{{command.speed, 0.0, 0.0}, about_up(command.turn_rate)});
  }

 private:
  World& world_;
  std::span<const PerceptionPass> perceptions_;
  const AgentType& type_;
  const RequestColumns& requests_;
  RequestColumns& commands_;
};

}  // namespace drover
