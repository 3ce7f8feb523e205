// The pairs of agents that overlap in the state of a simulator.
#pragma once

#include <span>
#include <vector>

#include "sim/step/overlap.h"
#include "sim/step/simulator.h"

namespace drover {

// Agents that perceive each other know who is close to somebody, which are few where few touch; without that
// everybody is looked at.
class ContactSearch {
 public:
  // Ordered by (a, b). The span is valid until the next call, which is about the same run.
  std::span<const Overlap> find(const Simulator& simulator);

 private:
  OverlapFinder finder_;  // where nobody knows who is close
  std::vector<Overlap> pairs_;
};

}  // namespace drover
