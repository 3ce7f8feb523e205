// flow_field: follows a field of directions that lead to the nearest of some places, the same for all agents.
// Emerson 2013, "Crowd Pathfinding and Steering Using Flow Field Tiles"; see ways.md.
#include <memory>
#include <utility>

#include "behaviors/arrival.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/navigation/line_of_sight.h"
#include "sim/navigation/nearest_cell.h"
#include "sim/perception/perception.h"
#include "sim/step/position_samples.h"
#include "sim/step/way_planning.h"

namespace drover {
namespace {

DROVER_ENUM(UnreachedPolicy, wait, straight, nearest_reachable)

struct FieldTargetDef {
  Target target;
  double bias = 0.0;
  static const Table& table();
};

struct FlowFieldDef {
  Target target;
  std::vector<FieldTargetDef> targets;
  ArrivalRule arrival;
  Reference grid{ReferenceType::grid, {}, kNoIndex};
  Integration integration = Integration::dijkstra;
  FieldDirection direction = FieldDirection::neighbor;
  Sampling sampling = Sampling::bilinear;
  std::int64_t goal_block = 1;
  Parameter direct_radius;
  UnreachedPolicy unreachable = UnreachedPolicy::wait;
  std::optional<double> crowd_weight;
  double crowd_interval = 1.0;
  double min_recompute_interval = 0.0;
  // Position samples; kNoIndex without.
  std::uint32_t crowd_sample = kNoIndex;
  std::uint32_t target_sample = kNoIndex;
};

constexpr auto kFieldTargetFields = fields(
    field<&FieldTargetDef::target>({.key = "target", .doc = "A place the field leads to.", .required = true}),
    field<&FieldTargetDef::bias>(
        {.key = "bias",
         .unit = "m",
         .range = closed(0, 1e6),
         .doc = "How much farther it counts, so that agents prefer others that are as near."}));

const Table& FieldTargetDef::table() {
  static constexpr Table kTable{.name = "target of a field", .fields = kFieldTargetFields};
  return kTable;
}

constexpr auto kFlowFieldFields = join(
    fields(
        field<&FlowFieldDef::target>({.key = "target",
                                      .doc = "Where to go: of a group or a type without \"select\": "
                                             "\"centroid\" the nearest of all members.",
                                      .otherwise = "targets says"}),
        field<&FlowFieldDef::targets>({.key = "targets",
                                       .doc = "Several places, each agent goes to the nearest.",
                                       .otherwise = "target says"}),
        field<&FlowFieldDef::grid>({.key = "grid",
                                    .doc = "The grid of the field: one of navigation.",
                                    .otherwise = "the first, or one that is made"}),
        field<&FlowFieldDef::integration>({.key = "integration",
                                           .doc = "How distances are found: dijkstra (the cheapest way from "
                                                  "cell to cell), fast_marching (nearly "
                                                  "straight distances on open ground, upwind), bfs (counts "
                                                  "straight moves, whatever they cost)."}),
        field<&FlowFieldDef::direction>(
            {.key = "direction",
             .doc = "Where a cell points: to the neighbor on the shortest way, or down the gradient of the "
                    "distances, in any direction."}),
        field<&FlowFieldDef::sampling>({.key = "sampling",
                                        .doc = "bilinear: the mean of the four cells around, as far as moves "
                                               "lead there; nearest: the cell."}),
        field<&FlowFieldDef::goal_block>(
            {.key = "goal_block",
             .range = closed(1, 2),
             .doc = "2: the four cells around a point are goals, which breaks ties of the gradient of bfs "
                    "where routes round both sides are alike; 1: its cell."}),
        field<&FlowFieldDef::direct_radius>({.key = "direct_radius",
                                             .unit = "m",
                                             .range = closed(0, 1e5),
                                             .doc = "Within this, and in sight, agents steer straight at the "
                                                    "place.",
                                             .otherwise = "two cells"}),
        field<&FlowFieldDef::unreachable>(
            {.key = "unreachable",
             .doc =
                 "Where no way leads from: wait, go straight at the place, or into the nearest cell in sight "
                 "from which one leads (nearest_reachable)."}),
        field<&FlowFieldDef::crowd_weight>(
            {.key = "crowd_weight",
             .unit = "m^2",
             .range = left_open(0, 1e6),
             .doc = "A cell costs 1 + crowd_weight * density times as much, the density that of the agents "
                    "within "
                    "about two radii, so that agents spread over ways of nearly the same length.",
             .otherwise = "crowds do not count",
             .read_when = when("integration", "dijkstra, fast_marching")}),
        field<&FlowFieldDef::crowd_interval>({.key = "crowd_interval",
                                              .unit = "s",
                                              .range = left_open(0, 1e5),
                                              .doc = "How often it is looked where agents stand.",
                                              .read_when = when("crowd_weight", kGiven)}),
        field<&FlowFieldDef::min_recompute_interval>(
            {.key = "min_recompute_interval",
             .unit = "s",
             .range = closed(0, 1e5),
             .doc = "The field leads to where agents that are its places were at the last multiple of this; "
                    "0: to where they are."})),
    embed<&FlowFieldDef::arrival>(kArrivalFields));

// Whether the places are the members of a group or type themselves.
bool is_of_members(const Target& target) {
  return (target.type == TargetType::group || target.type == TargetType::agent_type) &&
         target.select == TargetSelect::nearest;
}
bool is_of_agents(const Target& target) {
  return target.type == TargetType::agent || is_of_members(target);
}

std::vector<Problem> check(const FlowFieldDef& def) {
  const bool has_one = def.target.type != TargetType::none;
  if (has_one != def.targets.empty())
    return {{has_one ? "/targets" : "", "give either \"target\" or \"targets\""}};
  const bool leads_to_agents =
      is_of_agents(def.target) || std::ranges::any_of(def.targets, is_of_agents, &FieldTargetDef::target);
  if (def.min_recompute_interval > 0.0 && !leads_to_agents)
    return {{.pointer = "/min_recompute_interval",
             .message = "it has no effect: none of the places is an agent or the nearest of a group",
             .severity = Severity::warning}};
  const auto is_region = [](const Target& target) { return target.type == TargetType::region; };
  const bool leads_to_regions =
      has_one ? is_region(def.target) : std::ranges::all_of(def.targets, is_region, &FieldTargetDef::target);
  if (def.goal_block == 2 && leads_to_regions)
    return {{.pointer = "/goal_block",
             .message = "it has no effect: the cells of regions are goals, not those around a point",
             .severity = Severity::warning}};
  return {};
}

// A free cell all of whose points see its center.
bool is_plain(const NavigationLayer& layer, CellIndex cell) {
  return layer.map().is_free(cell) && !may_hide_center(layer, cell);
}

// The places of a field, as an agent sees them.
class FieldPlaces {
 public:
  FieldPlaces(const FlowFieldDef& def, const AgentView& view, AgentIndex agent)
      : def_(def), view_(view), agent_(agent) {}

