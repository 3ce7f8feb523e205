// drover diff A B: where two traces, metrics files, result folders or snapshots part.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "app/diff_inputs.h"
#include "app/diff_report.h"
#include "app/option_checks.h"
#include "app/picture_output.h"
#include "app/replay_report.h"
#include "app/suggestion.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "observe/read/trace_input.h"
#include "observe/record/json_file.h"
#include "run/result_json.h"
#include "run/result_set.h"
#include "run/snapshots.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// Why there is no answer.
struct Refusal {
  ExitCode code;
  std::string message;
};

struct OpenTrace {
  OpenTrace(std::unique_ptr<std::istream> text, const std::string& path)
      : stream(std::move(text)), rows(*stream, path) {}

  std::unique_ptr<std::istream> stream;
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
  explicit Diff(const DiffCommandOptions& options)
      : options_(options), report_{options.expected, options.actual} {
    // Tolerances for one name take precedence over the one for every number.
    tolerances_.set("*", {options.absolute, options.relative});
    for (const auto& [pattern, tolerance] : options.tolerances.by_pattern())
      tolerances_.set(pattern, tolerance);
  }

  std::optional<Refusal> run() {
    std::optional<Refusal> refusal = find_inputs();
    if (!refusal && traces_.is_complete()) refusal = open_traces();
    if (!refusal && metrics_.is_complete()) refusal = read_metrics();
    if (!refusal && snapshots_.is_complete()) refusal = read_snapshots();
    if (!refusal) refusal = check_tolerances();
    return refusal ? refusal : compare();
  }

  const DiffReport& report() const { return report_; }

  // Both runs in one page, which opens where they part.
  std::optional<Refusal> write_page(const Console& console) const {
    if (!report_.trace)
      return Refusal{ExitCode::usage,
                     "-o: a page plays traces, and these are none: \"drover run -o\" writes them"};
    OutputFile file;
    if (Failure failure = open_picture(options_.page, file)) return Refusal{ExitCode::bad_output, *failure};
    ExitCode problem_code = ExitCode::bad_input;
    const std::optional<RecordedReplay> expected = read_replay(traces_.expected, console, problem_code);
    const std::optional<RecordedReplay> actual =
        expected ? read_replay(traces_.actual, console, problem_code) : std::nullopt;
    if (!actual) return Refusal{problem_code, "there is no page"};
    ReplayPanel panel{.runs = {}, .labels = {options_.expected, options_.actual}};
    panel.title = fmt::format("{} and {}", options_.expected, options_.actual);
    panel.status = report_.agrees() ? "ok" : "differs";
    panel.text = report_.agrees() ? "The traces agree." : "";
    panel.command =
        fmt::format("drover diff {} {}", shell_word(options_.expected), shell_word(options_.actual));
    if (const std::optional<Difference>& first = report_.trace->comparison.divergence.first()) {
      panel.time = static_cast<double>(first->step) * expected->replay.dt;
      panel.agent = first->agent;
      panel.text = fmt::format("The first difference is in step {}: {}.", first->step, first->quantity);
    }
    Failure failure = file.write(pair_page(*expected, *actual, std::move(panel)).html());
    if (!failure) failure = file.commit();
    if (failure) return Refusal{ExitCode::bad_output, *failure};
    console.info(fmt::format("wrote {}", file.path()));
    return std::nullopt;
  }

 private:
  std::optional<Refusal> find_inputs() {
    const std::optional<InputKind> kind = input_kind(options_.expected);
    const std::optional<InputKind> other = input_kind(options_.actual);
    if (!kind || !other)
      return Refusal{ExitCode::bad_input,
                     fmt::format("cannot read {}", kind ? options_.actual : options_.expected)};
    if (*kind != *other)
      return Refusal{ExitCode::usage, fmt::format("{} is {} and {} is {}: only two of a kind can be compared",
                                                  options_.expected, name_with_article(*kind),
                                                  options_.actual, name_with_article(*other))};
    if (*kind == InputKind::trace) traces_ = {options_.expected, options_.actual};
    if (*kind == InputKind::metrics) metrics_ = {options_.expected, options_.actual};
    if (*kind == InputKind::snapshot) snapshots_ = {options_.expected, options_.actual};
    if (*kind == InputKind::folder) find_in_folders();
    return check_kind(*kind);
  }

