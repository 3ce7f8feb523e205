// The scalar perception: neighbors searched and summed for one agent after the other, for every neighborhood,
// sum and force. The most frequent ones have a faster form in lane_perception.h with the same results.
#pragma once

#include "sim/perception/perception.h"

namespace drover {

// Limits that follow from masses and forces can be absurdly small or large; sums need a bound to scale by.
inline constexpr double kMinBound = 1e-100;
inline constexpr double kMaxBound = 1e100;

class PlainPerception {
 public:
  PlainPerception(PerceptionPass& pass, const World& world, const NeighborGrid& grid, std::size_t worker);

  // Writes the results of the sorted agents in the range.
  void run(IndexRange range);

  // The same in parts, for one agent whose neighbors others find: these are put into the buffer.
  void find_neighbors(AgentIndex i);
  PerceptionScratch::Buffer& neighbors() { return buffer_; }
  void keep_nearest(std::size_t count);
  void reduce(AgentIndex i);
  void find_argmin(const ArgMin* rule, AgentIndex i, std::vector<AgentIndex>& out);
  void sum_force(std::size_t index, AgentIndex i);
  void store_list(AgentIndex i);

 private:
  void find_ranges(AgentIndex i);
  double height_from(double z, AgentIndex other) const;
  void gather(AgentIndex i);
  void gather_nearest(AgentIndex i, std::size_t most);
  template <class Keep>
  void keep_where(Keep keep);
  void keep_before_walls(AgentIndex i);
  template <class Term>
  Vec3 sum_in_steps(const FixedScale& scale, Term term) const;
  template <class Term>
  double sum(Term term) const;
  void count_ahead(AgentIndex i);
  template <PairForce::Form form>
  Vec3 sum_pushes(const PushParameters& parameters, bool closest) const;
  std::size_t nearest() const;

  const PerceptionPass& pass_;
  const PerceptionSpec& spec_;
  const World& world_;
  const bool is_spatial_;
  const NeighborGrid& grid_;
  std::size_t worker_;
  PerceptionScratch& scratch_;
  PerceptionScratch::Buffer& buffer_;
  Perceived& result_;
};

}  // namespace drover
