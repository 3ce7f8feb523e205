#include "sim/geometry/grown_border.h"

#include <algorithm>
#include <cmath>

#include "core/det_math.h"

namespace drover {
namespace {

Vec3 right_of(Vec3 v) {
  return {v.y, -v.x, 0.0};
}

// To the left, 0 where it goes to the right; half a turn where a wall ends and the border turns back.
double left_turn(Vec3 along, Vec3 next) {
  constexpr double kRounding = 1e-12;
  const double side = cross(along, next).z;
  if (dot(along, next) < 0.0 && std::fabs(side) < kRounding) return det::kPi;
  return larger(0.0, det::atan2(side, dot(along, next)));
}

}  // namespace

GrownBorder::GrownBorder(std::span<const Vec3> corners, double distance) : distance_(distance) {
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 from = corners[k];
    const Vec3 to = corners[(k + 1) % corners.size()];
    const Vec3 along = direction(to - from);
    const Vec3 next = direction(corners[(k + 2) % corners.size()] - to);
    add({from, to, along, left_turn(along, next)});
  }
}

GrownBorder GrownBorder::circle(Vec3 center, double radius, bool is_clockwise) {
  GrownBorder border(radius);
  const double sense = is_clockwise ? -1.0 : 1.0;
  border.add({center, center, Vec3{0.0, sense, 0.0}, det::kTwoPi, sense});
  return border;
}

void GrownBorder::add(const Piece& piece) {
  pieces_.push_back(piece);
  length_ += drover::length(piece.to - piece.from) + piece.turn * distance_;
}

Vec3 GrownBorder::at(double along) const {
  double rest = along - length_ * std::floor(along / length_);
  for (const Piece& piece : pieces_) {
    const double side = drover::length(piece.to - piece.from);
    if (rest <= side) return piece.from + piece.along * rest + right_of(piece.along) * distance_;
    rest -= side;
    const double arc = piece.turn * distance_;
    if (rest <= arc) {
      const auto turned = det::sin_cos(piece.sense * rest / distance_);
      const Vec3 out = right_of(piece.along) * (piece.sense * distance_);
      return piece.to +
             Vec3{out.x * turned.cos - out.y * turned.sin, out.x * turned.sin + out.y * turned.cos, 0.0};
    }
    rest -= arc;
  }
  // Rounding may leave a rest behind the last piece, where the first begins.
  return pieces_.front().from + right_of(pieces_.front().along) * distance_;
}

std::vector<GrownBorder> grown_borders(const Shape& shape, double distance) {
  std::vector<GrownBorder> borders;
  const double outer = shape.rounding() + distance;
  const double inner = shape.rounding() - distance;
  std::vector<Vec3> corners(shape.corners().begin(), shape.corners().end());
  if (shape.is_circle()) {
    borders.push_back(GrownBorder::circle(shape.center(), outer, false));
    if (shape.is_hollow() && inner > 0.0) borders.push_back(GrownBorder::circle(shape.center(), inner, true));
    return borders;
  }
  // The first corner stays the first.
  if (shape.is_polygon() && shape.turn() < 0.0) std::reverse(corners.begin() + 1, corners.end());
  borders.emplace_back(corners, outer);
  if (!shape.is_hollow()) return borders;
  std::reverse(corners.begin() + 1, corners.end());
  if (shape.is_polygon()) borders.emplace_back(corners, distance);
  return borders;
}

GrownBorder grown_border(std::span<const Segment> wall, double distance) {
  std::vector<Vec3> corners;
  for (const Segment& segment : wall)
    corners.push_back(segment.a);
  for (std::size_t k = wall.size(); k-- > 0;)
    corners.push_back(wall[k].b);
  return {corners, distance};
}

}  // namespace drover
