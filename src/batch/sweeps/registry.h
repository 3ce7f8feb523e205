// All sweeps, in the order in which lists and the reference show them.
#pragma once

#include <span>

#include "batch/sweeps/sweep.h"

namespace drover {

std::span<const SweepKind* const> sweep_kinds();

}  // namespace drover
