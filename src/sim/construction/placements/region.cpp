// region: uniformly at random in a region of the world; PlacementSpace draws the places.
#include "sim/definitions/region_placement.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

constexpr auto kInRegionFields = fields(field<&RegionPlacementDef::region>(
    {.key = "region", .doc = "The region they are scattered over, its border included.", .required = true}));

Vec3 place(const RegionPlacementDef&, std::size_t, std::size_t, Draws&) {
  return {};
}

constexpr TypedPlacement<RegionPlacementDef> kTypedInRegion = {
    .info = {.name = kRegionPlacementName,
             .summary = "Scatters agents or obstacles uniformly over a region.",
             .source = "drover's own",
             .example = R"({"type": "region", "region": "entrance"})",
             .related = "rectangle, disc",
             .in_space = true},
    .fields = kInRegionFields,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kRegionPlacement = make_placement<kTypedInRegion>();

}  // namespace drover
