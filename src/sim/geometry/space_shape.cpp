#include "sim/geometry/space_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/quaternion.h"
#include "core/vec2.h"
#include "sim/geometry/circle_hit.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

Vec3 each_smaller(Vec3 a, Vec3 b) {
  return {smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z)};
}
Vec3 each_larger(Vec3 a, Vec3 b) {
  return {larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)};
}
Vec3 clamped(Vec3 v, Vec3 half) {
  return {clamp(v.x, -half.x, half.x), clamp(v.y, -half.y, half.y), clamp(v.z, -half.z, half.z)};
}

// A stretch of a displacement, in fractions of it; empty where it ends before it begins.
struct Stretch {
  double begin, end;
  bool is_empty() const { return !(begin <= end); }
};
constexpr Stretch kNowhere{kInfinity, -kInfinity};

Stretch both(Stretch a, Stretch b) {
  return {larger(a.begin, b.begin), smaller(a.end, b.end)};
}

// Where a line is within a ball about the origin, or within a cylinder about an axis that `start` and `ray`
// are across of.
Stretch within_ball(double radius, Vec3 start, Vec3 ray) {
  const double l2 = length2(ray);
  const double outside = length2(start) - radius * radius;
  if (l2 == 0.0) return outside <= 0.0 ? Stretch{-kInfinity, kInfinity} : kNowhere;
  const double approach = -dot(start, ray);
  const double discriminant = approach * approach - l2 * outside;
  if (discriminant < 0.0) return kNowhere;
  const double root = std::sqrt(discriminant);
  return {(approach - root) / l2, (approach + root) / l2};
}

// Where a coordinate that begins at `start` and changes by `step` is between two values.
Stretch between(double start, double step, double low, double high) {
  if (step == 0.0) return low <= start && start <= high ? Stretch{-kInfinity, kInfinity} : kNowhere;
  const double to_low = (low - start) / step;
  const double to_high = (high - start) / step;
  return step > 0.0 ? Stretch{to_low, to_high} : Stretch{to_high, to_low};
}

// Of a box about the origin along the axes.
Stretch within_box(Vec3 half, Vec3 start, Vec3 ray) {
  return both(both(between(start.x, ray.x, -half.x, half.x), between(start.y, ray.y, -half.y, half.y)),
              between(start.z, ray.z, -half.z, half.z));
}

// The parts of a displacement along an axis and across it.
struct Parts {
  double start, ray;  // along the axis, as fractions of it
  Vec3 start_across, ray_across;
};

Parts parts_of(Vec3 axis, Vec3 start, Vec3 ray) {
  const double l2 = length2(axis);
  const double at = dot(start, axis) / l2;
  const double step = dot(ray, axis) / l2;
  return {at, step, start - axis * at, ray - axis * step};
}

// When a point from outside comes within `radius` of the segment from a to b: it enters the cylinder between
// its ends, or a ball at one of them.
double entry_into_rounded_segment(Vec3 a, Vec3 b, double radius, Vec3 from, Vec3 ray) {
  double first = entry_into_circle(radius, from - a, ray);
  if (a == b) return first;
  first = smaller(first, entry_into_circle(radius, from - b, ray));
  const Parts parts = parts_of(b - a, from - a, ray);
  const double t = entry_into_circle(radius, parts.start_across, parts.ray_across);
  if (!(t < first)) return first;
  const double foot = parts.start + parts.ray * t;
  return foot >= 0.0 && foot <= 1.0 ? t : first;
}

// When a point leaves what is within `radius` of the segment, where it is inside.
double exit_from_rounded_segment(Vec3 a, Vec3 b, double radius, Vec3 from, Vec3 ray) {
  double last = 0.0;
  const auto pass = [&](Stretch stretch) {
    if (!stretch.is_empty()) last = larger(last, stretch.end);
  };
  pass(within_ball(radius, from - a, ray));
  if (a == b) return last;
  pass(within_ball(radius, from - b, ray));
  const Parts parts = parts_of(b - a, from - a, ray);
  pass(both(within_ball(radius, parts.start_across, parts.ray_across),
            between(parts.start, parts.ray, 0.0, 1.0)));
  return last;
}

