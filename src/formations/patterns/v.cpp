// v: two arms trail from an apex in front, filled from the apex, left first.
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

void append_v(const ArmsDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  append_arms(def, 1.0, request, out);
}

constexpr TypedPattern<ArmsDef> kTypedV = {
    .info = {.name = "v",
             .summary = "Two arms that trail from an apex in front.",
             .source = "Millington & Funge, Artificial Intelligence for Games, 2nd ed., 3.7.1",
             .example = R"({"type": "v", "spacing": 2})",
             .related = "vee, wedge, echelon"},
    .fields = kArmsFields,
    .slots = append_v,
};

}  // namespace

extern constexpr PatternKind kVPattern = make_pattern<kTypedV>();

}  // namespace drover
