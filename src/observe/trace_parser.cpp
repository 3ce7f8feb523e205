#include "observe/trace_parser.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace drover {
namespace {

// No row of a trace comes near; it stops the reading of a file that has no lines.
constexpr std::size_t kLongestRecord = std::size_t{1} << 20;

int column_index(std::string_view name) {
  const auto found = std::ranges::find(kReadColumnNames, name);
  return found == kReadColumnNames.end() ? -1 : static_cast<int>(found - kReadColumnNames.begin());
}

bool has_open_quote(std::string_view text) {
  return std::ranges::count(text, '"') % 2 != 0;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
    text.remove_suffix(1);
  return text;
}

// Reads one field from the front of `rest` and its comma; a quote within a quoted field is doubled.
std::string take_field(std::string_view& rest) {
  std::string field;
  if (rest.starts_with('"')) {
    rest.remove_prefix(1);
    while (!rest.empty()) {
      const char c = rest.front();
      rest.remove_prefix(1);
      if (c == '"' && !rest.starts_with('"')) break;
      if (c == '"') rest.remove_prefix(1);
      field += c;
    }
  }
  const std::size_t end = std::min(rest.find(','), rest.size());
  field += trimmed(rest.substr(0, end));
  rest.remove_prefix(end);
  return field;
}

void split_csv(std::string_view text, std::vector<std::string>& fields) {
  fields.clear();
  fields.push_back(take_field(text));
  while (!text.empty()) {
    text.remove_prefix(1);
    fields.push_back(take_field(text));
  }
}

// Fills a row from the members of one JSON object; what is nested deeper is passed over.
class RowSax final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit RowSax(ParsedRow& row) : row_(row) {}

  bool is_object = false;
  std::string error;

  bool null() override { return true; }
  bool boolean(bool value) override { return set_text(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return set_number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return set_number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return set_number(value); }
  bool string(string_t& value) override { return set_text(value); }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override {
    is_object = is_object || depth_ == 0;
    ++depth_;
    return true;
  }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t /*size*/) override { return ++depth_, true; }
  bool end_array() override { return --depth_, true; }
  bool key(string_t& name) override {
    if (depth_ == 1) column_ = column_index(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception&) override {
    error = fmt::format("not valid JSON at character {}", position);
    return false;
  }

 private:
  ParsedCell* cell() {
    return depth_ == 1 && column_ >= 0 ? &row_.cells[static_cast<std::size_t>(column_)] : nullptr;
  }
  bool set_number(double value) {
    if (ParsedCell* at = cell()) at->number = value;
    return true;
  }
  bool set_text(std::string_view value) {
    if (ParsedCell* at = cell()) at->text = value;
    return true;
  }

  ParsedRow& row_;
  int column_ = -1;
  int depth_ = 0;
};

}  // namespace

std::string TraceProblem::text() const {
  return column.empty() ? fmt::format("line {}: {}", line, message)
                        : fmt::format("line {}, column {}: {}", line, column, message);
}

void ParsedRow::clear() {
  for (ParsedCell& cell : cells) {
    cell.text.clear();
    cell.number.reset();
  }
}

bool TraceParser::fail(std::string_view column, std::string message) {
  problem_ = TraceProblem{line_, std::string(column), std::move(message)};
  return false;
}

// One line of text, appended to the record.
bool TraceParser::read_text() {
  std::streambuf& bytes = *input_.rdbuf();
  constexpr int kEnd = std::char_traits<char>::eof();
  int c = bytes.sbumpc();
  if (c == kEnd) return false;
  ++lines_read_;
  for (; c != kEnd && c != '\n'; c = bytes.sbumpc()) {
    if (text_.size() >= kLongestRecord) return fail({}, "longer than a megabyte; this is not a trace");
    text_ += static_cast<char>(c);
  }
  unfinished_ = c == kEnd;
  if (text_.ends_with('\r')) text_.pop_back();
  return true;
}

// The next line that says something, with the lines that continue it inside quotes.
bool TraceParser::read_record() {
  do {
    text_.clear();
    line_ = lines_read_ + 1;
    if (!read_text()) return false;
    if (line_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  } while (trimmed(text_).empty() || text_.starts_with('#'));
  if (format_ == Format::unknown) {
    format_ = trimmed(text_).starts_with('{') ? Format::json_lines : Format::csv;
  }
  while (format_ == Format::csv && has_open_quote(text_) && !unfinished_) {
    text_ += '\n';
    if (!read_text()) break;
  }
  return !problem_;
}

bool TraceParser::read_header() {
  split_csv(text_, fields_);
  std::array<bool, kReadColumnNames.size()> seen{};
  for (const std::string& name : fields_) {
    const int column = column_index(name);
    columns_.push_back(column);
    if (column < 0) continue;
    bool& before = seen[static_cast<std::size_t>(column)];
    if (before) return fail(name, "the header names it twice");
    before = true;
  }
  const auto has = [&seen](ReadColumn column) { return seen[static_cast<std::size_t>(column)]; };
  for (const ReadColumn column : {ReadColumn::agent, ReadColumn::x, ReadColumn::y}) {
    if (has(column)) continue;
    return fail(kReadColumnNames[static_cast<std::size_t>(column)],
                "missing in the header; a trace needs agent, x, y, and step or time");
  }
  if (!has(ReadColumn::step) && !has(ReadColumn::time)) {
    return fail("step", "missing in the header; a trace needs agent, x, y, and step or time");
  }
  return true;
}

bool TraceParser::read_csv(ParsedRow& row) {
  split_csv(text_, fields_);
  if (fields_.size() != columns_.size()) {
    return fail({}, fmt::format("{} fields, but the header has {}", fields_.size(), columns_.size()));
  }
  for (std::size_t k = 0; k < fields_.size(); ++k) {
    if (columns_[k] >= 0) row.cells[static_cast<std::size_t>(columns_[k])].text.swap(fields_[k]);
  }
  return true;
}

bool TraceParser::read_json(ParsedRow& row) {
  RowSax sax(row);
  if (!nlohmann::json::sax_parse(text_, &sax))
    return fail({}, sax.error.empty() ? "not valid JSON" : sax.error);
  if (!sax.is_object) return fail({}, "not a JSON object");
  return true;
}

bool TraceParser::next(ParsedRow& row) {
  if (problem_) return false;
  const bool first = format_ == Format::unknown;
  if (!read_record()) return false;
  if (first && format_ == Format::csv && (!read_header() || !read_record())) return false;
  row.clear();
  return format_ == Format::csv ? read_csv(row) : read_json(row);
}

}  // namespace drover
