// The shape of an obstacle or a region and the questions everyone asks about it: behaviors, conditions,
// bodies that move, metrics, pictures. A shape is its corners rounded by a radius: a circle has one corner, a
// capsule two, a polygon (a box is one of four corners) three and more, with no rounding. A solid shape is
// its inside and its border; a hollow one is its border alone, and agents live on both sides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/vec3.h"
#include "sim/geometry/segment.h"
#include "sim/geometry/strip_tree.h"

namespace drover {

// A straight side between two corners, in the order of the corners. Of a capsule it is the axis.
struct ShapeEdge {
  Vec3 a, b;    // m
  Vec3 normal;  // unit, away from the inside; of a capsule to the left of a -> b
};

// The place of a border nearest to a point.
struct ShapeBorder {
  Vec3 point;          // m
  Vec3 normal;         // unit: away from the inside, of a hollow shape to the side of the point asked about
  double distance;     // from the point asked about; negative inside of a solid shape [m]
  std::uint32_t edge;  // index of the edge; 0 of a circle
};

// Where a disc that moves along a line, or a ray, meets a border.
struct ShapeHit {
  double t;            // fraction of the displacement, in [0, 1]
  Vec3 center;         // of the disc [m]
  Vec3 normal;         // unit, from the place that is met to the center; of a ray the border's there
  std::uint32_t edge;  // index of the edge; 0 of a circle
};

class Shape {
 public:
  static Shape circle(Vec3 center, double radius, bool hollow = false);
  // The points within `radius` of the segment between two points, which may be one.
  static Shape capsule(Vec3 from, Vec3 to, double radius, bool hollow = false);
  // A rectangle, turned counter-clockwise about its center by an angle [rad]. Edges: bottom, right, top,
  // left, then turned.
  static Shape box(Vec3 center, Vec3 size, double angle, bool hollow = false);
  // A rectangle along the axes between its lower left and upper right corner. Which place of its border is
  // nearest is found by comparisons alone, so that the mirror image of a point has the mirror image of the
  // answer. Edges: bottom, right, top, left.
  static Shape rectangle(Vec3 min, Vec3 max);
  // A simple polygon (see simple_polygon.h), convex or not, its corners in either order. Of one that crosses
  // itself what an odd number of its turns goes round is inside; sides and normals mean nothing there.
  static Shape polygon(std::vector<Vec3> corners, bool hollow = false);

  bool is_hollow() const { return hollow_; }
  bool is_circle() const { return corners_.size() == 1; }
  bool is_solid_circle() const { return is_circle() && !hollow_; }
  bool is_polygon() const { return corners_.size() > 2; }
  bool is_rectangle() const { return is_rectangle_; }
  std::span<const Vec3> corners() const { return corners_; }  // at least one
  // None of a circle, the axis of a capsule, the sides of a polygon; edge k leads from corner k to the next.
  std::span<const ShapeEdge> edges() const { return edges_; }
  // Of the corners [m]; 0 of a polygon.
  double rounding() const { return rounding_; }
  // 1 where the corners go round counter-clockwise, -1 clockwise.
  double turn() const { return turn_; }

  // The bounding box [m].
  Vec3 low() const { return low_; }
  Vec3 high() const { return high_; }
  Vec3 center() const { return center_; }  // of the bounding box [m]
  // Of a circle about the center that holds it [m].
  double reach() const { return reach_; }
  // Half of the greatest distance between two of its points: the radius of a circle [m].
  double half_extent() const { return half_extent_; }

  // Of the inside [m^2]; 0 of a hollow shape.
  double area() const;

  // Whether a point is inside the border or on it, of hollow shapes too. Exact for polygons.
  bool encloses(Vec3 p) const;

  // The nearest place of the border; of equally near ones that of the first edge, from inside of a rectangle
  // the one on the left or right before one at the bottom or top, and on the left or at the bottom before one
  // opposite. From the border itself the normal is that of the edge, at a corner the normed sum of both; from
  // the center of a circle it is +x, and from the axis of a capsule it points to the left of from -> to.
  ShapeBorder nearest_border(Vec3 p) const;
  Vec3 border_point(Vec3 p) const { return place_on_border(p).point; }
  // The same where it is at most this far away [m]; much faster where it is farther.
  std::optional<Vec3> border_within(Vec3 p, double reach) const;

  // p itself where the shape encloses it, else the nearest place of the border.
  Vec3 nearest_point(Vec3 p) const { return encloses(p) ? p : border_point(p); }

  // From a point to the shape: negative inside of a solid one, the depth; never negative of a hollow one [m].
  double distance(Vec3 p) const;

