// finger_four: a lead, a wing on the left, and an element of two on the right.
#include <array>

#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

// Places in units of the spacing.
constexpr std::array<Vec3, 4> kFingerFourPlaces{{{0, 0}, {-1, 1}, {-1, -1}, {-2, -2}}};

constexpr TypedPattern<SpacedDef> kTypedFingerFour = {
    .info = {.name = "finger_four",
             .summary = "A lead with a wing on the left and two members on the right.",
             .source = "Millington & Funge, Artificial Intelligence for Games, 2nd ed., 3.7.1",
             .example = R"({"type": "finger_four", "spacing": 2})",
             .related = "v, diamond",
             .in_space = true},
    .fields = kSpacedFields,
    .capacity = number_of_places<kFingerFourPlaces>,
    .slots = append_places<kFingerFourPlaces>,
};

}  // namespace

extern constexpr PatternKind kFingerFourPattern = make_pattern<kTypedFingerFour>();

}  // namespace drover
