// Ways round one solid thing that stands, whatever its shape is.
#pragma once

#include <optional>

#include "arbiters/pipeline/corner_detour.h"
#include "arbiters/pipeline/segment_detour.h"
#include "sim/geometry/shape.h"

namespace drover {

inline DetourSegment axis_of(const Shape& capsule, double clearance) {
  const ShapeEdge& axis = capsule.edges().front();
  return {axis.a, axis.b, axis.normal, clearance + capsule.rounding()};
}

// Where the path comes nearer to the shape than the clearance and than it starts.
inline std::optional<Violation> shape_violation(const PipelinePath& path, const Shape& shape,
                                                double clearance, std::uint32_t item) {
  if (shape.is_circle())
    return circle_violation(path, {shape.center(), shape.half_extent() + clearance}, item);
  if (!shape.is_polygon()) return segment_violation(path, axis_of(shape, clearance), item);
  const double at_start = larger(0.0, shape.distance(path.start()));
  const double allowed = allowed_distance(clearance, at_start);
  for (std::size_t leg = 0; leg < path.legs(); ++leg) {
    const Vec3 from = path.from(leg);
    const Vec3 to = path.to(leg);
    if (!(distance_to_segment(shape, from, to, clearance) < allowed)) continue;
    const double entry = shape.entry(from, to, smaller(clearance, at_start));
    return Violation{.at = path.arc_length_of(leg) + (entry <= 1.0 ? entry * length(to - from) : 0.0),
                     .leg = leg,
                     .item = item};
  }
  return std::nullopt;
}

// A goal whose path goes round it; nothing where none leads there.
inline std::optional<PipelineGoal> goal_round_shape(const PartView& part, const PipelinePath& path,
                                                    const PipelineGoal& goal, const Violation& violation,
                                                    const Shape& shape, const DetourRoom& room) {
  if (shape.is_circle()) return goal_beside(part, path, goal, violation, room.factor);
  if (!shape.is_polygon())
    return goal_past_segment(path, goal, violation, axis_of(shape, room.clearance), room.factor);
  const std::optional<CornerDetour> detour = corner_detour(shape, path.start(), path.end(), room);
  if (!detour) return std::nullopt;
  return detour->is_end_moved && goal.position ? goal.moved_to(detour->place) : goal.by_way_of(detour->place);
}

// The same of an image of the shape, moved by a vector, whose violation is that of path.seen_from(moved_by).
inline std::optional<PipelineGoal> goal_round_image(const PartView& part, const PipelinePath& path,
                                                    PipelineGoal goal, const Violation& violation,
                                                    const Shape& shape, Vec3 moved_by,
                                                    const DetourRoom& room) {
  if (goal.position) *goal.position -= moved_by;
  std::optional<PipelineGoal> round =
      goal_round_shape(part, path.seen_from(moved_by), goal, violation, shape, room);
  if (round && round->position) *round->position += moved_by;
  return round;
}

}  // namespace drover