  // Whether a disc and the shape have an inner point in common.
  bool overlaps(Vec3 center, double radius) const { return distance(center) < radius; }

  // The first time that the distance from the center of a disc falls below its radius (0: of a ray) while it
  // moves from `from` to `to`. Moving away and grazing are no hits, wherever the disc is. A disc that
  // overlaps the shape from the start meets it at t = 0 where it moves deeper, else where it comes nearer
  // again than it was at the start. Lengths below kLengthEpsilon count as touching.
  std::optional<ShapeHit> first_hit(Vec3 from, Vec3 to, double radius) const;

  // When a disc that moves from `from` to `to` first overlaps the shape, as a fraction of the displacement: 0
  // where it does from the start, then as first_hit; infinite where it does not.
  double entry(Vec3 from, Vec3 to, double radius) const;

  // Whether the segment from `from` to `to` passes through the inside of a solid shape, or meets the border
  // of a hollow one.
  bool blocks(Vec3 from, Vec3 to) const;

  // Calls visit(k) for the edges within `reach` of the segment from `from` to `to`, and for others.
  template <class Visit>
  void visit_edges_near(Vec3 from, Vec3 to, double reach, Visit&& visit) const {
    if (corners_.size() < kFewestForTree) {
      for (std::uint32_t k = 0; k < edges_.size(); ++k)
        visit(k);
      return;
    }
    const double grown = reach + kLengthEpsilon;
    const Vec3 low{smaller(from.x, to.x) - grown, smaller(from.y, to.y) - grown, 0.0};
    const Vec3 high{larger(from.x, to.x) + grown, larger(from.y, to.y) + grown, 0.0};
    tree_.visit_in_box(low, high, visit);
  }

  // Calls visit(k) for the edges within `reach` of p, in any order, and for others: from outside of a polygon
  // of many corners for far fewer of these than visit_edges_near.
  template <class Visit>
  void visit_edges_within(Vec3 p, double reach, Visit&& visit) const {
    const auto n = static_cast<std::uint32_t>(edges_.size());
    const auto look = [&](std::uint32_t k) {
      visit(k);
      return reach * reach;
    };
    if (corners_.size() >= kFewestForTree) return tree_.visit_nearest(p, 0, n, look, reach);
    for (std::uint32_t k = 0; k < n; ++k)
      look(k);
  }

  // Moved by a vector [m].
  Shape moved(Vec3 by) const;

  friend bool operator==(const Shape& a, const Shape& b) {
    return a.corners_ == b.corners_ && a.rounding_ == b.rounding_ && a.hollow_ == b.hollow_;
  }

 private:
  struct Met {
    double t;  // fraction of the displacement
    std::uint32_t edge;
  };

  Shape(std::vector<Vec3> corners, double rounding, bool hollow);

  struct BorderPlace {
    Vec3 point;
    std::uint32_t edge;
  };

  Vec3 nearest_core(Vec3 p) const;
  BorderPlace place_on_border(Vec3 p) const;
  BorderPlace place_on_rectangle(Vec3 p) const;
  NearestOfSegments nearest_edge(Vec3 p, double reach) const;
  ShapeBorder border_of_round(Vec3 p) const;
  ShapeBorder border_of_polygon(Vec3 p) const;
  Vec3 border_normal(std::uint32_t edge, Vec3 p) const;
  double signed_twice_area() const;
  bool leads_inside(std::uint32_t corner, Vec3 step) const;
  bool leads_nearer(const ShapeBorder& start, Vec3 ray) const;
  double crossing_of_edge(std::uint32_t edge, Vec3 from, Vec3 ray, double earliest) const;
  Met first_met_round(Vec3 from, Vec3 ray, double reach, double earliest) const;
  Met first_met_edge(Vec3 from, Vec3 ray, double reach, double earliest) const;
  Vec3 hit_normal(const Met& met, Vec3 from, Vec3 center) const;
  // Polygons of fewer corners are looked at edge by edge sooner.
  static constexpr std::size_t kFewestForTree = 12;

  // What a circle needs comes first.
  std::vector<Vec3> corners_;
  Vec3 center_;
  double rounding_ = 0.0;
  bool hollow_ = false;
  bool is_rectangle_ = false;
  double half_extent_ = 0.0;
  double reach_ = 0.0;
  double turn_ = 1.0;
  Vec3 low_, high_;
  std::vector<ShapeEdge> edges_;
  StripTree tree_;  // over the edges of polygons of many corners, else empty
};

}  // namespace drover
