// hug: goes along a wall or an obstacle at a distance, with it on one side: the opposite of wall_avoidance.
// Millington and Funge 3.3.2 name it, for a timid mouse, and give no rule. Here the agent follows a line at a
// constant distance from the nearest border, whatever that belongs to. See avoidance.md.
#include <cmath>
#include <optional>
#include <span>

#include "behaviors/arrival.h"
#include "behaviors/hug_borders.h"
#include "behaviors/obstacle_rays.h"
#include "behaviors/rays.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/geometry/body_sweep.h"
#include "sim/geometry/segment.h"
#include "sim/geometry/static_geometry.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

DROVER_ENUM(HugSide, left, right)

DROVER_ENUM(HugEnd, round, stop, leave)

struct HugDef {
  HugSide side = HugSide::left;
  Parameter distance = 1.0;
  Parameter reach = 3.0;
  Parameter look = 1.0;
  Parameter predict_time;
  HugEnd end = HugEnd::round;
  Parameter response_time = 0.1;
};

constexpr auto kHugFields = fields(
    field<&HugDef::side>(
        {.key = "side", .doc = "On which side of the agent the wall is: where it goes follows from that."}),
    field<&HugDef::distance>({.key = "distance",
                              .unit = "m",
                              .range = left_open(0, 1e5),
                              .doc = "What to keep between the center of the body and the border; at least "
                                     "the radius. Corridors less than twice as wide are followed in their "
                                     "middle, gaps less than twice as wide are passed by."}),
    field<&HugDef::reach>({.key = "reach",
                           .unit = "m",
                           .range = left_open(0, 1e5),
                           .doc = "What is farther away is not seen; where nothing is, the behavior asks for "
                                  "nothing. Must exceed distance."}),
    field<&HugDef::look>({.key = "look",
                          .unit = "m",
                          .range = left_open(0, 1e5),
                          .doc = "The way along the border over which an error of the distance falls to its "
                                 "37 % (1 / e)."}),
    field<&HugDef::predict_time>(
        {.key = "predict_time",
         .unit = "s",
         .range = closed(0, 1e3),
         .doc =
             "The border is looked for from where the body will be after this time, or where it will touch "
             "something before. With less than response_time bodies overshoot corners, with more they cut "
             "them.",
         .otherwise = "response_time, but 0 of bodies that take velocities"}),
    field<&HugDef::end>({.key = "end",
                         .doc =
                             "What to do where a wall ends: go round to its other side, come to rest beside "
                             "the end (stop), or go straight on until the end is out of reach and something "
                             "is in reach, or something is ahead within the distance (leave)."}),
    field<&HugDef::response_time>(kResponseTime));

// Numbers drawn from distributions are not checked: an agent that does not see as far as the distance it is
// to keep goes nearer.
std::vector<Problem> check(const HugDef& def) {
  if (def.reach.is_drawn() || def.distance.is_drawn()) return {};
  if (def.reach.constant() > def.distance.constant()) return {};
  return {{"/reach", "\"reach\" must be larger than \"distance\""}};
}

// Where the body will be after predict_time, or where it touches something before: what is behind a wall is
// none of its borders.
Vec3 predicted_position(const HugDef& def, const AgentView& view, AgentIndex agent) {
  const Vec3 p = view.position(agent);
  const bool obeys_at_once = view.request_unit(agent) == RequestUnit::velocity;
  const double lag = obeys_at_once ? 0.0 : view.value(def.response_time, agent);
  const Vec3 ahead = p + view.velocity(agent) * view.value_or(def.predict_time, agent, lag);
  if (ahead == p) return p;
  const double radius = view.radius(agent);
  const StaticGeometry geometry = view.world().geometry_near(agent, StaticGrid::box(p, ahead, radius));
  const std::optional<Touch> touch = first_touch(geometry, p, ahead, radius);
  return touch ? touch->center : ahead;
}

// The way along a border: forward where it is to be on the left, and off it.
Vec3 along_border(HugSide side, Vec3 away) {
  const Vec3 left = upright(away).left;
  return side == HugSide::left ? left : -left;
}

// The line to keep to, as seen from the predicted position.
struct HugCourse {
  Vec3 along;                   // unit
  Vec3 away;                    // unit, across it, off the border
  double error = 0.0;           // by how much the position is too near to the border [m]
  double way_left = kInfinity;  // to where the agent is to come to rest [m]
  HugBorder border = {};        // that it follows
};

