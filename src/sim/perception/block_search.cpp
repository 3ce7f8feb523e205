#include "sim/perception/block_search.h"

#include <algorithm>
#include <cmath>

#include "core/det_math.h"
#include "sim/perception/perception.h"
#include "sim/state/world.h"

namespace drover {
namespace {

// A block extends over at most this many reaches, or cells: every lane is compared with the candidates of
// all.
constexpr std::int64_t kMaxReaches = 3;
constexpr std::int64_t kMaxCells = 8;
// Where the reach is a smaller fraction of the height of a row than this, most agents have no neighbor in
// other rows, and it pays to bound the positions of a block within its row.
constexpr double kMaxRowFraction = 0.25;

}  // namespace

BlockSearch::BlockSearch(const World& world, const NeighborGrid& grid, double shortest_reach,
                         std::vector<IndexRange>& ranges)
    : world_(world),
      grid_(grid),
      ranges_(ranges),
      max_columns_(std::max(kMaxReaches * grid.cells_within(shortest_reach).columns, kMaxCells)) {}

void BlockSearch::take(std::size_t first, std::size_t end, lanes::BlockAgents& block) {
  const std::span<const SortedAgent> sorted_agents = grid_.sorted_agents();
  const std::uint32_t first_cell = sorted_agents[first].cell;
  const std::uint32_t row = first_cell / grid_.columns();
  const std::uint32_t row_begin = row * grid_.columns();
  const std::uint32_t cell_end = static_cast<std::uint32_t>(
      std::min<std::int64_t>(row_begin + grid_.columns(), first_cell + max_columns_ + 1));
  std::uint32_t last_cell = first_cell;
  const std::size_t block_end = std::min(end, first + lanes::kLanes);
  std::size_t k = first;
  for (; k < block_end; ++k) {
    if (sorted_agents[k].cell >= cell_end) break;
    last_cell = sorted_agents[k].cell;
    block.x[k - first] = sorted_agents[k].x;
    block.y[k - first] = sorted_agents[k].y;
    block.agent[k - first] = sorted_agents[k].agent;
  }
  for (std::size_t lane = k - first; lane < lanes::kLanes; ++lane)
    block.x[lane] = kInfinity;
  block.first = static_cast<std::uint32_t>(first);
  block.count = static_cast<std::uint32_t>(k - first);
  cells_ = {first_cell - row_begin, last_cell - row_begin, row, row};
  if (!grid_.is_spatial()) return;
  std::copy_n(&grid_.sorted_z()[first], k - first, block.z);
  cells_.first_layer = cells_.last_layer = row / grid_.rows();
  cells_.first_row = cells_.last_row = row % grid_.rows();
}

void BlockSearch::set_reach(double reach) {
  if (reach == reach_) return;
  reach_ = reach;
  cell_reach_ = grid_.cells_within(reach);
  bounds_positions_ = reach < kMaxRowFraction * grid_.row_height();
}

BlockSearch::Box BlockSearch::box_around(const lanes::BlockAgents& block) {
  const Vec3 first{block.x[0], block.y[0], block.z[0]};
  Box box{first, first};
  for (std::size_t lane = 1; lane < block.count; ++lane) {
    box.low = {smaller(box.low.x, block.x[lane]), smaller(box.low.y, block.y[lane]),
               smaller(box.low.z, block.z[lane])};
    box.high = {larger(box.high.x, block.x[lane]), larger(box.high.y, block.y[lane]),
                larger(box.high.z, block.z[lane])};
  }
  return box;
}

NeighborGrid::CellBlock BlockSearch::candidate_cells(const lanes::BlockAgents& block) const {
  if (!bounds_positions_) {
    return {cells_.first - cell_reach_.columns,      cells_.last + cell_reach_.columns,
            cells_.first_row - cell_reach_.rows,     cells_.last_row + cell_reach_.rows,
            cells_.first_layer - cell_reach_.layers, cells_.last_layer + cell_reach_.layers};
  }
  const Box around = box_around(block);
  return grid_.cells_around(around.low, around.high, reach_);
}

bool BlockSearch::find_ranges(const PerceptionPass* large, lanes::BlockAgents& block) {
  ranges_.clear();
  const std::uint32_t first = block.first;
  const std::uint32_t last = first + block.count;
  bool through_edges = grid_.visit_cells(candidate_cells(block), [&](std::uint32_t begin, std::uint32_t end) {
    if (end <= first || begin >= last) {
      ranges_.push_back({begin, end});
      return;
    }
    if (begin < first) ranges_.push_back({begin, first});
    if (last < end) ranges_.push_back({last, end});
  });
  if (large != nullptr) {
    const Box around = box_around(block);
    const std::size_t found = ranges_.size();
    large->add_large_bodies(world_,
                            {.center = (around.low + around.high) * 0.5,
                             .half_width = 0.5 * (around.high.x - around.low.x),
                             .half_height = 0.5 * (around.high.y - around.low.y),
                             .half_depth = 0.5 * (around.high.z - around.low.z),
                             .reach = reach_,
                             .own = {first, last}},
                            ranges_);
    through_edges = through_edges || (ranges_.size() > found && world_.model().bounds.wraps());
  }
  block.ranges = ranges_.data();
  block.range_count = ranges_.size();
  return through_edges;
}

}  // namespace drover
