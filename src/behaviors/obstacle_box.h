// Variant box of obstacle_avoidance: a detection box ahead of the agent, in space a cylinder; the nearest
// obstacle in it pushes sideways and brakes. Buckland and Reynolds 1999, with corrections (see avoidance.md),
// and as printed for comparison.
#pragma once

#include <cmath>

#include "core/quaternion.h"
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
         .original_default = "no value given (Buckland)",
         .read_when = when("variant", "box")}),
    field<&BoxRule::braking_weight>({.key = "braking_weight",
                                     .range = closed(0, 1e3),
                                     .doc = "Of box: brakes with gain times this part of the box length "
                                            "where an obstacle dead ahead is about to be hit.",
                                     .original_default = "0.2 (Buckland)",
                                     .read_when = when("variant", "box")}),
    field<&BoxRule::gain>({.key = "gain",
                           .unit = "1/s^2",
                           .range = left_open(0, 1e6),
                           .doc = "Of box: acceleration per meter, sideways and backwards.",
                           .original_default = "1 is implied (Buckland)",
                           .read_when = when("variant", "box")}),
    field<&BoxRule::printed_form>({.key = "printed_form",
                                   .doc = "The law as it was printed, for comparison only: of box, which "
                                          "pushes towards an obstacle on the left and brakes hardest when it "
                                          "is far; of ray_normal, which pushes straight back head-on.",
                                   .original_default = "true (Buckland)",
                                   .in_space = false,
                                   .read_when = when("variant", "box, ray_normal")}));

// The detection box of one agent.
struct DetectionBox {
  Vec3 position;      // m
  Vec3 heading;       // unit
  double half_width;  // m
  double length;      // m
  double smallest;    // half extent of obstacles that count [m]
};

inline DetectionBox detection_box(const BoxRule& rule, const AgentView& view, AgentIndex agent,
                                  double clearance) {
  const double speed_part = smaller(1.0, length(view.velocity(agent)) / view.max_speed(agent));
  return {view.position(agent), view.heading(agent), view.radius(agent) + clearance,
          view.value(rule.min_box_length, agent) * (1.0 + speed_part) + view.world().reach_ahead(agent),
          view.smallest_obstacle(agent)};
}

// An obstacle in the detection box.
struct BoxHit {
  double gap;    // free length ahead; 0 where the agent is too near already [m]
  double clear;  // still to go sideways [m]
  double ahead;  // how far it is ahead: 1 dead ahead, 0 where it is clear
  Vec3 aside;    // to the side on which the way past it is the shorter one, unit
  double depth;  // how much too near the agent is already; not positive where it is not [m]
  Vec3 out;      // out of the obstacle: the way to go where it is too near, unit
};

// Straight away from the center of an obstacle the agent is in; to its left from the center itself.
inline Vec3 way_out(Vec3 to_center, Vec3 ahead) {
  const Vec3 out = -direction(to_center);
  return out == Vec3{} ? upright(ahead).left : out;
}

// A circle.
inline std::optional<BoxHit> hit_in_box(const DetectionBox& box, Vec3 center, double radius) {
  const double ahead = dot(center, box.heading);
  const Vec3 to_left = upright(box.heading).left;
  const double left = dot(center, to_left);
  const double reach = radius + box.half_width;
  if (std::fabs(left) >= reach) return std::nullopt;
  // Where the way ahead enters and leaves the circle of radius `reach`; the printed law also takes the exit
  // for a hit.
  const double half_chord = std::sqrt(reach * reach - left * left);
  const double gap = larger(0.0, ahead - half_chord);
  if (ahead + half_chord <= 0.0 || gap > box.length) return std::nullopt;
  const double clear = reach - std::fabs(left);
  return BoxHit{gap,
                clear,
                clear / reach,
                left > 0.0 ? -to_left : to_left,
                reach - length(center),
                way_out(center, box.heading)};
}

// How far a disc goes sideways until the way ahead is clear of all of a solid shape, whose center is at
// `center` from the agent [m].
struct WaysPast {
  double to_left, to_right;  // m

