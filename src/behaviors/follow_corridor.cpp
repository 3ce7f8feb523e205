// follow_corridor: stays within some distance of a path and goes along it, without keeping to its middle.
// Reynolds, "Steering Behaviors For Autonomous Characters" (1999), "Path following"; OpenSteer
// steerToFollowPath.
#include "behaviors/arrival.h"
#include "behaviors/trail_following.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct FollowCorridorDef {
  Reference path{ReferenceType::path, {}, kNoIndex};
  Target target;
  Parameter half_width = 1.5;
  Parameter predict_time = 1.0;
  Parameter min_progress;
  LookaheadRule lookahead;
  ArrivalRule arrival;

  bool follows_trail() const { return target.type == TargetType::trail; }
};

constexpr auto kCorridorFields = fields(
    field<&FollowCorridorDef::path>(
        {.key = "path", .doc = "The middle of the corridor.", .otherwise = "given by target"}),
    field<&FollowCorridorDef::target>(
        {.key = "target",
         .doc =
             "Instead of a path the trail of an agent, such as {\"trail\": \"leader\", \"behind\": 3}: the "
             "agent stays in the corridor around the way that one came, and comes no nearer to it along "
             "the trail than behind (0).",
         .otherwise = "given by path"}),
    field<&FollowCorridorDef::half_width>(
        {.key = "half_width",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "How far the agent's center may be from the path before it is led back."}),
    field<&FollowCorridorDef::predict_time>(
        {.key = "predict_time",
         .unit = "s",
         .range = left_open(0, 1e3),
         .doc = "The agent is led back when it is going to be outside after this time. It then leaves the "
                "corridor by little where this is at least response_time and twice the time in which it "
                "reaches its full speed."}),
    field<&FollowCorridorDef::min_progress>(
        {.key = "min_progress",
         .unit = "m/s",
         .range = closed(0, 1e4),
         .doc = "Inside the corridor, an agent that comes along the path at least this fast is left alone.",
         .otherwise = "half of the agent's preferred_speed"}));

constexpr auto kFollowCorridorFields =
    join(kCorridorFields, join(embed<&FollowCorridorDef::lookahead>(kLookaheadFields),
                               embed<&FollowCorridorDef::arrival>(kArrivalFields)));

const Path& path_of(const FollowCorridorDef& def, const AgentView& view) {
  return view.world().model().paths[def.path.index];
}

std::vector<Problem> check_corridor(const FollowCorridorDef& def) {
  if (std::vector<Problem> problems = check_path_or_trail(def); !problems.empty()) return problems;
  return check_lookahead(def);
}

// The memory: the arc length of the path point nearest to the agent [m].
void start(const FollowCorridorDef&, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = kUnknownArcLength;
}

// Whether the agent will still be in the corridor and has come along the path, if it goes on as it does.
bool goes_well(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent, double arc_length) {
  const Path& path = path_of(def, view);
  const double time = view.value(def.predict_time, agent);
  const Vec3 step = view.velocity(agent) * time;
  const Vec3 predicted = view.position(agent) + step;
  const double search_distance = larger(def.lookahead.search_distance(view, agent), length(step));
  const double progress =
      progress_to(def.lookahead, path, view, agent, predicted, arc_length, search_distance);
  if (length(path.point_at(arc_length + progress) - predicted) > view.value(def.half_width, agent))
    return false;
  const double speed = (def.lookahead.is_reverse(view, agent) ? -progress : progress) / time;
  return speed >= view.value_or(def.min_progress, agent, 0.5 * view.full_speed(agent));
}

// The same around a trail.
bool goes_well(const FollowCorridorDef& def, const TrailPath& trail, const AgentView& view, AgentIndex agent,
               double s) {
  const double time = view.value(def.predict_time, agent);
  const Vec3 step = view.velocity(agent) * time;
  const Vec3 predicted = view.position(agent) + step;
  const double search_distance = larger(def.lookahead.search_distance(view, agent), length(step));
  const double progress = progress_on_trail(trail, predicted, s, search_distance);
  const double aside = length(trail.point_at(trail.on_path(s + progress)) - predicted);
  return aside <= view.value(def.half_width, agent) &&
         progress / time >= view.value_or(def.min_progress, agent, 0.5 * view.full_speed(agent));
}

