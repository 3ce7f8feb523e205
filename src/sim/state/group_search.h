// The nearest member of a group, and the mean of its members, for any number of agents that ask: one tree and
// one sum per group and state instead of a look at all members for every agent.
//
// Both are made when the first agent asks in a state, under a lock; then they are only read. An agent gets
// the same bits as by a look at all members, which is what happens where the group is small or the state is
// being changed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/exact_sum.h"
#include "sim/geometry/point_tree.h"
#include "sim/state/agent_columns.h"
#include "sim/state/once_per_state.h"

namespace drover {

// The members of a group in one state.
struct GroupState {
  std::span<const AgentIndex> members;  // ascending
  const AgentMotion& motion;            // of the members, as others know them
  const Bounds& bounds;
  const AgentMotion& own = motion;  // of agents that ask, as they know themselves
};

// The mean of the members of a group without the agent itself.
struct GroupMean {
  std::size_t count = 0;  // of members; with none the rest has no meaning
  // From the agent to the centroid; in a world that wraps the mean of the nearest images [m].
  Vec3 displacement;
  Vec3 velocity;  // m/s
  Vec3 heading;   // sum of the unit headings
  Vec3 rotation;  // the mean angular velocity, rad/s
};

// Exact sums over all members, from which one can be taken away again.
class GroupSums {
 public:
  void add_up(const GroupState& group);
  // Without `agent`, which must be a member if `is_member`.
  GroupMean mean_for(const GroupState& group, AgentIndex agent, bool is_member) const;

 private:
  struct Sum {
    ExactScale scale = ExactScale::for_bound(1.0);
    WideInteger total = 0;
  };
  template <class Value>
  static Sum sum_of(std::span<const AgentIndex> members, const Value& value);
  // How many members are nearer through the edge on the high side of an axis, minus those on the low side.
  static double wraps_of(std::span<const double> sorted, double from, double width);
  static double wraps_of(double member, double from, double width) {
    return wraps_of(std::span(&member, 1), from, width);
  }

  Sum x_, y_, z_, vx_, vy_, vz_, hx_, hy_, hz_, rotation_x_, rotation_y_, rotation_;
  std::vector<double> sorted_x_, sorted_y_, sorted_z_;  // coordinates, ascending; in a world that wraps [m]
};

class GroupSearch {
 public:
  // `groups`: how many groups there are; they are asked for by index.
  explicit GroupSearch(std::size_t groups) : groups_(std::make_unique<Shared[]>(groups)), count_(groups) {}
  // A copy starts without what the other has found.
  GroupSearch(const GroupSearch& other) : GroupSearch(other.count_) {}
  GroupSearch& operator=(const GroupSearch& other) { return *this = GroupSearch(other); }
  GroupSearch(GroupSearch&&) = default;
  GroupSearch& operator=(GroupSearch&&) = default;

  std::size_t size() const { return count_; }

  // Nothing changes the state from here on until it is said to.
  void begin_state() {
    ++state_;
    shares_ = true;
  }
  void state_changes() { shares_ = false; }

  // The nearest member but the agent itself, the one with the lower index of equally near ones; kNoIndex
  // without any.
  AgentIndex nearest(std::size_t index, const GroupState& group, AgentIndex agent) const;
  GroupMean mean(std::size_t index, const GroupState& group, AgentIndex agent, bool is_member) const;

 private:
  // What is known of a group.
  struct Shared {
    OncePerState tree_once, sums_once;
    PointTree tree;
    GroupSums sums;
  };

  std::unique_ptr<Shared[]> groups_;
  std::size_t count_ = 0;
  std::uint64_t state_ = 0;
  bool shares_ = false;
};

}  // namespace drover