  // Calls visit(target, bias).
  template <class Visit>
  void visit(Visit&& visit) const {
    if (def_.targets.empty()) return visit(def_.target, 0.0);
    for (const FieldTargetDef& each : def_.targets)
      visit(each.target, each.bias);
  }

  // Whether the agent is itself one of the places.
  bool hold(AgentIndex agent) const {
    bool is_one = false;
    visit([&](const Target& target, double) {
      if (is_of_members(target))
        is_one = is_one || std::ranges::binary_search(view_.world().members(target), agent);
    });
    return is_one;
  }

  // The nearest one that is found.
  std::optional<TargetState> nearest(const Target*& which) const {
    std::optional<TargetState> best;
    visit([&](const Target& target, double) {
      const TargetState seen = view_.target(target, agent_);
      if (!seen.found || (best && !(length(seen.displacement) < length(best->displacement)))) return;
      best = seen;
      which = &target;
    });
    return best;
  }

  // The one end of the field, where it has only one that is not the members of a group; `seen`: the nearest.
  std::optional<WayEnd> only_end(const TargetState& seen) const {
    if (!def_.targets.empty() || is_of_members(def_.target)) return std::nullopt;
    return end_at(def_.target, seen);
  }

  // The cells that the field leads to, ascending.
  void find_goals(NavigationLayer& layer, std::vector<FieldGoal>& goals) const {
    goals.clear();
    visit([&](const Target& target, double bias) { add_cells(layer, target, bias, goals); });
    std::ranges::sort(goals, [](const FieldGoal& a, const FieldGoal& b) {
      return a.cell != b.cell ? a.cell < b.cell : a.bias < b.bias;
    });
    const auto is_same = [](const FieldGoal& a, const FieldGoal& b) { return a.cell == b.cell; };
    goals.erase(std::unique(goals.begin(), goals.end(), is_same), goals.end());
  }

