#include "observe/compare/trace_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/exact_integers.h"
#include "observe/record/columns.h"

namespace drover {
namespace {

constexpr double kMicrosecond = 1e-6;

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// The rows of one trace with their order checked.
class Side {
 public:
  Side(RowSource& source, TraceSide& report) : source_(source), report_(report) {}

  bool find_keys(std::string_view order) {
    const auto order_column = find_column(source_, order);
    const auto agent_column = find_column(source_, "agent");
    if (!order_column || !agent_column) return false;
    order_column_ = *order_column;
    agent_column_ = *agent_column;
    order_unit_ = order == "time" ? kMicrosecond : 1.0;
    return true;
  }

  // To the next row; sets problem() where there is none that is in order.
  void advance(const std::optional<std::uint64_t>& horizon) {
    has_row_ = source_.next();
    if (!has_row_) {
      problem_ = source_.problem();
      return;
    }
    const auto step = read_whole(order_column_, order_unit_, kLargestExactInteger);
    const auto agent =
        step ? read_whole(agent_column_, 1.0, std::numeric_limits<std::uint32_t>::max()) : std::nullopt;
    has_row_ = agent.has_value();
    if (!has_row_) return;
    const RowKey key{static_cast<std::uint64_t>(*step), static_cast<std::uint32_t>(*agent)};
    if (std::exchange(has_begun_, true) && key <= key_) {
      has_row_ = false;
      fail(key == key_
               ? fmt::format("{}: a second row of agent {} in step {}", source_.place(), key.agent, key.step)
               : fmt::format(
                     "{}: step {}, agent {} comes after step {}, agent {}; rows must be ordered by step, "
                     "then by agent",
                     source_.place(), key.step, key.agent, key_.step, key_.agent));
      return;
    }
    key_ = key;
    has_row_ = !horizon || key.step <= *horizon;
    if (has_row_) report_.last_step = key.step;
  }

  bool has_row() const { return has_row_; }
  const RowKey& key() const { return key_; }
  const TraceCell& cell(std::size_t column) const { return source_.cells()[column]; }
  const RowSource& source() const { return source_; }
  TraceSide& report() { return report_; }
  const std::optional<std::string>& problem() const { return problem_; }

  // The row stands on this side only.
  void count_alone() {
    if (report_.only_rows++ == 0) report_.first_only_row = key_;
  }

 private:
  // The cell in multiples of the unit, rounded where it is not a whole number by itself.
  std::optional<double> read_whole(std::size_t column, double unit, double largest) {
    const std::optional<double> number = number_of(cell(column));
    const double value = number.value_or(kNoValue) / unit;
    const double whole = std::floor(value + 0.5);
    const bool is_fit = value >= 0.0 && whole <= largest && (unit != 1.0 || whole == value);
    if (is_fit) return whole;
    fail(fmt::format("{}: column {}: {} is not a {}number from 0 to {}", source_.place(),
                     source_.columns()[column],
                     cell(column).number ? fmt::format("{}", *number) : quoted_or_this(cell(column).text),
                     unit == 1.0 ? "whole " : "", largest * unit));
    return std::nullopt;
  }

  void fail(std::string message) { problem_ = std::move(message); }

  RowSource& source_;
  TraceSide& report_;
  std::size_t order_column_ = 0;
  std::size_t agent_column_ = 0;
  double order_unit_ = 1.0;
  bool has_row_ = false;
  bool has_begun_ = false;
  RowKey key_;
  std::optional<std::string> problem_;
};

// A column that both traces have.
struct CommonColumn {
  std::string name;
  std::string unit;
  std::size_t expected = 0;  // where it stands
  std::size_t actual = 0;
  Tolerance tolerance;
  bool is_text = false;
  bool is_angle = false;
};

class TraceComparer {
 public:
  TraceComparer(RowSource& expected, RowSource& actual, const TraceComparisonOptions& options)
      : options_(options), expected_(expected, result_.expected), actual_(actual, result_.actual) {}

  TraceComparison run() {
    if (!prepare()) return std::move(result_);
    advance(expected_);
    advance(actual_);
    while (!result_.problem && (expected_.has_row() || actual_.has_row())) {
      const bool is_expected_next =
          expected_.has_row() && (!actual_.has_row() || expected_.key() <= actual_.key());
      const bool is_actual_next =
          actual_.has_row() && (!expected_.has_row() || actual_.key() <= expected_.key());
      if (is_expected_next && is_actual_next) compare_rows();
      if (is_expected_next && !is_actual_next) expected_.count_alone();
      if (is_actual_next && !is_expected_next) actual_.count_alone();
      if (is_expected_next) advance(expected_);
      if (is_actual_next) advance(actual_);
    }
    leave_step();
    result_.expected.note = expected_.source().note();
    result_.actual.note = actual_.source().note();
    return std::move(result_);
  }

