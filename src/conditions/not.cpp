// not: holds while its only part does not.
#include "conditions/parts.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct NotDef {
  std::optional<ConditionDef> condition;
};

constexpr auto kNotFields = fields(field<&NotDef::condition>(
    {.key = "condition", .doc = "The condition that must not hold.", .required = true}));

std::span<const ConditionDef> children(const NotDef& def) {
  return {&*def.condition, 1};
}

bool negate(std::span<const std::uint8_t> answers) {
  return answers[0] == 0;
}

constexpr TypedCondition<NotDef> kTypedNot = {
    .info = {.name = "not",
             .summary = "Holds while its condition does not.",
             .source = "drover's own",
             .example =
                 R"({"type": "not", "condition": {"type": "line_of_sight", "target": {"agent": "dog"}}})",
             .related = "all, any",
             .in_space = true},
    .fields = kNotFields,
    .children = children,
    .join = negate,
};

}  // namespace

extern constexpr ConditionKind kNotCondition = make_condition<kTypedNot>();

}  // namespace drover
