// named: a quantity that the scenario declares under a name of its own.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct NamedDef {
  Reference quantity{ReferenceType::quantity, {}, kNoIndex};
};

constexpr auto kNamedFields = fields(field<&NamedDef::quantity>(
    {.key = "quantity", .doc = "Its name under \"quantities\".", .required = true}));

double value(const NamedDef& def, const AgentView& view, AgentIndex agent) {
  const NamedQuantity& named = view.world().model().quantities[def.quantity.index];
  return named.kind->value(named.params.get(), view, agent);
}

constexpr TypedQuantity<NamedDef> kTypedNamed = {
    .info = {.name = "named",
             .summary = "The value of a quantity that the scenario declares under \"quantities\".",
             .source = "drover's own",
             .example = R"({"type": "named", "quantity": "to_dog"})",
             .related = "distance, time_to_collision",
             .in_space = true},
    .condition = {.name = "named",
                  .summary =
                      "Holds while a quantity that the scenario declares is below or above a threshold.",
                  .source = "drover's own",
                  .example = R"({"type": "named", "quantity": "to_dog", "less_than": 5})",
                  .related = "distance, time_to_collision"},
    .fields = kNamedFields,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kNamedQuantity = make_quantity<kTypedNamed>();

}  // namespace drover
