// drover diff A B: where two traces, metrics files, result folders or snapshots part.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "app/command.h"
#include "app/diff_inputs.h"
#include "app/diff_report.h"
#include "app/option_checks.h"
#include "app/snapshots.h"
#include "app/tolerance_flags.h"
#include "core/text.h"
#include "observe/metrics/metrics_file.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExamples =
    "Examples:\n"
    "  drover diff before/trace.csv after/trace.csv        the first step, agent and column that differ\n"
    "  drover diff before after                            the traces and the metrics of two runs\n"
    "  drover diff a.snapshot b.snapshot                   every number of two saved states\n"
    "  drover diff a.csv b.jsonl --abs 1e-9 --horizon 500  the first 500 steps, to a nanometer\n"
    "  drover diff before after --tolerance heading=0.01 --tolerance 'path_progress.*=0,1e-6'\n"
    "\n"
    "Two numbers agree when |B - A| <= ABS + REL * |A|. What only one of the two recorded (a column, a file) "
    "is\n"
    "named and not compared; a row or a metric that one lacks is a difference.\n"
    "Exit status: 0 the same, or within tolerance; 1 they differ; 3 one of them cannot be read.";

struct DiffFlags {
  std::string expected;
  std::string actual;
  std::vector<std::string> tolerances;
  double absolute = 0.0;
  double relative = 0.0;
  std::int64_t horizon = -1;  // -1: not given
  std::vector<std::string> columns;

  Tolerances all_tolerances() const;
};

Tolerances DiffFlags::all_tolerances() const {
  Tolerances all;
  all.set("*", {absolute, relative});
  add_tolerances(tolerances, all);
  return all;
}

// Why there is no answer.
struct Refusal {
  ExitCode code;
  std::string message;
};

struct OpenTrace {
  explicit OpenTrace(const std::string& path) : stream(path, std::ios::binary), rows(stream, path) {}

  std::ifstream stream;
  TraceFile rows;
};

// Paths of the same kind on both sides; empty where there is none.
struct PathPair {
  std::string expected;
  std::string actual;

  bool is_complete() const { return !expected.empty() && !actual.empty(); }
};

class Diff {
 public:
  explicit Diff(const DiffFlags& flags)
      : flags_(flags), tolerances_(flags.all_tolerances()), report_{flags.expected, flags.actual} {}

  std::optional<Refusal> run();
  const DiffReport& report() const { return report_; }

 private:
  std::optional<Refusal> find_inputs();
  void find_in_folders();
  void note_missing(const PathPair& pair);
  std::optional<Refusal> check_kind(InputKind kind) const;
  std::optional<Refusal> open();
  std::optional<Refusal> open_traces();
  std::optional<Refusal> read_metrics();
  std::optional<Refusal> read_snapshots();
  void compare_scenarios(SnapshotComparison& found) const;
  std::optional<Refusal> check_columns() const;
  std::optional<Refusal> check_tolerances() const;
  std::optional<Refusal> compare();

  const DiffFlags& flags_;
  Tolerances tolerances_;
  PathPair traces_;
  PathPair metrics_;
  PathPair snapshots_;
  std::unique_ptr<OpenTrace> expected_trace_, actual_trace_;
  Json expected_metrics_, actual_metrics_;
  Snapshot expected_snapshot_, actual_snapshot_;
  DiffReport report_;
};

