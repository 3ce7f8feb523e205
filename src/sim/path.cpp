#include "sim/path.h"

#include <cmath>
#include <utility>

#include "sim/static_geometry.h"

namespace drover {

Path::Path(std::string name, const PathDef& def) : name_(std::move(name)), closed_(def.closed) {
  for (const Vec3& point : def.points) {
    if (points_.empty() || drover::length(point - points_.back()) >= kLengthEpsilon) points_.push_back(point);
  }
  while (closed_ && points_.size() > 1 && drover::length(points_.front() - points_.back()) < kLengthEpsilon) {
    points_.pop_back();
  }
  // A single point has no segment, closed or not.
  const std::size_t segment_count = closed_ && points_.size() > 1 ? points_.size() : points_.size() - 1;
  for (std::size_t k = 0; k < segment_count; ++k) {
    start_.push_back(length_);
    length_ += drover::length(points_[(k + 1) % points_.size()] - points_[k]);
  }
}

Vec3 Path::point_at(double s) const {
  if (start_.empty()) return points_.front();
  const double at = closed_ ? s - length_ * std::floor(s / length_) : clamp(s, 0.0, length_);
  std::size_t k = start_.size() - 1;
  while (k > 0 && start_[k] > at)
    --k;
  const Vec3 a = points_[k];
  const Vec3 b = points_[(k + 1) % points_.size()];
  return a + direction(b - a) * (at - start_[k]);
}

double Path::nearest_parameter(Vec3 p) const {
  double best = 0.0;
  double best2 = kInfinity;
  for (std::size_t k = 0; k < start_.size(); ++k) {
    const Vec3 a = points_[k];
    const Vec3 q = nearest_point_on_segment(a, points_[(k + 1) % points_.size()], p);
    const double d2 = length2(q - p);
    if (d2 < best2) {
      best2 = d2;
      best = start_[k] + drover::length(q - a);
    }
  }
  return best;
}

}  // namespace drover
