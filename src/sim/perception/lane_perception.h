// Neighbors searched and summed for four agents at a time (sim/pair_lanes.h), with the results of
// sim/plain_perception.h.
#pragma once

#include <array>

#include "sim/perception/plain_perception.h"

namespace drover {

class LanePerception {
 public:
  // Puts what the kernel reads of everybody into the order of the cells; once before the chunks of a run.
  static void prepare(PerceptionPass& pass, const World& world, const NeighborGrid& grid,
                      WorkerPool& workers);

  LanePerception(PerceptionPass& pass, const World& world, const NeighborGrid& grid, std::size_t worker);

  // Writes the results of the agents at these places.
  void run(Places places);

 private:
  // What the sums of a lane are counted in.
  struct Scales {
    FixedScale displacement = FixedScale::for_bound(1.0);
    FixedScale push = FixedScale::for_bound(1.0);
  };
  void take_block(std::size_t first, std::size_t end);
  bool anybody_asks() const;
  void fetch_rows() const;
  void set_terms();
  void set_terms(std::size_t lane, AgentIndex i);
  NeighborGrid::CellBox candidate_cells() const;
  void find_stretches();
  void store_results();

  const PerceptionPass& pass_;
  const World& world_;
  const NeighborGrid& grid_;
  NeighborGrid::CellReach reach_;
  std::int64_t longest_;  // block, in cells
  bool looks_closely_;    // whether candidates are where the block is, or all those of its cells
  PerceptionScratch& scratch_;
  Perceived& result_;
  lanes::Columns columns_;
  lanes::Block block_;
  NeighborGrid::CellBox cells_ = {};  // of the block
  std::array<Scales, lanes::kLanes> scales_;
  bool terms_are_set_ = false;
  bool through_edges_ = false;
};

}  // namespace drover
