// The walls near a point, looked up once, and which other points they hide from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/geometry/static_geometry.h"

namespace drover {

class NearbyWalls {
 public:
  // Of the walls that are present those within `reach` of p [m]. In space nothing is listed.
  NearbyWalls(const StaticGeometry& geometry, Vec3 p, double reach)
      : box_(StaticGrid::box(p, reach + kRoom * (1.0 + reach))),
        count_(geometry.is_spatial() ? std::nullopt : geometry.segment_grid().look_up(box_, found_)),
        geometry_(count_ ? geometry.over_segments({&box_, indices()}) : geometry) {}
  NearbyWalls(const NearbyWalls&) = delete;  // it points into itself
  NearbyWalls& operator=(const NearbyWalls&) = delete;

  // Nothing within the reach is hidden.
  bool is_empty() const { return count_ == std::size_t{0}; }
  // The same as StaticGeometry::is_wall_between, from the list where both points are within the reach of p.
  bool hide(Vec3 from, Vec3 to) const { return geometry_.is_wall_between(from, to); }

  // Whether the list below holds all there are; without room for all it is empty.
  bool is_complete() const { return count_.has_value(); }
  std::span<const std::uint32_t> indices() const {  // of segments, ascending
    return std::span(found_).first(count_.value_or(0));
  }
  const Segment& segment(std::uint32_t index) const { return geometry_.segments()[index]; }

 private:
  static constexpr double kRoom = 1e-5;  // for what the boxes of questions are grown by

  StaticGrid::Box box_;
  std::array<std::uint32_t, 32> found_;
  std::optional<std::size_t> count_;
  StaticGeometry geometry_;
};

}  // namespace drover
