// ball: uniformly at random in a ball.
#include <cmath>

#include "core/det_math.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct BallPlacementDef {
  Vec3 center;
  double radius = 5.0;
};

constexpr auto kBallPlacementFields =
    fields(field<&BallPlacementDef::center>(
               {.key = "center", .unit = "m", .doc = "Center of the ball.", .required = true}),
           field<&BallPlacementDef::radius>(
               {.key = "radius", .unit = "m", .range = closed(0, 1e5), .doc = "Radius of the ball."}));

// The least v with v * v * v >= u, for u in [0, 1): Newton's method falls to it from above.
double cube_root(double u) {
  double v = 1.0;
  for (;;) {
    const double next = v - (v * v * v - u) / (3.0 * v * v);
    if (!(next < v)) return v;
    v = next;
  }
}

Vec3 place(const BallPlacementDef& def, std::size_t, std::size_t, Draws& draws) {
  // The cube root makes equal volumes equally likely, and heights on a sphere are uniform (Archimedes).
  const double distance = def.radius * cube_root(draws.uniform());
  const double height = draws.signed_uniform();
  const auto turn = det::sin_cos(det::kTwoPi * draws.uniform());
  const double aside = std::sqrt(1.0 - height * height);
  return def.center + Vec3{turn.cos * aside, turn.sin * aside, height} * distance;
}

PlacementArea area(const BallPlacementDef& def) {
  const Vec3 reach{def.radius, def.radius, def.radius};
  return {def.center - reach, def.center + reach, def.radius};
}

constexpr TypedPlacement<BallPlacementDef> kTypedBall = {
    .info = {.name = "ball",
             .summary = "Scatters the agents uniformly over a ball.",
             .source = "drover's own",
             .example = R"({"type": "ball", "center": [0, 0, 0], "radius": 10, "spacing": 1})",
             .related = "box, disc",
             .in_plane = false,
             .in_space = true},
    .fields = kBallPlacementFields,
    .area = area,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kBallPlacement = make_placement<kTypedBall>();

}  // namespace drover
