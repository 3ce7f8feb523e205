// The walls near a point, looked up once, and which other points they hide from it.
#pragma once

#include <cstdint>
#include <span>

#include "sim/geometry/static_geometry.h"

namespace drover {

class NearbyWalls {
 public:
  // Of the walls that are present those within `reach` of p [m].
  NearbyWalls(const StaticGeometry& geometry, Vec3 p, double reach)
      : geometry_(geometry.over_segments(segments_)) {
    geometry.segment_grid().look_up(StaticGrid::box_to_look_up(p, reach), segments_);
  }
  NearbyWalls(const NearbyWalls&) = delete;  // it points into itself
  NearbyWalls& operator=(const NearbyWalls&) = delete;

  // Nothing within the reach is hidden.
  bool is_empty() const { return segments_.is_empty(); }
  // The same as StaticGeometry::is_wall_between, from the list where both points are within the reach of p.
  bool hide(Vec3 from, Vec3 to) const { return geometry_.is_wall_between(from, to); }

  // Whether the list below holds all there are: there may be more than there is room for.
  bool is_complete() const { return segments_.is_complete(); }
  std::span<const std::uint32_t> indices() const { return segments_.all(); }  // of segments, ascending
  const Segment& segment(std::uint32_t index) const { return geometry_.segments()[index]; }

 private:
  NearbyItems segments_;
  StaticGeometry geometry_;
};

}  // namespace drover
