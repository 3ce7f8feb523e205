// Variant box of obstacle_avoidance: a detection box ahead of the agent; the nearest obstacle in it pushes
// sideways and brakes. Buckland and Reynolds 1999, with corrections (see avoidance.md), and as printed for
// comparison.
#pragma once

#include <cmath>

#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

struct BoxRule {
  Parameter min_box_length = 4.0;
  Parameter braking_weight = 0.01;
  Parameter gain = 20.0;
  bool printed_form = false;
};

inline constexpr auto kBoxFields = fields(
    field<&BoxRule::min_box_length>(
        {.key = "min_box_length",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Length of the detection box at rest, from the center; at max_speed it is twice as long.",
         .original_default = "no value given (Buckland)"}),
    field<&BoxRule::braking_weight>({.key = "braking_weight",
                                     .range = closed(0, 1e3),
                                     .doc = "Of box: brakes with gain times this part of the box length "
                                            "where an obstacle dead ahead is about to be hit.",
                                     .original_default = "0.2 (Buckland)"}),
    field<&BoxRule::gain>({.key = "gain",
                           .unit = "1/s^2",
                           .range = left_open(0, 1e6),
                           .doc = "Of box: acceleration per meter, sideways and backwards.",
                           .original_default = "1 is implied (Buckland)"}),
    field<&BoxRule::printed_form>({.key = "printed_form",
                                   .doc = "Of box: the law as it was printed, which pushes towards an "
                                          "obstacle on the left and brakes hardest when it is far. For "
                                          "comparison only.",
                                   .original_default = "true (Buckland)"}));

// The detection box of one agent.
struct DetectionBox {
  Vec3 position;      // m
  Vec3 heading;       // unit
  double half_width;  // m
  double length;      // m
  double smallest;    // radius of obstacles that count [m]
};

inline DetectionBox detection_box(const BoxRule& rule, const AgentView& view, AgentIndex agent,
                                  double clearance) {
  const double speed_part = smaller(1.0, length(view.velocity(agent)) / view.max_speed(agent));
  return {view.position(agent), view.heading(agent), view.radius(agent) + clearance,
          rule.min_box_length[agent] * (1.0 + speed_part) + view.world().reach_ahead(agent),
          view.smallest_obstacle(agent)};
}

// An obstacle in the detection box.
struct BoxHit {
  Vec3 center;   // from the agent [m]
  double left;   // how far the center lies to the left of the heading [m]
  double gap;    // free length ahead; 0 where the agent is too near already [m]
  double reach;  // distance to keep from the center: both radii and the clearance [m]
};

// The obstacle with the least gap; ties go to the one listed first.
inline std::optional<BoxHit> nearest_in_box(const AgentView& view, AgentIndex agent,
                                            const DetectionBox& box) {
  const StaticGeometry& geometry = view.world().model().geometry_for(agent);
  std::optional<BoxHit> nearest;
  const auto look = [&](std::uint32_t k) {
    const Circle& circle = geometry.circles()[k];
    if (circle.radius < box.smallest) return;
    const Vec3 center = view.displacement(box.position, circle.center);
    const double ahead = dot(center, box.heading);
    const double left = dot(center, upright(box.heading).left);
    const double reach = circle.radius + box.half_width;
    if (std::fabs(left) >= reach) return;
    // Where the way ahead enters and leaves the circle of radius `reach`; the printed law also takes the exit
    // for a hit.
    const double half_chord = std::sqrt(reach * reach - left * left);
    const double gap = larger(0.0, ahead - half_chord);
    if (ahead + half_chord <= 0.0 || gap > box.length) return;
    if (!nearest || gap < nearest->gap) nearest = BoxHit{center, left, gap, reach};
  };
  const Vec3 end = box.position + box.heading * box.length;
  geometry.circle_grid().visit_in_order(StaticGrid::box(box.position, end, box.half_width), look);
  return nearest;
}

// Straight away from the center of an obstacle the agent is in; to its left from the center itself.
inline Vec3 way_out(Vec3 to_center, Vec3 ahead) {
  const Vec3 out = -direction(to_center);
  return out == Vec3{} ? upright(ahead).left : out;
}

// With u = 1 - gap / box length: sideways, away from the center's side: gain (reach - |left|) (1 + u);
// back: gain braking_weight box_length u.
// The printed law pushes towards an obstacle on the left and brakes hardest when it is far.
inline std::optional<Request> box_request(const BoxRule& rule, const AgentView& view, AgentIndex agent,
                                          const DetectionBox& box) {
  const std::optional<BoxHit> hit = nearest_in_box(view, agent, box);
  if (!hit) return std::nullopt;
  const double braking_length = rule.braking_weight[agent] * box.length;
  const double depth = hit->reach - length(hit->center);
  if (depth > 0.0) {
    // Too near: straight away from the center, as hard as at the rim.
    return way_out(hit->center, box.heading) * (rule.gain[agent] * (braking_length + 2.0 * depth));
  }
  const double clear = hit->reach - std::fabs(hit->left);  // still to go sideways [m]
  const double urgency = 1.0 - hit->gap / box.length;
  const double aside = clear * (1.0 + urgency);
  return upright(box.heading).vector(-braking_length * urgency, hit->left > 0.0 ? -aside : aside) *
         rule.gain[agent];
}

// The listing as printed by Buckland; where it is incomplete, the text decides. It drops centers behind the
// agent, takes the exit of a circle the agent is in for a hit, and pushes by the bare radius less the
// coordinate of the center, whatever its sign.
inline std::optional<Request> printed_box_request(const BoxRule& rule, const AgentView& view,
                                                  AgentIndex agent, const DetectionBox& box) {
  double nearest = kInfinity;
  double forward = 0.0;
  double left = 0.0;
  const StaticGeometry& geometry = view.world().model().geometry_for(agent);
  // All that is tagged is within the length of the box.
  geometry.circle_grid().visit_in_order(StaticGrid::box(box.position, box.length), [&](std::uint32_t k) {
    const Circle& circle = geometry.circles()[k];
    if (circle.radius < box.smallest) return;
    const Vec3 center = view.displacement(box.position, circle.center);
    const double x = dot(center, box.heading);
    const double y = dot(center, upright(box.heading).left);
    const double reach = circle.radius + box.half_width;
    const bool is_tagged = length(center) < box.length + circle.radius;
    if (!is_tagged || x < 0.0 || std::fabs(y) >= reach) return;
    const double half_chord = std::sqrt(reach * reach - y * y);
    const double meets = x - half_chord > 0.0 ? x - half_chord : x + half_chord;
    if (meets >= nearest) return;
    nearest = meets;
    forward = (circle.radius - x) * rule.braking_weight[agent];
    left = (circle.radius - y) * (1.0 + (box.length - x) / box.length);
  });
  if (nearest == kInfinity) return std::nullopt;
  return upright(box.heading).vector(forward, left) * rule.gain[agent];
}

}  // namespace drover