  void find_in_folders() {
    const ResultPaths expected = find_results(options_.expected);
    const ResultPaths actual = find_results(options_.actual);
    traces_ = {expected.trace, actual.trace};
    metrics_ = {expected.metrics, actual.metrics};
    for (const ResultPaths& results : {expected, actual}) {
      const std::string mismatch = result_mismatch(results.trace, results.metrics);
      if (!mismatch.empty()) report_.notes.push_back(mismatch);
    }
    note_missing(traces_);
    note_missing(metrics_);
    if (!options_.horizon || !traces_.is_complete() || !metrics_.is_complete()) return;
    report_.notes.emplace_back("not compared: metrics, which are about whole runs and know no horizon");
    metrics_ = {};
  }

  void note_missing(const PathPair& pair) {
    if (pair.expected.empty() == pair.actual.empty()) return;
    report_.notes.push_back(fmt::format("not compared: {}, which only one has",
                                        pair.expected.empty() ? pair.actual : pair.expected));
  }

  // Whether there is anything to compare, and the options make sense for it.
  std::optional<Refusal> check_kind(InputKind kind) const {
    if (!traces_.is_complete() && !metrics_.is_complete() && !snapshots_.is_complete())
      return Refusal{ExitCode::bad_input,
                     fmt::format("{} and {} have neither both a trace.csv nor both a metrics.json",
                                 options_.expected, options_.actual)};
    if (traces_.is_complete()) return std::nullopt;
    const std::string_view what = kind == InputKind::folder ? "; one of the folders has none" : "";
    if (options_.horizon) return Refusal{ExitCode::usage, fmt::format("--horizon is for traces{}", what)};
    if (!options_.columns.empty())
      return Refusal{ExitCode::usage, fmt::format("--columns is for traces{}", what)};
    return std::nullopt;
  }

  std::optional<Refusal> open_traces() {
    for (const auto& [path, trace] :
         {std::pair(&traces_.expected, &expected_trace_), std::pair(&traces_.actual, &actual_trace_)}) {
      std::unique_ptr<std::istream> text = open_trace(*path);
      if (!text) return Refusal{ExitCode::bad_input, fmt::format("cannot read {}", *path)};
      *trace = std::make_unique<OpenTrace>(std::move(text), *path);
      if (const auto problem = (*trace)->rows.problem()) return Refusal{ExitCode::bad_input, *problem};
    }
    note_projectiles();
    return check_columns();
  }

  // Their tables have rows for which there is no key; the files beside the traces say whether they differ.
  void note_projectiles() {
    const auto content_of = [](const std::string& trace) {
      const Json meta = read_result(meta_path_of(trace), kListLimits).document;
      const Json::json_pointer content("/projectiles/content");
      return meta.is_object() && meta.contains(content) ? meta[content] : Json();
    };
    if (content_of(traces_.expected) != content_of(traces_.actual))
      report_.notes.emplace_back(
          "not compared: the tables of projectiles beside the traces, which are not the same");
  }

  std::optional<Refusal> check_columns() const {
    for (const OpenTrace* trace : {expected_trace_.get(), actual_trace_.get()}) {
      const auto columns = trace->rows.columns();
      for (const std::string& name : options_.columns) {
        if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
        const std::string& path = trace == expected_trace_.get() ? traces_.expected : traces_.actual;
        return Refusal{ExitCode::usage, fmt::format("--columns: {} has no column \"{}\"{}", path, name,
                                                    suggestion(name, {columns.begin(), columns.end()}))};
      }
    }
    return std::nullopt;
  }

  std::optional<Refusal> read_metrics() {
    for (const auto& [path, metrics] :
         {std::pair(&metrics_.expected, &expected_metrics_), std::pair(&metrics_.actual, &actual_metrics_)}) {
      std::string problem;
      std::optional<Json> file = read_metrics_file(*path, problem);
      if (!file) return Refusal{ExitCode::bad_input, problem};
      *metrics = std::move(*file);
    }
    return std::nullopt;
  }

