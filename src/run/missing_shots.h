// Shots that a run did without: there was no room for them, or no direction to fire in.
#pragma once

#include <string>
#include <vector>

#include "sim/state/world.h"

namespace drover {

// A sentence for each cause that there was so far.
std::vector<std::string> missing_shots_sentences(const World& world);

}  // namespace drover
