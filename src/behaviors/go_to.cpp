// go_to: goes to a place round what stands in between, and comes to rest there.
// Way finding over grids: A* (Hart, Nilsson and Raphael 1968) or one field of distances for all who share a
// place; the way is shortened to what the body can go straight. The decomposer of Millington and Funge,
// Artificial Intelligence for Games, 3.4.5, as a behavior. See ways.md.
#include "behaviors/arrival.h"
#include "behaviors/way_jumps.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/way_following.h"

namespace drover {
namespace {

DROVER_ENUM(UnreachablePolicy, nearest_reachable, wait, straight)

struct GoToDef {
  Target target;
  ArrivalRule arrival;
  WayRule way;
  UnreachablePolicy unreachable = UnreachablePolicy::nearest_reachable;
};

constexpr auto kGoToFields = join(
    join(join(fields(field<&GoToDef::target>(
                  {.key = "target", .doc = "Where to go and come to rest.", .required = true})),
              embed<&GoToDef::way>(kWayFields)),
         fields(field<&GoToDef::unreachable>(
             {.key = "unreachable",
              .doc =
                  "Where no way leads to the place: go as near as possible (nearest_reachable), stay (wait), "
                  "or go straight at it."}))),
    embed<&GoToDef::arrival>(kArrivalFields));

// Of a world where nothing stands, everybody goes straight and remembers nothing.
bool finds_ways(const AgentView& view) {
  return view.world().model().navigation.exists();
}

std::optional<Request> steer(const GoToDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  Arrival arrival = def.arrival.arrival(view, agent);
  if (target.is_direction) return seek_request(view, agent, target.displacement, arrival.response_time);
  Vec3 displacement = resting_displacement(view, def.target, target, agent);
  arrival.passing_speed = passing_speed(view, def.target, agent, arrival.response_time);
  if (finds_ways(view)) {
    const std::span<double> memory = view.memory_to_write(agent);
    WayJump jump(def.way, view, agent, memory.subspan(way_memory_of(def.way)));
    if (jump.holds_way()) return jump.go_on(WayMemory(memory), arrival.response_time);
    WayFollowing(def.way, view, agent, memory.first(way_memory_of(def.way)),
                 {.end = way_end(view, def.target, target, agent),
                  .target = &def.target,
                  .response_time = arrival.response_time,
                  .jumps = jump.may_jump()})
        .update();
    if (jump.begin(WayMemory(view.memory(agent)), arrival.response_time))
      return jump.go_on(WayMemory(memory), arrival.response_time);
    const WayMemory way(view.memory(agent));
    if (way.is_followed()) {
      if (!way.arrives()) {
        if (def.unreachable == UnreachablePolicy::wait)
          return velocity_request(view, agent, {}, arrival.response_time);
        arrival.passing_speed = 0.0;
      }
      if (way.arrives() || def.unreachable != UnreachablePolicy::straight)
        return way_request(view, agent, way, arrival, target.velocity);
    }
  }
  return arrive_request(view, agent, displacement, arrival, target.velocity);
}

std::optional<Vec3> displacement_to_aim(const GoToDef& def, const AgentView& view, AgentIndex agent) {
  const WayMemory way(view.memory(agent));
  if (way.is_followed()) return view.displacement(view.position(agent), way.next_point());
  return view.displacement_to(def.target, agent);
}

std::optional<Goal> find_goal(const GoToDef& def, const AgentView& view, AgentIndex agent) {
  std::optional<Goal> goal = fixed_goal(view, def.target, agent);
  const WayMemory way(view.memory(agent));
  if (goal && way.is_followed() && way.arrives())
    goal->path_left = larger(goal->path_left, way.left(view, view.position(agent)));
  return goal;
}

std::optional<double> distance_to_rest(const GoToDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found || target.is_direction) return std::nullopt;
  const WayMemory way(view.memory(agent));
  if (way.is_followed()) return way.left(view, view.position(agent));
  const Vec3 displacement = resting_displacement(view, def.target, target, agent);
  const double speed = length(target.velocity) +
                       passing_speed(view, def.target, agent, view.value(def.arrival.response_time, agent));
  return distance_to_rest_at(view, agent, displacement, speed);
}

std::optional<WayAhead> find_way_ahead(const GoToDef&, const AgentView& view, AgentIndex agent) {
  const WayMemory way(view.memory(agent));
  if (!way.is_followed()) return std::nullopt;
  return WayAhead{way.points_ahead(), way.left(view, view.position(agent)), way.arrives()};
}

std::size_t points_ahead(const GoToDef&, const AgentView& view, AgentIndex agent, std::span<Vec3> out) {
  const WayMemory way(view.memory(agent));
  if (!way.is_followed()) return 0;
  std::size_t count = 0;
  Vec3 from = view.position(agent);
  for (std::size_t k = way.next(); k < way.count() && count < out.size(); ++k) {
    from = from + view.displacement(from, way.point(k));
    out[count++] = from;
  }
  return count;
}

WayMeans way_means(const GoToDef& def) {
  return {.plans_ways = true,
          .follows_fields = def.way.search == WaySearch::automatic && def.way.graph.index == kNoIndex};
}

bool may_jump(const GoToDef& def, const Model& model) {
  return may_lead_over_jumps(def.way, model);
}

std::optional<WayQuery> find_query(const GoToDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!finds_ways(view) || !target.found || target.is_direction) return std::nullopt;
  return WayQuery{
      .layer = &way_layer(def.way, view, agent),
      .end = way_end(view, def.target, target, agent),
      .options = way_options(def.way, &def.target, view, agent, may_jump(def, view.world().model()))};
}

std::optional<JumpReport> find_jump(const GoToDef& def, const AgentView& view, AgentIndex agent) {
  return way_jump_report(def.way, view, agent, view.memory(agent).subspan(way_memory_of(def.way)));
}

std::size_t memory_of(const GoToDef& def) {
  return way_memory_of(def.way);
}

constexpr TypedBehavior<GoToDef> kTypedGoTo = {
    .info = {.name = "go_to",
             .summary = "Goes to a place round what stands in between, and comes to rest there.",
             .source =
                 "Hart, Nilsson and Raphael 1968; Millington and Funge, Artificial Intelligence for Games, "
                 "3.4.5",
             .example = R"({"type": "go_to", "target": {"point": [10, 5]}})",
             .related = "arrive, flow_field, follow_path",
             .not_in_space = "nothing finds ways in space; use arrive or follow_path"},
    .fields = kGoToFields,
    .memory = kMostWayMemory,
    .memory_needed = memory_of,
    .finds_way = true,
    .uses_grids = true,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .goal = find_goal,
    .way = find_way_ahead,
    .points_ahead = points_ahead,
    .way_means = way_means,
    .way_query = find_query,
    .aim_at = displacement_to_aim,
    .may_jump = may_jump,
    .memory_of_jumps = JumpMemory::kWidth,
    .jump = find_jump,
};

}  // namespace

extern constexpr BehaviorKind kGoTo = make_behavior<kTypedGoTo>();

}  // namespace drover
