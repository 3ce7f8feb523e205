// One state of a run as metrics see it, with the searches several of them share.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/perception/close_pairs.h"
#include "sim/state/different_floors.h"
#include "sim/step/overlap.h"
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

  // Calls visit(Overlap) for the pairs of agents in contact, ordered by (a, b): those that overlap by more
  // than the tolerance [m].
  template <class Visit>
  void visit_contacts(double tolerance, Visit&& visit) {
    if (!searched_) touching_.find(world(), simulator_->workers());
    searched_ = true;
    const SharedColumn<double>& radius = world().state.limits.radius;
    touching_.visit([&](const ClosePairs::Pair& pair) {
      const double depth = radius[pair.a] + radius[pair.b] - std::sqrt(pair.distance2);
      if (are_on_different_floors(world(), pair.a, pair.b)) return;
      if (depth > larger(tolerance, 0.0)) visit(Overlap{pair.a, pair.b, depth});
    });
  }

  // Keeps where the bodies are for gap_before(), from the next state on. Call it before the first advance().
  void remember_bodies() { remembers_bodies_ = true; }
  // The distance between the surfaces of two agents in the state observed before, negative where they
  // overlapped [m]; nothing where one of them was not there.
  std::optional<double> gap_before(AgentIndex a, AgentIndex b) const;
  // Whether they overlapped by more than the tolerance [m] then: as visit_contacts() finds them.
  bool was_in_contact(AgentIndex a, AgentIndex b, double tolerance) const {
    const std::optional<double> gap = gap_before(a, b);
    return gap && -*gap > tolerance;
  }

 private:
  // The bodies of one state.
  struct Bodies {
    std::vector<double> x, y;     // m
    SharedColumn<double> z;       // m
    SharedColumn<double> radius;  // m
    SharedColumn<std::uint8_t> present;
  };

  const Simulator* simulator_ = nullptr;
  bool remembers_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t tick_ = 0;
  std::uint64_t tick_before_ = 0;
  AgentMotion before_;
  AgentMotion current_;
  ClosePairs touching_{0.0};
  bool searched_ = false;
  bool remembers_bodies_ = false;
  Bodies bodies_before_, bodies_;
};

}  // namespace drover
