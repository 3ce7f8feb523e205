// A polygon that is star-shaped about the origin: every point of it is in sight of the origin. The part of
// the plane that an agent has for itself is one, in coordinates relative to the agent, and stays one when a
// half-plane, or what a wall hides, is taken away.
#pragma once

#include <vector>

#include "core/vec3.h"

namespace drover {

class StarPolygon {
 public:
  // The square of this half side about the origin [m].
  void reset(double half_side);

  // Keeps the points p with dot(normal, p) <= offset, where offset > 0 [m^2].
  void clip(Vec3 normal, double offset);

  // Takes away what the segment from a to b hides from the origin. One whose line passes through the origin
  // hides nothing.
  void hide(Vec3 a, Vec3 b);

  // The largest squared distance of a point from the origin [m^2].
  double farthest2() const;

  // The area of the part within `radius` of the origin [m^2].
  double area(double radius) const;
  // The same of the part inside the triangle from the origin to a and b, negative where a, b goes clockwise
  // about the origin. Summed over the sides of a polygon it is the area inside that polygon, wherever the
  // origin is.
  double area_within(Vec3 a, Vec3 b, double radius) const;

  // Corners counter-clockwise [m].
  const std::vector<Vec3>& corners() const { return corners_; }

 private:
  template <class Outside, class Inside>
  void visit_capped(Vec3 a, Vec3 b, Outside&& outside, Inside&& inside) const;
  void add_corner(Vec3 p) {
    if (next_.empty() || next_.back() != p) next_.push_back(p);
  }
  void take_corners();

  std::vector<Vec3> corners_;
  std::vector<Vec3> next_;
};

}  // namespace drover
