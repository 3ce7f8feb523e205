// drover run SCENARIO: simulates; writes trace and metrics; prints a short summary.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/agent_count.h"
#include "app/command.h"
#include "app/interrupt.h"
#include "app/option_checks.h"
#include "app/progress.h"
#include "app/run_profile.h"
#include "app/run_setup.h"
#include "app/snapshots.h"
#include "app/threads_flag.h"
#include "core/hash.h"
#include "core/text.h"
#include "observe/metrics/expectations.h"
#include "observe/metrics/metrics_file.h"
#include "observe/record/trace_writer.h"

namespace drover {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  drover run scenario.jsonc -o out                       out/trace.csv and out/metrics.json\n"
    "  drover run scenario.jsonc --set agents.0.count=50 --seed 3 --metrics -\n"
    "  drover run scenario.jsonc --trace - --trace-every 10 --columns step,agent,x,y > positions.csv\n"
    "  drover run scenario.jsonc --save-at 5 at5.snapshot     the state after 5 s, to go on from\n"
    "  drover run --resume at5.snapshot --steps 2000 -o out   the same bits as in one run\n";

// Arguments may be any bytes.
std::string json_text(const std::vector<std::string>& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

struct RunFlags {
  ScenarioFlags scenario;
  std::string folder;
  std::string trace;
  std::string metrics;
  std::int64_t trace_every = 0;
  std::vector<std::string> columns;
  std::vector<std::string> groups;
  bool print_config = false;
  bool profile = false;
  std::vector<SaveRequest> save_at;
  std::string resume;
  ThreadsFlag threads;

  // The recording options replace those of the scenario, through the same checks.
  ScenarioFlags with_recording() const;

  // Where the trace and the metrics go; empty: nowhere.
  std::string trace_path() const { return !trace.empty() || folder.empty() ? trace : folder + "/trace.csv"; }
  std::string metrics_path() const {
    return !metrics.empty() || folder.empty() ? metrics : folder + "/metrics.json";
  }

  // Why the outputs would destroy each other or the scenario, or empty.
  std::string conflict(bool json) const;
};

ScenarioFlags RunFlags::with_recording() const {
  ScenarioFlags all = scenario;
  if (trace_every > 0) all.set.push_back(fmt::format("record.trace.every={}", trace_every));
  if (!columns.empty()) all.set.push_back("record.trace.columns=" + json_text(columns));
  if (!groups.empty()) all.set.push_back("record.trace.groups=" + json_text(groups));
  return all;
}

// Whether two names, of files that need not exist, are of the same file.
bool lead_to_one_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error_a, error_b;
  const std::filesystem::path real_a =
      std::filesystem::weakly_canonical(std::filesystem::absolute(a), error_a);
  const std::filesystem::path real_b =
      std::filesystem::weakly_canonical(std::filesystem::absolute(b), error_b);
  return error_a || error_b ? a == b : real_a == real_b;
}

std::string RunFlags::conflict(bool json) const {
  const std::string trace_file = trace_path();
  const std::string metrics_file = metrics_path();
  if (trace_file == "-" && (metrics_file == "-" || json)) {
    return "the trace and the metrics cannot both go to standard output";
  }
  std::error_code error;
  const bool is_file =
      !trace_file.empty() && trace_file != "-" && !std::filesystem::is_other(trace_file, error);
  if (is_file && trace_file == metrics_file) {
    return fmt::format("the trace and the metrics cannot both go to {}", trace_file);
  }
  std::vector<std::string> files = {trace_file, metrics_file};
  if (is_file) files.push_back(trace_meta_path(trace_file));
  for (const auto& [time, path] : save_at) {
    if (path == "-") return "a snapshot goes to a file, not to standard output";
    const auto is_same = [&path = path](const std::string& file) { return lead_to_one_file(path, file); };
    if (std::any_of(files.begin(), files.end(), is_same))
      return fmt::format("two outputs cannot both go to {}", path);
    files.push_back(path);
  }
  for (const std::string& path : files) {
    if (scenario.would_be_overwritten_by(path)) return fmt::format("{} would overwrite the scenario", path);
  }
  return {};
}

// One run from its start to its published results.
class Run {
 public:
  Run(const RunFlags& flags, const LoadedScenario& scenario, Simulator simulator, const Console& console)
      : flags_(flags),
        scenario_(scenario),
        simulator_(std::move(simulator)),
        console_(console),
        agents_(simulator_.world().present_count()) {
    // Metrics can cost as much as the steps: only those somebody will see.
    const bool wanted = !flags.metrics_path().empty() || console.json() || !scenario.def.expect.empty();
    if (wanted) metrics_.emplace(scenario.def.record, simulator_);
    if (!flags.resume.empty()) resumed_at_ = simulator_.world().state.tick;
  }

