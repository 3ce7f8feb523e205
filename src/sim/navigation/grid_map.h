// A navigation grid for bodies of one size: which cells are free, which moves between neighbors exist, and
// what they cost. Searches, fields and sampling know the world by these moves alone.
//
// Costs are exact: a cell costs a multiple of 1/256, a move the mean of its two cells, a straight one times
// the size of a cell, a diagonal one times the square root of 2 more. The cost of a way is a pair of
// integers, so it does not depend on the order of adding, and equal costs compare as equal.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/definitions/navigation_definitions.h"
#include "sim/navigation/grid_frame.h"

namespace drover {

inline constexpr double kSqrt2 = 1.4142135623730951;
// The cost of a cell of ordinary ground, in units of 1/256.
inline constexpr std::uint32_t kUnitCost = 256;

// The cost of a way in units of 1/512 of a cell: what straight moves cost and what diagonal ones cost.
struct PathCost {
  std::int64_t straight = 0;
  std::int64_t diagonal = 0;

  friend bool operator==(const PathCost&, const PathCost&) = default;
  friend PathCost operator+(PathCost a, PathCost b) {
    return {a.straight + b.straight, a.diagonal + b.diagonal};
  }
  // In units of 1/512 of a cell.
  double value() const { return static_cast<double>(straight) + static_cast<double>(diagonal) * kSqrt2; }
  // As a length of ordinary ground [m].
  double meters(double cell_size) const { return value() * (cell_size / (2.0 * kUnitCost)); }
};

class GridMap {
 public:
  GridMap() = default;
  // A grid without moves yet, all of its cells blocked. `connectivity` is 4 or 8.
  GridMap(const GridFrame& frame, int connectivity, CornerCutting corners)
      : frame_(frame), connectivity_(connectivity), corners_(corners) {
    for (std::size_t move = 0; move < kGridMoves.size(); ++move)
      offsets_[move] = static_cast<CellIndex>(kGridMoves[move].x + kGridMoves[move].y * frame.width);
    free_.resize(frame.cell_count());
    moves_.resize(frame.cell_count());
  }

  const GridFrame& frame() const { return frame_; }
  double cell_size() const { return frame_.cell_size; }
  // How many of kGridMoves there are: 4 or 8.
  std::size_t move_count() const { return static_cast<std::size_t>(connectivity_); }
  bool is_free(CellIndex cell) const { return free_[cell] != 0; }
  // Whether a move (index in kGridMoves) from a cell exists.
  bool has_move(CellIndex from, std::size_t move) const { return (moves_[from] >> move & 1U) != 0; }
  // Whether moves lead from a cell to all eight neighbors.
  bool has_all_moves(CellIndex from) const { return moves_[from] == 0xff; }
  // Calls visit(neighbor, move) for the moves from a cell, in their order.
  template <class Visit>
  void visit_moves(CellIndex from, Visit&& visit) const {
    for (unsigned left = moves_[from]; left != 0; left &= left - 1) {
      const auto move = static_cast<std::size_t>(std::countr_zero(left));
      visit(frame_.wraps ? frame_.neighbor(from, move) : from + offsets_[move], move);
    }
  }
  // Calls visit(neighbor, move) for the first `count` kinds of moves that lead from a neighbor to a cell.
  template <class Visit>
  void visit_moves_to(CellIndex to, std::size_t count, Visit&& visit) const {
    const GridCell at = frame_.cell(to);
    const bool inside = 0 < at.x && at.x < frame_.width - 1 && 0 < at.y && at.y < frame_.height - 1;
    for (std::size_t move = 0; move < count; ++move) {
      const CellIndex from = inside ? to - offsets_[move] : frame_.neighbor(to, opposite_move(move));
      if (from != kNoCell && has_move(from, move)) visit(from, move);
    }
  }
  // The cell that a move from another one leads to; kNoCell if there is no such move.
  CellIndex target(CellIndex from, std::size_t move) const {
    return has_move(from, move) ? frame_.neighbor(from, move) : kNoCell;
  }
  // Whether some cells cost more or less than ordinary ground.
  bool has_costs() const { return !costs_.empty(); }
  // Of a cell, in units of 1/256.
  std::uint32_t cost(CellIndex cell) const { return costs_.empty() ? kUnitCost : costs_[cell]; }
  // The least cost of a free cell; that of ordinary ground without any.
  std::uint32_t least_cost() const { return least_cost_; }
  PathCost move_cost(CellIndex from, CellIndex to, std::size_t move) const {
    const std::int64_t both = std::int64_t{cost(from)} + cost(to);
    return is_diagonal(move) ? PathCost{0, both} : PathCost{both, 0};
  }

  // To build it: cells first, then costs, then the moves between free cells, then those that something
  // blocks.
  void set_free(CellIndex cell, bool free) { free_[cell] = free ? 1 : 0; }
  // A cost factor of a cell, rounded to a multiple of 1/256 and no less than that.
  void set_cost(CellIndex cell, double factor);
  static std::uint32_t rounded_cost(double factor);
  // Finds the moves from a cell by the corner rule.
  void connect(CellIndex cell);
  // After all cells that may have changed, or whose neighbors may have, were connected.
  void find_least_cost();
  // Both, for all cells.
  void connect_all();
  void block_move(CellIndex from, std::size_t move) {
    moves_[from] = static_cast<std::uint8_t>(moves_[from] & ~(1U << move));
  }

 private:
  bool is_free_at(CellIndex cell) const { return cell != kNoCell && is_free(cell); }

  GridFrame frame_;
  std::array<CellIndex, 8> offsets_{};  // what a move adds to an index, modulo 2^32
  int connectivity_ = 8;
  CornerCutting corners_ = CornerCutting::never;
  std::vector<std::uint8_t> free_;
  std::vector<std::uint8_t> moves_;   // a bit per move
  std::vector<std::uint32_t> costs_;  // empty where all cost the same
  std::uint32_t least_cost_ = kUnitCost;
};

}  // namespace drover
