#include "vehicles/fillet.h"

#include <cmath>
#include <limits>

#include "core/det_math.h"
#include "core/frame.h"

namespace drover {
namespace {

// The legs of a corner. tan(|theta| / 2) = |sin theta| / (1 + cos theta), exact for small turns.
struct Corner {
  Vec3 in;  // of unit length, zero for a leg without length
  Vec3 out;
  double room = 0.0;      // the shorter leg's share [m]
  double half_tan = 0.0;  // infinite for opposite legs
};

Corner corner_of(Vec3 before, Vec3 corner, Vec3 after, double share) {
  const Vec3 in = direction(corner - before);
  const Vec3 out = direction(after - corner);
  const double room = share * smaller(length(corner - before), length(after - corner));
  const double cosine = dot(in, out);
  const double sine = std::fabs(upright(in).left_part(out));
  // Both forms are of the same number; each keeps its digits where the other loses them.
  const double half_tan = cosine >= 0.0 ? sine / (1.0 + cosine) : (1.0 - cosine) / sine;
  return {in, out, room, half_tan};
}

}  // namespace

std::optional<Fillet> corner_fillet(Vec3 before, Vec3 corner, Vec3 after, double radius, double share) {
  const Corner legs = corner_of(before, corner, after, share);
  const double tangent = radius * legs.half_tan;
  if (!(legs.half_tan > 0.0) || !(tangent <= legs.room) || legs.in == Vec3{} || legs.out == Vec3{})
    return std::nullopt;
  const double turn = upright(legs.in).bearing(legs.out);
  const Vec3 left = upright(legs.in).left;
  const Vec3 begin = corner - legs.in * tangent;
  // 1 / cos(theta / 2) - 1 = sqrt(1 + tan^2) - 1, without the difference.
  const double square = legs.half_tan * legs.half_tan;
  return Fillet{.begin = begin,
                .center = begin + left * (turn < 0.0 ? -radius : radius),
                .end = corner + legs.out * tangent,
                .turn = turn,
                .tangent = tangent,
                .length = radius * std::fabs(turn),
                .cut = radius * square / (std::sqrt(1.0 + square) + 1.0)};
}

double greatest_fillet_radius(Vec3 before, Vec3 corner, Vec3 after, double share) {
  const Corner legs = corner_of(before, corner, after, share);
  return legs.half_tan > 0.0 ? legs.room / legs.half_tan : std::numeric_limits<double>::infinity();
}

double fillet_radius_of_cut(double turn, double cut) {
  const double cosine = det::cos(0.5 * turn);
  return cut * cosine / (1.0 - cosine);
}

}  // namespace drover
