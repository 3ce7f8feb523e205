// counter: the value of a counter of the agent.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct CounterQuantityDef {
  Reference counter{ReferenceType::counter, {}, kNoIndex};
};

constexpr auto kCounterQuantityFields = fields(field<&CounterQuantityDef::counter>(
    {.key = "counter",
     .doc = "The counter, by its name. Of agents whose type has none of this name it is 0.",
     .required = true}));

double counter_value(const CounterQuantityDef& def, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  return world.state.columns.values(world.model().counters[def.counter.index].values)[agent];
}

constexpr TypedQuantity<CounterQuantityDef> kTypedCounterQuantity = {
    .info = {.name = "counter",
             .summary = "The value of a counter of the agent, such as its health.",
             .source = "drover's own",
             .example = R"({"type": "counter", "counter": "health"})",
             .related = "hits, shots",
             .in_space = true},
    .condition = {.name = "counter",
                  .summary = "Holds while a counter of the agent is below or above a number.",
                  .source = "drover's own",
                  .example = R"({"type": "counter", "counter": "health", "less_than": 1})",
                  .related = "hits, shots"},
    .is_whole = true,
    .fields = kCounterQuantityFields,
    .value = counter_value,
};

}  // namespace

extern constexpr QuantityKind kCounterQuantity = make_quantity<kTypedCounterQuantity>();

}  // namespace drover
