// The pairs of agents that overlap in the state of a simulator.
#pragma once

#include <span>
#include <vector>

#include "sim/step/overlap.h"
#include "sim/step/simulator.h"

namespace drover {

// Where agents perceive each other, the neighbor lists give the candidates, which are few where few touch;
// otherwise all agents are examined.
class ContactSearch {
 public:
  // Ordered by (a, b). The span is valid until the next call, which is about the same run.
  std::span<const Overlap> find(const Simulator& simulator);

 private:
  OverlapFinder finder_;  // used where there are no neighbor lists
  std::vector<Overlap> pairs_;
};

}  // namespace drover
