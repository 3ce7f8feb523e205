#include "app/render_layers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/replay_recording.h"
#include "observe/picture/navigation_pictures.h"
#include "sim/step/dead_reckoning.h"

namespace drover {
namespace {

// Layers that show the last state.
constexpr std::array<std::string_view, 13> kEndLayers = {
    "aims",     "shown", "formations", "kept_trails", "sweeps", "turning", "arcs",
    "controls", "grid",  "field",      "contours",    "graph",  "ways"};
// Those that are shown from above only.
constexpr std::array<std::string_view, 12> kPlanLayers = {"sweeps", "turning",  "arcs",     "controls",
                                                          "grid",   "field",    "contours", "graph",
                                                          "ways",   "expanded", "density",  "speed"};
// Those about grids and what is found on them.
constexpr std::array<std::string_view, 5> kGridLayers = {"grid", "field", "contours", "ways", "expanded"};

std::vector<AgentAims> aims_of(const Simulator& simulator, std::span<const AgentIndex> agents) {
  std::vector<AgentAims> found;
  const World& world = simulator.world();
  for (const AgentIndex agent : agents) {
    if (!world.is_present(agent)) continue;
    for (std::uint32_t entry = 0; entry < world.model().type_of(agent).entries.size(); ++entry) {
      const Aims aims = simulator.aims(agent, entry);
      if (!aims.all().empty())
        found.push_back({world.state.motion.position(agent), world.model().agents.type[agent], aims});
    }
  }
  return found;
}

// Where others believe the agents that they know by reports.
std::vector<AgentAims> shown_agents(const World& world) {
  std::vector<AgentAims> found;
  for (const AgentIndex agent : world.model().every_agent()) {
    if (!world.is_present(agent) || !world.model().type_of(agent).dead_reckoning) continue;
    const Vec3 place = world.state.motion.position(agent);
    AgentAims shown{place, world.model().agents.type[agent], {}};
    const Vec3 off = world.model().bounds.displacement(place, world.seen_motion().position(agent));
    shown.aims.add_point("shown", place + off);
    found.push_back(shown);
  }
  return found;
}

std::optional<std::uint32_t> find_grid(const Model& model, std::string_view name) {
  const std::vector<GridPlan>& grids = model.navigation.grids;
  if (name.empty()) return 0;
  const auto at = std::ranges::find(grids, name, &GridPlan::name);
  return at == grids.end() ? std::nullopt : std::optional(static_cast<std::uint32_t>(at - grids.begin()));
}

Failure check_navigation(const RenderCommandOptions& options, const Model& model) {
  for (const std::string_view layer : kGridLayers)
    if (shows(options, layer) && !model.navigation.exists())
      return fmt::format(
          "--show {}: the scenario has no grid: nothing stands in it, or no behavior finds ways", layer);
  if (shows(options, "grid") && !find_grid(model, options.grid))
    return fmt::format("--grid: navigation.grids has no \"{}\"", options.grid);
  for (const char* layer : {"field", "contours"})
    if (shows(options, layer) && !may_follow_fields(model))
      return fmt::format(
          "--show {}: no behavior follows a field, as flow_field does, and go_to where several agents "
          "may go to one place",
          layer);
  if (shows(options, "ways") && !plan_ways(model))
    return std::string("--show ways: no behavior plans ways, as go_to does");
  if (shows(options, "graph") && model.navigation.graphs.empty())
    return std::string(
        "--show graph: the scenario has no graph: it has no navigation.graphs, or nothing stands in it");
  if (shows(options, "expanded") && options.agents.size() != 1)
    return std::string("--show expanded: choose one agent by --agents");
  return std::nullopt;
}

Failure check_tracks(const RenderCommandOptions& options, const Model& model) {
  if (shows(options, "shown") && !has_reports(model))
    return std::string("--show shown: no agent type has dead_reckoning");
  const auto has_modes = [](const AgentType& type) { return type.modes.size() > 1; };
  if (shows(options, "modes") && std::ranges::none_of(model.types, has_modes))
    return std::string("--show modes: no agent type has modes");
  if (shows(options, "kept_trails") && model.trails.empty())
    return std::string(
        "--show kept_trails: no trail is kept: nothing has the target trail, and no formation turns in "
        "succession");
  if (shows(options, "sweeps") && std::ranges::none_of(model.formations, &Formation::looks_for_passages))
    return std::string("--show sweeps: no formation looks for passages: none has a pattern_fallback");
  return std::nullopt;
}

// Layers about bodies that are driven.
struct DrivingLayer {
  std::string_view name;
  bool (*has)(const AgentType&);
  std::string_view missing;  // what nobody has
};
constexpr std::array<DrivingLayer, 3> kDrivingLayers = {
    {{"turning", has_turning, "a body that is driven, as by the locomotion unicycle"},
     {"arcs", has_arcs, "a driver that decides by arcs, as the actuator car"},
     {"controls", has_controls,
      "a driven body with controls, as the locomotion bicycle, or a driver with gears"}}};

constexpr std::ptrdiff_t kMostDriven = 20;  // agents; more would hide each other

std::ptrdiff_t count_shown(const DrivingLayer& layer, const Model& model,
                           std::span<const AgentIndex> agents) {
  return std::ranges::count_if(agents, [&](AgentIndex agent) { return layer.has(model.type_of(agent)); });
}

Failure check_driving(const RenderCommandOptions& options, const Model& model,
                      std::span<const AgentIndex> agents) {
  for (const DrivingLayer& layer : kDrivingLayers) {
    if (!shows(options, layer.name)) continue;
    const std::ptrdiff_t count = count_shown(layer, model, agents);
    if (count == 0)
      return fmt::format("--show {}: {} has {}", layer.name,
                         options.agents.empty() ? "no agent" : "none of these agents", layer.missing);
    if (options.agents.empty() && count > kMostDriven)
      return fmt::format("--show {}: choose some of the {} agents by --agents", layer.name, count);
  }
  return std::nullopt;
}

void show_navigation(const RenderCommandOptions& options, const Simulator& simulator,
                     std::span<const AgentIndex> agents, const Console& console, NavigationPicture& picture) {
  if (shows(options, "grid"))
    picture.grid = grid_picture(simulator, *find_grid(simulator.world().model(), options.grid), agents);
  if (shows(options, "field") || shows(options, "contours")) {
    picture.field = field_picture(simulator, agents);
    if (picture.field) {
      picture.field->shows_arrows = shows(options, "field");
      picture.field->shows_contours = shows(options, "contours");
    } else {
      console.warning("no field is shown: none of the agents follows one at the end");
    }
  }
  if (shows(options, "graph")) picture.graphs = graph_pictures(simulator, agents);
  if (shows(options, "ways")) {
    picture.ways = way_pictures(simulator, agents);
    if (picture.ways.empty())
      console.warning(
          "no ways are shown: none of the agents follows one at the end; --steps draws an earlier state");
  }
}

}  // namespace

bool shows(const RenderCommandOptions& options, std::string_view layer) {
  return std::ranges::find(options.show, layer) != options.show.end();
}

std::optional<std::vector<AgentIndex>> chosen_agents(const RenderCommandOptions& options, const Model& model,
                                                     const Console& console) {
  std::vector<AgentIndex> agents;
  for (const std::string& name : options.agents) {
    const std::optional<AgentIndex> agent = find_agent(model, name);
    if (!agent) {
      console.error(fmt::format("--agents: there is no agent \"{}\"", name));
      return std::nullopt;
    }
    agents.push_back(*agent);
  }
  if (options.agents.empty()) agents = model.every_agent();
  constexpr std::size_t kMostAims = 20;  // more would hide the rest
  if (shows(options, "aims") && options.agents.empty() && agents.size() > kMostAims) {
    console.error(fmt::format("--show aims: choose some of the {} agents by --agents", agents.size()));
    return std::nullopt;
  }
  return agents;
}

Failure check_views(const RenderCommandOptions& options) {
  for (const std::string& view : options.views)
    if (std::ranges::count(options.views, view) > 1) return fmt::format("--view: {} is given twice", view);
  const bool shows_plan = options.views.empty() || std::ranges::count(options.views, "top") > 0;
  for (const std::string_view layer : kPlanLayers)
    if (!shows_plan && shows(options, layer))
      return fmt::format("--show {}: is shown from above; add top to --view", layer);
  return std::nullopt;
}

Failure check_layers(const RenderCommandOptions& options, const Model& model,
                     std::span<const AgentIndex> agents) {
  if (Failure failure = check_tracks(options, model)) return failure;
  if (Failure failure = check_driving(options, model, agents)) return failure;
  return check_navigation(options, model);
}

Failure show_search(const RenderCommandOptions& options, const Simulator& simulator,
                    std::span<const AgentIndex> agents, PictureOptions& picture) {
  if (!shows(options, "expanded")) return std::nullopt;
  picture.navigation.search = search_picture(simulator, agents.front());
  if (picture.navigation.search) return std::nullopt;
  return fmt::format("--show expanded: {} does not search a grid at the start, as go_to does without a graph",
                     options.agents.front());
}

void show_last_state(const RenderCommandOptions& options, const Simulator& simulator,
                     std::span<const AgentIndex> agents, const Console& console, PictureOptions& picture) {
  const World& world = simulator.world();
  if (shows(options, "aims")) picture.aims = aims_of(simulator, agents);
  if (shows(options, "shown")) picture.shown = shown_agents(world);
  if (shows(options, "formations")) picture.formations = formation_pictures(simulator);
  if (shows(options, "kept_trails")) picture.kept_trails = kept_trail_pictures(simulator);
  if (shows(options, "sweeps")) picture.sweeps = sweep_pictures(simulator);
  if (shows(options, "turning")) picture.turning = turning_pictures(world, agents);
  if (shows(options, "arcs")) picture.arcs = arcs_pictures(world, agents);
  if (shows(options, "controls")) picture.controls = controls_pictures(world, agents);
  show_navigation(options, simulator, agents, console, picture.navigation);
}

void warn_of_lost_layers(const RenderCommandOptions& options, const Console& console) {
  std::vector<std::string_view> lost;
  std::ranges::copy_if(kEndLayers, std::back_inserter(lost),
                       [&](std::string_view layer) { return shows(options, layer); });
  if (!lost.empty())
    console.warning(
        fmt::format("not shown, as the run was stopped within a step: {}", fmt::join(lost, ", ")));
}

std::vector<std::string_view> driving_layers(const Model& model) {
  const std::vector<AgentIndex> agents = model.every_agent();
  std::vector<std::string_view> layers;
  for (const DrivingLayer& layer : kDrivingLayers) {
    const std::ptrdiff_t count = count_shown(layer, model, agents);
    if (0 < count && count <= kMostDriven) layers.push_back(layer.name);
  }
  return layers;
}

}  // namespace drover
