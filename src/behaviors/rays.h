// Steering away from the point a ray meets: shared by obstacle_avoidance and wall_avoidance. Millington
// 3.3.15 "Obstacle and Wall Avoidance"; see avoidance.md.
#pragma once

#include "behaviors/seek_variant.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

// The direction of motion; below 0.1 mm/s it is the heading, so that the ray keeps its length.
inline Vec3 direction_of_motion(const AgentView& view, AgentIndex agent) {
  constexpr double kMinSpeed = 1e-4;  // m/s
  const Vec3 velocity = view.velocity(agent);
  return length2(velocity) > kMinSpeed * kMinSpeed ? direction(velocity) : view.heading(agent);
}

// How to seek the point off the surface a ray met.
struct RayRule {
  Parameter avoid_distance = 1.5;
  SeekVariant steer = SeekVariant::velocity;
  Parameter response_time = 0.1;
};

inline constexpr auto kRayFields = fields(
    field<&RayRule::avoid_distance>(
        {.key = "avoid_distance",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Of rays: how far off the surface they met lies the point to seek. Should exceed the radius; "
                "head-on it stops the agent only above radius + max_speed^2 / (2 max_acceleration).",
         .original_default = "no value given (Millington)"}),
    field<&RayRule::steer>({.key = "steer",
                            .doc = "Of rays: velocity seeks at full speed, full_accel with full "
                                   "acceleration however the agent moves.",
                            .original_default = "full_accel (Millington)"}),
    field<&RayRule::response_time>(kResponseTime));

// Seeks the point off a surface met at `point` with this normal.
inline Request seek_off(const RayRule& rule, const AgentView& view, AgentIndex agent, Vec3 point,
                        Vec3 normal) {
  // The point is on a ray of the agent, so no nearest image is to be looked for.
  const Vec3 displacement = point + normal * view.value(rule.avoid_distance, agent) - view.position(agent);
  if (rule.steer == SeekVariant::full_accel) return full_acceleration_request(view, agent, displacement);
  return seek_request(view, agent, displacement, view.value(rule.response_time, agent));
}

}  // namespace drover
