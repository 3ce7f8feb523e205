// The edges of the world: what they do to agents, and how far apart two points are in a world that wraps.
#pragma once

#include <cmath>

#include "core/vec3.h"
#include "sim/definitions/definitions.h"

namespace drover {

class Bounds {
 public:
  Bounds() = default;  // an unlimited plane, or unlimited space
  explicit Bounds(const BoundsDef& def)
      : bounded_(true), has_heights_(def.min.z < def.max.z), edge_(def.edge), min_(def.min), max_(def.max) {}

  bool is_bounded() const { return bounded_; }
  bool wraps() const { return bounded_ && edge_ == Edge::wrap; }
  // Whether there is a lowest and a highest place: else the bounds hold along x and y alone, and both heights
  // are 0.
  bool has_heights() const { return has_heights_; }
  bool wraps_heights() const { return has_heights_ && wraps(); }
  Edge edge() const { return edge_; }
  Vec3 min() const { return min_; }
  Vec3 max() const { return max_; }
  Vec3 size() const { return max_ - min_; }
  // Whether a point lies within the bounds, their border included; of a bounded world.
  bool contains(Vec3 p) const {
    return min_.x <= p.x && p.x <= max_.x && min_.y <= p.y && p.y <= max_.y &&
           (!has_heights_ || (min_.z <= p.z && p.z <= max_.z));
  }

  // The vector from a to b; in a world that wraps, to the nearest image of b. Ties (exactly half the world)
  // keep the antisymmetry displacement(a, b) = -displacement(b, a).
  Vec3 displacement(Vec3 a, Vec3 b) const {
    Vec3 d = b - a;
    if (wraps()) {
      d.x = nearest_image(d.x, max_.x - min_.x);
      d.y = nearest_image(d.y, max_.y - min_.y);
      if (has_heights_) d.z = nearest_image(d.z, max_.z - min_.z);
    }
    return d;
  }

  // A position brought back into a world that wraps: min <= p < max.
  Vec3 wrapped(Vec3 p) const {
    return {wrapped_coordinate(p.x, min_.x, max_.x), wrapped_coordinate(p.y, min_.y, max_.y),
            has_heights_ ? wrapped_coordinate(p.z, min_.z, max_.z) : p.z};
  }
  // The point itself, or where it lies outside the nearest place within the bounds, their border included.
  Vec3 clamped(Vec3 p) const {
    return {clamp(p.x, min_.x, max_.x), clamp(p.y, min_.y, max_.y),
            has_heights_ ? clamp(p.z, min_.z, max_.z) : p.z};
  }
  // wrapped, and the point itself in a world that does not wrap.
  Vec3 wrapped_if_needed(Vec3 p) const { return wraps() ? wrapped(p) : p; }

  // d - width * round(d / width), rounding halves away from zero.
  static double nearest_image(double d, double width) {
    const double half = 0.5 * width;
    if (-half < d && d < half) return d;
    const double turns = std::floor(std::fabs(d) / width + 0.5);
    return d < 0.0 ? d + width * turns : d - width * turns;
  }

  static double wrapped_coordinate(double v, double low, double high) {
    if (low <= v && v < high) return v;
    const double width = high - low;
    const double w = low + ((v - low) - width * std::floor((v - low) / width));
    // The floor of a tiny negative number lands on the far edge, which belongs to the other side.
    return low <= w && w < high ? w : low;
  }

 private:
  bool bounded_ = false;
  bool has_heights_ = false;
  Edge edge_ = Edge::open;
  Vec3 min_;
  Vec3 max_;
};

}  // namespace drover