// Whether two borders are on different sides of a place between them, and not those of a right angle.
bool is_opposite(const HugBorder& a, const HugBorder& b) {
  return dot(a.away, b.away) < -0.1;
}

// Between borders on either side that are less than twice the distance apart it cannot be kept from both. The
// rule for one border would turn the agent back whenever the other one becomes the nearest, to and fro. So
// the nearest one does not count where it would, as long as there is one on the other side that lets the
// agent go on, and past the nearest: where both come together it has to turn back.
std::optional<HugBorder> other_side(const HugDef& def, const AgentView& view, AgentIndex agent, Vec3 p,
                                    const HugBorder& nearest) {
  constexpr double kBack = -0.5;       // cosine: corrections of the distance turn the motion by less
  constexpr double kTogether = -0.34;  // sine of the angle at which both come together: 20 degrees
  constexpr double kMargin = 1.25;     // for what an error of the distance makes the nearest
  const Vec3 motion = direction_of_motion(view, agent);
  const auto leads_back = [&](const HugBorder& border) {
    return dot(along_border(def.side, border.away), motion) < kBack;
  };
  const double distance = kMargin * view.value(def.distance, agent);
  const bool is_between = nearest.distance > 0.0 && nearest.distance < distance;
  if (!is_between || !leads_back(nearest)) return std::nullopt;
  const double reach = smaller(2.0 * distance - nearest.distance, view.value(def.reach, agent));
  const auto other = nearest_border(view, agent, p, reach, true, [&](const HugBorder& border) {
    return is_opposite(border, nearest) && !leads_back(border) &&
           dot(along_border(def.side, border.away), nearest.away) > kTogether;
  });
  const bool has_room = other && nearest.distance + other->distance >= 2.0 * view.radius(agent);
  return has_room ? other : std::nullopt;
}

// A body that touches two borders is as near to both. In an inner corner the first listed may lead into the
// other, which would hold the body there for ever: then the other one counts.
HugBorder out_of_corner(const HugDef& def, const AgentView& view, AgentIndex agent, Vec3 p,
                        const HugBorder& nearest) {
  constexpr double kTouching = 1e-6;  // m
  const double touching = view.radius(agent) + kTouching;
  if (!(nearest.distance > 0.0 && nearest.distance <= touching)) return nearest;
  const Vec3 along = along_border(def.side, nearest.away);
  const auto other = nearest_border(view, agent, p, touching, true, [&](const HugBorder& border) {
    return dot(along, border.away) < -kLengthEpsilon &&
           dot(along_border(def.side, border.away), nearest.away) > 0.0;
  });
  return other.value_or(nearest);
}

// How far away the nearest border on the other side is, within the distance to keep from both; infinite where
// there is none.
double distance_to_other_side(const HugDef& def, const AgentView& view, AgentIndex agent, Vec3 p,
                              const HugBorder& border) {
  const double distance = view.value(def.distance, agent);
  if (!(border.distance > 0.0 && border.distance < distance)) return kInfinity;
  const double reach = smaller(2.0 * distance - border.distance, view.value(def.reach, agent));
  const auto other = nearest_border(view, agent, p, reach, true, [&](const HugBorder& candidate) {
    return is_opposite(candidate, border);
  });
  return other ? other->distance : kInfinity;
}

// In corridors less than twice as wide as the distance the middle is the line to keep to; where something is
// ahead it is nearer to the border, so that there is room to turn.
HugCourse course_along(const HugDef& def, const AgentView& view, AgentIndex agent, Vec3 p,
                       const HugBorder& nearest) {
  const std::optional<HugBorder> other = other_side(def, view, agent, p, nearest);
  const HugBorder border = other ? *other : out_of_corner(def, view, agent, p, nearest);
  const Vec3 along = along_border(def.side, border.away);
  double kept = view.value(def.distance, agent);
  const double width =
      border.distance + (other ? nearest.distance : distance_to_other_side(def, view, agent, p, border));
  if (width < 2.0 * kept) {
    const bool is_blocked = first_hit(view, agent, p, p + along * kept, 0.0).has_value();
    kept = 0.5 * width;
    if (is_blocked) kept = smaller(kept, larger(view.radius(agent), 0.25 * width));
  }
  return {along, border.away, kept - border.distance, kInfinity, border};
}

