#include "sim/construction/navigation_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/nested_objects.h"

namespace drover {
namespace {

constexpr std::size_t kMostClasses = 4;  // of radii, where nothing says how they are rounded

// Whether its covers are as far as their ways over a grid. That alone makes no grid.
bool measures_ways(const Formation& formation, const NavigationDef& def) {
  return formation.is_in_cover() && formation.def.cover->by == CoverDistance::way && !def.grids.empty();
}

// The same of what an agent does.
bool finds_way(const StackEntry& entry, const NavigationDef& def) {
  return entry.kind->uses_grids || (borrows_grids(entry) && !def.grids.empty());
}

// Calls visit(agent) for the agents that find their way, some of them perhaps twice.
template <class Visit>
void visit_finders(const World& world, const NavigationDef& def, const Visit& visit) {
  const Model& model = world.model();
  for (const AgentType& type : model.types) {
    if (std::ranges::none_of(type.entries, [&](const StackEntry& entry) { return finds_way(entry, def); }))
      continue;
    for (const AgentIndex i : world.state.agents_of(static_cast<std::uint32_t>(&type - model.types.data())))
      visit(i);
  }
  for (const Formation& formation : model.formations) {
    if (!measures_ways(formation, def)) continue;
    for (const DeclaredMember& member : formation.declared) {
      if (!model.is_anchor(member.member)) visit(member.member);
    }
  }
}

// Their radii, ascending, each once.
std::vector<double> radii_of_finders(const World& world, const NavigationDef& def) {
  std::vector<double> radii;
  visit_finders(world, def, [&](AgentIndex i) { radii.push_back(world.state.limits.radius[i]); });
  std::ranges::sort(radii);
  radii.erase(std::unique(radii.begin(), radii.end()), radii.end());
  return radii;
}

// Whether nothing stands anywhere and all ground is alike.
bool is_open(const Model& model, const NavigationDef& def) {
  const Statics& statics = *model.statics;
  return statics.shapes.obstacles.empty() && statics.shapes.segments.empty() &&
         statics.ground.solids().empty() && statics.ground.tops().empty() && !statics.ground.slows() &&
         !statics.ground.has_one_ways() &&
         std::ranges::all_of(def.grids, [](const auto& grid) { return grid.value.terrain_cost.empty(); });
}

struct Area {
  Vec3 min{kInfinity, kInfinity, 0.0};
  Vec3 max{-kInfinity, -kInfinity, 0.0};

