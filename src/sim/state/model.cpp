#include "sim/state/model.h"

#include <algorithm>

namespace drover {

double Ramp::at(double value) const {
  if (value <= points.front()[0]) return points.front()[1];
  for (std::size_t k = 1; k < points.size(); ++k) {
    const auto& [low, low_factor] = points[k - 1];
    const auto& [high, high_factor] = points[k];
    if (value > high) continue;
    return low_factor + (high_factor - low_factor) * ((value - low) / (high - low));
  }
  return points.back()[1];
}

namespace {

// A value between two points may be rounded beyond them.
constexpr double kRoundingSlack = 1e-12;

}  // namespace

double Factor::least() const {
  double least = kInfinity;
  for (const auto& [value, factor] : ramp.points)
    least = smaller(least, factor);
  return least * (1.0 - kRoundingSlack);
}

double Factor::greatest() const {
  double greatest = 0.0;
  for (const auto& [value, factor] : ramp.points)
    greatest = larger(greatest, factor);
  return greatest * (1.0 + kRoundingSlack);
}

std::optional<AgentIndex> Model::find_agent(std::string_view name) const {
  const auto at = std::ranges::lower_bound(names, name, {}, &AgentName::name);
  if (at == names.end() || at->name != name) return std::nullopt;
  return at->agent;
}

const NamedQuantity* Model::find_quantity(std::string_view name) const {
  const auto found = std::ranges::find(quantities, name, &NamedQuantity::name);
  return found == quantities.end() ? nullptr : &*found;
}

}  // namespace drover
