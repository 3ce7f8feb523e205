#define DROVER_LANES_PER_REGISTER 4
#include "sim/perception/block_lanes_kernel.h"

namespace drover::lanes {

const Kernel* avx2_kernels() {
  return kTable.kernels;
}

const BlockLoops& avx2_loops(bool is_spatial) {
  return is_spatial ? kSpatialLoops : kPlanarLoops;
}

}  // namespace drover::lanes
