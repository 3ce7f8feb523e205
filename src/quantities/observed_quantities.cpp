#include "quantities/observed_quantities.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "quantities/registry.h"

namespace drover {

std::vector<NamedQuantity> observed_quantities(const Model& model) {
  std::vector<NamedQuantity> quantities = model.quantities;
  for (const QuantityKind* kind : quantity_kinds()) {
    if (model.find_quantity(kind->name) != nullptr) continue;
    if (std::optional<NamedQuantity> quantity = find_observed_quantity(model, kind->name))
      quantities.push_back(std::move(*quantity));
  }
  return quantities;
}

std::optional<NamedQuantity> find_observed_quantity(const Model& model, std::string_view name) {
  if (const NamedQuantity* declared = model.find_quantity(name)) return *declared;
  const std::span<const QuantityKind* const> kinds = quantity_kinds();
  const auto found = std::ranges::find(kinds, name, &Kind::name);
  if (found == kinds.end() || !needs_no_parameters(**found)) return std::nullopt;
  return NamedQuantity{std::string(name), *found, (*found)->make_params()};
}

}  // namespace drover
