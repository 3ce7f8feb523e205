// Neighbors searched and summed for four agents at a time (pair_lanes.h), with the results of
// plain_perception.h.
#pragma once

#include <array>

#include "sim/perception/plain_perception.h"

namespace drover {

class LanePerception {
 public:
  // Sorts the columns that the kernel reads by cell; once before the chunks of a run.
  static void prepare(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                      WorkerPool& workers);

  LanePerception(PerceptionPass& pass, const World& world, const NeighborGrid& grid, std::size_t worker);

  // Writes the results of the sorted agents in the range.
  void run(IndexRange range);

 private:
  // The units in which the sums of a lane are counted.
  struct Scales {
    FixedScale displacement = FixedScale::for_bound(1.0);
    FixedScale push = FixedScale::for_bound(1.0);
  };
  void take_block(std::size_t first, std::size_t end);
  void set_parameters();
  void set_parameters(std::size_t lane, AgentIndex i);
  struct Box {
    Vec3 low, high;
  };
  Box box() const;
  NeighborGrid::CellRange2d candidate_cells() const;
  void find_ranges();
  void store_results();

  const PerceptionPass& pass_;
  const World& world_;
  const NeighborGrid& grid_;
  std::int64_t max_columns_;  // of a block
  // Of the present block: how far its agents look for all but large bodies [m], in cells too, and whether
  // around their positions or around their cells.
  double reach_ = -1.0;
  NeighborGrid::CellReach cell_reach_ = {};
  bool bounds_positions_ = false;
  PerceptionScratch& scratch_;
  Perceived& result_;
  lanes::Columns columns_;
  lanes::Block block_;
  NeighborGrid::CellRange2d cells_ = {};  // of the block
  std::array<Scales, lanes::kLanes> scales_;
  bool parameters_are_set_ = false;
  bool is_unclamped_ = false;  // whether clamped pushes are rare in the block
  bool through_edges_ = false;
};

}  // namespace drover