  ExitCode execute() {
    if (const Failure failure = open_outputs()) return output_failed(*failure);
    if (const Failure failure = simulate()) return output_failed(*failure);
    return publish();
  }

 private:
  Failure open_outputs();
  Failure simulate();
  Failure observe();
  nlohmann::ordered_json timing() const;
  ExitCode publish();
  ExitCode output_failed(const std::string& message) const;
  Provenance provenance() const;
  void summarize(std::span<const Verdict> verdicts) const;
  void name_outputs() const;
  std::uint64_t step_count() const { return static_cast<std::uint64_t>(scenario_.def.step_count()); }
  // A signal that comes after the last step changes nothing.
  bool is_complete() const { return !failure_ && simulator_.world().state.tick == step_count(); }

  const RunFlags& flags_;
  const LoadedScenario& scenario_;
  Simulator simulator_;
  const Console& console_;
  std::optional<MetricSet> metrics_;
  RunProfile profile_;
  AgentCount agents_;
  std::optional<TraceWriter> trace_;
  OutputFile metrics_file_;
  SnapshotSaver saver_;
  std::optional<std::uint64_t> resumed_at_;
  std::optional<StepFailure> failure_;
};

// Everything is created before the first step, so that a bad path costs nothing.
Failure Run::open_outputs() {
  const std::string trace = flags_.trace_path();
  const std::string metrics = flags_.metrics_path();
  for (const std::string& path : {trace, metrics}) {
    if (path.empty() || path == "-") continue;
    if (Failure failure = prepare_folder(path)) return failure;
  }
  if (!trace.empty()) {
    const TraceDef& record = scenario_.def.record.trace;
    const TraceSpec spec = {
        .path = trace, .every = record.every, .columns = record.columns, .groups = record.groups};
    if (Failure failure = trace_.emplace().open(spec, simulator_)) return failure;
  }
  if (Failure failure = saver_.open(flags_.save_at, scenario_)) return failure;
  return metrics.empty() ? Failure{} : metrics_file_.open(metrics);
}

Failure Run::simulate() {
  Progress progress(console_, step_count());
  if (Failure failure = observe()) return failure;
  while (simulator_.world().state.tick < step_count() && interrupt_signal() == 0) {
    failure_ = simulator_.step(&profile_.steps);
    if (failure_) break;
    if (Failure failure = observe()) return failure;
    progress.update(simulator_.world().state.tick);
  }
  return std::nullopt;
}

Failure Run::observe() {
  agents_.observe(simulator_.world().present_count());
  if (metrics_) {
    const Stopwatch watch(profile_.metrics);
    metrics_->observe(simulator_);
  }
  if (Failure failure = saver_.observe(simulator_)) return failure;
  if (!trace_) return std::nullopt;
  const Stopwatch watch(profile_.trace);
  return trace_->observe(simulator_);
}

Provenance Run::provenance() const {
  Provenance p;
  p.scenario_name = scenario_.def.name;
  p.scenario_file = flags_.scenario.scenario;
  p.scenario_hash = scenario_.hash;
  p.seed = simulator_.world().model().seed;
  p.overrides = flags_.scenario.overrides();
  p.steps = simulator_.world().state.tick;
  p.dt = simulator_.world().model().dt;
  p.state_hash = simulator_.hash();
  p.resumed_at = resumed_at_;
  p.complete = is_complete();
  return p;
}

nlohmann::ordered_json Run::timing() const {
  const WorkCounters& counters = simulator_.counters();
  nlohmann::ordered_json timing = profile_.steps.report(counters.agent_steps);
  if (flags_.profile) timing["profile"] = profile_.to_json(counters);
  return timing;
}

ExitCode Run::publish() {
  const Provenance made = provenance();
  if (trace_) {
    const Stopwatch watch(profile_.trace);
    if (const Failure failure = trace_->finish(simulator_, made, scenario_.resolved))
      return output_failed(*failure);
  }
  const MetricResults results = metrics_ ? metrics_->results() : MetricResults({});
  const std::vector<Verdict> verdicts = judge(scenario_.def.expect, results, simulator_.counters());
  const nlohmann::ordered_json document =
      to_json(MetricsDocument{made, results, simulator_.counters(), verdicts, timing()});
  if (metrics_file_.is_open()) {
    Failure failure = metrics_file_.write(pretty(document));
    if (!failure) failure = made.complete ? metrics_file_.commit() : metrics_file_.keep_incomplete();
    if (failure) return output_failed(*failure);
  }
  summarize(verdicts);
  ExitCode code = all_pass(verdicts) ? ExitCode::ok : ExitCode::no;
  if (!is_complete()) code = failure_ ? ExitCode::run_failed : code_of_interrupt();
  const bool is_printed = flags_.metrics_path() == "-";
  return console_.json() && !is_printed ? print_result(console_, pretty(document), code) : code;
}

void Run::summarize(std::span<const Verdict> verdicts) const {
  if (failure_) {
    console_.error(fmt::format("the {} of agent {} is no longer finite in step {}; the run ended there",
                               failure_->quantity, failure_->agent_number, failure_->tick + 1));
  }
  if (!failure_ && !is_complete()) {
    console_.warning(fmt::format("interrupted after step {}; results are marked incomplete",
                                 simulator_.world().state.tick));
  }
  const double seconds = profile_.steps.frame().total();
  const double rate = seconds > 0.0 ? static_cast<double>(simulator_.counters().agent_steps) / seconds : 0.0;
  console_.info(fmt::format("{}: {}, {} ({:.6g} s), seed {}, state {}", scenario_.def.name, agents_.text(),
                            counted(simulator_.world().state.tick, "step"), simulator_.world().time(),
                            simulator_.world().model().seed, hex(simulator_.hash())));
  console_.info(fmt::format("{:.2f} s of stepping, {:.3g} agent steps/s", seconds, rate));
  if (flags_.profile) {
    for (const std::string& line : profile_.table(simulator_.counters()))
      console_.info(line);
  }
  for (const Verdict& verdict : verdicts) {
    if (!is_complete() || verdict.pass) continue;
    console_.error(fmt::format("expectation not met: {}", describe_failure(verdict)));
  }
  name_outputs();
}

void Run::name_outputs() const {
  const std::string_view suffix = is_complete() ? "" : ".incomplete";
  for (const std::string& path : {flags_.trace_path(), flags_.metrics_path()}) {
    if (!path.empty() && path != "-") console_.info(fmt::format("wrote {}{}", path, suffix));
  }
  for (const std::string& path : saver_.saved())
    console_.info(fmt::format("wrote {}", path));
  if (is_complete() && flags_.trace.empty() && !flags_.folder.empty()) {
    console_.info(fmt::format("picture: drover render {0}/trace.csv -o {0}/trails.svg", flags_.folder));
  }
}

ExitCode Run::output_failed(const std::string& message) const {
  console_.error(message);
  return ExitCode::bad_output;
}

std::optional<LoadedInput> load_input(const RunFlags& flags, std::optional<Snapshot>& snapshot,
                                      const Console& console) {
  if (flags.resume.empty()) return load_or_report(flags.with_recording(), console);
  std::optional<ResumedInput> resumed =
      load_snapshot_or_report(flags.resume, flags.with_recording(), console);
  if (!resumed) return std::nullopt;
  snapshot = std::move(resumed->snapshot);
  return std::move(resumed->input);
}

// Brings the simulator to the state the run begins with. Says why that does not work, or is empty.
std::string start(const std::optional<Snapshot>& snapshot, const ScenarioDef& def, Simulator& simulator) {
  if (!snapshot) return {};
  const auto last_step = static_cast<std::uint64_t>(def.step_count());
  if (snapshot->state.tick > last_step)
    return fmt::format("the snapshot is of step {} and the run ends with step {}", snapshot->state.tick,
                       last_step);
  return restore(*snapshot, simulator);
}

ExitCode run(const RunFlags& flags, const Console& console) {
  const std::string conflict = flags.print_config ? "" : flags.conflict(console.json());
  if (!conflict.empty()) {
    console.error(conflict);
    return ExitCode::usage;
  }
  if (flags.scenario.scenario.empty() && flags.resume.empty()) {
    console.error("a scenario is required, or a snapshot to --resume; see: drover run --help");
    return ExitCode::usage;
  }
  std::optional<Snapshot> snapshot;
  const std::optional<LoadedInput> input = load_input(flags, snapshot, console);
  if (!input) return ExitCode::bad_input;
  if (flags.print_config) return print_result(console, pretty(input->scenario.resolved));
  std::optional<Simulator> simulator = prepare_or_report(*input, console);
  if (!simulator) return ExitCode::bad_input;
  if (const std::string problem = start(snapshot, input->scenario.def, *simulator); !problem.empty()) {
    console.error(problem);
    return ExitCode::bad_input;
  }
  const std::uint64_t first_step = simulator->world().state.tick;
  if (const std::string problem = SnapshotSaver::problem(flags.save_at, input->scenario.def, first_step);
      !problem.empty()) {
    console.error(problem);
    return ExitCode::usage;
  }
  simulator->use_threads(flags.threads.count());
  watch_for_interrupts();
  return Run(flags, input->scenario, std::move(*simulator), console).execute();
}

void add_flags(CLI::App& command, RunFlags& flags) {
  add_scenario_flags(command, flags.scenario);
  command.get_option("scenario")->required(false);
  command.add_option("-o,--out", flags.folder, "Folder for trace.csv and metrics.json")->type_name("DIR");
  command.add_option("--trace", flags.trace, "Trace file, .csv or .jsonl; - writes CSV to standard output")
      ->type_name("FILE")
      ->check(trace_name());
  command.add_option("--metrics", flags.metrics, "Metrics file; - writes to standard output")
      ->type_name("FILE");
  command
      .add_option("--trace-every", flags.trace_every,
                  "Write every so many steps, instead of the scenario's choice")
      ->type_name("N")
      ->transform(whole_number_from(1));
  command.add_option("--columns", flags.columns, "Trace columns; `drover list columns` names them")
      ->type_name("A,B,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--groups", flags.groups, "Trace only these groups")
      ->type_name("A,B,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--save-at", flags.save_at,
                  "Save the state of a time in seconds, to go on from; may be repeated")
      ->type_name("T FILE")
      ->allow_extra_args(false);
  command
      .add_option(
          "--resume", flags.resume,
          "Go on from a saved state; the scenario is the saved one unless given. Metrics and traces begin "
          "there, and columns about the steps before, such as ax and smoothed_heading, start anew; --steps "
          "counts from the start of the run that was saved")
      ->type_name("FILE");
  add_threads_flag(command, flags.threads);
  command.add_flag("--profile", flags.profile,
                   "Say where the time went: in each phase of a step, metrics and trace; also in the metrics "
                   "file, as timing.profile");
  command.add_flag("--print-config", flags.print_config,
                   "Print the scenario as it would run, every default explicit, and stop");
}

}  // namespace

void add_run_command(CommandLine& line) {
  auto flags = std::make_shared<RunFlags>();
  CLI::App* command = line.app.add_subcommand("run", "Simulate a scenario; write trace and metrics");
  command->footer(kExamples);
  add_flags(*command, *flags);
  command->callback(
      [&line, flags] { line.chosen = [flags](const Console& console) { return run(*flags, console); }; });
}

}  // namespace drover