 private:
  // Where the field looks for an agent: where it was, once in a while.
  Vec3 place_of(AgentIndex member) const {
    if (def_.target_sample == kNoIndex) return view_.seen_position(member);
    const SampledPositions sample(view_.world(), def_.target_sample);
    return sample.holds(member) ? sample.position(member) : view_.seen_position(member);
  }
  WayEnd end_at(const Target& target, const TargetState& seen) const {
    WayEnd end = way_end(view_, target, seen, agent_);
    if (target.type == TargetType::agent && def_.target_sample != kNoIndex)
      end.position += view_.displacement(view_.seen_position(target.index), place_of(target.index));
    return end;
  }

  void add_cells(NavigationLayer& layer, const Target& target, double bias,
                 std::vector<FieldGoal>& goals) const {
    const World& world = view_.world();
    if (is_of_members(target)) {
      for (const AgentIndex member : world.members(target))
        add_point(layer, place_of(member), bias, goals);
      return;
    }
    const TargetState seen = view_.target(target, agent_);
    if (!seen.found || seen.is_direction) return;
    const WayEnd end = end_at(target, seen);
    if (end.region == kNoIndex) return add_point(layer, end.position, bias, goals);
    const std::span<const CellIndex> cells = layer.cells_of(world.navigation_world(), end.region);
    for (const CellIndex cell : cells)
      goals.push_back({cell, bias});
    if (cells.empty()) add_point(layer, end.position, bias, goals);
  }

  void add_point(NavigationLayer& layer, Vec3 point, double bias, std::vector<FieldGoal>& goals) const {
    const GridMap& map = layer.map();
    const Vec3 inside = view_.world().model().bounds.wrapped_if_needed(point);
    const std::size_t before = goals.size();
    if (def_.goal_block == 2) {
      for (const CellIndex cell : map.frame().around(inside).cells)
        if (map.is_free(cell) && is_seen(layer, cell, inside)) goals.push_back({cell, bias});
    } else if (const CellIndex cell = map.frame().index_at(inside); is_plain(layer, cell)) {
      goals.push_back({cell, bias});
    }
    if (goals.size() > before) return;
    const CellIndex cell = free_cell_near(view_.world(), layer, agent_, point);
    if (cell != kNoCell) goals.push_back({cell, bias});
  }

  // Of cells around a point: the center of a large one may lie beyond a wall.
  bool is_seen(const NavigationLayer& layer, CellIndex cell, Vec3 point) const {
    if (kSqrt2 * layer.map().cell_size() <= layer.room()) return true;
    const Vec3 center = point + view_.displacement(point, layer.map().frame().center(cell));
    return sees(view_.world().geometry_for(agent_), point, center, 0.0);
  }

  const FlowFieldDef& def_;
  const AgentView& view_;
  AgentIndex agent_;
};

// Agents that follow fields, one after the other.
class FieldFollowing {
 public:
  FieldFollowing(const FlowFieldDef& def, const AgentView& view)
      : def_(def), view_(view), scratch_(view.world().navigation().borrow()) {}
  ~FieldFollowing() { view_.world().navigation().give_back(std::move(scratch_)); }
  FieldFollowing(const FieldFollowing&) = delete;
  FieldFollowing& operator=(const FieldFollowing&) = delete;

