#include "sim/perception/close_pairs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

namespace drover {
namespace {

// Of a list, for each agent.
constexpr std::size_t kMostPairs = 8;
// The first list is to last at least so many states. Later ones last as long as costs least, at most so many.
constexpr double kFirstAge = 16.0;
constexpr double kMostAge = 256.0;
// No skin is more than this many times wider than the one before.
constexpr double kSkinGrowth = 4.0;
// The part of the pairs there is room for that a skin may be expected to fill.
constexpr double kFilled = 0.75;
// What making a list costs, in tests of a listed pair: sorting an agent into cells and visiting those around
// it, testing a candidate, and bringing a pair into order.
constexpr double kAgentCost = 32.0;
constexpr double kCandidateCost = 1.5;
constexpr double kListedCost = 4.0;
// Strays are at most so many, and this part of the agents.
constexpr std::size_t kMaxStrays = 64;
constexpr std::size_t kAgentsPerStray = 16;
// A body is large if its radius is this many times the mean; more of them than this many are common.
constexpr double kLargeFactor = 4.0;
constexpr std::size_t kMaxLargeBodies = 16;
// Agents are first asked so many at a time whether all of them have stayed.
constexpr AgentIndex kBlock = 64;

double square(double v) {
  return v * v;
}

}  // namespace

std::size_t ClosePairs::most_pairs() const {
  return kMostPairs * x_.size();
}

std::size_t ClosePairs::most_strays() const {
  return std::min(kMaxStrays, x_.size() / kAgentsPerStray);
}

void ClosePairs::find(const World& world, const AgentMotion& motion, WorkerPool& workers) {
  world_ = &world;
  motion_ = &motion;
  if (!is_listed_ || !find_strays(workers)) make_list(workers);
  ++age_;
  if (!is_crowded_) find_pairs(workers);
}

void ClosePairs::make_list(WorkerPool& workers) {
  x_ = motion_->x;
  y_ = motion_->y;
  const World& world = *world_;
  if (world.model().is_spatial()) z_.assign(motion_->z.entries().begin(), motion_->z.entries().end());
  radius_ = world.state.limits.radius;
  present_ = world.state.status.present;
  mark_.assign(x_.size(), 0);
  strays_.clear();
  reserve(workers);
  find_large_bodies();
  skin_ = choose_skin();
  ++searches_;
  age_ = 0;
  for (;;) {
    grid_.build(x_, y_, world.model().bounds,
                {.enabled = world.model().partition.enabled,
                 .size = typical_reach_ + skin_,
                 .split = 2.0,
                 .present = world.state.status.presence(),
                 .z = z_},
                workers);
    is_listed_ = list_pairs(workers);
    if (is_listed_ || skin_ == 0.0) break;
    // Too many: half the skin, and none where that hardly matters.
    skin_ = skin_ > 0.1 * typical_reach_ ? 0.5 * skin_ : 0.0;
  }
  is_crowded_ = !is_listed_;
}

// For any number of pairs that are kept, and for strays that each touch up to 64 others: more of them in one
// place may ask for memory once. Pages that are not written to take no memory.
void ClosePairs::reserve(const WorkerPool& workers) {
  constexpr std::size_t kPairsOfStrays = 64 * kMaxStrays;
  if (finds_.size() < workers.size()) finds_.resize(workers.size());
  for (Finds& finds : finds_)
    finds.pairs.reserve(most_pairs() + x_.size());
  listed_.reserve(most_pairs());
  found_.reserve(most_pairs() + kPairsOfStrays);
  merged_.reserve(most_pairs() + kPairsOfStrays);
  part_count_.reserve(workers.chunks_of(most_pairs()).number());
  large_.reserve(kMaxLargeBodies + 1);
  strays_.reserve(kMaxStrays + kBlock);
  apart_.reserve(kMaxLargeBodies + kMaxStrays);
  around_.reserve(kPairsOfStrays);
  speed2_.reserve(x_.size());
  has_moved_.reserve(x_.size() / kBlock + 1);
}

// A single body far larger than the others would make every stray look that much farther.
void ClosePairs::find_large_bodies() {
  large_.clear();
  const std::span<const double> radii = radius_.entries();
  const double sum = std::accumulate(radii.begin(), radii.end(), 0.0);
  const double mean = radii.empty() ? 0.0 : sum / static_cast<double>(radii.size());
  typical_reach_ = larger(2.0 * mean + reach_, 1e-3);
  largest_common_ = mean;
  apart_.clear();
  if (radius_.is_uniform()) return;
  const auto count = static_cast<AgentIndex>(radii.size());
  for (AgentIndex i = 0; i < count && large_.size() <= kMaxLargeBodies; ++i) {
    if (world_->is_present(i) && radii[i] > kLargeFactor * mean) large_.push_back(i);
  }
  if (large_.size() > kMaxLargeBodies) large_.clear();
  for (const AgentIndex i : large_)
    mark_[i] = kLarge;
  for (AgentIndex i = 0; i < count; ++i) {
    if (mark_[i] == 0) largest_common_ = larger(largest_common_, radii[i]);
  }
  apart_ = large_;
}

// The skin with which a state is expected to cost least: the wider, the longer a list lasts, in proportion,
// and the more pairs it has, as the square of their distance, in space as the cube. Follows from counts of
// the last list.
double ClosePairs::choose_skin() {
  // What the agents move by from state to state, but for those that may stray.
  double way = age_ > 1 ? 0.5 * skin_ / static_cast<double>(age_) : way_per_state();
  way = larger(way, 1e-3 * typical_reach_);
  if (searches_ == 0) return larger(2.0 * kFirstAge * way, typical_reach_);
  const auto most = static_cast<double>(most_pairs());
  const double listed = is_listed_ ? static_cast<double>(listed_.size()) : most;
  double best_skin = 0.0;
  double least_cost = kInfinity;
  for (double age = 0.0; age <= kMostAge; age = age == 0.0 ? 1.0 : 1.5 * age) {
    const double skin = 2.0 * way * age;
    const double growth = (typical_reach_ + skin) / (typical_reach_ + skin_);
    const double pairs = larger(listed, 1.0) * square(growth) * (z_.empty() ? 1.0 : growth);
    if (age > 0.0 && (pairs > kFilled * most || skin > kSkinGrowth * (typical_reach_ + skin_))) break;
    const double cost = search_cost_ / (age + 1.0) + pairs;
    if (cost >= least_cost) continue;
    least_cost = cost;
    best_skin = skin;
  }
  return best_skin;
}

// By the speed of the fastest agent, without as many as may stray [m].
double ClosePairs::way_per_state() {
  if (x_.empty()) return 0.0;
  speed2_.resize(x_.size());
  for (AgentIndex i = 0; i < x_.size(); ++i)
    speed2_[i] = world_->is_present(i) ? length2(motion_->velocity(i)) : 0.0;
  const auto fastest = speed2_.begin() + static_cast<std::ptrdiff_t>(most_strays());
  std::nth_element(speed2_.begin(), fastest, speed2_.end(), std::greater<>());
  return std::sqrt(*fastest) * world_->model().dt;
}

// Returns whether they are few enough to be kept.
bool ClosePairs::list_pairs(WorkerPool& workers) {
  for (Finds& finds : finds_) {
    finds.pairs.clear();
    finds.candidates = 0;
  }
  const Chunks chunks = workers.chunks_of(grid_.sorted_agents().size());
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t worker) {
    const auto first = static_cast<std::uint32_t>(chunks.begin(chunk));
    const auto last = static_cast<std::uint32_t>(chunks.end(chunk));
    z_.empty() ? list_pairs_of<false>(first, last, finds_[worker])
               : list_pairs_of<true>(first, last, finds_[worker]);
  });
  std::size_t count = 0;
  std::uint64_t candidates = 0;
  for (const Finds& finds : finds_) {
    count += finds.pairs.size();
    candidates += finds.candidates;
  }
  search_cost_ = kAgentCost * static_cast<double>(x_.size()) +
                 kCandidateCost * static_cast<double>(candidates) + kListedCost * static_cast<double>(count);
  if (count > most_pairs()) return false;
  sort_listed();
  return true;
}