  std::optional<Refusal> read_snapshots() {
    for (const auto& [path, snapshot] : {std::pair(&snapshots_.expected, &expected_snapshot_),
                                         std::pair(&snapshots_.actual, &actual_snapshot_)}) {
      SnapshotReading reading = read_snapshot(*path);
      if (reading.snapshot)
        reading.problem =
            parse_result(*path + ", its scenario", reading.snapshot->scenario, kListLimits).problem;
      if (!reading.problem.empty()) return Refusal{ExitCode::bad_input, reading.problem};
      *snapshot = std::move(*reading.snapshot);
    }
    return std::nullopt;
  }

  // A name that means nothing here would silently tolerate nothing.
  std::optional<Refusal> check_tolerances() const {
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

  std::optional<Refusal> compare() {
    if (snapshots_.is_complete()) {
      SnapshotComparison found = compare_snapshots(expected_snapshot_, actual_snapshot_, tolerances_);
      found.scenario_paths = differing_paths(expected_snapshot_, actual_snapshot_, catalog());
      const bool are_of_one_form = expected_snapshot_.hash_form == actual_snapshot_.hash_form;
      // Differences in what is only recorded or expected are noted, not counted.
      if (are_of_one_form && found.scenario_paths.empty() &&
          expected_snapshot_.scenario_hash != actual_snapshot_.scenario_hash)
        found.notes.emplace_back(
            "the scenarios differ in nothing that moves agents: in what is recorded or expected, or how long "
            "they last");
      report_.snapshot = {snapshots_.expected, snapshots_.actual, std::move(found)};
    }
    if (traces_.is_complete()) {
      TraceComparisonOptions trace_options{.tolerances = tolerances_, .columns = options_.columns};
      if (options_.horizon) trace_options.horizon = static_cast<std::uint64_t>(*options_.horizon);
      TraceComparison found = compare_traces(expected_trace_->rows, actual_trace_->rows, trace_options);
      if (found.problem) return Refusal{ExitCode::bad_input, *found.problem};
      if (found.columns.empty() &&
          !(found.expected.only_columns.empty() && found.actual.only_columns.empty()))
        return Refusal{ExitCode::bad_input,
                       fmt::format("{} and {} have no column in common beside step, time and agent",
                                   traces_.expected, traces_.actual)};
      report_.trace = {traces_.expected, traces_.actual, std::move(found)};
    }
    if (metrics_.is_complete()) {
      report_.metrics = {metrics_.expected, metrics_.actual,
                         compare_metrics_files(expected_metrics_, actual_metrics_, tolerances_)};
    }
    if (has_compared()) return std::nullopt;
    return Refusal{ExitCode::nothing, fmt::format("{} and {} have nothing that could be compared",
                                                  options_.expected, options_.actual)};
  }

  // Files without rows, metrics or an origin agree about nothing.
  bool has_compared() const {
    if (report_.snapshot) return true;
    if (report_.trace) {
      const TraceComparison& found = report_.trace->comparison;
      if (found.rows + found.expected.only_rows + found.actual.only_rows > 0) return true;
    }
    if (!report_.metrics) return false;
    const MetricsComparison& found = report_.metrics->comparison;
    return found.values + found.metrics.size() + found.facts.size() > 0 ||
           (expected_metrics_.contains("provenance") && actual_metrics_.contains("provenance"));
  }

  const DiffCommandOptions& options_;
  Tolerances tolerances_;
  PathPair traces_;
  PathPair metrics_;
  PathPair snapshots_;
  std::unique_ptr<OpenTrace> expected_trace_, actual_trace_;
  Json expected_metrics_, actual_metrics_;
  Snapshot expected_snapshot_, actual_snapshot_;
  DiffReport report_;
};

}  // namespace

ExitCode execute(const DiffCommandOptions& options, const Console& console) {
  Diff comparison(options);
  if (const std::optional<Refusal> refusal = comparison.run()) {
    console.error(refusal->message);
    return refusal->code;
  }
  if (!options.page.empty()) {
    if (const std::optional<Refusal> refusal = comparison.write_page(console)) {
      console.error(refusal->message);
      return refusal->code;
    }
  }
  const DiffReport& report = comparison.report();
  const ExitCode code = report.agrees() ? ExitCode::ok : ExitCode::no;
  if (console.json()) return print_result(console, pretty(to_json(report)), code);
  return console.quiet() ? code : print_text(console, format_human(report), code);
}

}  // namespace drover
