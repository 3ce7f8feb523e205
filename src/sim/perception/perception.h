// What agents perceive of each other. Behaviors declare which reductions over a neighborhood they need
// (count, sum of displacements, of headings, of a pair force, arg-min of a key); equal neighborhoods are
// searched once, and one pass computes all reductions needed.
//
// The sums are order-free: every term is rounded once to a multiple of a power of two taken from its own
// bound, and integers are added (core/fixed_sum.h). So no result depends on the cells of the grid, on the
// order of the agents or on threads, and nothing is ever clamped silently.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/aligned.h"
#include "core/check.h"
#include "core/fixed_sum.h"
#include "core/parameter.h"
#include "core/vec3.h"
#include "core/worker_pool.h"
#include "sim/geometry/point_tree.h"
#include "sim/perception/block_scratch.h"
#include "sim/perception/closest_approach.h"
#include "sim/perception/neighbor_grid.h"
#include "sim/perception/neighborhood.h"
#include "sim/perception/pair_force.h"
#include "sim/perception/pair_lanes.h"

namespace drover {

class World;

enum class Reduction : unsigned {
  displacement = 1,       // sum of the vectors to the neighbors
  heading = 2,            // sum of their headings
  velocity = 4,           // sum of their velocities
  mass_displacement = 8,  // sum of mass times vector, and of the masses
  ahead = 16,             // how many are ahead
  speed = 32,             // sum of their speeds
  nearest = 64,           // squared distance of the nearest one
  count = 128,            // how many there are
  direction = 256,        // sum of the unit vectors to the neighbors
};

// Selects the neighbor with the smallest key; a neighbor with an infinite key is left out. Of equal keys the
// lower index wins, so the result does not depend on the order of the neighbors.
struct ArgMin {
  double (*key)(const void* params, const World& world, AgentIndex self, AgentIndex other,
                Vec3 displacement) = nullptr;
  const void* params = nullptr;
  // Whether the key is the same with either parameters; without it only those at one address are.
  bool (*equal)(const void* a, const void* b) = nullptr;
  // Keys that are the squared distance, or that of a closest approach by this rule, are found in lanes.
  bool is_distance = false;
  ApproachRule (*approach)(const void* params, const World& world, AgentIndex self) = nullptr;

  friend bool operator==(const ArgMin& a, const ArgMin& b) {
    if (a.key != b.key) return false;
    return a.params == b.params || (a.equal != nullptr && a.equal == b.equal && a.equal(a.params, b.params));
  }
};

// One rule for all agents, or rules of one form with other numbers for other agents.
template <class Rule>
struct Law {
  std::vector<Rule> variants;
  // Per agent, which is its own; kNoIndex: it did not ask for any. Empty: the first is that of all.
  std::vector<std::uint32_t> variant_of;

  // nullptr for an agent that did not ask.
  const Rule* find(AgentIndex i) const {
    if (variant_of.empty()) return &variants.front();
    return variant_of[i] == kNoIndex ? nullptr : &variants[variant_of[i]];
  }
};

// One neighborhood and the reductions over it.
struct PerceptionSpec {
  // The variants differ in numbers and in the group or type that counts.
  Law<NeighborhoodDef> neighborhood;
  unsigned reductions = 0;
  bool list = false;  // the neighbors themselves, ascending
  std::vector<Law<PairForce>> forces;
  std::vector<Law<ArgMin>> argmins;

  // What all variants of the neighborhood have in common.
  const NeighborhoodDef& shape() const { return neighborhood.variants.front(); }
};

// The handle by which a behavior finds its results.
struct PerceptionHandle {
  std::uint32_t perception = 0;
  std::uint32_t index = 0;  // of a pair force or an arg-min
};

// When the neighbors of an agent are needed; both may be.
inline constexpr std::uint8_t kInEveryStep = 1;
inline constexpr std::uint8_t kAtDecisions = 2;

// Collects the needs of all behaviors while the world is built. What is equal is computed once, whatever type
// asks for it: equal neighborhoods are one perception, and pair forces or keys that differ in numbers only
// are one law. After merge() neighborhoods that differ in numbers or in who counts are one perception too.
class PerceptionPlan {
 public:
  // Called before the behaviors and conditions of these agents declare their needs.
  // `at_decisions`: these need their neighbors in the steps alone in which they decide.
  void begin_agents(std::span<const AgentIndex> agents, bool at_decisions = false) {
    agents_ = agents;
    subscription_ = at_decisions ? kAtDecisions : kInEveryStep;
  }

