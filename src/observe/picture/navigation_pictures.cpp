#include "observe/picture/navigation_pictures.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "sim/step/way_planning.h"

namespace drover {
namespace {

// The first entry for which something is found, of the agent's present mode or, with `anywhere`, of all its
// modes.
template <class Find>
auto find_in_stack(const AgentType& type, std::uint32_t group, const Find& find)
    -> decltype(find(type.entries.front())) {
  for (const std::uint32_t index : type.groups[group].entries) {
    const StackEntry& entry = type.entries[index];
    if (auto found = entry.group == kNoIndex ? find(entry) : find_in_stack(type, entry.group, find))
      return found;
  }
  return {};
}

template <class Find>
auto find_in_modes(const World& world, AgentIndex agent, bool anywhere, const Find& find) {
  const AgentType& type = world.model().type_of(agent);
  auto found = find_in_stack(type, world.mode_of(agent).group, find);
  for (std::size_t mode = 0; anywhere && !found && mode < type.modes.size(); ++mode)
    found = find_in_stack(type, type.modes[mode].group, find);
  return found;
}

// A world in the same state that nobody else asks.
World copy_of(const Simulator& simulator) {
  World world = simulator.world();
  world.begin_state();
  return world;
}

std::string name_of(const World& world, AgentIndex agent) {
  for (const AgentName& name : world.model().names)
    if (name.agent == agent) return name.name;
  return fmt::format("{} {}", world.model().type_of(agent).name, world.model().agents.number[agent]);
}

// The smallest of those that find ways, if some do; kNoIndex without agents.
AgentIndex smallest_body(const World& world, std::span<const AgentIndex> agents) {
  const auto finds = [&](AgentIndex agent) {
    return std::ranges::any_of(world.model().type_of(agent).entries, [](const StackEntry& entry) {
      return entry.kind != nullptr && entry.kind->finds_way;
    });
  };
  AgentIndex smallest = kNoIndex;
  for (const AgentIndex agent : agents) {
    const bool is_first = smallest == kNoIndex || (finds(agent) && !finds(smallest));
    if (is_first || (finds(agent) == finds(smallest) &&
                     world.state.limits.radius[agent] < world.state.limits.radius[smallest]))
      smallest = agent;
  }
  return smallest;
}

// A way that was looked for over a grid. Its points and the cells that were closed are in the scratch.
struct PlannedSearch {
  WayOptions options;
  NavigationLayer* layer = nullptr;
  PlannedWay way;
};

// The way that a behavior plans over a grid, by a field that others share or by a search; nothing where it
// looks for none so.
std::optional<PlannedSearch> plan_search(const World& world, const StackEntry& entry, AgentIndex agent,
                                         bool by_field, WayScratch& scratch) {
  if (entry.kind == nullptr || entry.kind->way_query == nullptr) return std::nullopt;
  const AgentView view(world, {}, entry);
  const std::optional<WayQuery> query = entry.kind->way_query(entry.params.get(), view, agent);
  if (!query || query->field != nullptr || query->options.graph != kNoIndex) return std::nullopt;
  if (by_field && !query->options.shares_field) return std::nullopt;
  WayOptions options = query->options;
  options.shares_field = by_field;
  options.simplification = Simplification::none;
  options.corner_room = 0.0;
  options.search.records_expanded = true;
  PlannedSearch planned{query->options, query->layer, {}};
  planned.way = plan_way(world, *query->layer, agent, view.position(agent), query->end, options, scratch);
  return planned;
}

// The field that leads an agent by a behavior.
std::optional<FieldPicture> find_field(const World& world, const StackEntry& entry, AgentIndex agent) {
  if (entry.kind == nullptr || entry.kind->way_query == nullptr) return std::nullopt;
  const AgentView view(world, {}, entry);
  const std::optional<WayQuery> query = entry.kind->way_query(entry.params.get(), view, agent);
  if (query && query->field != nullptr)
    return FieldPicture{name_of(world, agent), query->layer->map(), *query->field};
  WayScratch scratch;
  const auto planned = plan_search(world, entry, agent, true, scratch);
  if (!planned || (scratch.key.goals.empty() && scratch.key.region == kNoIndex)) return std::nullopt;
  return FieldPicture{name_of(world, agent), planned->layer->map(),
                      planned->layer->field(world.navigation_world(), scratch.key)};
}

// Whether some behavior of the scenario finds ways by such means.
bool some_finds_ways(const Model& model, bool WayMeans::*means) {
  const auto has_means = [&](const StackEntry& entry) {
    return entry.kind != nullptr && entry.kind->way_means != nullptr &&
           entry.kind->way_means(entry.params.get()).*means;
  };
  return model.navigation.exists() && std::ranges::any_of(model.visible_types(), [&](const AgentType& type) {
           return std::ranges::any_of(type.entries, has_means);
         });
}

}  // namespace

bool may_follow_fields(const Model& model) {
  return some_finds_ways(model, &WayMeans::follows_fields);
}

bool plan_ways(const Model& model) {
  return some_finds_ways(model, &WayMeans::plans_ways);
}

GridPicture grid_picture(const Simulator& simulator, std::uint32_t grid, std::span<const AgentIndex> agents) {
  const World world = copy_of(simulator);
  const AgentIndex body = smallest_body(world, agents);
  const GridPlan& plan = world.model().navigation.grids[grid];
  NavigationLayer& layer =
      body == kNoIndex
          ? world.navigation().layer(world.navigation_world(), world.model().navigation, grid, 0.0, kNoIndex)
          : world.layer_for(grid, body);
  return {plan.name, layer.room(), layer.map()};
}

std::optional<FieldPicture> field_picture(const Simulator& simulator, std::span<const AgentIndex> agents) {
  const World world = copy_of(simulator);
  for (const bool anywhere : {false, true}) {
    for (const AgentIndex agent : agents) {
      if (!anywhere && !world.is_present(agent)) continue;
      auto found = find_in_modes(world, agent, anywhere,
                                 [&](const StackEntry& entry) { return find_field(world, entry, agent); });
      if (found) return found;
    }
  }
  return std::nullopt;
}

std::vector<GraphPicture> graph_pictures(const Simulator& simulator, std::span<const AgentIndex> agents) {
  const World world = copy_of(simulator);
  const std::vector<GraphPlan>& plans = world.model().navigation.graphs;
  const AgentIndex body = smallest_body(world, agents);
  std::vector<GraphPicture> pictures;
  for (std::uint32_t k = 0; k < plans.size(); ++k)
    pictures.push_back({plans[k].name, body == kNoIndex ? plans[k].graph : world.graph_for(k, body)});
  return pictures;
}

std::optional<SearchPicture> search_picture(const Simulator& simulator, AgentIndex agent) {
  const World world = copy_of(simulator);
  if (!world.model().navigation.exists() || !world.is_present(agent)) return std::nullopt;
  return find_in_modes(world, agent, true, [&](const StackEntry& entry) -> std::optional<SearchPicture> {
    WayScratch scratch;
    const auto planned = plan_search(world, entry, agent, false, scratch);
    if (!planned) return std::nullopt;
    const GridMap& map = planned->layer->map();
    const GridPath& path = scratch.search.last();
    SearchPicture picture;
    picture.agent = name_of(world, agent);
    picture.kind = planned->options.search.kind;
    picture.status = planned->way.status;
    picture.frame = map.frame();
    picture.expanded = path.expanded;
    picture.cost = path.cost.meters(map.cell_size());
    picture.way.assign(planned->way.points.begin(), planned->way.points.end());
    picture.shares_field = planned->options.shares_field;
    return picture;
  });
}

std::vector<WayPicture> way_pictures(const Simulator& simulator, std::span<const AgentIndex> agents) {
  constexpr double kTolerance = 1e-6;  // m
  const World& world = simulator.world();
  const Bounds& bounds = world.model().bounds;
  std::vector<WayPicture> pictures;
  for (const AgentIndex agent : agents) {
    if (!world.is_present(agent)) continue;
    const std::optional<WayAhead> way = find_way(world, simulator.perceptions(), agent);
    if (!way || way->points.empty()) continue;
    WayPicture picture;
    picture.type = world.model().agents.type[agent];
    picture.points.push_back(world.state.motion.position(agent));
    picture.arrives = way->arrives;
    double left = way->left;
    for (std::size_t k = 0; k + 1 < way->points.size(); k += 2) {
      const Vec3 from = picture.points.back();
      const Vec3 leg = bounds.displacement(from, {way->points[k], way->points[k + 1], 0.0});
      picture.points.push_back(from + leg);
      left -= length(leg);
    }
    picture.is_whole = left <= kTolerance;
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

}  // namespace drover
