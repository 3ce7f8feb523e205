// Rows of a table as text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/escape.h"
#include "observe/dataset/table_column.h"

namespace drover {

enum class TraceFormat { csv, json_lines };

// "csv" or "jsonl".
std::string_view name_of(TraceFormat format);

// Numbers are the shortest text that reads back to the same double, or have as many digits behind the point
// as are asked for; -0 is written as 0. A missing value is an empty field in CSV and null in JSON Lines.
//
// The cost of a row is in formatting its numbers. So the text of a number that the row before had too, such
// as the time, is copied from there. Other texts are copied in pieces of a fixed size; the bytes written past
// their ends are overwritten by the text that follows.
class RowFormatter {
 public:
  RowFormatter(TraceFormat format, std::span<const TableColumn> columns, std::optional<int> digits = {},
               CsvReader reader = CsvReader::program);

  // The line before the first row; empty for JSON Lines.
  const std::string& header() const { return header_; }
  // Appends one row and its line feed; the words are those of the columns. Does not allocate once the buffer
  // has grown.
  void append(std::span<const std::uint64_t> words, fmt::memory_buffer& out);
  // One more text of a column of texts; returns its word.
  std::uint64_t add_text(std::size_t column, const std::string& text);

 private:
  // Part of texts_.
  struct Text {
    std::size_t start = 0;
    std::size_t size = 0;
  };
  // One column.
  struct Field {
    ColumnType type = ColumnType::number;
    Text before;              // what stands before its value
    std::vector<Text> texts;  // of a column of texts: ready to write
    std::size_t longest_text = 0;
    std::uint64_t last_word = 0;  // what last_text holds
    std::size_t last_size = 1;
    std::array<char, 32> last_text = {'0'};
  };

  Text keep(std::string_view text);
  char* put(Text text, char* out) const;
  char* put_value(Field& field, std::uint64_t word, char* out) const;
  char* put_new(Field& field, std::uint64_t word, char* out) const;

  TraceFormat format_;
  CsvReader reader_;
  std::optional<int> digits_;
  std::string header_;
  std::string texts_;  // all that is copied; longer than what is used by one piece
  std::vector<Field> fields_;
  Text row_end_;
  Text no_value_;
  std::size_t longest_row_ = 0;
};

}  // namespace drover