// Of a range of the sorted agents. Each pair is seen from the larger body, so that a large one makes no other
// look farther, and of equal ones from the one that comes first. Ends where they are too many.
template <bool kIsSpatial>
void ClosePairs::list_pairs_of(std::uint32_t first, std::uint32_t last, Finds& finds) const {
  const std::span<const SortedAgent> sorted = grid_.sorted_agents();
  const Bounds& bounds = world_->model().bounds;
  const double reach = reach_ + skin_ + kSlack;
  const bool are_equal = radius_.is_uniform();
  const std::span<const double> heights = grid_.sorted_z();
  for (std::uint32_t k = first; k < last; ++k) {
    const SortedAgent& self = sorted[k];
    const Vec3 p{self.x, self.y, kIsSpatial ? heights[k] : 0.0};
    const double own = radius_[self.agent];
    double limit2 = square(2.0 * own + reach);
    grid_.visit_near(p, 2.0 * own + reach, [&](std::uint32_t begin, std::uint32_t end) {
      if (are_equal) begin = std::max(begin, k + 1);
      if (begin < end) finds.candidates += end - begin;
      for (std::uint32_t m = begin; m < end; ++m) {
        const SortedAgent& other = sorted[m];
        if (!are_equal) {
          const double radius = radius_[other.agent];
          if (radius > own || (radius == own && m <= k)) continue;
          limit2 = square(own + radius + reach);
        }
        const Vec3 q{other.x, other.y, kIsSpatial ? heights[m] : 0.0};
        if (length2(bounds.displacement(p, q)) >= limit2) continue;
        finds.pairs.push_back({std::min(self.agent, other.agent), std::max(self.agent, other.agent)});
      }
    });
    if (finds.pairs.size() > most_pairs()) return;
  }
}

