// Ways round circles, whose radius holds that of the agent.
// Millington 3.4.5, AvoidObstacle. The printed form measures and divides by the length of the nearest point
// instead of its offset from the center, and takes no account of who starts inside; see ../pipeline.md.
#pragma once

#include <optional>
#include <utility>

#include "arbiters/pipeline/parts.h"
#include "core/frame.h"
#include "sim/geometry/circle_hit.h"

namespace drover {

struct DetourCircle {
  Vec3 center;          // m
  double radius = 0.0;  // m
};

// How near a path may come to a place: as near as `least`, and who starts nearer may leave, not come nearer.
inline double allowed_distance(double least, double at_start) {
  constexpr double kTolerance = 1e-9;  // m
  return smaller(least, at_start) - kTolerance;
}

// Where the path comes too near to the center; nothing where it does not.
inline std::optional<Violation> circle_violation(const PipelinePath& path, const DetourCircle& circle,
                                                 std::uint32_t item) {
  const double at_start = length(path.start() - circle.center);
  const double allowed = allowed_distance(circle.radius, at_start);
  for (std::size_t leg = 0; leg < path.legs(); ++leg) {
    const Vec3 nearest = path.nearest_on(leg, circle.center);
    if (!(length(nearest - circle.center) < allowed)) continue;
    const Vec3 along = path.to(leg) - path.from(leg);
    const double entry =
        entry_into_circle(smaller(circle.radius, at_start), path.from(leg) - circle.center, along);
    const double in_leg = entry <= 1.0 ? entry * length(along) : length(nearest - path.from(leg));
    return Violation{.at = path.arc_length_of(leg) + in_leg,
                     .leg = leg,
                     .item = item,
                     .center = circle.center,
                     .radius = circle.radius};
  }
  return std::nullopt;
}

// Across a leg, to its left; of a leg without length to the left of the agent.
inline Vec3 left_of_leg(const PartView& part, const PipelinePath& path, std::size_t leg) {
  const Vec3 along = direction(path.to(leg) - path.from(leg));
  return upright(along == Vec3{} ? part.view.heading(part.agent) : along).left;
}

// The place beside the circle, `factor` radii from its center, on the side on which the leg passes it.
inline Vec3 place_beside(const PartView& part, const PipelinePath& path, const Violation& violation,
                         double factor) {
  const Vec3 off = path.nearest_on(violation.leg, violation.center) - violation.center;
  const Vec3 outwards = direction(off) == Vec3{} ? left_of_leg(part, path, violation.leg) : direction(off);
  return violation.center + outwards * (violation.radius * factor);
}

// A goal whose path passes the circle farther off. Where the goal itself is inside, the agent rests at the
// rim: else it would circle for ever.
inline PipelineGoal goal_beside(const PartView& part, const PipelinePath& path, const PipelineGoal& goal,
                                const Violation& violation, double factor) {
  const Vec3 end_off = path.end() - violation.center;
  if (goal.position && length(end_off) < violation.radius) {
    Vec3 outwards = direction(end_off);
    if (outwards == Vec3{}) outwards = direction(path.start() - violation.center);
    if (outwards == Vec3{}) outwards = left_of_leg(part, path, violation.leg);
    return goal.moved_to(violation.center + outwards * (violation.radius * factor));
  }
  return goal.by_way_of(place_beside(part, path, violation, factor));
}

// Circles that overlap, in the order of a list, become the smallest circle around both, until none do: so
// that no way leads into the notch between two. A circle that would hold `start` or `end` is not made.
template <class Circles>
void merge_circles(Circles& circles, std::size_t& count, Vec3 start, Vec3 end) {
  const auto around = [](const DetourCircle& a, const DetourCircle& b) {
    const double apart = length(b.center - a.center);
    if (apart + b.radius <= a.radius) return a;
    if (apart + a.radius <= b.radius) return b;
    const double radius = 0.5 * (apart + a.radius + b.radius);
    return DetourCircle{a.center + direction(b.center - a.center) * (radius - a.radius), radius};
  };
  const auto merge_one = [&] {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = i + 1; k < count; ++k) {
        const bool overlap =
            length(circles[k].center - circles[i].center) < circles[i].radius + circles[k].radius;
        if (!overlap) continue;
        const DetourCircle both = around(circles[i], circles[k]);
        if (length(start - both.center) < both.radius || length(end - both.center) < both.radius) continue;
        circles[i] = both;
        for (std::size_t after = k + 1; after < count; ++after)
          circles[after - 1] = circles[after];
        --count;
        return true;
      }
    }
    return false;
  };
  while (merge_one()) {
  }
}

}  // namespace drover
