// drover render SCENARIO-or-TRACE -o trails.svg: one picture of a run.
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/scenario_input.h"
#include "app/trace_origin.h"
#include "core/hash.h"
#include "core/text.h"
#include "observe/metrics/metric_set.h"
#include "observe/picture/picture.h"
#include "observe/read/trace_input.h"
#include "observe/read/trace_reader.h"
#include "observe/record/json_file.h"
#include "observe/record/output_file.h"
#include "observe/record/provenance.h"
#include "observe/record/trails.h"
#include "sim/construction/world_builder.h"

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

// The agents whose aims are shown; nothing after an error.
std::optional<std::vector<AgentIndex>> agents_with_aims(const RenderCommandOptions& options,
                                                        const Model& model, const Console& console) {
  constexpr std::size_t kMost = 20;  // more would hide the rest
  std::vector<AgentIndex> agents;
  if (!shows(options, "aims")) return agents;
  if (options.agents.empty() && model.body_count() > kMost) {
    console.error(fmt::format("--show aims: choose some of the {} agents by --agents", model.body_count()));
    return std::nullopt;
  }
  if (options.agents.empty()) return model.every_agent();
  for (const std::string& name : options.agents) {
    const std::optional<AgentIndex> agent = find_agent(model, name);
    if (!agent) {
      console.error(fmt::format("--agents: there is no agent \"{}\"", name));
      return std::nullopt;
    }
    agents.push_back(*agent);
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

ExitCode render_scenario(const RenderCommandOptions& options, const Console& console) {
  ExitCode problem_code = ExitCode::bad_input;
  const std::optional<RunInput> input = load_or_report(options.scenario, console, problem_code);
  if (!input) return problem_code;
  std::optional<Run> run = prepare_or_report(
      *input, {.source = options.scenario, .ignores_expectations = true}, console, problem_code);
  if (!run) return problem_code;
  const auto with_aims = agents_with_aims(options, run->simulator().world().model(), console);
  if (!with_aims) return ExitCode::usage;
  OutputFile file;  // opened before a long run, so that a bad path costs nothing
  if (const Failure failure = open_picture(options.output, file))
    return refuse(*failure, ExitCode::bad_output, console);
  const World& world = run->simulator().world();
  TrailRecorder trails(world);
  run->add_observer([&trails](const Simulator& simulator) { trails.observe(simulator.world()); });
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
  PictureOptions picture = picture_options(options, input->scenario->def);
  if (info.final_hash) {
    picture.aims = aims_of(run->simulator(), *with_aims);
    if (shows(options, "formations")) picture.formations = formation_pictures(run->simulator());
  } else if (shows(options, "aims") || shows(options, "formations")) {
    console.warning("aims and formations are not shown: the run was stopped within a step");
  }
  const std::string svg = draw_svg(world, trails.trails(world), info, picture);
  return write_picture(file, svg, console, code_of(result));
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
  info.scenario = origin->scenario.def.name;
  const nlohmann::ordered_json::json_pointer changes("/provenance/overrides");
  for (const nlohmann::ordered_json& change : origin->meta.value(changes, nlohmann::ordered_json::array()))
    if (change.is_string()) info.overrides.push_back(change.get<std::string>());
  info.seed = built.world.model().seed;
  info.steps = reading.last_step;
  info.duration = reading.last_time.value_or(static_cast<double>(reading.last_step) * built.world.model().dt);
  info.version = drover_version();
  info.final_hash = origin->state_hash;
  const std::string svg =
      draw_svg(built.world, reading.trails, info, picture_options(options, origin->scenario.def));
  OutputFile output;
  if (const Failure failure = open_picture(options.output, output))
    return refuse(*failure, ExitCode::bad_output, console);
  return write_picture(output, svg, console, ExitCode::ok);
}

}  // namespace

ExitCode execute(const RenderCommandOptions& options, const Console& console) {
  if (is_overwritten_by(options.scenario.file, options.output))
    return refuse(fmt::format("{} would overwrite what it is drawn from", options.output), ExitCode::usage,
                  console);
  const bool is_trace = is_trace_name(options.scenario.file);
  const bool has_aims = shows(options, "aims");
  for (const char* layer : {"aims", "formations"}) {
    if (!is_trace || !shows(options, layer)) continue;
    return refuse(fmt::format("--show {}: a trace does not hold them; draw the scenario", layer),
                  ExitCode::usage, console);
  }
  if (!has_aims && !options.agents.empty())
    return refuse("--agents is for --show aims", ExitCode::usage, console);
  const std::string flags = is_trace ? scenario_flags(options.scenario.changes) : "";
  if (!flags.empty())
    return refuse(fmt::format("{}: not for a trace, which is drawn as it is", flags), ExitCode::usage,
                  console);
  return is_trace ? render_trace(options, console) : render_scenario(options, console);
}

}  // namespace drover
