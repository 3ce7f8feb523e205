// echelon: one arm that trails to the right or to the left.
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

DROVER_ENUM(EchelonSide, right, left)

struct EchelonDef {
  ArmsDef arm;
  EchelonSide side = EchelonSide::right;
};

constexpr auto kEchelonFields =
    join(embed<&EchelonDef::arm>(kArmsFields),
         fields(field<&EchelonDef::side>({.key = "side", .doc = "Where the arm trails to."})));

void append_slots(const EchelonDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  const Arm arm(def.arm);
  for (std::size_t k = 0; k < request.count; ++k) {
    const double side = arm.side(k);
    out.push_back({{-arm.back(k), def.side == EchelonSide::left ? side : -side, 0.0}, 0.0, {}});
  }
}

constexpr TypedPattern<EchelonDef> kTypedEchelon = {
    .info = {.name = "echelon",
             .summary = "One arm that trails to one side.",
             .source = "drover's own",
             .example = R"({"type": "echelon", "side": "left"})",
             .related = "v, column",
             .in_space = true},
    .fields = kEchelonFields,
    .slots = append_slots,
};

}  // namespace

extern constexpr PatternKind kEchelonPattern = make_pattern<kTypedEchelon>();

}  // namespace drover
