#include "sim/state/world.h"

#include <algorithm>

namespace drover {

std::size_t World::present_count() const {
  std::size_t count = 0;
  for (std::uint32_t type = 0; type < model().visible_types().size(); ++type)
    count += state.agents_of(type).size();
  return count;
}

double World::largest_radius() const {
  const std::span<const double> radii = state.limits.radius.entries();
  double largest = 0.0;
  for (const double radius : radii.first(std::min<std::size_t>(radii.size(), model().body_count())))
    largest = larger(largest, radius);
  return largest;
}

std::span<const AgentIndex> World::members(const Target& target) const {
  if (target.type == TargetType::group) return state.lists.groups[target.index];
  if (target.type == TargetType::agent_type) return state.agents_of(target.index);
  return std::span(&target.index, 1);
}

void World::begin_state() {
  const std::size_t groups = state.lists.groups.size() + state.lists.types.size();
  if (group_search_.size() != groups) group_search_ = GroupSearch(groups);
  group_search_.begin_state();
  const std::size_t kinds = model().projectiles.types.size();
  if (projectile_search_.size() != kinds) projectile_search_ = ProjectileSearch(kinds);
  projectile_search_.begin_state();
  if (model().navigation.exists()) navigation_.begin_state(navigation_world(), model().navigation);
  const Statics& statics = *model().statics;
  const bool is_empty = statics.shapes.obstacles.empty() && statics.shapes.segments.empty();
  if (!is_empty || !statics.ground.solids().empty()) nearby_.resize(model().agents.size());
}

// Agents share a search; where observers see something else, they look at all members.
std::size_t World::search_index(const Target& target, Viewer viewer) const {
  if (&seen_motion(viewer) != &seen_motion(Viewer::agent)) return kNoIndex;
  return target.type == TargetType::group ? target.index : state.lists.groups.size() + target.index;
}

AgentIndex World::nearest_member(const Target& target, AgentIndex agent, Viewer viewer) const {
  return group_search_.nearest(search_index(target, viewer), group_state(target, viewer), agent);
}

GroupMean World::mean_of_members(const Target& target, AgentIndex agent, Viewer viewer) const {
  const AgentIdentity& agents = model().agents;
  const std::uint32_t own = target.type == TargetType::group ? agents.group[agent] : agents.type[agent];
  const bool is_member = own == target.index && is_present(agent);
  return group_search_.mean(search_index(target, viewer), group_state(target, viewer), agent, is_member);
}

std::uint32_t World::nearest_projectile(std::uint32_t type, AgentIndex agent) const {
  if (!model().projectiles.exists()) return kNoIndex;
  const ProjectileColumns& columns = state.projectiles;
  const std::uint32_t count = state.projectile_counts.in_flight[0];
  std::uint32_t held = kNoIndex;
  if (state.hands.exist() && state.hands.ball[agent] != 0) {
    const auto used = std::span(columns.number).first(count);
    held = static_cast<std::uint32_t>(std::ranges::lower_bound(used, state.hands.ball[agent]) - used.begin());
  }
  const ProjectileState projectiles{columns, count, model().bounds, model().is_spatial()};
  return projectile_search_.nearest(type, projectiles, state.motion.position(agent), held);
}

}  // namespace drover
