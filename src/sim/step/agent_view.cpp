#include "sim/step/agent_view.h"

#include <algorithm>

#include "core/det_math.h"
#include "sim/formation/formation_columns.h"
#include "sim/geometry/shape_image.h"
#include "sim/state/trails.h"
#include "sim/step/agent_goals.h"
#include "sim/step/held_requests.h"

namespace drover {

double AgentView::max_rotation(AgentIndex i) const {
  const double limit = world_.state.limits.max_turn_rate[i];
  return limit < kInfinity ? limit : det::kPi;
}

double AgentView::time_since_decision(const Decisions& decisions, AgentIndex i) const {
  // Not what passed while it was not there, or its condition did not hold.
  const std::uint64_t longest = std::max(decisions.period, world_.model().type_of(i).decisions.period);
  return static_cast<double>(std::min(ticks_since_decision(world_, decisions, i), longest)) * dt();
}

TargetState AgentView::target(const Target& target, AgentIndex agent) const {
  switch (target.type) {
    case TargetType::none:
      return {};
    case TargetType::point:
      return fixed_target(target.point, agent);
    case TargetType::agent:
      return agent_target(target.index, agent);
    case TargetType::group:
    case TargetType::agent_type: {
      if (target.select != TargetSelect::nearest) return centroid(target, agent);
      const AgentIndex nearest = world_.nearest_member(target, agent, viewer_);
      return nearest == kNoIndex ? TargetState{} : agent_target(nearest, agent);
    }
    case TargetType::path: {
      const Path& path = world_.model().paths[target.index];
      return fixed_target(path.point_at(path.nearest_parameter(position(agent))), agent);
    }
    case TargetType::obstacle: {
      const StaticGeometry geometry = world_.geometry();
      if (!geometry.is_obstacle_present(target.index)) return {};
      // The middle of a circle or ball, of other shapes the nearest place of the border.
      const auto seen_as = [&](const auto& shape) {
        if (!shape.is_solid_circle())
          return fixed_target(geometry.nearest_border(target.index, position(agent)).point, agent);
        TargetState seen = fixed_target(shape.center(), agent);
        seen.radius = shape.rounding();
        return seen;
      };
      return geometry.is_spatial() ? seen_as(geometry.in_space().obstacles()[target.index])
                                   : seen_as(geometry.shapes()[target.index]);
    }
    case TargetType::region: {
      const Region& region = world_.model().regions[target.index];
      const Vec3 image = image_near(region, world_.model().bounds, position(agent));
      TargetState seen = fixed_target(region.encloses(image) ? image : region.border_point(image), agent);
      seen.is_region = true;
      return seen;
    }
    case TargetType::wall:
      if (!world_.geometry().is_wall_present(target.index)) return {};
      return fixed_target(world_.geometry().nearest_point_of_wall(target.index, position(agent)), agent);
    case TargetType::formation:
      return anchor_target(target.index, agent);
    case TargetType::slot:
      return slot(agent);
    case TargetType::trail:
      return trail_target(target, agent);
    case TargetType::projectile:
      return projectile_target(target.index, agent);
    case TargetType::goal:
      return goal_target(agent);
  }
  return {};
}

// The place of a formation that has members.
TargetState AgentView::anchor_target(AgentIndex anchor, AgentIndex agent) const {
  if (world_.state.formation_columns.member_count[formation_at(world_, anchor)] == 0) return {};
  TargetState seen = fixed_target(position(anchor), agent);
  seen.velocity = seen_velocity(world_.state.motion.velocity(anchor), agent);
  seen.heading = heading(anchor);
  return seen;
}

TargetState AgentView::slot(AgentIndex agent) const {
  const std::vector<SlotTarget>& slots = world_.state.slots;
  if (slots.empty() || !slots[agent].exists) return {};
  TargetState seen = fixed_target(slots[agent].position, agent);
  seen.velocity = seen_velocity(slots[agent].velocity, agent);
  seen.heading = slots[agent].heading;
  return seen;
}

TargetState AgentView::goal_target(AgentIndex agent) const {
  const std::optional<GoalAim> aim = goal_aim(world_, agent);
  if (!aim) return {};
  if (aim->agent != kNoIndex) return agent_target(aim->agent, agent);
  if (aim->is_direction) {
    // Farther than anything that could matter to a behavior, and no farther: quotients stay precise.
    constexpr double kFarAway = 1e6;  // m
    TargetState seen;
    seen.found = seen.is_direction = true;
    seen.displacement = aim->direction * kFarAway;
    return seen;
  }
  TargetState seen = fixed_target(aim->position, agent);
  seen.is_region = aim->is_region;
  return seen;
}

// A place of the way of an agent moves as that agent does, until it is where the way begins; the nearest
// place is a place of its own in every step and has no velocity.
TargetState AgentView::trail_target(const Target& target, AgentIndex agent) const {
  const TrailPath trail(world_, target.index, position(agent));
  if (!trail.exists()) return {};
  const bool is_nearest = !target.behind.is_present();
  const double s = is_nearest ? trail.nearest_parameter(position(agent))
                              : trail.on_path(trail.end() - value(target.behind, agent));
  TargetState seen = fixed_target(trail.point_at(s), agent);
  seen.heading = trail.direction_at(s);
  if (is_nearest || s <= trail.begin()) return seen;
  const double speed = length(world_.state.motion.velocity(trail.agent()));
  seen.velocity = seen_velocity(seen.heading * speed, agent);
  return seen;
}

// As it is seen from where agents move: from above, where that is not space.
TargetState AgentView::projectile_target(std::uint32_t type, AgentIndex agent) const {
  const std::uint32_t row = world_.nearest_projectile(type, agent);
  if (row == kNoIndex) return {};
  const ProjectileColumns& projectiles = world_.state.projectiles;
  const auto seen_part = [&](Vec3 v) { return world_.model().is_spatial() ? v : Vec3{v.x, v.y, 0.0}; };
  TargetState seen = fixed_target(seen_part(projectiles.position(row)), agent);
  seen.velocity = seen_velocity(seen_part(projectiles.velocity(row)), agent);
  seen.radius = world_.model().projectiles.types[type].radius;
  seen.projectile = row;
  return seen;
}

TargetState AgentView::fixed_target(Vec3 point, AgentIndex agent) const {
  TargetState seen;
  seen.found = true;
  seen.displacement = displacement(position(agent), point);
  return seen;
}

TargetState AgentView::agent_target(AgentIndex target, AgentIndex agent) const {
  if (!world_.is_present(target)) return {};
  const AgentMotion& motion = target == agent ? world_.state.motion : world_.seen_motion(viewer_);
  TargetState seen = fixed_target(motion.position(target), agent);
  seen.velocity = seen_velocity(motion.velocity(target), agent);
  seen.heading = heading(target);
  seen.radius = radius(target);
  seen.agent = target;
  return seen;
}

TargetState AgentView::centroid(const Target& target, AgentIndex agent) const {
  const GroupMean mean = world_.mean_of_members(target, agent, viewer_);
  if (mean.count == 0) return {};
  TargetState seen;
  seen.found = true;
  seen.displacement = mean.displacement;
  seen.velocity = seen_velocity(mean.velocity, agent);
  seen.heading = direction(mean.heading);
  return seen;
}

}  // namespace drover