// Along a ray onto the plane of the two axes that it is most across of.
class Projection {
 public:
  explicit Projection(Vec3 ray) {
    const Vec3 size{std::fabs(ray.x), std::fabs(ray.y), std::fabs(ray.z)};
    along_ = size.x >= size.y && size.x >= size.z ? Along::x : (size.y >= size.z ? Along::y : Along::z);
    const Vec3 turned = in_order(ray);
    if (turned.z != 0.0) shear_ = {turned.x / turned.z, turned.y / turned.z};
  }
  Vec2 of(Vec3 v) const {
    const Vec3 turned = in_order(v);
    return {turned.x - shear_.x * turned.z, turned.y - shear_.y * turned.z};
  }

 private:
  enum class Along { x, y, z };
  // Turned so that the ray leads mostly along z.
  Vec3 in_order(Vec3 v) const {
    return along_ == Along::x ? Vec3{v.y, v.z, v.x} : (along_ == Along::y ? Vec3{v.z, v.x, v.y} : v);
  }

  Along along_;
  Vec2 shear_;
};

// What rounding took from a product. Dekker, "A floating-point technique for extending the available
// precision" (1971).
double product_error(double a, double b, double product) {
  constexpr double kSplit = 134217729.0;  // 2^27 + 1
  const double a_high = kSplit * a - (kSplit * a - a);
  const double b_high = kSplit * b - (kSplit * b - b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

// Positive where the origin is to the left of the way from a to b, 0 where it is on it, of the exact sign.
double side_of_origin(Vec2 a, Vec2 b) {
  constexpr double kRounding = 1e-15;
  const double left = a.x * b.y;
  const double right = a.y * b.x;
  const double side = left - right;
  if (std::fabs(side) > kRounding * (std::fabs(left) + std::fabs(right))) return side;
  return side + (product_error(a.x, b.y, left) - product_error(a.y, b.x, right));
}

// How far a coordinate is outside of an interval about 0, with its sign.
double beyond(double v, double half) {
  return v < -half ? v + half : (v > half ? v - half : 0.0);
}

// When a point from outside comes within `radius` of a box about the origin along the axes. The squared
// distance is a convex function of the time, and between the times at which the point crosses the plane of a
// face it is a quadratic one.
double entry_into_rounded_box(Vec3 half, double radius, Vec3 start, Vec3 ray) {
  std::array<double, 8> times{0.0, 1.0};
  std::size_t count = 2;
  const auto cross_planes = [&](double v, double step, double size) {
    for (const double face : {-size, size}) {
      const double t = (face - v) / step;
      if (t > 0.0 && t < 1.0) times[count++] = t;
    }
  };
  cross_planes(start.x, ray.x, half.x);
  cross_planes(start.y, ray.y, half.y);
  cross_planes(start.z, ray.z, half.z);
  std::sort(times.begin(), times.begin() + count);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const double begin = times[k];
    const double duration = times[k + 1] - begin;
    const Vec3 p = start + ray * begin;
    const Vec3 middle = start + ray * (begin + 0.5 * duration);
    const Vec3 is_beyond{beyond(middle.x, half.x) != 0.0 ? 1.0 : 0.0,
                         beyond(middle.y, half.y) != 0.0 ? 1.0 : 0.0,
                         beyond(middle.z, half.z) != 0.0 ? 1.0 : 0.0};
    const Vec3 out{beyond(p.x, half.x) * is_beyond.x, beyond(p.y, half.y) * is_beyond.y,
                   beyond(p.z, half.z) * is_beyond.z};
    const Vec3 change{ray.x * is_beyond.x, ray.y * is_beyond.y, ray.z * is_beyond.z};
    const double t = entry_into_circle(radius, out, change);
    if (t <= duration) return begin + t;
  }
  return kInfinity;
}

}  // namespace

Vec3 nearest_point_on_triangle(Vec3 a, Vec3 b, Vec3 c, Vec3 p) {
  const Vec3 normal = cross(b - a, c - a);
  const auto is_beside = [&](Vec3 from, Vec3 to) { return dot(cross(to - from, p - from), normal) < 0.0; };
  if (!is_beside(a, b) && !is_beside(b, c) && !is_beside(c, a))
    return p - normal * (dot(p - a, normal) / length2(normal));
  NearestOfSegments nearest{p};
  nearest.add(a, b, 0);
  nearest.add(b, c, 1);
  nearest.add(c, a, 2);
  return nearest.point;
}

SpaceShape SpaceShape::ball(Vec3 center, double radius, bool hollow) {
  return capsule(center, center, radius, hollow);
}

