// greatest: the agent has the greatest value of a quantity in its group, such as the player with the freest
// shot.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct GreatestDef {
  Reference quantity{ReferenceType::quantity, {}, kNoIndex};
  Reference group{ReferenceType::group, {}, kNoIndex};
};

constexpr auto kFields = fields(
    field<&GreatestDef::quantity>(
        {.key = "quantity", .doc = "Its name under \"quantities\".", .required = true}),
    field<&GreatestDef::group>({.key = "group", .doc = "The agents that are compared.", .required = true}));

bool holds(const GreatestDef& def, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  if (world.model().agents.group[agent] != def.group.index) return false;
  const NamedQuantity& quantity = world.model().quantities[def.quantity.index];
  const auto value_of = [&](AgentIndex i) { return quantity.kind->value(quantity.params.get(), view, i); };
  const double own = value_of(agent);
  // Ties go to the lower number.
  for (const AgentIndex other : world.state.lists.groups[def.group.index]) {
    if (other == agent) continue;
    const double value = value_of(other);
    if (value > own || (value == own && other < agent)) return false;
  }
  return true;
}

constexpr TypedCondition<GreatestDef> kCondition = {
    .info = {.name = "greatest",
             .summary = "Holds for the agent of a group that has the greatest value of a quantity; of equal "
                        "ones for that with the lowest number.",
             .source = "drover's own",
             .example = R"({"type": "greatest", "quantity": "to_dog", "group": "flock"})",
             .related = "named, opening"},
    .fields = kFields,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kGreatestCondition = make_condition<kCondition>();

}  // namespace drover
