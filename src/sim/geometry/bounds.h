// The edges of the world: what they do to agents, and how far apart two points are in a world that wraps.
#pragma once

#include <cmath>

#include "core/vec3.h"
#include "sim/definitions/definitions.h"

namespace drover {

class Bounds {
 public:
  Bounds() = default;  // an unlimited plane
  explicit Bounds(const BoundsDef& def) : bounded_(true), edge_(def.edge), min_(def.min), max_(def.max) {}

  bool is_bounded() const { return bounded_; }
  bool wraps() const { return bounded_ && edge_ == Edge::wrap; }
  Edge edge() const { return edge_; }
  Vec3 min() const { return min_; }
  Vec3 max() const { return max_; }
  Vec3 size() const { return max_ - min_; }
  // Whether a point lies within the bounds, their border included; of a bounded world.
  bool contains(Vec3 p) const { return min_.x <= p.x && p.x <= max_.x && min_.y <= p.y && p.y <= max_.y; }

  // The vector from a to b; in a world that wraps, to the nearest image of b. Ties (exactly half the world)
  // keep the antisymmetry displacement(a, b) = -displacement(b, a).
  Vec3 displacement(Vec3 a, Vec3 b) const {
    Vec3 d = b - a;
    if (wraps()) {
      d.x = nearest_image(d.x, max_.x - min_.x);
      d.y = nearest_image(d.y, max_.y - min_.y);
    }
    return d;
  }

  // A position brought back into a world that wraps: min <= p < max.
  Vec3 wrapped(Vec3 p) const {
    return {wrapped_coordinate(p.x, min_.x, max_.x), wrapped_coordinate(p.y, min_.y, max_.y), p.z};
  }
  // The same, and the point itself in a world that does not wrap.
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
  Edge edge_ = Edge::open;
  Vec3 min_;
  Vec3 max_;
};

}  // namespace drover
