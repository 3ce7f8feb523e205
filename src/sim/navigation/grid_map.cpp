#include "sim/navigation/grid_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drover {

std::uint32_t GridMap::rounded_cost(double factor) {
  constexpr double kMostCost = 1e9;
  return static_cast<std::uint32_t>(clamp(std::floor(factor * kUnitCost + 0.5), 1.0, kMostCost));
}

void GridMap::set_cost(CellIndex cell, double factor) {
  const std::uint32_t cost = rounded_cost(factor);
  if (cost == kUnitCost && costs_.empty()) return;
  if (costs_.empty()) costs_.resize(frame_.cell_count(), kUnitCost);
  costs_[cell] = cost;
}

void GridMap::connect(CellIndex cell) {
  moves_[cell] = 0;
  if (!is_free(cell)) return;
  for (std::size_t move = 0; move < move_count(); ++move) {
    if (!is_free_at(frame_.neighbor(cell, move))) continue;
    if (is_diagonal(move) && corners_ != CornerCutting::always) {
      // NE is between E and N, and so on round.
      const bool one = is_free_at(frame_.neighbor(cell, move - 4));
      const bool other = is_free_at(frame_.neighbor(cell, (move - 3) % 4));
      if (corners_ == CornerCutting::never ? !(one && other) : !(one || other)) continue;
    }
    moves_[cell] = static_cast<std::uint8_t>(moves_[cell] | 1U << move);
  }
}

void GridMap::find_least_cost() {
  least_cost_ = kUnitCost;
  if (costs_.empty()) return;
  bool is_first = true;
  for (CellIndex cell = 0; cell < frame_.cell_count(); ++cell) {
    if (!is_free(cell)) continue;
    least_cost_ = is_first ? costs_[cell] : std::min(least_cost_, costs_[cell]);
    is_first = false;
  }
}

void GridMap::connect_all() {
  for (CellIndex cell = 0; cell < frame_.cell_count(); ++cell)
    connect(cell);
  find_least_cost();
}

}  // namespace drover
