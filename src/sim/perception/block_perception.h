// Neighbors searched for four agents at a time, for all perceptions of a step that reach about equally far at
// once (block_lanes.h), with the results of plain_perception.h. What has no loop in the lanes is left to the
// plain form, which gets the neighbors that were found here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/geometry/nearby_walls.h"
#include "sim/perception/block_search.h"
#include "sim/perception/perception.h"
#include "sim/perception/plain_perception.h"

namespace drover {

// Calls visit(lane) for the lanes whose bits are set.
template <class Visit>
void for_lanes(lanes::LaneBits bits, Visit&& visit) {
  for (std::size_t lane = 0; lane < lanes::kLanes; ++lane) {
    if ((bits >> lane & 1) != 0) visit(lane);
  }
}

constexpr lanes::LaneBits lane_bit(std::size_t lane) {
  return static_cast<lanes::LaneBits>(1u << lane);
}

class BlockPerception {
 public:
  // Sorts the columns that the loops read by cell; once before the chunks of a run. Of the passes only those
  // count that are found in blocks, one at least.
  static void prepare(std::span<PerceptionPass> passes, const World& world, const NeighborGrid& grid,
                      WorkerPool& workers);

  // Puts those together that one search serves best; returns how many groups there are.
  static std::uint32_t make_groups(std::span<PerceptionPass> passes);

  BlockPerception(std::span<PerceptionPass> passes, const World& world, const NeighborGrid& grid,
                  std::uint32_t group, std::size_t worker);

  // Writes the results of the sorted agents in the range.
  void run(IndexRange range);

 private:
  // The agents of the block that ask for the pass.
  lanes::LaneBits subscribers(const PerceptionPass& pass) const;
  AgentIndex agent(std::size_t lane) const { return static_cast<AgentIndex>(block_.agent[lane]); }

  LaneParameters& parameters(PerceptionPass& pass) const { return pass.scratch_[worker_].lanes; }
  // The index of the agent that a candidate is.
  AgentIndex index_of(std::uint32_t candidate) const {
    return block_.sorted_agents[candidates_.position[candidate]].agent;
  }
  // From the agent of a lane to a candidate [m].
  Vec3 displacement(std::uint32_t candidate, std::size_t lane) const {
    const double dz = grid_.is_spatial() ? candidates_.dz[candidate].at[lane] : 0.0;
    return {candidates_.dx[candidate].at[lane], candidates_.dy[candidate].at[lane], dz};
  }
  lanes::VectorColumns velocities() const {
    return {columns_.velocity_x.data(), columns_.velocity_y.data(), columns_.velocity_z.data()};
  }
  double shortest_reach() const;

  bool find_candidates();
  void set_parameters(PerceptionPass& pass, lanes::LaneBits lanes);
  void gather();
  // Whether so many candidates are around, or so many times as many, that the nearest are looked for outward.
  bool is_crowd(const PerceptionPass& pass, std::size_t times) const;
  void look_outward(PerceptionPass& pass);
  void perceive(PerceptionPass& pass, lanes::LaneBits lanes);
  void select(PerceptionPass& pass, lanes::LaneBits lanes);
  bool is_hidden(std::uint32_t candidate, std::size_t lane);
  void keep_before_walls(lanes::LaneBits lanes);
  void keep_nearest(std::size_t most);
  void drop_ties(std::size_t lane, double distance2, std::size_t surplus);
  // In block_results.cpp.
  struct Rows;
  void store_sums(PerceptionPass& pass, lanes::LaneBits lanes);
  void store_counts(const PerceptionPass& pass, const Rows& rows) const;
  void store_vectors(PerceptionPass& pass, const Rows& rows) const;
  void store_columns(const PerceptionPass& pass, const Rows& rows) const;
  void store_forces(PerceptionPass& pass, lanes::LaneBits lanes);
  void store_argmins(PerceptionPass& pass, lanes::LaneBits lanes);
  void find_keys(const Law<ArgMin>& law, lanes::LaneBits lanes);
  void find_least(lanes::LaneBits lanes, bool hides, lanes::LeastKey& least);
  PlainPerception neighbors_of(PerceptionPass& pass, std::size_t lane);

  bool belongs(const PerceptionPass& pass) const { return pass.group_ == group_; }

  std::span<PerceptionPass> passes_;
  std::uint32_t group_;
  const World& world_;
  const NeighborGrid& grid_;
  std::size_t worker_;
  PerceptionScratch& scratch_;  // of the first pass of the group: the candidates of all
  const LaneColumns& columns_;
  BlockSearch search_;
  const PerceptionPass* large_bodies_ = nullptr;
  const lanes::BlockLoops& loops_;
  lanes::Gathering block_ = {};
  lanes::Candidates candidates_ = {};
  lanes::Selection selection_ = {};
  std::uint64_t candidate_count_ = 0;
  bool through_edges_ = false;
  bool measures_ = false;  // whether distances and what is ahead are asked for
  bool is_gathered_ = false;
  bool has_walls_ = false;                                       // whether any were looked up for the block
  lanes::Quad sight_ = {};                                       // how far away a neighbor can be [m]
  std::array<std::optional<NearbyWalls>, lanes::kLanes> walls_;  // within sight, looked up when asked for
};

}  // namespace drover
