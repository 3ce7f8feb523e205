#include "sim/geometry/path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "sim/geometry/static_geometry.h"

namespace drover {
namespace {

// So few are looked at one by one sooner than through a tree.
constexpr std::uint32_t kFewSegments = 12;

}  // namespace

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
  tree_ = StripTree(points_, segment_count);
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
  const std::size_t k = segment_at(at);
  const Vec3 a = points_[k];
  const Vec3 b = points_[(k + 1) % points_.size()];
  return a + direction(b - a) * (at - start_[k]);
}

std::size_t Path::segment_at(double s) const {
  const auto after = std::upper_bound(start_.begin(), start_.end(), s);
  return after == start_.begin() ? 0 : static_cast<std::size_t>(after - start_.begin()) - 1;
}

double Path::nearest_parameter(Vec3 p) const {
  double best = 0.0;
  double best2 = kInfinity;
  std::uint32_t best_segment = 0;
  tree_.visit_nearest(p, 0, static_cast<std::uint32_t>(start_.size()), [&](std::uint32_t k) {
    const Vec3 a = points_[k];
    const Vec3 q = nearest_point_on_segment(a, points_[(k + 1) % points_.size()], p);
    const double d2 = length2(q - p);
    if (d2 < best2 || (d2 == best2 && k < best_segment)) {
      best2 = d2;
      best = start_[k] + drover::length(q - a);
      best_segment = k;
    }
    return best2;
  });
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
  const double slack = kLengthEpsilon * (1.0 + length_);  // far more than rounding adds to an arc length
  // On a closed path a point within reach may be one turn ahead or behind.
  const std::array<double, 3> turns = {0.0, -length_, length_};
  for (const double turn : std::span(turns).first(closed_ ? 3 : 1)) {
    const double low = from - limit - turn;
    const double high = from + limit - turn;
    if (low > length_ + slack || high < -slack) continue;
    // One segment more at either end: where segments meet, rounding decides which of them has points in
    // reach.
    const std::size_t first = segment_at(low);
    const std::size_t last = std::min(segment_at(high) + 2, start_.size());
    const auto look = [&](std::uint32_t k) {
      if (const auto found = nearest_on(k, p, low, high)) {
        const double distance = found->s + turn - from;
        const auto rank = std::tuple(found->distance2, std::fabs(distance), found->s);
        if (rank < best_rank) {
          best_rank = rank;
          best = distance;
        }
      }
      return std::get<0>(best_rank);
    };
    const auto begin = static_cast<std::uint32_t>(first > 0 ? first - 1 : 0);
    const auto end = static_cast<std::uint32_t>(last);
    if (end - begin > kFewSegments) {
      tree_.visit_nearest(p, begin, end, look);
      continue;
    }
    for (std::uint32_t k = begin; k < end; ++k)
      look(k);
  }
  return best;
}

}  // namespace drover