  PerceptionHandle need(const NeighborhoodDef& neighborhood, std::initializer_list<Reduction> reductions);
  PerceptionHandle need_force(const NeighborhoodDef& neighborhood, const PairForce& force);
  // The parameters must outlive the world.
  PerceptionHandle need_argmin(const NeighborhoodDef& neighborhood, const ArgMin& argmin);
  PerceptionHandle need_list(const NeighborhoodDef& neighborhood);

  // Where all agents were at the last multiple of a period of at least one step [s]. Returns the index in
  // Model::position_samples.
  std::uint32_t need_position_sample(double period);

  // Makes one perception of those for which other agents need the same reductions over neighborhoods of the
  // same shape. To be called when all needs are known; they must then be declared again, in the same order,
  // for their handles.
  void merge();

  struct Entry {
    PerceptionSpec spec;
    std::vector<std::uint8_t> subscribers;  // per agent: whether its neighbors are needed, and when
  };
  explicit PerceptionPlan(std::size_t agent_count) : agent_count_(agent_count) {}
  // The perceptions, in the order of their handles.
  std::vector<Entry> take();
  // The periods of position samples, by index [s].
  std::span<const double> sample_periods() const { return sample_periods_; }

 private:
  Entry& entry_for(const NeighborhoodDef& neighborhood, PerceptionHandle& handle);
  template <class Rule, class IsOfForm>
  std::uint32_t law_for(const Rule& rule, std::vector<Law<Rule>>& laws, const IsOfForm& is_of_form);

  std::size_t agent_count_;
  std::span<const AgentIndex> agents_;
  std::uint8_t subscription_ = kInEveryStep;
  std::vector<Entry> entries_;            // by neighborhood
  std::vector<Entry> merged_;             // empty before merge()
  std::vector<std::uint32_t> merged_as_;  // by index of an entry
  std::vector<double> sample_periods_;
};

// How far an agent perceives, without the others' radii [m].
double radius_of(const NeighborhoodDef& def, const World& world, AgentIndex i);

// The cosine of half the angle of view.
double view_cosine(const NeighborhoodDef& def, const World& world, AgentIndex i);

// Whether the limit of an agent's requests, by which pushes without a limit of their own are clamped, may
// change from state to state.
bool may_limits_change(const World& world);

// Between which bounds that stays, whatever quantity it follows.
struct RadiusRange {
  double least = 0.0, greatest = 0.0;
};
RadiusRange radius_range(const NeighborhoodDef& def, const World& world, AgentIndex i);

// The results for one neighborhood, by agent. Only the reductions needed are present.
//
// The sums of an agent are adjacent in a row: they are computed in the order of the cells and read in the
// order of the agents, and a row costs one cache line where columns would cost one each.
class Perceived {
 public:
  // How many neighbors there are. Zero where only the one with the smallest key was asked for.
  std::uint32_t count(AgentIndex i) const { return static_cast<std::uint32_t>(row(i)[0]); }
  // Sum of the vectors from the agent to its neighbors [m].
  Vec3 displacement_sum(AgentIndex i) const { return vector(i, displacement_); }
  // Sum of the unit vectors to the neighbors; coincident ones have none.
  Vec3 direction_sum(AgentIndex i) const { return vector(i, direction_); }
  // Sum of the neighbors' unit headings.
  Vec3 heading_sum(AgentIndex i) const { return vector(i, heading_); }
  // Sum of the neighbors' velocities [m/s].
  Vec3 velocity_sum(AgentIndex i) const { return vector(i, velocity_); }
  // Sum of mass times displacement [kg m], and of the masses [kg].
  Vec3 mass_displacement_sum(AgentIndex i) const { return vector(i, mass_displacement_); }
  double mass_sum(AgentIndex i) const { return row(i)[mass_]; }
  // Sum of the neighbors' speeds [m/s].
  double speed_sum(AgentIndex i) const { return row(i)[speed_]; }
  // How many neighbors are ahead: their centers on the side the heading points to.
  std::uint32_t ahead(AgentIndex i) const { return static_cast<std::uint32_t>(row(i)[ahead_]); }
  // Squared distance to the center of the nearest neighbor [m^2]; infinite without one.
  double nearest2(AgentIndex i) const { return row(i)[nearest_]; }
  // Sum of the pushes of one force [m/s^2].
  Vec3 force_sum(std::uint32_t index, AgentIndex i) const { return vector(i, forces_ + width_ * index); }
  // The neighbor with the smallest key, kNoIndex without one.
  AgentIndex argmin(std::uint32_t index, AgentIndex i) const { return argmin_[index][i]; }
  // Whether vectors have three numbers, as in space.
  bool is_spatial() const { return width_ == 3; }
  // Tells the compiler that vectors lie in the plane, where that is known.
  void assume_plane() const {
    DROVER_DEBUG_CHECK(width_ == 2, "vectors in space have three numbers");
    if (width_ != 2) __builtin_unreachable();
  }
  // Ascending indices.
  std::span<const AgentIndex> list(AgentIndex i) const {
    const ListPosition position = list_position_[i];
    return std::span(lists_[position.worker]).subspan(position.begin, count(i));
  }

