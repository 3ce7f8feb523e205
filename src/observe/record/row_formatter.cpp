#include "observe/record/row_formatter.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/compile.h>
#include <nlohmann/json.hpp>

namespace drover {
namespace {

// Texts are copied in pieces of this size: one move instead of a call that looks at the size.
constexpr std::size_t kPiece = 32;
// "-2.2250738585072014e-308"; integers have at most 20 digits.
constexpr std::size_t kLongestNumber = 24;
static_assert(kLongestNumber <= kPiece);

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string written_text(TraceFormat format, const std::string& text) {
  if (format == TraceFormat::csv) return csv_field(text);
  return text.empty() ? "null" : json_string(text);
}

std::string header_of(TraceFormat format, std::span<const Column> columns) {
  std::string line;
  if (format != TraceFormat::csv) return line;
  for (const Column& column : columns) {
    if (!line.empty()) line += ',';
    line += csv_field(column.name());
  }
  return line + "\n";
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
    : header_(header_of(format, columns)) {
  const bool csv = format == TraceFormat::csv;
  row_end_ = keep(csv ? "\n" : "}\n");
  no_value_ = keep(csv ? "" : "null");
  longest_row_ = row_end_.size + kPiece;
  for (const Column& column : columns) {
    const std::string separator = fields_.empty() ? (csv ? "" : "{") : ",";
    Field& field = fields_.emplace_back();
    field.type = column.type();
    field.before = keep(csv ? separator : separator + json_string(column.name()) + ":");
    std::size_t longest = kLongestNumber;
    if (column.type() == ColumnType::text) {
      for (const std::string& text : column.kind()->texts(world)) {
        field.texts.push_back(keep(written_text(format, text)));
        longest = std::max(longest, field.texts.back().size);
      }
    }
    longest_row_ += field.before.size + longest;
  }
  texts_.append(kPiece, ' ');
}

RowFormatter::Text RowFormatter::keep(std::string_view text) {
  const std::size_t start = texts_.size();
  texts_ += text;
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
    if (!is_finite(value)) return put(no_value_, out);
    // Of the ways to the same text the fastest; std::to_chars chooses another notation for some numbers.
    end = fmt::format_to(out, FMT_COMPILE("{}"), value == 0.0 ? 0.0 : value);
  }
  field.last_word = word;
  field.last_size = static_cast<std::size_t>(end - out);
  std::memcpy(field.last_text.data(), out, kPiece);
  return end;
}

}  // namespace drover
