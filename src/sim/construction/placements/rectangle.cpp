// rectangle: uniformly at random in a rectangle.
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct RectangleDef {
  Vec3 min;
  Vec3 max;
};

constexpr auto kRectangleFields = fields(
    field<&RectangleDef::min>({.key = "min", .unit = "m", .doc = "Lower left corner.", .required = true}),
    field<&RectangleDef::max>({.key = "max", .unit = "m", .doc = "Upper right corner.", .required = true}));

Vec3 place(const RectangleDef& def, std::size_t, std::size_t, Draws& draws) {
  const double x = draws.uniform();
  const double y = draws.uniform();
  return def.min + Vec3{(def.max.x - def.min.x) * x, (def.max.y - def.min.y) * y, 0.0};
}

std::vector<Problem> check(const RectangleDef& def) {
  if (def.min.x <= def.max.x && def.min.y <= def.max.y) return {};
  return {{"/max", "no number of \"max\" may be less than the one in \"min\""}};
}

PlacementArea area(const RectangleDef& def) {
  return {def.min, def.max};
}

constexpr TypedPlacement<RectangleDef> kTypedRectangle = {
    .info = {.name = "rectangle",
             .summary = "Scatters the agents uniformly over a rectangle.",
             .source = "drover's own",
             .example = R"({"type": "rectangle", "min": [0, 0], "max": [20, 10], "spacing": 1})",
             .related = "disc, grid",
             .not_in_space = "use box"},
    .fields = kRectangleFields,
    .check = check,
    .area = area,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kRectanglePlacement = make_placement<kTypedRectangle>();

}  // namespace drover
