// line: equal steps from one end to the other.
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct LineDef {
  Vec3 from;
  Vec3 to;
};

constexpr auto kLineFields = fields(
    field<&LineDef::from>(
        {.key = "from", .unit = "m", .doc = "Position of the first agent.", .required = true}),
    field<&LineDef::to>({.key = "to", .unit = "m", .doc = "Position of the last agent.", .required = true}));

Vec3 place(const LineDef& def, std::size_t index, std::size_t count, Draws&) {
  if (count < 2) return def.from;
  return def.from + (def.to - def.from) * (static_cast<double>(index) / static_cast<double>(count - 1));
}

constexpr TypedPlacement<LineDef> kTypedLine = {
    .info = {.name = "line",
             .summary = "Stands the agents in equal steps on a line.",
             .source = "drover's own",
             .example = R"({"type": "line", "from": [0, 0], "to": [20, 0]})",
             .related = "points, grid",
             .in_space = true},
    .fields = kLineFields,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kLinePlacement = make_placement<kTypedLine>();

}  // namespace drover
