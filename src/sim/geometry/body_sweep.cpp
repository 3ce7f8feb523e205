#include "sim/geometry/body_sweep.h"

#include <cmath>

#include "sim/geometry/circle_hit.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

// When a disc first comes nearer to a segment, as a fraction of the displacement; infinite where it does not.
// A segment is convex, so a disc that touches it and moves away never comes nearer again.
double touches_segment(const Segment& wall, double radius, Vec3 from, Vec3 displacement) {
  const Vec3 out = from - nearest_point_on_segment(wall.a, wall.b, from);
  const double distance = length(out);
  if (distance > radius + kLengthEpsilon)
    return entry_into_capsule(wall.a, wall.b, wall.normal, radius, from, displacement);
  const double approach = -dot(displacement, out);
  return approach > kGrazing * length(displacement) * distance ? 0.0 : kInfinity;
}

class FirstTouch {
 public:
  FirstTouch(Vec3 from, Vec3 to, double radius) : from_(from), displacement_(to - from), radius_(radius) {}

  void meet_obstacle(const StaticGeometry& geometry, std::uint32_t index) {
    const auto hit = geometry.hit_on_obstacle(index, from_, from_ + displacement_, radius_);
    if (hit) keep(hit->t, index, hit->normal);
  }

  void meet_wall(const Segment& wall, std::uint32_t index) {
    const double t = touches_segment(wall, radius_, from_, displacement_);
    if (!(t <= 1.0)) return;
    const Vec3 center = from_ + displacement_ * t;
    const Vec3 out = direction(center - nearest_point_on_segment(wall.a, wall.b, center));
    keep(t, index, out);
  }

  // Obstacles were met before: from here on ties go to them.
  void obstacles_end() { has_obstacle_ = touch_.has_value(); }
  bool is_by(double end) const { return touch_ && touch_->t <= end; }
  std::optional<Touch> touch() const { return touch_; }

 private:
  void keep(double t, std::uint32_t index, Vec3 normal) {
    if (touch_ && (t > touch_->t || (t == touch_->t && (has_obstacle_ || index >= index_)))) return;
    touch_ = Touch{t, from_ + displacement_ * t, normal};
    index_ = index;
    has_obstacle_ = false;
  }

  Vec3 from_, displacement_;
  double radius_;
  std::optional<Touch> touch_;
  std::uint32_t index_ = 0;
  bool has_obstacle_ = false;
};

}  // namespace

std::optional<Touch> first_touch(const StaticGeometry& geometry, Vec3 from, Vec3 to, double radius,
                                 Solids solids) {
  FirstTouch first(from, to, radius);
  const auto is_enough = [&](double end) { return first.is_by(end); };
  if (solids.obstacles) {
    geometry.obstacle_grid().visit_along(
        from, to, radius, [&](std::uint32_t k) { first.meet_obstacle(geometry, k); }, is_enough);
  }
  first.obstacles_end();
  if (solids.walls) {
    geometry.segment_grid().visit_along(
        from, to, radius, [&](std::uint32_t k) { first.meet_wall(geometry.segments()[k], k); }, is_enough);
  }
  return first.touch();
}

Vec3 slide(const StaticGeometry& geometry, Vec3 from, Vec3 to, double radius, Solids solids) {
  Vec3 p = from;
  Vec3 end = to;
  for (int touches = 0; touches < kMaxTouches && !(end == p); ++touches) {
    const std::optional<Touch> touch = first_touch(geometry, p, end, radius, solids);
    if (!touch) return end;
    const Vec3 rest = (end - p) * (1.0 - touch->t);
    p = touch->center;
    end = p + (rest - touch->normal * dot(rest, touch->normal));
  }
  return p;
}

}  // namespace drover
