#include "reference_widths.h"

namespace {
constexpr int kLanes = 8;
}
#include "reference_lanes.h"

namespace drover::reference {

void advance_avx512(const Arena& arena) {
  advance(arena);
}

}  // namespace drover::reference
