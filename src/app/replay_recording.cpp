#include "app/replay_recording.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/diff_inputs.h"
#include "app/progress.h"
#include "app/scenario_input.h"
#include "app/trace_origin.h"
#include "core/hash.h"
#include "core/shell_word.h"
#include "observe/metrics/metric_set.h"
#include "observe/picture/navigation_pictures.h"
#include "observe/picture/picture_field.h"
#include "observe/picture/world_display.h"
#include "observe/read/trace_input.h"
#include "observe/record/provenance.h"
#include "observe/replay/replay_reader.h"
#include "sim/construction/world_builder.h"

namespace drover {
namespace {

bool records(const ReplayRequest& request, std::string_view detail) {
  return std::ranges::find(request.record, detail) != request.record.end();
}

Failure check_columns(const ReplayRequest& request, const World& world) {
  const std::vector<Problem> problems = validate_columns(request.columns, world);
  if (problems.empty()) return std::nullopt;
  const Problem& first = problems.front();
  return fmt::format("--columns: {}{}{}", first.message, first.hint.empty() ? "" : "; ", first.hint);
}

// What is wrong with the request for this world.
Failure choose_details(const ReplayRequest& request, const Model& model, DetailChoice& choice) {
  constexpr std::size_t kMostAgents = 50;  // of one replay: more would make its file large
  for (const std::string& name : request.agents) {
    const std::optional<AgentIndex> agent = find_agent(model, name);
    if (!agent) return fmt::format("--agents: there is no agent \"{}\"", name);
    choice.agents.push_back(*agent);
  }
  if (!request.record.empty() && request.agents.empty()) choice.agents = model.every_agent();
  if (choice.agents.size() > kMostAgents)
    return fmt::format("--record: choose at most {} of the {} agents by --agents", kMostAgents,
                       choice.agents.size());
  choice.aims = records(request, "aims");
  choice.contributions = records(request, "contributions");
  choice.ways = records(request, "ways");
  choice.neighbors = records(request, "neighbors");
  if (choice.ways && !plan_ways(model))
    return std::string("--record ways: no behavior plans ways, as go_to does");
  return std::nullopt;
}

DisplayList display_of(const World& scene, const ScenarioDef& scenario) {
  std::vector<MeasurementPicture> measurements;
  for (MetricMark& mark : metric_marks(scenario.record))
    measurements.push_back({std::move(mark.metric), std::move(mark.region), mark.from, mark.to});
  return world_display(scene, measurements);
}

// The directions of the field that agents follow in the last state, as arrows.
void add_field(const Simulator& simulator, DisplayList& display) {
  const Model& model = simulator.world().model();
  if (!may_follow_fields(model)) return;
  const std::optional<FieldPicture> picture = field_picture(simulator, model.every_agent());
  if (!picture) return;
  const GridFrame& frame = picture->map.frame();
  const Vec3 first = frame.center(0);
  const Vec3 last = frame.center(static_cast<CellIndex>(frame.cell_count() - 1));
  const Rectangle part{{first.x, first.y}, {last.x, last.y}};
  constexpr double kArrows = 50.0;  // along the longer side
  const double spacing = larger(part.width(), part.height()) / kArrows;
  for (const CellIndex cell : thinned_cells(picture->map, picture->field, part, spacing)) {
    const Vec3 half = picture->field.direction(picture->map, cell) * (0.35 * spacing);
    const Vec3 center = frame.center(cell);
    DisplayItem arrow{DisplayShape::arrow, DisplayClass::field, {center - half, center + half}};
    display.items.push_back(std::move(arrow));
  }
}

// What a trace cannot take: it is played as it is.
Failure check_for_trace(const ScenarioOptions& source, const ReplayRequest& request) {
  if (const std::string flags = scenario_flags(source.changes); !flags.empty())
    return fmt::format("{}: not for a trace, which is played as it is", flags);
  if (request.record.empty() && request.columns.empty()) return std::nullopt;
  return fmt::format("{}: a trace does not hold it; play the scenario",
                     request.record.empty() ? "--columns" : "--record");
}

// What of a replay is the same whether it was run or read.
void describe(const LoadedScenario& scenario, std::vector<std::string> changes, Replay& replay) {
  replay.scenario = scenario.def.name;
  replay.title = replay.scenario;
  if (!changes.empty()) replay.title += fmt::format(" ({})", fmt::join(changes, ", "));
  replay.scenario_text = scenario.resolved->dump();
  replay.version = drover_version();
}

}  // namespace

std::optional<AgentIndex> find_agent(const Model& model, const std::string& name) {
  if (const std::optional<AgentIndex> agent = model.find_agent(name)) return agent;
  const auto numbers = std::span(model.agents.number).first(model.body_count());
  const auto at =
      std::ranges::find_if(numbers, [&](std::uint32_t number) { return std::to_string(number) == name; });
  if (at == numbers.end()) return std::nullopt;
  return static_cast<AgentIndex>(at - numbers.begin());
}

std::string run_command_text(const ScenarioOptions& source) {
  std::string command = "drover run " + shell_word(source.file);
  for (const std::string& set : source.changes.set)
    command += " --set " + shell_word(set);
  for (const std::string& unset : source.changes.unset)
    command += " --unset " + shell_word(unset);
  if (source.changes.seed) command += fmt::format(" --seed {}", *source.changes.seed);
  if (source.changes.steps) command += fmt::format(" --steps {}", *source.changes.steps);
  return command;
}

RunRecording::RunRecording(const RunInput& input, const ReplayRequest& request, Run& run, Failure& problem)
    : input_(input), command_(request.command), run_(run) {
  const World& world = run.simulator().world();
  ReplayOptions options{.limits = request.limits, .columns = request.columns};
  problem = check_columns(request, world);
  if (!problem) problem = choose_details(request, world.model(), options.details);
  if (problem) return;
  recorder_ = std::make_unique<ReplayRecorder>(input.scenario->def, run.simulator(), options);
  run.add_observer([recorder = recorder_.get()](const Simulator&) { recorder->observe(); });
}

RecordedReplay RunRecording::finish(const RunResult& result) {
  const Provenance& made = result.provenance;
  RecordedReplay recorded{recorder_->finish(made.state_hash.has_value()), run_.simulator().world()};
  recorded.code = code_of(result);
  recorded.display = display_of(recorded.scene, input_.scenario->def);
  if (made.state_hash) add_field(run_.simulator(), recorded.display);
  Replay& replay = recorded.replay;
  describe(*input_.scenario, made.overrides, replay);
  replay.seed = std::to_string(made.seed);
  if (made.state_hash) replay.hash = hex(*made.state_hash);
  replay.command = command_;
  if (result.step_failure) replay.notes.push_back(drover::describe(*result.step_failure) + ".");
  if (!result.is_complete())
    replay.notes.push_back(fmt::format("The run ended early, after step {}.", made.steps));
  return recorded;
}

std::optional<RecordedReplay> record_replay(const RunInput& input, const ReplayRequest& request,
                                            const Console& console, ExitCode& problem_code) {
  std::optional<Run> run = prepare_or_report(input, {.ignores_expectations = true}, console, problem_code);
  if (!run) return std::nullopt;
  Failure problem;
  RunRecording recording(input, request, *run, problem);
  if (problem) {
    problem_code = refuse(*problem, ExitCode::usage, console);
    return std::nullopt;
  }
  return recording.finish(execute_visibly(*run, console));
}

std::optional<RecordedReplay> read_replay(const std::string& trace, const Console& console,
                                          ExitCode& problem_code) {
  problem_code = ExitCode::bad_input;
  const std::unique_ptr<std::istream> file = open_trace(trace);
  if (!file) {
    console.error(fmt::format("cannot read {}", trace));
    return std::nullopt;
  }
  const std::optional<TraceOrigin> origin = read_origin(trace, console);
  if (!origin) return std::nullopt;
  BuiltWorld built = build_world(origin->scenario.def);
  ReplayReading reading = read_replay_rows(*file, built.world, origin->cuts);
  if (reading.problem) {
    console.error(fmt::format("{}: {}", trace, reading.problem->text()));
    return std::nullopt;
  }
  RecordedReplay recorded{std::move(reading.replay), std::move(built.world)};
  recorded.display = display_of(recorded.scene, origin->scenario.def);
  std::vector<std::string> changes;
  const nlohmann::ordered_json::json_pointer overrides("/provenance/overrides");
  for (const nlohmann::ordered_json& change : origin->meta.value(overrides, nlohmann::ordered_json::array()))
    if (change.is_string()) changes.push_back(change.get<std::string>());
  describe(origin->scenario, std::move(changes), recorded.replay);
  recorded.replay.seed = std::to_string(recorded.scene.model().seed);
  if (origin->state_hash) recorded.replay.hash = hex(*origin->state_hash);
  if (origin->rows && *origin->rows != reading.rows)
    recorded.replay.notes.push_back(
        fmt::format("{} of the {} rows that were written are here.", reading.rows, *origin->rows));
  recorded.replay.notes.emplace_back("From a trace: contacts, events and charts of metrics are not in it.");
  return recorded;
}

std::optional<RecordedReplay> open_replay(const ScenarioOptions& source, ReplayRequest request,
                                          const Console& console, ExitCode& problem_code) {
  std::error_code error;
  std::string file = source.file;
  if (std::filesystem::is_directory(file, error)) {
    file = find_results(file).trace;
    if (file.empty()) {
      problem_code =
          refuse(fmt::format("{} holds no trace to show; \"drover run -o\" writes one, and a plan with "
                             "\"trace\" for each of its runs",
                             source.file),
                 ExitCode::bad_input, console);
      return std::nullopt;
    }
  }
  if (is_trace_name(file)) {
    if (const Failure failure = check_for_trace(source, request)) {
      problem_code = refuse(*failure, ExitCode::usage, console);
      return std::nullopt;
    }
    return read_replay(file, console, problem_code);
  }
  const std::optional<RunInput> input = load_or_report(source, console, problem_code);
  if (!input) return std::nullopt;
  request.command = run_command_text(source);
  return record_replay(*input, request, console, problem_code);
}

}  // namespace drover
