// The shortest ways round one shape to a goal beyond it: along its corners, pulled taut like a string.
// Lozano-Perez and Wesley, An algorithm for planning collision-free paths among polyhedral obstacles (1979);
// the string is pulled by one pass with a stack, as in Graham's scan (1972).
#pragma once

#include <optional>
#include <span>

#include "core/vec3.h"

namespace drover {

// The side of the shape on which a way passes, seen along the way.
enum class PassingSide { left, right };

constexpr PassingSide opposite(PassingSide side) {
  return side == PassingSide::left ? PassingSide::right : PassingSide::left;
}

// The corners of a shape, counter-clockwise whatever their order is.
class CornerRing {
 public:
  CornerRing(std::span<const Vec3> corners, bool is_clockwise = false)
      : corners_(corners), is_clockwise_(is_clockwise) {}

  std::size_t size() const { return corners_.size(); }
  Vec3 operator[](std::size_t k) const { return corners_[is_clockwise_ ? corners_.size() - 1 - k : k]; }
  std::size_t after(std::size_t k) const { return k + 1 < size() ? k + 1 : 0; }
  std::size_t before(std::size_t k) const { return k > 0 ? k - 1 : size() - 1; }

 private:
  std::span<const Vec3> corners_;
  bool is_clockwise_;
};

// What passes the shape.
struct Passing {
  Vec3 from, to;    // m
  double least;     // the straight way comes too near to a corner where it is nearer [m]
  double distance;  // at which corners are passed [m]
};

struct WayRound {
  Vec3 corner;    // the one to pass next, m
  double length;  // of the whole way, corner by corner [m]
};

struct WaysRound {
  std::optional<WayRound> left, right;

  const std::optional<WayRound>& on(PassingSide side) const {
    return side == PassingSide::left ? left : right;
  }
};

// As many corners as a shape may have that ways lead round.
inline constexpr std::size_t kMaxCornersOfWay = 1000;

// The ways past the shape with these corners, at most kMaxCornersOfWay: one, two (the ends of a capsule) or
// more. Where the straight way crosses the shape, there are two: between the edge at which it enters first
// and the edge at which it leaves last, along the corners to either side. Where the straight way only comes
// too near to a corner, there is one: past the nearest corner, the first of several, on the side the straight
// way passes it; left of a corner it leads through. Else, and where one of the ends is enclosed and the other
// is not, there is none. Between two points that are both enclosed the ways keep inside. The corner to pass
// next is the first of the way, or one that a disc would cut on its way to the tangent of that one.
WaysRound ways_round(const CornerRing& corners, const Passing& passing);

// The direction that passes a corner, seen from the agent, at a distance [m] on a side; across the
// displacement where the corner is nearer than that. Zero where the corner is.
Vec3 direction_past(Vec3 to_corner, double distance, PassingSide side);

}  // namespace drover
