// Dart throwing that finds room as long as there is some. White, Cline and Egbert, Poisson Disk Point Sets by
// Hierarchical Dart Throwing (2007).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/random.h"
#include "sim/definitions/kinds.h"

namespace drover {

struct Square {
  Vec3 low;     // m
  double side;  // m

  Vec3 center() const { return low + Vec3{0.5 * side, 0.5 * side, 0.0}; }
  std::array<Vec3, 4> corners() const {
    return {low, low + Vec3{side, 0.0, 0.0}, low + Vec3{0.0, side, 0.0}, low + Vec3{side, side, 0.0}};
  }
};

// The squares of the area between two corners in which there may be room, all of one size. When darts at them
// fail, each is cut in four, and what one thing covers is dropped. So the squares close in on the gaps
// between what is taken.
class FreeSquares {
 public:
  // Gaps that fit in a square of `min_side` [m] count as none.
  FreeSquares(Vec3 min, Vec3 max, double min_side)
      : side_(larger(max.x - min.x, max.y - min.y)), min_side_(min_side), lows_{min} {}

  // A point that fits; nothing where there is no room left.
  template <class IsCovered, class Fits>
  std::optional<Vec3> find(Draws& draws, IsCovered is_covered, Fits fits) {
    while (!lows_.empty() && lows_.size() <= kMaxSquares && side_ >= min_side_) {
      for (std::size_t dart = 0; dart < kDartsPerSquare * lows_.size(); ++dart) {
        const Vec3 low = lows_[draws.below(static_cast<std::uint32_t>(lows_.size()))];
        const double x = draws.uniform();
        const double y = draws.uniform();
        const Vec3 p = low + Vec3{x, y, 0.0} * side_;
        if (fits(p)) return p;
      }
      cut(is_covered);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kDartsPerSquare = 4;
  static constexpr std::size_t kMaxSquares = std::size_t{1} << 20;

  template <class IsCovered>
  void cut(IsCovered is_covered) {
    std::vector<Vec3> parts;
    for (const Vec3& low : lows_) {
      for (const Vec3& part : Square{low, 0.5 * side_}.corners())
        if (!is_covered(Square{part, 0.5 * side_})) parts.push_back(part);
    }
    lows_ = std::move(parts);
    side_ *= 0.5;
  }

  double side_;
  double min_side_;
  std::vector<Vec3> lows_;  // lower left corners
};

}  // namespace drover
