#include "sim/definitions/factor.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/definitions/kinds.h"

namespace drover {

std::optional<Problem> check_factor(const std::optional<RampDef>& factor, std::string_view key) {
  if (!factor) return std::nullopt;
  Problem problem{.pointer = fmt::format("/{}", key)};
  const auto* kind = static_cast<const QuantityKind*>(factor->quantity.kind);
  if (kind != nullptr && kind->plan != nullptr) {
    problem.message = fmt::format(
        "\"{}\" cannot follow {}: limits and neighborhoods are known before anything is perceived", key,
        kind->name);
    return problem;
  }
  const bool is_in_range = std::ranges::all_of(factor->points, [](const std::array<double, 2>& point) {
    return point[1] > 0.0 && point[1] <= kMaxFactor;
  });
  if (is_in_range) return std::nullopt;
  problem.message = fmt::format("the factors of \"{}\" must be above 0 and at most {}", key, kMaxFactor);
  return problem;
}

}  // namespace drover
