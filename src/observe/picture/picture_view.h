// The transform from the world to a picture, and the part of the world that the picture shows.
#pragma once

#include <cstdint>
#include <string>

#include "observe/picture/polyline.h"
#include "observe/record/trails.h"
#include "sim/geometry/bounds.h"
#include "sim/state/world.h"

namespace drover {

// The part of the world worth showing [m]: the bounds and what lies near them; in an unlimited world the
// extent of the trails without the farthest percent, and what stands around that: whole up to three times its
// size, and of larger things the part nearby. One agent that runs away does not shrink the rest.
Rectangle visible_part(const World& scene, const Trails& trails);

// The upright rectangle around a shape, and around a bounded world [m].
Rectangle extent_of(const Shape& shape);
inline Rectangle extent_of(const Bounds& bounds) {
  return {plan_view(bounds.min()), plan_view(bounds.max())};
}

// Agents that end outside.
std::int64_t count_outside(const Trails& trails, const Rectangle& part);

// 1, 2 or 5 times a power of ten.
struct RoundNumber {
  int mantissa = 1;
  int exponent = 0;

  double value() const { return multiple(1); }
  double multiple(std::int64_t factor) const;
  // factor * value, without rounding errors: "0.3".
  std::string multiple_text(std::int64_t factor) const;
};

// The smallest round number that is at least `value`, for 1e-9 <= value <= 1e300.
RoundNumber round_up(double value);

// From meters to pixels: y points up in the world and down in the picture, which is seen from above.
class Projection {
 public:
  Projection(const Rectangle& part, const Rectangle& frame, double scale)
      : part_(part), frame_(frame), scale_(scale) {}

  Vec2 operator()(Vec2 p) const {
    return {frame_.min.x + (p.x - part_.min.x) * scale_, frame_.min.y + (part_.max.y - p.y) * scale_};
  }
  Vec2 operator()(Vec3 p) const { return (*this)(plan_view(p)); }
  Rectangle operator()(const Rectangle& box) const {
    Rectangle drawn{(*this)(box.min), (*this)(box.min)};
    drawn.include((*this)(box.max));
    return drawn;
  }
  // The point of the plane that is drawn there.
  Vec3 point_at(Vec2 pixel) const {
    return {part_.min.x + (pixel.x - frame_.min.x) / scale_, part_.max.y - (pixel.y - frame_.min.y) / scale_,
            0.0};
  }
  // A direction of the world in the picture; a horizontal one keeps its length.
  static Vec2 turned(Vec3 v) { return {v.x, -v.y}; }
  double scale() const { return scale_; }            // px/m
  const Rectangle& part() const { return part_; }    // m
  const Rectangle& frame() const { return frame_; }  // px

 private:
  Rectangle part_;
  Rectangle frame_;
  double scale_;
};

}  // namespace drover