  void add(Vec3 p, double reach) {
    min = {smaller(min.x, p.x - reach), smaller(min.y, p.y - reach), 0.0};
    max = {larger(max.x, p.x + reach), larger(max.y, p.y + reach), 0.0};
  }
  void add(const Shape& shape, double reach) {
    add(shape.low(), reach);
    add(shape.high(), reach);
  }
};

// All that ways lead round, and so much beyond that bodies of this room pass it on any side.
Area area_to_cover(const World& world, double room, double cell) {
  const Model& model = world.model();
  const double beyond = 2.0 * room + 2.0 * cell;
  Area area;
  for (const Shape& shape : model.statics->shapes.obstacles)
    area.add(shape, beyond);
  for (const Segment& segment : model.statics->shapes.segments) {
    area.add(segment.a, beyond);
    area.add(segment.b, beyond);
  }
  for (const GroundSolids& solids : model.statics->ground.solids())
    for (const std::uint32_t region : solids.regions)
      area.add(model.regions[region].shape, beyond);
  for (const GroundPatch& patch : model.statics->ground.patches())
    area.add(model.regions[patch.region].shape, beyond);
  for (const GroundTop& top : model.statics->ground.tops())
    area.add(model.regions[top.region].shape, beyond);
  return area;
}

// The largest cells, of at most this size, whose rows and columns both fill a world that wraps; 0 where none
// do.
double wrapping_cell(Vec3 size, double cell) {
  constexpr double kRounding = 1e-9;
  const double fewest = std::ceil(size.x / cell - kRounding);
  for (double columns = fewest; columns <= 2.0 * fewest + 16.0; ++columns) {
    const double rows = size.y * columns / size.x;
    if (columns * rows > kMostGridCells) return 0.0;
    if (std::fabs(rows - std::floor(rows + 0.5)) < kRounding * columns) return size.x / columns;
  }
  return 0.0;
}

// The targets in an object, those in objects within it too.
template <class Visit>
void visit_targets(const Table& table, const void* object, const Visit& visit) {
  for (const Field& field : table.fields) {
    const void* member = field.in(object);
    if (field.access.is_one(FieldType::target)) visit(*static_cast<const Target*>(member));
    visit_nested_objects(field, member, [&](const NestedObject& nested) {
      visit_targets(nested.table, nested.object, visit);
      visit_chosen_kind(nested.table, nested.object, [&](const NestedObject& chosen) {
        visit_targets(chosen.table, chosen.object, visit);
      });
    });
  }
}

// Those of the behaviors that find ways.
template <class Visit>
void visit_targets(const Model& model, const Visit& visit) {
  for (const AgentType& type : model.types) {
    for (const StackEntry& entry : type.entries)
      if (entry.kind->uses_grids) visit_targets(entry.kind->table, entry.params.get(), visit);
  }
}

// The same, and where agents start and go to, each as far as it is no farther away than what stands is wide:
// so nobody far away makes a grid large. Grown by whole cells, so that they lie as they do without those
// places.
Area with_places(const World& world, const Area& area, double beyond, double cell) {
  const Model& model = world.model();
  const Vec3 size = area.max - area.min;
  const double near = larger(size.x, size.y);
  const Vec3 low = area.min - Vec3{near, near, 0.0};
  const Vec3 high = area.max + Vec3{near, near, 0.0};
  Area places = area;
  const auto add_point = [&](Vec3 p) {
    if (low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y) places.add(p, beyond);
  };
  const auto add = [&](const GoalPlace& place) {
    if (!place.is_region()) return add_point(place.point);
    add_point(model.regions[place.region].shape.low());
    add_point(model.regions[place.region].shape.high());
  };
  for (AgentIndex i = 0; i < model.body_count(); ++i)
    add_point(world.state.motion.position(i));
  for (const AgentGoal& goal : model.goals.goals) {
    std::ranges::for_each(goal.places, add);
    std::ranges::for_each(goal.each, add_point);
    if (goal.form == GoalForm::point || goal.form == GoalForm::region) add(goal.place);
  }
  visit_targets(model, [&](const Target& target) {
    if (target.type == TargetType::point) add_point(target.point);
    if (target.type == TargetType::region) add({.point = {}, .region = target.index});
  });
  const auto grown = [cell](double from, double to) { return from - cell * std::ceil((from - to) / cell); };
  places.min = {grown(area.min.x, places.min.x), grown(area.min.y, places.min.y), 0.0};
  return places;
}

class GridPlanner {
 public:
  GridPlanner(BuildCheck& check, Model& model)
      : check_(check), model_(model), radii_(radii_of_finders(check.world, check.def.navigation)) {}

  void plan() {
    const NavigationDef& def = check_.def.navigation;
    if (radii_.empty() || is_open(model_, def)) return;
    for (const Named<NavigationGridDef>& grid : def.grids)
      add(grid.value, grid.name, joined_pointer("/navigation/grids", grid.name));
    if (def.grids.empty()) add(NavigationGridDef(), "", "/navigation");
    for (const Named<NavigationGraphDef>& graph : def.graphs)
      add(graph.value, graph.name);
    find_heights();
  }

 private:
  void add(const NavigationGridDef& def, const std::string& name, const std::string& pointer) {
    GridPlan plan;
    plan.name = name;
    plan.connectivity = static_cast<int>(def.connectivity);
    plan.corners = def.corner_cutting;
    plan.line_of_sight = def.line_of_sight;
    plan.agent_radius = def.agent_radius.value_or(0.0);
    plan.clearance = def.clearance;
    plan.radius_step = def.radius_step;
    for (const auto& [region, factor] : def.terrain_cost)
      plan.terrain.push_back({model_.name_table.find(ReferenceType::region, region), factor});
    add_classes(plan);
    lay_out(plan, def, pointer);
    model_.navigation.grids.push_back(std::move(plan));
  }

