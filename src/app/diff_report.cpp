#include "app/diff_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "core/utf8.h"
#include "run/snapshots.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;
using TracePair = ComparedPair<TraceComparison>;
using MetricsPair = ComparedPair<MetricsComparison>;
using SnapshotPair = ComparedPair<SnapshotComparison>;

// Names of columns, metrics and files may hold anything, and stay within their line.
std::string line(std::string_view text) {
  return make_visible(text) + "\n";
}

// "1501 states, 20 agents"
std::string extent_of(const TraceComparison& trace) {
  return fmt::format("{}, {}", counted(trace.divergence.steps_compared(), "state"),
                     counted(trace.max_agents, "agent"));
}

// "step 250, 20 agents, 460 numbers"
std::string extent_of(const SnapshotComparison& snapshot) {
  return fmt::format("step {}, {}, {}", snapshot.step, counted(snapshot.agents, "agent"),
                     counted(snapshot.numbers, "number"));
}

std::string extent_of(const DiffReport& report) {
  std::string text;
  if (report.snapshot) text = extent_of(report.snapshot->comparison);
  if (report.trace) text = extent_of(report.trace->comparison);
  if (!report.metrics) return text;
  return text + fmt::format("{}{}", text.empty() ? "" : ", ",
                            counted(report.metrics->comparison.values, "metric value"));
}

// The divergence of what was compared, and the time step of the run [s].
std::pair<Divergence, double> divergence_of(const DiffReport& report) {
  if (report.trace) return {report.trace->comparison.divergence, report.trace->comparison.dt};
  if (report.snapshot) return {report.snapshot->comparison.divergence, report.snapshot->comparison.dt};
  return {};
}

std::string same_text(const DiffReport& report) {
  const auto [divergence, dt] = divergence_of(report);
  const std::uint64_t metrics = report.metrics ? report.metrics->comparison.tolerated() : 0;
  if (divergence.empty() && metrics == 0) return fmt::format("the same: {}\n", extent_of(report));
  std::string text = fmt::format("the same within tolerance: {}", extent_of(report));
  if (!divergence.empty()) {
    text += fmt::format("; {} moved within tolerance, the largest in {}",
                        counted(divergence.count(), "value"), describe(divergence.largest().front(), dt));
    text.erase(std::min(text.size(), text.find('\n')));
  }
  if (metrics > 0) text += fmt::format("; {} moved within tolerance", counted(metrics, "metric value"));
  return text + "\n";
}

std::string rows_of_one_side(const TraceSide& side, const std::string& name) {
  if (side.only_rows == 0) return {};
  return line(fmt::format("{} only in {}, the first in step {}, agent {}", counted(side.only_rows, "row"),
                          name, side.first_only_row->step, side.first_only_row->agent));
}

std::string end_of(const TraceSide& side, const std::string& name) {
  return side.last_step ? fmt::format("{} ends with step {}", name, *side.last_step)
                        : fmt::format("{} has no rows", name);
}

std::string trace_text(const TracePair& trace) {
  const TraceComparison& found = trace.comparison;
  std::string text =
      fmt::format("Trace: {}, {}; {}\n\n", extent_of(found), counted(found.columns.size(), "column"),
                  found.divergence.empty() ? "no value differs"
                                           : fmt::format("{} of {} values differ", found.divergence.count(),
                                                         found.rows * found.columns.size()));
  text += format_human(found.divergence, found.dt);
  std::string ends =
      rows_of_one_side(found.expected, trace.expected) + rows_of_one_side(found.actual, trace.actual);
  if (found.expected.last_step != found.actual.last_step)
    ends += line(
        fmt::format("{}, {}", end_of(found.expected, trace.expected), end_of(found.actual, trace.actual)));
  if (!found.divergence.empty() && !ends.empty()) text += '\n';
  return text + ends;
}

std::string value_text(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "no value";
}

std::string metric_text(const MetricDifference& difference, const MetricsPair& metrics) {
  const MetricDifference& d = difference;
  if (d.only_expected)
    return line(fmt::format("  {}: {} only in {}", d.metric, value_text(d.expected), metrics.expected));
  if (d.only_actual)
    return line(fmt::format("  {}: {} only in {}", d.metric, value_text(d.actual), metrics.actual));
  std::string text =
      fmt::format("  {}: expected {}, found {}", d.metric, value_text(d.expected), value_text(d.actual));
  if (!d.tolerance.is_exact()) text += fmt::format(" ({:.3g} times tolerance)", d.excess);
  return line(text);
}

std::string fact_text(const FactDifference& fact) {
  return line(fmt::format("  {}: expected {}, found {}{}", fact.fact, fact.expected, fact.actual,
                          fact.is_tolerated ? " (has no tolerance; not counted)" : ""));
}

// Facts that may explain differences precede them.
std::string snapshot_text(const SnapshotPair& snapshot) {
  const SnapshotComparison& found = snapshot.comparison;
  std::string text = fmt::format(
      "Snapshot: {}; {}\n", extent_of(found),
      found.divergence.empty() ? "no number differs" : fmt::format("{} differ", found.divergence.count()));
  for (const FactDifference& fact : found.facts)
    text += fact_text(fact);
  if (!found.scenario_paths.empty())
    text += line(fmt::format("  the scenarios differ in {}", list_of_paths(found.scenario_paths)));
  return found.divergence.empty() ? text : text + "\n" + format_human(found.divergence, found.dt);
}

