// diamond: front, left, right and rear.
#include <array>

#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

// Places in units of the spacing.
constexpr std::array<Vec3, 4> kPlaces{{{1, 0}, {0, 1}, {0, -1}, {-1, 0}}};

std::size_t capacity(const SpacedDef&) {
  return kPlaces.size();
}

void append_slots(const SpacedDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  for (std::size_t k = 0; k < request.count && k < kPlaces.size(); ++k)
    out.push_back({kPlaces[k] * def.spacing, 0.0, {}});
}

constexpr TypedPattern<SpacedDef> kPattern = {
    .info = {.name = "diamond",
             .summary = "Front, left, right and rear.",
             .source = "drover's own",
             .example = R"({"type": "diamond", "spacing": 2})",
             .related = "finger_four, defensive_circle"},
    .fields = kSpacedFields,
    .capacity = capacity,
    .slots = append_slots,
};

}  // namespace

extern constexpr PatternKind kDiamondPattern = make_pattern<kPattern>();

}  // namespace drover
