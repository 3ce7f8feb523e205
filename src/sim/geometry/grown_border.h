// The borders of shapes and walls, grown by a distance: lines beside their sides, and arcs about their
// corners.
#pragma once

#include <span>
#include <vector>

#include "core/vec3.h"
#include "sim/geometry/shape.h"
#include "sim/geometry/static_shapes.h"

namespace drover {

// A closed curve with an arc length, from the side of the first corner on.
class GrownBorder {
 public:
  // To the right of a closed polyline: outside of corners that go round counterclockwise. Where it turns
  // right there is no arc and its two lines cross, so that what lies beyond the crossing is nearer than the
  // distance.
  GrownBorder(std::span<const Vec3> corners, double distance);

  // A circle, from +x on, counterclockwise, or clockwise round the inside of a hollow one.
  static GrownBorder circle(Vec3 center, double radius, bool is_clockwise);

  double length() const { return length_; }  // m
  Vec3 at(double along) const;

 private:
  // A side and the arc about its end.
  struct Piece {
    Vec3 from, to;
    Vec3 along;          // of unit length
    double turn;         // of the arc [rad]
    double sense = 1.0;  // -1: clockwise
  };

  explicit GrownBorder(double distance) : distance_(distance) {}
  void add(const Piece& piece);

  double distance_;
  double length_ = 0.0;
  std::vector<Piece> pieces_;
};

// Around an obstacle, counterclockwise from its first side on; of a hollow one also within, clockwise, where
// there is room.
std::vector<GrownBorder> grown_borders(const Shape& shape, double distance);
// Along the right of a wall, and back along its left.
GrownBorder grown_border(std::span<const Segment> wall, double distance);

}  // namespace drover