// By a in a counting sort, then the few of each agent by b.
void ClosePairs::sort_listed() {
  place_.assign(x_.size() + 1, 0);
  for (const Finds& finds : finds_) {
    for (const Listed& pair : finds.pairs)
      ++place_[pair.a + 1];
  }
  std::partial_sum(place_.begin(), place_.end(), place_.begin());
  listed_.resize(place_.back());
  for (const Finds& finds : finds_) {
    for (const Listed& pair : finds.pairs)
      listed_[place_[pair.a]++] = pair;
  }
  // Where the pairs of an agent ended, those of the next one begin now.
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i + 1 < place_.size(); begin = place_[i], ++i) {
    std::sort(listed_.begin() + begin, listed_.begin() + place_[i],
              [](const Listed& left, const Listed& right) { return left.b < right.b; });
  }
}

// Returns whether they are few enough to be searched for by themselves.
bool ClosePairs::find_strays(WorkerPool& workers) {
  for (const AgentIndex i : strays_)
    mark_[i] &= kLarge;
  strays_.clear();
  has_grown_ = !(radius_ == world_->state.limits.radius);
  const auto count = static_cast<AgentIndex>(x_.size());
  const Chunks blocks{count, kBlock};
  has_moved_.resize(blocks.number());
  const Chunks chunks{blocks.number(), std::max<std::size_t>(workers.agents_per_chunk() / kBlock, 1)};
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t block = chunks.begin(chunk); block < chunks.end(chunk); ++block)
      has_moved_[block] = have_all_stayed(static_cast<AgentIndex>(blocks.begin(block)),
                                          static_cast<AgentIndex>(blocks.end(block)))
                              ? 0
                              : 1;
  });
  for (std::size_t block = 0; block < blocks.number(); ++block) {
    if (has_moved_[block] == 0) continue;
    for (std::size_t i = blocks.begin(block); i < blocks.end(block); ++i) {
      if (!has_stayed(static_cast<AgentIndex>(i))) strays_.push_back(static_cast<AgentIndex>(i));
    }
    if (strays_.size() > most_strays()) return false;
  }
  apart_.clear();
  for (const std::vector<AgentIndex>* agents : {&large_, &strays_}) {
    std::ranges::copy_if(*agents, std::back_inserter(apart_), [&](AgentIndex i) {
      return world_->is_present(i) && (agents == &large_ || mark_[i] == 0);
    });
  }
  for (const AgentIndex i : strays_)
    mark_[i] |= kStray;
  return true;
}

// Says no also where bodies have grown.
bool ClosePairs::have_all_stayed(AgentIndex begin, AgentIndex end) const {
  const SharedColumn<std::uint8_t>& present = world_->state.status.present;
  if (has_grown_ || present.is_uniform() != present_.is_uniform()) return false;
  if (!present.is_uniform()) {
    const auto now = present.entries().subspan(begin, end - begin);
    if (!std::ranges::equal(now, present_.entries().subspan(begin, end - begin))) return false;
  }
  if (!z_.empty()) {
    for (AgentIndex i = begin; i < end; ++i) {
      if (!has_stayed(i)) return false;
    }
    return true;
  }
  // Through an edge of a world that wraps the way may be shorter.
  const Bounds& bounds = world_->model().bounds;
  const Vec3 size = bounds.wraps() ? bounds.size() : Vec3{kInfinity, kInfinity, 0.0};
  const double limit2 = square(0.5 * skin_);
  const double* x = motion_->x.data();
  const double* y = motion_->y.data();
  const double* old_x = x_.data();
  const double* old_y = y_.data();
  std::int64_t moved = 0;  // as wide as the numbers, so that several are tested at a time
  for (AgentIndex i = begin; i < end; ++i) {
    const double dx = std::fabs(x[i] - old_x[i]);
    const double dy = std::fabs(y[i] - old_y[i]);
    const double way2 =
        square(smaller(dx, std::fabs(size.x - dx))) + square(smaller(dy, std::fabs(size.y - dy)));
    moved |= way2 <= limit2 ? 0 : 1;
  }
  return moved == 0;
}

