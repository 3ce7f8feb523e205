// The law of the reference kernel as it is written down: every pair, no cells, no vectors of lanes.
#pragma once

#include "reference_kernel.h"

namespace drover::test {

// Agents anywhere in a square with about 24 neighbors each, with random headings.
reference::Flock random_flock(std::size_t count);
double side_for(std::size_t count);

struct PlainStep {
  reference::Flock flock;
  reference::Accelerations accelerations;
};
PlainStep plain_step(const reference::Flock& flock, double side);

}  // namespace drover::test
