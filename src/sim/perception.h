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

namespace drover {

struct World;

// A push away from each neighbor nearer than `threshold` by strength(distance), at most max_strength
// (catalogue 5.3). Negative strengths attract.
struct PairLaw {
  enum class Form { inverse };  // strength = decay / distance
  Form form = Form::inverse;
  Quantity threshold;     // m; absent: as far as the neighborhood reaches
  Quantity decay = 1.0;   // m^2/s^2 for inverse
  Quantity max_strength;  // m/s^2; absent: the agent's max_acceleration

  friend bool operator==(const PairLaw&, const PairLaw&) = default;
};

enum class Reduction : unsigned { displacement = 1, heading = 2 };

// One neighborhood and what is asked of it.
struct PerceptionSpec {
  Quantity radius;
  bool add_other_radius = true;
  Target neighbors;
  unsigned reductions = 0;
  bool list = false;  // the neighbors themselves, ascending
  std::vector<PairLaw> laws;

  bool same_neighborhood(const PerceptionSpec& other) const {
    return radius == other.radius && add_other_radius == other.add_other_radius &&
           neighbors == other.neighbors;
  }
};

// What a behavior keeps to find its results again.
struct PerceptionHandle {
  std::uint32_t perception = 0;
  std::uint32_t law = 0;
};

// Collects the needs of all behaviors while the world is built.
class PerceptionPlan {
 public:
  // Called before the behaviors of a stack declare their needs.
  void begin_stack(std::span<const AgentIndex> agents) { agents_ = agents; }

  PerceptionHandle need(const NeighborhoodDef& neighborhood, std::initializer_list<Reduction> reductions);
  PerceptionHandle need_law(const NeighborhoodDef& neighborhood, const PairLaw& law);
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

// The results for one neighborhood, as columns by agent. Only what was asked for has entries.
class Perceived {
 public:
  std::uint32_t count(AgentIndex i) const { return count_[i]; }
  // Sum of the vectors from the agent to its neighbors [m].
  Vec3 displacement_sum(AgentIndex i) const { return {displacement_x_[i], displacement_y_[i], 0.0}; }
  // Sum of the neighbors' unit headings.
  Vec3 heading_sum(AgentIndex i) const { return {heading_x_[i], heading_y_[i], 0.0}; }
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
  std::vector<Columns> law_;
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
  };

  void gather(const World& world, const NeighborGrid& grid, AgentIndex i);
  void reduce(const World& world, AgentIndex i);
  void sum_displacements(AgentIndex i, double bound);
  void sum_headings(const World& world, AgentIndex i);
  void sum_law(const World& world, const PairLaw& law, AgentIndex i, Perceived::Columns& out);
  void store_list(AgentIndex i);

  PerceptionSpec spec_;
  std::vector<std::uint8_t> asks_;
  std::vector<std::uint8_t> counts_;  // per agent: whether it can be a neighbor; empty: everybody
  double reach_ = 0.0;
  double largest_radius_ = 0.0;
  std::uint64_t pairs_tested_ = 0;
  Buffer buffer_;
  Perceived result_;
};

}  // namespace drover
