// What agents perceive of each other. Behaviors ask for reductions over a neighborhood (how many, the sum of
// the displacements, of the headings, of a law of the distance); neighborhoods that are alike are searched
// once, and one pass computes everything anybody asked for.
//
// The sums are order-free: every term is rounded once to a multiple of a power of two taken from its own
// bound, and integers are added (core/fixed_sum.h). So no result depends on the cells of the grid, on the
// order of the agents or on threads, and nothing is ever clamped silently.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/quantity.h"
#include "core/vec3.h"
#include "sim/neighbor_grid.h"
#include "sim/neighborhood.h"
#include "sim/pair_law.h"

namespace drover {

struct World;

enum class Reduction : unsigned {
  displacement = 1,       // sum of the vectors to the neighbors
  heading = 2,            // sum of their headings
  velocity = 4,           // sum of their velocities
  mass_displacement = 8,  // sum of mass times vector, and of the masses
  ahead = 16,             // how many are ahead
  speed = 32,             // sum of their speeds
};

// The neighbor with the least key: its own, from what the agent sees of it; infinity leaves it out. Of equal
// keys the lower number wins, so the answer does not depend on the order of the neighbors.
struct LeastLaw {
  double (*key)(const void* params, const World& world, AgentIndex self, AgentIndex other,
                Vec3 displacement) = nullptr;
  const void* params = nullptr;

  friend bool operator==(const LeastLaw&, const LeastLaw&) = default;
};

// One neighborhood and what is asked of it.
struct PerceptionSpec {
  NeighborhoodDef neighborhood;
  unsigned reductions = 0;
  bool list = false;  // the neighbors themselves, ascending
  std::vector<PairLaw> laws;
  std::vector<LeastLaw> leasts;
};

// What a behavior keeps to find its results again.
struct PerceptionHandle {
  std::uint32_t perception = 0;
  std::uint32_t law = 0;  // of a pair law or a least law
};

// Collects the needs of all behaviors while the world is built.
class PerceptionPlan {
 public:
  // Called before the behaviors and conditions of these agents declare their needs.
  void begin_agents(std::span<const AgentIndex> agents) { agents_ = agents; }

  PerceptionHandle need(const NeighborhoodDef& neighborhood, std::initializer_list<Reduction> reductions);
  PerceptionHandle need_law(const NeighborhoodDef& neighborhood, const PairLaw& law);
  // The law's parameters must outlive the world.
  PerceptionHandle need_least(const NeighborhoodDef& neighborhood, const LeastLaw& law);
  PerceptionHandle need_list(const NeighborhoodDef& neighborhood);

  struct Entry {
    PerceptionSpec spec;
    std::vector<std::uint8_t> asks;  // per agent: whether anybody needs its neighbors
  };
  explicit PerceptionPlan(std::size_t agent_count) : agent_count_(agent_count) {}
  std::vector<Entry> take() { return std::move(entries_); }

 private:
  Entry& entry_for(const NeighborhoodDef& neighborhood, PerceptionHandle& handle);

  std::size_t agent_count_;
  std::span<const AgentIndex> agents_;
  std::vector<Entry> entries_;
};

// How far an agent perceives, without the others' radii [m].
double radius_of(const NeighborhoodDef& def, const World& world, AgentIndex i);

// The results for one neighborhood, as columns by agent. Only what was asked for has entries.
class Perceived {
 public:
  std::uint32_t count(AgentIndex i) const { return count_[i]; }
  // Sum of the vectors from the agent to its neighbors [m].
  Vec3 displacement_sum(AgentIndex i) const { return {displacement_x_[i], displacement_y_[i], 0.0}; }
  // Sum of the neighbors' unit headings.
  Vec3 heading_sum(AgentIndex i) const { return {heading_x_[i], heading_y_[i], 0.0}; }
  // Sum of the neighbors' velocities [m/s].
  Vec3 velocity_sum(AgentIndex i) const { return {velocity_.x[i], velocity_.y[i], 0.0}; }
  // Sum of mass times displacement [kg m], and of the masses [kg].
  Vec3 mass_displacement_sum(AgentIndex i) const {
    return {mass_displacement_.x[i], mass_displacement_.y[i], 0.0};
  }
  double mass_sum(AgentIndex i) const { return mass_[i]; }
  // Sum of the neighbors' speeds [m/s].
  double speed_sum(AgentIndex i) const { return speed_[i]; }
  // How many neighbors are ahead: their centers on the side the heading points to.
  std::uint32_t ahead(AgentIndex i) const { return ahead_[i]; }
  // The neighbor with the least key, kNoIndex without.
  AgentIndex least(std::uint32_t law, AgentIndex i) const { return least_[law][i]; }
  // Sum of the pushes of one law [m/s^2].
  Vec3 law_sum(std::uint32_t law, AgentIndex i) const { return {law_[law].x[i], law_[law].y[i], 0.0}; }
  // Ascending indices.
  std::span<const AgentIndex> list(AgentIndex i) const {
    return std::span(list_).subspan(list_start_[i], count_[i]);
  }