  bool goes_left() const { return to_left <= to_right; }
};

inline WaysPast ways_past(const Shape& shape, Vec3 center, Vec3 ahead, double half_width) {
  const Frame frame = upright(ahead);
  double leftmost = -kInfinity;
  double rightmost = kInfinity;
  for (const Vec3 corner : shape.corners()) {
    const double left = frame.left_part(center + (corner - shape.center()));
    leftmost = larger(leftmost, left + shape.rounding());
    rightmost = smaller(rightmost, left - shape.rounding());
  }
  return {half_width + leftmost, half_width - rightmost};
}

// An obstacle of another shape: what a disc as wide as the box meets on the way ahead. A solid one is passed
// on the side where the box clears all of it sooner. A hollow one, which may be all round the agent, is
// passed on the side its border leads to, by half a width of the box at a time.
inline std::optional<BoxHit> hit_in_box(const DetectionBox& box, const StaticGeometry& geometry,
                                        std::uint32_t obstacle) {
  const Shape& shape = geometry.shapes()[obstacle];
  const Vec3 end = box.position + box.heading * box.length;
  if (!geometry.may_touch_obstacle(obstacle, box.position, end, box.half_width)) return std::nullopt;
  const ShapeBorder border = geometry.nearest_border(obstacle, box.position);
  const double depth = box.half_width - border.distance;
  const auto hit = geometry.hit_on_obstacle(obstacle, box.position, end, box.half_width);
  if (!hit && !(depth > 0.0)) return std::nullopt;
  const Vec3 left = upright(box.heading).left;
  BoxHit found{.gap = hit && !(depth > 0.0) ? hit->t * box.length : 0.0,
               .clear = box.half_width,
               .ahead = 1.0,
               .aside = left,
               .depth = depth,
               .out = border.normal};
  const Vec3 normal = hit ? hit->normal : border.normal;
  if (shape.is_hollow()) {
    if (upright(box.heading).left_part(normal) < 0.0) found.aside = -left;
    return found;
  }
  // The image that is met, as seen from the agent.
  const Vec3 met = hit ? hit->center - normal * box.half_width : border.point;
  const Vec3 center = met + geometry.bounds().displacement(met, shape.center()) - box.position;
  const WaysPast ways = ways_past(shape, center, box.heading, box.half_width);
  if (!ways.goes_left()) found.aside = -left;
  found.clear = smaller(ways.to_left, ways.to_right);
  found.ahead = 2.0 * found.clear / (ways.to_left + ways.to_right);
  return found;
}

// A ball, whose center is at `center` from the agent: the law for a circle in the plane through the heading
// and the center. Dead ahead the way past leads to the left.
inline std::optional<BoxHit> hit_in_cylinder(const DetectionBox& box, Vec3 center, double radius) {
  const double ahead = dot(center, box.heading);
  const Vec3 across = center - box.heading * ahead;
  const double off = length(across);
  const double reach = radius + box.half_width;
  if (off >= reach) return std::nullopt;
  const double half_chord = std::sqrt(reach * reach - off * off);
  const double gap = larger(0.0, ahead - half_chord);
  if (ahead + half_chord <= 0.0 || gap > box.length) return std::nullopt;
  const double clear = reach - off;
  const Vec3 left = left_of(box.heading);
  const Vec3 out = -direction(center);
  return BoxHit{gap,
                clear,
                clear / reach,
                off < kLengthEpsilon ? left : across * (-1.0 / off),
                reach - length(center),
                out == Vec3{} ? left : out};
}

// The sides on which a solid shape in space may be passed: left, right, above and below of the direction
// ahead. The first one of those on which a ball of radius `half_width` at `center` clears all of it soonest.
struct SidePast {
  Vec3 aside;                // unit
  double clear = kInfinity;  // how far the ball goes to that side [m]
  double opposite = 0.0;     // to the other side [m]
};

