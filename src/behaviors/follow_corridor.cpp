// follow_corridor: stays within some distance of a path and goes along it, without keeping to its middle.
// Reynolds, "Steering Behaviors For Autonomous Characters" (1999), "Path following"; OpenSteer
// steerToFollowPath.
#include "behaviors/arrival.h"
#include "behaviors/look_ahead.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct FollowCorridorDef {
  Reference path{ReferenceType::path, {}, kNoIndex};
  Parameter half_width = 1.5;
  Parameter predict_time = 1.0;
  Parameter min_progress;
  LookAheadRule look_ahead;
  ArrivalRule arrival;
};

constexpr auto kCorridorFields = fields(
    field<&FollowCorridorDef::path>({.key = "path", .doc = "The middle of the corridor.", .required = true}),
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
                "reaches max_speed."}),
    field<&FollowCorridorDef::min_progress>(
        {.key = "min_progress",
         .unit = "m/s",
         .range = closed(0, 1e4),
         .doc = "Inside the corridor, an agent that comes along the path at least this fast is left alone.",
         .otherwise = "half of the agent's max_speed"}));

constexpr auto kFields = join(kCorridorFields, join(embed<&FollowCorridorDef::look_ahead>(kLookAheadFields),
                                                    embed<&FollowCorridorDef::arrival>(kArrivalFields)));

const Path& path_of(const FollowCorridorDef& def, const AgentView& view) {
  return view.world().model().paths[def.path.index];
}

// The memory: the arc length of the path point nearest to the agent [m].
void start(const FollowCorridorDef&, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = kNoPlaceYet;
}

// Whether the agent will still be in the corridor and has come along the path, if it goes on as it does.
bool goes_well(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent, double place) {
  const Path& path = path_of(def, view);
  const double time = def.predict_time[agent];
  const Vec3 step = view.velocity(agent) * time;
  const Vec3 predicted = view.position(agent) + step;
  const double reach = larger(def.look_ahead.reach(agent), length(step));
  const double way = path.way_to_nearest(predicted, place, reach);
  if (length(path.point_at(place + way) - predicted) > def.half_width[agent]) return false;
  const double progress = (def.look_ahead.is_reverse(agent) ? -way : way) / time;
  return progress >= def.min_progress.value_or(agent, 0.5 * view.max_speed(agent));
}

std::optional<Request> steer(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  double& remembered = view.memory_to_write(agent)[0];
  const double place = place_on_path(def.look_ahead, path, agent, view.position(agent), remembered);
  remembered = place;
  const Aim aim = aim_ahead(def.look_ahead, path, agent, place, view.position(agent));
  if (aim.is_end) return arrive_request(def.arrival, view, agent, aim.way);
  if (goes_well(def, view, agent, place)) return std::nullopt;
  return seek_request(view, agent, aim.way, def.arrival.response_time[agent]);
}

bool finished(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent) {
  const double place = view.memory(agent)[0];
  if (place < 0.0) return false;
  const Aim aim = aim_ahead(def.look_ahead, path_of(def, view), agent, place, view.position(agent));
  return aim.is_end && length(aim.way) < def.half_width[agent];
}

std::optional<Goal> find_goal(const FollowCorridorDef& def, const AgentView& view, AgentIndex agent) {
  return end_goal(def.look_ahead, path_of(def, view), agent);
}

constexpr TypedBehavior<FollowCorridorDef> kBehavior = {
    .info = {.name = "follow_corridor",
             .summary = "Goes along a path inside a corridor around it.",
             .source = "Reynolds 1999 (Path following); OpenSteer",
             .example = R"({"type": "follow_corridor", "path": "road", "half_width": 2})",
             .related = "follow_path, wall_avoidance"},
    .fields = kFields,
    .check = check_look_ahead,
    .memory = 1,
    .start = start,
    .steer = steer,
    .goal = find_goal,
    .finished = finished,
};

}  // namespace

extern constexpr BehaviorKind kFollowCorridor = make_behavior<kBehavior>();

}  // namespace drover
