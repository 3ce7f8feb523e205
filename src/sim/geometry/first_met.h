// The first of several things that are met on a displacement.
#pragma once

#include <cstdint>

namespace drover {

// The first hit on a displacement, independent of the order of the candidates: ties go to the lowest index.
struct FirstMet {
  double t = 2.0;  // fraction of the displacement
  std::uint32_t index = 0;

  bool is_met() const { return t <= 1.0; }
  // Nothing that is met later than this matters any more.
  bool is_by(double end) const { return t <= end; }
  void add(double at, std::uint32_t k) {
    if (!(at <= 1.0) || at > t || (at == t && k > index)) return;
    t = at;
    index = k;
  }
};

}  // namespace drover
