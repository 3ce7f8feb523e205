// drover render SCENARIO-or-TRACE -o trails.svg: one picture of a run.
#include "app/render_command.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/picture_output.h"
#include "app/progress.h"
#include "app/render_layers.h"
#include "app/render_window.h"
#include "app/replay_command.h"
#include "app/scenario_input.h"
#include "app/sheet_command.h"
#include "app/trace_origin.h"
#include "core/hash.h"
#include "core/text.h"
#include "observe/metrics/metric_set.h"
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

namespace drover {
namespace {

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
  picture.modes = shows(options, "modes");
  picture.trails = picture.trails || picture.modes;
  for (std::size_t k = 0; k < kMapQuantityNames.size(); ++k)
    if (shows(options, kMapQuantityNames[k])) picture.map = {static_cast<MapQuantity>(k), options.cell};
  return picture;
}

// Draws the run of a scenario.
class ScenarioDrawing {
 public:
  ScenarioDrawing(const RunInput& input, const RenderCommandOptions& options, const Console& console)
      : input_(input), options_(options), console_(console) {}

  ExitCode draw() {
    if (const ExitCode code = prepare(); code != ExitCode::ok) return code;
    TrailRecorder trails(world());
    FlightRecorder flights(world());
    run_->add_observer([&](const Simulator& simulator) {
      if (simulator.world().state.tick < static_cast<std::uint64_t>(window_.first)) return;
      trails.observe(simulator.world());
      if (shows(options_, "projectiles")) flights.observe(simulator);
    });
    const RunResult result = execute_visibly(*run_, console_);
    const PictureInfo info = describe_run(result);
    if (info.final_hash) {
      show_last_state(options_, run_->simulator(), agents_, console_, picture_);
    } else {
      warn_of_lost_layers(options_, console_);
    }
    picture_.flights = flights.flights();
    return write_picture(file_, draw_svg(world(), trails.trails(world()), info, picture_), console_,
                         code_of(result));
  }

 private:
  const World& world() const { return run_->simulator().world(); }
  ExitCode prepare();
  PictureInfo describe_run(const RunResult& result) const;

  const RunInput& input_;
  const RenderCommandOptions& options_;
  const Console& console_;
  std::optional<Run> run_;
  std::vector<AgentIndex> agents_;
  TraceWindow window_;
  PictureOptions picture_;
  OutputFile file_;
};

// What is wrong with the options is said before the run, and so is a bad path.
ExitCode ScenarioDrawing::prepare() {
  ExitCode problem_code = ExitCode::bad_input;
  run_ = prepare_or_report(input_, {.source = options_.scenario, .ignores_expectations = true}, console_,
                           problem_code);
  if (!run_) return problem_code;
  const auto agents = chosen_agents(options_, world().model(), console_);
  if (!agents) return ExitCode::usage;
  agents_ = *agents;
  const ScenarioDef& def = input_.scenario->def;
  if (const Failure failure = find_window(options_, def.simulation.dt, def.step_count(), window_))
    return refuse(*failure, ExitCode::usage, console_);
  picture_ = picture_options(options_, def);
  if (const Failure failure = check_layers(options_, world().model(), agents_))
    return refuse(*failure, ExitCode::usage, console_);
  if (const Failure failure = show_search(options_, run_->simulator(), agents_, picture_))
    return refuse(*failure, ExitCode::usage, console_);
  if (const Failure failure = open_picture(options_.output, file_))
    return refuse(*failure, ExitCode::bad_output, console_);
  return ExitCode::ok;
}

PictureInfo ScenarioDrawing::describe_run(const RunResult& result) const {
  PictureInfo info;
  if (const std::optional<StepFailure>& failure = result.step_failure) {
    info.notes.push_back(fmt::format("the {} of {} was not finite after step {}", failure->quantity,
                                     body_text(failure->agent_number), failure->tick));
  } else if (!result.is_complete()) {
    info.notes.push_back(fmt::format("interrupted after step {}", result.provenance.steps));
  }
  for (const std::string& note : info.notes)
    console_.warning(note);
  info.title = options_.title;
  info.from = static_cast<double>(window_.first) * result.provenance.dt;
  info.scenario = result.provenance.scenario_name;
  info.overrides = result.provenance.overrides;
  info.seed = result.provenance.seed;
  info.final_hash = result.provenance.state_hash;
  info.steps = static_cast<std::int64_t>(result.provenance.steps);
  // The world may be in a state between two steps.
  info.duration = static_cast<double>(result.provenance.steps) * result.provenance.dt;
  info.version = drover_version();
  console_.detail(fmt::format("{}: {}, seed {}, state {}", info.scenario,
                              counted(result.provenance.steps, "step"), info.seed,
                              info.final_hash ? hex(*info.final_hash) : "lost"));
  return info;
}

}  // namespace

ExitCode render_input(const RunInput& input, const RenderCommandOptions& options, const Console& console) {
  return ScenarioDrawing(input, options, console).draw();
}

namespace {

ExitCode render_scenario(const RenderCommandOptions& options, const Console& console) {
  ExitCode problem_code = ExitCode::bad_input;
  std::optional<RunInput> input = load_or_report(options.scenario, console, problem_code);
  if (!input) return problem_code;
  if (const Failure failure = shorten_run(options, input->scenario->def))
    return refuse(*failure, ExitCode::usage, console);
  return render_input(*input, options, console);
}

// From the table beside a trace. What is wrong with it are notes of the picture.
Flights read_flights(const std::string& trace, const TraceOrigin& origin, const World& world,
                     const TraceWindow& window, std::vector<std::string>& notes) {
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
  while (reader.next(row)) {
    const auto step = static_cast<std::int64_t>(row.step);
    if (window.first <= step && step <= window.last) flights.add(world, row);
  }
  if (reader.problem()) notes.push_back(*reader.problem());
  return flights.flights();
}

// Draws what a trace holds.
class TraceDrawing {
 public:
  TraceDrawing(const RenderCommandOptions& options, const Console& console)
      : options_(options), console_(console), path_(options.scenario.file) {}

