#include "observe/metrics/sampling.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/check.h"

namespace drover {

std::vector<Problem> inspect_sampling(double every, const World& world) {
  constexpr double kHundredth = 0.01;  // of a step: dt may be a rounded fraction such as 1/60
  const double dt = world.model().dt;
  const double taken = static_cast<double>(steps_between(every, dt)) * dt;
  if (every == 0.0 || std::fabs(taken - every) <= kHundredth * dt) return {};
  return {{.pointer = "/every",
           .message = "the time between two samples is no multiple of dt",
           .found = fmt::format("{} s, dt {} s", every, dt),
           .hint = fmt::format("The metric takes {:.6g} s.", taken),
           .severity = Severity::warning}};
}

const Region& region_named(const Reference& name, const World& world) {
  const std::vector<Region>& regions = world.model().regions;
  const auto found = std::ranges::find(regions, name.name, &Region::name);
  DROVER_CHECK(found != regions.end(), "the reader lets only existing regions pass");
  return *found;
}

}  // namespace drover
