#include "observe/row_formatter.h"

#include <iterator>

#include <fmt/compile.h>
#include <nlohmann/json.hpp>

namespace drover {
namespace {

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string written_text(TraceFormat format, const std::string& text) {
  if (format == TraceFormat::csv) return csv_field(text);
  return text.empty() ? "null" : json_string(text);
}

void append_text(std::string_view text, fmt::memory_buffer& out) {
  out.append(text.data(), text.data() + text.size());
}

}  // namespace

std::string_view name_of(TraceFormat format) {
  return format == TraceFormat::csv ? "csv" : "jsonl";
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

RowFormatter::RowFormatter(TraceFormat format, std::span<const Column> columns, const World& world)
    : format_(format), columns_(columns) {
  const bool csv = format == TraceFormat::csv;
  row_end_ = csv ? "\n" : "}\n";
  no_value_ = csv ? "" : "null";
  for (const Column& column : columns_) {
    const std::string separator = before_.empty() ? (csv ? "" : "{") : ",";
    before_.push_back(csv ? separator : separator + json_string(column.name()) + ":");
    std::vector<std::string>& texts = texts_.emplace_back();
    if (column.type() != ColumnType::text) continue;
    for (const std::string& text : column.kind()->texts(world))
      texts.push_back(written_text(format_, text));
  }
}

std::string RowFormatter::header() const {
  std::string line;
  if (format_ != TraceFormat::csv) return line;
  for (const Column& column : columns_) {
    if (!line.empty()) line += ',';
    line += csv_field(column.name());
  }
  return line + "\n";
}

void RowFormatter::append(const TraceRow& row, fmt::memory_buffer& out) const {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    append_text(before_[k], out);
    const Column& column = columns_[k];
    switch (column.type()) {
      case ColumnType::integer:
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), column.integer(row));
        break;
      case ColumnType::number:
        append_number(column.number(row), out);
        break;
      case ColumnType::text:
        append_text(texts_[k][column.kind()->text(row)], out);
        break;
    }
  }
  append_text(row_end_, out);
}

void RowFormatter::append_number(double value, fmt::memory_buffer& out) const {
  if (!is_finite(value)) {
    append_text(no_value_, out);
    return;
  }
  fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), value == 0.0 ? 0.0 : value);
}

}  // namespace drover