// The same here.
std::string metrics_text(const MetricsPair& metrics) {
  const MetricsComparison& found = metrics.comparison;
  std::string text = fmt::format("Metrics: {} compared\n", counted(found.values, "value"));
  for (const FactDifference& fact : found.facts)
    text += fact_text(fact);
  for (const MetricDifference& difference : found.metrics) {
    if (!difference.is_tolerated) text += metric_text(difference, metrics);
  }
  if (found.tolerated() > 0)
    text += fmt::format("  {} more moved within tolerance\n", counted(found.tolerated(), "value"));
  return text;
}

std::vector<std::string> notes_about(const TracePair& trace) {
  const TraceComparison& found = trace.comparison;
  std::vector<std::string> notes;
  const auto note_columns = [&notes](const TraceSide& side, const std::string& name) {
    if (side.only_columns.empty()) return;
    notes.push_back(fmt::format("not compared: {} {} only in {}",
                                side.only_columns.size() == 1 ? "column" : "columns",
                                fmt::join(side.only_columns, ", "), name));
  };
  note_columns(found.expected, trace.expected);
  note_columns(found.actual, trace.actual);
  for (const std::string& note : {found.expected.note, found.actual.note}) {
    if (!note.empty()) notes.push_back(note);
  }
  if (found.is_by_time) notes.emplace_back("not both have a column step: steps are microseconds here");
  return notes;
}

std::vector<std::string> notes_about(const MetricsPair& metrics) {
  std::vector<std::string> notes;
  for (const std::string& part : metrics.comparison.only_expected_parts)
    notes.push_back(fmt::format("not compared: {} only in {}", part, metrics.expected));
  for (const std::string& part : metrics.comparison.only_actual_parts)
    notes.push_back(fmt::format("not compared: {} only in {}", part, metrics.actual));
  if (metrics.comparison.has_other_hashes)
    notes.emplace_back(
        "not compared: hashes, which have another form in each; run the older one again to compare them");
  return notes;
}

std::vector<std::string> all_notes(const DiffReport& report) {
  std::vector<std::string> notes = report.notes;
  const auto append = [&notes](const std::vector<std::string>& more) {
    notes.insert(notes.end(), more.begin(), more.end());
  };
  if (report.trace) append(notes_about(*report.trace));
  if (report.metrics) append(notes_about(*report.metrics));
  if (report.snapshot) append(report.snapshot->comparison.notes);
  return notes;
}

Json to_json(const TraceSide& side, const std::string& name) {
  Json out;
  out["file"] = name;
  out["only_columns"] = side.only_columns;
  out["only_rows"] = side.only_rows;
  out["first_only_row"] = nullptr;
  if (side.first_only_row)
    out["first_only_row"] = {{"step", side.first_only_row->step}, {"agent", side.first_only_row->agent}};
  out["last_step"] = side.last_step ? Json(*side.last_step) : Json(nullptr);
  return out;
}

Json to_json(const TracePair& trace) {
  const TraceComparison& found = trace.comparison;
  Json out;
  out["agrees"] = found.agrees();
  out["rows"] = found.rows;
  out["columns"] = found.columns;
  out["dt"] = found.dt > 0.0 ? Json(found.dt) : Json(nullptr);
  out["expected"] = to_json(found.expected, trace.expected);
  out["actual"] = to_json(found.actual, trace.actual);
  out["divergence"] = drover::to_json(found.divergence);
  return out;
}

// Of metrics or snapshots.
template <class Comparison>
Json to_json(const ComparedPair<Comparison>& pair) {
  Json out;
  out["agrees"] = pair.comparison.agrees();
  out["expected"] = pair.expected;
  out["actual"] = pair.actual;
  out.update(drover::to_json(pair.comparison));
  return out;
}

}  // namespace

bool DiffReport::agrees() const {
  return (!trace || trace->comparison.agrees()) && (!metrics || metrics->comparison.agrees()) &&
         (!snapshot || snapshot->comparison.agrees());
}

std::string format_human(const DiffReport& report) {
  std::string text;
  if (report.agrees()) {
    text = same_text(report);
  } else {
    text = line("expected " + report.expected) + line("found    " + report.actual);
    if (report.trace) text += "\n" + trace_text(*report.trace);
    if (report.metrics) text += "\n" + metrics_text(*report.metrics);
    if (report.snapshot) text += "\n" + snapshot_text(*report.snapshot);
  }
  const std::vector<std::string> notes = all_notes(report);
  if (!report.agrees() && !notes.empty()) text += '\n';
  for (const std::string& note : notes)
    text += line(note);
  return text;
}

Json to_json(const DiffReport& report) {
  Json out;
  out["same"] = report.agrees();
  out["expected"] = report.expected;
  out["actual"] = report.actual;
  if (report.trace) out["trace"] = to_json(*report.trace);
  if (report.metrics) out["metrics"] = to_json(*report.metrics);
  if (report.snapshot) out["snapshot"] = to_json(*report.snapshot);
  out["notes"] = all_notes(report);
  return out;
}

}  // namespace drover
