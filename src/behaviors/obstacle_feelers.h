// Variant feeler of obstacle_avoidance: an obstacle that a feeler touches pushes sideways, the harder the
// nearer its center. Bourg ch. 4, whose test also counts obstacles behind the agent, ignores the agent's size
// and uses only the projection of the center; see avoidance.md.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

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
                                                "of it, in space also one above and one below. What "
                                                "several of them touch counts once.",
                                         .read_when = when("variant", "feeler")}),
    field<&ObstacleFeelerRule::feeler_angle>({.key = "feeler_angle",
                                              .unit = "rad",
                                              .range = left_open(0, 0.5 * det::kPi),
                                              .doc = "Of feeler: angle between the motion and the feelers "
                                                     "beside it.",
                                              .read_when = when("variant", "feeler")}),
    field<&ObstacleFeelerRule::combine>({.key = "combine",
                                         .doc = "Of feeler: whether all obstacles touched push, or only the "
                                                "one with the nearest rim.",
                                         .read_when = when("variant", "feeler")}));

// The feelers of one agent, from its center to their tips; the first `count` are used.
struct ObstacleFeelers {
  Vec3 ahead;                 // unit
  double length;              // m
  double half_width;          // distance to keep from obstacles [m]
  std::array<Vec3, 5> reach;  // m
  std::size_t count = 1;

  // To this length [m] at most; whether any was longer.
  bool shorten(double most) {
    bool some = length > most;
    length = smaller(length, most);
    for (std::size_t k = 0; k < count; ++k) {
      some = some || !(length2(reach[k]) <= most * most);
      reach[k] = clip(reach[k], most);
    }
    return some;
  }
};

inline ObstacleFeelers obstacle_feelers(const ObstacleFeelerRule& rule, Vec3 ahead, double length,
                                        const AgentView& view, AgentIndex agent) {
  ObstacleFeelers feelers{.ahead = ahead, .length = length, .half_width = 0.0, .reach = {ahead * length}};
  if (rule.feelers == 1) return feelers;
  const auto angle = det::sin_cos(view.value(rule.feeler_angle, agent));
  const Frame frame = frame_along(ahead);
  feelers.reach[1] = frame.vector(angle.cos, angle.sin) * length;
  feelers.reach[2] = frame.vector(angle.cos, -angle.sin) * length;
  feelers.count = 3;
  if (!view.world().model().is_spatial()) return feelers;
  feelers.reach[3] = frame.vector(Vec3{angle.cos, 0.0, angle.sin}) * length;
  feelers.reach[4] = frame.vector(Vec3{angle.cos, 0.0, -angle.sin}) * length;
  feelers.count = 5;
  return feelers;
}

// Circles.
inline bool touches(const ObstacleFeelers& feelers, Vec3 center, double reach) {
  for (std::size_t k = 0; k < feelers.count; ++k) {
    const Vec3 nearest = nearest_point_on_segment({}, feelers.reach[k], center);
    if (length2(nearest - center) <= reach * reach) return true;
  }
  return false;
}