// The end of a wall, where it is ahead along the side of the wall that p is on.
struct WallEnd {
  Vec3 point;             // m
  Vec3 along, away;       // unit: along the wall to the end, and off it
  double beside;          // from the line of the wall to p [m]
  std::uint32_t segment;  // the last one
};

bool is_touched_by_others(const AgentView& view, AgentIndex agent, Vec3 end, std::uint32_t segment) {
  const StaticGrid::Box box = StaticGrid::box(end, 0.0);
  const StaticGeometry geometry = view.world().geometry_near(agent, box);
  const auto touches = [&](std::uint32_t k) {
    const Segment& other = geometry.segments()[k];
    return k != segment && length(nearest_point_on_segment(other.a, other.b, end) - end) <= kLengthEpsilon;
  };
  return geometry.segment_grid().any(box, touches) || geometry.obstacle_grid().any(box, [&](std::uint32_t k) {
    return geometry.distance_to_obstacle(k, end) <= kLengthEpsilon;
  });
}

// Of a wall within reach. Where another segment or an obstacle touches the end there is none.
std::optional<WallEnd> end_ahead(const HugDef& def, const AgentView& view, AgentIndex agent, Vec3 p,
                                 const HugBorder& border) {
  if (def.end == HugEnd::round || border.segment == kNoIndex) return std::nullopt;
  const Segment& wall = view.world().geometry_for(agent).segments()[border.segment];
  const double side = dot(p - wall.a, wall.normal);
  const Vec3 away = side < 0.0 ? -wall.normal : wall.normal;
  const Vec3 along = along_border(def.side, away);
  const bool is_forward = dot(along, wall.b - wall.a) > 0.0;
  const Vec3 start = is_forward ? wall.a : wall.b;
  const Vec3 end = is_forward ? wall.b : wall.a;
  if (!(dot(p - start, along) >= 0.0) || length(end - p) > view.value(def.reach, agent)) return std::nullopt;
  if (is_touched_by_others(view, agent, end, border.segment)) return std::nullopt;
  return WallEnd{end, along, away, std::fabs(side), border.segment};
}

// Up to the end of a wall the course is straight, and the agent comes to rest beside it: unless there
// something else is nearer, which it turns to before.
void stop_at_end(const HugDef& def, const AgentView& view, AgentIndex agent, const WallEnd& end,
                 HugCourse& course) {
  const double distance = view.value(def.distance, agent);
  const auto there = nearest_border(view, agent, end.point + end.away * distance, distance, false,
                                    [](const HugBorder&) { return true; });
  if (there && there->distance < distance - kLengthEpsilon) return;
  course.along = end.along;
  course.away = end.away;
  course.error = distance - end.beside;
  course.way_left = larger(0.0, dot(end.point - view.position(agent), end.along));
}

// The memory of `leave`: the end of a wall from which the agent goes straight on, as the index of the last
// segment, doubled, plus 1 for its end b and 2 for its end a, or 0; and the tick of the last evaluation.
enum HugMemory : std::size_t { kLeftEnd, kHugTick, kHugMemoryCount };

std::size_t memory_of(const HugDef& def) {
  return def.end == HugEnd::leave ? std::size_t{kHugMemoryCount} : 0;
}

// Unless it was left before the last step.
std::optional<WallEnd> remembered_end(const AgentView& view, AgentIndex agent) {
  const std::span<const double> memory = view.memory(agent);
  const bool is_known = static_cast<double>(view.world().state.tick) - memory[kHugTick] <= 1.0;
  if (!is_known || memory[kLeftEnd] == 0.0) return std::nullopt;
  const auto index = static_cast<std::uint32_t>(memory[kLeftEnd] - 1.0) / 2;
  const Segment& wall = view.world().geometry_for(agent).segments()[index];
  const bool is_forward = memory[kLeftEnd] == 2.0 * index + 1.0;
  const Vec3 along = direction(is_forward ? wall.b - wall.a : wall.a - wall.b);
  return WallEnd{is_forward ? wall.b : wall.a, along, upright(along).left, 0.0, index};
}

