// The pairs of bodies that are near each other, from state to state of a run.
//
// A list of all pairs up to some meters farther apart than asked for, its skin, stays complete until agents
// have moved by half the skin. So most states cost one look at each agent and each pair of the list, and the
// cells of a grid are searched once in many states. The few that moved farther, or came into the world, are
// searched for by themselves until they are many. (Verlet, Computer "Experiments" on Classical Fluids, 1967.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/perception/neighbor_grid.h"
#include "sim/state/world.h"

namespace drover {

class ClosePairs {
 public:
  struct Pair {
    AgentIndex a, b;   // a < b
    double distance2;  // of the centers [m^2]
  };

  // Pairs are close if their surfaces are at most `reach` apart [m].
  explicit ClosePairs(double reach) : reach_(reach) {}

  // Looks for all close pairs of the bodies where `motion` has them. All calls are about the same run, and
  // the world and the motion are used until the next one. The pairs do not depend on the workers.
  void find(const World& world, const AgentMotion& motion, WorkerPool& workers);
  // In the present state.
  void find(const World& world, WorkerPool& workers) { find(world, world.state.motion, workers); }

  // Calls visit(Pair) for all of them, ordered by (a, b), and perhaps for some that are farther apart.
  template <class Visit>
  void visit(Visit&& visit) {
    if (is_crowded_) return visit_crowd(visit);
    for (const Pair& pair : std::span(found_).first(found_count_))
      visit(pair);
  }

  // Whether the pairs are too many to be kept: visit() then searches the grid every time. Memory is linear in
  // the agents in any case.
  bool is_crowded() const { return is_crowded_; }
  // How many pairs are kept in memory.
  std::size_t kept_pairs() const { return listed_.size(); }
  // In how many states the cells of a grid were searched for all pairs.
  std::uint64_t searches() const { return searches_; }

 private:
  struct Listed {
    AgentIndex a, b;
  };
  // What one worker found in the grid.
  struct Finds {
    std::vector<Listed> pairs;
    std::uint64_t candidates = 0;  // bodies that were looked at for them
  };

  // Calls visit(agent) for all agents with a center within `reach` of p [m], each at most once, and perhaps
  // for others.
  template <class Visit>
  void visit_near(Vec3 p, double reach, Visit&& visit) const {
    const double limit = reach + 0.5 * skin_ + kSlack;
    grid_.visit_near(p, limit, [&](std::uint32_t begin, std::uint32_t end) {
      for (const SortedAgent& other : grid_.sorted_agents().subspan(begin, end - begin)) {
        const Vec3 q{other.x, other.y, z_.empty() ? p.z : z_[other.agent]};
        const Vec3 apart = world_->model().bounds.displacement(p, q);
        if (length2(apart) < limit * limit && mark_[other.agent] == 0) visit(other.agent);
      }
    });
    for (const AgentIndex other : apart_)
      visit(other);
  }

  void make_list(WorkerPool& workers);
  void reserve(const WorkerPool& workers);
  void find_large_bodies();
  double choose_skin();
  double way_per_state();
  bool list_pairs(WorkerPool& workers);
  template <bool kIsSpatial>
  void list_pairs_of(std::uint32_t first, std::uint32_t last, Finds& finds) const;
  void sort_listed();
  bool find_strays(WorkerPool& workers);
  bool have_all_stayed(AgentIndex begin, AgentIndex end) const;
  bool has_stayed(AgentIndex i) const;
  void find_pairs(WorkerPool& workers);
  std::size_t find_pairs_of(std::size_t begin, std::size_t end);
  void find_pairs_of_strays();

