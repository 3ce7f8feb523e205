// grid: rows and columns, filled row by row.
#include <cmath>

#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct GridDef {
  Vec3 origin;
  Vec3 step{1.5, 1.5, 0.0};
  std::optional<std::int64_t> columns;
};

constexpr auto kGridFields =
    fields(field<&GridDef::origin>(
               {.key = "origin", .unit = "m", .doc = "Position of the first agent.", .required = true}),
           field<&GridDef::step>({.key = "step",
                                  .unit = "m",
                                  .doc = "Distance to the next column and to the next row.",
                                  .is_planar = true}),
           field<&GridDef::columns>({.key = "columns",
                                     .range = closed(1, 1e6),
                                     .doc = "Agents in a row.",
                                     .otherwise = "as many as make the grid nearly square"}));

Vec3 place(const GridDef& def, std::size_t index, std::size_t count, Draws&) {
  const auto square = static_cast<std::size_t>(std::floor(std::sqrt(static_cast<double>(count) - 0.5)) + 1.0);
  const std::size_t columns = def.columns ? static_cast<std::size_t>(*def.columns) : square;
  const Vec3 steps{static_cast<double>(index % columns), static_cast<double>(index / columns), 0.0};
  return def.origin + Vec3{def.step.x * steps.x, def.step.y * steps.y, 0.0};
}

constexpr TypedPlacement<GridDef> kTypedGrid = {
    .info = {.name = "grid",
             .summary = "Stands the agents in rows and columns.",
             .source = "drover's own",
             .example = R"({"type": "grid", "origin": [0, 0], "step": [2, 2], "columns": 5})",
             .related = "line, rectangle",
             .in_space = true},
    .fields = kGridFields,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kGridPlacement = make_placement<kTypedGrid>();

}  // namespace drover
