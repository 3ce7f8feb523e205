#include "sim/step/way_planning.h"

#include <algorithm>
#include <cmath>

#include "sim/geometry/aiming_point.h"
#include "sim/geometry/static_room.h"
#include "sim/navigation/line_of_sight.h"
#include "sim/navigation/nearest_cell.h"
#include "sim/navigation/unfinished_searches.h"
#include "sim/step/agent_goals.h"
#include "sim/step/jumps.h"

namespace drover {
namespace {

// Whether several agents may go to where this agent's goal is.
bool is_goal_shared(const World& world, AgentIndex agent) {
  const AgentGoal& goal = *goal_of(world, agent);
  const GoalState state = goal_state(world, agent);
  if (state == GoalState::queued) return false;
  const bool has_places = goal.form == GoalForm::point || goal.form == GoalForm::region ||
                          goal.form == GoalForm::regions || goal.form == GoalForm::route;
  if (!has_places) return false;
  // One whose only agent it is from the start is no reason to fill the grid with distances.
  const GoalModel& goals = world.model().goals;
  const auto index = static_cast<std::size_t>(&goal - goals.goals.data());
  return index >= goals.starters.size() || goals.starters[index] != 1;
}

// Whether ground of one direction takes something of the straight way.
bool goes_against_ground(const World& world, double step, Vec3 from, Vec3 to) {
  const Ground& ground = world.model().statics->ground;
  if (!ground.has_one_ways()) return false;
  const double steps = std::ceil(2.0 * length(to - from) / step);
  bool against = false;
  for (double k = 0.0; k <= steps && !against; ++k) {
    const Vec3 p = world.model().bounds.wrapped_if_needed(from + (to - from) * (k / larger(1.0, steps)));
    ground.visit_at(world.model().regions, p, [&](const GroundPatch& patch) {
      against = against || (patch.one_way && dot(to - from, *patch.one_way) < -kLengthEpsilon);
    });
  }
  return against;
}

// Whether all cells between two points cost as much as the first.
bool is_even(const GridMap& map, const Bounds& bounds, Vec3 from, Vec3 to) {
  const auto cost_at = [&](Vec3 p) { return map.cost(map.frame().index_at(bounds.wrapped_if_needed(p))); };
  const double steps = std::ceil(2.0 * length(to - from) / map.cell_size());
  const std::uint32_t cost = cost_at(from);
  for (double k = 1.0; k <= steps; ++k)
    if (cost_at(from + (to - from) * (k / steps)) != cost) return false;
  return true;
}

class WayPlanning {
 public:
  WayPlanning(const World& world, NavigationLayer& layer, AgentIndex agent, WayScratch& scratch)
      : world_(world), layer_(layer), agent_(agent), scratch_(scratch) {}

  PlannedWay plan(Vec3 here, const WayEnd& end, const WayOptions& options) {
    PlannedWay way;
    if (options.graph != kNoIndex) {
      lay_nodes(here, end, options, way);
    } else {
      lay_cells(here, end, options, way);
    }
    if (way.status == SearchStatus::paused) return way;
    const auto sees_between = [&](Vec3 a, Vec3 b) {
      return is_short_leg(world_.model().bounds, b - a) && can_go_straight(world_, layer_, agent_, a, b);
    };
    // A jump begins and ends at its nodes, and nowhere in between can be gone.
    if (!leads_over_jump_)
      simplify(scratch_.points, options.simplification, layer_.map().cell_size(), sees_between);
    if (options.corner_room > 0.0 && !leads_over_jump_) leave_corners(options.corner_room, sees_between);
    way.points = scratch_.points;
    return way;
  }

 private:
  // Moves the points of turns outwards, as far as the way stays free.
  template <class Sees>
  void leave_corners(double room, const Sees& sees_between) {
    std::vector<Vec3>& points = scratch_.points;
    for (std::size_t k = 1; k + 1 < points.size(); ++k) {
      const Vec3 inwards =
          direction(direction(points[k - 1] - points[k]) + direction(points[k + 1] - points[k]));
      for (const double share : {1.0, 0.5, 0.25}) {
        const Vec3 moved = points[k] - inwards * (share * room);
        if (!sees_between(points[k - 1], moved) || !sees_between(moved, points[k + 1])) continue;
        points[k] = moved;
        break;
      }
    }
  }

  // One who does not jump has a graph without jumps.
  const WaypointGraph& graph_for(const WayOptions& options) const {
    if (options.jumps) return world_.graph_for(options.graph, agent_);
    const Model& model = world_.model();
    return world_.navigation().graph(world_.navigation_world(), model.navigation, options.graph,
                                     world_.radius_of_ways(agent_),
                                     model.statics->ground.solids_index(model.agents.type[agent_]), {});
  }

