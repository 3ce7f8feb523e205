// The shape of an obstacle or of a piece of a wall in space, and the questions of shape.h about it: a ball, a
// capsule, a box or a triangle. All are convex. A solid shape is its inside and its border; a hollow one is
// its border alone, and agents live on both sides. A triangle has two sides and no inside.
#pragma once

#include <optional>

#include "core/frame.h"
#include "sim/geometry/shape.h"

namespace drover {

class SpaceShape {
 public:
  static SpaceShape ball(Vec3 center, double radius, bool hollow = false);
  // The points within `radius` of the segment between two points, which may be one.
  static SpaceShape capsule(Vec3 from, Vec3 to, double radius, bool hollow = false);
  // With sides of these lengths along the directions of a frame.
  static SpaceShape box(Vec3 center, Vec3 size, const Frame& axes, bool hollow = false);
  // Of three corners that do not lie on a line. From the side of its normal they go round counter-clockwise.
  static SpaceShape triangle(Vec3 a, Vec3 b, Vec3 c);

  bool is_hollow() const { return hollow_; }
  // The bounding box [m].
  Vec3 low() const { return low_; }
  Vec3 high() const { return high_; }
  Vec3 center() const { return (low_ + high_) * 0.5; }  // of the bounding box [m]
  // Half of the greatest distance between two of its points: the radius of a ball [m].
  double half_extent() const { return half_extent_; }
  bool is_solid_circle() const { return kind_ == Kind::ball && !hollow_; }  // a ball, in words of Shape
  double rounding() const { return radius_; }                               // of a ball or a capsule [m]
  // How far the farthest of its points lies along a unit vector, from the origin [m].
  double extent(Vec3 along) const;
  // Of a point over the plane of a triangle, on the side of its normal positive [m].
  double height(Vec3 p) const { return dot(p - a_, frame_.up); }

  // Whether a point is inside the border or on it, of hollow shapes too. Never of a triangle.
  bool encloses(Vec3 p) const { return kind_ != Kind::triangle && signed_distance(p) <= 0.0; }

  // Whether a point is the center of a ball, from which the way to the border is the same in all directions.
  bool is_in_middle(Vec3 p) const { return kind_ == Kind::ball && length(p - a_) < kLengthEpsilon; }

  // The nearest place of the border. From the border itself the normal is that of its face, on an edge or a
  // corner the normed sum of those that meet there. From the center of a ball it is +x, from the axis of a
  // capsule it points to the left of from -> to. Of the faces of a box that are equally near from inside the
  // first of -x, +x, -y, +y, -z, +z counts.
  ShapeBorder nearest_border(Vec3 p) const;

  // From a point to the shape: negative inside of a solid one, the depth; never negative of others [m].
  double distance(Vec3 p) const {
    const double distance = signed_distance(p);
    return hollow_ ? std::fabs(distance) : distance;
  }

  // The first time that the distance from the center of a ball falls below its radius (0: of a ray) while it
  // moves from `from` to `to`. Moving away and grazing are no hits, wherever the ball is. A ball that
  // overlaps the shape from the start meets it at t = 0 where it moves deeper, else where it comes nearer
  // again than it was at the start. Lengths below kLengthEpsilon count as touching.
  std::optional<ShapeHit> first_hit(Vec3 from, Vec3 to, double radius) const;

  // When a ball that moves from `from` to `to` first overlaps the shape, as a fraction of the displacement: 0
  // where it does from the start, infinite where it does not.
  double entry(Vec3 from, Vec3 to, double radius) const;

  // Whether the segment from `from` to `to` passes through the inside of a solid shape, or meets the border
  // of a hollow one or a triangle.
  bool blocks(Vec3 from, Vec3 to) const;

  // The unit normal of a triangle on the side of a point.
  Vec3 normal_towards(Vec3 p) const { return height(p) < 0.0 ? -frame_.up : frame_.up; }
  // The normal where a ball with its center there, or a ray, has met the border: against the displacement.
  Vec3 hit_normal(Vec3 center, Vec3 ray) const;

  // Moved by a vector [m].
  SpaceShape moved(Vec3 by) const;

  friend bool operator==(const SpaceShape& a, const SpaceShape& b) {
    return a.kind_ == b.kind_ && a.hollow_ == b.hollow_ && a.a_ == b.a_ && a.b_ == b.b_ && a.c_ == b.c_ &&
           a.radius_ == b.radius_ && a.half_ == b.half_ && a.frame_.forward == b.frame_.forward &&
           a.frame_.left == b.frame_.left && a.frame_.up == b.frame_.up;
  }

 private:
  enum class Kind { ball, capsule, box, triangle };

  SpaceShape(Kind kind, bool hollow) : kind_(kind), hollow_(hollow) {}
  void bound(Vec3 low, Vec3 high);

  Vec3 to_local(Vec3 v) const { return {dot(v, frame_.forward), dot(v, frame_.left), dot(v, frame_.up)}; }
  Vec3 nearest_core(Vec3 p) const;
  double signed_distance(Vec3 p) const;
  ShapeBorder border_of_box(Vec3 p) const;
  ShapeBorder border_of_core(Vec3 p) const;
  double approach(Vec3 from, Vec3 ray, const ShapeBorder& border) const;
  double entry_from_outside(Vec3 from, Vec3 ray, double radius) const;
  double exit(Vec3 from, Vec3 ray, double depth) const;
  double ray_through_triangle(Vec3 from, Vec3 ray) const;
  double entry_into_thick_triangle(Vec3 from, Vec3 ray, double radius) const;

  Kind kind_;
  bool hollow_ = false;
  // A ball is at `a`, a capsule from `a` to `b`, a box round `a`; a triangle has three corners.
  Vec3 a_, b_, c_;
  double radius_ = 0.0;                                 // of a ball or a capsule [m]
  Vec3 half_;                                           // half the sides of a box [m]
  Frame frame_{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, kUp};  // of a box; `up` is the normal of a triangle
  double half_extent_ = 0.0;
  Vec3 low_, high_;
};

// The point of a triangle nearest to p.
Vec3 nearest_point_on_triangle(Vec3 a, Vec3 b, Vec3 c, Vec3 p);

}  // namespace drover
