#define DROVER_LANES_PER_REGISTER 2
#include "sim/perception/block_lanes_kernel.h"

namespace drover::lanes {

const Kernel* baseline_kernels() {
  return kTable.kernels;
}

const BlockLoops& baseline_loops(bool is_spatial) {
  return is_spatial ? kSpatialLoops : kPlanarLoops;
}

}  // namespace drover::lanes
