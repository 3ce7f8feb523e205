// What an action sees and does: the frozen state, its own memory, projectiles that it lets fly, what it does
// with a ball in its hands, and effects on the agent's counters.
#pragma once

#include <vector>

#include "sim/step/agent_view.h"
#include "sim/step/effects.h"
#include "sim/step/projectile_impact.h"

namespace drover {

// Something done with a ball by hands, in the state in which it was decided.
struct HandMove {
  AgentIndex agent;
  std::uint32_t action;          // which of the agent's, in the order in which they act
  Handled what;                  // thrown, dropped or taken
  Vec3 velocity = {};            // that it leaves with [m/s]
  AgentIndex holder = kNoIndex;  // from whom it is taken
};

// What the agents of one thread do.
struct ActionList {
  std::vector<Launch> launches;
  std::vector<HandMove> hand_moves;
  EffectList effects;
};

class ActionContext {
 public:
  // `index`: that of the action in the type of its agents; several threads have launches of their own.
  ActionContext(World& world, std::span<const PerceptionPass> perceptions, const Action& action,
                std::uint32_t index, ActionList& list)
      : world_(world), view_(world, perceptions, action), index_(index), list_(list) {}

  const AgentView& view() const { return view_; }
  const Model& model() const { return world_.model(); }

  // From the muzzle of an agent, at most one for each of the agents that act.
  void launch(AgentIndex owner, std::uint32_t type, Vec3 position, Vec3 velocity, Vec3 recoil = {}) {
    list_.launches.push_back({owner, index_, type, position, velocity, recoil});
  }
  // That the agent would have fired and found no way to hit.
  void count_unsolved(AgentIndex agent) { ++world_.state.shots.unsolved[agent]; }
  // That it had nothing left to fire.
  void count_dry(AgentIndex agent) { ++world_.state.shots.dry[agent]; }
  // The agent's counter, at once: of an agent whose type has it.
  double& counter(std::uint32_t counter, AgentIndex agent) {
    return world_.state.columns.values(world_.model().counters[counter].values)[agent];
  }
  // At the end of the step, on the agent itself.
  void note_effect(AgentIndex agent, const EffectDef& effect) { list_.effects.note(world_, agent, effect); }
  // At most one for each of the agents that act.
  void throw_ball(AgentIndex agent, Vec3 velocity) {
    list_.hand_moves.push_back(
        {.agent = agent, .action = index_, .what = Handled::thrown, .velocity = velocity});
  }
  void drop_ball(AgentIndex agent) {
    list_.hand_moves.push_back({.agent = agent, .action = index_, .what = Handled::dropped});
  }
  void take_ball(AgentIndex agent, AgentIndex holder) {
    list_.hand_moves.push_back({.agent = agent, .action = index_, .what = Handled::taken, .holder = holder});
  }

 private:
  World& world_;
  AgentView view_;
  std::uint32_t index_;
  ActionList& list_;
};

}  // namespace drover
