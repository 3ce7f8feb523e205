// A path to follow, measured by arc length. Curves are polylines that keep the arc lengths of the curve.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/definitions/definitions.h"
#include "sim/geometry/strip_tree.h"

namespace drover {

class Path {
 public:
  Path() = default;
  // Zero-length segments are dropped, curves sampled (path_curve.h).
  Path(std::string name, const PathDef& def);

  const std::string& name() const { return name_; }
  bool is_closed() const { return closed_; }
  std::span<const Vec3> points() const { return points_; }
  std::size_t size() const { return points_.size(); }
  double length() const { return length_; }  // m

  // The point at arc length s: clamped to the ends of an open path, modulo the length on a closed one.
  Vec3 point_at(double s) const;

  // The arc length at which points()[k] is.
  double arc_length_of(std::size_t k) const { return k < start_.size() ? start_[k] : length_; }

  // An arc length brought back to the path: clamped when open, in [0, length) when closed.
  double on_path(double s) const;

  // The arc length of the point nearest to p; the smaller one on ties.
  double nearest_parameter(Vec3 p) const;

  // A part of the path around an arc length, in the order of the points [m].
  struct Window {
    double behind = 0.0;
    double ahead = 0.0;
  };

  // The signed arc length from `from`, an arc length on the path, to the point nearest to p [m]. Only points
  // within the window around `from` are considered, on a closed path never more than half its length. Of
  // points equally near the one nearer to `from` along the path counts, then the one with the smaller arc
  // length.
  double arc_length_to_nearest(Vec3 p, double from, const Window& window) const;

  // Reversals are the points at which the path turns by more than 150 degrees, except for the ends of an open
  // path. How far along the path the next one is, ahead of `from` or behind it; infinite where there is none
  // [m]. One at `from` itself counts as reached: it is behind for those who travel forward.
  Window to_reversals(double from, bool travels_forward) const;

  // How far along the path, at most `reach` (negative: against the order of the points), a follower at `from`
  // may aim: to the next reversal, or the first corner after which the path heads for the point at `from`
  // within 30 degrees [m].
  double leading_distance(double from, double reach) const;

 private:
  // The point nearest to p on the part of segment k between the arc lengths low and high.
  struct Location {
    double s;          // arc length, m
    double distance2;  // to p, m^2
  };
  std::optional<Location> nearest_on(std::size_t k, Vec3 p, double low, double high) const;
  // The index of the segment that arc length s is on; the first or the last one beyond the ends.
  std::size_t segment_at(double s) const;
  // The arc length of segment k [m]: that of the curve it stands for.
  double segment_length(std::size_t k) const { return drover::length(edge(k)) * stretch_[k]; }
  Vec3 edge(std::size_t k) const { return points_[(k + 1) % points_.size()] - points_[k]; }
  // Whether the path turns by more than 150 degrees where segment k begins.
  bool is_reversal(std::size_t k) const;

  std::string name_;
  bool closed_ = false;
  std::vector<Vec3> points_;
  std::vector<double> start_;      // arc length at which segment k starts
  std::vector<double> stretch_;    // arc length per length of segment k; 1 where it is straight
  std::vector<double> reversals_;  // arc lengths, ascending
  double length_ = 0.0;
  StripTree tree_;  // over the segments
};

}  // namespace drover
