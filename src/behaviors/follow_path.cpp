// follow_path: goes along a path, from waypoint to waypoint or after a point that runs ahead on it.
// Buckland and Reynolds 1999, whose forms may read past the last waypoint (see current_waypoint); Millington
// 3.3.12, whose predictive form lets the point on the path fall back and makes the agent oscillate about the
// end of an open path. This one does neither; see paths.md.
#include "behaviors/arrival.h"
#include "behaviors/trail_following.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(FollowPathVariant, waypoint, rabbit, predictive)

DROVER_ENUM(PathDirection, forward, backward)

DROVER_ENUM(PathEnd, arrive, seek, stop)

struct FollowPathDef {
  Reference path{ReferenceType::path, {}, kNoIndex};
  Target target;
  FollowPathVariant variant = FollowPathVariant::waypoint;
  PathDirection direction = PathDirection::forward;
  Parameter waypoint_radius = 1.0;
  LookaheadRule lookahead;
  Parameter predict_time = 0.1;
  PathEnd end = PathEnd::arrive;
  ArrivalRule arrival;

  bool follows_trail() const { return target.type == TargetType::trail; }
};

constexpr auto kRouteFields = fields(
    field<&FollowPathDef::path>(
        {.key = "path", .doc = "The path to follow.", .otherwise = "given by target"}),
    field<&FollowPathDef::target>(
        {.key = "target",
         .doc = "Instead of a path the trail of an agent, such as {\"trail\": \"leader\", \"behind\": 3}, by "
                "the variants rabbit and predictive: the agent goes where that one went, and comes no nearer "
                "to it along the trail than behind (0).",
         .otherwise = "given by path"}),
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

std::vector<Problem> check(const FollowPathDef& def) {
  if (std::vector<Problem> problems = check_path_or_trail(def); !problems.empty()) return problems;
  if (def.follows_trail() && def.variant == FollowPathVariant::waypoint)
    return {{.pointer = "/variant",
             .message = "a trail has no waypoints: \"variant\" says how to follow it",
             .allowed = {"rabbit", "predictive"}}};
  return check_lookahead(def);
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

double arc_length_on_trail(const FollowPathDef& def, const TrailPath& trail, const AgentView& view,
                           AgentIndex agent) {
  const bool predicts = def.variant == FollowPathVariant::predictive;
  const double ahead = predicts ? view.value(def.predict_time, agent) : 0.0;
  const Vec3 place = view.position(agent) + view.velocity(agent) * ahead;
  const double last = view.memory(agent)[0];
  if (last < 0.0) return trail.nearest_parameter(place);
  const double progress = progress_on_trail(trail, place, last, def.lookahead.search_distance(view, agent));
  return trail.on_path(predicts ? last + larger(0.0, progress) : last + progress);
}

// Towards the carrot point, as fast as the one ahead goes and as much faster as the distance to the place
// behind it asks for. So the agent comes to rest there, and keeps the distance while the one ahead moves.
std::optional<Request> steer_along_trail(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  const TrailPath trail(view.world(), def.target.index, view.position(agent));
  if (!trail.exists()) return std::nullopt;
  const double s = arc_length_on_trail(def, trail, view, agent);
  view.memory_to_write(agent)[0] = s;
  const Vec3 displacement = carrot_on_trail(def.lookahead, trail, view, agent, s);
  const double response_time = view.value(def.arrival.response_time, agent);
  if (def.end == PathEnd::seek) return seek_request(view, agent, displacement, response_time);
  const double left = left_on_trail(trail, view, agent, s, view.value_or(def.target.behind, agent, 0.0));
  const double pace = length(view.velocity(trail.agent()));
  double speed = view.full_speed(agent);
  if (def.end == PathEnd::arrive)
    speed = smaller(speed, larger(0.0, pace + left / def.arrival.time_constant(view, agent)));
  if (def.end == PathEnd::stop || def.arrival.brakes_in_time)
    speed = smaller(speed, pace + halting_speed(view, agent, larger(0.0, left), response_time));
  return velocity_request(view, agent, direction(displacement) * speed, response_time);
}

std::optional<Request> steer(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  if (def.follows_trail()) return steer_along_trail(def, view, agent);
  return def.variant == FollowPathVariant::waypoint ? steer_to_waypoint(def, view, agent)
                                                    : steer_to_carrot_point(def, view, agent);
}

// Only open paths end; who makes a trail may go on.
bool finished(const FollowPathDef& def, const AgentView& view, AgentIndex agent) {
  if (def.follows_trail()) return false;
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
  if (def.follows_trail()) return std::nullopt;
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
  const Vec3 position = view.position(agent);
  const double remembered = view.memory(agent)[0];
  if (def.follows_trail()) {
    const TrailPath trail(view.world(), def.target.index, position);
    if (!trail.exists() || remembered < 0.0) return std::nullopt;
    return carrot_on_trail(def.lookahead, trail, view, agent, remembered);
  }
  const Path& path = path_of(def, view);
  if (def.variant == FollowPathVariant::waypoint)
    return displacement_to(def, path, static_cast<std::size_t>(remembered), position);
  if (remembered < 0.0) return std::nullopt;
  return carrot_point(def.lookahead, path, view, agent, remembered, position).displacement;
}

std::size_t points_ahead(const FollowPathDef& def, const AgentView& view, AgentIndex agent,
                         std::span<Vec3> out) {
  if (def.follows_trail()) return 0;
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
             .summary = "Goes along a path, round and round on a closed one, or along the way of an agent.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and "
                       "Funge, Artificial Intelligence for Games, 3.3.12",
             .example = R"({"type": "follow_path", "path": "patrol", "waypoint_radius": 2})",
             .related = "seek, arrive, follow_corridor",
             .in_space = true},
    .fields = kFollowPathFields,
    .check = check,
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
