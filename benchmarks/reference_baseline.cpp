#include "reference_widths.h"

namespace {
constexpr int kLanes = 2;
}
#include "reference_lanes.h"

namespace drover::reference {

void advance_baseline(const Arena& arena) {
  advance(arena);
}

}  // namespace drover::reference
