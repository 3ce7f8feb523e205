#include "observe/metrics/star_polygon.h"

#include <array>
#include <cmath>
#include <utility>

#include "core/det_math.h"

namespace drover {
namespace {

// The area that two vectors span, positive where the second one is to the left of the first.
double cross_z(Vec3 a, Vec3 b) {
  return a.x * b.y - a.y * b.x;
}

double angle_between(Vec3 a, Vec3 b) {
  return det::atan2(cross_z(a, b), dot(a, b));
}

// The area of the triangle from the origin to p and q, as far as it lies within `radius` of the origin. The
// side is cut where it enters and leaves the disc: the parts outside count as sectors.
double area_in_disc(Vec3 p, Vec3 q, double radius) {
  const Vec3 side = q - p;
  const double a = dot(side, side);
  if (!(a > 0.0)) return 0.0;
  const double b = dot(p, side);
  const double c = dot(p, p) - radius * radius;
  const double discriminant = b * b - a * c;
  const double half_radius2 = 0.5 * radius * radius;
  if (discriminant <= 0.0) return half_radius2 * angle_between(p, q);
  const double root = std::sqrt(discriminant);
  const double enters = (-b - root) / a;
  const double leaves = (-b + root) / a;
  if (leaves <= 0.0 || enters >= 1.0) return half_radius2 * angle_between(p, q);
  const bool starts_outside = enters > 0.0;
  const bool ends_outside = leaves < 1.0;
  const Vec3 u = starts_outside ? p + side * enters : p;
  const Vec3 v = ends_outside ? p + side * leaves : q;
  double area = 0.5 * cross_z(u, v);
  if (starts_outside) area += half_radius2 * angle_between(p, u);
  if (ends_outside) area += half_radius2 * angle_between(v, q);
  return area;
}

}  // namespace

void StarPolygon::reset(double half_side) {
  corners_ = {{-half_side, -half_side, 0.0},
              {half_side, -half_side, 0.0},
              {half_side, half_side, 0.0},
              {-half_side, half_side, 0.0}};
}

// Sutherland and Hodgman, Reentrant Polygon Clipping (1974). Of a star-shaped polygon and a half-plane around
// its center it leaves no bridges: what is cut off is replaced side by side, in the order of the angles.
void StarPolygon::clip(Vec3 normal, double offset) {
  next_.clear();
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    const Vec3 p = corners_[k];
    const Vec3 q = corners_[k + 1 < corners_.size() ? k + 1 : 0];
    const double beyond_p = dot(normal, p) - offset;
    const double beyond_q = dot(normal, q) - offset;
    if (beyond_p <= 0.0) add_corner(p);
    if ((beyond_p < 0.0 && beyond_q > 0.0) || (beyond_p > 0.0 && beyond_q < 0.0))
      add_corner(p + (q - p) * (beyond_p / (beyond_p - beyond_q)));
  }
  take_corners();
}

// Cuts the border where it enters and leaves the sector from direction a to direction b, counter-clockwise
// and less than half a turn. Calls outside(p, q) for the pieces of the border that are not in the sector and
// inside(p, q) for those in it, as far as they are on this side of the line through a and b; pieces beyond it
// are replaced by the part of that line in front of them. In the order of the border.
template <class Outside, class Inside>
void StarPolygon::visit_capped(Vec3 a, Vec3 b, Outside&& outside, Inside&& inside) const {
  const Vec3 along = b - a;
  const double span = cross_z(a, b);
  // Positive on the side of the origin.
  const auto before_line = [&](Vec3 p) { return cross_z(along, p) + span; };
  const auto onto_line = [&](Vec3 p) { return p * (span / -cross_z(along, p)); };
  const auto cap = [&](Vec3 p, Vec3 q) {
    const double at_p = before_line(p);
    const double at_q = before_line(q);
    if (at_p >= 0.0 && at_q >= 0.0) return inside(p, q);
    if (at_p < 0.0 && at_q < 0.0) return inside(onto_line(p), onto_line(q));
    const Vec3 crossing = p + (q - p) * (at_p / (at_p - at_q));
    inside(at_p < 0.0 ? onto_line(p) : p, crossing);
    inside(crossing, at_q < 0.0 ? onto_line(q) : q);
  };
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    const Vec3 p = corners_[k];
    const Vec3 q = corners_[k + 1 < corners_.size() ? k + 1 : 0];
    std::array<double, 2> cuts;
    std::size_t count = 0;
    for (const Vec3 ray : {a, b}) {
      const double from = cross_z(ray, p);
      const double to = cross_z(ray, q);
      // The border goes counter-clockwise: it crosses the ray itself from right to left, and the opposite one
      // from left to right.
      if (from < 0.0 && to > 0.0) cuts[count++] = from / (from - to);
    }
    if (count == 2 && cuts[1] < cuts[0]) std::swap(cuts[0], cuts[1]);
    Vec3 start = p;
    for (std::size_t part = 0; part <= count; ++part) {
      const Vec3 end = part == count ? q : p + (q - p) * cuts[part];
      const Vec3 middle = start + end;
      if (cross_z(a, middle) >= 0.0 && cross_z(middle, b) >= 0.0) {
        cap(start, end);
      } else {
        outside(start, end);
      }
      start = end;
    }
  }
}

void StarPolygon::hide(Vec3 a, Vec3 b) {
  if (cross_z(a, b) < 0.0) std::swap(a, b);
  if (!(cross_z(a, b) > 0.0)) return;
  next_.clear();
  const auto keep = [this](Vec3 p, Vec3 q) {
    add_corner(p);
    add_corner(q);
  };
  visit_capped(a, b, keep, keep);
  take_corners();
}

double StarPolygon::farthest2() const {
  double farthest = 0.0;
  for (const Vec3 corner : corners_)
    farthest = larger(farthest, length2(corner));
  return farthest;
}

double StarPolygon::area(double radius) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < corners_.size(); ++k)
    sum += area_in_disc(corners_[k], corners_[k + 1 < corners_.size() ? k + 1 : 0], radius);
  return sum;
}

double StarPolygon::area_within(Vec3 a, Vec3 b, double radius) const {
  const double span = cross_z(a, b);
  if (span < 0.0) return -area_within(b, a, radius);
  if (!(span > 0.0)) return 0.0;
  double sum = 0.0;
  visit_capped(
      a, b, [](Vec3, Vec3) {}, [&](Vec3 p, Vec3 q) { sum += area_in_disc(p, q, radius); });
  return sum;
}

void StarPolygon::take_corners() {
  if (next_.size() > 1 && next_.front() == next_.back()) next_.pop_back();
  std::swap(corners_, next_);
}

}  // namespace drover
