// Numbers of cells along an axis, as whole numbers kept in doubles: a coordinate may be so far away that no
// integer holds the number of its cell.
#pragma once

#include <cmath>
#include <cstdint>

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

}  // namespace drover
