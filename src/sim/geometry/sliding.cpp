#include "sim/geometry/sliding.h"

#include <optional>

namespace drover {
namespace {

// A body that is no farther from a border touches it: rounding may not make a hit of what only touches [m].
constexpr double kSkin = 1e-9;

// Calls visit(normal) for all that a disc at p touches: unit, from the nearest point of the border to p.
template <class Visit>
void visit_touching(const StaticGeometry& geometry, Vec3 p, double radius, Visit&& visit) {
  const double reach = radius + kSkin;
  const StaticGrid::Box around = StaticGrid::box(p, reach);
  geometry.obstacle_grid().visit_in_order(around, [&](std::uint32_t k) {
    const ShapeBorder border = geometry.nearest_border(k, p);
    if (border.distance <= reach) visit(border.normal);
  });
  geometry.segment_grid().visit_in_order(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    const Vec3 out = p - nearest_point_on_segment(wall.a, wall.b, p);
    if (length(out) <= reach) visit(direction(out));
  });
}

struct Hit {
  Vec3 point, normal;
  double distance;
};

std::optional<Hit> first_hit(const StaticGeometry& geometry, Vec3 from, Vec3 to, double radius) {
  const auto wall = geometry.first_swept_wall_hit(from, to, radius);
  const auto obstacle = geometry.first_obstacle_hit(from, to, radius);
  if (obstacle && (!wall || obstacle->distance <= wall->distance))
    return Hit{obstacle->point, obstacle->normal, obstacle->distance};
  if (!wall) return std::nullopt;
  return Hit{wall->point, wall->normal, wall->distance};
}

}  // namespace

Slid slide(const StaticGeometry& geometry, Vec3 from, Vec3 way, double radius, Vec3 velocity) {
  constexpr int kMaxContacts = 4;
  bool is_inside = false;
  geometry.visit_solids_around(from, [&](std::uint32_t) { is_inside = true; });
  if (is_inside) return {from + way, velocity};
  const auto freed = [&](Vec3 v, Vec3 p) {
    return without_parts_against(v, [&](auto&& visit) { visit_touching(geometry, p, radius, visit); });
  };
  Vec3 p = from;
  Vec3 left = way;
  bool is_through = false;
  for (int contact = 0; contact < kMaxContacts && !is_through; ++contact) {
    left = freed(left, p);
    const std::optional<Hit> hit = first_hit(geometry, p, p + left, radius - kSkin);
    // Of what the disc overlaps, it has only the way out left.
    is_through = !hit || hit->distance == 0.0;
    if (is_through) {
      p += left;
    } else {
      left = left * (1.0 - hit->distance / length(left));
      p = hit->point + hit->normal * kSkin;
    }
  }
  return {p, freed(velocity, p)};
}

}  // namespace drover
