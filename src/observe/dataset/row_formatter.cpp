#include "observe/dataset/row_formatter.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

#include "observe/dataset/number_text.h"

namespace drover {
namespace {

// Texts are copied in pieces of this size: one move instead of a call that looks at the size.
constexpr std::size_t kPiece = 32;
// Integers have at most 20 digits.
static_assert(kLongestNumber <= kPiece);
// Every row has the room of a piece behind its last field.
static_assert(kBeyondNumber <= kPiece);

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string header_of(TraceFormat format, std::span<const TableColumn> columns, CsvReader reader) {
  std::string line;
  if (format != TraceFormat::csv) return line;
  for (const TableColumn& column : columns) {
    if (!line.empty()) line += ',';
    line += csv_field(column.name, reader);
  }
  return line + "\n";
}

}  // namespace

std::string_view name_of(TraceFormat format) {
  return format == TraceFormat::csv ? "csv" : "jsonl";
}

RowFormatter::RowFormatter(TraceFormat format, std::span<const TableColumn> columns,
                           std::optional<int> digits, CsvReader reader)
    : format_(format), reader_(reader), digits_(digits), header_(header_of(format, columns, reader)) {
  const bool csv = format == TraceFormat::csv;
  texts_.append(kPiece, ' ');
  row_end_ = keep(csv ? "\n" : "}\n");
  no_value_ = keep(csv ? "" : "null");
  longest_row_ = row_end_.size + kPiece;
  for (const TableColumn& column : columns) {
    const std::string separator = fields_.empty() ? (csv ? "" : "{") : ",";
    Field& field = fields_.emplace_back();
    field.type = column.type;
    field.before = keep(csv ? separator : separator + json_string(column.name) + ":");
    longest_row_ += field.before.size + (digits_ ? kLongestFixedNumber : kLongestNumber);
    if (column.type == ColumnType::number && digits_) {
      const char* end = put_number(0.0, digits_, field.last_text.data());
      field.last_size = static_cast<std::size_t>(end - field.last_text.data());
    }
    for (const std::string& text : column.texts)
      add_text(fields_.size() - 1, text);
  }
}

std::uint64_t RowFormatter::add_text(std::size_t column, const std::string& text) {
  Field& field = fields_[column];
  const bool is_null = format_ != TraceFormat::csv && text.empty();
  const std::string written =
      is_null ? "null" : (format_ == TraceFormat::csv ? csv_field(text, reader_) : json_string(text));
  if (written.size() > field.longest_text) {
    longest_row_ += written.size() - field.longest_text;
    field.longest_text = written.size();
  }
  field.texts.push_back(keep(written));
  return field.texts.size() - 1;
}

RowFormatter::Text RowFormatter::keep(std::string_view text) {
  const std::size_t start = texts_.size() - kPiece;
  texts_.insert(start, text);
  return {start, text.size()};
}

void RowFormatter::append(std::span<const std::uint64_t> words, fmt::memory_buffer& out) {
  const std::size_t size = out.size();
  out.reserve(size + longest_row_);
  char* const start = out.data() + size;
  char* at = start;
  for (std::size_t k = 0; k < fields_.size(); ++k) {
    at = put(fields_[k].before, at);
    at = put_value(fields_[k], words[k], at);
  }
  at = put(row_end_, at);
  out.resize(size + static_cast<std::size_t>(at - start));
}

// Writes whole pieces: a row has the room.
char* RowFormatter::put(Text text, char* out) const {
  const char* from = texts_.data() + text.start;
  std::memcpy(out, from, kPiece);
  if (text.size > kPiece) std::memcpy(out + kPiece, from + kPiece, text.size - kPiece);
  return out + text.size;
}

char* RowFormatter::put_value(Field& field, std::uint64_t word, char* out) const {
  if (field.type == ColumnType::text) return put(field.texts[word], out);
  if (word != field.last_word) return put_new(field, word, out);
  std::memcpy(out, field.last_text.data(), kPiece);
  return out + field.last_size;
}

char* RowFormatter::put_new(Field& field, std::uint64_t word, char* out) const {
  char* end = out;
  if (field.type == ColumnType::integer) {
    end = std::to_chars(out, out + kLongestNumber, word).ptr;
  } else {
    const double value = std::bit_cast<double>(word);
    if (!std::isfinite(value)) return put(no_value_, out);
    end = put_number(value, digits_, out);
    if (end - out > static_cast<std::ptrdiff_t>(kPiece)) return end;
  }
  field.last_word = word;
  field.last_size = static_cast<std::size_t>(end - out);
  std::memcpy(field.last_text.data(), out, kPiece);
  return end;
}

}  // namespace drover
