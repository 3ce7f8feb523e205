// The way of an agent to a goal, as straight legs; arcs are chords.
#pragma once

#include <array>
#include <cstddef>

#include "core/check.h"
#include "core/vec3.h"
#include "sim/geometry/segment.h"

namespace drover {

class PipelinePath {
 public:
  static constexpr std::size_t kMostPoints = 52;

  // Which of the ways is it that its actuator knows: what the actuator needs to take a body along it.
  std::size_t number = 0;

  // It begins where the agent is.
  explicit PipelinePath(Vec3 start) { points_[0] = start; }
  void add(Vec3 point) {
    DROVER_CHECK(count_ < kMostPoints, "a path of a pipeline has at most 52 points");
    points_[count_++] = point;
  }

  std::size_t legs() const { return count_ - 1; }
  Vec3 from(std::size_t leg) const { return points_[leg]; }
  Vec3 to(std::size_t leg) const { return points_[leg + 1]; }
  Vec3 start() const { return points_[0]; }
  Vec3 end() const { return points_[count_ - 1]; }

  // The point of a leg nearest to p.
  Vec3 nearest_on(std::size_t leg, Vec3 p) const { return nearest_point_on_segment(from(leg), to(leg), p); }
  // The arc length at which a leg begins [m].
  double arc_length_of(std::size_t leg) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < leg; ++k)
      sum += length(to(k) - from(k));
    return sum;
  }
  // As seen from what is moved by that vector.
  PipelinePath seen_from(Vec3 moved_by) const {
    PipelinePath path = *this;
    for (std::size_t k = 0; k < count_; ++k)
      path.points_[k] -= moved_by;
    return path;
  }
  // The first point that is not where the agent is; that itself where there is none.
  Vec3 first_ahead() const {
    for (std::size_t k = 1; k < count_; ++k)
      if (length(points_[k] - points_[0]) > kLengthEpsilon) return points_[k];
    return points_[0];
  }

 private:
  std::array<Vec3, kMostPoints> points_ = {};
  std::size_t count_ = 1;
};

}  // namespace drover