// For messages: ", did you mean ...?".
std::string suggestion(std::string_view wanted, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view nearest = nearest_name(wanted, views);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

std::optional<Refusal> Diff::find_inputs() {
  const std::optional<InputKind> kind = input_kind(flags_.expected);
  const std::optional<InputKind> other = input_kind(flags_.actual);
  if (!kind || !other) {
    return Refusal{ExitCode::bad_input,
                   fmt::format("cannot read {}", kind ? flags_.actual : flags_.expected)};
  }
  if (*kind != *other) {
    return Refusal{ExitCode::usage,
                   fmt::format("{} is {} and {} is {}: only two of a kind can be compared", flags_.expected,
                               name_with_article(*kind), flags_.actual, name_with_article(*other))};
  }
  if (*kind == InputKind::trace) traces_ = {flags_.expected, flags_.actual};
  if (*kind == InputKind::metrics) metrics_ = {flags_.expected, flags_.actual};
  if (*kind == InputKind::snapshot) snapshots_ = {flags_.expected, flags_.actual};
  if (*kind == InputKind::folder) find_in_folders();
  return check_kind(*kind);
}

void Diff::find_in_folders() {
  const ResultPaths expected = find_results(flags_.expected);
  const ResultPaths actual = find_results(flags_.actual);
  traces_ = {expected.trace, actual.trace};
  metrics_ = {expected.metrics, actual.metrics};
  note_missing(traces_);
  note_missing(metrics_);
  if (flags_.horizon < 0 || !traces_.is_complete() || !metrics_.is_complete()) return;
  report_.notes.emplace_back("not compared: metrics, which are about whole runs and know no horizon");
  metrics_ = {};
}

void Diff::note_missing(const PathPair& pair) {
  if (pair.expected.empty() == pair.actual.empty()) return;
  report_.notes.push_back(fmt::format("not compared: {}, which only one has",
                                      pair.expected.empty() ? pair.actual : pair.expected));
}

// Whether there is anything to compare, and the options make sense for it.
std::optional<Refusal> Diff::check_kind(InputKind kind) const {
  if (!traces_.is_complete() && !metrics_.is_complete() && !snapshots_.is_complete()) {
    return Refusal{ExitCode::bad_input,
                   fmt::format("{} and {} have neither both a trace.csv nor both a metrics.json",
                               flags_.expected, flags_.actual)};
  }
  if (traces_.is_complete()) return std::nullopt;
  const std::string_view what = kind == InputKind::folder ? "; one of the folders has none" : "";
  if (flags_.horizon >= 0) return Refusal{ExitCode::usage, fmt::format("--horizon is for traces{}", what)};
  if (!flags_.columns.empty())
    return Refusal{ExitCode::usage, fmt::format("--columns is for traces{}", what)};
  return std::nullopt;
}

std::optional<Refusal> Diff::open_traces() {
  for (const auto& [path, trace] :
       {std::pair(&traces_.expected, &expected_trace_), std::pair(&traces_.actual, &actual_trace_)}) {
    *trace = std::make_unique<OpenTrace>(*path);
    if (!(*trace)->stream.is_open())
      return Refusal{ExitCode::bad_input, fmt::format("cannot read {}", *path)};
    if (const auto problem = (*trace)->rows.problem()) return Refusal{ExitCode::bad_input, *problem};
  }
  return check_columns();
}

std::optional<Refusal> Diff::check_columns() const {
  for (const OpenTrace* trace : {expected_trace_.get(), actual_trace_.get()}) {
    const auto columns = trace->rows.columns();
    for (const std::string& name : flags_.columns) {
      if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
      const std::string& path = trace == expected_trace_.get() ? traces_.expected : traces_.actual;
      return Refusal{ExitCode::usage, fmt::format("--columns: {} has no column \"{}\"{}", path, name,
                                                  suggestion(name, {columns.begin(), columns.end()}))};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> Diff::read_metrics() {
  for (const auto& [path, metrics] :
       {std::pair(&metrics_.expected, &expected_metrics_), std::pair(&metrics_.actual, &actual_metrics_)}) {
    std::string problem;
    std::optional<Json> file = read_metrics_file(*path, problem);
    if (!file) return Refusal{ExitCode::bad_input, problem};
    *metrics = std::move(*file);
  }
  return std::nullopt;
}

std::optional<Refusal> Diff::read_snapshots() {
  for (const auto& [path, snapshot] : {std::pair(&snapshots_.expected, &expected_snapshot_),
                                       std::pair(&snapshots_.actual, &actual_snapshot_)}) {
    SnapshotReading reading = read_snapshot(*path);
    if (!reading.snapshot) return Refusal{ExitCode::bad_input, reading.problem};
    *snapshot = std::move(*reading.snapshot);
  }
  return std::nullopt;
}

// A name that means nothing here would silently tolerate nothing.
std::optional<Refusal> Diff::check_tolerances() const {
  std::vector<std::string> known;
  for (const OpenTrace* trace : {expected_trace_.get(), actual_trace_.get()}) {
    if (trace == nullptr) continue;
    known.insert(known.end(), trace->rows.columns().begin(), trace->rows.columns().end());
  }
  for (const Json* metrics : {&expected_metrics_, &actual_metrics_}) {
    const std::vector<std::string> paths = tolerable_paths(*metrics);
    known.insert(known.end(), paths.begin(), paths.end());
  }
  for (const Snapshot* snapshot : {&expected_snapshot_, &actual_snapshot_}) {
    const std::vector<std::string> quantities = tolerable_quantities(*snapshot);
    known.insert(known.end(), quantities.begin(), quantities.end());
  }
  const std::string problem = unknown_tolerance(tolerances_, known);
  if (!problem.empty()) return Refusal{ExitCode::usage, problem};
  return std::nullopt;
}

std::optional<Refusal> Diff::open() {
  if (traces_.is_complete()) {
    if (auto refusal = open_traces()) return refusal;
  }
  if (metrics_.is_complete()) {
    if (auto refusal = read_metrics()) return refusal;
  }
  if (snapshots_.is_complete()) {
    if (auto refusal = read_snapshots()) return refusal;
  }
  return check_tolerances();
}

// What is only recorded or expected may differ.
void Diff::compare_scenarios(SnapshotComparison& found) const {
  found.scenario_paths = differing_paths(expected_snapshot_, actual_snapshot_);
  if (found.scenario_paths.empty() && expected_snapshot_.scenario_hash != actual_snapshot_.scenario_hash) {
    found.notes.emplace_back(
        "the scenarios differ in nothing that moves agents: in what is recorded or expected, or how long "
        "they "
        "last");
  }
}

std::optional<Refusal> Diff::compare() {
  if (snapshots_.is_complete()) {
    SnapshotComparison found = compare_snapshots(expected_snapshot_, actual_snapshot_, tolerances_);
    compare_scenarios(found);
    report_.snapshot = {snapshots_.expected, snapshots_.actual, std::move(found)};
  }
  if (traces_.is_complete()) {
    TraceComparisonOptions options{.tolerances = tolerances_, .columns = flags_.columns};
    if (flags_.horizon >= 0) options.horizon = static_cast<std::uint64_t>(flags_.horizon);
    TraceComparison found = compare_traces(expected_trace_->rows, actual_trace_->rows, options);
    if (found.problem) return Refusal{ExitCode::bad_input, *found.problem};
    if (found.columns.empty() &&
        !(found.expected.only_columns.empty() && found.actual.only_columns.empty())) {
      return Refusal{ExitCode::bad_input,
                     fmt::format("{} and {} have no column in common beside step, time and agent",
                                 traces_.expected, traces_.actual)};
    }
    report_.trace = {traces_.expected, traces_.actual, std::move(found)};
  }
  if (metrics_.is_complete()) {
    report_.metrics = {metrics_.expected, metrics_.actual,
                       compare_metrics_files(expected_metrics_, actual_metrics_, tolerances_)};
  }
  return std::nullopt;
}

std::optional<Refusal> Diff::run() {
  if (auto refusal = find_inputs()) return refusal;
  if (auto refusal = open()) return refusal;
  return compare();
}

ExitCode diff(const DiffFlags& flags, const Console& console) {
  Diff comparison(flags);
  if (const std::optional<Refusal> refusal = comparison.run()) {
    console.error(refusal->message);
    return refusal->code;
  }
  const DiffReport& report = comparison.report();
  const ExitCode code = report.agrees() ? ExitCode::ok : ExitCode::no;
  if (console.json()) return print_result(console, pretty(to_json(report)), code);
  return console.quiet() ? code : print_result(console, format_human(report), code);
}

}  // namespace

void add_diff_command(CommandLine& line) {
  auto flags = std::make_shared<DiffFlags>();
  CLI::App* command =
      line.app.add_subcommand("diff", "Compare two traces, metrics files, result folders or snapshots");
  command->footer(kExamples);
  command
      ->add_option("a", flags->expected, "Trace, metrics file, result folder or snapshot: what is expected")
      ->required()
      ->type_name("A");
  command->add_option("b", flags->actual, "What is compared with it")->required()->type_name("B");
  add_tolerance_flag(
      *command, flags->tolerances,
      "How far a column, a metric or a quantity may be off; NAME may end in *; may be repeated");
  constexpr double kLargest = std::numeric_limits<double>::max();
  command->add_option("--abs", flags->absolute, "How far any number may be off")
      ->type_name("X")
      ->check(number_between(0.0, kLargest));
  command->add_option("--rel", flags->relative, "The same as a fraction of the expected number")
      ->type_name("X")
      ->check(number_between(0.0, kLargest));
  command->add_option("--horizon", flags->horizon, "Compare traces up to this step")
      ->type_name("STEP")
      ->transform(whole_number_from(0));
  command->add_option("--columns", flags->columns, "Compare these trace columns only")
      ->type_name("A,B,...")
      ->delimiter(',');
  command->callback(
      [&line, flags] { line.chosen = [flags](const Console& console) { return diff(*flags, console); }; });
}

}  // namespace drover
