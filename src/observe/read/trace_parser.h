// The rows of a trace, with the columns that a picture uses.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "observe/read/row_parser.h"

namespace drover {

// The columns a picture can use; all others are passed over.
enum class ReadColumn { step, time, agent, type, x, y, heading, hx, hy, vx, vy };
inline constexpr std::array<std::string_view, 11> kReadColumnNames = {
    "step", "time", "agent", "type", "x", "y", "heading", "hx", "hy", "vx", "vy"};

// A view of the present row of a parser.
struct ParsedRow {
  std::span<const TraceCell> cells = {};

  const TraceCell& operator[](ReadColumn column) const { return cells[static_cast<std::size_t>(column)]; }
};

class TraceParser {
 public:
  explicit TraceParser(std::istream& input) : rows_(input, kReadColumnNames) {}

  // The next row; false at the end, or after a problem().
  bool next(ParsedRow& row);

  // The line `row` came from.
  std::size_t line() const { return rows_.line(); }
  const std::optional<TraceProblem>& problem() const { return problem_ ? problem_ : rows_.problem(); }
  // Whether the last line read lacks its line break, as in a file that was cut off.
  bool is_unfinished() const { return rows_.is_unfinished(); }

 private:
  bool start();
  bool fail(std::string_view column, std::string message);

  RowParser rows_;
  bool is_started_ = false;
  std::optional<TraceProblem> problem_;  // with the header
};

}  // namespace drover
