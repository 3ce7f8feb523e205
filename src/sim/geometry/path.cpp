#include "sim/geometry/path.h"

#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "sim/geometry/static_geometry.h"

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

double Path::on_path(double s) const {
  if (start_.empty()) return 0.0;
  if (!closed_) return clamp(s, 0.0, length_);
  // A tiny negative number lands on the length itself.
  const double at = s - length_ * std::floor(s / length_);
  return at < length_ ? at : 0.0;
}

Vec3 Path::point_at(double s) const {
  if (start_.empty()) return points_.front();
  const double at = on_path(s);
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

std::optional<Path::Location> Path::nearest_on(std::size_t k, Vec3 p, double low, double high) const {
  const Vec3 a = points_[k];
  const Vec3 edge = points_[(k + 1) % points_.size()] - a;
  const double size = drover::length(edge);
  const double first = larger(0.0, low - start_[k]);
  const double last = smaller(size, high - start_[k]);
  if (first > last) return std::nullopt;
  const Vec3 along = edge / size;
  const double at = clamp(dot(p - a, along), first, last);
  return Location{start_[k] + at, length2(a + along * at - p)};
}

double Path::arc_length_to_nearest(Vec3 p, double from, double reach) const {
  const double limit = closed_ ? smaller(reach, 0.5 * length_) : reach;
  double best = 0.0;
  auto best_rank = std::tuple(kInfinity, 0.0, 0.0);
  // On a closed path a point within reach may be one turn ahead or behind.
  const std::array<double, 3> turns = {0.0, -length_, length_};
  for (std::size_t k = 0; k < start_.size(); ++k) {
    for (const double turn : std::span(turns).first(closed_ ? 3 : 1)) {
      const auto found = nearest_on(k, p, from - limit - turn, from + limit - turn);
      if (!found) continue;
      const double distance = found->s + turn - from;
      const auto rank = std::tuple(found->distance2, std::fabs(distance), found->s);
      if (!(rank < best_rank)) continue;
      best_rank = rank;
      best = distance;
    }
  }
  return best;
}

}  // namespace drover
