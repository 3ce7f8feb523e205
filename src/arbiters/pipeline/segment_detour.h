// Ways round straight walls and capsules: past the nearer end of what they cross, and farther off from what
// they graze.
#pragma once

#include <optional>
#include <span>

#include "arbiters/pipeline/circle_detour.h"
#include "sim/geometry/segment_distance.h"

namespace drover {

// A straight wall, and how far from it bodies keep: of a capsule its axis, with its radius.
struct DetourSegment {
  Vec3 a, b;  // m
  Vec3 normal;
  double clearance = 0.0;  // m

  double distance(Vec3 p) const { return length(p - nearest_point_on_segment(a, b, p)); }
};

// Where the path comes too near to the segment or touches it.
inline std::optional<Violation> segment_violation(const PipelinePath& path, const DetourSegment& segment,
                                                  std::uint32_t item) {
  const double at_start = segment.distance(path.start());
  const double allowed = allowed_distance(segment.clearance, at_start);
  for (std::size_t leg = 0; leg < path.legs(); ++leg) {
    const Vec3 from = path.from(leg);
    const Vec3 to = path.to(leg);
    const double apart = distance_between_segments(from, to, segment.a, segment.b);
    const bool touches = apart == 0.0 && at_start > 0.0;
    if (!(apart < allowed) && !touches) continue;
    const double entry = entry_into_capsule(segment.a, segment.b, segment.normal,
                                            smaller(segment.clearance, at_start), from, to - from);
    return Violation{.at = path.arc_length_of(leg) + (entry <= 1.0 ? entry * length(to - from) : 0.0),
                     .leg = leg,
                     .item = item};
  }
  return std::nullopt;
}

// A goal whose path keeps off: `factor` clearances beyond the end that makes the way shorter where the leg
// crosses, and from the segment where it only comes near. A goal that is itself too near is moved off.
inline PipelineGoal goal_past_segment(const PipelinePath& path, const PipelineGoal& goal,
                                      const Violation& violation, const DetourSegment& segment,
                                      double factor) {
  const Vec3 from = path.from(violation.leg);
  const Vec3 to = path.to(violation.leg);
  const double beyond = segment.clearance * factor;
  if (distance_between_segments(from, to, segment.a, segment.b) == 0.0) {
    const Vec3 along = direction(segment.b - segment.a);
    const Vec3 past_a = segment.a - along * beyond;
    const Vec3 past_b = segment.b + along * beyond;
    const auto way_by = [&](Vec3 place) { return length(place - path.start()) + length(path.end() - place); };
    return goal.by_way_of(way_by(past_b) < way_by(past_a) ? past_b : past_a);
  }
  // The nearest two points: an end of one of the two is among them.
  struct Pair {
    Vec3 on_path, on_segment;
  };
  const auto of_end = [&](Vec3 p) { return Pair{p, nearest_point_on_segment(segment.a, segment.b, p)}; };
  const auto of_corner = [&](Vec3 p) { return Pair{nearest_point_on_segment(from, to, p), p}; };
  Pair best = of_end(to);
  for (const Pair& pair : {of_corner(segment.a), of_corner(segment.b), of_end(from)}) {
    if (length2(pair.on_path - pair.on_segment) < length2(best.on_path - best.on_segment)) best = pair;
  }
  const Vec3 place = best.on_segment + direction(best.on_path - best.on_segment) * beyond;
  const bool is_end = best.on_path == path.end();
  return is_end && goal.position ? goal.moved_to(place) : goal.by_way_of(place);
}

}  // namespace drover
