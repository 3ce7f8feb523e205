// An agent that follows a way over cells or a graph to a place: when it plans, when it keeps its way, and
// which points of it are passed. See src/behaviors/ways.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "sim/step/way_memory.h"
#include "sim/step/way_planning.h"
#include "sim/step/way_turn.h"
#include "vehicles/arc_to_point.h"

namespace drover {

// How ways are searched; automatic: by one field of distances where others may go to the same place, else by
// astar.
DROVER_ENUM(WaySearch, automatic, astar, dijkstra, bfs, dfs)

struct WayRule {
  Reference grid{ReferenceType::grid, {}, kNoIndex};
  Reference graph{ReferenceType::graph, {}, kNoIndex};
  WaySearch search = WaySearch::automatic;
  Parameter search_weight = 1.0;
  std::int64_t max_expansions = 0;
  std::int64_t node_budget = 0;
  Simplification simplify = Simplification::line_of_sight;
  Parameter corner_room;
  Parameter waypoint_radius;
  Parameter replan_distance;
  Parameter replan_period = 0.5;
  Parameter switch_gain = 0.1;
  Parameter regain_time = 0.2;
};

inline constexpr auto kWayFields = fields(
    field<&WayRule::grid>({.key = "grid",
                           .doc = "The grid the way leads over: one of navigation.",
                           .otherwise = "the first, or one that is made"}),
    field<&WayRule::graph>({.key = "graph",
                            .doc = "A graph of navigation that the way leads over, instead of the cells of a "
                                   "grid.",
                            .otherwise = "over a grid"}),
    field<&WayRule::search>(
        {.key = "search",
         .doc = "automatic: one field of distances for all who go to a place that agents share (a point, a "
                "region, a place of a route), else astar. dijkstra, bfs and dfs are for comparison.",
         .read_when = when("graph", kAbsent)}),
    field<&WayRule::search_weight>(
        {.key = "search_weight",
         .range = closed(1, 100),
         .doc = "How much the straight distance counts in astar: above 1 it expands fewer cells, and ways "
                "are at most so many times longer than the shortest.",
         .read_when = when("search", "automatic, astar")}),
    field<&WayRule::max_expansions>({.key = "max_expansions",
                                     .range = closed(0, 4e9),
                                     .doc = "A search that expands so many cells ends with the way to "
                                            "the one nearest to the place, where "
                                            "the agent searches on. 0: no limit.",
                                     .read_when = when("graph", kAbsent)}),
    field<&WayRule::node_budget>(
        {.key = "node_budget",
         .range = closed(0, 4e9),
         .doc = "How many cells an agent may expand in a step: a search that takes more goes on in the next "
                "one, and meanwhile the agent follows the way it has, or goes straight. 0: any number; each "
                "agent then searches by itself.",
         .read_when = when("graph", kAbsent)}),
    field<&WayRule::simplify>(
        {.key = "simplify",
         .doc = "How a way over cells is shortened: not at all, collinear (points on straight lines go), "
                "line_of_sight (what the body can pass straight goes), taut (the shortest way on its side "
                "of every obstacle)."}),
    field<&WayRule::corner_room>(
        {.key = "corner_room",
         .unit = "m",
         .range = closed(0, 1e3),
         .doc = "How much farther than the radius the agent turns round corners, where there is room.",
         .otherwise = "0; 0.41 R for a body whose tightest circle has the radius R, which cuts corners"}),
    field<&WayRule::waypoint_radius>({.key = "waypoint_radius",
                                      .unit = "m",
                                      .range = closed(0, 1e5),
                                      .doc = "A point of the way is passed within this, or as soon as the "
                                             "next one is in sight.",
                                      .otherwise = "half a cell"}),
    field<&WayRule::replan_distance>({.key = "replan_distance",
                                      .unit = "m",
                                      .range = left_open(0, 1e5),
                                      .doc = "Farther than this from its way, an agent plans anew.",
                                      .otherwise = "three cells"}),
    field<&WayRule::replan_period>(
        {.key = "replan_period",
         .unit = "s",
         .range = closed(0, 1e5),
         .doc = "Least time between two plans; the first one, one to another place, and one for a way that "
                "is blocked now are made at once."}),
    field<&WayRule::switch_gain>(
        {.key = "switch_gain",
         .range = closed(0, 1),
         .doc = "A new way to the same place replaces one that can still be gone only if it is shorter by "
                "this share."}),
    field<&WayRule::regain_time>({.key = "regain_time",
                                  .unit = "s",
                                  .range = closed(0, 1e5),
                                  .doc = "How long the place has to be in sight before the agent leaves its "
                                         "way and goes straight."}));

// How an agent looks for its way.
// Without a target nobody shares the place that it goes to.
inline WayOptions way_options(const WayRule& rule, const Target* target, const AgentView& view,
                              AgentIndex agent, bool jumps = false) {
  WayOptions options;
  options.jumps = jumps;
  const bool is_automatic = rule.search == WaySearch::automatic;
  if (!is_automatic) options.search.kind = static_cast<SearchKind>(static_cast<int>(rule.search) - 1);
  options.search.weight = view.value(rule.search_weight, agent);
  options.search.max_expansions = static_cast<std::uint32_t>(rule.max_expansions);
  const bool is_limited = rule.max_expansions > 0 || rule.node_budget > 0;
  options.shares_field = is_automatic && options.search.weight == 1.0 && !is_limited && target != nullptr &&
                         is_end_shared(view.world(), *target, agent);
  options.simplification = rule.simplify;
  options.graph = rule.graph.index;
  options.corner_room = rule.corner_room.is_present() ? view.value(rule.corner_room, agent)
                                                      : cut_of_circle(circle_of_body(view, agent));
  return options;
}

inline NavigationLayer& way_layer(const WayRule& rule, const AgentView& view, AgentIndex agent) {
  return view.world().layer_for(rule.grid.index == kNoIndex ? 0 : rule.grid.index, agent);
}

// How many numbers an agent remembers of its way.
inline std::size_t way_memory_of(const WayRule& rule) {
  return WayMemory::kWidth + (rule.node_budget > 0 ? PendingSearch::kWidth : 0);
}
inline constexpr std::size_t kMostWayMemory = WayMemory::kWidth + PendingSearch::kWidth;

// Where a way leads, and for whom.
struct WayPlace {
  WayEnd end;
  const Target* target = nullptr;  // what is there; null: nobody else goes to the place
  double response_time = 0.0;      // of the body's velocity [s]
  // How many points ahead of the last one that is passed an agent goes to in a step, where it sees them; 0:
  // any number.
  std::int64_t lookahead = 0;
  bool jumps = false;  // it may lead over edges that are jumped over
};

// One agent on its way, in one step.
class WayFollowing {
 public:
  // `memory` is that of the rule: way_memory_of(rule) numbers.
  WayFollowing(const WayRule& rule, const AgentView& view, AgentIndex agent, std::span<double> memory,
               const WayPlace& place)
      : rule_(rule),
        view_(view),
        agent_(agent),
        place_(place),
        layer_(way_layer(rule, view, agent)),
        way_(memory.first(WayMemory::kWidth)),
        search_(memory.subspan(WayMemory::kWidth)),
        here_(view.position(agent)),
        end_(place.end),
        next_before_(way_.is_followed() ? way_.next() : 0) {}