  // Over the nodes of a graph: from the one that is nearest in sight to the one from which the end is.
  void lay_nodes(Vec3 here, const WayEnd& end, const WayOptions& options, PlannedWay& way) {
    const WaypointGraph& graph = graph_for(options);
    const StaticGeometry geometry = world_.geometry_for(agent_);
    const Bounds& bounds = world_.model().bounds;
    const std::uint32_t first = entry_from(graph, geometry, bounds.wrapped_if_needed(here));
    const std::uint32_t last = entry_to(graph, geometry, bounds.wrapped_if_needed(end.position));
    const WaypointPath& path =
        scratch_.graph_search.find(graph, first, std::span(&last, 1), options.search.weight);
    way.expansions = path.expansions;
    way.status = path.nodes.empty() ? SearchStatus::no_free_cell
                                    : (path.is_reached ? SearchStatus::ok : SearchStatus::unreachable);
    leads_over_jump_ = has_jump(graph, path);
    std::vector<Vec3>& points = scratch_.points;
    points.assign(1, here);
    for (const std::uint32_t node : path.nodes)
      points.push_back(points.back() + bounds.displacement(points.back(), graph.nodes()[node].position));
    if (path.is_reached) points.push_back(end_point(end, points.back()));
  }

  // Of those that the feet can walk to, or else of those that are not above them: nobody gets up to a node by
  // going straight at it.
  std::uint32_t entry_from(const WaypointGraph& graph, const StaticGeometry& geometry, Vec3 here) const {
    const WalkingHeights& heights = world_.model().navigation.heights;
    if (!heights.exist) return graph.entry(geometry, here, layer_.room()).node;
    const Floors floors = this->floors();
    const double feet = world_.state.elevation.z[agent_];
    const std::optional<double> floor = floors.floor_under(here, feet);
    const auto leads_to = [&](const Waypoint& node, Vec3 way, bool is_seen) {
      const std::optional<double> height = floor_of(node);
      if (!is_seen) return !height || *height <= floor.value_or(feet) + heights.step;
      return floors.lead_along(here, feet, way, height);
    };
    return graph.entry(geometry, here, layer_.room(), leads_to).node;
  }

  // Of those that feet can walk from to some floor at the end, or else of all.
  std::uint32_t entry_to(const WaypointGraph& graph, const StaticGeometry& geometry, Vec3 end) const {
    if (world_.model().navigation.heights.exist) {
      const Floors floors = this->floors();
      const auto leads_to = [&](const Waypoint& node, Vec3 way, bool is_seen) {
        return is_seen && floors.lead_along(end + way, floor_of(node).value_or(node.height), -way, {});
      };
      const std::uint32_t node = graph.entry(geometry, end, layer_.room(), leads_to).node;
      if (node != kNoIndex) return node;
    }
    return graph.entry(geometry, end, layer_.room()).node;
  }

  Floors floors() const {
    const Model& model = world_.model();
    return Floors(model.statics->ground, model.regions, model.navigation.heights);
  }

  // The floor that is nearest to where the node is said to be; nothing where a platform may bring it.
  std::optional<double> floor_of(const Waypoint& node) const {
    return ground_at_feet(world_.model(), node.position + Vec3{0.0, 0.0, node.height});
  }

  static bool has_jump(const WaypointGraph& graph, const WaypointPath& path) {
    bool found = false;
    for (std::size_t k = 1; k < path.nodes.size(); ++k) {
      graph.visit_edges_from(path.nodes[k - 1], [&](std::uint32_t to, const WaypointEdge& edge) {
        found = found || (to == path.nodes[k] && edge.jump);
      });
    }
    return found;
  }

  void lay_cells(Vec3 here, const WayEnd& end, const WayOptions& options, PlannedWay& way) {
    const CellIndex start = free_cell_near(here);
    way.status = find_cells(start, end, options, way.expansions);
    lay_points(here, end, way.arrives());
  }

  CellIndex free_cell_near(Vec3 p) const { return drover::free_cell_near(world_, layer_, agent_, p); }

  // The cells of the region that a way leads to; none where it leads to a point, or the region has none.
  std::span<const CellIndex> region_cells(const WayEnd& end) const {
    if (end.region == kNoIndex) return {};
    return layer_.cells_of(world_.navigation_world(), end.region);
  }