void remember_end(const std::optional<WallEnd>& end, const AgentView& view, AgentIndex agent) {
  const std::span<double> memory = view.memory_to_write(agent);
  memory[kHugTick] = static_cast<double>(view.world().state.tick);
  memory[kLeftEnd] = 0.0;
  if (!end) return;
  const bool is_forward = end->point == view.world().geometry_for(agent).segments()[end->segment].b;
  memory[kLeftEnd] = 2.0 * static_cast<double>(end->segment) + (is_forward ? 1.0 : 2.0);
}

// The course from the predicted position p, and the end of a wall from which it leads straight on.
struct HugPlan {
  std::optional<HugCourse> course;
  std::optional<WallEnd> left = {};
};

// Straight on from the end of a wall, unless the body would touch something within the distance to keep. All
// else counts again where that end is out of reach: sooner the agent would turn to and fro between the wall
// that it left and another one.
HugPlan find_plan(const HugDef& def, const AgentView& view, AgentIndex agent, Vec3 p) {
  const double reach = view.value(def.reach, agent);
  const auto border = nearest_border(view, agent, p, reach, false, [](const HugBorder&) { return true; });
  const auto straight_on = [&](const WallEnd& end) { return HugPlan{HugCourse{end.along, end.away}, end}; };
  const auto is_free = [&](const WallEnd& end) {
    constexpr double kTouching = 0.9;  // of the radius: what the body goes along is not in its way
    const Vec3 ahead = p + end.along * view.value(def.distance, agent);
    return !first_hit(view, agent, p, ahead, kTouching * view.radius(agent));
  };
  if (def.end == HugEnd::leave) {
    const std::optional<WallEnd> left = remembered_end(view, agent);
    if (left && is_free(*left) && (!border || length(p - left->point) <= reach)) return straight_on(*left);
  }
  if (!border) return {};
  HugCourse course = course_along(def, view, agent, p, *border);
  const std::optional<WallEnd> end = end_ahead(def, view, agent, p, course.border);
  if (!end) return {course};
  if (def.end == HugEnd::stop) {
    stop_at_end(def, view, agent, *end, course);
  } else if (dot(end->point - p, end->along) <= 0.0 && is_free(*end)) {
    return straight_on(*end);
  }
  return {course};
}

std::optional<Request> steer(const HugDef& def, const AgentView& view, AgentIndex agent) {
  const HugPlan plan = find_plan(def, view, agent, predicted_position(def, view, agent));
  if (def.end == HugEnd::leave) remember_end(plan.left, view, agent);
  if (!plan.course) return std::nullopt;
  const HugCourse& course = *plan.course;
  // At 45 degrees off the border at most: steeper, an agent in a corner would be pushed to and fro between
  // its sides.
  const double slope = smaller(1.0, course.error / view.value(def.look, agent));
  const Vec3 way = course.along + course.away * slope;
  return halting_request(view, agent, way, course.way_left, view.value(def.response_time, agent));
}

// The point of the line at the distance to keep that is `look` ahead.
std::optional<Vec3> displacement_to_aim(const HugDef& def, const AgentView& view, AgentIndex agent) {
  const Vec3 p = predicted_position(def, view, agent);
  const HugPlan plan = find_plan(def, view, agent, p);
  if (!plan.course) return std::nullopt;
  const double ahead = smaller(view.value(def.look, agent), plan.course->way_left);
  return p - view.position(agent) + plan.course->along * ahead + plan.course->away * plan.course->error;
}

std::optional<double> distance_to_rest(const HugDef& def, const AgentView& view, AgentIndex agent) {
  if (def.end != HugEnd::stop) return std::nullopt;
  const HugPlan plan = find_plan(def, view, agent, predicted_position(def, view, agent));
  if (!plan.course || plan.course->way_left == kInfinity) return std::nullopt;
  return plan.course->way_left;
}

constexpr TypedBehavior<HugDef> kTypedHug = {
    .info = {.name = "hug",
             .summary = "Goes along the nearest wall or obstacle at a distance, with it on one side.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.2, where it is named as "
                       "the opposite of wall avoidance; the rule is drover's own",
             .example = R"({"type": "hug", "side": "right", "distance": 1.5})",
             .related = "wall_avoidance, obstacle_avoidance, follow_corridor",
             .not_in_space = "a side to keep is one of the plane; use wall_avoidance or obstacle_avoidance"},
    .fields = kHugFields,
    .check = check,
    .memory = kHugMemoryCount,
    .memory_needed = memory_of,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kHug = make_behavior<kTypedHug>();

}  // namespace drover
