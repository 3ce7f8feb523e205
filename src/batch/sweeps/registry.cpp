#include "batch/sweeps/registry.h"

#include "batch/sweeps/sweep.h"

namespace drover {

DROVER_KINDS(sweep_kinds, SweepKind, kGridSweep, kZipSweep, kListSweep, kRandomSweep, kLatinHypercubeSweep,
             kSobolSweep)

}  // namespace drover