  void add(const NavigationGraphDef& def, const std::string& name) {
    std::vector<Waypoint> nodes;
    for (const Named<Vec3>& node : def.nodes)
      nodes.push_back(model_.is_elevated() ? Waypoint{node.name, in_plane(node.value), node.value.z}
                                           : Waypoint{node.name, node.value});
    const auto number_of = [&](const std::string& id) {
      return static_cast<std::uint32_t>(std::ranges::find(nodes, id, &Waypoint::id) - nodes.begin());
    };
    std::vector<WaypointEdgeDef> edges;
    const auto height_of = [&](const std::string& id) {
      return std::ranges::find(def.nodes, id, &Named<Vec3>::name)->value.z;
    };
    for (const NavigationEdgeDef& edge : def.edges) {
      const bool is_jump = edge.kind == WaypointEdgeKind::jump;
      WaypointEdgeDef made{
          .from = number_of(edge.from),
          .to = number_of(edge.to),
          .cost = edge.kind == WaypointEdgeKind::lift && !edge.cost ? trip_cost(def, name, edge) : edge.cost,
          .kind = edge.kind,
          .one_way = edge.one_way.value_or(is_jump)};
      if (!is_jump) {
        edges.push_back(made);
        continue;
      }
      // Both ways of a jump are two jumps.
      const double from = height_of(edge.from), to = height_of(edge.to);
      made.jump = JumpLink{.takeoff_height = from,
                           .landing_height = to,
                           .more_time = edge.run_up_time + edge.risk,
                           .radius = edge.radius.value_or(JumpLink().radius),
                           .pad_radius = edge.pad_radius.value_or(JumpLink().pad_radius),
                           .min_speed = edge.min_speed,
                           .has_cost = edge.cost.has_value()};
      const bool is_both_ways = !made.one_way;
      made.one_way = true;
      edges.push_back(made);
      if (!is_both_ways) continue;
      std::swap(made.from, made.to);
      std::swap(made.jump->takeoff_height, made.jump->landing_height);
      edges.push_back(made);
    }
    model_.navigation.graphs.push_back(
        {name, WaypointGraph(nodes, edges, def.auto_edges, model_.bounds), def.clearance});
  }

  static Vec3 in_plane(Vec3 p) { return {p.x, p.y, 0.0}; }

  // What a lift costs: the mean time of the wait and the ride [s].
  std::optional<double> trip_cost(const NavigationGraphDef& graph, const std::string& name,
                                  const NavigationEdgeDef& edge) {
    const std::string pointer =
        fmt::format("{}/edges/{}", joined_pointer("/navigation/graphs", name), &edge - graph.edges.data());
    const std::vector<PlatformDef>& platforms = check_.def.world.platforms;
    const auto found = std::ranges::find(platforms, edge.platform, &PlatformDef::id);
    if (found == platforms.end()) {
      check_.fail(pointer + "/platform", {.message = fmt::format("unknown platform \"{}\"", edge.platform)});
      return std::nullopt;
    }
    const auto height_of = [&](const std::string& node) {
      return std::ranges::find(graph.nodes, node, &Named<Vec3>::name)->value.z;
    };
    const Platform& platform = model_.platforms[static_cast<std::size_t>(found - platforms.begin())];
    const double from = height_of(edge.from), to = height_of(edge.to);
    const std::optional<double> cost = platform.mean_trip(from, to, model_.step_height);
    if (!cost)
      check_.fail(pointer, {.message = fmt::format("the platform \"{}\" does not go again and again from a "
                                                   "height of {} m to one of {} m",
                                                   edge.platform, from, to),
                            .hint = "Give it \"loop\": true and keyframes at the heights of both nodes, or "
                                    "give the edge a \"cost\"."});
    return cost;
  }

  void find_heights() {
    WalkingHeights& heights = model_.navigation.heights;
    heights.exist = !model_.statics->ground.tops().empty() || !model_.platforms.empty();
    heights.step = model_.step_height;
    heights.falls = check_.def.world.gravity > 0.0;
    for (const Platform& platform : model_.platforms)
      heights.lifts.push_back(
          {.region = platform.region(), .low = platform.lowest(), .high = platform.highest()});
    for (const Named<AgentTypeDef>& type : check_.def.agent_types)
      heights.body = larger(heights.body, type.value.body_height);
  }

  // Few sizes where radii are drawn, evenly from the least to the greatest.
  void add_classes(GridPlan& plan) const {
    if (radii_.size() <= kMostClasses) {
      plan.radius_classes = radii_;
      return;
    }
    const double step = (radii_.back() - radii_.front()) / kMostClasses;
    for (std::size_t k = 1; k < kMostClasses; ++k)
      plan.radius_classes.push_back(radii_.front() + step * static_cast<double>(k));
    plan.radius_classes.push_back(radii_.back());
  }

