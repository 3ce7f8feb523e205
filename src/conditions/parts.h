// Conditions made of other conditions.
#pragma once

#include "core/field.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"

namespace drover {

struct PartsDef {
  std::vector<ConditionDef> conditions;
};

inline constexpr auto kPartsFields = fields(field<&PartsDef::conditions>(
    {.key = "conditions", .doc = "The conditions it is made of.", .required = true}));

inline std::vector<Table::Problem> check_parts(const void* params) {
  if (!static_cast<const PartsDef*>(params)->conditions.empty()) return {};
  return {{"conditions", "\"conditions\" must not be empty"}};
}

inline std::span<const ConditionDef> parts_of(const PartsDef& def) {
  return def.conditions;
}

// Makes a condition whose answer follows from those of its parts:
//   std::span<const ConditionDef> children(const Def& def);
//   bool join(std::span<const std::uint8_t> answers);
template <class Def, auto Children, auto Join>
constexpr ConditionKind joined(Kind words) {
  ConditionKind kind{with_params<Def>(words)};
  kind.family = "condition";
  kind.children = [](const void* params) -> std::span<const ConditionDef> {
    return Children(*static_cast<const Def*>(params));
  };
  kind.join = [](std::span<const std::uint8_t> answers) { return Join(answers); };
  return kind;
}

// Of a list of conditions.
template <auto Join>
constexpr ConditionKind joined(Kind words) {
  return joined<PartsDef, parts_of, Join>(words);
}

}  // namespace drover
