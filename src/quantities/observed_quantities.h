// The quantities that can be observed, by name: those that the scenario declares, and the kinds that need no
// parameters.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sim/state/model.h"

namespace drover {

// Those of the scenario first; a name of theirs hides a kind.
std::vector<NamedQuantity> observed_quantities(const Model& model);
std::optional<NamedQuantity> find_observed_quantity(const Model& model, std::string_view name);

}  // namespace drover