SpaceShape SpaceShape::capsule(Vec3 from, Vec3 to, double radius, bool hollow) {
  SpaceShape shape(from == to ? Kind::ball : Kind::capsule, hollow);
  shape.a_ = from;
  shape.b_ = to;
  shape.radius_ = radius;
  shape.half_extent_ = 0.5 * length(to - from) + radius;
  const Vec3 reach{radius, radius, radius};
  shape.bound(each_smaller(from, to) - reach, each_larger(from, to) + reach);
  return shape;
}

SpaceShape SpaceShape::box(Vec3 center, Vec3 size, const Frame& axes, bool hollow) {
  SpaceShape shape(Kind::box, hollow);
  shape.a_ = center;
  shape.half_ = size * 0.5;
  shape.frame_ = axes;
  shape.half_extent_ = length(shape.half_);
  const auto extent = [&](double x, double y, double z) {
    return std::fabs(x) * shape.half_.x + std::fabs(y) * shape.half_.y + std::fabs(z) * shape.half_.z;
  };
  const Vec3 reach{extent(axes.forward.x, axes.left.x, axes.up.x),
                   extent(axes.forward.y, axes.left.y, axes.up.y),
                   extent(axes.forward.z, axes.left.z, axes.up.z)};
  shape.bound(center - reach, center + reach);
  return shape;
}

SpaceShape SpaceShape::triangle(Vec3 a, Vec3 b, Vec3 c) {
  SpaceShape shape(Kind::triangle, true);
  shape.a_ = a;
  shape.b_ = b;
  shape.c_ = c;
  shape.frame_.up = direction(cross(b - a, c - a));
  shape.half_extent_ = 0.5 * larger(length(b - a), larger(length(c - b), length(a - c)));
  shape.bound(each_smaller(a, each_smaller(b, c)), each_larger(a, each_larger(b, c)));
  return shape;
}

void SpaceShape::bound(Vec3 low, Vec3 high) {
  low_ = low;
  high_ = high;
}

SpaceShape SpaceShape::moved(Vec3 by) const {
  SpaceShape shape = *this;
  for (Vec3* const point : {&shape.a_, &shape.b_, &shape.c_, &shape.low_, &shape.high_})
    *point += by;
  return shape;
}

double SpaceShape::extent(Vec3 along) const {
  if (kind_ == Kind::box) {
    const Vec3 local = to_local(along);
    return dot(a_, along) + std::fabs(local.x) * half_.x + std::fabs(local.y) * half_.y +
           std::fabs(local.z) * half_.z;
  }
  const double on_axis = larger(dot(a_, along), dot(b_, along));
  return (kind_ == Kind::triangle ? larger(on_axis, dot(c_, along)) : on_axis) + radius_;
}

// The nearest point of what is rounded by the radius: the center, the axis, the triangle.
Vec3 SpaceShape::nearest_core(Vec3 p) const {
  if (kind_ == Kind::triangle) return nearest_point_on_triangle(a_, b_, c_, p);
  return kind_ == Kind::ball ? a_ : nearest_point_on_segment(a_, b_, p);
}

// Negative inside, of hollow shapes too [m].
double SpaceShape::signed_distance(Vec3 p) const {
  if (kind_ != Kind::box) return length(p - nearest_core(p)) - radius_;
  const Vec3 local = to_local(p - a_);
  const Vec3 out = local - clamped(local, half_);
  if (!(out == Vec3{})) return length(out);
  return larger(larger(std::fabs(local.x) - half_.x, std::fabs(local.y) - half_.y),
                std::fabs(local.z) - half_.z);
}

ShapeBorder SpaceShape::nearest_border(Vec3 p) const {
  ShapeBorder border = kind_ == Kind::box ? border_of_box(p) : border_of_core(p);
  if (!hollow_) return border;
  if (border.distance < 0.0 && kind_ != Kind::triangle) border.normal = -border.normal;
  border.distance = std::fabs(border.distance);
  return border;
}

ShapeBorder SpaceShape::border_of_core(Vec3 p) const {
  const Vec3 core = nearest_core(p);
  Vec3 out = direction(p - core);
  if (out == Vec3{}) {
    out = kind_ == Kind::triangle  ? frame_.up
          : kind_ == Kind::capsule ? left_of(direction(b_ - a_))
                                   : Vec3{1.0, 0.0, 0.0};
  }
  return {core + out * radius_, out, length(p - core) - radius_, 0};
}

