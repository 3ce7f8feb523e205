// drover run SCENARIO: simulates; writes trace and metrics; prints a short summary.
#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/run_setup.h"
#include "core/hash.h"
#include "observe/expectations.h"
#include "observe/metrics_file.h"
#include "observe/step_timer.h"
#include "observe/trace_writer.h"

namespace drover {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  drover run scenario.jsonc -o out                       out/trace.csv and out/metrics.json\n"
    "  drover run scenario.jsonc --set agents.0.count=50 --seed 3 --metrics -\n"
    "  drover run scenario.jsonc --trace - --trace-every 10 --columns step,agent,x,y > positions.csv\n";

struct RunFlags {
  ScenarioFlags scenario;
  std::string folder;
  std::string trace;
  std::string metrics;
  std::int64_t trace_every = 0;
  std::vector<std::string> columns;
  std::vector<std::string> groups;
  bool print_config = false;

  // The recording options replace those of the scenario, through the same checks.
  ScenarioFlags with_recording() const {
    ScenarioFlags all = scenario;
    if (trace_every > 0) all.set.push_back(fmt::format("record.trace.every={}", trace_every));
    if (!columns.empty()) all.set.push_back("record.trace.columns=" + nlohmann::json(columns).dump());
    if (!groups.empty()) all.set.push_back("record.trace.groups=" + nlohmann::json(groups).dump());
    return all;
  }
};

std::string describe_failure(const Verdict& verdict) {
  const std::string value = verdict.value.number ? fmt::format("{}", *verdict.value.number) : "absent";
  std::string limits;
  if (verdict.at_least) limits += fmt::format(", at least {}", *verdict.at_least);
  if (verdict.at_most) limits += fmt::format(", at most {}", *verdict.at_most);
  return fmt::format("expectation not met: {} is {}{} expected", verdict.metric, value, limits);
}

// One run from its start to its published results.
class Run {
 public:
  Run(const RunFlags& flags, const LoadedScenario& scenario, Simulator simulator, const Console& console)
      : flags_(flags),
        scenario_(scenario),
        simulator_(std::move(simulator)),
        console_(console),
        metrics_(scenario.def.record, simulator_),
        timer_(simulator_.world().agents.size()) {}

  ExitCode execute() {
    if (const Failure failure = open_outputs()) return output_failed(*failure);
    if (const Failure failure = simulate()) return output_failed(*failure);
    return publish();
  }

 private:
  Failure open_outputs();
  Failure simulate();
  Failure observe();
  ExitCode publish();
  ExitCode output_failed(const std::string& message) const;
  Provenance provenance() const;
  void summarize(std::span<const Verdict> verdicts) const;
  bool is_complete() const { return !failure_ && interrupt_signal() == 0; }

