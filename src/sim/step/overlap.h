// Overlapping agents: finding the pairs and pushing them apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fixed_sum.h"
#include "core/worker_pool.h"
#include "sim/geometry/nearest_room.h"
#include "sim/perception/close_pairs.h"
#include "sim/state/world.h"
#include "sim/step/solid_distances.h"

namespace drover {

// Two bodies that overlap by `depth` > 0 [m]; a has the lower index.
struct Overlap {
  AgentIndex a;
  AgentIndex b;
  double depth;
};

// Finds the overlapping pairs of one run. Keeps what it knows about close pairs from call to call.
class OverlapFinder {
 public:
  // Ordered by (a, b). The span is valid until the next call.
  std::span<const Overlap> find(const World& world, const AgentMotion& state, WorkerPool& workers);

 private:
  ClosePairs touching_{0.0};
  std::vector<Overlap> pairs_;
};

// Lets bodies move past obstacles and walls and moves overlapping agents apart. Every displacement, of the
// motion and of each push, is a sweep that slides along what it touches (sim/geometry/body_sweep.h), so no
// body enters what it was not in. All pushes of a pass are computed from the same positions and summed in
// fixed point, so the result does not depend on the order of agents or on threads. Bodies that were moved get
// the velocity of the motion that took place.
class OverlapResolver {
 public:
  // `state` is where the bodies would be without contacts, S(t) of the world where they come from.
  void resolve(const World& world, AgentMotion& state, WorkerPool& workers);
  // Afterwards, when the edges of the world have acted: bodies that still overlap obstacles or walls, because
  // they started there, are pushed out.
  void leave_solids(const World& world, AgentMotion& state, WorkerPool& workers);

 private:
  void reserve(std::size_t count, bool is_spatial);
  // Whether a body clearly touches no solid on its way; it may touch none without.
  bool is_clear(const World& world, AgentIndex i, Vec3 from, Vec3 to);
  void sweep_to(const World& world, AgentMotion& state, AgentIndex i, Vec3 from, Vec3 to);
  bool push_agents(const World& world, AgentMotion& state, WorkerPool& workers);
  void sum_pushes(const World& world, const AgentMotion& state, std::span<const Overlap> pairs,
                  const FixedScale& scale);
  void correct_velocity(const World& world, AgentMotion& state, AgentIndex i) const;
  bool stop_at_first_touch(const World& world, AgentMotion& state, AgentIndex i) const;

  OverlapFinder overlaps_;
  SolidDistances distances_;
  std::vector<RoomFinder> finders_;            // by worker
  std::vector<AgentIndex> pushed_;             // in a pass
  std::vector<std::int64_t> push_x_, push_y_;  // of those; the others have none
  std::vector<std::int64_t> push_z_;           // in space, else empty
  std::vector<std::uint8_t> is_pushed_;
  std::vector<std::uint8_t> moved_;  // whether the agent was moved in this step
  // The square of the speed that pushes may give the agent: the greatest among the bodies that push each
  // other, each pass one body farther [m^2/s^2].
  std::vector<double> max_speed2_, next_max_speed2_;
};

}  // namespace drover
