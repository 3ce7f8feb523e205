// waiting: how many agents wait outside until a source has room for them.
#include "quantities/typed_quantity.h"
#include "sim/step/admission.h"

namespace drover {
namespace {

struct WaitingDef {
  Reference source{ReferenceType::source, {}, kNoIndex};
};

constexpr auto kWaitingFields = fields(field<&WaitingDef::source>(
    {.key = "source", .doc = "The id of a spawn event: those that wait there.", .otherwise = "all sources"}));

// The same for every agent.
double value(const WaitingDef& def, const AgentView& view, AgentIndex) {
  const World& world = view.world();
  const std::vector<Event>& events = world.model().events;
  if (def.source.index != kNoIndex)
    return static_cast<double>(waiting_count(world, events[def.source.index]));
  std::size_t count = 0;
  for (const Event& event : events)
    count += waiting_count(world, event);
  return static_cast<double>(count);
}

constexpr TypedQuantity<WaitingDef> kTypedWaiting = {
    .info = {.name = "waiting",
             .summary =
                 "How many agents wait outside until there is room for them; the same for every agent.",
             .source = "drover's own",
             .example = R"({"type": "waiting"})",
             .related = "neighbor_count, time",
             .in_space = true},
    .condition = {.name = "waiting",
                  .summary = "Holds while less or more agents than a number wait at sources.",
                  .source = "drover's own",
                  .example = R"({"type": "waiting", "greater_than": 10})",
                  .related = "time"},
    .is_whole = true,
    .fields = kWaitingFields,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kWaitingQuantity = make_quantity<kTypedWaiting>();

}  // namespace drover
