#include "observe/read/row_source.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace drover {

std::optional<std::size_t> find_column(const RowSource& source, std::string_view name) {
  const auto columns = source.columns();
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

TraceFile::TraceFile(std::istream& input, std::string name) : rows_(input), name_(std::move(name)) {
  has_row_ahead_ = read();
  column_count_ = rows_.names().size();
  if (problem_) return;
  if (rows_.names().empty()) {
    fail({1, {}, "the trace is empty"});
    return;
  }
  std::set<std::string_view> seen;
  for (const std::string& column : rows_.names()) {
    if (!seen.insert(column).second) fail({rows_.line(), column, "the header names it twice"});
  }
  if (!seen.contains("agent")) fail({1, "agent", "missing; a trace needs agent, and step or time"});
}

bool TraceFile::fail(const TraceProblem& problem) {
  problem_ =
      fmt::format("{}:{}: {}{}", name_, problem.line,
                  problem.column.empty() ? "" : fmt::format("column {}: ", problem.column), problem.message);
  return false;
}

bool TraceFile::read() {
  if (rows_.next()) return true;
  if (!rows_.problem()) return false;
  if (!rows_.is_unfinished()) return fail(*rows_.problem());
  return fail({rows_.line(), {}, "the file ends in the middle of this line"});
}

bool TraceFile::next() {
  if (problem_) return false;
  if (std::exchange(has_row_ahead_, false)) return true;
  if (!read()) return false;
  if (rows_.names().size() == column_count_) return true;
  return fail({rows_.line(), rows_.names().back(), "the first row has no such column"});
}

std::string TraceFile::place() const {
  return fmt::format("{}:{}", name_, rows_.line());
}

// Without its comma or brace, half a number reads as another number.
std::string TraceFile::note() const {
  if (!rows_.is_csv() || !rows_.is_unfinished()) return {};
  return fmt::format("{} ends without a line break; its last line may be cut off", name_);
}

}  // namespace drover
