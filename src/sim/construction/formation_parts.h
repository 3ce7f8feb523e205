// Where parts of a formation stand in the scenario, for messages.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "sim/state/formation_model.h"

namespace drover {

// The JSON pointer of a formation.
std::string formation_pointer(std::string_view name);

// The pointer of one of its patterns below that.
std::string pattern_pointer(const Formation& formation, std::uint32_t pattern);

// All roles that some kind of its members fills.
std::set<std::string> roles_of(const Formation& formation);

}  // namespace drover
