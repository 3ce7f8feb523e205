// Times of metrics as whole steps. They count from the start of the scenario, so that a run that is resumed
// looks at the same states.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/field.h"
#include "sim/state/world.h"

namespace drover {

// The range of the keys "every" of metrics [s].
inline constexpr Range kSamplingRange = closed(0, 1e6);

// How many steps lie between two states that are `every` apart [s]: at least one.
inline std::uint64_t steps_between(double every, double dt) {
  const double steps = std::floor(every / dt + 0.5);
  return steps < 1.0 ? 1 : static_cast<std::uint64_t>(steps);
}

// Warns where `every` is no multiple of dt (Metric::inspect).
std::vector<Problem> inspect_sampling(double every, const World& world);

// The region of a metric; the reader lets only existing ones pass.
const Region& region_named(const Reference& name, const World& world);

}  // namespace drover
