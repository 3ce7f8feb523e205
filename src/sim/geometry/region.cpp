#include "sim/geometry/region.h"

#include <cmath>
#include <utility>

#include "sim/geometry/depth_bound.h"
#include "sim/geometry/static_geometry.h"

namespace drover {
namespace {

// Whether p lies in the rectangle along the axes between two of its corners.
bool is_in_box_of(Vec3 a, Vec3 b, Vec3 p) {
  return smaller(a.x, b.x) <= p.x && p.x <= larger(a.x, b.x) && smaller(a.y, b.y) <= p.y &&
         p.y <= larger(a.y, b.y);
}

}  // namespace

Region::Region(std::string name, const RegionDef& def) : name_(std::move(name)) {
  if (def.center) {
    center_ = *def.center;
    radius_ = def.radius;
    greatest_depth_ = radius_;
  } else if (def.min && def.max) {
    corners_ = {*def.min, {def.max->x, def.min->y, 0.0}, *def.max, {def.min->x, def.max->y, 0.0}};
    is_rectangle_ = true;
    x_ = {def.min->x, def.max->x};
    y_ = {def.min->y, def.max->y};
    greatest_depth_ = 0.5 * smaller(x_.high - x_.low, y_.high - y_.low);
  } else {
    corners_ = def.points;
    sides_ = StripTree(corners_, corners_.size());
    greatest_depth_ = depth_bound(*this);
  }
}

// The even-odd rule: p is inside when a ray from it to +x crosses the border an odd number of times.
bool Region::contains(Vec3 p) const {
  if (is_disc()) return length(p - center_) <= radius_;
  if (is_rectangle_) return x_.contains(p.x) && y_.contains(p.y);
  bool is_on_border = false;
  bool inside = false;
  const auto cross_side = [&](std::uint32_t k) {
    const Vec3 a = corners_[k];
    const Vec3 b = corners_[(k + 1) % corners_.size()];
    // The sign of the cross product tells the side of the edge without a division. Zero counts for neither
    // side: a ray that runs the other way, as in a turned scene, would come to the other answer.
    const double side = cross(b - a, p - a).z;
    is_on_border =
        is_on_border || (side == 0.0 && is_in_box_of(a, b, p)) || nearest_point_on_segment(a, b, p) == p;
    if ((a.y > p.y) == (b.y > p.y)) return;
    if ((b.y > a.y) == (side > 0.0)) inside = !inside;
  };
  const bool crosses_others = sides_.visit_crossed(p, cross_side);
  return is_on_border || inside != crosses_others;
}

// By comparisons alone, so that the mirror image of a point has the mirror image of the answer: interpolated
// between the corners, the ends of a side would not be treated alike.
Vec3 Region::nearest_border_of_rectangle(Vec3 p) const {
  const Vec3 inside = {clamp(p.x, x_.low, x_.high), clamp(p.y, y_.low, y_.high), 0.0};
  if (inside.x != p.x || inside.y != p.y) return inside;
  const double x = x_.nearest_end(p.x);
  const double y = y_.nearest_end(p.y);
  return std::fabs(p.x - x) <= std::fabs(p.y - y) ? Vec3{x, p.y, 0.0} : Vec3{p.x, y, 0.0};
}

Vec3 Region::nearest_border(Vec3 p) const {
  if (is_disc()) {
    const Vec3 out = direction(p - center_);
    return center_ + (out == Vec3{} ? Vec3{1.0, 0.0, 0.0} : out) * radius_;
  }
  if (is_rectangle_) return nearest_border_of_rectangle(p);
  NearestOfSegments nearest{p, corners_.front()};
  sides_.visit_nearest(p, 0, static_cast<std::uint32_t>(corners_.size()), [&](std::uint32_t k) {
    return nearest.add(corners_[k], corners_[(k + 1) % corners_.size()], k);
  });
  return nearest.point;
}

Vec3 Region::nearest_point(Vec3 p) const {
  return contains(p) ? p : nearest_border(p);
}

Vec3 Region::nearest_image(const Bounds& bounds, Vec3 p) const {
  if (!bounds.wraps() || contains(p)) return p;
  const Vec3 period = bounds.size();
  Vec3 best = p;
  double greatest = depth(p);
  for (const double column : {-1.0, 0.0, 1.0}) {
    for (const double row : {-1.0, 0.0, 1.0}) {
      const Vec3 image = p + Vec3{column * period.x, row * period.y, 0.0};
      const double image_depth = depth(image);
      if (!(image_depth > greatest)) continue;
      greatest = image_depth;
      best = image;
    }
  }
  return best;
}

double Region::depth(Vec3 p) const {
  if (is_disc()) return radius_ - length(p - center_);
  const double distance = length(nearest_border(p) - p);
  return contains(p) ? distance : -distance;
}

}  // namespace drover
