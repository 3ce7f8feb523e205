// Agents that lost their way in a run: they go straight to goals that they do not see.
#pragma once

#include <optional>
#include <string>

#include "sim/state/world.h"

namespace drover {

// One sentence about all that did so far; nothing without any.
std::optional<std::string> lost_agents_sentence(const World& world);

}  // namespace drover
