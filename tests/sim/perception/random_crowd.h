// Random worlds and random needs of their agents: all kinds of neighborhoods and of sums over them, alone and
// together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/random.h"
#include "sim/perception/perception.h"
#include "sim/state/world.h"

namespace drover::test {

// Draws with a few shapes of their own.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : draws_({seed}) {}

  std::uint32_t below(std::uint32_t count) { return draws_.below(count); }
  bool chance(double probability) { return draws_.uniform() < probability; }
  double between(double low, double high) { return low + (high - low) * draws_.uniform(); }
  // As often between 0.1 and 1 as between 1 and 10.
  double power_of_ten(double low_exponent, double high_exponent);
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(static_cast<std::uint32_t>(values.size()))];
  }

 private:
  Draws draws_;
};

// What some agents ask of one neighborhood.
struct Wish {
  std::vector<AgentIndex> agents;
  NeighborhoodDef neighborhood;
  unsigned reductions = 0;  // bits of Reduction
  std::vector<PairForce> forces;
  std::vector<ArgMin> keys;
  bool list = false;
};

class RandomCrowd {
 public:
  // `most` agents, or so many at most; where it says so all of them in one place.
  enum class Where { anywhere, one_place };
  RandomCrowd(std::uint64_t seed, std::uint32_t most, Dimensions dimensions, Where where = Where::anywhere);

  const World& world() const { return world_; }
  // What all wishes became.
  const std::vector<PerceptionPlan::Entry>& needs() const { return needs_; }
  // Cells of any size.
  NeighborGrid::Cells random_cells();
  // Agents move, appear and vanish, doors open and close, and factors change. Radii and limits stay.
  void change();

 private:
  void make_bounds();
  void make_agents(std::uint32_t count, Where where);
  void make_groups();
  void make_radii();
  void make_walls();
  void make_factors();
  void place(Where where);
  void open_and_close();
  void draw_factors();
  Vec3 random_position();
  // Of any length up to the square root of the number of dimensions.
  Vec3 random_vector();
  bool is_spatial() const { return world_.model().is_spatial(); }
  // A number for all, or one for each agent.
  Parameter random_parameter(double low_exponent, double high_exponent);
  Parameter random_length(double low_exponent, double high_exponent);
  std::vector<AgentIndex> random_agents();
  NeighborhoodDef random_neighborhood();
  void random_view(NeighborhoodDef& def);
  // The same with one thing changed, or with nothing changed.
  NeighborhoodDef like(NeighborhoodDef def);
  PairForce random_force();
  ArgMin random_approach();
  Wish random_wish();
  void make_needs();

  Dice dice_;
  World world_;
  Vec3 low_, high_;  // of where the agents are [m]
  double extent_ = 20.0;
  std::vector<std::shared_ptr<ApproachRule>> approaches_;
  std::vector<Wish> wishes_;
  std::vector<PerceptionPlan::Entry> needs_;
};

}  // namespace drover::test
