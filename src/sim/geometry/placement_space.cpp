#include "sim/geometry/placement_space.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "sim/definitions/region_placement.h"

namespace drover {

PlacementSpace::PlacementSpace(const PlacementDef& def, std::span<const Region> regions,
                               Dimensions dimensions)
    : PlacementSpace(def.placement, def.jitter, {def.spacing, def.gap}, regions, dimensions) {}

PlacementSpace::PlacementSpace(const ObstaclePlacementDef& def, std::span<const Region> regions,
                               Dimensions dimensions)
    : PlacementSpace(def.placement, def.jitter, {0.0, def.gap}, regions, dimensions) {}

PlacementSpace::PlacementSpace(const Boxed<PlacementKind>& placement, double jitter, Clearance clearance,
                               std::span<const Region> regions, Dimensions dimensions)
    : kind_(placement.get()),
      params_(placement.params.get()),
      jitter_(jitter),
      is_spatial_(dimensions == Dimensions::space),
      clearance_(clearance) {
  if (kind_->name == kRegionPlacementName) {
    const std::string& name = placement.as<RegionPlacementDef>().region.name;
    const auto at = std::ranges::find(regions, name, &Region::name);
    DROVER_CHECK(at != regions.end(), "the reader lets only known regions pass");
    region_ = &*at;
    min_ = region_->low();
    max_ = region_->high();
  } else if (kind_->area != nullptr) {
    area_ = kind_->area(params_);
    min_ = area_.min;
    max_ = area_.max;
  }
}

Vec3 PlacementSpace::draw(std::size_t index, std::size_t count, Draws& places, Draws& jitter) const {
  Vec3 p;
  if (region_ != nullptr) {
    const double x = places.uniform();
    const double y = places.uniform();
    const double z = is_spatial_ ? places.uniform() : 0.0;
    p = min_ + Vec3{(max_.x - min_.x) * x, (max_.y - min_.y) * y, (max_.z - min_.z) * z};
  } else {
    p = kind_->place(params_, index, count, places);
  }
  if (jitter_ == 0.0) return p;
  const double jitter_x = jitter.signed_uniform();
  const double jitter_y = jitter.signed_uniform();
  const double jitter_z = is_spatial_ ? jitter.signed_uniform() : 0.0;
  return p + Vec3{jitter_x, jitter_y, jitter_z} * jitter_;
}

bool PlacementSpace::contains(Vec3 p) const {
  return region_ != nullptr ? region_->encloses(p) : area_.contains(p);
}

bool PlacementSpace::misses(Vec3 low, double side) const {
  if (region_ == nullptr) return area_.misses(low, side);
  const Vec3 half{0.5 * side, 0.5 * side, 0.0};
  return region_->distance(low + half) > length(half);
}

Draws place_draws(std::uint64_t seed, std::uint32_t number, std::uint64_t tick) {
  return Draws({seed, number, tick, Purpose::placement, 0});
}

Draws jitter_draws(std::uint64_t seed, std::uint32_t number, std::uint64_t tick) {
  return Draws({seed, number, tick, Purpose::placement_jitter, 0});
}

}  // namespace drover
