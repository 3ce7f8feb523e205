// Numbers drawn from the distributions that parameters may be.
#pragma once

#include <cstddef>

#include "core/parameter.h"
#include "core/random.h"

namespace drover {

// The value of a present parameter for one agent: the constant, or a draw keyed by `key`. Of a list with one
// for each agent the agent gets that of its place.
double draw_parameter(const Parameter& parameter, const StreamKey& key, std::size_t place = 0);

}  // namespace drover
