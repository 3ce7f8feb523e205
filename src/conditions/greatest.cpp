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

constexpr auto kGreatestFields = fields(
    field<&GreatestDef::quantity>(
        {.key = "quantity", .doc = "Its name under \"quantities\".", .required = true}),
    field<&GreatestDef::group>({.key = "group", .doc = "The agents that are compared.", .required = true}));

// The memory: whether it is the agent. Found for the whole group at once, so that each value is found once.
void begin(const GreatestDef& def, const AgentView& view) {
  const World& world = view.world();
  const NamedQuantity& quantity = world.model().quantities[def.quantity.index];
  AgentIndex best = kNoIndex;
  double greatest = 0.0;
  for (const AgentIndex i : world.state.lists.groups[def.group.index]) {
    view.memory_to_write(i)[0] = 0.0;
    const double value = quantity.kind->value(quantity.params.get(), view, i);
    // Ties go to the lower number.
    if (best != kNoIndex && !(value > greatest)) continue;
    best = i;
    greatest = value;
  }
  if (best != kNoIndex) view.memory_to_write(best)[0] = 1.0;
}

bool holds(const GreatestDef&, const AgentView& view, AgentIndex agent) {
  return view.memory(agent)[0] != 0.0;
}

constexpr TypedCondition<GreatestDef> kTypedGreatest = {
    .info = {.name = "greatest",
             .summary = "Holds for the agent of a group that has the greatest value of a quantity; of equal "
                        "ones for that with the lowest number.",
             .source = "drover's own",
             .example = R"({"type": "greatest", "quantity": "to_dog", "group": "flock"})",
             .related = "named, opening",
             .in_space = true},
    .fields = kGreatestFields,
    .memory = 1,
    .begin = begin,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kGreatestCondition = make_condition<kTypedGreatest>();

}  // namespace drover
