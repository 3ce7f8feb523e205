// Numbers drawn from the distributions that parameters may be.
#pragma once

#include "core/parameter.h"
#include "core/random.h"

namespace drover {

// The value of a present parameter for one agent: the constant, or a draw keyed by `key`.
double draw_parameter(const Parameter& parameter, const StreamKey& key);

}  // namespace drover
