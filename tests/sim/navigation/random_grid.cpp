#include "sim/navigation/random_grid.h"

#include "sim/navigation/grid_drawing.h"

namespace drover {
namespace {

// A wall between a cell and its eastern or northern neighbor: it blocks the straight moves through it and the
// diagonal ones past its ends.
void put_wall(GridMap& map, CellIndex cell, std::size_t move) {
  const GridFrame& frame = map.frame();
  const auto block = [&](CellIndex from, std::size_t blocked) {
    const CellIndex to = from == kNoCell ? kNoCell : frame.neighbor(from, blocked);
    if (to == kNoCell) return;
    map.block_move(from, blocked);
    map.block_move(to, opposite_move(blocked));
  };
  const CellIndex beyond = frame.neighbor(cell, move);
  block(cell, move);
  if (move == 0) {
    for (const CellIndex low : {cell, frame.neighbor(cell, 3)}) {
      block(low, 4);
      block(low == kNoCell ? kNoCell : frame.neighbor(low, 0), 5);
    }
  } else {
    for (const CellIndex left : {cell, frame.neighbor(cell, 2)}) {
      block(left, 4);
      block(left == kNoCell ? kNoCell : frame.neighbor(left, 0), 5);
    }
  }
  block(beyond, opposite_move(move));
}

}  // namespace

RandomGrid random_grid(Draws& draws, int round, const RandomGridOptions& options) {
  Drawing drawing;
  drawing.connectivity = round % 4 == 0 ? 4 : 8;
  drawing.corners = static_cast<CornerCutting>(round % 3);
  drawing.wraps = round % 5 == 0;
  RandomGrid grid{open_map(5 + round % 17, 4 + round % 11, drawing), {}};
  GridMap& map = grid.map;
  const double blocked = 0.35 * draws.uniform();
  const double walls = options.thin_walls ? 0.15 * draws.uniform() : 0.0;
  const CellIndex count = map.frame().cell_count();
  for (CellIndex cell = 0; cell < count; ++cell) {
    if (draws.uniform() < blocked) map.set_free(cell, false);
    if (options.costs && draws.uniform() < 0.4) map.set_cost(cell, 0.25 + 4.0 * draws.uniform());
  }
  map.connect_all();
  for (CellIndex cell = 0; cell < count; ++cell)
    for (std::size_t move = 0; move < 8; ++move) {
      if (move < 2 && draws.uniform() < walls) put_wall(map, cell, move);
      if (options.one_way && draws.uniform() < 0.1) map.block_move(cell, move);
    }
  const int goals = 1 + round % 3;
  for (int k = 0; k < goals; ++k) {
    const auto cell = static_cast<CellIndex>(draws.uniform() * count);
    const double bias = options.biases && k > 0 ? 6.0 * draws.uniform() : 0.0;
    if (map.is_free(cell)) grid.goals.push_back({cell, bias});
  }
  return grid;
}

}  // namespace drover
