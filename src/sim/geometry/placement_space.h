// Where a placement puts agents or obstacles: as its kind says, or in a region of the world.
#pragma once

#include <cstddef>
#include <span>

#include "core/random.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"
#include "sim/geometry/region.h"

namespace drover {

// What the place of a body keeps free around it.
struct Clearance {
  double spacing = 0.0;  // from center to center of agents [m]
  double gap = 0.0;      // from body to body, and to obstacles and walls [m]
};

class PlacementSpace {
 public:
  // Of agents or of obstacles, by a definition whose region, if it has one, is among the regions; both
  // outlive it.
  PlacementSpace(const PlacementDef& def, std::span<const Region> regions, Dimensions dimensions);
  PlacementSpace(const ObstaclePlacementDef& def, std::span<const Region> regions, Dimensions dimensions);

  // Whether there is an area: else the places are fixed, up to jitter.
  bool has_area() const { return region_ != nullptr || kind_->area != nullptr; }
  // Whether a place can be drawn again.
  bool is_random() const { return has_area() || jitter_ > 0.0; }
  Clearance clearance() const { return clearance_; }

  // The next place of agent or obstacle `index` of `count`: of a region a point of the rectangle or box
  // around it, x first, that may lie outside.
  Vec3 draw(std::size_t index, std::size_t count, Draws& places, Draws& jitter) const;

  // Whether a place that was drawn is one: of a region it may lie outside.
  bool accepts(Vec3 p) const { return region_ == nullptr || region_->encloses(p); }

  bool is_spatial() const { return is_spatial_; }
  // Of the area: the rectangle around it, in space the box; whether a point lies in it; and in the plane
  // whether the square with this lower left corner surely has no point in it.
  Vec3 min() const { return min_; }
  Vec3 max() const { return max_; }
  bool contains(Vec3 p) const;
  bool misses(Vec3 low, double side) const;

 private:
  PlacementSpace(const Boxed<PlacementKind>& placement, double jitter, Clearance clearance,
                 std::span<const Region> regions, Dimensions dimensions);

  const PlacementKind* kind_;
  const void* params_;
  const Region* region_ = nullptr;
  double jitter_;
  bool is_spatial_;
  Clearance clearance_;
  PlacementArea area_ = {};  // of the kind
  Vec3 min_, max_;
};

// The keys under which the places of an agent are drawn for a tick; those at the start of a run for tick 0.
Draws place_draws(std::uint64_t seed, std::uint32_t number, std::uint64_t tick);
Draws jitter_draws(std::uint64_t seed, std::uint32_t number, std::uint64_t tick);

}  // namespace drover
