// any: holds while at least one of its parts does.
#include "conditions/parts.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

bool holds_one(std::span<const std::uint8_t> answers) {
  for (const std::uint8_t answer : answers) {
    if (answer != 0) return true;
  }
  return false;
}

constexpr TypedCondition<PartsDef> kTypedAny = {
    .info = {.name = "any",
             .summary = "Holds while at least one of its conditions does.",
             .source = "drover's own",
             .example = R"({"type": "any", "conditions": [{"type": "distance", "target": {"agent": "dog"},
 "less_than": 8}, {"type": "time", "from": 20}]})",
             .related = "all, not",
             .in_space = true},
    .fields = kPartsFields,
    .check = check_parts,
    .children = parts_of,
    .join = holds_one,
};

}  // namespace

extern constexpr ConditionKind kAnyCondition = make_condition<kTypedAny>();

}  // namespace drover
