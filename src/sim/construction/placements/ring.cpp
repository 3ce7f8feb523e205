// ring: equal steps around a circle.
#include "core/det_math.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct RingDef {
  Vec3 center;
  double radius = 5.0;
  double start = 0.0;
};

constexpr auto kRingFields = fields(
    field<&RingDef::center>({.key = "center", .unit = "m", .doc = "Center of the circle.", .required = true}),
    field<&RingDef::radius>(
        {.key = "radius", .unit = "m", .range = closed(0, 1e5), .doc = "Radius of the circle."}),
    field<&RingDef::start>(
        {.key = "start",
         .unit = "rad",
         .range = closed(-1e3, 1e3),
         .doc = "Direction of the first agent from the center; the others follow counter-clockwise."}));

Vec3 place(const RingDef& def, std::size_t index, std::size_t count, Draws&) {
  const double part = static_cast<double>(index) / static_cast<double>(count);
  const auto turn = det::sin_cos(def.start + det::kTwoPi * part);
  return def.center + Vec3{turn.cos, turn.sin, 0.0} * def.radius;
}

constexpr TypedPlacement<RingDef> kTypedRing = {
    .info = {.name = "ring",
             .summary = "Stands the agents in equal steps around a circle.",
             .source = "drover's own",
             .example = R"({"type": "ring", "center": [0, 0], "radius": 10})",
             .related = "disc",
             .in_space = true},
    .fields = kRingFields,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kRingPlacement = make_placement<kTypedRing>();

}  // namespace drover
