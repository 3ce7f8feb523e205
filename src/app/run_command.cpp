// drover run SCENARIO: simulates; writes trace and metrics; prints a short summary.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/agent_count.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/run_profile.h"
#include "app/run_setup.h"
#include "app/scenario_input.h"
#include "app/snapshots.h"
#include "core/hash.h"
#include "core/text.h"
#include "observe/metrics/expectations.h"
#include "observe/metrics/metrics_file.h"
#include "observe/record/json_file.h"
#include "observe/record/trace_writer.h"

namespace drover {
namespace {

// Arguments may be any bytes.
std::string json_text(const std::vector<std::string>& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// The recording options replace those of the scenario, through the same checks.
ScenarioOptions with_recording(const RunCommandOptions& options) {
  ScenarioOptions all = options.scenario;
  std::vector<std::string>& set = all.changes.set;
  if (options.trace_every) set.push_back(fmt::format("record.trace.every={}", *options.trace_every));
  if (!options.columns.empty()) set.push_back("record.trace.columns=" + json_text(options.columns));
  if (!options.groups.empty()) set.push_back("record.trace.groups=" + json_text(options.groups));
  return all;
}

// Where the trace and the metrics go; empty: nowhere.
std::string trace_path(const RunCommandOptions& options) {
  const bool is_in_folder = options.trace.empty() && !options.folder.empty();
  return is_in_folder ? options.folder + "/trace.csv" : options.trace;
}
std::string metrics_path(const RunCommandOptions& options) {
  const bool is_in_folder = options.metrics.empty() && !options.folder.empty();
  return is_in_folder ? options.folder + "/metrics.json" : options.metrics;
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

// Why the outputs would destroy each other or the scenario, or empty.
std::string output_conflict(const RunCommandOptions& options, bool json) {
  const std::string trace_file = trace_path(options);
  const std::string metrics_file = metrics_path(options);
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
  for (const auto& [time, path] : options.save_at) {
    if (path == "-") return "a snapshot goes to a file, not to standard output";
    const auto is_same = [&path = path](const std::string& file) { return lead_to_one_file(path, file); };
    if (std::any_of(files.begin(), files.end(), is_same))
      return fmt::format("two outputs cannot both go to {}", path);
    files.push_back(path);
  }
  for (const std::string& path : files) {
    if (is_overwritten_by(options.scenario.file, path))
      return fmt::format("{} would overwrite the scenario", path);
  }
  return {};
}

// One run from its start to its published results.
class Run {
 public:
  Run(const RunCommandOptions& options, const LoadedScenario& scenario, Simulator simulator,
      const Console& console)
      : options_(options),
        scenario_(scenario),
        simulator_(std::move(simulator)),
        console_(console),
        agents_(simulator_.world().present_count()) {
    // Metrics can cost as much as the steps: only those somebody will see.
    const bool wanted = !metrics_path(options).empty() || console.json() || !scenario.def.expect.empty();
    if (wanted) metrics_.emplace(scenario.def.record, simulator_);
    if (!options.resume.empty()) resumed_at_ = simulator_.world().tick;
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
  bool is_complete() const { return !failure_ && simulator_.world().tick == step_count(); }

  const RunCommandOptions& options_;
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
  const std::string trace = trace_path(options_);
  const std::string metrics = metrics_path(options_);
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
  if (Failure failure = saver_.open(options_.save_at, scenario_)) return failure;
  return metrics.empty() ? Failure{} : metrics_file_.open(metrics);
}

Failure Run::simulate() {
  Progress progress(console_, step_count());
  if (Failure failure = observe()) return failure;
  while (simulator_.world().tick < step_count() && interrupt_signal() == 0) {
    failure_ = simulator_.step(&profile_.steps);
    if (failure_) break;
    if (Failure failure = observe()) return failure;
    progress.update(simulator_.world().tick);
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
  p.scenario_file = options_.scenario.file;
  p.scenario_hash = scenario_.hash;
  p.seed = simulator_.world().seed;
  p.overrides = overrides(options_.scenario.changes);
  p.steps = simulator_.world().tick;
  p.dt = simulator_.world().dt;
  p.state_hash = simulator_.hash();
  p.resumed_at = resumed_at_;
  p.complete = is_complete();
  return p;
}

nlohmann::ordered_json Run::timing() const {
  const WorkCounters& counters = simulator_.counters();
  nlohmann::ordered_json timing = profile_.steps.report(counters.agent_steps);
  if (options_.profile) timing["profile"] = profile_.to_json(counters);
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
  const nlohmann::ordered_json times = timing();
  const nlohmann::ordered_json document =
      to_json(MetricsDocument{made, results, simulator_.counters(), verdicts, &times});
  if (metrics_file_.is_open()) {
    Failure failure = metrics_file_.write(pretty(document));
    if (!failure) failure = made.complete ? metrics_file_.commit() : metrics_file_.keep_incomplete();
    if (failure) return output_failed(*failure);
  }
  summarize(verdicts);
  ExitCode code = all_pass(verdicts) ? ExitCode::ok : ExitCode::no;
  if (!is_complete()) code = failure_ ? ExitCode::run_failed : code_of_interrupt();
  const bool is_printed = metrics_path(options_) == "-";
  return console_.json() && !is_printed ? print_result(console_, pretty(document), code) : code;
}

void Run::summarize(std::span<const Verdict> verdicts) const {
  if (failure_) {
    console_.error(fmt::format("the {} of agent {} is no longer finite in step {}; the run ended there",
                               failure_->quantity, failure_->agent_number, failure_->tick + 1));
  }
  if (!failure_ && !is_complete()) {
    console_.warning(
        fmt::format("interrupted after step {}; results are marked incomplete", simulator_.world().tick));
  }
  const double seconds = profile_.steps.frame().total();
  const double rate = seconds > 0.0 ? static_cast<double>(simulator_.counters().agent_steps) / seconds : 0.0;
  console_.info(fmt::format("{}: {}, {} ({:.6g} s), seed {}, state {}", scenario_.def.name, agents_.text(),
                            counted(simulator_.world().tick, "step"), simulator_.world().time(),
                            simulator_.world().seed, hex(simulator_.hash())));
  console_.info(fmt::format("{:.2f} s of stepping, {:.3g} agent steps/s", seconds, rate));
  if (options_.profile) {
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
  for (const std::string& path : {trace_path(options_), metrics_path(options_)}) {
    if (!path.empty() && path != "-") console_.info(fmt::format("wrote {}{}", path, suffix));
  }
  for (const std::string& path : saver_.saved())
    console_.info(fmt::format("wrote {}", path));
  if (is_complete() && options_.trace.empty() && !options_.folder.empty()) {
    console_.info(fmt::format("picture: drover render {0}/trace.csv -o {0}/trails.svg", options_.folder));
  }
}

ExitCode Run::output_failed(const std::string& message) const {
  console_.error(message);
  return ExitCode::bad_output;
}

std::optional<LoadedInput> load_input(const RunCommandOptions& options, std::optional<Snapshot>& snapshot,
                                      const Console& console) {
  if (options.resume.empty()) return load_or_report(with_recording(options), console);
  std::optional<ResumedInput> resumed =
      load_snapshot_or_report(options.resume, with_recording(options), console);
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

}  // namespace

ExitCode execute(const RunCommandOptions& options, const Console& console) {
  const std::string conflict = options.print_config ? "" : output_conflict(options, console.json());
  if (!conflict.empty()) {
    console.error(conflict);
    return ExitCode::usage;
  }
  if (options.scenario.file.empty() && options.resume.empty()) {
    console.error("a scenario is required, or a snapshot to --resume; see: drover run --help");
    return ExitCode::usage;
  }
  std::optional<Snapshot> snapshot;
  const std::optional<LoadedInput> input = load_input(options, snapshot, console);
  if (!input) return ExitCode::bad_input;
  if (options.print_config) return print_result(console, pretty(input->scenario.resolved));
  std::optional<Simulator> simulator = prepare_or_report(*input, console);
  if (!simulator) return ExitCode::bad_input;
  if (const std::string problem = start(snapshot, input->scenario.def, *simulator); !problem.empty()) {
    console.error(problem);
    return ExitCode::bad_input;
  }
  const std::uint64_t first_step = simulator->world().tick;
  if (const std::string problem = SnapshotSaver::problem(options.save_at, input->scenario.def, first_step);
      !problem.empty()) {
    console.error(problem);
    return ExitCode::usage;
  }
  simulator->use_threads(thread_count(options.threads));
  watch_for_interrupts();
  return Run(options, input->scenario, std::move(*simulator), console).execute();
}

}  // namespace drover
