// v: two arms trail from an apex in front, filled from the apex, left first.
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

constexpr TypedPattern<ArmsDef> kTypedV = {
    .info = {.name = "v",
             .summary = "Two arms that trail from an apex in front.",
             .source = "Millington & Funge, Artificial Intelligence for Games, 2nd ed., 3.7.1",
             .example = R"({"type": "v", "spacing": 2})",
             .related = "vee, wedge, echelon",
             .in_space = true},
    .fields = kArmsFields,
    .slots = append_arms<1>,
};

}  // namespace

extern constexpr PatternKind kVPattern = make_pattern<kTypedV>();

}  // namespace drover