  std::optional<Request> steer(AgentIndex agent) {
    note_whether_a_way_leads(agent, true);
    const FieldPlaces places(def_, view_, agent);
    const Target* which = nullptr;
    const std::optional<TargetState> seen = places.nearest(which);
    if (!seen) return std::nullopt;
    const Arrival arrival = def_.arrival.arrival(view_, agent);
    if (!has_field(places, *seen, agent)) return straight(*which, *seen, agent, arrival);
    find_field(places, *seen, agent);
    const GridMap& map = layer_->map();
    const Vec3 here = view_.world().model().bounds.wrapped_if_needed(view_.position(agent));
    const CellIndex cell = map.frame().index_at(here);
    const double direct = view_.value_or(def_.direct_radius, agent, 2.0 * map.cell_size());
    const bool is_near = length(seen->displacement) <= direct;
    if ((field_->is_goal(cell) && is_plain(*layer_, cell)) ||
        (is_near && can_go_straight(view_.world(), *layer_, agent, here, here + seen->displacement)))
      return straight(*which, *seen, agent, arrival);
    if (!map.is_free(cell)) return back_to_free_ground(agent, here, arrival);
    if (!is_plain(*layer_, cell)) {
      const Vec3 center = here + view_.displacement(here, map.frame().center(cell));
      if (!can_see(agent, here, center)) return round_corner(*which, *seen, agent, here, arrival);
      // The center sees the place: it is why the cell is a goal.
      if (field_->is_goal(cell) && !can_see(agent, here, here + seen->displacement))
        return go(direction(center - here), agent, arrival);
    }
    if (field_->is_goal(cell)) return straight(*which, *seen, agent, arrival);
    if (!field_->is_reached(cell)) return without_way(*which, *seen, agent, here, arrival);
    return go(field_->sample(map, here, def_.sampling), agent, arrival);
  }

  // What it follows, wherever the agent is; nothing where it goes straight without a field.
  std::optional<WayQuery> query(AgentIndex agent) {
    const FieldPlaces places(def_, view_, agent);
    const Target* which = nullptr;
    const std::optional<TargetState> seen = places.nearest(which);
    if (!seen || !has_field(places, *seen, agent)) return std::nullopt;
    find_field(places, *seen, agent);
    return WayQuery{.layer = layer_, .field = field_};
  }

 private:
  // A field to the others of its own group would be one of its own.
  bool has_field(const FieldPlaces& places, const TargetState& seen, AgentIndex agent) const {
    return !seen.is_direction && view_.world().model().navigation.exists() && !places.hold(agent);
  }

  void find_field(const FieldPlaces& places, const TargetState& seen, AgentIndex agent) {
    const World& world = view_.world();
    // Agents of one stack are of one type: those of one size are on one layer.
    if (layer_ == nullptr || view_.radius(agent) != radius_) {
      layer_ = &world.layer_for(def_.grid.index == kNoIndex ? 0 : def_.grid.index, agent);
      radius_ = view_.radius(agent);
      field_ = nullptr;
    }
    const std::optional<WayEnd> end = places.only_end(seen);
    if (end) {
      const GridFrame& frame = layer_->map().frame();
      const Vec3 cell = end->cell_center(*layer_, world.model().bounds);
      // Of a point in a cell that is blocked or has walls in it, or between cells, the cells of the field
      // depend on the very point.
      const bool is_same = end->region == region_ && (region_ != kNoIndex || cell == cell_);
      if (field_ != nullptr && is_same &&
          (region_ != kNoIndex || (def_.goal_block == 1 && is_plain(*layer_, frame.index_at(cell)))))
        return;
      region_ = end->region;
      cell_ = cell;
    }
    FieldKey& key = scratch_->key;
    key.integration = def_.integration;
    key.direction = def_.direction;
    const bool has_cells =
        end && end->region != kNoIndex && !layer_->cells_of(world.navigation_world(), end->region).empty();
    key.region = has_cells ? end->region : kNoIndex;
    key.goals.clear();
    if (!has_cells) places.find_goals(*layer_, key.goals);
    if (def_.crowd_sample == kNoIndex) {
      key.crowding = {};
      field_ = &layer_->field(world.navigation_world(), key);
    } else {
      const SampledPositions crowd(world, def_.crowd_sample);
      key.crowding = {*def_.crowd_weight, def_.crowd_sample, crowd.number()};
      field_ = &layer_->field(world.navigation_world(), key, [&](auto&& visit) {
        for (AgentIndex i = 0; i < crowd.size(); ++i)
          if (crowd.holds(i)) visit(crowd.position(i));
      });
    }
  }

