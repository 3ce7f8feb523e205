// drover render SCENARIO-or-TRACE -o trails.svg: one picture of a run.
#include "app/render_command.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/scenario_input.h"
#include "app/trace_origin.h"
#include "core/hash.h"
#include "core/text.h"
#include "observe/metrics/metric_set.h"
#include "observe/picture/navigation_pictures.h"
#include "observe/picture/picture.h"
#include "observe/read/projectile_reader.h"
#include "observe/read/trace_input.h"
#include "observe/read/trace_reader.h"
#include "observe/record/flights.h"
#include "observe/record/json_file.h"
#include "observe/record/output_file.h"
#include "observe/record/projectile_table.h"
#include "observe/record/provenance.h"
#include "observe/record/trails.h"
#include "run/result_set.h"
#include "sim/construction/world_builder.h"
#include "sim/step/dead_reckoning.h"

namespace drover {
namespace {

Failure open_picture(const std::string& path, OutputFile& file) {
  Failure failure = prepare_folder(path);
  return failure ? failure : file.open(path);
}

// A picture of only a part of the run is marked incomplete.
ExitCode write_picture(OutputFile& file, const std::string& svg, const Console& console, ExitCode code) {
  const bool is_complete = code == ExitCode::ok;
  Failure failure = file.write(svg);
  if (!failure) failure = is_complete ? file.commit() : file.keep_incomplete();
  if (failure) {
    if (file.path() == "-" && Console::is_unread()) return ExitCode::unread;
    return refuse(*failure, ExitCode::bad_output, console);
  }
  if (console.json() && file.path() != "-")
    return print_result(
        console, pretty({{"ok", is_complete}, {"wrote", {published_path(file.path(), is_complete)}}}), code);
  if (file.path() != "-") console.info(fmt::format("wrote {}", published_path(file.path(), is_complete)));
  return code;
}

bool shows(const RenderCommandOptions& options, std::string_view layer) {
  return std::ranges::find(options.show, layer) != options.show.end();
}

PictureOptions picture_options(const RenderCommandOptions& options, const ScenarioDef& scenario) {
  PictureOptions picture;
  for (MetricMark& mark : metric_marks(scenario.record))
    picture.measurements.push_back({std::move(mark.metric), std::move(mark.region), mark.from, mark.to});
  picture.width = options.width;
  for (const std::string& name : options.views)
    picture.views.push_back(
        static_cast<Viewpoint>(std::ranges::find(kViewpointNames, name) - kViewpointNames.begin()));
  picture.trails = shows(options, "trails");
  picture.labels = shows(options, "labels");
  return picture;
}

std::optional<AgentIndex> find_agent(const Model& model, const std::string& name) {
  if (const std::optional<AgentIndex> agent = model.find_agent(name)) return agent;
  const auto numbers = std::span(model.agents.number).first(model.body_count());
  const auto at =
      std::ranges::find_if(numbers, [&](std::uint32_t number) { return std::to_string(number) == name; });
  if (at == numbers.end()) return std::nullopt;
  return static_cast<AgentIndex>(at - numbers.begin());
}

// The agents that were chosen; nothing after an error.
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

// Layers that show the last state.
constexpr std::array<std::string_view, 13> kEndLayers = {
    "aims",     "shown", "formations", "kept_trails", "sweeps", "turning", "arcs",
    "controls", "grid",  "field",      "contours",    "graph",  "ways"};
// Those that are shown from above only.
constexpr std::array<std::string_view, 10> kPlanLayers = {
    "sweeps", "turning", "arcs", "controls", "grid", "field", "contours", "graph", "ways", "expanded"};
// Those about grids and what is found on them.
constexpr std::array<std::string_view, 5> kGridLayers = {"grid", "field", "contours", "ways", "expanded"};

std::optional<std::uint32_t> find_grid(const Model& model, std::string_view name) {
  const std::vector<GridPlan>& grids = model.navigation.grids;
  if (name.empty()) return 0;
  const auto at = std::ranges::find(grids, name, &GridPlan::name);
  return at == grids.end() ? std::nullopt : std::optional(static_cast<std::uint32_t>(at - grids.begin()));
}

// What is wrong with the layers of way finding that are asked for, before the run.
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

// The same of trails, sweeps and reports.
Failure check_tracks(const RenderCommandOptions& options, const Model& model) {
  if (shows(options, "shown") && !has_reports(model))
    return std::string("--show shown: no agent type has dead_reckoning");
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

// The search at the start, which is over when the rest is drawn.
Failure prepare_navigation(const RenderCommandOptions& options, const Simulator& simulator,
                           std::span<const AgentIndex> agents, NavigationPicture& picture) {
  if (Failure failure = check_navigation(options, simulator.world().model())) return failure;
  if (!shows(options, "expanded")) return std::nullopt;
  picture.search = search_picture(simulator, agents.front());
  if (picture.search) return std::nullopt;
  return fmt::format("--show expanded: {} does not search a grid at the start, as go_to does without a graph",
                     options.agents.front());
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

std::vector<std::string_view> driving_layers(const Model& model) {
  const std::vector<AgentIndex> agents = model.every_agent();
  std::vector<std::string_view> layers;
  for (const DrivingLayer& layer : kDrivingLayers) {
    const std::ptrdiff_t count = count_shown(layer, model, agents);
    if (0 < count && count <= kMostDriven) layers.push_back(layer.name);
  }
  return layers;
}

ExitCode render_input(const RunInput& input, const RenderCommandOptions& options, const Console& console) {
  ExitCode problem_code = ExitCode::bad_input;
  std::optional<Run> run = prepare_or_report(
      input, {.source = options.scenario, .ignores_expectations = true}, console, problem_code);
  if (!run) return problem_code;
  const auto agents = chosen_agents(options, run->simulator().world().model(), console);
  if (!agents) return ExitCode::usage;
  PictureOptions picture = picture_options(options, input.scenario->def);
  if (const Failure failure = check_tracks(options, run->simulator().world().model()))
    return refuse(*failure, ExitCode::usage, console);
  if (const Failure failure = check_driving(options, run->simulator().world().model(), *agents))
    return refuse(*failure, ExitCode::usage, console);
  if (const Failure failure = prepare_navigation(options, run->simulator(), *agents, picture.navigation))
    return refuse(*failure, ExitCode::usage, console);
  OutputFile file;  // opened before a long run, so that a bad path costs nothing
  if (const Failure failure = open_picture(options.output, file))
    return refuse(*failure, ExitCode::bad_output, console);
  const World& world = run->simulator().world();
  TrailRecorder trails(world);
  run->add_observer([&trails](const Simulator& simulator) { trails.observe(simulator.world()); });
  FlightRecorder flights(world);
  if (shows(options, "projectiles"))
    run->add_observer([&flights](const Simulator& simulator) { flights.observe(simulator); });
  const RunResult result = execute_visibly(*run, console);
  PictureInfo info;
  if (const std::optional<StepFailure>& failure = result.step_failure) {
    info.notes.push_back(fmt::format("the {} of {} was not finite after step {}", failure->quantity,
                                     body_text(failure->agent_number), failure->tick));
  } else if (!result.is_complete()) {
    info.notes.push_back(fmt::format("interrupted after step {}", result.provenance.steps));
  }
  for (const std::string& note : info.notes)
    console.warning(note);
  info.scenario = result.provenance.scenario_name;
  info.overrides = result.provenance.overrides;
  info.seed = result.provenance.seed;
  info.final_hash = result.provenance.state_hash;
  info.steps = static_cast<std::int64_t>(result.provenance.steps);
  // The world may be in a state between two steps.
  info.duration = static_cast<double>(result.provenance.steps) * result.provenance.dt;
  info.version = drover_version();
  console.detail(fmt::format("{}: {}, seed {}, state {}", info.scenario,
                             counted(result.provenance.steps, "step"), info.seed,
                             info.final_hash ? hex(*info.final_hash) : "lost"));
  if (info.final_hash) {
    if (shows(options, "aims")) picture.aims = aims_of(run->simulator(), *agents);
    if (shows(options, "shown")) picture.shown = shown_agents(run->simulator().world());
    if (shows(options, "formations")) picture.formations = formation_pictures(run->simulator());
    if (shows(options, "kept_trails")) picture.kept_trails = kept_trail_pictures(run->simulator());
    if (shows(options, "sweeps")) picture.sweeps = sweep_pictures(run->simulator());
    if (shows(options, "turning")) picture.turning = turning_pictures(world, *agents);
    if (shows(options, "arcs")) picture.arcs = arcs_pictures(world, *agents);
    if (shows(options, "controls")) picture.controls = controls_pictures(world, *agents);
    show_navigation(options, run->simulator(), *agents, console, picture.navigation);
  } else {
    std::vector<std::string_view> lost;
    std::ranges::copy_if(kEndLayers, std::back_inserter(lost),
                         [&](std::string_view layer) { return shows(options, layer); });
    if (!lost.empty())
      console.warning(
          fmt::format("not shown, as the run was stopped within a step: {}", fmt::join(lost, ", ")));
  }
  picture.flights = flights.flights();
  const std::string svg = draw_svg(world, trails.trails(world), info, picture);
  return write_picture(file, svg, console, code_of(result));
}

namespace {

ExitCode render_scenario(const RenderCommandOptions& options, const Console& console) {
  ExitCode problem_code = ExitCode::bad_input;
  const std::optional<RunInput> input = load_or_report(options.scenario, console, problem_code);
  return input ? render_input(*input, options, console) : problem_code;
}

// From the table beside a trace. What is wrong with it are notes of the picture.
Flights read_flights(const std::string& trace, const TraceOrigin& origin, const World& world,
                     std::vector<std::string>& notes) {
  const std::string path = find_projectile_table(trace, origin.meta);
  const std::unique_ptr<std::istream> input = path.empty() ? nullptr : open_trace(path);
  if (!input) {
    notes.push_back(path.empty() ? "projectiles are not drawn: the trace has no table of them"
                                 : fmt::format("projectiles are not drawn: cannot read {}", path));
    return {};
  }
  if (!trace_mismatch(path, origin.meta["projectiles"]).empty())
    notes.push_back(fmt::format("{} was changed, or is of another run", path));
  FlightRecorder flights(world);
  ProjectileReader reader(*input, path, world.model());
  ProjectileRow row;
  while (reader.next(row))
    flights.add(world, row);
  if (reader.problem()) notes.push_back(*reader.problem());
  return flights.flights();
}

ExitCode render_trace(const RenderCommandOptions& options, const Console& console) {
  const std::string& path = options.scenario.file;
  const std::unique_ptr<std::istream> file = open_trace(path);
  if (!file) return refuse(fmt::format("cannot read {}", path), ExitCode::bad_input, console);
  const std::optional<TraceOrigin> origin = read_origin(path, console);
  if (!origin) return ExitCode::bad_input;
  const BuiltWorld built = build_world(origin->scenario.def);
  const TraceReading reading = read_trace(*file, built.world, {}, origin->cuts);
  if (reading.problem) {
    const TraceProblem& problem = *reading.problem;
    const std::string column = problem.column.empty() ? "" : fmt::format("column {}: ", problem.column);
    return refuse(fmt::format("{}:{}: {}{}", path, problem.line, column, problem.message),
                  ExitCode::bad_input, console);
  }
  PictureInfo info;
  info.notes = reading.notes;
  if (origin->rows && *origin->rows != reading.rows) {
    info.notes.push_back(fmt::format("{} of the {} rows that were written", reading.rows, *origin->rows));
    console.warning(fmt::format("{}: {}", path, info.notes.back()));
  }
  PictureOptions picture = picture_options(options, origin->scenario.def);
  if (shows(options, "projectiles") && ProjectileRows::exist_in(built.world.model())) {
    std::vector<std::string> notes;
    picture.flights = read_flights(path, *origin, built.world, notes);
    for (const std::string& note : notes) {
      info.notes.push_back(note);
      console.warning(fmt::format("{}: {}", path, note));
    }
  }
  info.scenario = origin->scenario.def.name;
  const nlohmann::ordered_json::json_pointer changes("/provenance/overrides");
  for (const nlohmann::ordered_json& change : origin->meta.value(changes, nlohmann::ordered_json::array()))
    if (change.is_string()) info.overrides.push_back(change.get<std::string>());
  info.seed = built.world.model().seed;
  info.steps = reading.last_step;
  info.duration = reading.last_time.value_or(static_cast<double>(reading.last_step) * built.world.model().dt);
  info.version = drover_version();
  info.final_hash = origin->state_hash;
  const std::string svg = draw_svg(built.world, reading.trails, info, picture);
  OutputFile output;
  if (const Failure failure = open_picture(options.output, output))
    return refuse(*failure, ExitCode::bad_output, console);
  return write_picture(output, svg, console, ExitCode::ok);
}

}  // namespace

namespace {

// Grids and graphs are plans of the ground.
Failure check_views(const RenderCommandOptions& options) {
  for (const std::string& view : options.views)
    if (std::ranges::count(options.views, view) > 1) return fmt::format("--view: {} is given twice", view);
  const bool shows_plan = options.views.empty() || std::ranges::count(options.views, "top") > 0;
  for (const std::string_view layer : kPlanLayers)
    if (!shows_plan && shows(options, layer))
      return fmt::format("--show {}: is shown from above; add top to --view", layer);
  return std::nullopt;
}

}  // namespace

ExitCode execute(const RenderCommandOptions& options, const Console& console) {
  if (is_overwritten_by(options.scenario.file, options.output))
    return refuse(fmt::format("{} would overwrite what it is drawn from", options.output), ExitCode::usage,
                  console);
  const bool is_trace = is_trace_name(options.scenario.file);
  // Of those that are shown unless others are asked for a trace shows what it holds.
  const std::vector<std::string> usual = RenderCommandOptions{}.show;
  for (const std::string_view layer : kPictureLayers) {
    if (!is_trace || std::ranges::find(usual, layer) != usual.end() || !shows(options, layer)) continue;
    return refuse(fmt::format("--show {}: a trace does not hold this layer; draw the scenario", layer),
                  ExitCode::usage, console);
  }
  const auto is_shown = [&](std::string_view layer) { return shows(options, layer); };
  if (!options.agents.empty() && std::ranges::none_of(kAgentLayers, is_shown))
    return refuse(fmt::format("--agents is for --show {}", fmt::join(kAgentLayers, ", ")), ExitCode::usage,
                  console);
  if (!options.grid.empty() && !is_shown("grid"))
    return refuse("--grid is for --show grid", ExitCode::usage, console);
  if (const Failure failure = check_views(options)) return refuse(*failure, ExitCode::usage, console);
  const std::string flags = is_trace ? scenario_flags(options.scenario.changes) : "";
  if (!flags.empty())
    return refuse(fmt::format("{}: not for a trace, which is drawn as it is", flags), ExitCode::usage,
                  console);
  return is_trace ? render_trace(options, console) : render_scenario(options, console);
}

}  // namespace drover
