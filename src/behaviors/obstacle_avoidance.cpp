// obstacle_avoidance: steers round obstacles ahead, found by a box, by feelers or by a ray, or in the way to
// its goal. Buckland and Reynolds 1999 (box), Bourg (feeler), Millington 3.3.15 (rays), Lozano-Perez and
// Wesley 1979 (round); corrections to the printed forms are in avoidance.md. The laws are in obstacle_box.h,
// obstacle_feelers.h, obstacle_rays.h and obstacle_round.h.
#include "behaviors/agent_rays.h"
#include "behaviors/obstacle_box.h"
#include "behaviors/obstacle_feelers.h"
#include "behaviors/obstacle_rays.h"
#include "behaviors/obstacle_round.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(ObstacleVariant, box, feeler, ray_normal, ray_center, ray_reflect, round)

struct ObstacleAvoidanceDef {
  ObstacleVariant variant = ObstacleVariant::box;
  Parameter clearance = 0.2;
  Parameter feeler_length = 4.0;
  Parameter feeler_length_factor;
  BoxRule box;
  ObstacleFeelerRule feeler;
  RayRule ray;
  bool agents = false;
  Target target;
  PerceptionHandle seen;  // of the agents that the ray may meet
};

constexpr auto kObstacleVariantFields = fields(field<&ObstacleAvoidanceDef::variant>(
    {.key = "variant",
     .doc =
         "How to look and what to do: box pushes off the nearest obstacle in a box ahead and brakes; "
         "feeler pushes off every obstacle a feeler touches; the rays, as wide as the body, see walls too: "
         "ray_normal seeks a point off the surface met, ray_center pushes from the obstacle's center to the "
         "end of the ray, "
         "ray_reflect turns like light on a mirror; round goes round what is in the straight way to the "
         "goal, by "
         "its corners on the shorter side.",
     .planar_choices = "round"}));

constexpr auto kReachFields = fields(
    field<&ObstacleAvoidanceDef::clearance>(
        {.key = "clearance",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Free space to keep from obstacles, and with rays from walls, as if the body were this much "
                "wider on either side.",
         .original_default = "0 (Buckland)"}),
    field<&ObstacleAvoidanceDef::feeler_length>(
        {.key = "feeler_length",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Length of the feelers or of the ray, from the center along the motion.",
         .original_default = "body length times a factor (Bourg); no value given (Millington)",
         .read_when = when("variant", "feeler, ray_normal, ray_center, ray_reflect")}),
    field<&ObstacleAvoidanceDef::feeler_length_factor>(
        {.key = "feeler_length_factor",
         .range = left_open(0, 1e5),
         .doc =
             "Length of the feelers or of the ray in lengths of the agent's body (body_length) instead of in "
             "meters.",
         .otherwise = "feeler_length counts",
         .body_lengths_of = "feeler_length",
         .read_when = when("variant", "feeler, ray_normal, ray_center, ray_reflect")}));

constexpr auto kObstacleRayFields =
    read_when("variant", "ray_normal, ray_reflect, round",
              read_when("variant", "ray_normal", embed<&ObstacleAvoidanceDef::ray>(kRayFields),
                        "avoid_distance", "steer"),
              "response_time");

constexpr auto kObstacleAvoidanceFields =
    join(join(join(kObstacleVariantFields, embed<&ObstacleAvoidanceDef::box>(kBoxFields)),
              join(kReachFields, embed<&ObstacleAvoidanceDef::feeler>(kObstacleFeelerFields))),
         join(kObstacleRayFields,
              fields(field<&ObstacleAvoidanceDef::agents>(
                         {.key = "agents",
                          .doc = kMeetAgents,
                          .read_when = when("variant", "ray_normal, ray_center, ray_reflect")}),
                     field<&ObstacleAvoidanceDef::target>(
                         {.key = "target",
                          .doc = "Of round: where the agent goes.",
                          .otherwise = "the goal of the first behavior of the stack that has one",
                          .read_when = when("variant", "round")}))));

bool has_ray(const ObstacleAvoidanceDef& def) {
  return def.variant != ObstacleVariant::box && def.variant != ObstacleVariant::feeler &&
         def.variant != ObstacleVariant::round;
}

std::vector<Problem> check(const ObstacleAvoidanceDef& def) {
  if (def.feeler.feelers == 2) return {{"/feelers", "must be 1 or 3"}};
  return {};
}

std::size_t memory_needed(const ObstacleAvoidanceDef& def) {
  return def.variant == ObstacleVariant::round ? kRoundMemory : 0;
}

double length_of_ray(const ObstacleAvoidanceDef& def, const World& world, AgentIndex agent) {
  return length_of(def.feeler_length, def.feeler_length_factor, world, agent) + world.reach_ahead(agent);
}

double half_width_of_ray(const ObstacleAvoidanceDef& def, const World& world, AgentIndex agent) {
  return world.state.limits.radius[agent] + world.state.value(def.clearance, agent);
}

double box_reach(const ObstacleAvoidanceDef& def, const World& world, AgentIndex agent) {
  return length_of_ray(def, world, agent) + half_width_of_ray(def, world, agent);
}

void plan(ObstacleAvoidanceDef& def, PerceptionPlan& plan) {
  if (def.agents && has_ray(def)) def.seen = plan_agent_rays<box_reach>(def, plan);
}

