// Searches that go on in the next step, where agents may close only so many cells in each.
//
// They follow from what the agents remember: who begins where, and how many cells were closed. One that is
// missing here is begun again and comes to the same, so they are neither hashed nor saved.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/parameter.h"
#include "sim/navigation/grid_search.h"

namespace drover {

class UnfinishedSearches {
 public:
  struct Owner {
    const void* behavior;  // its parameters
    const void* layer;
    AgentIndex agent;

    friend auto operator<=>(const Owner&, const Owner&) = default;
  };

  // That of the owner; a new one where there is none. Any number of threads may ask.
  std::unique_ptr<GridSearch> take(const Owner& owner);
  // Until it is taken again. Those for which there is no room are dropped.
  void keep(const Owner& owner, std::unique_ptr<GridSearch> search, std::uint64_t tick);
  // Forgets those that nobody took since the tick before.
  void begin_tick(std::uint64_t tick);
  void clear();

 private:
  struct Kept {
    Kept(std::unique_ptr<GridSearch> searched, std::uint64_t when)
        : search(std::move(searched)), tick(when) {}
    std::unique_ptr<GridSearch> search;
    std::uint64_t tick;
  };

  std::mutex mutex_;
  std::map<Owner, Kept> kept_;
  std::size_t cells_ = 0;  // of all grids of those that are kept
};

}  // namespace drover
