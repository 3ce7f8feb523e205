// Rows of a trace as text.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "observe/columns.h"

namespace drover {

enum class TraceFormat { csv, json_lines };

// "csv" or "jsonl".
std::string_view name_of(TraceFormat format);

// A field of a CSV file: quoted where it holds a comma, a quote or a line break (RFC 4180).
std::string csv_field(std::string_view text);

// Numbers are the shortest text that reads back to the same double; -0 is written as 0. What has no value is
// an empty field in CSV and null in JSON Lines.
class RowFormatter {
 public:
  // Keeps referring to the columns.
  RowFormatter(TraceFormat format, std::span<const Column> columns, const World& world);

  // The line before the first row; empty for JSON Lines.
  std::string header() const;
  // Appends one row and its line feed. Does not allocate once the buffer has grown.
  void append(const TraceRow& row, fmt::memory_buffer& out) const;

 private:
  void append_number(double value, fmt::memory_buffer& out) const;

  TraceFormat format_;
  std::span<const Column> columns_;
  std::vector<std::string> before_;              // per column: what stands before its value
  std::vector<std::vector<std::string>> texts_;  // per column: its texts, ready to write
  std::string_view row_end_;
  std::string_view no_value_;
};

}  // namespace drover