 private:
  friend class PerceptionPass;
  friend class PlainPerception;
  friend class LanePerception;
  friend class BlockPerception;

  // Where an agent's neighbors are listed: each worker has a list of its own.
  struct ListPosition {
    std::uint32_t worker = 0, begin = 0;
  };

  const double* row(AgentIndex i) const { return rows_.data() + i * stride_; }
  double* row(AgentIndex i) { return rows_.data() + i * stride_; }
  Vec3 vector(AgentIndex i, std::size_t offset) const {
    const double* at = row(i) + offset;
    return {at[0], at[1], width_ == 2 ? 0.0 : at[2]};
  }
  void set_vector(AgentIndex i, std::size_t offset, Vec3 v) {
    DROVER_DEBUG_CHECK(width_ == 3 || lies_in_plane(v), "what is perceived has no room for a height");
    row(i)[offset] = v.x;
    row(i)[offset + 1] = v.y;
    if (width_ == 3) row(i)[offset + 2] = v.z;
  }

  AlignedVector<double> rows_;  // stride_ numbers per agent; the first is the count
  std::size_t stride_ = 1;
  std::size_t width_ = 2;  // of vectors: 3 in space
  // Offsets in a row; 0 for what is not needed.
  std::size_t displacement_ = 0, heading_ = 0, velocity_ = 0, mass_displacement_ = 0, mass_ = 0, speed_ = 0,
              ahead_ = 0, nearest_ = 0, forces_ = 0, direction_ = 0;
  std::vector<std::vector<AgentIndex>> argmin_;  // by arg-min and agent
  std::vector<std::vector<AgentIndex>> lists_;   // by worker
  std::vector<ListPosition> list_position_;      // by agent
};

// A body so much larger than most that each block of agents looks for it by itself.
struct LargeBody {
  AgentIndex agent = 0;
  std::uint32_t position = kNoIndex;  // among the sorted agents; kNoIndex: absent
};

// The scratch memory of one worker, in cache lines no other worker writes.
struct alignas(64) PerceptionScratch {
  // The neighbors of one agent, gathered before anything is summed.
  struct Buffer {
    std::vector<AgentIndex> index;
    std::vector<double> dx, dy;  // from the agent to the neighbor [m]
    std::vector<double> dz;      // the same; empty in the plane
    std::vector<double> d2;      // m^2
    std::size_t size = 0;
    Vec3 offset(std::size_t k) const { return {dx[k], dy[k], dz.empty() ? 0.0 : dz[k]}; }
    void reserve(std::size_t count, bool is_spatial);
    void move(std::size_t from, std::size_t to);
  };
  Buffer buffer;
  std::vector<std::uint32_t> order;  // positions in the buffer
  // The nearest neighbors of one agent, as a heap with the farthest on top.
  struct Candidate {
    double d2, dx, dy, dz;
    AgentIndex index;
    bool operator<(const Candidate& other) const {
      return d2 != other.d2 ? d2 < other.d2 : index < other.index;
    }
  };
  std::vector<Candidate> nearest;
  std::vector<IndexRange> ranges;
  // Of blocks.
  CandidateBuffer candidates;
  LaneParameters lanes;
  std::uint64_t pairs_tested = 0;
};

// Computes the results of one neighborhood for all agents that need them.
class PerceptionPass {
 public:
  PerceptionPass(PerceptionPlan::Entry entry, const World& world);

