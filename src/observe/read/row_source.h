// A source of the rows of a trace: a file, or a generator.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "observe/read/row_parser.h"

namespace drover {

class RowSource {
 public:
  virtual ~RowSource() = default;

  // One name per cell; the same for all rows.
  virtual std::span<const std::string> columns() const = 0;
  // The next row; false at the end, or after a problem().
  virtual bool next() = 0;
  // Of the row next() came to, until the one after it.
  virtual std::span<const TraceCell> cells() const = 0;
  // The position of that row, for messages: "out/trace.csv:12".
  virtual std::string place() const = 0;
  // Why no further rows can be read, with the position; empty at the regular end.
  virtual std::optional<std::string> problem() const = 0;
  // What a reader should know although the rows can be read; empty without.
  virtual std::string note() const { return {}; }
};

// Where a column stands; empty where it does not.
std::optional<std::size_t> find_column(const RowSource& source, std::string_view name);

// The rows of a trace as CSV or JSON Lines, read one at a time. The columns of JSON Lines are those of the
// first row: later rows may lack some of them, and have no others.
class TraceFile final : public RowSource {
 public:
  // Reads up to the first row. The name is for messages.
  TraceFile(std::istream& input, std::string name);

  std::span<const std::string> columns() const override { return rows_.names(); }
  bool next() override;
  std::span<const TraceCell> cells() const override { return rows_.cells(); }
  std::string place() const override;
  std::optional<std::string> problem() const override { return problem_; }
  std::string note() const override;

 private:
  bool read();
  bool fail(const TraceProblem& problem);

  RowParser rows_;
  std::string name_;
  bool has_row_ahead_ = false;    // that the constructor read
  std::size_t column_count_ = 0;  // of the first row
  std::optional<std::string> problem_;
};

}  // namespace drover
