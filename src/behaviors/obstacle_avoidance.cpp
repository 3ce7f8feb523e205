// obstacle_avoidance: a detection box ahead of the agent; the nearest obstacle in it pushes sideways and
// brakes. Seeds 000 and 003 "Obstacle Avoidance" with their errors put right (E0-08 to E0-12: see the
// formulas below); catalogue 3.2, variant box.
#include <cmath>

#include "sim/behavior_view.h"
#include "sim/steering_laws.h"

namespace drover {
namespace {

struct ObstacleAvoidanceDef {
  Quantity min_box_length = 4.0;
  Quantity clearance = 0.2;
  Quantity braking_weight = 0.01;
  Quantity gain = 20.0;
};

constexpr auto kFields = fields(
    field<&ObstacleAvoidanceDef::min_box_length>(
        {.key = "min_box_length",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Length of the detection box at rest, from the center; at max_speed it is twice as long.",
         .seed = "a parameter without a value (S0)"}),
    field<&ObstacleAvoidanceDef::clearance>(
        {.key = "clearance",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Free space to keep from obstacles: the box is this much wider than the body on either side.",
         .seed = "0 (S0)"}),
    field<&ObstacleAvoidanceDef::braking_weight>({.key = "braking_weight",
                                                  .range = closed(0, 1e3),
                                                  .doc = "Brakes with gain times this part of the box length "
                                                         "where an obstacle dead ahead is about to be hit."}),
    field<&ObstacleAvoidanceDef::gain>({.key = "gain",
                                        .unit = "1/s^2",
                                        .range = left_open(0, 1e6),
                                        .doc = "Acceleration per meter, sideways and backwards.",
                                        .seed = "1 is implied (S0)"}));

// An obstacle in the detection box.
struct BoxHit {
  Vec3 center;   // from the agent [m]
  double left;   // how far the center lies to the left of the heading [m]
  double gap;    // free way ahead; 0 where the agent is too near already [m]
  double reach;  // distance to keep from the center: both radii and the clearance [m]
};

// The obstacle with the least gap; ties go to the one listed first.
std::optional<BoxHit> nearest_in_box(const BehaviorView& view, AgentIndex agent, double half_width,
                                     double box_length) {
  const Vec3 heading = view.heading(agent);
  std::optional<BoxHit> nearest;
  for (const Circle& circle : view.world().geometry.circles()) {
    const Vec3 center = view.displacement(view.position(agent), circle.center);
    const double ahead = dot(center, heading);
    const double left = dot(center, left_of(heading));
    const double reach = circle.radius + half_width;
    if (std::fabs(left) >= reach) continue;
    // Where the way ahead enters and leaves the circle of radius `reach`; the seed also takes the exit for a
    // hit.
    const double half_chord = std::sqrt(reach * reach - left * left);
    const double gap = larger(0.0, ahead - half_chord);
    if (ahead + half_chord <= 0.0 || gap > box_length) continue;
    if (!nearest || gap < nearest->gap) nearest = BoxHit{center, left, gap, reach};
  }
  return nearest;
}

// With u = 1 - gap / box_length: sideways, away from the center's side: gain (reach - |left|) (1 + u);
// back: gain braking_weight box_length u.
// The seed pushes towards an obstacle on the left and brakes hardest when it is far (E0-10, E0-11).
std::optional<Request> steer(const ObstacleAvoidanceDef& def, const BehaviorView& view, AgentIndex agent) {
  const double speed_part = smaller(1.0, length(view.velocity(agent)) / view.max_speed(agent));
  const double box_length = def.min_box_length[agent] * (1.0 + speed_part);
  const std::optional<BoxHit> hit =
      nearest_in_box(view, agent, view.radius(agent) + def.clearance[agent], box_length);
  if (!hit) return std::nullopt;
  const double braking_length = def.braking_weight[agent] * box_length;
  const double depth = hit->reach - length(hit->center);
  if (depth > 0.0) {
    // Too near: straight away from the center, as hard as at the rim.
    const Vec3 out = -direction(hit->center);
    const double strength = def.gain[agent] * (braking_length + 2.0 * depth);
    return (out == Vec3{} ? left_of(view.heading(agent)) : out) * strength;
  }
  const double clear = hit->reach - std::fabs(hit->left);  // still to go sideways [m]
  const double urgency = 1.0 - hit->gap / box_length;
  const double aside = clear * (1.0 + urgency);
  return from_local(view.heading(agent), -braking_length * urgency, hit->left > 0.0 ? -aside : aside) *
         def.gain[agent];
}

}  // namespace

extern const BehaviorKind kObstacleAvoidance;
constexpr BehaviorKind kObstacleAvoidance =
    with_probability(0.9, behavior<ObstacleAvoidanceDef, steer>({
                              .name = "obstacle_avoidance",
                              .summary = "Steers round the nearest obstacle in a box ahead, and brakes.",
                              .source = "seeds 000 and 003 (Obstacle Avoidance); Reynolds 1999",
                              .table = {.name = "obstacle_avoidance", .fields = kFields},
                              .example = R"({"type": "obstacle_avoidance", "min_box_length": 5})",
                              .related = "wall_avoidance",
                          }));

}  // namespace drover
