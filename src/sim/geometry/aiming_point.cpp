#include "sim/geometry/aiming_point.h"

#include <cmath>

#include "core/frame.h"
#include "sim/geometry/nearest_place.h"
#include "sim/geometry/static_geometry.h"

namespace drover {
namespace {

double clamp_inside(double v, double low, double high, double margin) {
  const double inside = smaller(margin, 0.5 * (high - low));
  return clamp(v, low + inside, high - inside);
}

// Twice the area, positive where the corners run counter-clockwise.
double signed_area(const std::vector<Vec3>& corners) {
  double area = 0.0;
  for (std::size_t k = 0; k < corners.size(); ++k)
    area += cross(corners[k] - corners[0], corners[(k + 1) % corners.size()] - corners[0]).z;
  return area;
}

// The points of a polygon that are `depth` inside end at its sides moved inwards and at circles around the
// corners that point inwards. A search that finds a point needs only the sides that reach as near to p, so it
// begins with the nearest ones.
std::optional<Vec3> nearest_at_depth(const Region& polygon, Vec3 p, double depth) {
  constexpr double kSlack = 1e-9;  // of the depth of points on moved lines [m]
  if (depth > polygon.greatest_depth() + kSlack) return std::nullopt;
  const auto is_deep = [&](Vec3 q) { return polygon.contains(q) && polygon.depth(q) >= depth - kSlack; };
  if (is_deep(p)) return p;
  const std::vector<Vec3>& corners = polygon.corners();
  const std::size_t n = corners.size();
  const double turn = signed_area(corners) < 0.0 ? -1.0 : 1.0;
  thread_local PlaceSearch search;
  for (double reach = length(polygon.nearest_border(p) - p) + 4.0 * depth;; reach *= 2.0) {
    search.clear();
    bool has_all = true;
    for (std::size_t k = 0; k < n; ++k) {
      const Vec3 a = corners[k], b = corners[(k + 1) % n];
      if (length(nearest_point_on_segment(a, b, p) - p) > reach) {
        has_all = false;
        continue;
      }
      const Vec3 inwards = upright(direction(b - a)).left * (turn * depth);
      search.add_segment(a + inwards, b + inwards);
      if (cross(b - a, corners[(k + 2) % n] - b).z * turn < 0.0) search.add_circle(b, depth);
    }
    const std::optional<Vec3> found = search.find(p, is_deep);
    if (has_all || (found && length(*found - p) + depth <= reach)) return found;
  }
}

}  // namespace

Vec3 aiming_point(const Region& region, Vec3 p, double radius) {
  if (region.is_disc()) {
    const Vec3 out = p - region.center();
    return region.center() + direction(out) * smaller(length(out), larger(0.0, region.radius() - radius));
  }
  if (region.is_rectangle()) {
    const auto [min, max] = box_around(region);
    return {clamp_inside(p.x, min.x, max.x, radius), clamp_inside(p.y, min.y, max.y, radius), p.z};
  }
  for (const double part : {1.0, 0.5, 0.25, 0.125}) {
    if (const std::optional<Vec3> found = nearest_at_depth(region, p, part * radius)) return *found;
  }
  return region.nearest_point(p);
}

Vec3 image_near(const Region& region, const Bounds& bounds, Vec3 p) {
  if (!bounds.wraps()) return p;
  Vec3 best = p;
  double least = kInfinity;
  for (const double across : {0.0, -1.0, 1.0}) {
    for (const double up : {0.0, -1.0, 1.0}) {
      const Vec3 image = p + Vec3{across * bounds.size().x, up * bounds.size().y, 0.0};
      const double d2 = length2(region.nearest_point(image) - image);
      if (d2 >= least) continue;
      least = d2;
      best = image;
    }
  }
  return best;
}

bool contains_image(const Region& region, const Bounds& bounds, Vec3 p) {
  return region.contains(p) || (bounds.wraps() && region.contains(image_near(region, bounds, p)));
}

RegionBox box_around(const Region& region) {
  if (region.is_disc()) {
    const Vec3 half{region.radius(), region.radius(), 0.0};
    return {region.center() - half, region.center() + half};
  }
  RegionBox box{region.corners().front(), region.corners().front()};
  for (const Vec3& corner : region.corners()) {
    box.min = {smaller(box.min.x, corner.x), smaller(box.min.y, corner.y), 0.0};
    box.max = {larger(box.max.x, corner.x), larger(box.max.y, corner.y), 0.0};
  }
  return box;
}

}  // namespace drover
