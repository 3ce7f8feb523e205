#include "sim/navigation/navigation_model.h"

#include <algorithm>
#include <cmath>

namespace drover {

double GridPlan::class_of(double radius) const {
  if (agent_radius > 0.0) return agent_radius;
  if (radius_step > 0.0) {
    constexpr double kRounding = 1e-9;  // of a radius that is a multiple itself
    return radius_step * std::ceil(radius / radius_step - kRounding);
  }
  const auto next = std::ranges::lower_bound(radius_classes, radius);
  if (next != radius_classes.end()) return *next;
  // Events may make bodies grow, each to a size of its own: in steps of a quarter they still share few grids.
  constexpr double kGrowth = 1.25;
  double size = radius_classes.empty() ? 0.0 : radius_classes.back();
  while (0.0 < size && size < radius)
    size *= kGrowth;
  return larger(size, radius);
}

}  // namespace drover