  // The cells from the start to a goal, in the scratch.
  SearchStatus find_cells(CellIndex start, const WayEnd& end, const WayOptions& options,
                          std::uint32_t& expansions) {
    std::vector<CellIndex>& cells = scratch_.cells;
    cells.clear();
    std::span<const CellIndex> goals = region_cells(end);
    const bool is_in_region = !goals.empty();
    const CellIndex goal = is_in_region ? kNoCell : free_cell_near(end.position);
    if (!is_in_region) goals = std::span(&goal, 1);
    if (start == kNoCell || goals.front() == kNoCell) return SearchStatus::no_free_cell;
    if (options.shares_field) {
      const FlowField& field = is_in_region ? field_to_region(end.region) : field_to_cell(goal);
      if (field.is_reached(start)) {
        field.descend(layer_.map(), start, cells);
        return cells.size() == 1 ? SearchStatus::trivial : SearchStatus::ok;
      }
    }
    GridSearchOptions search = options.search;
    search.parts = &layer_.parts();
    if (options.portion.expansions > 0) return search_on(start, goals, search, options.portion, expansions);
    const GridPath& path = scratch_.search.find(layer_.map(), start, goals, search);
    cells.assign(path.cells.begin(), path.cells.end());
    expansions = path.expansions;
    return path.status;
  }

  // A portion of a search: it is gone on with, or begun again where it was not kept.
  SearchStatus search_on(CellIndex start, std::span<const CellIndex> goals, const GridSearchOptions& options,
                         const SearchPortion& portion, std::uint32_t& expansions) {
    UnfinishedSearches& unfinished = world_.navigation().unfinished_searches();
    const UnfinishedSearches::Owner owner{portion.behavior, &layer_, agent_};
    std::unique_ptr<GridSearch> search = unfinished.take(owner);
    if (portion.spent == 0 || search->path().expansions != portion.spent ||
        !search->began_with(start, goals)) {
      search->begin(layer_.map(), start, goals, options);
      if (portion.spent > 0) search->go_on(layer_.map(), static_cast<std::uint32_t>(portion.spent));
    }
    const bool has_ended = search->go_on(layer_.map(), portion.expansions);
    const GridPath& path = search->path();
    expansions = path.expansions - static_cast<std::uint32_t>(portion.spent);
    scratch_.cells.assign(path.cells.begin(), path.cells.end());
    const SearchStatus status = has_ended ? path.status : SearchStatus::paused;
    if (!has_ended) unfinished.keep(owner, std::move(search), world_.state.tick);
    return status;
  }

  const FlowField& field_to_region(std::uint32_t region) {
    scratch_.key.goals.clear();
    return field(region);
  }
  const FlowField& field_to_cell(CellIndex cell) {
    scratch_.key.goals.assign(1, {cell, 0.0});
    return field(kNoIndex);
  }
  // With the goals in the scratch.
  const FlowField& field(std::uint32_t region) {
    scratch_.key.integration = Integration::dijkstra;
    scratch_.key.direction = FieldDirection::neighbor;
    scratch_.key.crowding = {};
    scratch_.key.region = region;
    return layer_.field(world_.navigation_world(), scratch_.key);
  }

  // From the beginning over the centers of the cells to the end: the place itself, where the body has
  // room there.
  void lay_points(Vec3 here, const WayEnd& end, bool arrives) {
    const GridMap& map = layer_.map();
    const Bounds& bounds = world_.model().bounds;
    std::vector<Vec3>& points = scratch_.points;
    points.assign(1, here);
    for (std::size_t k = 0; k < scratch_.cells.size(); ++k)
      points.push_back(points.back() +
                       bounds.displacement(points.back(), map.frame().center(scratch_.cells[k])));
    if (!arrives) return;
    const Vec3 place = end_point(end, points.back());
    if (has_room(place)) points.push_back(place);
  }

  Vec3 end_point(const WayEnd& end, Vec3 from) const {
    const Bounds& bounds = world_.model().bounds;
    if (end.region == kNoIndex) return from + bounds.displacement(from, end.position);
    const Region& region = world_.model().regions[end.region];
    const Vec3 inside = bounds.wrapped_if_needed(from);
    return from +
           bounds.displacement(inside, aiming_point(region, inside, world_.state.limits.radius[agent_]));
  }

  bool has_room(Vec3 p) const {
    constexpr double kTolerance = 1e-9;
    const double room = layer_.room();
    const Bounds& bounds = world_.model().bounds;
    return clear_distance(world_.geometry_for(agent_), bounds, bounds.wrapped_if_needed(p), room) >=
           room - kTolerance;
  }

