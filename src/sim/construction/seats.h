// The agents of a scenario before they have an index.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/definitions/declared_agents.h"

namespace drover {

struct Seat {
  std::uint32_t number;
  std::uint32_t entry;     // index in the list of entries
  std::uint32_t in_entry;  // 0 .. count - 1
};

// Every agent there will ever be, in ascending number.
std::vector<Seat> seat_agents(const std::vector<DeclaredAgents>& entries);

// The name of the agent's type: that of its entry, or the one it draws.
const std::string& type_name_of(const Seat& seat, const SharedReference& type, std::uint64_t seed);

}  // namespace drover
