// The transform from the world to a picture, and the part of the world that the picture shows.
#pragma once

#include <cstdint>
#include <string>

#include "core/enum_names.h"
#include "observe/picture/polyline.h"
#include "observe/record/trails.h"
#include "sim/geometry/bounds.h"
#include "sim/state/world.h"

namespace drover {

// From where a world is seen, by parallel lines: from above, x to the right and y up; from the side (from
// -y), x to the right and z up; from the front (from +x), y to the right and z up; isometric, from above the
// corner of +x and -y, where all three axes are shortened alike.
DROVER_ENUM(Viewpoint, top, side, front, isometric)

// Where a point lies in the picture plane, to the right and up [m].
Vec2 seen_from(Viewpoint view, Vec3 point);
// How near the viewer a point is, up to a constant [m].
double nearness(Viewpoint view, Vec3 point);

// The part of the world worth showing [m]: the bounds and what lies near them; in an unlimited world the
// extent of the trails without the farthest percent, and what stands around that: whole up to three times its
// size, and of larger things the part nearby. One agent that runs away does not shrink the rest.
Rectangle visible_part(const World& scene, const Trails& trails, Viewpoint view = Viewpoint::top);

// A box of the world along its axes [m].
struct SceneBox {
  Vec3 low, high;

  bool contains(Vec3 p) const {
    return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z && p.z <= high.z;
  }
  // Bit k of `corner` chooses the end along axis k.
  Vec3 corner(unsigned corner) const {
    return {(corner & 1u) != 0 ? high.x : low.x, (corner & 2u) != 0 ? high.y : low.y,
            (corner & 4u) != 0 ? high.z : low.z};
  }
};
// Around what is worth showing.
SceneBox visible_box(const World& scene, const Trails& trails);

// The upright rectangle around a box, a shape, and a bounded world, as they are seen [m].
Rectangle extent_of(const SceneBox& box, Viewpoint view = Viewpoint::top);
inline Rectangle extent_of(const Shape& shape, Viewpoint view = Viewpoint::top) {
  return extent_of(SceneBox{shape.low(), shape.high()}, view);
}
inline Rectangle extent_of(const Bounds& bounds, Viewpoint view = Viewpoint::top) {
  return extent_of(SceneBox{bounds.min(), bounds.max()}, view);
}

// Of a region; where it has no end upwards or downwards only its outline on the ground counts.
Rectangle extent_of(const Region& region, Viewpoint view = Viewpoint::top);

// Agents that end outside.
std::int64_t count_outside(const Trails& trails, const Rectangle& part, Viewpoint view = Viewpoint::top);

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

// From meters to pixels, which count downwards. The only place that knows from where the world is seen.
class Projection {
 public:
  Projection(const Rectangle& part, const Rectangle& frame, double scale, Viewpoint view = Viewpoint::top)
      : part_(part), frame_(frame), scale_(scale), view_(view) {}

  Vec2 operator()(Vec2 p) const {
    return {frame_.min.x + (p.x - part_.min.x) * scale_, frame_.min.y + (part_.max.y - p.y) * scale_};
  }
  Vec2 operator()(Vec3 p) const { return (*this)(seen_from(view_, p)); }
  Rectangle operator()(const Rectangle& box) const {
    Rectangle drawn{(*this)(box.min), (*this)(box.min)};
    drawn.include((*this)(box.max));
    return drawn;
  }
  // Whether a point is in the part that is shown.
  bool shows(Vec3 p) const { return part_.contains(seen_from(view_, p)); }
  // The point of the plane that is drawn there, seen from above.
  Vec3 point_at(Vec2 pixel) const {
    return {part_.min.x + (pixel.x - frame_.min.x) / scale_, part_.max.y - (pixel.y - frame_.min.y) / scale_,
            0.0};
  }
  // A direction of the world in the picture; one that leads to or from the viewer is shortened.
  Vec2 turned(Vec3 v) const {
    const Vec2 seen = seen_from(view_, v);
    return {seen.x, -seen.y};
  }
  Viewpoint view() const { return view_; }
  bool is_plan() const { return view_ == Viewpoint::top; }
  double scale() const { return scale_; }            // px/m
  const Rectangle& part() const { return part_; }    // m
  const Rectangle& frame() const { return frame_; }  // px

 private:
  Rectangle part_;
  Rectangle frame_;
  double scale_;
  Viewpoint view_;
};

}  // namespace drover