inline SidePast side_past(const SpaceShape& shape, Vec3 center, Vec3 ahead, double half_width) {
  const Vec3 left = left_of(ahead);
  const Vec3 up = cross(ahead, left);
  SidePast soonest;
  for (const Vec3 side : {left, up}) {
    const double way = half_width + shape.extent(side) - dot(center, side);
    const double way_back = half_width + shape.extent(-side) + dot(center, side);
    const bool is_back = way_back < way;
    if (smaller(way, way_back) >= soonest.clear) continue;
    soonest = {is_back ? -side : side, smaller(way, way_back), larger(way, way_back)};
  }
  return soonest;
}

inline void choose_side(const DetectionBox& box, const SpaceShape& shape, Vec3 center, BoxHit& hit) {
  const SidePast past = side_past(shape, center, box.heading, box.half_width);
  hit.clear = past.clear;
  hit.aside = past.aside;
  hit.ahead = 2.0 * past.clear / (past.clear + past.opposite);
}

// An obstacle of another shape in space, as hit_in_box says for the plane; `from` is the agent as seen from
// the image of the obstacle.
inline std::optional<BoxHit> hit_in_cylinder(const DetectionBox& box, const SpaceShape& shape, Vec3 from) {
  const ShapeBorder border = shape.nearest_border(from);
  const double depth = box.half_width - border.distance;
  const auto hit = shape.first_hit(from, from + box.heading * box.length, box.half_width);
  if (!hit && !(depth > 0.0)) return std::nullopt;
  BoxHit found{.gap = hit && !(depth > 0.0) ? hit->t * box.length : 0.0,
               .clear = box.half_width,
               .ahead = 1.0,
               .aside = left_of(box.heading),
               .depth = depth,
               .out = border.normal};
  if (!shape.is_hollow()) {
    choose_side(box, shape, from, found);
    return found;
  }
  const Vec3 normal = hit ? hit->normal : border.normal;
  const Vec3 across = normal - box.heading * dot(normal, box.heading);
  if (length(across) >= kLengthEpsilon) found.aside = direction(across);
  return found;
}

// The obstacle with the least gap in space; ties go to the one listed first.
inline std::optional<BoxHit> nearest_in_cylinder(const AgentView& view, AgentIndex agent,
                                                 const DetectionBox& box) {
  const SpaceGeometry geometry = view.world().geometry_for(agent).in_space();
  std::optional<BoxHit> nearest;
  std::uint32_t index = 0;
  const Vec3 end = box.position + box.heading * box.length;
  geometry.visit_obstacles(box.position, end, box.half_width, [&](std::uint32_t k, Vec3 shift) {
    const SpaceShape& shape = geometry.obstacles()[k];
    if (shape.half_extent() < box.smallest) return false;
    const Vec3 from = box.position + shift;
    const std::optional<BoxHit> hit = shape.is_solid_circle()
                                          ? hit_in_cylinder(box, shape.center() - from, shape.half_extent())
                                          : hit_in_cylinder(box, shape, from);
    if (!hit || (nearest && (hit->gap > nearest->gap || (hit->gap == nearest->gap && k >= index))))
      return false;
    nearest = hit;
    index = k;
    return false;
  });
  return nearest;
}

// The obstacle with the least gap; ties go to the one listed first.
inline std::optional<BoxHit> nearest_in_box(const AgentView& view, AgentIndex agent,
                                            const DetectionBox& box) {
  if (view.world().model().is_spatial()) return nearest_in_cylinder(view, agent, box);
  const Vec3 end = box.position + box.heading * box.length;
  const StaticGrid::Box around = StaticGrid::box(box.position, end, box.half_width);
  // What is as near to any side, so that the list serves what other behaviors ask, however the agent turns.
  const StaticGeometry geometry =
      view.world().geometry_near(agent, StaticGrid::box(box.position, box.length + box.half_width));
  std::optional<BoxHit> nearest;
  const auto look = [&](std::uint32_t k) {
    const Shape& shape = geometry.shapes()[k];
    if (shape.half_extent() < box.smallest) return;
    const std::optional<BoxHit> hit =
        shape.is_solid_circle()
            ? hit_in_box(box, view.displacement(box.position, shape.center()), shape.rounding())
            : hit_in_box(box, geometry, k);
    if (hit && (!nearest || hit->gap < nearest->gap)) nearest = hit;
  };
  geometry.obstacle_grid().visit_in_order(around, look);
  return nearest;
}

