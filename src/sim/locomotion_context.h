// What a locomotion model works with: the state S(t), the acceleration asked for, and S(t+1) to write.
#pragma once

#include "sim/requests.h"
#include "sim/world.h"

namespace drover {

class LocomotionContext {
 public:
  LocomotionContext(World& world, const RequestColumns& total) : world_(world), total_(total) {}

  const World& world() const { return world_; }
  const AgentState& state() const { return world_.state; }
  AgentState& next() { return world_.next; }
  double dt() const { return world_.dt; }
  // The acceleration the arbiter chose [m/s^2]; zero without any request.
  Vec3 acceleration(AgentIndex agent) const { return total_.linear(agent); }

 private:
  World& world_;
  const RequestColumns& total_;
};

}  // namespace drover
