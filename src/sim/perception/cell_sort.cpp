#include "sim/perception/cell_sort.h"

#include <algorithm>
#include <bit>

namespace drover {
namespace {

// A share or its copy fits the second cache of a core.
constexpr std::size_t kAgentsPerShare = 16384;
constexpr std::size_t kSharesPerWorker = 4;
// Dealing writes to as many places at a time, and each part of the agents has a count of each.
constexpr std::size_t kMostShares = 1024;
constexpr std::size_t kMostParts = 64;

// Turns the numbers of agents in cells that follow one another into where each begins.
void place_cells(std::span<std::uint32_t> counts, std::uint32_t place) {
  for (std::uint32_t& count : counts) {
    const std::uint32_t next = place + count;
    count = place;
    place = next;
  }
}

}  // namespace

CellSort::Sight CellSort::Agents::sight(std::size_t i) const {
  const FixedScale scale = heading_scale();
  const bool has_heading = !hx.empty();
  return {.x = x[i],
          .y = y[i],
          .heading_x = has_heading ? scale.to_fixed(hx[i]) : 0,
          .heading_y = has_heading ? scale.to_fixed(hy[i]) : 0,
          .agent = static_cast<std::uint32_t>(i),
          .cell = cell[i]};
}

// Where an agent goes is looked up one cell further on in start_, and moved on with each: in the end each
// entry tells where the agents of its own cell begin.
void CellSort::sort(const Agents& agents, std::size_t cell_count, std::size_t most_cells,
                    WorkerPool& workers) {
  choose_shares(agents.size(), cell_count, workers);
  start_.reserve(most_cells + 1);
  sights_.reserve(agents.size());
  start_.resize(cell_count + 1);
  start_.front() = 0;
  if (share_count_ == 1) return sort_at_once(agents);
  dealt_.resize(parts_.number() * share_count_);
  share_start_.resize(share_count_ + 1);
  workers.run(parts_.number(), [&](std::size_t part, std::size_t) {
    const std::size_t begin = parts_.begin(part);
    count_shares(agents.cell.subspan(begin, parts_.end(part) - begin), dealt(part));
  });
  place_shares();
  sights_.resize(share_start_.back());
  workers.run(parts_.number(), [&](std::size_t part, std::size_t) { deal(agents, part); });
  workers.run(share_count_,
              [&](std::size_t share, std::size_t worker) { sort_share(share, hands_[worker]); });
}

void CellSort::choose_shares(std::size_t agent_count, std::size_t cell_count, const WorkerPool& workers) {
  std::size_t wanted = agent_count / kAgentsPerShare + 1;
  if (workers.size() > 1) wanted = std::max(wanted, kSharesPerWorker * workers.size());
  wanted = std::min(wanted, kMostShares);
  share_bits_ = static_cast<unsigned>(std::bit_width(cell_count / wanted));
  share_count_ = ((cell_count - 1) >> share_bits_) + 1;
  parts_ = {agent_count, std::max(workers.agents_per_chunk(), agent_count / kMostParts + 1)};
  if (wanted > 1) make_room(agent_count, wanted, workers);
}

// For any number of cells, so that later steps allocate nothing.
void CellSort::make_room(std::size_t agent_count, std::size_t most_shares, const WorkerPool& workers) {
  dealt_.reserve(parts_.number() * most_shares);
  share_start_.reserve(most_shares + 1);
  if (hands_.size() < workers.size()) hands_.resize(workers.size());
  for (AlignedVector<Sight>& hand : hands_)
    hand.reserve(agent_count);  // a crowd may be all in one share; what is not used takes no memory
}

void CellSort::sort_at_once(const Agents& agents) {
  std::span<std::uint32_t> next = std::span(start_).subspan(1);
  std::fill(next.begin(), next.end(), 0);
  std::size_t count = 0;
  for (const std::uint32_t cell : agents.cell) {
    if (cell == kNoCell) continue;
    ++next[cell];
    ++count;
  }
  place_cells(next, 0);
  sights_.resize(count);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (agents.cell[i] != kNoCell) sights_[next[agents.cell[i]]++] = agents.sight(i);
  }
}

void CellSort::count_shares(std::span<const std::uint32_t> cells, std::span<std::uint32_t> counts) const {
  std::fill(counts.begin(), counts.end(), 0);
  for (const std::uint32_t cell : cells) {
    if (cell != kNoCell) ++counts[cell >> share_bits_];
  }
}

// Parts and the agents in them are taken in ascending index, so agents stay ascending within a share.
void CellSort::place_shares() {
  std::uint32_t place = 0;
  for (std::size_t share = 0; share < share_count_; ++share) {
    share_start_[share] = place;
    for (std::size_t part = 0; part < parts_.number(); ++part) {
      std::uint32_t& next = dealt(part)[share];
      const std::uint32_t count = next;
      next = place;
      place += count;
    }
  }
  share_start_.back() = place;
}

void CellSort::deal(const Agents& agents, std::size_t part) {
  const std::span<std::uint32_t> next = dealt(part);
  for (std::size_t i = parts_.begin(part); i < parts_.end(part); ++i) {
    if (agents.cell[i] != kNoCell) sights_[next[agents.cell[i] >> share_bits_]++] = agents.sight(i);
  }
}

void CellSort::sort_share(std::size_t share, AlignedVector<Sight>& hand) {
  const std::size_t first = share << share_bits_;
  const std::size_t last = std::min(start_.size() - 1, (share + 1) << share_bits_);
  const std::span<std::uint32_t> next = std::span(start_).subspan(first + 1, last - first);
  std::fill(next.begin(), next.end(), 0);
  hand.assign(sights_.begin() + share_start_[share], sights_.begin() + share_start_[share + 1]);
  for (const Sight& sight : hand)
    ++next[sight.cell - first];
  place_cells(next, share_start_[share]);
  for (const Sight& sight : hand)
    sights_[next[sight.cell - first]++] = sight;
}

}  // namespace drover
