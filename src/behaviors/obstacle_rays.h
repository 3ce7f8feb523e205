// Variants ray_normal, ray_center and ray_reflect of obstacle_avoidance: a ray along the motion, and three
// answers to what it meets first, an obstacle or a wall. Seed 001 section 3.3.15 and seed 004 section 7;
// catalogue 3.2.
#pragma once

#include <cmath>

#include "behaviors/rays.h"

namespace drover {

// What a ray of an agent meets first; an obstacle before a wall at the same distance.
struct RayHit {
  Vec3 point;                       // m
  Vec3 normal;                      // unit, to the agent's side
  double distance;                  // m
  std::uint32_t circle = kNoIndex;  // index of the obstacle, where it is one
};

inline std::optional<RayHit> first_hit(const AgentView& view, Vec3 from, Vec3 to) {
  const StaticGeometry& geometry = view.world().model().geometry;
  const std::optional<WallHit> wall = geometry.first_wall_hit(from, to);
  const std::optional<ObstacleHit> obstacle = geometry.first_obstacle_hit(from, to);
  if (obstacle && (!wall || obstacle->distance <= wall->distance)) {
    return RayHit{obstacle->point, obstacle->normal, obstacle->distance, obstacle->circle};
  }
  if (!wall) return std::nullopt;
  return RayHit{wall->point, wall->normal, wall->distance};
}

// Seed 004: full acceleration from the obstacle's center to the end of the ray. Where that lies beyond the
// center the push would lead into the obstacle, so only its part across the ray counts, and where there is
// none, dead ahead, all goes left (E4-07). A wall has no center: the part of its normal across the ray.
inline Vec3 push_from_center(const AgentView& view, AgentIndex agent, Vec3 ray, const RayHit& hit) {
  const double most = view.max_request(agent);
  const bool is_wall = hit.circle == kNoIndex;
  if (!is_wall && hit.distance == 0.0) return hit.normal * most;
  Vec3 from_center = hit.normal;
  if (!is_wall) {
    const Circle& circle = view.world().model().geometry.circles()[hit.circle];
    from_center = ray - view.displacement(view.position(agent), circle.center);
    if (!(dot(from_center, ray) > 0.0) && length(from_center) >= kLengthEpsilon) {
      return direction(from_center) * most;
    }
    from_center = direction(from_center);
  }
  const Vec3 ahead = direction(ray);
  const Frame frame = upright(ahead);
  const double across = frame.left_part(from_center);
  return frame.left * (std::fabs(across) < kLengthEpsilon ? most : across * most);
}

// Seed 004: full speed in the direction in which light would be reflected; out of an obstacle straight.
inline Vec3 reflect_off(const RayRule& rule, const AgentView& view, AgentIndex agent, Vec3 ahead,
                        const RayHit& hit) {
  const double into = dot(ahead, hit.normal);
  const Vec3 wanted = into < 0.0 ? ahead - hit.normal * (2.0 * into) : hit.normal;
  return velocity_request(view, agent, wanted * view.max_speed(agent), rule.response_time[agent]);
}

}  // namespace drover
