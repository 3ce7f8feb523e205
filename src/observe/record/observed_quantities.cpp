#include "observe/record/observed_quantities.h"

#include <algorithm>
#include <string>

#include "quantities/registry.h"

namespace drover {

std::vector<NamedQuantity> observed_quantities(const Model& model) {
  std::vector<NamedQuantity> quantities = model.quantities;
  for (const Kind* kind : quantity_kinds()) {
    const auto& quantity = *static_cast<const QuantityKind*>(kind);
    if (!needs_no_parameters(quantity) || model.find_quantity(kind->name) != nullptr) continue;
    quantities.push_back({std::string(kind->name), &quantity, kind->make_params()});
  }
  return quantities;
}

std::optional<NamedQuantity> find_observed_quantity(const Model& model, std::string_view name) {
  const std::vector<NamedQuantity> quantities = observed_quantities(model);
  const auto found = std::ranges::find(quantities, name, &NamedQuantity::name);
  return found == quantities.end() ? std::nullopt : std::optional(*found);
}

}  // namespace drover
