#include "sim/perception/close_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

namespace drover {
namespace {

// How wide the skin is, by the usual reach, for a list that has at most so many pairs for each agent. A wider
// skin makes the list longer and lets it last longer: the first is for the sparse, the last for piles.
struct Skin {
  double width;
  std::size_t most_pairs;
};
constexpr std::array<Skin, 4> kSkins = {{{1.0, 2}, {0.4, 5}, {0.1, 8}, {0.0, 8}}};
// A skin pays if the list lasts for so many states. Else the next lists, one a state, are made without.
constexpr std::uint64_t kLeastAge = 3;
constexpr int kListsWithoutSkin = 16;
// A list this many times shorter than one with the next wider skin may be is made with that the next time.
constexpr std::size_t kRoom = 4;
constexpr std::size_t kMaxStrays = 64;
// A body is large if its radius is this many times the mean; more of them than this many are common.
constexpr double kLargeFactor = 4.0;
constexpr std::size_t kMaxLargeBodies = 16;
// Agents are first asked so many at a time whether all of them have stayed.
constexpr AgentIndex kBlock = 64;

double square(double v) {
  return v * v;
}

}  // namespace

void ClosePairs::find(const World& world, WorkerPool& workers) {
  world_ = &world;
  if (!is_listed_ || !find_strays()) make_list(workers);
  ++age_;
  if (!is_crowded_) find_pairs();
}

void ClosePairs::make_list(WorkerPool& workers) {
  ++searches_;
  choose_skin();
  const World& world = *world_;
  x_ = world.state.motion.x;
  y_ = world.state.motion.y;
  radius_ = world.state.limits.radius;
  present_ = world.state.status.present;
  mark_.assign(x_.size(), 0);
  strays_.clear();
  gone_.clear();
  place_.resize(x_.size() + 1);
  find_large_bodies();
  const double typical_reach = larger(2.0 * mean_radius_ + reach_, 1e-3);
  for (;; ++skin_choice_) {
    skin_ = kSkins[skin_choice_].width * typical_reach;
    grid_.build(x_, y_, world.model().bounds,
                {.enabled = world.model().partition.enabled,
                 .size = typical_reach + skin_,
                 .present = world.state.status.presence()},
                workers);
    is_listed_ = list_pairs();
    if (is_listed_ || skin_choice_ + 1 == kSkins.size()) break;
  }
  is_crowded_ = !is_listed_;
}

void ClosePairs::choose_skin() {
  const bool has_lasted = !is_listed_ || skin_ == 0.0 || age_ >= kLeastAge;
  age_ = 0;
  if (!has_lasted) {
    lists_without_skin_ = kListsWithoutSkin;
    skin_choice_ = kSkins.size() - 1;
  } else if (lists_without_skin_ > 0) {
    // The widest is tried then: it lasts longest, and thinner ones follow where it makes too many pairs.
    if (--lists_without_skin_ == 0) skin_choice_ = 0;
  } else if (skin_choice_ > 0 && is_listed_ &&
             kRoom * listed_.size() < kSkins[skin_choice_ - 1].most_pairs * x_.size()) {
    --skin_choice_;
  }
}

// A single body far larger than the others would make all of them look that much farther.
void ClosePairs::find_large_bodies() {
  large_.clear();
  largest_common_ = mean_radius_ = 0.0;
  const auto count = static_cast<AgentIndex>(x_.size());
  for (AgentIndex i = 0; i < count; ++i)
    mean_radius_ += radius(i) / static_cast<double>(count);
  for (AgentIndex i = 0; i < count && large_.size() <= kMaxLargeBodies; ++i) {
    if (world_->is_present(i) && radius(i) > kLargeFactor * mean_radius_) large_.push_back(i);
  }
  if (large_.size() > kMaxLargeBodies) large_.clear();
  for (const AgentIndex i : large_)
    mark_[i] = kLarge;
  for (AgentIndex i = 0; i < count; ++i) {
    if (mark_[i] == 0) largest_common_ = larger(largest_common_, radius(i));
  }
  apart_ = large_;
}

// Returns whether they are few enough to be kept.
bool ClosePairs::list_pairs() {
  const double reach = reach_ + skin_;
  unsorted_.clear();
  list_pairs_of_grid(reach);
  for (const AgentIndex i : large_)
    visit_pairs_of(i, reach, kLarge, [&](const Pair& pair) { unsorted_.push_back({pair.a, pair.b}); });
  if (unsorted_.size() > kSkins[skin_choice_].most_pairs * x_.size()) return false;
  // Sorted by a in a counting sort, then the few of each agent by b.
  std::ranges::fill(place_, 0u);
  for (const Listed& pair : unsorted_)
    ++place_[pair.a + 1];
  std::partial_sum(place_.begin(), place_.end(), place_.begin());
  listed_.resize(unsorted_.size());
  for (const Listed& pair : unsorted_)
    listed_[place_[pair.a]++] = pair;
  // Where the pairs of an agent ended, those of the next one begin now.
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i + 1 < place_.size(); begin = place_[i], ++i) {
    std::sort(listed_.begin() + begin, listed_.begin() + place_[i],
              [](const Listed& left, const Listed& right) { return left.b < right.b; });
  }
  return true;
}

