#include "sim/definitions/factor.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/definitions/kinds.h"

namespace drover {
namespace {

bool aims_at_slot(const KindBox& quantity) {
  return std::ranges::any_of(quantity.kind->table.fields, [&](const Field& field) {
    if (!field.access.is_one(FieldType::target)) return false;
    const void* params = quantity.params.get();
    return static_cast<const Target*>(field.in(params))->type == TargetType::slot;
  });
}

}  // namespace

std::string_view why_not_followed(const Boxed<QuantityKind>& quantity) {
  if (quantity.kind == nullptr) return {};
  if (quantity->plan != nullptr) return "limits and neighborhoods are known before anything is perceived";
  if (quantity->needs_slots || aims_at_slot(quantity))
    return "where slots are follows from the limits of the members";
  return {};
}

std::optional<Problem> check_factor(const std::optional<RampDef>& factor, std::string_view key) {
  if (!factor) return std::nullopt;
  Problem problem{.pointer = fmt::format("/{}", key)};
  if (const std::string_view why = why_not_followed(factor->quantity); !why.empty()) {
    problem.message = fmt::format("\"{}\" cannot follow {}: {}", key, factor->quantity.kind->name, why);
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
