// The context of an actuator: the state the requests were evaluated in, the requests the arbiter chose, and
// the commands to the body, which the actuator writes.
#pragma once

#include <optional>

#include "sim/state/world.h"
#include "sim/step/requests.h"

namespace drover {

class ActuatorContext {
 public:
  ActuatorContext(const World& world, const AgentType& type, const RequestColumns& requests,
                  RequestColumns& commands)
      : world_(world), type_(type), requests_(requests), commands_(commands) {}

  const World& world() const { return world_; }
  const AgentMotion& state() const { return world_.state.motion; }
  double dt() const { return world_.model().dt; }
  // The units of requests and of commands.
  RequestUnit request_unit() const { return type_.request_unit; }
  RequestUnit command_unit() const { return type_.locomotion->takes; }

  // The request the arbiter chose, within the limits of the agent; empty where no behavior requested
  // anything.
  std::optional<Request> request(AgentIndex agent) const {
    if (!requests_.is_active(agent)) return std::nullopt;
    return requests_.request(agent);
  }
  // The command to the body.
  void command(AgentIndex agent, const std::optional<Request>& command) { commands_.set(agent, command); }

 private:
  const World& world_;
  const AgentType& type_;
  const RequestColumns& requests_;
  RequestColumns& commands_;
};

}  // namespace drover