 private:
  friend class PerceptionPass;
  struct Columns {
    std::vector<double> x, y;
  };
  std::vector<std::uint32_t> count_;
  std::vector<double> displacement_x_, displacement_y_;
  std::vector<double> heading_x_, heading_y_;
  Columns velocity_, mass_displacement_;
  std::vector<double> mass_, speed_;
  std::vector<std::uint32_t> ahead_;
  std::vector<Columns> law_;
  std::vector<std::vector<AgentIndex>> least_;
  std::vector<AgentIndex> list_;
  std::vector<std::size_t> list_start_;
};

// Computes the results of one neighborhood for all agents that need them.
class PerceptionPass {
 public:
  PerceptionPass(PerceptionPlan::Entry entry, const World& world);

  // The greatest distance at which any agent perceives any other [m].
  double reach() const { return reach_; }
  const PerceptionSpec& spec() const { return spec_; }

  // Has to be called when radii or parameters of the perception have changed.
  void measure(const World& world);

  void run(const World& world, const NeighborGrid& grid);
  const Perceived& result() const { return result_; }

  // How many pairs of agents the last run compared.
  std::uint64_t pairs_tested() const { return pairs_tested_; }

 private:
  // The neighbors of one agent, gathered before anything is summed.
  struct Buffer {
    std::vector<AgentIndex> index;
    std::vector<double> dx, dy;  // from the agent to the neighbor [m]
    std::vector<double> d2;      // m^2
    std::size_t size = 0;
    void reserve(std::size_t count);
    void move(std::size_t from, std::size_t to);
  };

  void allocate(std::size_t n);
  double largest_radius(const World& world, AgentIndex i) const;
  void gather(const World& world, const NeighborGrid& grid, AgentIndex i);
  template <class Keep>
  void keep_where(Keep keep);
  void keep_in_view(const World& world, AgentIndex i);
  void keep_nearest(std::size_t count);
  void reduce(const World& world, AgentIndex i);
  void sum_displacements(const World& world, AgentIndex i);
  void sum_headings(const World& world, AgentIndex i);
  void sum_velocities(const World& world, AgentIndex i);
  void sum_speeds(const World& world, AgentIndex i);
  void sum_masses(const World& world, AgentIndex i);
  template <class Term>
  double sum(Term term) const;
  void count_ahead(const World& world, AgentIndex i);
  void find_least(const World& world, const LeastLaw& law, AgentIndex i, std::vector<AgentIndex>& out);
  void sum_law(const World& world, const PairLaw& law, AgentIndex i, Perceived::Columns& out);
  PushTerms terms_of(const World& world, const PairLaw& law, AgentIndex i) const;
  template <PairLaw::Form form>
  Vec3 sum_pushes(const PushTerms& terms, bool closest) const;
  std::size_t nearest() const;
  void store_list(AgentIndex i);

  PerceptionSpec spec_;
  std::vector<std::uint8_t> asks_;
  std::vector<std::uint8_t> counts_;  // per agent: whether it can be a neighbor; empty: everybody
  double reach_ = 0.0;
  // Of those that can be a neighbor [m]: of anybody, or by type where only the own type counts, so that
  // agents nobody sees have no say in any rounding.
  std::vector<double> largest_radius_;
  std::uint64_t pairs_tested_ = 0;
  Buffer buffer_;
  std::vector<std::uint32_t> order_;  // positions in the buffer, for keep_nearest
  Perceived result_;
};

}  // namespace drover
