#include "sim/geometry/path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "sim/geometry/path_curve.h"
#include "sim/geometry/static_geometry.h"

namespace drover {
namespace {

// So few are looked at one by one sooner than through a tree.
constexpr std::uint32_t kFewSegments = 12;

// The cosine of 30 degrees: a path comes back that heads for where it came from this nearly.
constexpr double kComesBack = 0.86602540378443865;

}  // namespace

Path::Path(std::string name, const PathDef& def) : name_(std::move(name)), closed_(def.closed) {
  SampledPath curve;
  if (def.is_curved()) {
    curve = sample_path(def);
    points_ = std::move(curve.points);
  } else {
    for (const PathPointDef& point : def.points) {
      if (points_.empty() || drover::length(*point.at - points_.back()) >= kLengthEpsilon)
        points_.push_back(*point.at);
    }
  }
  while (closed_ && points_.size() > 1 && drover::length(points_.front() - points_.back()) < kLengthEpsilon) {
    points_.pop_back();
  }
  // A single point has no segment, closed or not.
  const std::size_t segment_count = closed_ && points_.size() > 1 ? points_.size() : points_.size() - 1;
  for (std::size_t k = 0; k < segment_count; ++k) {
    start_.push_back(length_);
    if (!def.is_curved()) {
      length_ += drover::length(edge(k));
      stretch_.push_back(1.0);
      continue;
    }
    length_ = k + 1 < points_.size() ? curve.lengths[k + 1] : curve.length;
    stretch_.push_back((length_ - start_[k]) / drover::length(edge(k)));
  }
  for (std::size_t k = closed_ ? 0 : 1; k < segment_count; ++k) {
    if (is_reversal(k)) reversals_.push_back(start_[k]);
  }
  tree_ = StripTree(points_, segment_count);
}

bool Path::is_reversal(std::size_t k) const {
  const std::size_t before = k > 0 ? k - 1 : start_.size() - 1;
  return dot(direction(edge(before)), direction(edge(k))) < -kComesBack;
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
  return points_[k] + direction(edge(k)) * ((at - start_[k]) / stretch_[k]);
}

std::size_t Path::segment_at(double s) const {
  const auto after = std::upper_bound(start_.begin(), start_.end(), s);
  return after == start_.begin() ? 0 : static_cast<std::size_t>(after - start_.begin()) - 1;
}

double Path::nearest_parameter(Vec3 p) const {
  if (start_.empty()) return 0.0;
  NearestOfSegments nearest{p};
  tree_.visit_nearest(p, 0, static_cast<std::uint32_t>(start_.size()), [&](std::uint32_t k) {
    return nearest.add(points_[k], points_[(k + 1) % points_.size()], k);
  });
  return start_[nearest.index] +
         drover::length(nearest.point - points_[nearest.index]) * stretch_[nearest.index];
}

std::optional<Path::Location> Path::nearest_on(std::size_t k, Vec3 p, double low, double high) const {
  const Vec3 a = points_[k];
  const Vec3 edge = this->edge(k);
  const double size = drover::length(edge);
  const double first = larger(0.0, (low - start_[k]) / stretch_[k]);
  const double last = smaller(size, (high - start_[k]) / stretch_[k]);
  if (first > last) return std::nullopt;
  const Vec3 along = edge / size;
  const double at = clamp(dot(p - a, along), first, last);
  return Location{start_[k] + at * stretch_[k], length2(a + along * at - p)};
}

double Path::arc_length_to_nearest(Vec3 p, double from, const Window& window) const {
  const double limit = closed_ ? 0.5 * length_ : kInfinity;
  const double low = from - smaller(limit, window.behind);
  const double high = from + smaller(limit, window.ahead);
  double best = 0.0;
  auto best_rank = std::tuple(kInfinity, 0.0, 0.0);
  const double slack = kLengthEpsilon * (1.0 + length_);  // far more than rounding adds to an arc length
  // On a closed path a point within the window may be one turn ahead or behind.
  const std::array<double, 3> turns = {0.0, -length_, length_};
  for (const double turn : std::span(turns).first(closed_ ? 3 : 1)) {
    if (low - turn > length_ + slack || high - turn < -slack) continue;
    // One segment more at either end: where segments meet, rounding decides which of them has points in
    // the window.
    const std::size_t first = segment_at(low - turn);
    const std::size_t last = std::min(segment_at(high - turn) + 2, start_.size());
    const auto look = [&](std::uint32_t k) {
      if (const auto found = nearest_on(k, p, low - turn, high - turn)) {
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

Path::Window Path::to_reversals(double from, bool travels_forward) const {
  Window window{kInfinity, kInfinity};
  for (const double s : reversals_) {
    double ahead = closed_ ? on_path(s - from) : s - from;
    double behind = closed_ ? on_path(from - s) : from - s;
    if (smaller(std::fabs(ahead), std::fabs(behind)) <= kLengthEpsilon) {
      ahead = travels_forward ? kInfinity : 0.0;
      behind = travels_forward ? 0.0 : kInfinity;
    }
    if (ahead >= 0.0) window.ahead = smaller(window.ahead, ahead);
    if (behind >= 0.0) window.behind = smaller(window.behind, behind);
  }
  return window;
}

double Path::leading_distance(double from, double reach) const {
  if (start_.empty()) return reach;
  const double at = on_path(from);
  const Vec3 origin = point_at(at);
  const bool forward = reach > 0.0;
  const std::size_t count = start_.size();
  std::size_t k = segment_at(at);
  double distance = forward ? start_[k] + segment_length(k) - at : at - start_[k];
  for (std::size_t passed = 0; passed < count && distance < std::fabs(reach); ++passed) {
    if (!closed_ && k == (forward ? count - 1 : 0)) break;
    const std::size_t corner = forward ? (k + 1) % count : k;
    k = forward ? (k + 1) % count : (k + count - 1) % count;
    const Vec3 onwards = forward ? direction(edge(k)) : -direction(edge(k));
    const Vec3 away = points_[corner] - origin;
    const bool comes_back = dot(away, onwards) < -kComesBack * drover::length(away);
    if (distance > kLengthEpsilon && (is_reversal(corner) || comes_back))
      return forward ? distance : -distance;
    distance += segment_length(k);
  }
  return reach;
}

}  // namespace drover
