// What is wrong with a jump in a world: places that are not on the ground or in something, pads that nobody
// reaches, and gaps that nobody gets over.
#pragma once

#include <string_view>
#include <vector>

#include "behaviors/jump_run.h"
#include "core/problem.h"

namespace drover {

// The pointers to its places.
struct JumpPointers {
  std::string_view takeoff, landing;
};

// For the agents of a type.
std::vector<Problem> jump_problems(const World& world, std::uint32_t type, const JumpPlace& place,
                                   const JumpPointers& pointers);

// The same for all gaps of the world.
std::vector<Problem> gap_problems(const World& world, std::uint32_t type);

}  // namespace drover