  // What it was made from.
  PerceptionPlan::Entry need() const { return {spec_, subscribers_}; }
  // The greatest distance at which any agent perceives any other [m].
  double reach() const { return reach_; }
  // The least distance within which an agent has to look for all but the large bodies [m].
  double shortest_reach() const { return shortest_reach_; }
  const PerceptionSpec& spec() const { return spec_; }

  // To be called when radii or parameters of the perception have changed.
  void update_bounds(const World& world);

  // Runs this one alone; the grid holds the agents of the world's state.
  void run(const World& world, const NeighborGrid& grid, WorkerPool& workers);
  const Perceived& result() const { return result_; }

  // Which agents decide in this step, by index; empty: all. They stay where they are until the next call.
  void set_deciders(std::span<const std::uint8_t> decides) { decides_ = decides; }

  // Neighbors are counted even if nobody asked for their number.
  void always_count() { spec_.reductions |= static_cast<unsigned>(Reduction::count); }

  // How many pairs of agents the last run compared; those of several in blocks are counted by the first.
  std::uint64_t pairs_tested() const { return pairs_tested_; }

  // How the neighbors are found: one agent after the other, or in lanes: all sums in one loop, or a loop for
  // each together with other perceptions.
  enum class How { plainly, in_one_loop, in_blocks };
  How how() const { return how_; }

  // How the sums are found; the results are the same. Lanes are used where the neighborhood allows.
  void use_lanes(std::optional<lanes::Width> width);
  bool uses_lanes() const { return how_ != How::plainly; }

 private:
  friend class PlainPerception;
  friend class LanePerception;
  friend class BlockPerception;
  friend class BlockSearch;
  friend void run_perceptions(std::span<PerceptionPass> passes, const World& world, const NeighborGrid& grid,
                              WorkerPool& workers);

  void allocate(std::size_t n);
  void make_scratch(std::size_t workers);
  void number_labels(const World& world);
  void find_large_bodies(const World& world);
  void locate_large_bodies(const NeighborGrid& grid);
  // Adds the large bodies within reach of a box that are neither among the ranges nor in `own` yet. `reach`
  // is without their radii [m].
  struct SearchBox {
    Vec3 center;
    double half_width, half_height, half_depth, reach;
    IndexRange own;
  };
  void add_large_bodies(const World& world, const SearchBox& box, std::vector<IndexRange>& ranges) const;
  const PointTree& tree_of_all(const World& world) const;
  const NeighborhoodDef& neighborhood(AgentIndex i) const { return *spec_.neighborhood.find(i); }
  bool is_filtered() const { return !labels_.empty(); }
  // The label of the agents that the agent perceives.
  std::uint32_t wanted_label(AgentIndex i) const {
    if (spec_.shape().neighbors.type == TargetType::none) return labels_[i];
    const std::vector<std::uint32_t>& variant_of = spec_.neighborhood.variant_of;
    return label_of_variant_[variant_of.empty() ? 0 : variant_of[i]];
  }
  // Which of the largest radii is that of the agents that an agent may perceive, or may be perceived with.
  std::size_t radius_index(const World& world, AgentIndex i, std::uint32_t label) const;
  double largest_radius(const World& world, AgentIndex i) const;
  // How far the agent has to look for all but the large bodies, where it perceives others within `radius`
  // [m].
  double search_reach(const World& world, AgentIndex i, double radius) const;
  double search_reach(const World& world, AgentIndex i) const {
    return search_reach(world, i, radius_of(neighborhood(i), world, i));
  }
  bool subscribes(AgentIndex i) const {
    if (all_subscribe_) return true;
    return decides_.empty() ? subscribers_[i] != 0 : (subscribers_[i] & kAsked[decides_[i]]) != 0;
  }
  bool wants(Reduction reduction) const { return (spec_.reductions & static_cast<unsigned>(reduction)) != 0; }
  // The step in which the vectors to an agent's neighbors are counted, and the parameters of its pushes.
  FixedScale displacement_scale(const World& world, AgentIndex i) const;
  PushParameters parameters_of(const World& world, const PairForce& force, AgentIndex i) const;

