// Variant feeler of obstacle_avoidance: an obstacle that a feeler touches pushes sideways, the harder the
// nearer its center. Bourg ch. 4, whose test also counts obstacles behind the agent, ignores the agent's size
// and uses only the projection of the center; see avoidance.md.
#pragma once

#include "behaviors/obstacle_box.h"
#include "core/det_math.h"

namespace drover {

DROVER_ENUM(ObstacleCombine, sum, nearest)

struct ObstacleFeelerRule {
  std::int64_t feelers = 1;
  Parameter feeler_angle = det::kPi / 6.0;
  ObstacleCombine combine = ObstacleCombine::sum;
};

inline constexpr auto kObstacleFeelerFields = fields(
    field<&ObstacleFeelerRule::feelers>({.key = "feelers",
                                         .range = closed(1, 3),
                                         .doc = "Of feeler: 1 along the motion, or 3, with one to each side "
                                                "of it. What several of them touch counts once."}),
    field<&ObstacleFeelerRule::feeler_angle>({.key = "feeler_angle",
                                              .unit = "rad",
                                              .range = left_open(0, 0.5 * det::kPi),
                                              .doc = "Of feeler: angle between the motion and the feelers "
                                                     "beside it."}),
    field<&ObstacleFeelerRule::combine>({.key = "combine",
                                         .doc = "Of feeler: whether all obstacles touched push, or only the "
                                                "one with the nearest rim."}));

// The feelers of one agent, from its center to their tips; the first `count` are used.
struct ObstacleFeelers {
  Vec3 ahead;                 // unit
  double length;              // m
  double half_width;          // distance to keep from obstacles [m]
  std::array<Vec3, 3> reach;  // m
  std::size_t count = 1;
};

inline ObstacleFeelers obstacle_feelers(const ObstacleFeelerRule& rule, Vec3 ahead, double length,
                                        AgentIndex agent) {
  ObstacleFeelers feelers{.ahead = ahead, .length = length, .half_width = 0.0, .reach = {ahead * length}};
  if (rule.feelers == 1) return feelers;
  const auto angle = det::sin_cos(rule.feeler_angle[agent]);
  const Frame frame = upright(ahead);
  feelers.reach[1] = frame.vector(angle.cos, angle.sin) * length;
  feelers.reach[2] = frame.vector(angle.cos, -angle.sin) * length;
  feelers.count = 3;
  return feelers;
}

inline bool touches(const ObstacleFeelers& feelers, Vec3 center, double reach) {
  for (std::size_t k = 0; k < feelers.count; ++k) {
    const Vec3 nearest = nearest_point_on_segment({}, feelers.reach[k], center);
    if (length2(nearest - center) <= reach * reach) return true;
  }
  return false;
}

// Where the feelers of an agent at p may touch something. The middle one is as long as the others.
inline StaticGrid::Box place_of(const ObstacleFeelers& feelers, Vec3 p) {
  if (feelers.count == 1) return StaticGrid::box(p, p + feelers.reach[0], feelers.half_width);
  return StaticGrid::box(p, feelers.length + feelers.half_width);
}

// The push of one touched obstacle as a fraction of the agent's acceleration: length / distance, at most 1,
// away from the side its center is on. Inside an obstacle it is 1, straight outwards.
inline Vec3 push_off(const ObstacleFeelers& feelers, Vec3 center, double reach) {
  const double distance = length(center);
  if (distance < reach) return way_out(center, feelers.ahead);
  const Vec3 left = upright(feelers.ahead).left;
  const double part = smaller(1.0, feelers.length / distance);
  return left * (dot(center, left) > 0.0 ? -part : part);
}

inline std::optional<Request> feeler_request(ObstacleCombine combine, const AgentView& view, AgentIndex agent,
                                             const ObstacleFeelers& feelers) {
  std::optional<Vec3> push;
  double nearest_rim = kInfinity;
  const StaticGeometry& geometry = view.world().model().geometry_for(agent);
  const double smallest = view.smallest_obstacle(agent);
  const auto look = [&](std::uint32_t k) {
    const Circle& circle = geometry.circles()[k];
    if (circle.radius < smallest) return;
    const Vec3 center = view.displacement(view.position(agent), circle.center);
    const double reach = circle.radius + feelers.half_width;
    if (!touches(feelers, center, reach)) return;
    const double rim = length(center) - circle.radius;
    if (combine == ObstacleCombine::sum) {
      push = push.value_or(Vec3{}) + push_off(feelers, center, reach);
    } else if (rim < nearest_rim) {
      nearest_rim = rim;
      push = push_off(feelers, center, reach);
    }
  };
  geometry.circle_grid().visit_in_order(place_of(feelers, view.position(agent)), look);
  if (!push) return std::nullopt;
  return *push * view.max_request(agent);
}

}  // namespace drover