std::optional<Request> steer_by_ray(const ObstacleAvoidanceDef& def, const AgentView& view,
                                    AgentIndex agent) {
  const Vec3 p = view.position(agent);
  const Vec3 ahead = direction_of_motion(view, agent);
  Vec3 ray = ahead * length_of_ray(def, view.world(), agent);
  const double half_width = half_width_of_ray(def, view.world(), agent);
  std::optional<RayHit> hit = first_hit(view, agent, p, p + ray, half_width);
  if (def.agents) {
    const auto other = first_agent_hit(view, def.seen, agent, p, p + ray, half_width);
    if (other && !(hit && hit->distance <= other->distance)) hit = ray_hit(*other, half_width, other->center);
  }
  if (!hit) return std::nullopt;
  ray = clip(ray, distance_to_look(view, agent));
  if (hit->distance > length(ray)) return std::nullopt;
  switch (def.variant) {
    case ObstacleVariant::ray_center:
      return push_from_center(view, agent, ray, *hit);
    case ObstacleVariant::ray_reflect:
      return reflect_off(def.ray, view, agent, ahead, *hit);
    default: {
      const bool is_printed = def.box.printed_form || hit->distance == 0.0;
      return seek_off(def.ray, view, agent, hit->point,
                      is_printed ? hit->normal : with_a_side(view, hit->normal, ahead));
    }
  }
}

std::optional<Request> steer(const ObstacleAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  switch (def.variant) {
    case ObstacleVariant::box: {
      DetectionBox box = detection_box(def.box, view, agent, view.value(def.clearance, agent));
      if (def.box.printed_form) return printed_box_request(def.box, view, agent, box);
      std::optional<BoxHit> hit = nearest_in_box(view, agent, box);
      if (!hit) return std::nullopt;
      if (const double most = distance_to_look(view, agent); most < box.length) {
        box.length = most;
        hit = nearest_in_box(view, agent, box);
        if (!hit) return std::nullopt;
      }
      return box_request(def.box, view, agent, box, *hit);
    }
    case ObstacleVariant::feeler: {
      ObstacleFeelers feelers = obstacle_feelers(def.feeler, direction_of_motion(view, agent),
                                                 length_of_ray(def, view.world(), agent), view, agent);
      feelers.half_width = view.radius(agent) + view.value(def.clearance, agent);
      const std::optional<Request> request = feeler_request(def.feeler.combine, view, agent, feelers);
      if (!request || !feelers.shorten(distance_to_look(view, agent))) return request;
      return feeler_request(def.feeler.combine, view, agent, feelers);
    }
    case ObstacleVariant::round:
      return round_request(def.target, view, agent, half_width_of_ray(def, view.world(), agent),
                           view.value(def.ray.response_time, agent));
    default:
      return steer_by_ray(def, view, agent);
  }
}

constexpr auto kProbeNames = std::to_array<std::string_view>(
    {"feeler_ahead", "feeler_left", "feeler_right", "box_rear_left", "box_front_left", "box_front_right",
     "box_rear_right", "corner", "feeler_up", "feeler_down"});
constexpr std::size_t kCornerProbe = 7;
constexpr std::array<std::size_t, 5> kFeelerProbes = {0, 1, 2, 8, 9};

// The tips of the feelers or of the ray, the corners of the detection box, or the corner to pass next.
void aim(const ObstacleAvoidanceDef& def, const AgentView& view, AgentIndex agent, Aims& out) {
  const Vec3 position = view.position(agent);
  if (def.variant == ObstacleVariant::box) {
    const DetectionBox box = detection_box(def.box, view, agent, view.value(def.clearance, agent));
    const bool is_spatial = view.world().model().is_spatial();
    const Vec3 left = (is_spatial ? left_of(box.heading) : upright(box.heading).left) * box.half_width;
    const Vec3 front = box.position + box.heading * box.length;
    const std::array<Vec3, 4> corners = {box.position + left, front + left, front - left,
                                         box.position - left};
    for (std::size_t k = 0; k < corners.size(); ++k)
      out.add({kProbeNames[3 + k], AimForm::corner, corners[k]});
    return;
  }
  if (def.variant == ObstacleVariant::round) {
    const std::optional<Vec3> to_goal = displacement_to_goal(def.target, view, agent);
    if (!to_goal) return;
    const auto way = way_round_first(view, agent, *to_goal, half_width_of_ray(def, view.world(), agent));
    if (way) out.add({kProbeNames[kCornerProbe], AimForm::circle, position + way->to_corner, way->distance});
    return;
  }
  ObstacleFeelerRule rule = def.feeler;
  if (def.variant != ObstacleVariant::feeler) rule.feelers = 1;
  const ObstacleFeelers feelers = obstacle_feelers(rule, direction_of_motion(view, agent),
                                                   length_of_ray(def, view.world(), agent), view, agent);
  for (std::size_t k = 0; k < feelers.count; ++k)
    out.add({kProbeNames[kFeelerProbes[k]], AimForm::feeler, position + feelers.reach[k]});
}

bool ignores_walls(const ObstacleAvoidanceDef& def) {
  return !has_ray(def);
}

constexpr TypedBehavior<ObstacleAvoidanceDef> kTypedObstacleAvoidance = {
    .info = {.name = "obstacle_avoidance",
             .summary =
                 "Steers round obstacles ahead, found by a box, feelers or a ray, or in the way to its goal.",
             .source =
                 "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and Funge, "
                 "Artificial Intelligence for Games, 3.3.15; Bourg and Seemann, AI for Game Developers, ch. "
                 "4; Lozano-Perez and Wesley 1979",
             .example = R"({"type": "obstacle_avoidance", "min_box_length": 5})",
             .related = "wall_avoidance",
             .in_space = true},
    .fields = kObstacleAvoidanceFields,
    .check = check,
    .memory_needed = memory_needed,
    .probability = 0.9,
    .ignores_walls = ignores_walls,
    .leads = false,
    .plan = plan,
    .steer = steer,
    .aim_names = kProbeNames,
    .aim = aim,
};

}  // namespace

extern constexpr BehaviorKind kObstacleAvoidance = make_behavior<kTypedObstacleAvoidance>();

}  // namespace drover
