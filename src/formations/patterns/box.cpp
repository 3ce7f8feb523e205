// box: full rows from the front, the last one centered.
#include <algorithm>

#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

struct BoxPatternDef {
  double spacing = 2.0;
  std::optional<std::int64_t> cols;
};

constexpr auto kBoxPatternFields =
    fields(field<&BoxPatternDef::spacing>(kSpacingInfo),
           field<&BoxPatternDef::cols>({.key = "cols",
                                        .range = closed(1, 1e6),
                                        .doc = "Members in a row.",
                                        .otherwise = "the root of the number, rounded up"}));

// The least whole number whose square is at least n.
std::size_t root_rounded_up(std::size_t n) {
  std::size_t root = 0;
  while (root * root < n)
    ++root;
  return root;
}

void append_slots(const BoxPatternDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  if (request.count == 0) return;
  const std::size_t cols = def.cols ? static_cast<std::size_t>(*def.cols) : root_rounded_up(request.count);
  const std::size_t rows = (request.count + cols - 1) / cols;
  for (std::size_t k = 0; k < request.count; ++k) {
    const std::size_t row = k / cols;
    const std::size_t in_row = std::min(cols, request.count - row * cols);
    out.push_back(
        {{row_place(row, rows, def.spacing), row_place(k % cols, in_row, def.spacing), 0.0}, 0.0, {}});
  }
}

constexpr TypedPattern<BoxPatternDef> kTypedBox = {
    .info = {.name = "box",
             .summary = "Rows of equal length, the last one centered.",
             .source = "drover's own",
             .example = R"({"type": "box", "cols": 3})",
             .related = "line, column",
             .in_space = true},
    .fields = kBoxPatternFields,
    .slots = append_slots,
};

}  // namespace

extern constexpr PatternKind kBoxPattern = make_pattern<kTypedBox>();

}  // namespace drover
