#include "sim/geometry/region.h"

#include <cmath>
#include <utility>

#include "sim/geometry/defined_shape.h"
#include "sim/geometry/depth_bound.h"

namespace drover {
namespace {

double height_of(const Parameter& height, double otherwise) {
  return height.is_present() ? height.constant() : otherwise;
}

Vec3 flat(Vec3 p) {
  return {p.x, p.y, 0.0};
}

}  // namespace

SpaceRegion::SpaceRegion(const RegionDef& def)
    : outline_(shape_of(def)),
      bottom_(height_of(def.bottom, -kInfinity)),
      top_(height_of(def.top, kInfinity)) {
  if (def.center) ball_ = SpaceShape::ball(*def.center, def.radius);
  if (!def.min || !(def.min->z < def.max->z)) return;
  bottom_ = def.min->z;
  top_ = def.max->z;
}

double SpaceRegion::distance(Vec3 p) const {
  if (ball_) return ball_->distance(p);
  const double aside = outline_.distance(flat(p));
  const double above = larger(p.z - top_, bottom_ - p.z);
  if (aside <= 0.0 || above <= 0.0) return larger(aside, above);
  return std::sqrt(aside * aside + above * above);
}

Vec3 SpaceRegion::border_point(Vec3 p) const {
  if (ball_) return ball_->nearest_border(p).point;
  const Vec3 side = outline_.border_point(flat(p));
  const double height = clamp(p.z, bottom_, top_);
  const bool is_over_it = outline_.encloses(flat(p));
  if (!is_over_it) return {side.x, side.y, height};
  const double up = std::fabs(top_ - p.z);
  const double down = std::fabs(p.z - bottom_);
  const bool is_between = height == p.z;
  if (is_between && length(side - flat(p)) <= smaller(up, down)) return {side.x, side.y, p.z};
  return {p.x, p.y, up <= down ? top_ : bottom_};
}

Vec3 SpaceRegion::low() const {
  return ball_ ? ball_->low() : Vec3{outline_.low().x, outline_.low().y, bottom_};
}

Vec3 SpaceRegion::high() const {
  return ball_ ? ball_->high() : Vec3{outline_.high().x, outline_.high().y, top_};
}

Region::Region(std::string region_name, const RegionDef& def, Dimensions dimensions)
    : name(std::move(region_name)), shape(shape_of(def)), greatest_depth(depth_bound(shape)) {
  if (dimensions == Dimensions::elevated)
    heights = {height_of(def.bottom, -kInfinity), height_of(def.top, kInfinity)};
  if (dimensions != Dimensions::space) return;
  space.emplace(def);
  greatest_depth = smaller(greatest_depth, 0.5 * (space->high().z - space->low().z));
}

std::optional<Vec3> Region::border_within(Vec3 p, double reach) const {
  if (!space) return shape.border_within(p, reach);
  const Vec3 border = space->border_point(p);
  return length(border - p) <= reach ? std::optional(border) : std::nullopt;
}

}  // namespace drover