  const RunFlags& flags_;
  const LoadedScenario& scenario_;
  Simulator simulator_;
  const Console& console_;
  MetricSet metrics_;
  StepTimer timer_;
  std::optional<TraceWriter> trace_;
  OutputFile metrics_file_;
  std::optional<StepFailure> failure_;
};

// Everything is created before the first step, so that a bad path costs nothing.
Failure Run::open_outputs() {
  const bool folder = !flags_.folder.empty();
  const std::string trace = !flags_.trace.empty() ? flags_.trace : folder ? flags_.folder + "/trace.csv" : "";
  const std::string metrics = !flags_.metrics.empty() ? flags_.metrics : folder ? flags_.folder + "/metrics.json" : "";
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
  return metrics.empty() ? Failure{} : metrics_file_.open(metrics);
}

Failure Run::simulate() {
  const auto steps = static_cast<std::uint64_t>(scenario_.def.step_count());
  Progress progress(console_, steps);
  if (Failure failure = observe()) return failure;
  while (simulator_.world().tick < steps && is_complete()) {
    failure_ = simulator_.step(&timer_);
    if (failure_) break;
    if (Failure failure = observe()) return failure;
    progress.update(simulator_.world().tick);
  }
  return std::nullopt;
}

Failure Run::observe() {
  metrics_.observe(simulator_);
  return trace_ ? trace_->observe(simulator_) : Failure{};
}

Provenance Run::provenance() const {
  Provenance p;
  p.scenario_name = scenario_.def.name;
  p.scenario_file = flags_.scenario.scenario;
  p.scenario_hash = scenario_.hash;
  p.seed = simulator_.world().seed;
  p.overrides = flags_.scenario.set;
  p.steps = simulator_.world().tick;
  p.dt = simulator_.world().dt;
  p.state_hash = simulator_.hash();
  p.complete = is_complete();
  return p;
}

ExitCode Run::publish() {
  const Provenance made = provenance();
  const MetricResults results = metrics_.results();
  const std::vector<Verdict> verdicts = judge(scenario_.def.expect, results);
  const nlohmann::ordered_json document =
      to_json(MetricsDocument{made, results, simulator_.counters(), verdicts, timer_.report()});
  if (trace_) {
    if (const Failure failure = trace_->finish(simulator_, made, scenario_.resolved)) return output_failed(*failure);
  }
  if (metrics_file_.is_open()) {
    Failure failure = metrics_file_.write(pretty(document));
    if (!failure) failure = made.complete ? metrics_file_.commit() : metrics_file_.keep_incomplete();
    if (failure) return output_failed(*failure);
  }
  summarize(verdicts);
  ExitCode code = all_pass(verdicts) ? ExitCode::ok : ExitCode::no;
  if (failure_) code = ExitCode::run_failed;
  if (interrupt_signal() == SIGINT) code = ExitCode::interrupted;
  if (interrupt_signal() == SIGTERM) code = ExitCode::terminated;
  return console_.json() ? print_result(console_, pretty(document), code) : code;
}

void Run::summarize(std::span<const Verdict> verdicts) const {
  if (failure_) {
    console_.error(fmt::format("the {} of agent {} is no longer finite in step {}; the run ended there",
                               failure_->quantity, failure_->agent_number, failure_->tick + 1));
  }
  if (interrupt_signal() != 0) {
    console_.warning(fmt::format("interrupted after step {}; results are marked incomplete", simulator_.world().tick));
  }
  const double seconds = timer_.frame().total();
  const double rate = seconds > 0.0 ? static_cast<double>(simulator_.counters().agent_steps) / seconds : 0.0;
  console_.info(fmt::format("{}: {} agents, {} steps ({:.6g} s), seed {}, state {}", scenario_.def.name,
                            simulator_.world().agents.size(), simulator_.world().tick, simulator_.world().time(),
                            simulator_.world().seed, hex(simulator_.hash())));
  console_.info(fmt::format("{:.2f} s of stepping, {:.3g} agent steps/s", seconds, rate));
  for (const Verdict& verdict : verdicts) {
    if (!verdict.pass) console_.error(describe_failure(verdict));
  }
  if (!flags_.folder.empty()) {
    console_.info(fmt::format("wrote {0}/trace.csv and {0}/metrics.json; picture: drover render {0}/trace.csv -o {0}/trails.svg",
                              flags_.folder));
  }
}

ExitCode Run::output_failed(const std::string& message) const {
  console_.error(message);
  return ExitCode::bad_output;
}

ExitCode run(const RunFlags& flags, const Console& console) {
  const std::optional<LoadedInput> input = load_or_report(flags.with_recording(), console);
  if (!input) return ExitCode::bad_input;
  if (flags.print_config) return print_result(console, pretty(input->scenario.resolved));
  std::optional<Simulator> simulator = prepare_or_report(*input, console);
  if (!simulator) return ExitCode::bad_input;
  return Run(flags, input->scenario, std::move(*simulator), console).execute();
}

void add_flags(CLI::App& command, RunFlags& flags) {
  add_scenario_flags(command, flags.scenario);
  command.add_option("-o,--out", flags.folder, "Folder for trace.csv and metrics.json")->type_name("DIR");
  command.add_option("--trace", flags.trace, "Trace file, .csv or .jsonl; - writes CSV to standard output")
      ->type_name("FILE");
  command.add_option("--metrics", flags.metrics, "Metrics file; - writes to standard output")->type_name("FILE");
  command.add_option("--trace-every", flags.trace_every, "Write every so many steps, instead of the scenario's choice")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command.add_option("--columns", flags.columns, "Trace columns; `drover list columns` names them")
      ->type_name("A,B,...")
      ->delimiter(',');
  command.add_option("--groups", flags.groups, "Trace only these groups")->type_name("A,B,...")->delimiter(',');
  command.add_flag("--print-config", flags.print_config,
                   "Print the scenario as it would run, every default explicit, and stop");
}

}  // namespace

void add_run_command(CommandLine& line) {
  auto flags = std::make_shared<RunFlags>();
  CLI::App* command = line.app.add_subcommand("run", "Simulate a scenario; write trace and metrics");
  command->footer(kExamples);
  add_flags(*command, *flags);
  command->callback([&line, flags] {
    line.chosen = [flags](const Console& console) { return run(*flags, console); };
  });
}

}  // namespace drover
