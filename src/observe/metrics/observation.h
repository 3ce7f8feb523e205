// One state of a run as metrics see it, with the searches several of them share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "observe/metrics/contact_search.h"
#include "sim/step/simulator.h"

namespace drover {

class Observation {
 public:
  // Moves on to the state the simulator is in now; call it for every state of one run, in order.
  void advance(const Simulator& simulator);

  // Keeps each state for the one after it; without, before() cannot be asked. Call it before the first
  // advance().
  void remember_states() { remembers_ = true; }

  const Simulator& simulator() const { return *simulator_; }
  const World& world() const { return simulator_->world(); }
  const AgentMotion& state() const { return world().state.motion; }

  // The state observed first, which no step led to.
  bool is_first() const { return count_ == 1; }
  // The state observed before; meaningless in the first one.
  const AgentMotion& before() const { return before_; }

  // Whether the agent moved from its position in the state before to its present one by itself: it is
  // present, and no event put it there.
  bool travelled(AgentIndex i) const {
    return !is_first() && world().is_present(i) && world().state.record.teleport_tick[i] <= tick_before_;
  }

  // The pairs of agents that overlap, however little, ordered by (a, b).
  std::span<const Overlap> contacts();

 private:
  const Simulator* simulator_ = nullptr;
  bool remembers_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t tick_ = 0;
  std::uint64_t tick_before_ = 0;
  AgentMotion before_;
  AgentMotion current_;
  ContactSearch search_;
  bool searched_ = false;
  std::span<const Overlap> contacts_;  // in search_
};

}  // namespace drover