  // Finds where the agent goes now.
  void update() {
    const bool is_straight_ahead = can_go(here_, end_.position);
    way_.note_sight(is_straight_ahead, view_.time());
    if (is_straight_ahead && (!way_.is_followed() || is_regained())) {
      way_.go_straight();
      search_.clear();
    } else if (search_.exists() || must_plan() || (may_plan() && wants_to_plan())) {
      plan();
    }
    if (!way_.is_followed()) return;
    pass_points();
    if (way_.next() != next_before_) way_.note_run(free_run());
  }

 private:
  bool can_go(Vec3 from, Vec3 to) const { return can_go_straight(view_.world(), layer_, agent_, from, to); }
  static double region_of(const WayEnd& end) { return end.region == kNoIndex ? 0.0 : 1.0 + end.region; }
  Vec3 cell_of(const WayEnd& end) const { return end.cell_center(layer_, view_.world().model().bounds); }
  double region() const { return region_of(end_); }
  Vec3 cell() const { return cell_of(end_); }
  bool is_same_end() const { return way_.region() == region() && (region() > 0.0 || way_.cell() == cell()); }
  Vec3 near(Vec3 point) const { return here_ + view_.displacement(here_, point); }

  bool is_regained() const {
    return view_.time() - way_.in_sight_since() >= view_.value(rule_.regain_time, agent_) - 0.5 * view_.dt();
  }

