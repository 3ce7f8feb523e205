// box: uniformly at random in a box along the axes.
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct BoxPlacementDef {
  Vec3 min;
  Vec3 max;
};

constexpr auto kBoxPlacementFields =
    fields(field<&BoxPlacementDef::min>(
               {.key = "min", .unit = "m", .doc = "Lowest corner, with the least of all.", .required = true}),
           field<&BoxPlacementDef::max>(
               {.key = "max", .unit = "m", .doc = "The corner opposite of it.", .required = true}));

Vec3 place(const BoxPlacementDef& def, std::size_t, std::size_t, Draws& draws) {
  const double x = draws.uniform();
  const double y = draws.uniform();
  const double z = draws.uniform();
  const Vec3 size = def.max - def.min;
  return def.min + Vec3{size.x * x, size.y * y, size.z * z};
}

std::vector<Problem> check(const BoxPlacementDef& def) {
  if (def.min.x <= def.max.x && def.min.y <= def.max.y && def.min.z <= def.max.z) return {};
  return {{"/max", "no number of \"max\" may be less than the one in \"min\""}};
}

PlacementArea area(const BoxPlacementDef& def) {
  return {def.min, def.max};
}

constexpr TypedPlacement<BoxPlacementDef> kTypedBoxPlacement = {
    .info = {.name = "box",
             .summary = "Scatters the agents uniformly over a box along the axes.",
             .source = "drover's own",
             .example = R"({"type": "box", "min": [0, 0, 0], "max": [20, 10, 5], "spacing": 1})",
             .related = "ball, rectangle",
             .in_plane = false,
             .in_space = true},
    .fields = kBoxPlacementFields,
    .check = check,
    .area = area,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kBoxPlacement = make_placement<kTypedBoxPlacement>();

}  // namespace drover
