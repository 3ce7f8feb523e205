// What an action sees and does: the frozen state, its own memory, and projectiles that it lets fly.
#pragma once

#include <vector>

#include "sim/step/agent_view.h"

namespace drover {

// A projectile that begins to fly, from the state that it was fired in.
struct Launch {
  AgentIndex owner;
  std::uint32_t action;  // which of the owner's, in the order in which they act
  std::uint32_t type;    // index in ProjectileModel::types
  Vec3 position;         // m
  Vec3 velocity;         // m/s
};

class ActionContext {
 public:
  // `index`: that of the action in the type of its agents; several threads have launches of their own.
  ActionContext(World& world, std::span<const PerceptionPass> perceptions, const Action& action,
                std::uint32_t index, std::vector<Launch>& launches)
      : world_(world), view_(world, perceptions, action), index_(index), launches_(launches) {}

  const AgentView& view() const { return view_; }
  const Model& model() const { return world_.model(); }

  // From the muzzle of an agent, at most one for each of the agents that act.
  void launch(AgentIndex owner, std::uint32_t type, Vec3 position, Vec3 velocity) {
    launches_.push_back({owner, index_, type, position, velocity});
  }
  // That the agent would have fired and found no way to hit.
  void count_unsolved(AgentIndex agent) { ++world_.state.shots.unsolved[agent]; }

 private:
  World& world_;
  AgentView view_;
  std::uint32_t index_;
  std::vector<Launch>& launches_;
};

}  // namespace drover
