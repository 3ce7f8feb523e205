// defensive_circle: in equal steps around a circle, backs to the center.
//
// The radius is the one at which neighboring bodies of the largest size stand `gap` apart. The source puts
// the first slot on another axis than the one its facing counts from; here slots face away from the center.
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

struct CircleDef {
  double gap = 0.0;
};

constexpr auto kDefensiveCircleFields = fields(field<&CircleDef::gap>(kGapInfo));

void append_slots(const CircleDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  append_ring(request.count, ring_radius(request.count, request.radius, def.gap), out);
}

constexpr TypedPattern<CircleDef> kTypedDefensiveCircle = {
    .info = {.name = "defensive_circle",
             .summary = "Members around a circle, facing outward.",
             .source = "Millington & Funge, Artificial Intelligence for Games, 2nd ed., 3.7.5 (corrected)",
             .example = R"({"type": "defensive_circle", "gap": 0.5})",
             .related = "concentric_rings",
             .in_space = true},
    .fields = kDefensiveCircleFields,
    .slots = append_slots,
};

}  // namespace

extern constexpr PatternKind kDefensiveCirclePattern = make_pattern<kTypedDefensiveCircle>();

}  // namespace drover
