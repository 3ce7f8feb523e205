// in_slot: members of formations start in their slots, which are known when all agents are there.
#include "sim/construction/placements/in_slot.h"

#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct InSlotDef {};

Vec3 place(const InSlotDef&, std::size_t, std::size_t, Draws&) {
  return {};
}

constexpr TypedPlacement<InSlotDef> kTypedInSlot = {
    .info = {.name = "in_slot",
             .summary = "Starts each agent in its slot of the formation that it belongs to.",
             .source = "drover's own",
             .example = R"({"type": "in_slot"})",
             .related = "points",
             .in_space = true},
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kInSlotPlacement = make_placement<kTypedInSlot>();

}  // namespace drover
