// What agents stand on and what holds them back where the ground has heights: its tops and those of
// platforms, at one time.
#pragma once

#include <cstdint>

#include "sim/state/world.h"

namespace drover {

// Feet that are no farther from a top stand on it [m].
inline constexpr double kFeetTouch = 1e-9;

// A top, at a point.
struct Footing {
  double height = 0.0;                // m
  Vec3 slope = {};                    // rise per meter along x and y
  std::uint32_t top = kNoIndex;       // index in Ground::tops(), of ground
  std::uint32_t platform = kNoIndex;  // index in Model::platforms, of a platform; else neither: ground at 0
};

// The heights that a body takes up [m].
struct BodyHeights {
  double feet;
  double step;  // so much higher tops it steps onto
  double head;
};

// Where feet get that go a short way.
struct Stride {
  Footing footing;
  bool falls = false;  // it is more than a step below them
};

class Terrain {
 public:
  // At the beginning of the step from S(t), or at its end.
  enum class Time { begin, end };
  Terrain(const World& world, Time time) : world_(world), time_(time) {}

  // The highest top at p that is no higher; platforms before ground. Without any it is the ground at 0.
  Footing under(Vec3 p, double highest) const;
  // What standing feet get onto that go from here to there: the highest top that they step onto. Along ramps
  // they rise and sink as far as these lead.
  Stride stride(Vec3 from, Vec3 to, double feet, double step) const;
  // The highest top at `to` that was no higher than feet at `from`: what they may fall onto.
  Footing below_fall(Vec3 from, Vec3 to, double feet) const;
  // The height of the lowest top above these feet, but for one platform; infinite without any.
  double ceiling_over(Vec3 p, double feet, std::uint32_t except) const;

  // Whether what is at `p` has no room for a body that comes from `from`: tops that it neither steps onto nor
  // fits under, and solid ground.
  bool blocks(Vec3 from, Vec3 p, const BodyHeights& body) const;
  // Of what blocks a point and not another one near it: unit, to the side of that one.
  Vec3 normal_between(Vec3 clear, Vec3 blocked, const BodyHeights& body) const;

 private:
  bool blocks_feet(Vec3 from, Vec3 p, const BodyHeights& body, double reach) const;
  // Between the heights of feet at `from` and of the end of the ramp under them on the way to p.
  struct Span {
    double low, high;
  };
  Span led(Vec3 from, Vec3 p, double feet) const;
  // The height at which the way to p, a point of the top, gets onto it.
  double entry_height(const Footing& footing, Vec3 from, Vec3 p) const;
  PlatformPose pose_of(std::uint32_t platform) const;
  const Shape& shape_of(const Footing& footing) const;
  Vec3 in_shape(const Footing& footing, Vec3 p) const;
  // Calls visit(footing, solid) for all tops at p.
  template <class Visit>
  void visit_at(Vec3 p, Visit&& visit) const;

  const World& world_;
  Time time_;
};

}  // namespace drover
