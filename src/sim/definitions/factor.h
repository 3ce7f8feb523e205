// Factors on limits and neighborhoods that follow a quantity: what they may follow and which values they may
// have.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "sim/definitions/definitions.h"

namespace drover {

// Zero and negative limits mean nothing; the upper bound keeps lengths and speeds finite.
inline constexpr double kMaxFactor = 1e3;

// Why a factor cannot follow a quantity; empty where it can. Factors are found before agents perceive
// anything and before slots of formations are laid out, which depend on limits.
std::string_view why_not_followed(const Boxed<QuantityKind>& quantity);

// What is wrong with the factor under `key`, if there is one.
std::optional<Problem> check_factor(const std::optional<RampDef>& factor, std::string_view key);

}  // namespace drover