  // For those who look on: the only number of the memory is 1 where none does.
  void note_whether_a_way_leads(AgentIndex agent, bool leads) const {
    view_.memory_to_write(agent)[0] = leads ? 0.0 : 1.0;
  }
  Request go(Vec3 towards, AgentIndex agent, const Arrival& arrival) const {
    return velocity_request(view_, agent, towards * view_.full_speed(agent), arrival.response_time);
  }
  Request straight(const Target& which, const TargetState& seen, AgentIndex agent,
                   const Arrival& arrival) const {
    if (seen.is_direction) return seek_request(view_, agent, seen.displacement, arrival.response_time);
    Arrival passing = arrival;
    passing.passing_speed = passing_speed(view_, which, agent, arrival.response_time);
    return arrive_request(view_, agent, resting_displacement(view_, which, seen, agent), passing,
                          seen.velocity);
  }
  // Pushed by others or by its own inertia, a body would stand there for ever.
  Request back_to_free_ground(AgentIndex agent, Vec3 here, const Arrival& arrival) const {
    const CellIndex free = free_cell_near(view_.world(), *layer_, agent, here);
    const Vec3 there = free == kNoCell ? here : layer_->map().frame().center(free);
    return go(direction(view_.displacement(here, there)), agent, arrival);
  }
  bool can_see(AgentIndex agent, Vec3 here, Vec3 there) const {
    return sees(view_.world().geometry_for(agent), here, there, 0.0);
  }
  // Of an agent whose cell has its center beyond a wall: to that neighbor in sight which is nearest to a
  // goal.
  Request round_corner(const Target& which, const TargetState& seen, AgentIndex agent, Vec3 here,
                       const Arrival& arrival) const {
    const GridFrame& frame = layer_->map().frame();
    const CellIndex cell = frame.index_at(here);
    double least = kInfinity;
    Vec3 towards;
    for (std::size_t move = 0; move < kGridMoves.size(); ++move) {
      const CellIndex to = frame.neighbor(cell, move);
      if (to == kNoCell || !(field_->distance(to) < least)) continue;
      const Vec3 step = view_.displacement(here, frame.center(to));
      if (!sees(view_.world().geometry_for(agent), here, here + step, layer_->room())) continue;
      least = field_->distance(to);
      towards = step;
    }
    if (least == kInfinity) return without_way(which, seen, agent, here, arrival);
    return go(direction(towards), agent, arrival);
  }
  Request without_way(const Target& which, const TargetState& seen, AgentIndex agent, Vec3 here,
                      const Arrival& arrival) const {
    note_whether_a_way_leads(agent, false);
    if (def_.unreachable == UnreachedPolicy::straight) return straight(which, seen, agent, arrival);
    Vec3 towards;
    if (def_.unreachable == UnreachedPolicy::nearest_reachable) {
      const StaticGeometry geometry = view_.world().geometry_for(agent);
      scratch_->hidden.start(geometry, layer_->map().frame(), here);
      const CellIndex reached = nearest_cell(layer_->map().frame(), here, [&](CellIndex cell) {
        return field_->is_reached(cell) && !scratch_->hidden.hides(cell) &&
               sees(geometry, here, here + view_.displacement(here, layer_->map().frame().center(cell)), 0.0);
      });
      if (reached != kNoCell) towards = view_.displacement(here, layer_->map().frame().center(reached));
    }
    return go(direction(towards), agent, arrival);
  }

