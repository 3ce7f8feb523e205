// vee: two arms reach forward from an apex in the rear, filled from the apex, left first.
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

constexpr TypedPattern<ArmsDef> kTypedVee = {
    .info = {.name = "vee",
             .summary = "Two arms that reach forward from an apex in the rear.",
             .source = "Millington & Funge, Artificial Intelligence for Games, 2nd ed., 3.7.1",
             .example = R"({"type": "vee", "spacing": 2})",
             .related = "v",
             .in_space = true},
    .fields = kArmsFields,
    .slots = append_arms<-1>,
};

}  // namespace

extern constexpr PatternKind kVeePattern = make_pattern<kTypedVee>();

}  // namespace drover
