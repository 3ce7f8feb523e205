// The area that agents can walk in, as formats of pedestrian dynamics want it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/vec3.h"

namespace drover {

// The rectangle around some points.
struct Extent {
  Vec3 min, max;  // m
  bool is_empty = true;

  void add(Vec3 p);
  bool contains(Vec3 p) const { return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y; }
};

// A polygon with holes; rings are not closed by a repeated point.
struct WalkablePart {
  std::vector<Vec3> outer;               // m
  std::vector<std::vector<Vec3>> holes;  // within it, apart from each other
};

// Polygons that lie apart; in general one.
struct WalkableArea {
  std::vector<WalkablePart> parts;

  Extent extent() const;
};

// Whether a point is inside of a ring, by the even-odd rule.
bool is_inside(std::span<const Vec3> ring, Vec3 p);

// The rectangle around an extent with a meter to spare, because readers want positions inside, not on the
// border; a square meter around the origin for no points.
WalkableArea area_around(const Extent& extent);

// "POLYGON ((0 0, 40 0, 40 20, 0 20, 0 0))", as in OGC Simple Feature Access, section 7; of several parts a
// MULTIPOLYGON.
std::string wkt_of(const WalkableArea& area);

}  // namespace drover