ShapeBorder SpaceShape::border_of_box(Vec3 p) const {
  const Vec3 local = to_local(p - a_);
  const Vec3 nearest = clamped(local, half_);
  const Vec3 out = local - nearest;
  const double distance = signed_distance(p);
  if (distance >= kLengthEpsilon) {
    return {a_ + frame_.vector(nearest), direction(frame_.vector(out)), distance, 0};
  }
  // The face with the least depth, or those that meet where p is on the border.
  const double depth = larger(-distance, 0.0);
  const Vec3 deep{half_.x - std::fabs(local.x), half_.y - std::fabs(local.y), half_.z - std::fabs(local.z)};
  const auto side = [](double v) { return v > 0.0 ? 1.0 : -1.0; };
  Vec3 normal;
  if (deep.x <= depth + kLengthEpsilon) normal.x = side(local.x);
  const bool is_on_border = depth < kLengthEpsilon;
  if (deep.y <= depth + kLengthEpsilon && (is_on_border || normal == Vec3{})) normal.y = side(local.y);
  if (deep.z <= depth + kLengthEpsilon && (is_on_border || normal == Vec3{})) normal.z = side(local.z);
  const Vec3 unit = direction(normal);
  const Vec3 place = is_on_border ? nearest : local + unit * depth;
  return {a_ + frame_.vector(place), frame_.vector(unit), distance, 0};
}

// How fast the distance to the border falls at the start of a displacement [m per displacement]; negative
// where it grows. The signed distance to a convex shape has one slope per border that is nearest.
double SpaceShape::approach(Vec3 from, Vec3 ray, const ShapeBorder& border) const {
  if (kind_ == Kind::box) {
    const Vec3 local = to_local(from - a_);
    const Vec3 step = to_local(ray);
    if (local == clamped(local, half_)) {
      const double depth = -signed_distance(from);
      double slope = -kInfinity;  // of the signed distance
      const auto face = [&](double v, double dv, double half) {
        if (half - std::fabs(v) > depth + kLengthEpsilon) return;
        slope = larger(slope, v > 0.0 ? dv : (v < 0.0 ? -dv : std::fabs(dv)));
      };
      face(local.x, step.x, half_.x);
      face(local.y, step.y, half_.y);
      face(local.z, step.z, half_.z);
      return hollow_ ? slope : -slope;
    }
  } else if (kind_ != Kind::triangle && length(from - nearest_core(from)) < kLengthEpsilon) {
    // From the middle every way leads out.
    return hollow_ ? length(ray) : -length(ray);
  } else if (kind_ == Kind::triangle && border.distance < kLengthEpsilon) {
    return -std::fabs(dot(ray, border.normal));
  }
  return -dot(ray, border.normal);
}

// For a start that is outside of the shape, by at least the radius.
double SpaceShape::entry_from_outside(Vec3 from, Vec3 ray, double radius) const {
  if (kind_ == Kind::triangle)
    return radius > 0.0 ? entry_into_thick_triangle(from, ray, radius) : ray_through_triangle(from, ray);
  if (kind_ != Kind::box) return entry_into_rounded_segment(a_, b_, radius_ + radius, from, ray);
  const Vec3 start = to_local(from - a_);
  const Vec3 step = to_local(ray);
  if (radius > 0.0) return entry_into_rounded_box(half_, radius, start, step);
  const Stretch inside = within_box(half_, start, step);
  return inside.begin < inside.end && inside.end > 0.0 ? larger(inside.begin, 0.0) : kInfinity;
}

// When a point inside is less deep than `depth`, which it is at least at the start.
double SpaceShape::exit(Vec3 from, Vec3 ray, double depth) const {
  if (kind_ != Kind::box) return exit_from_rounded_segment(a_, b_, radius_ - depth, from, ray);
  const Vec3 inner{larger(half_.x - depth, 0.0), larger(half_.y - depth, 0.0), larger(half_.z - depth, 0.0)};
  return larger(within_box(inner, clamped(to_local(from - a_), inner), to_local(ray)).end, 0.0);
}