  const World& world_;
  NavigationLayer& layer_;
  AgentIndex agent_;
  WayScratch& scratch_;
  bool leads_over_jump_ = false;
};

}  // namespace

Vec3 WayEnd::cell_center(const NavigationLayer& layer, const Bounds& bounds) const {
  const GridFrame& frame = layer.map().frame();
  return frame.center(frame.cell_at(bounds.wrapped_if_needed(position)));
}

WayEnd way_end(const AgentView& view, const Target& target, const TargetState& seen, AgentIndex agent) {
  WayEnd end{.position = view.position(agent) + seen.displacement};
  if (target.type == TargetType::region) end.region = target.index;
  if (target.type == TargetType::goal && seen.is_region) end.region = goal_region(view.world(), agent);
  return end;
}

bool is_end_shared(const World& world, const Target& target, AgentIndex agent) {
  // A field costs as much as a few searches: those of agents of one type that run after the same one.
  constexpr std::size_t kMany = 8;
  if (target.type == TargetType::agent)
    return world.state.agents_of(world.model().agents.type[agent]).size() >= kMany;
  if (target.type == TargetType::goal) return is_goal_shared(world, agent);
  return target.type == TargetType::region || target.type == TargetType::point;
}

bool can_go_straight(const World& world, const NavigationLayer& layer, AgentIndex agent, Vec3 from, Vec3 to) {
  if (!has_clear_way(world, layer, agent, from, to, layer.room())) return false;
  const Bounds& bounds = world.model().bounds;
  const Vec3 inside = bounds.wrapped_if_needed(from);
  return !layer.map().has_costs() || is_even(layer.map(), bounds, inside, inside + (to - from));
}

bool has_clear_way(const World& world, const NavigationLayer& layer, AgentIndex agent, Vec3 from, Vec3 to,
                   double room) {
  layer.counters().sight_tests.add_one(agent);
  const Vec3 inside = world.model().bounds.wrapped_if_needed(from);
  const Vec3 there = inside + (to - from);
  const StaticGeometry geometry = world.geometry_for(agent);
  const bool is_in_sight = layer.line_of_sight() == LineOfSight::grid
                               ? sees_on_grid(layer.map(), geometry, inside, there)
                               : sees(geometry, inside, there, room);
  if (!is_in_sight || goes_against_ground(world, layer.map().cell_size(), inside, there)) return false;
  const WalkingHeights& heights = world.model().navigation.heights;
  const Floors floors(world.model().statics->ground, world.model().regions, heights);
  return !heights.exist || floors.lead_along(inside, there - inside);
}

bool is_short_leg(const Bounds& bounds, Vec3 leg) {
  constexpr double kShort = 0.4;
  return !bounds.wraps() ||
         (std::fabs(leg.x) <= kShort * bounds.size().x && std::fabs(leg.y) <= kShort * bounds.size().y);
}

CellIndex free_cell_near(const World& world, const NavigationLayer& layer, AgentIndex agent, Vec3 p) {
  constexpr double kTiny = 1e-9;  // m
  const Bounds& bounds = world.model().bounds;
  const GridFrame& frame = layer.map().frame();
  const Vec3 inside = bounds.wrapped_if_needed(p);
  const StaticGeometry geometry = world.geometry_for(agent);
  const auto is_seen = [&](Vec3 center) {
    return sees(geometry, inside, inside + bounds.displacement(inside, center), 0.0);
  };
  const CellIndex cell = frame.index_at(inside);
  // The center of a large cell may lie beyond a wall. A point beyond the grid is in no cell.
  const bool is_in_cell = length(frame.center(cell) - inside) <= frame.cell_size;
  if (layer.map().is_free(cell) && (!is_in_cell || is_seen(frame.center(cell)))) return cell;
  // What is inside of a solid sees nothing.
  if (clear_distance(geometry, bounds, inside, kTiny) <= 0.0) return nearest_free_cell(layer.map(), inside);
  return nearest_free_cell(layer.map(), inside, is_seen);
}

// What stands keeps its room from the center, and from the ways to all neighbors where there are moves to
// them. Between two of those ways there is place in a cell only if the half of it is more than
// room + sqrt2 room.
bool may_hide_center(const NavigationLayer& layer, CellIndex cell) {
  constexpr double kHalfDiagonal = 0.7072;  // of a cell
  const double size = layer.map().cell_size();
  if (kHalfDiagonal * size <= layer.room()) return false;
  return !layer.map().has_all_moves(cell) || 0.5 * size > 2.4 * layer.room();
}

PlannedWay plan_way(const World& world, NavigationLayer& layer, AgentIndex agent, Vec3 from,
                    const WayEnd& end, const WayOptions& options, WayScratch& scratch) {
  const PlannedWay way = WayPlanning(world, layer, agent, scratch).plan(from, end, options);
  NavigationCounters& counters = layer.counters();
  if (way.status != SearchStatus::paused) ++counters.plans;
  counters.expansions += way.expansions;
  return way;
}

}  // namespace drover
