// follow_path: goes along a path, from waypoint to waypoint or after a point that runs ahead on it.
// Buckland and Reynolds 1999, whose forms may read past the last waypoint (see current_waypoint); Millington
// 3.3.12, whose predictive form lets the point on the path fall back and makes the agent oscillate about the
// end of an open path. This one does neither; see paths.md.
#include "behaviors/arrival.h"
#include "behaviors/lookahead.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(FollowPathVariant, waypoint, rabbit, predictive)

DROVER_ENUM(PathDirection, forward, backward)

DROVER_ENUM(PathEnd, arrive, seek, stop)

struct FollowPathDef {
  Reference path{ReferenceType::path, {}, kNoIndex};
  FollowPathVariant variant = FollowPathVariant::waypoint;
  PathDirection direction = PathDirection::forward;
  Parameter waypoint_radius = 1.0;
  LookaheadRule lookahead;
  Parameter predict_time = 0.1;
  PathEnd end = PathEnd::arrive;
  ArrivalRule arrival;
};

constexpr auto kRouteFields = fields(
    field<&FollowPathDef::path>({.key = "path", .doc = "The path to follow.", .required = true}),
    field<&FollowPathDef::variant>(
        {.key = "variant",
         .doc = "waypoint seeks one point of the path after the other; rabbit seeks the point path_offset "
                "ahead of the nearest one, and so comes back to the path; predictive does so from where the "
                "agent will be after predict_time, and never falls back on the path."}),
    field<&FollowPathDef::direction>(
        {.key = "direction",
         .doc = "Of variant waypoint: forward goes from the first point to the last, backward from the last "
                "to the first. The others go by the sign of path_offset.",
         .read_when = when("variant", "waypoint")}),
    field<&FollowPathDef::waypoint_radius>(
        {.key = "waypoint_radius",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "A waypoint counts as passed, and the end of the path as reached, when the agent is nearer "
                "to it than this.",
         .original_default = "no value given (Buckland)"}));

constexpr auto kEndFields = fields(
    field<&FollowPathDef::predict_time>({.key = "predict_time",
                                         .unit = "s",
                                         .range = closed(0, 1e3),
                                         .doc = "How far variant predictive looks into the future.",
                                         .read_when = when("variant", "predictive")}),
    field<&FollowPathDef::end>(
        {.key = "end",
         .doc =
             "What to do about the end of an open path: arrive there, which slows down early, seek it like "
             "any other point, or stop: halt there and brake as late as max_acceleration allows."}));

constexpr auto kFollowPathFields =
    join(join(kRouteFields,
              read_when("variant", "rabbit, predictive", embed<&FollowPathDef::lookahead>(kLookaheadFields))),
         join(kEndFields, read_when("end", "arrive", embed<&FollowPathDef::arrival>(kArrivalFields),
                                    "deceleration", "deceleration_tweak", "brakes_in_time")));

const Path& path_of(const FollowPathDef& def, const AgentView& view) {
  return view.world().model().paths[def.path.index];
}

Vec3 waypoint(const FollowPathDef& def, const Path& path, std::size_t index) {
  return path.points()[def.direction == PathDirection::forward ? index : path.size() - 1 - index];
}

// The memory of variant waypoint: the number of the waypoint the agent goes to, counted in the direction of
// travel from 0. The other variants store the arc length the agent has reached [m].
void start(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = def.variant == FollowPathVariant::waypoint ? 0.0 : kUnknownArcLength;
}

// The displacement from the agent to a waypoint. Paths do not wrap: on a torus, too, the agent follows the
// path as it is drawn and takes no shortcut across the edge.
Vec3 displacement_to(const FollowPathDef& def, const Path& path, std::size_t index, Vec3 position) {
  return waypoint(def, path, index) - position;
}

// Advances past every waypoint within reach, but never past the last one of an open path, and never twice
// past the same waypoint of a closed path in one step.
std::size_t current_waypoint(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const std::size_t last = path.size() - 1;
  const double radius = view.value(def.waypoint_radius, agent);
  std::size_t index = static_cast<std::size_t>(view.memory(agent)[0]);
  for (std::size_t passed = 0; passed < path.size(); ++passed) {
    if (index == last && !path.is_closed()) break;
    const Vec3 displacement = displacement_to(def, path, index, view.position(agent));
    if (!(length(displacement) < radius)) break;
    index = index == last ? 0 : index + 1;
  }
  view.memory_to_write(agent)[0] = static_cast<double>(index);
  return index;
}

Request steer_to_waypoint(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const std::size_t index = current_waypoint(def, view, agent);
  const double response_time = view.value(def.arrival.response_time, agent);
  const Vec3 displacement = displacement_to(def, path, index, view.position(agent));
  const bool is_final = index + 1 == path.size() && !path.is_closed();
  if (is_final && def.end == PathEnd::arrive) return arrive_request(def.arrival, view, agent, displacement);
  if (is_final && def.end == PathEnd::stop)
    return halting_request(view, agent, displacement, length(displacement), response_time);
  return seek_request(view, agent, displacement, response_time);
}

