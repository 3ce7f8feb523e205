#include "sim/perception/cell_sort.h"

#include <algorithm>
#include <bit>

namespace drover {
namespace {

// A bucket or its copy fits the second cache of a core.
constexpr std::size_t kAgentsPerBucket = 16384;
constexpr std::size_t kBucketsPerWorker = 4;
// The scatter writes as many streams at a time, and each part of the agents has a count per bucket.
constexpr std::size_t kMaxBuckets = 1024;
constexpr std::size_t kMaxParts = 64;

// Turns the numbers of agents in consecutive cells into the indices where the cells start.
void exclusive_prefix_sum(std::span<std::uint32_t> counts, std::uint32_t start) {
  for (std::uint32_t& count : counts) {
    const std::uint32_t next = start + count;
    count = start;
    start = next;
  }
}

}  // namespace

SortedAgent CellSort::Agents::sorted_agent(std::size_t i) const {
  const FixedScale scale = heading_scale();
  const bool has_heading = !hx.empty();
  return {.x = x[i],
          .y = y[i],
          .heading_x = has_heading ? scale.to_fixed(hx[i]) : 0,
          .heading_y = has_heading ? scale.to_fixed(hy[i]) : 0,
          .agent = static_cast<std::uint32_t>(i),
          .cell = cell[i]};
}

// While sorting, start_[cell + 1] is the next free index of the cell and is incremented with each agent; at
// the end it is the end of the cell, which is the start of the next one.
void CellSort::sort(const Agents& agents, std::size_t cell_count, std::size_t max_cells,
                    WorkerPool& workers) {
  choose_buckets(agents.size(), cell_count, workers);
  start_.reserve(max_cells + 1);
  sorted_.reserve(agents.size());
  start_.resize(cell_count + 1);
  start_.front() = 0;
  if (bucket_count_ == 1) return sort_one_bucket(agents);
  bucket_counts_.resize(parts_.number() * bucket_count_);
  bucket_start_.resize(bucket_count_ + 1);
  workers.run(parts_.number(), [&](std::size_t part, std::size_t) {
    const std::size_t begin = parts_.begin(part);
    count_buckets(agents.cell.subspan(begin, parts_.end(part) - begin), bucket_counts(part));
  });
  sum_bucket_counts();
  sorted_.resize(bucket_start_.back());
  workers.run(parts_.number(), [&](std::size_t part, std::size_t) { scatter(agents, part); });
  workers.run(bucket_count_,
              [&](std::size_t bucket, std::size_t worker) { sort_bucket(bucket, buckets_[worker]); });
}

void CellSort::choose_buckets(std::size_t agent_count, std::size_t cell_count, const WorkerPool& workers) {
  std::size_t wanted = agent_count / kAgentsPerBucket + 1;
  if (workers.size() > 1) wanted = std::max(wanted, kBucketsPerWorker * workers.size());
  wanted = std::min(wanted, kMaxBuckets);
  bucket_bits_ = static_cast<unsigned>(std::bit_width(cell_count / wanted));
  bucket_count_ = ((cell_count - 1) >> bucket_bits_) + 1;
  parts_ = {agent_count, std::max(workers.agents_per_chunk(), agent_count / kMaxParts + 1)};
  if (wanted > 1) reserve(agent_count, wanted, workers);
}

// For any number of cells, so that later sorts allocate nothing.
void CellSort::reserve(std::size_t agent_count, std::size_t max_buckets, const WorkerPool& workers) {
  bucket_counts_.reserve(parts_.number() * max_buckets);
  bucket_start_.reserve(max_buckets + 1);
  if (buckets_.size() < workers.size()) buckets_.resize(workers.size());
  for (AlignedVector<SortedAgent>& copy : buckets_)
    copy.reserve(agent_count);  // all agents may be in one bucket; untouched pages take no memory
}

void CellSort::sort_one_bucket(const Agents& agents) {
  std::span<std::uint32_t> next = std::span(start_).subspan(1);
  std::fill(next.begin(), next.end(), 0);
  std::size_t count = 0;
  for (const std::uint32_t cell : agents.cell) {
    if (cell == kNoCell) continue;
    ++next[cell];
    ++count;
  }
  exclusive_prefix_sum(next, 0);
  sorted_.resize(count);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (agents.cell[i] != kNoCell) sorted_[next[agents.cell[i]]++] = agents.sorted_agent(i);
  }
}

void CellSort::count_buckets(std::span<const std::uint32_t> cells, std::span<std::uint32_t> counts) const {
  std::fill(counts.begin(), counts.end(), 0);
  for (const std::uint32_t cell : cells) {
    if (cell != kNoCell) ++counts[cell >> bucket_bits_];
  }
}

// Parts and the agents in them are taken in ascending index, so agents stay ascending within a bucket.
void CellSort::sum_bucket_counts() {
  std::uint32_t start = 0;
  for (std::size_t bucket = 0; bucket < bucket_count_; ++bucket) {
    bucket_start_[bucket] = start;
    for (std::size_t part = 0; part < parts_.number(); ++part) {
      std::uint32_t& next = bucket_counts(part)[bucket];
      const std::uint32_t count = next;
      next = start;
      start += count;
    }
  }
  bucket_start_.back() = start;
}

void CellSort::scatter(const Agents& agents, std::size_t part) {
  const std::span<std::uint32_t> next = bucket_counts(part);
  for (std::size_t i = parts_.begin(part); i < parts_.end(part); ++i) {
    if (agents.cell[i] != kNoCell) sorted_[next[agents.cell[i] >> bucket_bits_]++] = agents.sorted_agent(i);
  }
}

void CellSort::sort_bucket(std::size_t bucket, AlignedVector<SortedAgent>& copy) {
  const std::size_t first = bucket << bucket_bits_;
  const std::size_t last = std::min(start_.size() - 1, (bucket + 1) << bucket_bits_);
  const std::span<std::uint32_t> next = std::span(start_).subspan(first + 1, last - first);
  std::fill(next.begin(), next.end(), 0);
  copy.assign(sorted_.begin() + bucket_start_[bucket], sorted_.begin() + bucket_start_[bucket + 1]);
  for (const SortedAgent& agent : copy)
    ++next[agent.cell - first];
  exclusive_prefix_sum(next, bucket_start_[bucket]);
  for (const SortedAgent& agent : copy)
    sorted_[next[agent.cell - first]++] = agent;
}

}  // namespace drover
