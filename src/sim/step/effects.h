// Effects on the counters of agents: noted while a step goes on, and applied together.
#pragma once

#include <vector>

#include "sim/state/world.h"

namespace drover {

class EffectList {
 public:
  void reserve(std::size_t count) { effects_.reserve(count); }
  // On an agent whose type has the counter; else it does nothing. `share`: of what is added.
  void note(const World& world, AgentIndex agent, const EffectDef& effect, double share = 1.0);
  // Notes those of another list behind its own, and empties that.
  void take(EffectList& other) {
    effects_.insert(effects_.end(), other.effects_.begin(), other.effects_.end());
    other.effects_.clear();
  }
  // Applies them in the order in which they were noted: what is added is added, what is set is set; the
  // values are kept within their limits once, at the end.
  void apply(World& world);

 private:
  struct Effect {
    AgentIndex agent;
    const EffectDef* def;
    double share;
  };
  std::vector<Effect> effects_;
};

}  // namespace drover
