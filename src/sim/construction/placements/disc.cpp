// disc: uniformly at random in a disc.
#include <cmath>

#include "core/det_math.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct DiscDef {
  Vec3 center;
  double radius = 5.0;
};

constexpr auto kDiscFields = fields(
    field<&DiscDef::center>({.key = "center", .unit = "m", .doc = "Center of the disc.", .required = true}),
    field<&DiscDef::radius>(
        {.key = "radius", .unit = "m", .range = closed(0, 1e5), .doc = "Radius of the disc."}));

Vec3 place(const DiscDef& def, std::size_t, std::size_t, Draws& draws) {
  // The square root makes equal areas equally likely.
  const double distance = def.radius * std::sqrt(draws.uniform());
  const auto turn = det::sin_cos(det::kTwoPi * draws.uniform());
  return def.center + Vec3{turn.cos, turn.sin, 0.0} * distance;
}

PlacementArea area(const DiscDef& def) {
  const Vec3 reach{def.radius, def.radius, 0.0};
  return {def.center - reach, def.center + reach, def.radius};
}

constexpr TypedPlacement<DiscDef> kTypedDisc = {
    .info = {.name = "disc",
             .summary = "Scatters the agents uniformly over a disc.",
             .source = "drover's own",
             .example = R"({"type": "disc", "center": [0, 0], "radius": 10, "spacing": 1})",
             .related = "ring, rectangle",
             .not_in_space = "use ball"},
    .fields = kDiscFields,
    .area = area,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kDiscPlacement = make_placement<kTypedDisc>();

}  // namespace drover
