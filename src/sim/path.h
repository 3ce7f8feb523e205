// A polyline to follow, measured by arc length.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/definitions.h"

namespace drover {

class Path {
 public:
  Path() = default;
  // Zero-length segments are dropped.
  Path(std::string name, const PathDef& def);

  const std::string& name() const { return name_; }
  bool is_closed() const { return closed_; }
  std::span<const Vec3> points() const { return points_; }
  std::size_t size() const { return points_.size(); }
  double length() const { return length_; }  // m

  // The point at arc length s: clamped to the ends of an open path, modulo the length on a closed one.
  Vec3 point_at(double s) const;

  // The arc length of the point nearest to p; the smaller one on ties.
  double nearest_parameter(Vec3 p) const;

 private:
  std::string name_;
  bool closed_ = false;
  std::vector<Vec3> points_;
  std::vector<double> start_;  // arc length at which segment k starts
  double length_ = 0.0;
};

}  // namespace drover
