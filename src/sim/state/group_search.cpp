#include "sim/state/group_search.h"

#include <algorithm>
#include <cmath>

#include "core/target.h"

namespace drover {
namespace {

// In a group of up to this many members, looking at each one is as fast as searching the tree.
constexpr std::size_t kFewMembers = 16;

AgentIndex nearest_of_all(const GroupState& group, AgentIndex agent) {
  AgentIndex nearest = kNoIndex;
  double nearest2 = kInfinity;
  const Vec3 position = group.own.position(agent);
  // Ascending indices and a strict comparison: ties go to the lowest.
  for (const AgentIndex member : group.members) {
    if (member == agent) continue;
    const double d2 = length2(group.bounds.displacement(position, group.motion.position(member)));
    if (d2 < nearest2) {
      nearest2 = d2;
      nearest = member;
    }
  }
  return nearest;
}

}  // namespace

template <class Value>
GroupSums::Sum GroupSums::sum_of(std::span<const AgentIndex> members, const Value& value) {
  constexpr double kSmallestBound = 1e-100;
  constexpr double kLargestBound = 1e100;
  double bound = kSmallestBound;
  for (const AgentIndex member : members)
    bound = larger(bound, std::fabs(value(member)));
  Sum sum;
  sum.scale = ExactScale::for_bound(smaller(bound, kLargestBound));
  for (const AgentIndex member : members)
    sum.total += sum.scale.to_fixed(value(member));
  return sum;
}

void GroupSums::add_up(const GroupState& group) {
  const AgentMotion& motion = group.motion;
  const auto column_sum = [&group](const auto& column) {
    return sum_of(group.members, [&column](AgentIndex i) { return column[i]; });
  };
  x_ = column_sum(motion.x);
  y_ = column_sum(motion.y);
  vx_ = column_sum(motion.vx);
  vy_ = column_sum(motion.vy);
  hx_ = column_sum(motion.hx);
  hy_ = column_sum(motion.hy);
  rotation_ = column_sum(motion.rotation);
  z_ = vz_ = hz_ = rotation_x_ = rotation_y_ = Sum{};
  if (!motion.z.is_uniform()) {
    z_ = column_sum(motion.z);
    vz_ = column_sum(motion.vz);
    hz_ = column_sum(motion.hz);
    rotation_x_ = column_sum(motion.rotation_x);
    rotation_y_ = column_sum(motion.rotation_y);
  }
  if (!group.bounds.wraps()) return;
  const auto sort = [&group](const auto& column, std::vector<double>& sorted) {
    sorted.clear();
    for (const AgentIndex member : group.members)
      sorted.push_back(column[member]);
    std::ranges::sort(sorted);
  };
  sort(motion.x, sorted_x_);
  sort(motion.y, sorted_y_);
  if (group.bounds.has_heights()) sort(motion.z, sorted_z_);
}

// A nearest image lies one width below or above (Bounds::nearest_image). Differences to sorted coordinates
// are sorted.
double GroupSums::wraps_of(std::span<const double> sorted, double from, double width) {
  const double half = 0.5 * width;
  const auto low = std::ranges::partition_point(sorted, [&](double v) { return v - from <= -half; });
  const auto high = std::ranges::partition_point(sorted, [&](double v) { return v - from < half; });
  return static_cast<double>(sorted.end() - high) - static_cast<double>(low - sorted.begin());
}

GroupMean GroupSums::mean_for(const GroupState& group, AgentIndex agent, bool is_member) const {
  const AgentMotion& motion = group.motion;
  GroupMean mean;
  mean.count = group.members.size() - (is_member ? 1 : 0);
  if (mean.count == 0) return mean;
  const auto others = [is_member](const Sum& sum, double own) {
    return sum.scale.to_double(is_member ? sum.total - sum.scale.to_fixed(own) : sum.total);
  };
  // Its own part of the sums, which is taken away, is what others know of it.
  const Vec3 part = motion.position(agent);
  const Vec3 position = group.own.position(agent);
  const Vec3 velocity = motion.velocity(agent);
  const Vec3 heading = motion.heading(agent);
  const auto count = static_cast<double>(mean.count);
  const Vec3 positions{others(x_, part.x), others(y_, part.y), others(z_, part.z)};
  const Vec3 velocities{others(vx_, velocity.x), others(vy_, velocity.y), others(vz_, velocity.z)};
  mean.displacement = positions / count - position;
  mean.velocity = velocities / count;
  mean.heading = {others(hx_, heading.x), others(hy_, heading.y), others(hz_, heading.z)};
  const Vec3 rotation = motion.angular_velocity(agent);
  mean.rotation = {others(rotation_x_, rotation.x) / count, others(rotation_y_, rotation.y) / count,
                   others(rotation_, rotation.z) / count};
  if (group.bounds.wraps()) {
    const Vec3 size = group.bounds.size();
    const auto wraps = [&](std::span<const double> sorted, double Vec3::*axis) {
      const double from = position.*axis;
      const double all = wraps_of(sorted, from, size.*axis);
      return is_member ? all - wraps_of(part.*axis, from, size.*axis) : all;
    };
    mean.displacement.x -= size.x * wraps(sorted_x_, &Vec3::x) / count;
    mean.displacement.y -= size.y * wraps(sorted_y_, &Vec3::y) / count;
    if (group.bounds.has_heights()) mean.displacement.z -= size.z * wraps(sorted_z_, &Vec3::z) / count;
  }
  return mean;
}

AgentIndex GroupSearch::nearest(std::size_t index, const GroupState& group, AgentIndex agent) const {
  if (!shares_ || index >= count_ || group.members.size() <= kFewMembers) return nearest_of_all(group, agent);
  Shared& shared = groups_[index];
  shared.tree_once.make(
      state_, [&] { shared.tree.fit(group.members, group.motion.x, group.motion.y, group.bounds); });
  const Vec3 position = group.own.position(agent);
  if (group.motion.z.is_uniform()) return shared.tree.nearest(position, agent);
  // The tree is that of the plane: no distance in space is less than that in the plane.
  PointTree::Cut best;
  shared.tree.visit_outward(position, kInfinity, [&](AgentIndex other, double, double, double) {
    const double d2 = length2(group.bounds.displacement(position, group.motion.position(other)));
    const bool precedes = d2 < best.distance2 || (d2 == best.distance2 && other < best.agent);
    if (other != agent && precedes) best = {d2, other};
    return best;
  });
  return best.distance2 < kInfinity ? best.agent : kNoIndex;
}

GroupMean GroupSearch::mean(std::size_t index, const GroupState& group, AgentIndex agent,
                            bool is_member) const {
  if (!shares_ || index >= count_) {
    GroupSums sums;
    sums.add_up(group);
    return sums.mean_for(group, agent, is_member);
  }
  Shared& shared = groups_[index];
  shared.sums_once.make(state_, [&] { shared.sums.add_up(group); });
  return shared.sums.mean_for(group, agent, is_member);
}

}  // namespace drover
