#define DROVER_LANES_PER_REGISTER 2
#include "sim/perception/pair_lanes_kernel.h"

namespace drover::lanes {

const Kernel* baseline_kernels() {
  return kTable.kernels;
}

}  // namespace drover::lanes
