// Numbers drawn from the distributions that parameters may be.
#pragma once

#include <cstddef>

#include "core/parameter.h"
#include "core/random.h"

namespace drover {

// The value of a present parameter: the constant, or the next draw of its distribution. Of a list with one
// for each agent the agent gets that of its place.
double draw_parameter(const Parameter& parameter, Draws& draws, std::size_t place = 0);

// The same for one agent, with a draw keyed by `key`.
double draw_parameter(const Parameter& parameter, const StreamKey& key, std::size_t place = 0);

}  // namespace drover
