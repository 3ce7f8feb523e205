// any: holds while at least one of its parts does. Catalogue: combining 6.
#include "conditions/parts.h"

namespace drover {
namespace {

bool holds_one(std::span<const std::uint8_t> answers) {
  for (const std::uint8_t answer : answers) {
    if (answer != 0) return true;
  }
  return false;
}

}  // namespace

extern const ConditionKind kAnyCondition;
constexpr ConditionKind kAnyCondition = joined<holds_one>({
    .name = "any",
    .summary = "Holds while at least one of its conditions does.",
    .source = "catalogue: combining 6",
    .table = {.name = "any", .fields = kPartsFields, .check = check_parts},
    .example = R"({"type": "any", "conditions": [{"type": "distance", "target": {"agent": "dog"},
 "less_than": 8}, {"type": "time", "from": 20}]})",
    .related = "all, not",
});

}  // namespace drover
