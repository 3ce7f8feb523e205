// all: holds while every one of its parts does.
#include "conditions/parts.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

bool hold_together(std::span<const std::uint8_t> answers) {
  for (const std::uint8_t answer : answers) {
    if (answer == 0) return false;
  }
  return true;
}

constexpr TypedCondition<PartsDef> kTypedAll = {
    .info = {.name = "all",
             .summary = "Holds while all of its conditions do.",
             .source = "drover's own",
             .example = R"({"type": "all", "conditions": [{"type": "distance", "target": {"agent": "dog"},
 "less_than": 8}, {"type": "distance", "target": {"point": [0, 0]}, "greater_than": 3}]})",
             .related = "any, not",
             .in_space = true},
    .fields = kPartsFields,
    .check = check_parts,
    .children = parts_of,
    .join = hold_together,
};

}  // namespace

extern constexpr ConditionKind kAllCondition = make_condition<kTypedAll>();

}  // namespace drover
