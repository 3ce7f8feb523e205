// A state detached from its world: to store it, to continue from it, to compare it with another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/state/registry.h"
#include "sim/state/world.h"

namespace drover {

struct SavedColumn {
  using Values = ColumnSet::Values;

  std::string name;       // unique
  std::string unit = {};  // empty without
  StateOwner owner = StateOwner::agent;
  std::uint32_t type = kNoIndex;  // of StateOwner::agent_of_type
  std::size_t width = 1;          // numbers per owner, beside each other
  double initial = 0.0;           // what a state has in every row that lacks the column
  bool hashed = true;             // whether it counts in state hashes
  Values values = {};

  std::size_t size() const;
  double number(std::size_t index) const;
};

struct SavedState {
  std::uint64_t tick = 0;
  std::vector<SavedColumn> columns;

  const SavedColumn* find(std::string_view name) const;
};

// Columns that hold their initial value everywhere are left out.
SavedState save_state(const World& world);

// The state hash of a world with this state, without the world.
std::uint64_t state_hash(const SavedState& saved, std::uint64_t seed, double dt);

// Puts a state of the same scenario into a world that was built from it. Returns what does not fit; the world
// is then unchanged. Bodies at rest in both states of a step are restored in both. The lists that follow from
// the state are brought up to date, caches of simulators are not: see Simulator::restore().
std::optional<std::string> load_state(SavedState saved, World& world);

}  // namespace drover