// The arc length the agent has reached. Predicted positions never decrease it; otherwise an agent that stands
// still for a moment would turn round where the path crosses itself.
double current_arc_length(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const Vec3 position = view.position(agent);
  const double last = view.memory(agent)[0];
  if (def.variant == FollowPathVariant::rabbit)
    return nearest_arc_length(def.lookahead, path, view, agent, position, last);
  const Vec3 predicted = position + view.velocity(agent) * view.value(def.predict_time, agent);
  if (last < 0.0) return first_arc_length(def.lookahead, path, view, agent, predicted);
  const double search_distance = def.lookahead.search_distance(view, agent);
  const double progress = progress_to(def.lookahead, path, view, agent, predicted, last, search_distance);
  const bool falls_back = def.lookahead.is_reverse(view, agent) ? progress > 0.0 : progress < 0.0;
  return falls_back ? last : path.on_path(last + progress);
}

Request steer_to_carrot_point(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const double arc_length = current_arc_length(def, view, agent);
  view.memory_to_write(agent)[0] = arc_length;
  const Path& path = path_of(def, view);
  const Vec3 position = view.position(agent);
  const CarrotPoint carrot = carrot_point(def.lookahead, path, view, agent, arc_length, position);
  const double response_time = view.value(def.arrival.response_time, agent);
  const bool halts = def.end == PathEnd::stop || (def.end == PathEnd::arrive && def.arrival.brakes_in_time);
  if (halts && !(carrot.is_path_end && def.end == PathEnd::arrive)) {
    if (const std::optional<Goal> goal = end_goal(def.lookahead, path, view, agent, position, arc_length)) {
      const double left = larger(goal->path_left, length(goal->position - position));
      return halting_request(view, agent, carrot.displacement, left, response_time);
    }
  }
  if (carrot.is_path_end && def.end == PathEnd::arrive)
    return arrive_request(def.arrival, view, agent, carrot.displacement);
  return seek_request(view, agent, carrot.displacement, response_time);
}

std::optional<Request> steer(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  return def.variant == FollowPathVariant::waypoint ? steer_to_waypoint(def, view, agent)
                                                    : steer_to_carrot_point(def, view, agent);
}

// Only open paths end.
bool finished(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const double remembered = view.memory(agent)[0];
  if (path.is_closed() || remembered < 0.0) return false;
  const double radius = view.value(def.waypoint_radius, agent);
  if (def.variant != FollowPathVariant::waypoint) {
    const CarrotPoint carrot =
        carrot_point(def.lookahead, path, view, agent, remembered, view.position(agent));
    return carrot.is_path_end && length(carrot.displacement) < radius;
  }
  const auto index = static_cast<std::size_t>(remembered);
  return index + 1 == path.size() && length(displacement_to(def, path, index, view.position(agent))) < radius;
}

std::optional<Goal> find_goal(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const double remembered = view.memory(agent)[0];
  if (def.variant != FollowPathVariant::waypoint)
    return end_goal(def.lookahead, path, view, agent, view.position(agent), remembered);
  if (path.is_closed()) return std::nullopt;
  const std::size_t last = path.size() - 1;
  const std::size_t next = static_cast<std::size_t>(remembered);
  const double left = def.direction == PathDirection::forward ? path.length() - path.arc_length_of(next)
                                                              : path.arc_length_of(last - next);
  return Goal{.position = waypoint(def, path, last), .path_left = left};
}

// The carrot point, or the waypoint; before the first step there is none.
std::optional<Vec3> displacement_to_aim(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const Vec3 position = view.position(agent);
  const double remembered = view.memory(agent)[0];
  if (def.variant == FollowPathVariant::waypoint)
    return displacement_to(def, path, static_cast<std::size_t>(remembered), position);
  if (remembered < 0.0) return std::nullopt;
  return carrot_point(def.lookahead, path, view, agent, remembered, position).displacement;
}

std::size_t points_ahead(const FollowPathDef& def, const AgentView& view, AgentIndex agent,
                         std::span<Vec3> out) {
  const Path& path = path_of(def, view);
  const double remembered = view.memory(agent)[0];
  if (remembered < 0.0) return 0;
  if (def.variant != FollowPathVariant::waypoint)
    return points_from_carrot(def.lookahead, path, view, agent, remembered, out);
  std::size_t count = 0;
  const auto next = static_cast<std::size_t>(remembered);
  const std::size_t most = path.is_closed() ? path.size() : path.size() - next;
  for (; count < most && count < out.size(); ++count)
    out[count] = waypoint(def, path, (next + count) % path.size());
  return count;
}

std::optional<double> distance_to_rest(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  if (def.end == PathEnd::seek) return std::nullopt;
  const std::optional<Goal> goal = find_goal(def, view, agent);
  if (!goal) return std::nullopt;
  return larger(goal->path_left, length(goal->position - view.position(agent)));
}

constexpr TypedBehavior<FollowPathDef> kTypedFollowPath = {
    .info = {.name = "follow_path",
             .summary = "Goes along a path, round and round on a closed one.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and "
                       "Funge, Artificial Intelligence for Games, 3.3.12",
             .example = R"({"type": "follow_path", "path": "patrol", "waypoint_radius": 2})",
             .related = "seek, arrive, follow_corridor",
             .in_space = true},
    .fields = kFollowPathFields,
    .check = check_lookahead,
    .memory = 1,
    .finds_way = true,
    .start = start,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .goal = find_goal,
    .finished = finished,
    .points_ahead = points_ahead,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kFollowPath = make_behavior<kTypedFollowPath>();

}  // namespace drover
