// Where two runs that should be alike begin to differ: tick, agent, quantity and both values.
#pragma once

#include <optional>
#include <string>

#include "sim/state/world.h"

namespace drover::test {

// The first difference of everything the state hash covers; the signs of zeros do not count. Agents are
// compared up to the size of the smaller world, so that the second one may have more agents behind those of
// the first.
std::optional<std::string> first_difference(const World& expected, const World& actual);

// The same for the columns of the agents alone, with |expected - actual| <= tolerance counting as equal.
std::optional<std::string> first_difference(const AgentMotion& expected, const AgentMotion& actual,
                                            double tolerance = 0.0);

}  // namespace drover::test