// Near the place behind the one who makes the trail no faster than that one and what is left ask for, so that
// the agent keeps the distance while that one moves and comes to rest there.
std::optional<Request> steer_along_trail(const FollowCorridorDef& def, const AgentView& view,
                                         AgentIndex agent) {
  const TrailPath trail(view.world(), def.target.index, view.position(agent));
  if (!trail.exists()) return std::nullopt;
  const Vec3 place = view.position(agent);
  double& remembered = view.memory_to_write(agent)[0];
  const double distance = def.lookahead.search_distance(view, agent);
  remembered = remembered < 0.0
                   ? trail.nearest_parameter(place)
                   : trail.on_path(remembered + progress_on_trail(trail, place, remembered, distance));
  const Vec3 carrot = carrot_on_trail(def.lookahead, trail, view, agent, remembered);
  const double left =
      left_on_trail(trail, view, agent, remembered, view.value_or(def.target.behind, agent, 0.0));
  const double response_time = view.value(def.arrival.response_time, agent);
  if (left > view.value(def.lookahead.path_offset, agent)) {
    if (goes_well(def, trail, view, agent, remembered)) return std::nullopt;
    return seek_request(view, agent, carrot, response_time);
  }
  const double pace = length(view.velocity(trail.agent()));
  double speed =
      smaller(view.full_speed(agent), larger(0.0, pace + left / def.arrival.time_constant(view, agent)));
  if (def.arrival.brakes_in_time)
    speed = smaller(speed, pace + halting_speed(view, agent, larger(0.0, left), response_time));
  return velocity_request(view, agent, direction(carrot) * speed, response_time);
}

std::optional<Request> steer(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent) {
  if (def.follows_trail()) return steer_along_trail(def, view, agent);
  const Path& path = path_of(def, view);
  double& remembered = view.memory_to_write(agent)[0];
  const double arc_length =
      nearest_arc_length(def.lookahead, path, view, agent, view.position(agent), remembered);
  remembered = arc_length;
  const CarrotPoint carrot = carrot_point(def.lookahead, path, view, agent, arc_length, view.position(agent));
  if (carrot.is_path_end) return arrive_request(def.arrival, view, agent, carrot.displacement);
  if (goes_well(def, view, agent, arc_length)) return std::nullopt;
  return seek_request(view, agent, carrot.displacement, view.value(def.arrival.response_time, agent));
}

// Who makes a trail may go on.
bool finished(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent) {
  if (def.follows_trail()) return false;
  const double arc_length = view.memory(agent)[0];
  if (arc_length < 0.0) return false;
  const CarrotPoint carrot =
      carrot_point(def.lookahead, path_of(def, view), view, agent, arc_length, view.position(agent));
  return carrot.is_path_end && length(carrot.displacement) < view.value(def.half_width, agent);
}

std::optional<Goal> find_goal(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent) {
  if (def.follows_trail()) return std::nullopt;
  return end_goal(def.lookahead, path_of(def, view), view, agent, view.position(agent),
                  view.memory(agent)[0]);
}

// The carrot point, also while the agent goes well and needs none.
std::optional<Vec3> displacement_to_aim(const FollowCorridorDef& def, const AgentView& view,
                                        AgentIndex agent) {
  const double arc_length = view.memory(agent)[0];
  if (arc_length < 0.0) return std::nullopt;
  if (def.follows_trail()) {
    const TrailPath trail(view.world(), def.target.index, view.position(agent));
    if (!trail.exists()) return std::nullopt;
    return carrot_on_trail(def.lookahead, trail, view, agent, arc_length);
  }
  return carrot_point(def.lookahead, path_of(def, view), view, agent, arc_length, view.position(agent))
      .displacement;
}

std::optional<double> distance_to_rest(const FollowCorridorDef& def, const AgentView& view,
                                       AgentIndex agent) {
  const std::optional<Goal> goal = find_goal(def, view, agent);
  if (!goal) return std::nullopt;
  return larger(goal->path_left, length(goal->position - view.position(agent)));
}

constexpr TypedBehavior<FollowCorridorDef> kTypedFollowCorridor = {
    .info = {.name = "follow_corridor",
             .summary = "Goes along a path inside a corridor around it.",
             .source = "Reynolds 1999 (Path following); OpenSteer",
             .example = R"({"type": "follow_corridor", "path": "road", "half_width": 2})",
             .related = "follow_path, wall_avoidance",
             .not_in_space = "use follow_path"},
    .fields = kFollowCorridorFields,
    .check = check_corridor,
    .memory = 1,
    .start = start,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .goal = find_goal,
    .finished = finished,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kFollowCorridor = make_behavior<kTypedFollowCorridor>();

}  // namespace drover
