// What an actuator works with: the state its agents were asked in, what the arbiter chose, and the commands
// for the body to fill.
#pragma once

#include <optional>

#include "sim/state/world.h"
#include "sim/step/requests.h"

namespace drover {

class ActuatorContext {
 public:
  ActuatorContext(const World& world, const AgentType& stack, const RequestColumns& requests,
                  RequestColumns& commands)
      : world_(world), stack_(stack), requests_(requests), commands_(commands) {}

  const World& world() const { return world_; }
  const AgentMotion& state() const { return world_.state.motion; }
  double dt() const { return world_.model().dt; }
  // What the numbers of requests and of commands are.
  RequestUnit request_unit() const { return stack_.request_unit; }
  RequestUnit command_unit() const { return stack_.locomotion->takes; }

  // What the arbiter chose, within the limits of the agent; nothing where no behavior wanted anything.
  std::optional<Request> request(AgentIndex agent) const {
    if (!requests_.is_active(agent)) return std::nullopt;
    return requests_.request(agent);
  }
  // What the body is to do.
  void command(AgentIndex agent, const std::optional<Request>& command) { commands_.set(agent, command); }

 private:
  const World& world_;
  const AgentType& stack_;
  const RequestColumns& requests_;
  RequestColumns& commands_;
};

}  // namespace drover
