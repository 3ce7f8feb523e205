// follow_path: goes from waypoint to waypoint of a path.
// Seeds 000 and 003 "Path Following", which may read past the last waypoint (erratum E0-16: see
// current_waypoint); catalogue 2.11, variant waypoint.
#include "behaviors/arrival.h"

namespace drover {
namespace {

enum class PathDirection { forward, backward };
inline constexpr std::array<std::string_view, 2> kPathDirectionNames = {"forward", "backward"};
constexpr std::span<const std::string_view> enum_names(PathDirection) {
  return kPathDirectionNames;
}

enum class PathEnd { arrive, seek, stop };
inline constexpr std::array<std::string_view, 3> kPathEndNames = {"arrive", "seek", "stop"};
constexpr std::span<const std::string_view> enum_names(PathEnd) {
  return kPathEndNames;
}

struct FollowPathDef {
  Reference path{ReferenceType::path, {}, kNoIndex};
  PathDirection direction = PathDirection::forward;
  Quantity waypoint_radius = 1.0;
  PathEnd end = PathEnd::arrive;
  ArrivalRule arrival;
};

constexpr auto kFields = join(
    fields(
        field<&FollowPathDef::path>({.key = "path", .doc = "The path to follow.", .required = true}),
        field<&FollowPathDef::direction>(
            {.key = "direction",
             .doc = "forward goes from the first point to the last, backward from the last to the first."}),
        field<&FollowPathDef::waypoint_radius>(
            {.key = "waypoint_radius",
             .unit = "m",
             .range = left_open(0, 1e5),
             .doc = "A waypoint counts as passed when the agent is nearer to it than this.",
             .seed = "a parameter without a value (S0)"}),
        field<&FollowPathDef::end>({.key = "end",
                                    .doc = "What to do about the last waypoint of an open path: arrive "
                                           "there, seek it like any other, or seek it and stop once it is "
                                           "passed."})),
    embed<&FollowPathDef::arrival>(kArrivalFields));

const Path& path_of(const FollowPathDef& def, const BehaviorView& view) {
  return view.world().paths[def.path.index];
}

Vec3 waypoint(const FollowPathDef& def, const Path& path, std::size_t index) {
  return path.points()[def.direction == PathDirection::forward ? index : path.size() - 1 - index];
}

// The memory: the waypoint the agent is on the way to, counted in the direction of travel from 0. On an open
// path with end "stop" their number means that the last one is passed.
void start(const FollowPathDef&, const BehaviorView& view, AgentIndex agent) {
  view.memory(agent)[0] = 0.0;
}

// The way from the agent to a waypoint. Paths do not wrap (catalogue 7.3): also on a torus the agent walks
// the way that is drawn, and not a shorter one across the edge.
Vec3 way_to(const FollowPathDef& def, const Path& path, std::size_t index, Vec3 position) {
  return waypoint(def, path, index) - position;
}

// Moves on past every waypoint within reach, but never past the last of an open path unless the agent is to
// stop there, and never twice past one of a closed path in one step.
std::size_t current_waypoint(const FollowPathDef& def, const BehaviorView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const std::size_t last = path.size() - 1;
  const double radius = def.waypoint_radius[agent];
  std::size_t index = static_cast<std::size_t>(view.memory(agent)[0]);
  for (std::size_t passed = 0; passed < path.size() && index <= last; ++passed) {
    const bool is_final = index == last && !path.is_closed();
    if (is_final && def.end != PathEnd::stop) break;
    const Vec3 way = way_to(def, path, index, view.position(agent));
    if (!(length(way) < radius)) break;
    index = index == last && path.is_closed() ? 0 : index + 1;
  }
  view.memory(agent)[0] = static_cast<double>(index);
  return index;
}

std::optional<Request> steer(const FollowPathDef& def, const BehaviorView& view, AgentIndex agent) {
  const Path& path = path_of(def, view);
  const std::size_t index = current_waypoint(def, view, agent);
  const double response_time = def.arrival.response_time[agent];
  if (index == path.size()) return velocity_request(view, agent, Vec3{}, response_time);
  const Vec3 way = way_to(def, path, index, view.position(agent));
  const bool is_final = index + 1 == path.size() && !path.is_closed();
  if (is_final && def.end == PathEnd::arrive) return arrive_request(def.arrival, view, agent, way);
  return seek_request(view, agent, way, response_time);
}

std::optional<Goal> find_goal(const FollowPathDef& def, const BehaviorView& view, AgentIndex) {
  const Path& path = path_of(def, view);
  if (path.is_closed()) return std::nullopt;
  return Goal{waypoint(def, path, path.size() - 1)};
}

}  // namespace

extern const BehaviorKind kFollowPath;
constexpr BehaviorKind kFollowPath = with_goal<FollowPathDef, find_goal>(with_memory<FollowPathDef, start>(
    1, behavior<FollowPathDef, steer>({
           .name = "follow_path",
           .summary = "Goes from waypoint to waypoint of a path, round and round on a closed one.",
           .source = "seeds 000 and 003 (Path Following)",
           .table = {.name = "follow_path", .fields = kFields},
           .example = R"({"type": "follow_path", "path": "patrol", "waypoint_radius": 2})",
           .related = "seek, arrive",
       })));

}  // namespace drover
