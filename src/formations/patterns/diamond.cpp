// diamond: front, left, right and rear.
#include <array>

#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

// Places in units of the spacing.
constexpr std::array<Vec3, 4> kDiamondPlaces{{{1, 0}, {0, 1}, {0, -1}, {-1, 0}}};

constexpr TypedPattern<SpacedDef> kTypedDiamond = {
    .info = {.name = "diamond",
             .summary = "Front, left, right and rear.",
             .source = "drover's own",
             .example = R"({"type": "diamond", "spacing": 2})",
             .related = "finger_four, defensive_circle",
             .in_space = true},
    .fields = kSpacedFields,
    .capacity = number_of_places<kDiamondPlaces>,
    .slots = append_places<kDiamondPlaces>,
};

}  // namespace

extern constexpr PatternKind kDiamondPattern = make_pattern<kTypedDiamond>();

}  // namespace drover