// An obstacle of another shape, from an agent at p.
inline bool touches(const ObstacleFeelers& feelers, const StaticGeometry& geometry, std::uint32_t obstacle,
                    Vec3 p) {
  if (geometry.overlaps_obstacle(obstacle, p, feelers.half_width)) return true;
  for (std::size_t k = 0; k < feelers.count; ++k) {
    const Vec3 tip = p + feelers.reach[k];
    if (geometry.may_touch_obstacle(obstacle, p, tip, feelers.half_width) &&
        geometry.hit_on_obstacle(obstacle, p, tip, feelers.half_width))
      return true;
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

// What an agent finds of an obstacle that its feelers touch.
struct TouchedObstacle {
  double rim;  // distance of the center from the border [m]
  Vec3 push;   // as a fraction of the agent's acceleration
};

// Past a solid obstacle that is no circle the way leads to the side where it ends sooner, past a hollow one
// to the side its border faces; the push is full.
inline std::optional<TouchedObstacle> touched(const ObstacleFeelers& feelers, const AgentView& view,
                                              const StaticGeometry& geometry, Vec3 p,
                                              std::uint32_t obstacle) {
  const Shape& shape = geometry.shapes()[obstacle];
  if (shape.is_solid_circle()) {
    const Vec3 center = view.displacement(p, shape.center());
    const double reach = shape.rounding() + feelers.half_width;
    if (!touches(feelers, center, reach)) return std::nullopt;
    return TouchedObstacle{length(center) - shape.rounding(), push_off(feelers, center, reach)};
  }
  if (!touches(feelers, geometry, obstacle, p)) return std::nullopt;
  const ShapeBorder border = geometry.nearest_border(obstacle, p);
  if (border.distance < feelers.half_width) return TouchedObstacle{border.distance, border.normal};
  const Vec3 left = upright(feelers.ahead).left;
  bool goes_left = !(dot(border.normal, left) < 0.0);
  if (!shape.is_hollow()) {
    const Vec3 center = border.point + view.displacement(border.point, shape.center()) - p;
    goes_left = ways_past(shape, center, feelers.ahead, feelers.half_width).goes_left();
  }
  return TouchedObstacle{border.distance, goes_left ? left : -left};
}

// The push off a ball in space: as in the plane through the direction ahead and the center; left of one that
// is straight ahead.
inline Vec3 push_off_ball(const ObstacleFeelers& feelers, Vec3 center, double reach) {
  const double distance = length(center);
  if (distance < reach) {
    const Vec3 out = -direction(center);
    return out == Vec3{} ? left_of(feelers.ahead) : out;
  }
  const Vec3 across = center - feelers.ahead * dot(center, feelers.ahead);
  const double off = length(across);
  const Vec3 aside = off < kLengthEpsilon ? left_of(feelers.ahead) : across * (-1.0 / off);
  return aside * smaller(1.0, feelers.length / distance);
}

// In space; `from` is the agent as seen from the image of the obstacle.
inline std::optional<TouchedObstacle> touched(const ObstacleFeelers& feelers, const SpaceShape& shape,
                                              Vec3 from) {
  if (shape.is_solid_circle()) {
    const double reach = shape.rounding() + feelers.half_width;
    const Vec3 center = shape.center() - from;
    if (!touches(feelers, center, reach)) return std::nullopt;
    return TouchedObstacle{length(center) - shape.rounding(), push_off_ball(feelers, center, reach)};
  }
  const ShapeBorder border = shape.nearest_border(from);
  if (border.distance < feelers.half_width) return TouchedObstacle{border.distance, border.normal};
  const auto meets = [&](Vec3 reach) {
    return shape.first_hit(from, from + reach, feelers.half_width).has_value();
  };
  if (!std::ranges::any_of(std::span(feelers.reach).first(feelers.count), meets)) return std::nullopt;
  if (!shape.is_hollow())
    return TouchedObstacle{border.distance, side_past(shape, from, feelers.ahead, feelers.half_width).aside};
  const Vec3 across = border.normal - feelers.ahead * dot(border.normal, feelers.ahead);
  const bool is_straight_ahead = length(across) < kLengthEpsilon;
  return TouchedObstacle{border.distance, is_straight_ahead ? left_of(feelers.ahead) : direction(across)};
}

// Calls look(obstacle) with what the feelers touch in space, by ascending index, for sums that do not depend
// on the order in which a tree is visited.
template <class Look>
void visit_touched_in_space(const AgentView& view, AgentIndex agent, const ObstacleFeelers& feelers,
                            Look&& look) {
  struct Found {
    std::uint32_t index;
    TouchedObstacle obstacle;
  };
  thread_local std::vector<Found> found;  // kept for its memory alone
  found.clear();
  const SpaceGeometry geometry = view.world().geometry_for(agent).in_space();
  const double smallest = view.smallest_obstacle(agent);
  const Vec3 p = view.position(agent);
  geometry.visit_obstacles(p, p, feelers.length + feelers.half_width, [&](std::uint32_t k, Vec3 shift) {
    const SpaceShape& shape = geometry.obstacles()[k];
    if (shape.half_extent() < smallest) return false;
    if (const auto obstacle = touched(feelers, shape, p + shift)) found.push_back({k, *obstacle});
    return false;
  });
  // Of the images of one obstacle the nearest counts.
  std::ranges::sort(found, {}, [](const Found& one) { return std::pair(one.index, one.obstacle.rim); });
  std::uint32_t last = kNoIndex;
  for (const Found& one : found) {
    if (one.index != last) look(one.obstacle);
    last = one.index;
  }
}

inline std::optional<Request> feeler_request(ObstacleCombine combine, const AgentView& view, AgentIndex agent,
                                             const ObstacleFeelers& feelers) {
  std::optional<Vec3> push;
  double nearest_rim = kInfinity;
  const auto add = [&](const TouchedObstacle& obstacle) {
    if (combine == ObstacleCombine::sum) {
      push = push.value_or(Vec3{}) + obstacle.push;
    } else if (obstacle.rim < nearest_rim) {
      nearest_rim = obstacle.rim;
      push = obstacle.push;
    }
  };
  const StaticGeometry geometry = view.world().geometry_for(agent);
  const double smallest = view.smallest_obstacle(agent);
  if (geometry.is_spatial()) {
    visit_touched_in_space(view, agent, feelers, add);
  } else {
    geometry.obstacle_grid().visit_in_order(place_of(feelers, view.position(agent)), [&](std::uint32_t k) {
      if (geometry.shapes()[k].half_extent() < smallest) return;
      if (const auto found = touched(feelers, view, geometry, view.position(agent), k)) add(*found);
    });
  }
  if (!push) return std::nullopt;
  return *push * view.max_request(agent);
}

}  // namespace drover