  void lay_out(GridPlan& plan, const NavigationGridDef& def, const std::string& pointer) {
    const double least = plan.class_of(radii_.front());
    const double asked = def.cell_size.value_or(0.5 * least);
    const Bounds& bounds = model_.bounds;
    Area area{bounds.min(), bounds.max()};
    if (!bounds.is_bounded())
      area = with_places(check_.world, area_to_cover(check_.world, plan.room_of(radii_.back()), asked),
                         plan.room_of(radii_.back()) + asked, asked);
    if (def.origin) area.min = *def.origin;
    Vec3 size = area.max - area.min;
    if (def.width) size.x = static_cast<double>(*def.width) * asked;
    if (def.height) size.y = static_cast<double>(*def.height) * asked;
    size = {larger(size.x, asked), larger(size.y, asked), 0.0};
    double cell = asked;
    const bool is_too_large = std::ceil(size.x / cell) * std::ceil(size.y / cell) > kMostGridCells;
    if (is_too_large && (def.width || def.height)) {
      check_.fail(pointer, {.message = fmt::format("the grid would have {:.6g} x {:.6g} cells of {:.3g} m",
                                                   std::ceil(size.x / cell), std::ceil(size.y / cell), cell),
                            .allowed = {"at most 4000000 cells"}});
      return;
    }
    if (is_too_large) {
      cell = larger(std::sqrt(size.x * size.y / kMostGridCells), larger(size.x, size.y) / kMostGridCells) *
             1.001;
      check_.warn(pointer,
                  {.message = fmt::format(
                       "cells of {:.3g} m would be more than 4000000: they are {:.3g} m large, and gaps "
                       "narrower than about {:.3g} m are not found",
                       asked, cell, 2.0 * plan.room_of(radii_.front()) + 1.5 * cell)});
    }
    const bool covers_world = bounds.wraps() && !def.origin && !def.width && !def.height;
    const double wrapping = covers_world ? wrapping_cell(size, cell) : 0.0;
    if (wrapping > 0.0) cell = wrapping;
    if (bounds.wraps() && wrapping == 0.0)
      check_.warn(pointer,
                  {.message = "no rows and columns of square cells fill the world, which wraps: no way "
                              "leads through its edges"});
    constexpr double kRounding = 1e-9;
    plan.frame = {
        .origin = area.min,
        .cell_size = cell,
        .width = def.width.value_or(static_cast<std::int64_t>(std::ceil(size.x / cell - kRounding))),
        .height = def.height.value_or(static_cast<std::int64_t>(std::ceil(size.y / cell - kRounding))),
        .wraps = wrapping > 0.0};
    if (def.origin || def.width || def.height) warn_about_place(plan, pointer);
  }

  // A grid elsewhere: every agent is at its edge, and knows of nothing.
  void warn_about_place(const GridPlan& plan, const std::string& pointer) {
    const GridFrame& frame = plan.frame;
    const Vec3 end =
        frame.origin +
        Vec3{static_cast<double>(frame.width), static_cast<double>(frame.height), 0.0} * frame.cell_size;
    Area standing = area_to_cover(check_.world, 0.0, 0.0);
    for (const TerrainCost& terrain : plan.terrain)
      standing.add(model_.regions[terrain.region].shape, 0.0);
    const bool is_beside = standing.max.x < frame.origin.x || end.x < standing.min.x ||
                           standing.max.y < frame.origin.y || end.y < standing.min.y;
    bool has_starts = false;
    visit_finders(check_.world, check_.def.navigation, [&](AgentIndex agent) {
      const Vec3 start = check_.world.state.motion.position(agent);
      has_starts = has_starts || frame.index_within(start) != kNoCell;
    });
    if (!is_beside || has_starts) return;
    check_.warn(pointer,
                {.message = fmt::format(
                     "the grid, from [{:.6g}, {:.6g}] to [{:.6g}, {:.6g}], covers nothing that stands "
                     "and no place where agents that find their way start",
                     frame.origin.x, frame.origin.y, end.x, end.y),
                 .hint = "Without origin, width and height it covers what agents go round."});
  }

  BuildCheck& check_;
  Model& model_;
  std::vector<double> radii_;
};

}  // namespace

bool borrows_grids(const StackEntry& entry) {
  const BehaviorKind& kind = *entry.kind;
  return !kind.uses_grids && kind.way_means != nullptr && kind.way_means(entry.params.get()).plans_ways;
}

void build_navigation(BuildCheck& check, Model& model) {
  GridPlanner(check, model).plan();
}

}  // namespace drover
