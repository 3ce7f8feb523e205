#include "observe/replay/chart_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "observe/metrics/expectations.h"
#include "observe/record/heights.h"

namespace drover {
namespace {

constexpr std::size_t kMostCharts = 40;
constexpr std::size_t kMostRows = 200;  // of a chart, which has little room

double quantile(std::span<const double> sorted, double share) {
  return sorted[static_cast<std::size_t>(std::floor(share * static_cast<double>(sorted.size() - 1) + 0.5))];
}

// The one that rows are drawn over; none where a table has no times.
std::optional<std::size_t> time_column(const MetricTable& table) {
  const auto at = std::ranges::find(table.columns(), "time", &TableColumn::name);
  if (at == table.columns().end()) return std::nullopt;
  return static_cast<std::size_t>(at - table.columns().begin());
}

bool has_column(const MetricTable& table, std::string_view name) {
  return std::ranges::find(table.columns(), name, &TableColumn::name) != table.columns().end();
}

// Whether the rows tell what happened one by one, instead of a state each.
bool is_list(const MetricTable& table) {
  return has_column(table, "agent") || has_column(table, "projectile");
}

bool is_drawn(const TableColumn& column) {
  return column.type != ColumnType::text && column.name != "time";
}

std::optional<double> number(std::uint64_t word) {
  const auto value = std::bit_cast<double>(word);
  return is_finite(value) ? std::optional(value) : std::nullopt;
}

// The times at which at most kMostRows rows stand, each once, ascending; and the rows.
std::vector<std::pair<double, std::size_t>> chosen_rows(const MetricTable& table, std::size_t time) {
  std::vector<std::pair<double, std::size_t>> rows;
  const std::size_t every = table.row_count() / kMostRows + 1;
  for (std::size_t row = 0; row < table.row_count(); row += every) {
    const std::optional<double> at = number(table.row(row)[time]);
    if (at && (rows.empty() || *at > rows.back().first)) rows.emplace_back(*at, row);
  }
  return rows;
}

ReplayChart chart_of(const MetricTable& table, std::size_t time, std::size_t column) {
  const TableColumn& drawn = table.columns()[column];
  const bool is_count = drawn.type == ColumnType::integer;
  ReplayChart chart{table.name() + " " + drawn.name, drawn.unit, is_count ? "steps" : "line"};
  ReplayChart::Series series{drawn.name};
  for (const auto& [at, row] : chosen_rows(table, time)) {
    const std::uint64_t word = table.row(row)[column];
    series.times.push_back(at);
    series.values.push_back(is_count ? std::optional(static_cast<double>(word)) : number(word));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

// How many there were so far, of rows one by one, such as of agents that crossed a line.
ReplayChart count_of(const MetricTable& table, std::size_t time) {
  ReplayChart chart{table.name() + " so far", "", "steps"};
  ReplayChart::Series series{"so far"};
  for (const auto& [at, row] : chosen_rows(table, time)) {
    series.times.push_back(at);
    series.values.emplace_back(static_cast<double>(row + 1));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

// Whether a curve says more than one number would.
bool changes(const ReplayChart::Series& series) {
  return std::ranges::any_of(series.values,
                             [&](const auto& value) { return value != series.values.front(); });
}

}  // namespace

ChartRecorder::ChartRecorder(const ScenarioDef& scenario, const Simulator& simulator)
    : expectations_(scenario.expect),
      metrics_(measured_metrics(scenario.record, scenario.expect, simulator.world().model().dimensions),
               simulator) {}

void ChartRecorder::observe(Simulator& simulator) {
  metrics_.observe(simulator);
}

void ChartRecorder::sample(const Simulator& simulator) {
  const World& world = simulator.world();
  steps_.push_back(static_cast<std::int64_t>(world.state.tick));
  times_.push_back(world.time());
  sorted_.clear();
  for (const AgentIndex i : world.model().every_agent())
    if (world.is_present(i)) sorted_.push_back(length(observed_velocity(world, i)));
  counts_.push_back(static_cast<double>(sorted_.size()));
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::array<double, 3> speeds{kNone, kNone, kNone};
  if (!sorted_.empty()) {
    std::ranges::sort(sorted_);
    speeds = {quantile(sorted_, 0.1), quantile(sorted_, 0.5), quantile(sorted_, 0.9)};
  }
  speeds_.push_back(speeds);
  results_.push_back(metrics_.results());
  counters_.push_back(simulator.counters());
}

void ChartRecorder::finish(Replay& replay) const {
  const Choice choice = chosen_samples(replay.frames);
  add_speeds(choice, replay);
  add_rows(replay);
  add_metrics(choice, replay);
  add_broken(replay);
}

ChartRecorder::Choice ChartRecorder::chosen_samples(const FrameTable& frames) const {
  Choice choice;
  choice.every = frames.frames().size() / kMostRows + 1;
  std::size_t sample = 0;
  for (std::size_t k = 0; k < frames.frames().size(); k += choice.every) {
    while (steps_[sample] < frames.frames()[k].step)
      ++sample;
    choice.samples.push_back(sample);
  }
  return choice;
}

void ChartRecorder::add_speeds(const Choice& choice, Replay& replay) const {
  ReplayChart speed{
      "speed", "m/s", "band", choice.every, {{"a tenth is slower"}, {"median"}, {"a tenth is faster"}}};
  ReplayChart count{"agents", "", "steps", choice.every, {{"agents"}}};
  for (const std::size_t k : choice.samples) {
    for (std::size_t part = 0; part < 3; ++part)
      speed.series[part].values.push_back(is_finite(speeds_[k][part]) ? std::optional(speeds_[k][part])
                                                                      : std::nullopt);
    count.series.front().values.emplace_back(counts_[k]);
  }
  replay.charts.push_back(std::move(speed));
  if (changes(count.series.front())) replay.charts.push_back(std::move(count));
}

// Tables of states, such as those of areas, by their columns; lists of what happened by their lengths.
void ChartRecorder::add_rows(Replay& replay) const {
  for (const MetricTable& table : metrics_.tables()) {
    const std::optional<std::size_t> time = time_column(table);
    if (!time || table.columns()[*time].type != ColumnType::number || table.row_count() < 2) continue;
    if (is_list(table)) {
      replay.charts.push_back(count_of(table, *time));
      continue;
    }
    for (std::size_t k = 0; k < table.columns().size() && replay.charts.size() < kMostCharts; ++k) {
      if (!is_drawn(table.columns()[k])) continue;
      ReplayChart chart = chart_of(table, *time, k);
      if (chart.series.front().times.size() > 1) replay.charts.push_back(std::move(chart));
    }
  }
}

// What each metric says of the run so far.
void ChartRecorder::add_metrics(const Choice& choice, Replay& replay) const {
  if (results_.empty()) return;
  const auto entries = results_.back().entries();
  for (std::size_t k = 0; k < entries.size() && replay.charts.size() < kMostCharts; ++k) {
    const std::string path = entries[k].metric + "." + std::string(entries[k].output);
    ReplayChart chart{path, "", entries[k].value.is_count ? "steps" : "line", choice.every, {{"so far"}}};
    for (const std::size_t sample : choice.samples)
      chart.series.front().values.push_back(results_[sample].entries()[k].value.number);
    if (changes(chart.series.front())) replay.charts.push_back(std::move(chart));
  }
}

void ChartRecorder::add_broken(Replay& replay) const {
  if (results_.empty()) return;
  for (std::size_t k = 0; k < expectations_.size(); ++k) {
    const auto verdict_at = [&](std::size_t time) {
      return judge(std::span(expectations_).subspan(k, 1), results_[time], counters_[time]).front();
    };
    std::size_t since = results_.size();
    while (since > 0 && !verdict_at(since - 1).pass)
      --since;
    if (since == results_.size()) continue;
    const Verdict verdict = verdict_at(results_.size() - 1);
    // A value that has yet to rise is missed at the end only.
    const bool is_missed =
        verdict.at_least && (!verdict.value.number || *verdict.value.number < *verdict.at_least);
    replay.marks.push_back(
        {is_missed ? times_.back() : times_[since], "expectation", describe_verdict(verdict)});
  }
}

}  // namespace drover