// With u = 1 - gap / box length: sideways, to the side that is sooner clear: gain clear 2 u; back: gain
// braking_weight box_length u, times how far the obstacle is ahead. Both are nothing at the far end of the
// box, where an obstacle comes into sight, and at its sides. The printed law pushes towards an obstacle on
// the left and brakes hardest when it is far.
inline Request box_request(const BoxRule& rule, const AgentView& view, AgentIndex agent,
                           const DetectionBox& box, const BoxHit& hit) {
  constexpr double kSlow = 0.05;    // of max_speed
  constexpr double kTooNear = 0.1;  // in half widths of the box: from this depth on only the way out counts
  const double braking_length = view.value(rule.braking_weight, agent) * box.length;
  const double urgency = 1.0 - hit.gap / box.length;
  const double aside = hit.clear * 2.0 * urgency;
  // While a body turns round, its heading sweeps over what it does not go to: what counts is how far the two
  // agree.
  const double slow = kSlow * view.max_speed(agent);
  const Vec3 velocity = view.velocity(agent);
  const double agrees = larger(0.0, (dot(box.heading, velocity) + slow) / (length(velocity) + slow));
  Vec3 push = (box.heading * (-braking_length * urgency * hit.ahead) + hit.aside * aside) *
              (view.value(rule.gain, agent) * agrees);
  if (hit.depth > 0.0) {
    const double part = smaller(1.0, hit.depth / (kTooNear * box.half_width));
    // What is on its way out already is not led past.
    const bool leaves = dot(hit.out, box.heading) >= 0.0;
    const Vec3 past = leaves ? Vec3{} : clip(push, view.max_request(agent));
    const double outwards = view.value(rule.gain, agent) * (braking_length + 2.0 * hit.depth);
    push = past * (1.0 - part) + hit.out * (part * outwards);
  }
  return push;
}

// The listing as printed by Buckland; where it is incomplete, the text decides. It drops centers behind the
// agent, takes the exit of a circle the agent is in for a hit, and pushes by the bare radius less the
// coordinate of the center, whatever its sign. It knows circles alone: of another solid shape within the
// length of the box it takes the circle of its half extent, and hollow ones it does not see.
inline std::optional<Request> printed_box_request(const BoxRule& rule, const AgentView& view,
                                                  AgentIndex agent, const DetectionBox& box) {
  double nearest = kInfinity;
  double forward = 0.0;
  double left = 0.0;
  const StaticGeometry geometry = view.world().geometry_for(agent);
  // All that is tagged is within the length of the box.
  geometry.obstacle_grid().visit_in_order(StaticGrid::box(box.position, box.length), [&](std::uint32_t k) {
    const Shape& shape = geometry.shapes()[k];
    const double radius = shape.half_extent();
    if (radius < box.smallest || shape.is_hollow()) return;
    const Vec3 center = view.displacement(box.position, shape.center());
    const double x = dot(center, box.heading);
    const double y = dot(center, upright(box.heading).left);
    const double reach = radius + box.half_width;
    const bool is_tagged = shape.is_solid_circle()
                               ? length(center) < box.length + radius
                               : geometry.nearest_border(k, box.position).distance < box.length;
    if (!is_tagged || x < 0.0 || std::fabs(y) >= reach) return;
    const double half_chord = std::sqrt(reach * reach - y * y);
    const double meets = x - half_chord > 0.0 ? x - half_chord : x + half_chord;
    if (meets >= nearest) return;
    nearest = meets;
    forward = (radius - x) * view.value(rule.braking_weight, agent);
    left = (radius - y) * (1.0 + (box.length - x) / box.length);
  });
  if (nearest == kInfinity) return std::nullopt;
  return upright(box.heading).vector(forward, left) * view.value(rule.gain, agent);
}

}  // namespace drover
