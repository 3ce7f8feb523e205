// The rows of a table, one at a time: CSV with a header line (RFC 4180) or JSON Lines, told apart by the
// first character. Knows nothing about what the columns mean.
#pragma once

#include <cstddef>
#include <istream>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

struct TraceProblem {
  std::size_t line = 0;  // from 1
  std::string column;    // empty where the whole line is meant
  std::string message;

  // "line 12, column x: 'abc' is not a number"
  std::string text() const;
};

// The value of one row in one column. CSV gives texts, JSON numbers and texts; null and an empty field are no
// value.
struct TraceCell {
  std::string text = {};
  std::optional<double> number = {};

  bool present() const { return number.has_value() || !text.empty(); }
};

// The cell as a number; none where there is no value or the text is no number.
std::optional<double> number_of(const TraceCell& cell);

// A short text of plain characters in quotes, "this" for others: they are not repeated to the reader's
// terminal.
std::string quoted_or_this(std::string_view text);

class RowParser {
 public:
  // With a cell for each column of the input, or only for those that are wanted, in their order.
  explicit RowParser(std::istream& input, std::span<const std::string_view> wanted = {});

  // Tells the formats apart and reads the header line of CSV. False at the end of an empty input, or after a
  // problem(). The first next() calls it if the caller did not.
  bool start();
  // False at the end, or after a problem().
  bool next();

  // The names in the header line of CSV, in their order; none for JSON Lines.
  const std::vector<std::string>& header() const { return header_; }
  // The names of the cells. Those of JSON Lines come in the order of their first appearance.
  const std::vector<std::string>& names() const { return names_; }
  // Of the present row, until the next() one.
  std::span<const TraceCell> cells() const { return cells_; }

  bool is_csv() const { return format_ == Format::csv; }
  // The line the present row began in.
  std::size_t line() const { return line_; }
  const std::optional<TraceProblem>& problem() const { return problem_; }
  // Whether the last line read lacks its line break, as in a file that was cut off.
  bool is_unfinished() const { return unfinished_; }

 private:
  enum class Format { unknown, csv, json_lines };
  friend class RowSax;

  bool read_text();
  bool read_record();
  bool read_csv();
  bool read_json();
  bool fail(std::string_view column, std::string message);
  int add_column(const std::string& name);
  int column_of(const std::string& name);
  int column_of_key(std::size_t position, const std::string& name);

  std::istream& input_;
  bool takes_all_;
  Format format_ = Format::unknown;
  bool is_first_record_read_ = false;  // by start(), for next()
  std::string text_;                   // of the present record
  std::size_t line_ = 0;               // where it begins
  std::size_t lines_read_ = 0;
  bool unfinished_ = false;
  std::vector<std::string> header_;
  std::vector<int> columns_;  // of each CSV field: its cell, or -1
  std::vector<std::string> names_;
  std::map<std::string, int, std::less<>> index_;  // the cell of a name
  struct Key {
    std::string name;
    int column = -1;
  };
  std::vector<Key> keys_;  // of the JSON row before, which mostly are those of the next
  std::vector<TraceCell> cells_;
  std::string passed_over_;  // the text of a field that is not wanted
  std::optional<TraceProblem> problem_;
};

}  // namespace drover
