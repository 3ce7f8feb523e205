#include "core/orientation.h"

#include <array>
#include <cstddef>

namespace drover {
namespace {

// An exact sum of doubles: parts that do not overlap, of growing magnitude.
class Expansion {
 public:
  // Adds a * b without rounding (Dekker's product). `sign` is 1 or -1.
  void add_product(double a, double b, double sign) {
    const double product = a * b;
    const Halves x = split(a);
    const Halves y = split(b);
    const double rest = x.low * y.low - (((product - x.high * y.high) - x.low * y.high) - x.high * y.low);
    add(sign * rest);
    add(sign * product);
  }

  int sign() const {
    for (std::size_t k = size_; k-- > 0;)
      if (parts_[k] != 0.0) return parts_[k] > 0.0 ? 1 : -1;
    return 0;
  }

 private:
  struct Halves {
    double high, low;
  };

  static Halves split(double a) {
    constexpr double kSplitter = 134217729.0;  // 2^27 + 1
    const double scaled = kSplitter * a;
    const double high = scaled - (scaled - a);
    return {high, a - high};
  }

  // GROW-EXPANSION of the source, by Knuth's sum of two doubles and its rounding error.
  void add(double term) {
    double sum = term;
    for (std::size_t k = 0; k < size_; ++k) {
      const double total = sum + parts_[k];
      const double virtual_part = total - sum;
      parts_[k] = (sum - (total - virtual_part)) + (parts_[k] - virtual_part);
      sum = total;
    }
    parts_[size_++] = sum;
  }

  std::array<double, 12> parts_{};
  std::size_t size_ = 0;
};

}  // namespace

int exact_orientation(Vec3 a, Vec3 b, Vec3 c) {
  Expansion sum;
  const auto add_cross = [&](Vec3 p, Vec3 q) {
    sum.add_product(p.x, q.y, 1.0);
    sum.add_product(p.y, q.x, -1.0);
  };
  add_cross(a, b);
  add_cross(b, c);
  add_cross(c, a);
  return sum.sign();
}

}  // namespace drover