  const FlowFieldDef& def_;
  const AgentView& view_;
  // Of the agent before.
  NavigationLayer* layer_ = nullptr;
  double radius_ = 0.0;  // m
  std::uint32_t region_ = kNoIndex;
  Vec3 cell_ = {kInfinity, kInfinity, 0.0};
  const FlowField* field_ = nullptr;
  std::unique_ptr<WayScratch> scratch_;
};

void plan(FlowFieldDef& def, PerceptionPlan& plan) {
  if (def.crowd_weight && def.integration != Integration::bfs)
    def.crowd_sample = plan.need_position_sample(def.crowd_interval);
  if (def.min_recompute_interval > 0.0)
    def.target_sample = plan.need_position_sample(def.min_recompute_interval);
}

std::optional<Request> steer(const FlowFieldDef& def, const AgentView& view, AgentIndex agent) {
  return FieldFollowing(def, view).steer(agent);
}

// Agents of a chunk often share a field: it is looked up once.
void compute(const void* params, const AgentView& view, std::span<const AgentIndex> agents,
             RequestColumns& out) {
  FieldFollowing following(*static_cast<const FlowFieldDef*>(params), view);
  for (const AgentIndex agent : agents)
    out.set(agent, following.steer(agent));
}

std::optional<Goal> find_goal(const FlowFieldDef& def, const AgentView& view, AgentIndex agent) {
  return def.targets.empty() ? fixed_goal(view, def.target, agent) : std::nullopt;
}

WayMeans way_means(const FlowFieldDef&) {
  return {.follows_fields = true};
}

std::optional<WayQuery> find_query(const FlowFieldDef& def, const AgentView& view, AgentIndex agent) {
  return FieldFollowing(def, view).query(agent);
}

// Of a way that a field leads along no points are known.
std::optional<WayAhead> find_way_ahead(const FlowFieldDef&, const AgentView& view, AgentIndex agent) {
  if (view.memory(agent)[0] == 0.0) return std::nullopt;
  return WayAhead{.points = {}, .left = 0.0, .arrives = false};
}

std::optional<Vec3> displacement_to_aim(const FlowFieldDef& def, const AgentView& view, AgentIndex agent) {
  const Target* which = nullptr;
  const std::optional<TargetState> seen = FieldPlaces(def, view, agent).nearest(which);
  return seen && !seen->is_direction ? std::optional(seen->displacement) : std::nullopt;
}

constexpr TypedBehavior<FlowFieldDef> kTypedFlowField = {
    .info = {.name = "flow_field",
             .summary = "Follows a field of directions to the nearest of some places; all agents share it.",
             .source = "Emerson 2013, Crowd Pathfinding and Steering Using Flow Field Tiles; Tsitsiklis 1995 "
                       "(fast_marching)",
             .example = R"({"type": "flow_field", "target": {"point": [10, 5]}})",
             .related = "go_to, seek",
             .not_in_space = "nothing finds ways in space; use arrive or follow_path"},
    .fields = kFlowFieldFields,
    .check = check,
    .memory = 1,
    .finds_way = true,
    .uses_grids = true,
    .plan = plan,
    .steer = steer,
    .goal = find_goal,
    .way = find_way_ahead,
    .way_means = way_means,
    .way_query = find_query,
    .aim_at = displacement_to_aim,
};

constexpr BehaviorKind with_shared_lookup(BehaviorKind kind) {
  kind.compute = compute;
  return kind;
}

}  // namespace

extern constexpr BehaviorKind kFlowField = with_shared_lookup(make_behavior<kTypedFlowField>());

}  // namespace drover
