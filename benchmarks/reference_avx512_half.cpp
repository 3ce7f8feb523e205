#include "reference_widths.h"

namespace {
constexpr int kLanes = 4;
}
#include "reference_lanes.h"

namespace drover::reference {

void advance_avx512_half(const Arena& arena) {
  advance(arena);
}

}  // namespace drover::reference
