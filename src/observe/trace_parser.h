// The rows of a trace, one at a time: CSV with a header line (RFC 4180) or JSON Lines, told apart by the
// first character.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

// The columns a picture can use; all others are passed over.
enum class ReadColumn { step, time, agent, type, x, y, heading, hx, hy, vx, vy };
inline constexpr std::array<std::string_view, 11> kReadColumnNames = {
    "step", "time", "agent", "type", "x", "y", "heading", "hx", "hy", "vx", "vy"};

struct TraceProblem {
  std::size_t line = 0;  // from 1
  std::string column;    // empty where the whole line is meant
  std::string message;

  // "line 12, column x: 'abc' is not a number"
  std::string text() const;
};

// What one row says in one column. CSV gives texts, JSON numbers and texts.
struct ParsedCell {
  std::string text;
  std::optional<double> number;

  bool present() const { return number.has_value() || !text.empty(); }
};

struct ParsedRow {
  std::array<ParsedCell, kReadColumnNames.size()> cells;

  const ParsedCell& operator[](ReadColumn column) const { return cells[static_cast<std::size_t>(column)]; }
  void clear();
};

class TraceParser {
 public:
  explicit TraceParser(std::istream& input) : input_(input) {}

  // The next row; false at the end, or after a problem().
  bool next(ParsedRow& row);

  // The line `row` came from.
  std::size_t line() const { return line_; }
  const std::optional<TraceProblem>& problem() const { return problem_; }
  // Whether the last line read lacks its line break, as in a file that was cut off.
  bool is_unfinished() const { return unfinished_; }

 private:
  enum class Format { unknown, csv, json_lines };

  bool read_text();
  bool read_record();
  bool read_header();
  bool read_csv(ParsedRow& row);
  bool read_json(ParsedRow& row);
  bool fail(std::string_view column, std::string message);

  std::istream& input_;
  Format format_ = Format::unknown;
  std::string text_;      // of the present record
  std::size_t line_ = 0;  // where it begins
  std::size_t lines_read_ = 0;
  bool unfinished_ = false;
  std::vector<std::string> fields_;
  std::vector<int> columns_;  // of each CSV field: its ReadColumn, or -1
  std::optional<TraceProblem> problem_;
};

}  // namespace drover