  // The first way, one to another place, and one where the present one is blocked or ends.
  bool must_plan() const {
    if (way_.state() == WayState::none || way_.state() == WayState::straight) return true;
    return leads_elsewhere() || (has_changed() && !is_passable()) || way_.ends_soon();
  }
  bool may_plan() const {
    return view_.time() - way_.planned_at() >= view_.value(rule_.replan_period, agent_) - 0.5 * view_.dt();
  }
  bool wants_to_plan() const {
    if (has_changed() || !is_same_end()) return true;
    if (!way_.is_followed()) return false;
    if (is_at_limit()) return true;
    const double cells = layer_.map().cell_size();
    return way_.distance_from_leg(view_, here_) >
               view_.value_or(rule_.replan_distance, agent_, 3.0 * cells) ||
           !can_go(here_, near(way_.next_point()));
  }
  // Whether it has come to where a search ended at its limit: another one goes on from there.
  bool is_at_limit() const {
    return way_.state() == WayState::limited && way_.is_at_last() &&
           length(view_.displacement(here_, way_.next_point())) <= layer_.map().cell_size();
  }
  // Whether some shape appeared or vanished.
  bool has_changed() const { return way_.version() != view_.world().navigation().version(); }
  // A point that moved on by less than two cells still is the same place.
  bool leads_elsewhere() const {
    if (way_.region() != region()) return true;
    constexpr double kNextCell = 1.5;  // cells along an axis, which neighbors are not apart
    const Vec3 moved = region() > 0.0 ? Vec3{} : view_.displacement(way_.cell(), cell());
    return larger(std::fabs(moved.x), std::fabs(moved.y)) > kNextCell * layer_.map().cell_size();
  }
  // Whether the rest of the way can still be gone.
  bool is_passable() const {
    Vec3 from = here_;
    for (std::size_t k = way_.next(); k < way_.count(); ++k) {
      const Vec3 to = from + view_.displacement(from, way_.point(k));
      if (!can_go(from, to)) return false;
      from = to;
    }
    return true;
  }

  void plan() {
    Navigation& navigation = view_.world().navigation();
    std::unique_ptr<WayScratch> scratch = navigation.borrow();
    if (rule_.node_budget > 0) {
      search_on(*scratch);
    } else if (!goes_on(*scratch)) {
      follow(plan_from(here_, *scratch), end_);
    }
    if (!search_.exists()) way_.note_plan(view_.time(), navigation.version());
    navigation.give_back(std::move(scratch));
  }

  PlannedWay plan_from(Vec3 start, WayScratch& scratch) const {
    if (way_.is_followed() && !leads_elsewhere()) ++layer_.counters().replans;
    return plan_way(view_.world(), layer_, agent_, start, end_, options(), scratch);
  }

  void follow(const PlannedWay& planned, const WayEnd& end) {
    if (keeps_way(planned))
      way_.begin_leg(here_);
    else
      take(planned, 0, end);
  }

  // A search that was begun goes on to its end, wherever the agent and its place are by now, unless shapes
  // appeared or vanished. Meanwhile the agent follows its way as long as it can, and goes straight else.
  void search_on(WayScratch& scratch) {
    const double version = view_.world().navigation().version();
    const bool goes_on = search_.exists() && search_.version() == version &&
                         search_.is_possible(view_.world().model().regions.size());
    if (!goes_on) search_.begin(here_, end_, version);
    const WayEnd end = search_.end();
    const PlannedWay planned =
        plan_way(view_.world(), layer_, agent_, search_.from(), end, options(), scratch);
    if (planned.status == SearchStatus::paused) {
      search_.spend(planned.expansions);
      if (!is_passable()) way_.go_straight();
    } else {
      search_.clear();
      follow(planned, end);
    }
  }

  // Where only the rest of the present way is missing, it is found by planning the same way again.
  bool goes_on(WayScratch& scratch) {
    if (!way_.ends_soon() || leads_elsewhere() || has_changed() || !is_finite(way_.start())) return false;
    const PlannedWay planned = plan_from(way_.start(), scratch);
    const auto next = std::ranges::find(planned.points, way_.next_point());
    if (next == planned.points.begin() || next == planned.points.end()) return false;
    take(planned, static_cast<std::size_t>(next - planned.points.begin()) - 1, end_);
    return true;
  }

