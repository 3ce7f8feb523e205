#include "sim/navigation/flow_field.h"

#include <array>
#include <cmath>

namespace drover {
namespace {

// Of kGridMoves.
constexpr double kHalfSqrt2 = 0.70710678118654752;
constexpr std::array<Vec3, 8> kUnitMoves = {{{1.0, 0.0, 0.0},
                                             {0.0, 1.0, 0.0},
                                             {-1.0, 0.0, 0.0},
                                             {0.0, -1.0, 0.0},
                                             {kHalfSqrt2, kHalfSqrt2, 0.0},
                                             {-kHalfSqrt2, kHalfSqrt2, 0.0},
                                             {-kHalfSqrt2, -kHalfSqrt2, 0.0},
                                             {kHalfSqrt2, -kHalfSqrt2, 0.0}}};

// The move in that of the eight directions which is nearest to v.
std::size_t nearest_move(Vec3 v) {
  constexpr double kTan22_5 = 0.41421356237309503;
  const double x = std::fabs(v.x);
  const double y = std::fabs(v.y);
  if (y <= kTan22_5 * x) return v.x > 0.0 ? 0 : 2;
  if (x <= kTan22_5 * y) return v.y > 0.0 ? 1 : 3;
  return v.x > 0.0 ? (v.y > 0.0 ? 4 : 7) : (v.y > 0.0 ? 5 : 6);
}

// Whether a move from a cell leads to another one, or it is that cell.
bool is_cell_or_neighbor(const GridMap& map, CellIndex cell, CellIndex other) {
  if (map.has_all_moves(cell)) {
    const GridCell steps = map.frame().steps_between(cell, other);
    return steps.x <= 1 && steps.y <= 1;
  }
  bool found = cell == other;
  map.visit_moves(cell, [&](CellIndex to, std::size_t) { found = found || to == other; });
  return found;
}

}  // namespace

Vec3 FlowField::direction(const GridMap& map, CellIndex cell) const {
  const std::uint8_t step = steps_[cell];
  if (step == kNoStep) return {};
  return direction_ == FieldDirection::gradient ? gradient_direction(map, cell) : kUnitMoves[step];
}

// Of E, N, W, S; infinite where there is no value.
std::array<double, 4> FlowField::neighbor_distances(const GridMap& map, CellIndex cell) const {
  std::array<double, 4> distances{};
  for (std::size_t move = 0; move < 4; ++move) {
    const CellIndex to = map.target(cell, move);
    distances[move] = to == kNoCell ? kInfinity : distances_[to];
  }
  return distances;
}

Vec3 FlowField::slope(const GridMap& map, CellIndex cell) const {
  const double here = distances_[cell];
  const auto difference = [&](double before, double after) {
    if (before == kInfinity) return after == kInfinity ? 0.0 : 2.0 * (here - after);
    return after == kInfinity ? 2.0 * (before - here) : before - after;
  };
  const std::array<double, 4> around = neighbor_distances(map, cell);
  return {difference(around[2], around[0]), difference(around[3], around[1]), 0.0};
}

// A slope toward a neighbor without a value is none: it would press bodies against what is there. Where the
// slope is zero, or toward a cell without a move to it or no nearer to a goal, the neighbor rule helps.
Vec3 FlowField::gradient_direction(const GridMap& map, CellIndex cell) const {
  const std::array<double, 4> around = neighbor_distances(map, cell);
  Vec3 down = slope(map, cell);
  if (around[down.x > 0.0 ? 0 : 2] == kInfinity) down.x = 0.0;
  if (around[down.y > 0.0 ? 1 : 3] == kInfinity) down.y = 0.0;
  down = drover::direction(down);
  if (down != Vec3{}) {
    const CellIndex to = map.target(cell, nearest_move(down));
    if (to != kNoCell && distances_[to] < distances_[cell]) return down;
  }
  return kUnitMoves[steps_[cell]];
}

Vec3 FlowField::sample(const GridMap& map, Vec3 p, Sampling sampling) const {
  const GridFrame& frame = map.frame();
  const CellIndex cell = frame.index_at(p);
  const Vec3 own = direction(map, cell);
  if (sampling == Sampling::nearest || own == Vec3{}) return own;

  const GridFrame::Around around = frame.around(p);
  Vec3 sum;
  double weights = 0.0;
  for (std::size_t k = 0; k < around.cells.size(); ++k) {
    const CellIndex corner = around.cells[k];
    if (steps_[corner] == kNoStep) continue;
    // The cells around a point are its own and neighbors of that.
    if (!map.has_all_moves(cell) && !is_cell_or_neighbor(map, cell, corner)) continue;
    const double weight = (k % 2 == 1 ? around.x : 1.0 - around.x) * (k / 2 == 1 ? around.y : 1.0 - around.y);
    sum += direction(map, corner) * weight;
    weights += weight;
  }
  // Opposite directions cancel; and the mean of two ways round a corner may lead into it.
  constexpr double kMinLength = 0.25;
  if (!(length(sum) >= kMinLength * weights)) return own;
  const Vec3 mean = drover::direction(sum);
  const CellIndex ahead = frame.index_within(p + mean * frame.cell_size);
  return ahead != kNoCell && is_cell_or_neighbor(map, cell, ahead) ? mean : own;
}

void FlowField::descend(const GridMap& map, CellIndex from, std::vector<CellIndex>& cells) const {
  cells.clear();
  if (!is_reached(from)) return;
  cells.push_back(from);
  while (steps_[cells.back()] != kNoStep)
    cells.push_back(map.frame().neighbor(cells.back(), steps_[cells.back()]));
}

}  // namespace drover
