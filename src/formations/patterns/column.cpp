// column: one behind the other, from front to rear.
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

void append_column(const SpacedDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  for (std::size_t k = 0; k < request.count; ++k)
    out.push_back({{row_place(k, request.count, def.spacing), 0.0, 0.0}, 0.0, {}});
}

constexpr TypedPattern<SpacedDef> kTypedColumn = {
    .info = {.name = "column",
             .summary = "Members one behind the other.",
             .source = "drover's own",
             .example = R"({"type": "column", "spacing": 2})",
             .related = "line",
             .in_space = true},
    .fields = kSpacedFields,
    .slots = append_column,
    .is_file = true,
};

}  // namespace

extern constexpr PatternKind kColumnPattern = make_pattern<kTypedColumn>();

}  // namespace drover