  bool keeps_way(const PlannedWay& planned) const {
    return way_.is_followed() && is_same_end() && way_.state() != WayState::limited &&
           way_.arrives() == planned.arrives() && !way_.ends_soon() && is_passable() &&
           !(length_of_points(planned.points) <
             (1.0 - view_.value(rule_.switch_gain, agent_)) * way_.left(view_, here_));
  }

  void take(const PlannedWay& planned, std::size_t first, const WayEnd& end) {
    way_.take(planned, first);
    way_.note_end(region_of(end), cell_of(end));
    next_before_ = 0;
  }

  WayOptions options() const {
    WayOptions options = way_options(rule_, place_.target, view_, agent_, place_.jumps);
    if (rule_.node_budget > 0)
      options.portion = {.expansions = static_cast<std::uint32_t>(rule_.node_budget),
                         .spent = static_cast<std::uint64_t>(search_.spent()),
                         .behavior = &rule_};
    return options;
  }

  // Points within the radius, and those beyond which the next one is in sight.
  void pass_points() {
    const double radius = view_.value_or(rule_.waypoint_radius, agent_, 0.5 * layer_.map().cell_size());
    std::int64_t seen_on = 0;
    while (way_.next() + 1 < way_.count()) {
      const bool is_near = length(view_.displacement(here_, way_.next_point())) <= radius;
      // As seen over the next point: its own nearest image may be another one.
      const Vec3 next = near(way_.next_point());
      const Vec3 after = next + view_.displacement(next, way_.point(way_.next() + 1));
      const bool is_short = is_short_leg(view_.world().model().bounds, after - here_);
      if (!is_near && is_short && turns_now(next, after)) {
        way_.pass();
        return;
      }
      if (!is_near && (seen_on + 1 == place_.lookahead || !(is_short && can_go(here_, after)))) return;
      if (!is_near) ++seen_on;
      way_.pass();
    }
  }

  // Whether a body that turns on circles is where the arc round the next point begins, and free.
  bool turns_now(Vec3 next, Vec3 after) const {
    const std::optional<DriveLimits> limits = view_.drive_limits(agent_);
    if (!limits || limits->min_turn_radius == 0.0) return false;
    const WayTurn turn = turn_at_corner(*limits, direction(next - here_), direction(after - next));
    if (length(next - here_) > turn.tangent) return false;
    constexpr double kChords = 4.0;
    const PlanarPose pose{here_, view_.heading(agent_)};
    const double side = in_body_frame(pose, after).y < 0.0 ? -1.0 : 1.0;
    const auto arc = arc_to_point(pose, after, {limits->min_turn_radius, side});
    if (!arc) return false;
    Vec3 from = here_;
    for (double n = 1.0; n <= kChords; n += 1.0) {
      const Vec3 to = pose_at(*arc, pose, arc->pieces[0].way * (n / kChords)).position;
      if (!can_go(from, to)) return false;
      from = to;
    }
    return can_go(from, after);
  }

  // How far the body can go on straight beyond the next point; infinite where that is farther than it could
  // be carried. A slimmer body is swept, as points of ways lie beside walls.
  double free_run() const {
    const Vec3 point = near(way_.next_point());
    const double speed = view_.full_speed(agent_);
    const double reach = speed * (3.0 * place_.response_time + 0.5 * speed / view_.max_request(agent_));
    const Vec3 beyond = point + direction(point - here_) * reach;
    const StaticGeometry geometry = view_.world().geometry_for(agent_);
    const double room = 0.5 * view_.radius(agent_);
    double run = kInfinity;
    if (const std::optional<WallHit> hit = geometry.first_swept_wall_hit(point, beyond, room))
      run = hit->distance;
    if (const std::optional<ObstacleHit> hit = geometry.first_obstacle_hit(point, beyond, room))
      run = smaller(run, hit->distance);
    return larger(0.0, run - room);
  }

  const WayRule& rule_;
  const AgentView& view_;
  AgentIndex agent_;
  WayPlace place_;
  NavigationLayer& layer_;
  WayMemory way_;
  PendingSearch search_;
  Vec3 here_;
  WayEnd end_;
  std::size_t next_before_;
};

}  // namespace drover