  ExitCode draw() {
    origin_ = read_origin(path_, console_);
    if (!origin_) return ExitCode::bad_input;
    built_.emplace(build_world(origin_->scenario.def));
    if (const ExitCode code = read(); code != ExitCode::ok) return code;
    PictureOptions picture = picture_options(options_, origin_->scenario.def);
    PictureInfo info = describe_run();
    if (shows(options_, "projectiles") && ProjectileRows::exist_in(built_->world.model())) {
      std::vector<std::string> notes;
      picture.flights = read_flights(path_, *origin_, built_->world, window_, notes);
      for (const std::string& note : notes) {
        info.notes.push_back(note);
        console_.warning(fmt::format("{}: {}", path_, note));
      }
    }
    OutputFile output;
    if (const Failure failure = open_picture(options_.output, output))
      return refuse(*failure, ExitCode::bad_output, console_);
    return write_picture(output, draw_svg(built_->world, reading_.trails, info, picture), console_,
                         ExitCode::ok);
  }

 private:
  ExitCode read();
  ExitCode read_rows();
  PictureInfo describe_run() const;

  const RenderCommandOptions& options_;
  const Console& console_;
  const std::string& path_;
  std::optional<TraceOrigin> origin_;
  std::optional<BuiltWorld> built_;
  TraceWindow window_;
  TraceReading reading_;
};

// Where a window is asked for the trace is read twice: how long it is stands at its end.
ExitCode TraceDrawing::read() {
  if (!options_.from && !options_.to && !options_.tail) return read_rows();
  window_.first = std::numeric_limits<std::int64_t>::max();
  if (const ExitCode code = read_rows(); code != ExitCode::ok) return code;
  if (const Failure failure = find_window(options_, built_->world.model().dt, reading_.end_step, window_))
    return refuse(*failure, ExitCode::usage, console_);
  return read_rows();
}

ExitCode TraceDrawing::read_rows() {
  const std::unique_ptr<std::istream> file = open_trace(path_);
  if (!file) return refuse(fmt::format("cannot read {}", path_), ExitCode::bad_input, console_);
  reading_ = read_trace(*file, built_->world, {}, origin_->cuts, window_);
  if (!reading_.problem) return ExitCode::ok;
  const TraceProblem& problem = *reading_.problem;
  const std::string column = problem.column.empty() ? "" : fmt::format("column {}: ", problem.column);
  return refuse(fmt::format("{}:{}: {}{}", path_, problem.line, column, problem.message), ExitCode::bad_input,
                console_);
}

PictureInfo TraceDrawing::describe_run() const {
  PictureInfo info;
  info.notes = reading_.notes;
  if (origin_->rows && *origin_->rows != reading_.rows) {
    info.notes.push_back(fmt::format("{} of the {} rows that were written", reading_.rows, *origin_->rows));
    console_.warning(fmt::format("{}: {}", path_, info.notes.back()));
  }
  const Model& model = built_->world.model();
  info.title = options_.title;
  info.scenario = origin_->scenario.def.name;
  const nlohmann::ordered_json::json_pointer changes("/provenance/overrides");
  for (const nlohmann::ordered_json& change : origin_->meta.value(changes, nlohmann::ordered_json::array()))
    if (change.is_string()) info.overrides.push_back(change.get<std::string>());
  info.seed = model.seed;
  info.steps = reading_.last_step;
  info.duration = reading_.last_time.value_or(static_cast<double>(reading_.last_step) * model.dt);
  if (window_.first > 0) info.from = static_cast<double>(window_.first) * model.dt;
  info.version = drover_version();
  if (reading_.last_step == reading_.end_step) info.final_hash = origin_->state_hash;
  return info;
}

}  // namespace

ExitCode execute(const RenderCommandOptions& options, const Console& console) {
  if (is_overwritten_by(options.scenario.file, options.output))
    return refuse(fmt::format("{} would overwrite what it is drawn from", options.output), ExitCode::usage,
                  console);
  if (is_replay_name(options.output)) return write_replay(options, console);
  std::error_code error;
  if (std::filesystem::is_directory(options.scenario.file, error)) return render_batch(options, console);
  if (!options.record.empty() || !options.columns.empty())
    return refuse(
        fmt::format("{} is for replays: -o run.html", options.record.empty() ? "--columns" : "--record"),
        ExitCode::usage, console);
  const bool is_trace = is_trace_name(options.scenario.file);
  for (const std::string_view layer : kPictureLayers) {
    const bool is_held = std::ranges::find(kTraceLayers, layer) != kTraceLayers.end();
    if (!is_trace || is_held || !shows(options, layer)) continue;
    return refuse(fmt::format("--show {}: a trace does not hold this layer; draw the scenario", layer),
                  ExitCode::usage, console);
  }
  if (shows(options, "density") && shows(options, "speed"))
    return refuse("--show density,speed: one map would hide the other; draw two pictures", ExitCode::usage,
                  console);
  if (options.cell && !shows(options, "density") && !shows(options, "speed"))
    return refuse("--cell is for --show density and --show speed", ExitCode::usage, console);
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
  return is_trace ? TraceDrawing(options, console).draw() : render_scenario(options, console);
}

}  // namespace drover
