// Neighbors searched and summed for four agents at a time (pair_lanes.h), with the results of
// plain_perception.h.
#pragma once

#include <array>

#include "sim/perception/block_search.h"
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
  void set_parameters();
  void set_parameters(std::size_t lane, AgentIndex i);
  void store_results();
  void store_heights();

  const PerceptionPass& pass_;
  const World& world_;
  PerceptionScratch& scratch_;
  BlockSearch search_;
  Perceived& result_;
  lanes::Columns columns_;
  lanes::Block block_;
  std::array<Scales, lanes::kLanes> scales_;
  bool parameters_are_set_ = false;
  bool is_unclamped_ = false;  // whether clamped pushes are rare in the block
};

}  // namespace drover
