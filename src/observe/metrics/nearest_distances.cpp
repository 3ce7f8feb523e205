#include "observe/metrics/nearest_distances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace drover {
namespace {

// Within this many usual distances nearly all agents of a crowd have another one: 99 of 100 placed at random.
constexpr double kReachFactor = 2.7;
// The search goes on with the reach that it has until the wanted one is this many times larger or smaller.
constexpr double kReachTolerance = 1.5;
// Who has none within the reach is looked for in so many times that; a tree knows the nearest of all others.
constexpr double kFarther = 3.0;
// A search for all neighbors of the world's agents at once pays for at least one in so many of them.
constexpr std::size_t kMinShare = 4;
constexpr std::size_t kSample = 63;
// Farther apart than agents are [m].
constexpr double kFarthestReach = 1e14;

double distance2(const World& world, AgentIndex a, AgentIndex b) {
  const AgentMotion& motion = world.state.motion;
  return length2(world.model().bounds.displacement(motion.position(a), motion.position(b)));
}

// The median of value(k) for evenly spaced k below `count`.
template <class Value>
double median_of_sample(std::size_t count, const Value& value) {
  std::array<double, kSample> sample{};
  const std::size_t size = std::min(kSample, count);
  for (std::size_t k = 0; k < size; ++k)
    sample[k] = value(k * count / size);
  const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(size / 2);
  std::nth_element(sample.begin(), middle, sample.begin() + static_cast<std::ptrdiff_t>(size));
  return *middle;
}

}  // namespace

std::span<const double> NearestDistances::find(const World& world, std::span<const AgentIndex> agents,
                                               WorkerPool& workers) {
  distance_.clear();
  if (agents.size() < 2) return {};
  distance_.resize(agents.size());
  left_.clear();
  if (!usual_distance_) {
    usual_distance_ = median_of_sample(agents.size(), [&](std::size_t k) {
      double best2 = kInfinity;
      for (const AgentIndex other : agents) {
        if (other != agents[k]) best2 = smaller(best2, distance2(world, agents[k], other));
      }
      return std::sqrt(best2);
    });
  }
  // In a crowd on one point all would be within any reach of all others.
  const bool are_few = agents.size() * kMinShare < world.model().body_count();
  if (world.model().is_spatial()) {
    find_in_space(world, agents, workers);
  } else if (are_few || *usual_distance_ == 0.0) {
    left_.resize(agents.size());
    std::iota(left_.begin(), left_.end(), std::size_t{0});
  } else {
    choose_reach(world);
    find_within_reach(world, agents, workers);
  }
  if (!left_.empty()) {
    const AgentMotion& motion = world.state.motion;
    tree_.fit(agents, motion.x, motion.y, world.model().bounds);
    for (const std::size_t k : left_) {
      const AgentIndex i = agents[k];
      distance_[k] = std::sqrt(distance2(world, i, tree_.nearest(motion.position(i), i)));
    }
  }
  usual_distance_ = median_of_sample(distance_.size(), [&](std::size_t k) { return distance_[k]; });
  return distance_;
}

// The reach sets what the search costs, never what it finds. It follows the median of the last state, which
// one agent far away does not change.
void NearestDistances::choose_reach(const World& world) {
  const double wanted = clamp(kReachFactor * *usual_distance_, 1e-3, 1e5);
  if (pass_ && wanted < kReachTolerance * reach_ && reach_ < kReachTolerance * wanted) return;
  reach_ = wanted;
  NeighborhoodDef def;
  def.radius = reach_;
  def.add_other_radius = false;
  const std::vector<AgentIndex> all = world.model().every_agent();
  PerceptionPlan plan(world.model().agents.size());
  plan.begin_agents(all);
  plan.need(def, {Reduction::nearest});
  pass_.emplace(plan.take().front(), world);
}

void NearestDistances::build_grid(const World& world, std::span<const AgentIndex> agents,
                                  WorkerPool& workers) {
  is_meant_.assign(world.model().agents.size(), 0);
  for (const AgentIndex i : agents)
    is_meant_[i] = 1;
  NeighborGrid::Cells cells = {
      .enabled = world.model().partition.enabled, .size = reach_, .present = is_meant_};
  if (world.model().is_spatial()) cells.z = world.state.motion.z.entries();
  grid_.build(world.state.motion.x, world.state.motion.y, world.model().bounds, cells, workers);
}

// Farther and farther outward: the nearest one that is no farther than the reach is the nearest of all.
void NearestDistances::find_in_space(const World& world, std::span<const AgentIndex> agents,
                                     WorkerPool& workers) {
  reach_ = clamp(kReachFactor * *usual_distance_, 1e-3, 1e5);
  build_grid(world, agents, workers);
  for (std::size_t k = 0; k < agents.size(); ++k) {
    const AgentIndex i = agents[k];
    double best2 = kInfinity;
    for (double reach = reach_; best2 > reach * reach; reach *= kFarther) {
      if (reach > kFarthestReach) reach = kInfinity;
      grid_.visit_near(world.state.motion.position(i), smaller(reach, kFarthestReach),
                       [&](std::uint32_t begin, std::uint32_t end) {
                         for (const SortedAgent& other : grid_.sorted_agents().subspan(begin, end - begin))
                           if (other.agent != i) best2 = smaller(best2, distance2(world, i, other.agent));
                       });
    }
    distance_[k] = std::sqrt(best2);
  }
}

void NearestDistances::find_within_reach(const World& world, std::span<const AgentIndex> agents,
                                         WorkerPool& workers) {
  build_grid(world, agents, workers);
  pass_->run(world, grid_, workers);
  nearest_far_.resize(is_meant_.size(), kNoIndex);
  for (std::size_t k = 0; k < agents.size(); ++k) {
    double found2 = pass_->result().nearest2(agents[k]);
    if (found2 == kInfinity) found2 = find_farther(world, agents[k]);
    distance_[k] = std::sqrt(found2);
    if (found2 == kInfinity) left_.push_back(k);
  }
}

// The squared distance [m^2]; infinite where there is none within the farther reach. The nearest one of an
// earlier state, wherever it is now, is a bound.
double NearestDistances::find_farther(const World& world, AgentIndex i) {
  AgentIndex& nearest = nearest_far_[i];
  const bool is_known = nearest != kNoIndex && is_meant_[nearest] != 0;
  double best2 = is_known ? distance2(world, i, nearest) : kInfinity;
  const double farthest = kFarther * reach_;
  const double reach = smaller(std::sqrt(best2), farthest);
  grid_.visit_near(world.state.motion.position(i), reach, [&](std::uint32_t begin, std::uint32_t end) {
    for (const SortedAgent& other : grid_.sorted_agents().subspan(begin, end - begin)) {
      if (other.agent == i) continue;
      const double d2 = distance2(world, i, other.agent);
      if (d2 >= best2) continue;
      best2 = d2;
      nearest = other.agent;
    }
  });
  return best2 <= farthest * farthest ? best2 : kInfinity;
}

}  // namespace drover
