#include "sim/geometry/depth_bound.h"

#include <queue>

namespace drover {
namespace {

// A square, and how deep its points can be at most.
struct BoundedSquare {
  Vec3 center;       // m
  double half_side;  // m
  double bound;      // m

  bool operator<(const BoundedSquare& other) const { return bound < other.bound; }
};

}  // namespace

double depth_bound(const Shape& shape) {
  const Vec3 size = shape.high() - shape.low();
  if (!shape.is_polygon()) return shape.rounding();
  if (shape.is_rectangle()) return 0.5 * smaller(size.x, size.y);
  constexpr double kPrecision = 1.0 / 16.0;  // of the depth that is found
  constexpr double kHalfDiagonal = 1.4142135623730952;
  constexpr int kMaxSquares = 8000;
  double found = 0.0;
  int count = 0;
  std::priority_queue<BoundedSquare> open;
  const auto add = [&](Vec3 center, double half_side) {
    const double depth = -shape.distance(center);
    found = larger(found, depth);
    open.push({center, half_side, depth + kHalfDiagonal * half_side});
    ++count;
  };
  // As wide as the box along its longer side, so that one square covers it.
  add(shape.center(), 0.5 * larger(size.x, size.y));
  while (open.top().bound > found * (1.0 + kPrecision) && count < kMaxSquares) {
    const BoundedSquare square = open.top();
    open.pop();
    const double half = 0.5 * square.half_side;
    for (const Vec3 corner :
         {Vec3{-half, -half, 0}, Vec3{half, -half, 0}, Vec3{-half, half, 0}, Vec3{half, half, 0}})
      add(square.center + corner, half);
  }
  return open.top().bound;
}

}  // namespace drover