  void choose_how();
  // What the loops of blocks read; in block_perception.cpp.
  bool reads_velocities() const;
  bool reads_radii() const;
  // Distances and what is ahead.
  bool measures() const {
    return spec_.shape().view != View::full || wants(Reduction::direction) || wants(Reduction::ahead);
  }
  // More than the neighbor with the least key.
  bool wants_all_neighbors() const { return spec_.reductions != 0 || spec_.list || !spec_.forces.empty(); }
  void begin_run(const World& world, const NeighborGrid& grid, WorkerPool& workers);
  void end_run();

  // The use of the lanes in one loop; in lane_perception.cpp.
  bool fits_one_loop() const;
  bool may_have_steps_of_pushes(const World& world) const;
  bool have_same_parameters(const World& world) const;
  // Whether all that ask look alike, so that one of them tells about all: nothing was drawn or differs by
  // body.
  bool ask_alike(const World& world) const;
  void choose_form(const World& world);

  PerceptionSpec spec_;
  std::vector<std::uint8_t> subscribers_;
  bool all_subscribe_ = false;             // in every step
  std::span<const std::uint8_t> decides_;  // by agent, of the step; empty where all do
  static constexpr std::uint8_t kAsked[] = {kInEveryStep, kInEveryStep | kAtDecisions};
  // Per agent a number for its group or type: agents perceive those with the label they want. kNoIndex:
  // nobody wants it. Empty: all perceive all.
  std::vector<std::uint32_t> labels_;
  std::vector<std::uint32_t> label_of_variant_;  // of the neighborhood: the label wanted
  double reach_ = 0.0;
  double shortest_reach_ = 0.0;
  std::vector<LargeBody> large_bodies_;
  std::uint32_t group_ = kNoIndex;  // of perceptions that blocks look for together; kNoIndex: not in blocks
  // Of the agents that can be a neighbor [m]: of all of them, or by label or type where only some count, so
  // that other agents do not change any rounding.
  std::vector<double> largest_radius_;
  std::vector<double> largest_common_radius_;  // the same without the large bodies
  // A tree of all agents that are present: for agents that perceive the nearest of a crowd.
  struct SharedTree {
    std::mutex mutex;
    std::atomic<bool> is_current = false;
    std::vector<AgentIndex> agents;
    PointTree tree;
  };
  std::shared_ptr<SharedTree> tree_;  // where there is a greatest number of neighbors
  std::uint64_t pairs_tested_ = 0;
  std::vector<PerceptionScratch> scratch_;  // by worker

  // Of the lanes.
  std::optional<lanes::Width> width_ = lanes::widest();
  How how_ = How::plainly;
  bool has_floors_ = false;  // agents on different floors do not perceive each other
  lanes::Form form_;
  bool same_parameters_ = false;  // whether all lanes of blocks have the same parameters, in every state
  // Whether sums of pushes of some agent count in steps that follow from them, in some state.
  bool has_steps_of_pushes_ = false;
  // For blocks that may have clamped pushes and for those that
  // rarely have, and of each for blocks that do not perceive through an edge of the world and for those that
  // do.
  struct Kernels {
    lanes::Kernel inner = nullptr;
    lanes::Kernel edge = nullptr;
  };
  Kernels kernels_;
  Kernels unclamped_kernels_;
  LaneColumns columns_;

  Perceived result_;
};

// Runs perceptions that are found in blocks together. The grid holds the agents of the world's state.
void run_perceptions(std::span<PerceptionPass> passes, const World& world, const NeighborGrid& grid,
                     WorkerPool& workers);

}  // namespace drover
