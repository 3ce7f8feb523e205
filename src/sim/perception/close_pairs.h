// The pairs of bodies that are near each other, from state to state of a run.
//
// A list of all pairs up to some meters farther apart than asked for, its skin, stays complete until agents
// have moved by half the skin. So most states cost one look at each agent and each pair of the list, and the
// cells of a grid are searched once in many states. The few that moved farther, or came into the world, are
// searched for by themselves until they are many. (Verlet, Computer "Experiments" on Classical Fluids, 1967.)
#pragma once

#include <algorithm>
#include <cstdint>
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

  // Looks for all close pairs of the present state. All calls are about the same run, and the world is used
  // until the next one.
  void find(const World& world, WorkerPool& workers);

  // Calls visit(Pair) for all of them, ordered by (a, b), and perhaps for some that are farther apart.
  template <class Visit>
  void visit(Visit&& visit) {
    if (is_crowded_) return visit_crowd(visit);
    for (const Pair& pair : found_)
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

  // Calls visit(agent) for all agents with a center within `reach` of p [m], each at most once, and perhaps
  // for others.
  template <class Visit>
  void visit_near(Vec3 p, double reach, Visit&& visit) {
    const double limit = reach + 0.5 * skin_ + kSlack;
    grid_.visit_near(p, limit, [&](std::uint32_t begin, std::uint32_t end) {
      for (const SortedAgent& other : grid_.sorted_agents().subspan(begin, end - begin)) {
        const Vec3 apart = world_->model().bounds.displacement(p, {other.x, other.y, 0.0});
        if (length2(apart) < limit * limit && mark_[other.agent] == 0) visit(other.agent);
      }
    });
    for (const AgentIndex other : apart_)
      visit(other);
  }

  void make_list(WorkerPool& workers);
  void choose_skin();
  void find_large_bodies();
  bool list_pairs();
  void list_pairs_of_grid(double reach);
  bool find_strays();
  bool have_all_stayed(AgentIndex begin, AgentIndex end) const;
  bool has_stayed(AgentIndex i) const;
  void find_pairs();

  double radius(AgentIndex i) const { return world_->state.limits.radius[i]; }
  double distance2(AgentIndex a, AgentIndex b) const {
    const AgentMotion& motion = world_->state.motion;
    return length2(world_->model().bounds.displacement(motion.position(a), motion.position(b)));
  }
  // Whether the gap between two bodies is at most `reach` [m], or no more than rounding above it.
  bool is_within(AgentIndex a, AgentIndex b, double distance2, double reach) const {
    const double limit = radius(a) + radius(b) + reach + kSlack;
    return distance2 < limit * limit;
  }

  // Calls visit(Pair) for all pairs of an agent with a gap of at most `reach` [m], without those with an
  // agent of lower index that has this mark.
  template <class Visit>
  void visit_pairs_of(AgentIndex i, double reach, std::uint8_t mark, Visit&& visit) {
    const double around = radius(i) + largest_common_ + reach;
    visit_near(world_->state.motion.position(i), around, [&](AgentIndex other) {
      if (other == i || ((mark_[other] & mark) != 0 && other < i)) return;
      const double d2 = distance2(i, other);
      if (is_within(i, other, d2, reach)) visit(Pair{std::min(i, other), std::max(i, other), d2});
    });
  }

  // Finds the pairs agent by agent, without keeping them.
  template <class Visit>
  void visit_crowd(Visit&& visit) {
    const auto count = static_cast<AgentIndex>(x_.size());
    for (AgentIndex a = 0; a < count; ++a) {
      if (!world_->is_present(a)) continue;
      around_.clear();
      visit_pairs_of(a, reach_, 0, [&](const Pair& pair) {
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

  // As of the state the list was made in.
  std::vector<double> x_, y_;    // m
  SharedColumn<double> radius_;  // m
  SharedColumn<std::uint8_t> present_;
  NeighborGrid grid_;
  std::vector<Listed> listed_;     // ordered by (a, b)
  std::vector<AgentIndex> large_;  // few bodies far larger than the others
  double largest_common_ = 0.0;    // radius of the others [m]
  double mean_radius_ = 0.0;       // m
  double skin_ = 0.0;              // m
  std::size_t skin_choice_ = 0;    // see kSkins
  std::uint64_t age_ = 0;          // how many states the list has served
  int lists_without_skin_ = 0;     // still to be made
  bool is_listed_ = false;
  bool is_crowded_ = false;

  // As of the present state.
  bool has_grown_ = false;          // a body has another radius than in the list
  std::vector<std::uint8_t> mark_;  // by agent
  std::vector<AgentIndex> gone_;    // were there when the list was made, and are not now
  std::vector<AgentIndex> strays_;  // moved farther than the list allows, or came since
  std::vector<AgentIndex> apart_;   // large bodies and strays, each once
  std::vector<Pair> found_;
  std::uint64_t searches_ = 0;

  // Kept for their memory.
  std::vector<Listed> unsorted_;
  std::vector<std::uint32_t> place_;  // by agent
  std::vector<Pair> around_, merged_;
};

}  // namespace drover
