// The positions of agents that were placed, in cells, so that asking who is near takes a time independent of
// their number.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/vec3.h"

namespace drover {

// Distances are straight ones: across the edge of a world that wraps nothing is found.
class TakenPoints {
 public:
  // Questions reach as far as a cell is wide [m]; 0: nothing is ever near.
  explicit TakenPoints(double cell) : cell_(cell) {}

  void add(Vec3 p) {
    if (cell_ > 0.0) cells_[cell_of(p)].push_back(p);
  }

  // Whether test(q) holds for a point q in the cells around p.
  template <class Test>
  bool any_near(Vec3 p, Test&& test) const {
    if (cell_ <= 0.0) return false;
    const auto [column, row] = cell_of(p);
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        const auto at = cells_.find({column + dx, row + dy});
        if (at == cells_.end()) continue;
        for (const Vec3& q : at->second)
          if (test(q)) return true;
      }
    }
    return false;
  }

 private:
  using Cell = std::pair<std::int64_t, std::int64_t>;
  Cell cell_of(Vec3 p) const {
    return {static_cast<std::int64_t>(std::floor(p.x / cell_)),
            static_cast<std::int64_t>(std::floor(p.y / cell_))};
  }

  double cell_;
  std::map<Cell, std::vector<Vec3>> cells_;
};

}  // namespace drover
