// line: abreast, from left to right.
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

void append_line(const SpacedDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  for (std::size_t k = 0; k < request.count; ++k)
    out.push_back({{0.0, row_place(k, request.count, def.spacing), 0.0}, 0.0, {}});
}

constexpr TypedPattern<SpacedDef> kTypedLine = {
    .info = {.name = "line",
             .summary = "Members abreast, from left to right.",
             .source = "drover's own",
             .example = R"({"type": "line", "spacing": 2})",
             .related = "column, box",
             .in_space = true},
    .fields = kSpacedFields,
    .slots = append_line,
};

}  // namespace

extern constexpr PatternKind kLinePattern = make_pattern<kTypedLine>();

}  // namespace drover