// Whether the pairs of an agent are in the list, if it has any: a body that has grown may have moved less.
bool ClosePairs::has_stayed(AgentIndex i) const {
  if ((present_[i] != 0) != world_->is_present(i)) return false;
  if (present_[i] == 0) return true;
  const Vec3 was = listed_position(i, motion_->z[i]);
  const double way2 = length2(world_->model().bounds.displacement(was, motion_->position(i)));
  const double growth = has_grown_ ? larger(radius(i) - radius_[i], 0.0) : 0.0;
  const double limit = 0.5 * skin_ - growth;
  return limit >= 0.0 && way2 <= limit * limit;
}

// Each part of the list puts what it finds at its own place; then the gaps are closed.
void ClosePairs::find_pairs(WorkerPool& workers) {
  if (found_.size() < listed_.size()) found_.resize(listed_.size());
  const Chunks parts = workers.chunks_of(listed_.size());
  part_count_.resize(parts.number());
  workers.run(parts.number(), [&](std::size_t part, std::size_t) {
    part_count_[part] = static_cast<std::uint32_t>(find_pairs_of(parts.begin(part), parts.end(part)));
  });
  auto end = found_.begin();
  for (std::size_t part = 0; part < parts.number(); ++part) {
    const auto begin = found_.begin() + static_cast<std::ptrdiff_t>(parts.begin(part));
    end = begin == end ? end + part_count_[part] : std::copy(begin, begin + part_count_[part], end);
  }
  found_count_ = static_cast<std::size_t>(end - found_.begin());
  if (!strays_.empty()) find_pairs_of_strays();
}

// Returns how many of this part of the list are close.
std::size_t ClosePairs::find_pairs_of(std::size_t begin, std::size_t end) {
  const double* x = motion_->x.data();
  const double* y = motion_->y.data();
  const SharedColumn<double>& z = motion_->z;
  const SharedColumn<double>& radius = world_->state.limits.radius;
  const bool is_flat = z.is_uniform();
  const bool is_one_limit = radius.is_uniform();
  const bool has_marks = !strays_.empty();
  double limit2 = square(2.0 * radius[0] + reach_ + kSlack);
  // Of agents that are less than half the world apart on both axes no other image is nearer.
  const Bounds& bounds = world_->model().bounds;
  constexpr Vec3 kNoEdges{kInfinity, kInfinity, kInfinity};
  Vec3 half = bounds.wraps() ? 0.5 * bounds.size() : kNoEdges;
  if (half.z == 0.0) half.z = kInfinity;
  Pair* found = found_.data() + begin;
  for (std::size_t k = begin; k < end; ++k) {
    const Listed pair = listed_[k];
    if (has_marks && ((mark_[pair.a] | mark_[pair.b]) & kStray) != 0) continue;
    const Vec3 apart{x[pair.b] - x[pair.a], y[pair.b] - y[pair.a], is_flat ? 0.0 : z[pair.b] - z[pair.a]};
    const bool is_nearest_image = std::fabs(apart.x) < half.x && std::fabs(apart.y) < half.y &&
                                  (is_flat || std::fabs(apart.z) < half.z);
    const double d2 = is_nearest_image ? length2(apart) : distance2(pair.a, pair.b);
    if (!is_one_limit) limit2 = square(radius[pair.a] + radius[pair.b] + reach_ + kSlack);
    // Counted without a branch, which would be mispredicted for many.
    *found = {pair.a, pair.b, d2};
    found += d2 < limit2 ? 1 : 0;
  }
  return static_cast<std::size_t>(found - (found_.data() + begin));
}

void ClosePairs::find_pairs_of_strays() {
  around_.clear();
  for (const AgentIndex i : strays_) {
    if (world_->is_present(i)) visit_pairs_of(i, kStray, [&](const Pair& pair) { around_.push_back(pair); });
  }
  sort(around_);
  merged_.clear();
  std::ranges::merge(std::span(found_).first(found_count_), around_, std::back_inserter(merged_),
                     &ClosePairs::precedes);
  std::swap(found_, merged_);
  found_count_ = found_.size();
}

}  // namespace drover
