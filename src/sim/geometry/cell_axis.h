// The cells of a grid along one axis. Their numbers are computed as whole numbers kept in doubles: a
// coordinate may be so far away that no integer holds the number of its cell.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/vec3.h"

namespace drover {

// std::floor, which is a call where the processor need not have an instruction for it.
inline double floored(double v) {
  if (!(std::fabs(v) < 0x1p52)) return v;  // whole already
  const double whole = static_cast<double>(static_cast<std::int64_t>(v));
  return whole - (v < whole ? 1.0 : 0.0);
}

// k modulo count, for whole numbers of any size.
inline double modulo(double k, double count) {
  if (0.0 <= k && k < count) return k;
  const double rest = k - count * floored(k / count);
  return rest >= 0.0 && rest < count ? rest : 0.0;
}

// 0 <= first < count and first <= last < 2 count: from `count` on, cells count from 0 again.
struct CellRange {
  std::int64_t first, last;
};

struct CellAxis {
  double low = 0.0;    // where the first cell starts [m]
  double scale = 0.0;  // cells per meter; 0: everything is in one cell
  std::int64_t count = 1;
  bool repeats = false;  // cells are numbered modulo `count`; else the outer ones reach on without end

  // The cells between two coordinates [m]. Rounding keeps the order: where a point lies between them, so does
  // its cell.
  CellRange between(double from, double to) const {
    if (!(scale > 0.0)) return {0, count - 1};
    const auto cells = static_cast<double>(count);
    const double first = floored((from - low) * scale);
    const double last = floored((to - low) * scale);
    if (!repeats) {
      return {static_cast<std::int64_t>(clamp(first, 0.0, cells - 1.0)),
              static_cast<std::int64_t>(clamp(last, 0.0, cells - 1.0))};
    }
    if (last - first + 1.0 >= cells) return {0, count - 1};
    const auto start = static_cast<std::int64_t>(modulo(first, cells));
    return {start, start + static_cast<std::int64_t>(last - first)};
  }
};

}  // namespace drover
