// wedge: a filled triangle with its apex in front; rank k holds k + 1 members.
#include <algorithm>

#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

// Ranks are filled from the front; the last one is centered.
void append_wedge(const SpacedDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  std::size_t left = request.count;
  for (std::size_t rank = 0; left > 0; ++rank) {
    const std::size_t used = std::min(rank + 1, left);
    const double back = static_cast<double>(rank) * def.spacing;
    for (std::size_t k = 0; k < used; ++k)
      out.push_back({{-back, row_place(k, used, def.spacing), 0.0}, 0.0, {}});
    left -= used;
  }
}

constexpr TypedPattern<SpacedDef> kTypedWedge = {
    .info = {.name = "wedge",
             .summary = "A filled triangle with its apex in front.",
             .source = "drover's own",
             .example = R"({"type": "wedge", "spacing": 2})",
             .related = "v",
             .in_space = true},
    .fields = kSpacedFields,
    .slots = append_wedge,
};

}  // namespace

extern constexpr PatternKind kWedgePattern = make_pattern<kTypedWedge>();

}  // namespace drover
