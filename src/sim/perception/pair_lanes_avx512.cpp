#define DROVER_LANES_PER_REGISTER 4
#include "sim/perception/pair_lanes_kernel.h"

namespace drover::lanes {

const Kernel* avx512_kernels() {
  return kTable.kernels;
}

}  // namespace drover::lanes