// Seen along the ray the corners are points of a plane, each projected by itself, and the ray is the origin
// there. Which side of it an edge passes on is decided exactly, so that triangles which share an edge or a
// corner agree about it, and no ray slips through between them. Woop, Benthin and Wald, "Watertight
// Ray/Triangle Intersection" (2013).
double SpaceShape::ray_through_triangle(Vec3 from, Vec3 ray) const {
  const Projection seen(ray);
  const Vec2 a = seen.of(a_ - from);
  const Vec2 b = seen.of(b_ - from);
  const Vec2 c = seen.of(c_ - from);
  const double ab = side_of_origin(a, b);
  const double bc = side_of_origin(b, c);
  const double ca = side_of_origin(c, a);
  if ((ab < 0.0 || bc < 0.0 || ca < 0.0) && (ab > 0.0 || bc > 0.0 || ca > 0.0)) return kInfinity;
  const double descent = -dot(ray, frame_.up);
  if (descent == 0.0 || (ab == 0.0 && bc == 0.0 && ca == 0.0)) return kInfinity;  // in its plane
  const double t = -dot(a_ - from, frame_.up) / descent;
  return t >= 0.0 ? t : kInfinity;
}

// A ball meets the face with its side, or an edge. Ericson, Real-Time Collision Detection (2005), 5.5.6.
double SpaceShape::entry_into_thick_triangle(Vec3 from, Vec3 ray, double radius) const {
  double first = smaller(entry_into_rounded_segment(a_, b_, radius, from, ray),
                         smaller(entry_into_rounded_segment(b_, c_, radius, from, ray),
                                 entry_into_rounded_segment(c_, a_, radius, from, ray)));
  const double side = dot(from - a_, frame_.up);
  const double height = std::fabs(side) - radius;
  const double descent = side < 0.0 ? dot(ray, frame_.up) : -dot(ray, frame_.up);
  if (height < 0.0 || !(descent > 0.0)) return first;
  const double t = height / descent;
  const Vec3 p = from + ray * t;
  const auto is_beside = [&](Vec3 a, Vec3 b) { return dot(cross(b - a, p - a), frame_.up) < 0.0; };
  if (is_beside(a_, b_) || is_beside(b_, c_) || is_beside(c_, a_)) return first;
  return smaller(first, t);
}

double SpaceShape::entry(Vec3 from, Vec3 to, double radius) const {
  if (kind_ == Kind::triangle && radius == 0.0) {
    const double t = ray_through_triangle(from, to - from);
    return t <= 1.0 ? t : kInfinity;
  }
  const double start = signed_distance(from);
  if ((hollow_ ? std::fabs(start) : start) < radius) return 0.0;
  const bool is_inside = start < 0.0;
  const double t = is_inside ? exit(from, to - from, radius) : entry_from_outside(from, to - from, radius);
  return t <= 1.0 ? t : kInfinity;
}

std::optional<ShapeHit> SpaceShape::first_hit(Vec3 from, Vec3 to, double radius) const {
  const Vec3 ray = to - from;
  const ShapeBorder start = nearest_border(from);
  const bool is_inside = hollow_ && kind_ != Kind::triangle && signed_distance(from) < 0.0;
  double t = kInfinity;
  if (start.distance > radius + kLengthEpsilon) {
    t = is_inside ? exit(from, ray, radius) : entry_from_outside(from, ray, radius);
  } else if (approach(from, ray, start) > kGrazing * length(ray)) {
    return ShapeHit{0.0, from, start.normal, 0};
  } else if (is_inside) {
    t = exit(from, ray, start.distance);
  }
  if (!(t <= 1.0)) return std::nullopt;
  const Vec3 center = from + ray * t;
  return ShapeHit{t, center, hit_normal(center, ray), 0};
}

Vec3 SpaceShape::hit_normal(Vec3 center, Vec3 ray) const {
  const Vec3 normal = nearest_border(center).normal;
  return hollow_ && dot(normal, ray) > 0.0 ? -normal : normal;
}

bool SpaceShape::blocks(Vec3 from, Vec3 to) const {
  if (hollow_) return entry(from, to, 0.0) <= 1.0 || (kind_ != Kind::triangle && distance(to) == 0.0);
  if (signed_distance(from) < 0.0) return true;
  const Vec3 ray = to - from;
  if (kind_ != Kind::box) return entry_from_outside(from, ray, 0.0) < 1.0;
  const Stretch inside = both(within_box(half_, to_local(from - a_), to_local(ray)), {0.0, 1.0});
  return inside.begin < inside.end && signed_distance(from + ray * (0.5 * (inside.begin + inside.end))) < 0.0;
}

}  // namespace drover
