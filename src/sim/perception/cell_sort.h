// Two-pass bucket sort of the agents by grid cell: scatter to buckets that fit L2, counting-sort each.
//
// A single counting sort of a million agents would write each one to an unrelated cache line. The first pass
// therefore scatters the agents to buckets, runs of consecutive cells with as many agents as fit the cache;
// the second pass sorts each bucket by itself. A thread that scatters writes a few sequential streams, a
// thread that sorts a bucket stays in it, and two threads share cache lines only where buckets meet. Few
// agents are one bucket, which needs no scatter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned.h"
#include "core/fixed_sum.h"
#include "core/worker_pool.h"
#include "sim/perception/sorted_agent.h"

namespace drover {

class CellSort {
 public:
  static FixedScale heading_scale() { return FixedScale::for_bound(1.0); }

  // The cell of an agent that is in none.
  static constexpr std::uint32_t kNoCell = static_cast<std::uint32_t>(-1);

  // By agent. The headings may be empty; sorted agents then have heading 0.
  struct Agents {
    std::span<const std::uint32_t> cell;
    std::span<const double> x, y, hx, hy;

    std::size_t size() const { return cell.size(); }
    SortedAgent sorted_agent(std::size_t i) const;
  };

  // The sort is stable, so the result does not depend on the workers. Reserves memory for `max_cells`, which
  // later sorts of as many agents may need.
  void sort(const Agents& agents, std::size_t cell_count, std::size_t max_cells, WorkerPool& workers);

  // Per cell, where its agents start; one more at the end.
  std::span<const std::uint32_t> starts() const { return start_; }
  // In the order of the cells, and by ascending index within a cell.
  std::span<const SortedAgent> sorted_agents() const { return sorted_; }

 private:
  void choose_buckets(std::size_t agent_count, std::size_t cell_count, const WorkerPool& workers);
  void reserve(std::size_t agent_count, std::size_t max_buckets, const WorkerPool& workers);
  void sort_one_bucket(const Agents& agents);
  void count_buckets(std::span<const std::uint32_t> cells, std::span<std::uint32_t> counts) const;
  void sum_bucket_counts();
  void scatter(const Agents& agents, std::size_t part);
  void sort_bucket(std::size_t bucket, AlignedVector<SortedAgent>& copy);
  std::span<std::uint32_t> bucket_counts(std::size_t part) {
    return std::span(bucket_counts_).subspan(part * bucket_count_, bucket_count_);
  }

  std::vector<std::uint32_t> start_;
  AlignedVector<SortedAgent> sorted_;

  Chunks parts_;              // of the agents
  unsigned bucket_bits_ = 0;  // a bucket has 2 to the power of this cells
  std::size_t bucket_count_ = 1;
  std::vector<std::uint32_t> bucket_counts_;  // per part and bucket: agents, then the next free index
  std::vector<std::uint32_t> bucket_start_;   // per bucket, where its agents start; one more at the end
  std::vector<AlignedVector<SortedAgent>> buckets_;  // per worker: a copy of the bucket it sorts
};

}  // namespace drover
