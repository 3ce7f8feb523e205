#include "observe/metrics/observation.h"

#include <utility>

namespace drover {

void Observation::advance(const Simulator& simulator) {
  simulator_ = &simulator;
  ++count_;
  searched_ = false;
  tick_before_ = tick_;
  tick_ = simulator.world().state.tick;
  if (!remembers_) return;
  std::swap(before_, current_);
  current_ = simulator.world().state.motion;
}

std::span<const Overlap> Observation::contacts() {
  if (searched_) return contacts_;
  searched_ = true;
  contacts_ = search_.find(*simulator_);
  return contacts_;
}

}  // namespace drover
