// Motion along what may not be entered.
#pragma once

#include "core/vec3.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/static_geometry.h"

namespace drover {

// The vector nearest to v that has no part against any of the directions that for_each(visit) visits (unit):
// the projection on the cone of those vectors, in the plane. Parts of v below 1e-12 of its length do not
// count.
template <class ForEach>
Vec3 without_parts_against(Vec3 v, ForEach&& for_each) {
  const double slack = 1e-12 * length(v);
  const auto is_free = [&](Vec3 along) {
    bool free = true;
    for_each([&](Vec3 u) { free = free && dot(along, u) >= -slack; });
    return free;
  };
  if (is_free(v)) return v;
  // A cone of the plane: its nearest point lies on one of its sides, or is its apex.
  Vec3 nearest;
  for_each([&](Vec3 u) {
    const double part = dot(v, u);
    if (part >= 0.0) return;
    const Vec3 along = v - u * part;
    if (length2(along) > length2(nearest) && is_free(along)) nearest = along;
  });
  return nearest;
}

// Where a body ends, and how fast.
struct Slid {
  Vec3 position;  // m
  Vec3 velocity;  // m/s
};

// A disc of this radius [m] goes from `from` by `way` up to the first obstacle or wall it touches, then along
// its border with what is left of the way, at most four times; there its velocity loses the part against the
// border. What it overlaps from the start it may only leave; from inside of a solid wall it goes anywhere.
Slid slide(const StaticGeometry& geometry, Vec3 from, Vec3 way, double radius, Vec3 velocity);

}  // namespace drover
