#include "sim/navigation/unfinished_searches.h"

#include <utility>

namespace drover {
namespace {

// A search has 24 bytes for each cell of its grid: together these are 200 MB.
constexpr std::size_t kMostCells = std::size_t{1} << 23;

}  // namespace

std::unique_ptr<GridSearch> UnfinishedSearches::take(const Owner& owner) {
  const std::unique_lock lock(mutex_);
  const auto kept = kept_.find(owner);
  if (kept == kept_.end()) return std::make_unique<GridSearch>();
  std::unique_ptr<GridSearch> search = std::move(kept->second.search);
  kept_.erase(kept);
  cells_ -= search->cell_count();
  return search;
}

void UnfinishedSearches::keep(const Owner& owner, std::unique_ptr<GridSearch> search, std::uint64_t tick) {
  const std::unique_lock lock(mutex_);
  const std::size_t cells = search->cell_count();
  if (cells_ + cells > kMostCells) return;
  if (kept_.try_emplace(owner, std::move(search), tick).second) cells_ += cells;
}

void UnfinishedSearches::begin_tick(std::uint64_t tick) {
  std::erase_if(kept_, [&](const auto& each) {
    const bool is_left = each.second.tick + 1 < tick;
    if (is_left) cells_ -= each.second.search->cell_count();
    return is_left;
  });
}

void UnfinishedSearches::clear() {
  kept_.clear();
  cells_ = 0;
}

}  // namespace drover
