// Ways with fewer points, and shorter ones: the straight moves of a search over a grid become the legs of a
// body that sees where it goes. No form makes a way longer, moves its ends, or lays a leg where there is no
// sight; each finds nothing more to do in its own result. Points are changed in place.
//
// What tells sight, sees(Vec3, Vec3), may say no for more reasons than things that hide, such as ground of
// another cost: there all points but those of straight runs stay.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/enum_names.h"
#include "core/vec3.h"

namespace drover {

// Each does what those before it do, too.
// collinear: inner points of straight runs go.
// line_of_sight: from each point that is kept to the last one in sight.
// taut: the points that are left move until the way is the shortest on its side of every obstacle, to 1e-3 of
// its length.
DROVER_ENUM(Simplification, none, collinear, line_of_sight, taut)

// Directions count as the same that differ by 1e-9 rad, which is more than what the rounding of the centers
// of cells makes of equal steps. Inner points that repeat their neighbor go, too.
void drop_collinear(std::vector<Vec3>& points);

// So many points ahead are looked at, in long ways: a test of sight each, and of a way of n points at most
// that many times n.
inline constexpr std::size_t kSightLookAhead = 256;

// From the first point, and then from every one that is kept, to the last one in sight, tried from the far
// end; the next one counts as seen. Of ways of more points than are looked at, this is done again with what
// is left until that is all in sight.
template <class Sees>
void keep_points_in_sight(std::vector<Vec3>& points, Sees&& sees) {
  bool repeats = points.size() > 2;
  while (repeats) {
    const std::size_t count = points.size();
    std::size_t kept = 0;
    for (std::size_t at = 0; at + 1 < count;) {
      std::size_t next = std::min(at + kSightLookAhead, count - 1);
      while (next > at + 1 && !sees(points[kept], points[next]))
        --next;
      points[++kept] = points[next];
      at = next;
    }
    points.resize(kept + 1);
    repeats = count > kSightLookAhead + 1 && points.size() < count;
  }
}

// Makes a way taut that has sight along its legs. Only moves that shorten it by more than a millionth of a
// cell are made, and a sweep over the points that makes none is the last one.
template <class Sees>
class Tightening {
 public:
  // `points` and `sees` are used until run ends.
  Tightening(std::vector<Vec3>& points, double cell_size, const Sees& sees)
      : points_(points), cell_size_(cell_size), sees_(sees) {}

  void run() {
    constexpr int kMaxSweeps = 32;
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep)
      if (!sweep_once()) return;
  }

 private:
  bool sweep_once() {
    bool is_shorter = false;
    for (std::size_t k = 1; k + 1 < points_.size();) {
      if (sees_(points_[k - 1], points_[k + 1])) {
        points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(k));
        is_shorter = true;
        continue;
      }
      const bool slid_back = slide(points_[k], points_[k - 1], points_[k + 1]);
      const bool slid_on = slide(points_[k], points_[k + 1], points_[k - 1]);
      const bool is_cut = cut(k);
      is_shorter = is_shorter || slid_back || slid_on || is_cut;
      k += is_cut ? 2 : 1;
    }
    return is_shorter;
  }

  // The largest fraction for which a test holds that holds up to somewhere between `low` and 1.
  template <class Holds>
  static double last_fraction(double low, Holds&& holds) {
    constexpr int kHalvings = 24;
    double high = 1.0;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (low + high);
      (holds(middle) ? low : high) = middle;
    }
    return low;
  }

  // Moves a point toward one neighbor as far as it sees the other.
  bool slide(Vec3& point, Vec3 toward, Vec3 other) {
    constexpr double kLeastFraction = 1e-7;  // most points cannot move, which takes one test to know
    const auto at = [&](double f) { return point + (toward - point) * f; };
    const auto holds = [&](double f) { return sees_(at(f), other); };
    if (!holds(kLeastFraction)) return false;
    const Vec3 moved = at(last_fraction(kLeastFraction, holds));
    const double gain =
        length(point - toward) + length(point - other) - length(moved - toward) - length(moved - other);
    // Of a leg between points that are pressed against things not every part need have sight.
    if (!(gain > kLeastGain * cell_size_) || !sees_(toward, moved)) return false;
    point = moved;
    return true;
  }

  // Replaces a corner by two that are as large a part of its legs away from it as see each other. What that
  // saves is the same part of what the straight way between the neighbors would.
  bool cut(std::size_t k) {
    constexpr double kLeastCut = 1e-3;  // m per meter of a cell
    const Vec3 corner = points_[k];
    const Vec3 before = points_[k - 1] - corner;
    const Vec3 after = points_[k + 1] - corner;
    const double all = length(before) + length(after) - length(before - after);
    const double least = kLeastCut * cell_size_;
    if (!(all > least)) return false;
    const auto holds = [&](double f) { return sees_(corner + before * f, corner + after * f); };
    if (!holds(least / all)) return false;
    const double f = last_fraction(least / all, holds);
    const Vec3 first = corner + before * f;
    const Vec3 second = corner + after * f;
    if (!sees_(points_[k - 1], first) || !sees_(second, points_[k + 1])) return false;
    points_[k] = first;
    points_.insert(points_.begin() + static_cast<std::ptrdiff_t>(k) + 1, second);
    return true;
  }

  static constexpr double kLeastGain = 1e-6;  // m per meter of a cell

  std::vector<Vec3>& points_;
  double cell_size_;  // m
  const Sees& sees_;
};

// `cell_size`: what lengths are small against [m].
template <class Sees>
void simplify(std::vector<Vec3>& points, Simplification form, double cell_size, const Sees& sees) {
  if (form == Simplification::none) return;
  if (form != Simplification::collinear) keep_points_in_sight(points, sees);
  if (form == Simplification::taut) Tightening(points, cell_size, sees).run();
  drop_collinear(points);
}

}  // namespace drover
