// Sorts the agents into the cells of a grid, by counting, and puts what others see of them side by side.
//
// A million agents in any order would each be put to a place far from the last one. So they are dealt into
// shares first, cells that follow one another with as many agents as fit the nearest caches, and then each
// share is sorted by itself. Whoever deals writes a few streams, whoever sorts a share stays in it, and no
// two threads write the same cache lines but where shares meet. A small world is one share and is not dealt.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned.h"
#include "core/fixed_sum.h"
#include "core/worker_pool.h"
#include "sim/perception/pair_lanes.h"

namespace drover {

class CellSort {
 public:
  // An agent as others see it; the heading is 0 where none is given.
  using Sight = lanes::Sight;
  static FixedScale heading_scale() { return FixedScale::for_bound(1.0); }

  // The cell of an agent that is in none.
  static constexpr std::uint32_t kNoCell = static_cast<std::uint32_t>(-1);

  // By agent. The headings may be empty.
  struct Agents {
    std::span<const std::uint32_t> cell;
    std::span<const double> x, y, hx, hy;

    std::size_t size() const { return cell.size(); }
    Sight sight(std::size_t i) const;
  };

  // The sort is stable, so the workers do not show in it. Memory is taken for `most_cells`, which later sorts
  // of as many agents may need.
  void sort(const Agents& agents, std::size_t cell_count, std::size_t most_cells, WorkerPool& workers);

  // Per cell, where its agents start; one more at the end.
  std::span<const std::uint32_t> starts() const { return start_; }
  // In the order of the cells, and by ascending index within a cell.
  std::span<const Sight> sights() const { return sights_; }

 private:
  void choose_shares(std::size_t agent_count, std::size_t cell_count, const WorkerPool& workers);
  void make_room(std::size_t agent_count, std::size_t most_shares, const WorkerPool& workers);
  void sort_at_once(const Agents& agents);
  void count_shares(std::span<const std::uint32_t> cells, std::span<std::uint32_t> counts) const;
  void place_shares();
  void deal(const Agents& agents, std::size_t part);
  void sort_share(std::size_t share, AlignedVector<Sight>& hand);
  std::span<std::uint32_t> dealt(std::size_t part) {
    return std::span(dealt_).subspan(part * share_count_, share_count_);
  }

  std::vector<std::uint32_t> start_;
  AlignedVector<Sight> sights_;

  Chunks parts_;             // of the agents
  unsigned share_bits_ = 0;  // a share has 2 to the power of this cells
  std::size_t share_count_ = 1;
  std::vector<std::uint32_t> dealt_;         // per part and share: agents, then where the next one goes
  std::vector<std::uint32_t> share_start_;   // per share, where its agents start; one more at the end
  std::vector<AlignedVector<Sight>> hands_;  // per worker: the share it sorts, as it was dealt
};

}  // namespace drover
