#include "observe/read/trace_parser.h"

#include <algorithm>
#include <utility>

namespace drover {

bool TraceParser::fail(std::string_view column, std::string message) {
  problem_ = TraceProblem{rows_.line(), std::string(column), std::move(message)};
  return false;
}

// JSON Lines have no header to check.
bool TraceParser::start() {
  is_started_ = true;
  if (!rows_.start() || !rows_.is_csv()) return true;
  const auto count = [this](std::string_view name) { return std::ranges::count(rows_.header(), name); };
  for (const std::string& name : rows_.header()) {
    const bool is_read = std::ranges::find(kReadColumnNames, name) != kReadColumnNames.end();
    if (is_read && count(name) > 1) return fail(name, "the header names it twice");
  }
  for (const std::string_view name : {"agent", "x", "y"}) {
    if (count(name) == 0)
      return fail(name, "missing in the header; a trace needs agent, x, y, and step or time");
  }
  if (count("step") + count("time") > 0) return true;
  return fail("step", "missing in the header; a trace needs agent, x, y, and step or time");
}

bool TraceParser::next(ParsedRow& row) {
  if (problem_ || (!is_started_ && !start()) || !rows_.next()) return false;
  row.cells = rows_.cells();
  return true;
}

}  // namespace drover