// Each pair is seen from the agent that comes first in the order of the cells. Ends where they are too many.
void ClosePairs::list_pairs_of_grid(double reach) {
  const std::span<const SortedAgent> sorted = grid_.sorted_agents();
  const Bounds& bounds = world_->model().bounds;
  for (std::uint32_t k = 0; k < sorted.size(); ++k) {
    const SortedAgent& self = sorted[k];
    if (mark_[self.agent] != 0) continue;
    const Vec3 p{self.x, self.y, 0.0};
    grid_.visit_near(
        p, radius(self.agent) + largest_common_ + reach + kSlack,
        [&](std::uint32_t begin, std::uint32_t end) {
          begin = std::max(begin, k + 1);
          for (std::uint32_t m = begin; m < end; ++m) {
            const SortedAgent& other = sorted[m];
            const double d2 = length2(bounds.displacement(p, {other.x, other.y, 0.0}));
            if (!is_within(self.agent, other.agent, d2, reach) || mark_[other.agent] != 0) continue;
            unsorted_.push_back({std::min(self.agent, other.agent), std::max(self.agent, other.agent)});
          }
        });
    if (unsorted_.size() > kSkins[skin_choice_].most_pairs * x_.size()) return;
  }
}

// Returns whether they are few enough to be searched for by themselves.
bool ClosePairs::find_strays() {
  for (const std::vector<AgentIndex>* marked : {&gone_, &strays_}) {
    for (const AgentIndex i : *marked)
      mark_[i] &= kLarge;
  }
  strays_.clear();
  gone_.clear();
  has_grown_ = !(radius_ == world_->state.limits.radius);
  const auto count = static_cast<AgentIndex>(x_.size());
  for (AgentIndex begin = 0; begin < count; begin += kBlock) {
    const AgentIndex end = std::min(begin + kBlock, count);
    if (have_all_stayed(begin, end)) continue;
    for (AgentIndex i = begin; i < end; ++i) {
      if (has_stayed(i)) continue;
      (world_->is_present(i) ? strays_ : gone_).push_back(i);
    }
    if (strays_.size() > kMaxStrays) return false;
  }
  apart_.clear();
  std::ranges::copy_if(large_, std::back_inserter(apart_),
                       [&](AgentIndex i) { return world_->is_present(i); });
  std::ranges::copy_if(strays_, std::back_inserter(apart_), [&](AgentIndex i) { return mark_[i] == 0; });
  for (const std::vector<AgentIndex>* marked : {&gone_, &strays_}) {
    for (const AgentIndex i : *marked)
      mark_[i] |= kStray;
  }
  return true;
}

// Says no also of agents that came back through an edge of the world, and where bodies have grown.
bool ClosePairs::have_all_stayed(AgentIndex begin, AgentIndex end) const {
  const SharedColumn<std::uint8_t>& present = world_->state.status.present;
  if (has_grown_ || present.is_uniform() != present_.is_uniform()) return false;
  if (!present.is_uniform()) {
    const auto now = present.entries().subspan(begin, end - begin);
    if (!std::ranges::equal(now, present_.entries().subspan(begin, end - begin))) return false;
  }
  const AgentMotion& motion = world_->state.motion;
  const double limit2 = 0.25 * skin_ * skin_;
  double farthest2 = 0.0;
  for (AgentIndex i = begin; i < end; ++i) {
    const double dx = motion.x[i] - x_[i];
    const double dy = motion.y[i] - y_[i];
    farthest2 = larger(farthest2, dx * dx + dy * dy);
  }
  return farthest2 <= limit2;
}

// Whether the pairs of an agent are in the list, if it has any: a body that has grown may have moved less.
bool ClosePairs::has_stayed(AgentIndex i) const {
  if ((present_[i] != 0) != world_->is_present(i)) return false;
  if (present_[i] == 0) return true;
  const Vec3 was{x_[i], y_[i], world_->state.motion.z[i]};
  const double way2 = length2(world_->model().bounds.displacement(was, world_->state.motion.position(i)));
  const double growth = has_grown_ ? larger(radius(i) - radius_[i], 0.0) : 0.0;
  const double limit = 0.5 * skin_ - growth;
  return limit >= 0.0 && way2 <= limit * limit;
}

void ClosePairs::find_pairs() {
  found_.resize(listed_.size());
  const AgentMotion& motion = world_->state.motion;
  const bool has_marks = !strays_.empty() || !gone_.empty();
  const bool is_one_limit = world_->state.limits.radius.is_uniform();
  double limit2 = square(2.0 * world_->largest_radius() + reach_ + kSlack);
  // Of agents that are less than half the world apart on both axes no other image is nearer.
  const Bounds& bounds = world_->model().bounds;
  const Vec3 half = bounds.wraps() ? 0.5 * bounds.size() : Vec3{kInfinity, kInfinity, 0.0};
  std::size_t count = 0;
  for (const Listed& pair : listed_) {
    if (has_marks && ((mark_[pair.a] | mark_[pair.b]) & kStray) != 0) continue;
    const Vec3 apart = motion.position(pair.b) - motion.position(pair.a);
    const bool is_nearest_image = std::fabs(apart.x) < half.x && std::fabs(apart.y) < half.y;
    const double d2 = is_nearest_image ? length2(apart) : distance2(pair.a, pair.b);
    if (!is_one_limit) limit2 = square(radius(pair.a) + radius(pair.b) + reach_ + kSlack);
    // Counted without a branch, which would be mispredicted for many.
    found_[count] = {pair.a, pair.b, d2};
    count += static_cast<std::size_t>(d2 < limit2);
  }
  found_.resize(count);
  if (strays_.empty()) return;
  around_.clear();
  for (const AgentIndex i : strays_)
    visit_pairs_of(i, reach_, kStray, [&](const Pair& pair) { around_.push_back(pair); });
  sort(around_);
  merged_.clear();
  std::ranges::merge(found_, around_, std::back_inserter(merged_), &ClosePairs::precedes);
  std::swap(found_, merged_);
}

}  // namespace drover
