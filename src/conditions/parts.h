// Conditions made of other conditions.
#pragma once

#include "core/field.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {

struct PartsDef {
  std::vector<ConditionDef> conditions;
};

inline constexpr auto kPartsFields = fields(field<&PartsDef::conditions>(
    {.key = "conditions", .doc = "The conditions it is made of.", .required = true}));

inline std::vector<Problem> check_parts(const PartsDef& def) {
  if (!def.conditions.empty()) return {};
  return {{"/conditions", "\"conditions\" must not be empty"}};
}

inline std::span<const ConditionDef> parts_of(const PartsDef& def) {
  return def.conditions;
}

}  // namespace drover
