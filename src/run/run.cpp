#include "run/run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "core/hash.h"
#include "observe/metrics/metrics_file.h"
#include "observe/record/json_file.h"
#include "run/output_conflict.h"
#include "run/prepare.h"

namespace drover {

namespace {

// Bytes of data that the system lets the process have.
std::uint64_t memory_limit() {
  rlimit data{};
  const bool is_known = ::getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur != RLIM_INFINITY;
  return is_known ? data.rlim_cur : std::numeric_limits<std::uint64_t>::max();
}

// The size is a forecast: what is sure to be too much is refused before the first step.
Failure refuse_too_large(std::string_view what, const TableSize& size) {
  constexpr std::uint64_t kDoubt = 2, kMega = 1'000'000;
  if (size.bytes / kDoubt > output_left())
    return fmt::format("{} would have {} rows, about {} MB, more than --max-output allows", what, size.rows,
                       size.bytes / kMega);
  if (size.memory / kDoubt > memory_limit())
    return fmt::format(
        "{} would have {} rows, which take about {} MB of memory until the file is written at the end, more "
        "than "
        "--max-memory allows",
        what, size.rows, size.memory / kMega);
  return std::nullopt;
}

}  // namespace

std::string describe(const StepFailure& failure) {
  return fmt::format("the {} of {} is no longer finite in step {}", failure.quantity,
                     body_text(failure.agent_number), failure.tick + 1);
}

std::string body_text(std::int64_t number) {
  return number < kFirstAnchorNumber
             ? fmt::format("agent {}", number)
             : fmt::format("the anchor of formation {}, counted from 0", number - kFirstAnchorNumber);
}

nlohmann::ordered_json metrics_document(const RunResult& result) {
  MetricsDocument document{result.provenance, result.metrics, result.counters, result.verdicts};
  document.tables = result.tables;
  if (result.timing == Timing::none) return to_json(document);
  nlohmann::ordered_json timing = result.profile.steps.report(result.counters.agent_steps);
  timing["threads"] = result.threads;
  if (result.timing == Timing::profile) timing["profile"] = result.profile.to_json(result.counters);
  document.timing = &timing;
  return to_json(document);
}

Run::Run(const LoadedScenario& scenario, Simulator simulator, RunOptions options)
    : scenario_(&scenario), simulator_(std::move(simulator)), options_(std::move(options)) {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = options_.threads > 0 ? options_.threads : processors;
  if (threads > 1) simulator_.use_threads(threads);
}

std::optional<Run> Run::prepare(const LoadedScenario& scenario, RunOptions options, Diagnostics& diagnostics,
                                std::shared_ptr<const Statics> like) {
  std::optional<Simulator> simulator = prepare_simulator(scenario, diagnostics, std::move(like));
  if (!simulator) return std::nullopt;
  return Run(scenario, std::move(*simulator), std::move(options));
}

std::string Run::resume(Snapshot snapshot) {
  const std::uint64_t tick = snapshot.state.tick;
  if (tick > last_tick())
    return fmt::format("the snapshot is of step {} and the run ends with step {}", tick, last_tick());
  resumed_at_ = tick;
  return restore(std::move(snapshot), simulator_);
}

std::string Run::snapshot_problem() const {
  return SnapshotSaver::problem(options_.snapshots, scenario_->def, simulator_.world().state.tick);
}

RunResult Run::execute(const RunControl& control) {
  RunResult result;
  output_failure_ = open_outputs();
  if (!output_failure_ && trace_ && control.trace_opened) control.trace_opened(trace_->expected_size());
  result.end = output_failure_ ? RunEnd::output_failed : advance_to(last_tick(), control);
  result.step_failure = step_failure_;
  if (!output_failure_) publish(result);
  if (output_failure_) {
    result.end = RunEnd::output_failed;
    result.output_problem = *output_failure_;
  }
  return result;
}

RunEnd Run::advance_to(std::uint64_t tick, const RunControl& control) {
  WorkerPool& workers = simulator_.workers();
  workers.stop_when(control.is_stopped);
  RunEnd end = RunEnd::stopped;
  try {
    end = step_to(tick, control);
  } catch (const WorkStopped&) {
    is_torn_ = true;
  }
  workers.stop_when({});
  return end;
}

RunEnd Run::step_to(std::uint64_t tick, const RunControl& control) {
  const World& world = simulator_.world();
  if (!is_begun_) {
    is_begun_ = true;
    observed_tick_ = world.state.tick;
    agents_ = AgentCount::beginning_with(world.present_count());
    if ((output_failure_ = observe())) return RunEnd::output_failed;
  }
  PhaseListener* listener = options_.timing == Timing::none ? nullptr : &profile_.steps;
  while (world.state.tick < tick) {
    if (control.is_stopped && control.is_stopped()) return RunEnd::stopped;
    if ((step_failure_ = simulator_.step(listener))) return RunEnd::step_failed;
    if ((output_failure_ = observe())) return RunEnd::output_failed;
    if (control.step_ended) control.step_ended(world.state.tick);
  }
  return RunEnd::complete;
}

Failure Run::open_outputs() {
  for (const std::string& path : {options_.trace, options_.metrics}) {
    if (path.empty() || path == "-") continue;
    if (Failure failure = prepare_folder(path)) return failure;
  }
  // Metrics can cost as much as the steps: they are observed only where they are used.
  const bool has_expectations = !options_.ignores_expectations && !scenario_->def.expect.empty();
  const bool needs_metrics = options_.observes_metrics || !options_.metrics.empty() || has_expectations;
  if (needs_metrics) {
    const RecordDef& record = scenario_->def.record;
    const Dimensions dimensions = scenario_->def.world.space();
    metrics_.emplace(options_.measures_all ? possible_metrics(record, dimensions)
                                           : measured_metrics(record, scenario_->def.expect, dimensions),
                     simulator_);
    TableSize rows = metrics_->expected_size(last_tick());
    if (options_.metrics.empty()) rows.bytes = 0;
    if (Failure failure = refuse_too_large("the tables of metrics", rows)) return failure;
  }
  if (!options_.trace.empty()) {
    const TraceDef& record = scenario_->def.record.trace;
    TraceSpec spec = {.path = options_.trace,
                      .choices = options_.trace_choices,
                      .every = options_.trace_every ? options_.trace_every : record.every,
                      .steps = last_tick(),
                      .columns = options_.trace_columns.empty() ? record.columns : options_.trace_columns,
                      .groups = record.groups,
                      .fake_orientation = record.fake_orientation,
                      .durability = options_.durability,
                      .scenario = scenario_->def.name};
    if (spec.choices.run_id.empty()) spec.choices.run_id = hex(scenario_->hash);
    trace_ = std::make_unique<TraceWriter>();
    if (Failure failure = trace_->open(spec, simulator_)) return failure;
    if (Failure failure = refuse_too_large("the trace", trace_->expected_size())) return failure;
  }
  if (Failure failure = snapshots_.open(options_.snapshots, *scenario_)) return failure;
  return options_.metrics.empty() ? Failure{} : open_metrics();
}

// Rows stand in files beside the metrics file; where that goes to a stream or a device there are none.
Failure Run::open_metrics() {
  const RecordDef& record = scenario_->def.record;
  if (Failure failure = metrics_file_.open(options_.metrics, options_.durability)) return failure;
  if (metrics_file_.is_direct()) return std::nullopt;
  if (record.agents_table) metrics_->add_agents_table(*record.agents_table, simulator_);
  if (Failure failure = tables_.open(options_.metrics, metrics_->tables(), record.tables, options_.durability,
                                     options_.trace_choices.csv_reader))
    return failure;
  std::vector<std::string> paths = output_files(options_);
  std::ranges::copy(tables_.paths(), std::back_inserter(paths));
  const std::optional<std::string> doubled = doubled_output(paths);
  return doubled ? Failure(fmt::format("two outputs cannot both go to {}", *doubled)) : std::nullopt;
}

Failure Run::observe() {
  agents_.observe(simulator_.world().present_count());
  for (const auto& observer : observers_)
    observer(simulator_);
  if (metrics_) {
    const Stopwatch watch(measured(profile_.metrics));
    metrics_->observe(simulator_);
  }
  if (Failure failure = snapshots_.observe(simulator_)) return failure;
  if (trace_) {
    const Stopwatch watch(measured(profile_.trace));
    if (Failure failure = trace_->observe(simulator_)) return failure;
  }
  observed_tick_ = simulator_.world().state.tick;
  return std::nullopt;
}

// Fills the result and publishes the trace and the metrics file, in this order: the metrics file says how
// long the trace took.
void Run::publish(RunResult& result) {
  result.provenance = provenance(result.is_complete());
  result.counters = simulator_.counters();
  result.tables = tables_.infos();
  result.agents = agents_;
  result.timing = options_.timing;
  result.threads = simulator_.workers().size();
  if (metrics_) result.metrics = metrics_->results();
  if (!options_.ignores_expectations)
    result.verdicts = judge(scenario_->def.expect, result.metrics, result.counters);
  if (trace_) {
    const Stopwatch watch(measured(profile_.trace));
    if (!is_torn_) output_failure_ = trace_->observe_last(simulator_);
    if (!output_failure_) output_failure_ = trace_->finish(result.provenance, *scenario_->resolved);
    if (output_failure_) return;
    result.notes = trace_->notes();
  }
  result.profile = profile_;
  // The metrics file comes last: with it the results are there.
  if (!tables_.paths().empty() &&
      (output_failure_ = tables_.publish(metrics_->tables(), result.is_complete())))
    return;
  if (metrics_file_.is_open()) {
    output_failure_ = metrics_file_.write(pretty(metrics_document(result)));
    if (!output_failure_) output_failure_ = metrics_file_.publish(result.is_complete());
  }
  result.files = written_files(result.is_complete());
}

Provenance Run::provenance(bool is_complete) const {
  Provenance p;
  p.scenario_name = scenario_->def.name;
  p.scenario_file = options_.source.file;
  p.scenario_hash = scenario_->hash;
  p.seed = simulator_.world().model().seed;
  p.overrides = overrides(options_.source.changes);
  p.steps = observed_tick_;
  p.dt = simulator_.world().model().dt;
  if (!is_torn_) p.state_hash = simulator_.hash();
  p.resumed_at = resumed_at_;
  p.complete = is_complete;
  return p;
}

std::vector<std::string> Run::written_files(bool is_complete) const {
  std::vector<std::string> files;
  for (const std::string& path : {options_.trace, options_.metrics}) {
    if (!path.empty() && path != "-") files.push_back(published_path(path, is_complete));
  }
  if (trace_ && !trace_->projectiles_path().empty())
    files.insert(files.begin() + 1, published_path(trace_->projectiles_path(), is_complete));
  for (const std::string& path : tables_.paths())
    files.push_back(published_path(path, is_complete));
  files.insert(files.end(), snapshots_.saved().begin(), snapshots_.saved().end());
  return files;
}

}  // namespace drover