 private:
  bool prepare() {
    for (Side* side : {&expected_, &actual_}) {
      if (!result_.problem) result_.problem = side->source().problem();
    }
    if (result_.problem) return false;
    for (const std::string_view order : {"step", "time"}) {
      if (order_.empty() && expected_.find_keys(order) && actual_.find_keys(order)) order_ = order;
    }
    if (order_.empty()) {
      result_.problem =
          "the traces cannot be lined up: both need the columns agent and step, or agent and time";
      return false;
    }
    result_.is_by_time = order_ == "time";
    share_columns();
    note_columns_without(expected_, actual_);
    note_columns_without(actual_, expected_);
    if (result_.is_by_time) result_.dt = kMicrosecond;
    return true;
  }

  void share_columns() {
    const auto columns = expected_.source().columns();
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::string& name = columns[k];
      const bool is_wanted =
          options_.columns.empty() || std::count(options_.columns.begin(), options_.columns.end(), name) > 0;
      const auto other = find_column(actual_.source(), name);
      if (!is_wanted || !other || name == order_ || name == "agent") continue;
      CommonColumn& common = common_.emplace_back();
      common.name = name;
      common.expected = k;
      common.actual = *other;
      common.tolerance = options_.tolerances.of(name);
      const auto kind = std::ranges::find(column_kinds(), name, &ColumnKind::name);
      if (kind != column_kinds().end()) {
        common.unit = kind->unit;
        common.is_text = kind->type == ColumnType::text;
        common.is_angle = kind->unit == "rad";  // every angle of the table is a direction
      }
      result_.columns.push_back(name);
    }
  }

  void note_columns_without(Side& side, const Side& other) {
    for (const std::string& name : side.source().columns()) {
      if (!find_column(other.source(), name)) side.report().only_columns.push_back(name);
    }
  }

  void advance(Side& side) {
    side.advance(options_.horizon);
    if (!result_.problem) result_.problem = side.problem();
  }

  void compare_rows() {
    const std::uint64_t step = expected_.key().step;
    if (step_ != step) {
      leave_step();
      step_ = step;
      if (result_.dt == 0.0 && step > 0) {
        // Good enough to tell people the time of a step.
        const auto time = find_column(expected_.source(), "time");
        const double seconds = time ? number_of(expected_.cell(*time)).value_or(0.0) : 0.0;
        const double dt = seconds / static_cast<double>(step);
        if (std::isfinite(dt) && dt > 0.0) result_.dt = dt;
      }
    }
    ++rows_of_step_;
    ++result_.rows;
    for (const CommonColumn& column : common_)
      compare_cells(column);
  }

  void compare_cells(const CommonColumn& column) {
    const TraceCell& expected = expected_.cell(column.expected);
    const TraceCell& actual = actual_.cell(column.actual);
    // Nearly always; spares the reading of numbers.
    if (expected.text == actual.text && expected.number == actual.number) return;
    const std::optional<double> expected_number = number_of(expected);
    const std::optional<double> actual_number = number_of(actual);
    const bool are_numbers = (expected_number || !expected.present()) && (actual_number || !actual.present());
    if (column.is_text || !are_numbers) {
      add_text(column);
    } else {
      add_number(column, expected_number.value_or(kNoValue), actual_number.value_or(kNoValue));
    }
  }

  // JSON may give as a number what CSV gives as a text.
  void add_text(const CommonColumn& column) {
    const auto text_of = [](const TraceCell& cell) {
      return cell.number ? fmt::format("{}", *cell.number) : cell.text;
    };
    Difference difference = difference_in(column);
    difference.is_text = true;
    difference.unit.clear();
    difference.expected_text = text_of(expected_.cell(column.expected));
    difference.actual_text = text_of(actual_.cell(column.actual));
    if (difference.expected_text != difference.actual_text) result_.divergence.add(std::move(difference));
  }

  void add_number(const CommonColumn& column, double expected, double actual) {
    const double how_much = column.is_angle ? angle_excess(expected, actual, column.tolerance)
                                            : excess(expected, actual, column.tolerance);
    if (how_much == 0.0) return;
    Difference difference = difference_in(column);
    difference.is_angle = column.is_angle;
    difference.expected = expected;
    difference.actual = actual;
    difference.excess = how_much;
    result_.divergence.add(std::move(difference));
  }

  Difference difference_in(const CommonColumn& column) const {
    Difference difference;
    difference.step = expected_.key().step;
    difference.agent = expected_.key().agent;
    difference.quantity = column.name;
    difference.unit = column.unit;
    return difference;
  }

  void leave_step() {
    if (!step_) return;
    result_.divergence.finish_step(*step_);
    result_.max_agents = std::max(result_.max_agents, rows_of_step_);
    step_.reset();
    rows_of_step_ = 0;
  }

  const TraceComparisonOptions& options_;
  TraceComparison result_;
  Side expected_;
  Side actual_;
  std::string_view order_;
  std::vector<CommonColumn> common_;
  std::optional<std::uint64_t> step_;  // that is being compared
  std::uint64_t rows_of_step_ = 0;
};

}  // namespace

TraceComparison compare_traces(RowSource& expected, RowSource& actual,
                               const TraceComparisonOptions& options) {
  return TraceComparer(expected, actual, options).run();
}

}  // namespace drover