  std::size_t most_pairs() const;
  std::size_t most_strays() const;
  // As of the state the list was made in. Of worlds without heights the list knows none: `z` stands for them.
  Vec3 listed_position(AgentIndex i, double z) const { return {x_[i], y_[i], z_.empty() ? z : z_[i]}; }
  double radius(AgentIndex i) const { return world_->state.limits.radius[i]; }
  double distance2(AgentIndex a, AgentIndex b) const {
    return length2(world_->model().bounds.displacement(motion_->position(a), motion_->position(b)));
  }
  // Whether the gap between two bodies is at most `reach` [m], or no more than rounding above it.
  bool is_within(AgentIndex a, AgentIndex b, double distance2, double reach) const {
    const double limit = radius(a) + radius(b) + reach + kSlack;
    return distance2 < limit * limit;
  }

  // Calls visit(Pair) for all close pairs of an agent, without those with an agent of lower index that has
  // this mark.
  template <class Visit>
  void visit_pairs_of(AgentIndex i, std::uint8_t mark, Visit&& visit) const {
    visit_near(motion_->position(i), radius(i) + largest_common_ + reach_, [&](AgentIndex other) {
      if (other == i || ((mark_[other] & mark) != 0 && other < i)) return;
      const double d2 = distance2(i, other);
      if (is_within(i, other, d2, reach_)) visit(Pair{std::min(i, other), std::max(i, other), d2});
    });
  }

  // Finds the pairs agent by agent, without keeping them.
  template <class Visit>
  void visit_crowd(Visit&& visit) {
    const auto count = static_cast<AgentIndex>(x_.size());
    for (AgentIndex a = 0; a < count; ++a) {
      if (!world_->is_present(a)) continue;
      around_.clear();
      visit_pairs_of(a, 0, [&](const Pair& pair) {
        if (pair.a == a) around_.push_back(pair);
      });
      sort(around_);
      for (const Pair& pair : around_)
        visit(pair);
    }
  }

  static bool precedes(const Pair& left, const Pair& right) {
    return left.a != right.a ? left.a < right.a : left.b < right.b;
  }
  static void sort(std::vector<Pair>& pairs) { std::ranges::sort(pairs, &ClosePairs::precedes); }

  // More than rounding adds to a distance [m].
  static constexpr double kSlack = 1e-6;
  // What mark_ says of an agent that the grid does not find.
  static constexpr std::uint8_t kLarge = 1;
  static constexpr std::uint8_t kStray = 2;

  double reach_;  // m
  const World* world_ = nullptr;
  const AgentMotion* motion_ = nullptr;

  // As of the state the list was made in.
  std::vector<double> x_, y_;    // m
  std::vector<double> z_;        // m; empty where agents are not in space
  SharedColumn<double> radius_;  // m
  SharedColumn<std::uint8_t> present_;
  NeighborGrid grid_;
  std::vector<Listed> listed_;     // ordered by (a, b)
  std::vector<AgentIndex> large_;  // few bodies far larger than the others
  double largest_common_ = 0.0;    // radius of the others [m]
  double typical_reach_ = 0.0;     // between the centers of two bodies that are close [m]
  double skin_ = 0.0;              // m
  double search_cost_ = 0.0;       // of making the list, in tests of a listed pair
  std::uint64_t age_ = 0;          // how many states the list has served
  bool is_listed_ = false;
  bool is_crowded_ = false;

  // As of the present state.
  bool has_grown_ = false;          // a body has another radius than in the list
  std::vector<std::uint8_t> mark_;  // by agent
  // Moved farther than the list allows, came or went since.
  std::vector<AgentIndex> strays_;
  std::vector<AgentIndex> apart_;  // large bodies and strays that are present, each once
  std::vector<Pair> found_;        // the first found_count_; behind them is room
  std::size_t found_count_ = 0;
  std::uint64_t searches_ = 0;

  // Kept for their memory.
  std::vector<Finds> finds_;               // by worker
  std::vector<std::uint32_t> place_;       // by agent
  std::vector<std::uint8_t> has_moved_;    // by block of agents
  std::vector<std::uint32_t> part_count_;  // pairs found, by part of the list
  std::vector<double> speed2_;             // by agent [m^2/s^2]
  std::vector<Pair> around_, merged_;
};

}  // namespace drover
