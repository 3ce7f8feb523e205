// Variants ray_normal, ray_center and ray_reflect of obstacle_avoidance: a ray along the motion, and three
// responses to the obstacle or wall it meets first. ray_normal is Millington 3.3.15; ray_center and
// ray_reflect are common simpler forms. See avoidance.md.
#pragma once

#include <cmath>

#include "behaviors/rays.h"
#include "core/quaternion.h"

namespace drover {

// The first hit of a ray of an agent; an obstacle before a wall at the same distance.
struct RayHit {
  Vec3 point;                       // m
  Vec3 normal;                      // unit, to the agent's side
  double distance;                  // m
  std::optional<Vec3> center = {};  // of what is met where it is solid, from the ray's start [m]
};

// A hit of a ray of this half width [m]: its point is the one that is touched.
template <class Hit>
RayHit ray_hit(const Hit& hit, double half_width, std::optional<Vec3> center = std::nullopt) {
  return {hit.point - hit.normal * half_width, hit.normal, hit.distance, center};
}

// The ray is as wide as the body with its clearance: what the body would touch on the way along it is met.
// The point of a hit is the one that is touched then.
inline std::optional<RayHit> first_hit(const AgentView& view, AgentIndex agent, Vec3 from, Vec3 to,
                                       double half_width) {
  const StaticGeometry geometry = view.world().geometry_for(agent);
  const std::optional<WallHit> wall = geometry.first_swept_wall_hit(from, to, half_width);
  const std::optional<ObstacleHit> obstacle =
      geometry.first_obstacle_hit(from, to, half_width, view.smallest_obstacle(agent));
  if (obstacle && (!wall || obstacle->distance <= wall->distance)) {
    if (geometry.is_spatial()) {
      const SpaceShape& shape = geometry.in_space().obstacles()[obstacle->obstacle];
      if (shape.is_hollow()) return ray_hit(*obstacle, half_width);
      return ray_hit(*obstacle, half_width,
                     obstacle->point + view.displacement(obstacle->point, shape.center()) - from);
    }
    const Shape& shape = geometry.shapes()[obstacle->obstacle];
    if (shape.is_solid_circle())
      return ray_hit(*obstacle, half_width, view.displacement(from, shape.center()));
    if (shape.is_hollow()) return ray_hit(*obstacle, half_width);
    const Vec3 met = obstacle->point;
    return ray_hit(*obstacle, half_width, met + view.displacement(met, shape.center()) - from);
  }
  if (!wall) return std::nullopt;
  return ray_hit(*wall, half_width);
}

// A push (unit) nearly straight back along a ray only holds the body before the obstacle for ever, with its
// goal behind. It is turned to at least 45 degrees off the way back, to the side it leads to, to the left on
// a tie.
inline Vec3 with_a_side(const AgentView& view, Vec3 push, Vec3 ahead) {
  constexpr double kHeadOn = 0.707;  // sine of the angle
  if (view.world().model().is_spatial()) {
    const Vec3 forward = direction(ahead);
    const Vec3 across = push - forward * dot(push, forward);
    if (!(dot(push, forward) < 0.0) || length(across) * length(ahead) >= kHeadOn) return push;
    const Vec3 side = direction(across);
    return direction((side == Vec3{} ? left_of(forward) : side) - forward);
  }
  const Frame frame = upright(ahead);
  const double left = frame.left_part(push);
  if (!(dot(push, frame.forward) < 0.0) || std::fabs(left) >= kHeadOn) return push;
  return direction(left < -kLengthEpsilon ? -frame.left - frame.forward : frame.left - frame.forward);
}

// ray_center: full acceleration from the obstacle's center to the end of the ray. Where the end lies beyond
// the center the push would lead into the obstacle, so only its part across the ray counts; if that part is
// zero (dead ahead), the push is to the left. A wall and a hollow obstacle have no center; their
// push is the part of the normal across the ray. The center of a shape is that of its bounding box.
inline Vec3 push_from_center(const AgentView& view, AgentIndex agent, Vec3 ray, const RayHit& hit) {
  const double max_request = view.max_request(agent);
  if (hit.center && hit.distance == 0.0) return hit.normal * max_request;
  Vec3 from_center = hit.normal;
  if (hit.center) {
    from_center = ray - *hit.center;
    if (!(dot(from_center, ray) > 0.0) && length(from_center) >= kLengthEpsilon) {
      return with_a_side(view, direction(from_center), ray) * max_request;
    }
    from_center = direction(from_center);
  }
  const Vec3 ahead = direction(ray);
  if (view.world().model().is_spatial()) {
    const Vec3 aside = from_center - ahead * dot(from_center, ahead);
    return (length(aside) < kLengthEpsilon ? left_of(ahead) : aside) * max_request;
  }
  const Frame frame = upright(ahead);
  const double across = frame.left_part(from_center);
  return frame.left * (std::fabs(across) < kLengthEpsilon ? max_request : across * max_request);
}

// ray_reflect: full speed in the direction of the reflected ray; inside an obstacle, straight outwards.
inline Request reflect_off(const RayRule& rule, const AgentView& view, AgentIndex agent, Vec3 ahead,
                           const RayHit& hit) {
  const Vec3 normal = hit.distance > 0.0 ? with_a_side(view, hit.normal, ahead) : hit.normal;
  const double into = dot(ahead, normal);
  const Vec3 wanted = into < 0.0 ? ahead - normal * (2.0 * into) : normal;
  return velocity_request(view, agent, wanted * view.full_speed(agent),
                          view.value(rule.response_time, agent));
}

}  // namespace drover
