#include "observe/read/row_parser.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace drover {
namespace {

// No row of a trace comes near; they stop the reading of a file that has no lines, or other keys in each.
constexpr std::size_t kLongestRecord = std::size_t{1} << 20;
constexpr std::size_t kMaxColumns = 10000;

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

// Moves one field from the front of `rest`; a quote within a quoted field is doubled.
void take_field(std::string_view& rest, std::string& field) {
  field.clear();
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
}

// Moves the comma before a further field from the front of `rest`; false at the end.
bool take_comma(std::string_view& rest) {
  if (rest.empty()) return false;
  rest.remove_prefix(1);
  return true;
}

}  // namespace

// Fills the cells from the members of one JSON object; what is nested deeper is passed over.
class RowSax final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit RowSax(RowParser& rows) : rows_(rows) {}

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
    if (depth_ == 1) column_ = rows_.column_of_key(key_count_++, name);
    return !rows_.problem_;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception&) override {
    error = fmt::format("not valid JSON at character {}", position);
    return false;
  }

 private:
  TraceCell* cell() {
    return depth_ == 1 && column_ >= 0 ? &rows_.cells_[static_cast<std::size_t>(column_)] : nullptr;
  }
  bool set_number(double value) {
    if (TraceCell* at = cell()) at->number = value;
    return true;
  }
  bool set_text(std::string_view value) {
    if (TraceCell* at = cell()) at->text = value;
    return true;
  }

  RowParser& rows_;
  int column_ = -1;
  std::size_t key_count_ = 0;
  int depth_ = 0;
};

std::string TraceProblem::text() const {
  return column.empty() ? fmt::format("line {}: {}", line, message)
                        : fmt::format("line {}, column {}: {}", line, column, message);
}

std::optional<double> number_of(const TraceCell& cell) {
  if (cell.number) return cell.number;
  std::string_view text = cell.text;
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string quoted_or_this(std::string_view text) {
  const bool plain = std::ranges::all_of(text, [](char c) { return ' ' <= c && c <= '~'; });
  return plain && text.size() <= 40 ? fmt::format("'{}'", text) : "this";
}

RowParser::RowParser(std::istream& input, std::span<const std::string_view> wanted)
    : input_(input), takes_all_(wanted.empty()) {
  for (const std::string_view name : wanted)
    add_column(std::string(name));
}

int RowParser::add_column(const std::string& name) {
  const int column = static_cast<int>(names_.size());
  names_.push_back(name);
  cells_.emplace_back();
  index_.emplace(name, column);
  return column;
}

// -1 for a column that is passed over.
int RowParser::column_of(const std::string& name) {
  const auto known = index_.find(name);
  if (known != index_.end()) return known->second;
  if (!takes_all_) return -1;
  if (names_.size() >= kMaxColumns) {
    fail({}, fmt::format("more than {} columns; this is not a trace", kMaxColumns));
    return -1;
  }
  return add_column(name);
}

int RowParser::column_of_key(std::size_t position, const std::string& name) {
  if (position == keys_.size()) keys_.push_back({name, column_of(name)});
  Key& key = keys_[position];
  if (key.name != name) key = {name, column_of(name)};
  return key.column;
}

bool RowParser::fail(std::string_view column, std::string message) {
  problem_ = TraceProblem{line_, std::string(column), std::move(message)};
  return false;
}

// One line of text, appended to the record.
bool RowParser::read_text() try {
  std::streambuf& bytes = *input_.rdbuf();
  constexpr int kEndOfFile = std::char_traits<char>::eof();
  int c = bytes.sbumpc();
  if (c == kEndOfFile) return false;
  ++lines_read_;
  for (; c != kEndOfFile && c != '\n'; c = bytes.sbumpc()) {
    if (text_.size() >= kLongestRecord) return fail({}, "longer than a megabyte; this is not a trace");
    text_ += static_cast<char>(c);
  }
  unfinished_ = c == kEndOfFile;
  if (text_.ends_with('\r')) text_.pop_back();
  return true;
} catch (const std::ios_base::failure&) {  // what a file buffer throws when the system does not read on
  return fail({}, "cannot be read");
}

// The next line that says something, with the lines that continue it inside quotes.
bool RowParser::read_record() {
  do {
    text_.clear();
    line_ = lines_read_ + 1;
    if (!read_text()) return false;
    if (line_ == 1 && text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  } while (trimmed(text_).empty() || text_.starts_with('#'));
  if (format_ == Format::unknown) {
    format_ = trimmed(text_).starts_with('{') ? Format::json_lines : Format::csv;
  }
  bool is_open = format_ == Format::csv && has_open_quote(text_);
  while (is_open && !unfinished_) {
    text_ += '\n';
    const std::size_t begin = text_.size();
    if (!read_text()) break;
    if (has_open_quote(std::string_view(text_).substr(begin))) is_open = false;
  }
  return !problem_;
}

bool RowParser::start() {
  if (problem_) return false;
  if (format_ != Format::unknown) return true;
  if (!read_record()) return false;
  if (format_ == Format::json_lines) return is_first_record_read_ = true;
  std::string_view rest = text_;
  do {
    take_field(rest, header_.emplace_back());
  } while (take_comma(rest));
  for (const std::string& name : header_)
    columns_.push_back(takes_all_ ? add_column(name) : column_of(name));
  return true;
}

bool RowParser::read_csv() {
  std::string_view rest = text_;
  std::size_t count = 0;
  do {
    const int column = count < columns_.size() ? columns_[count] : -1;
    take_field(rest, column >= 0 ? cells_[static_cast<std::size_t>(column)].text : passed_over_);
    ++count;
  } while (take_comma(rest));
  if (count == columns_.size()) return true;
  return fail({}, fmt::format("{} fields, but the header has {}", count, columns_.size()));
}

bool RowParser::read_json() {
  for (TraceCell& cell : cells_) {
    cell.text.clear();
    cell.number.reset();
  }
  RowSax sax(*this);
  const bool is_json = nlohmann::json::sax_parse(text_, &sax);
  if (problem_) return false;
  if (!is_json) return fail({}, sax.error.empty() ? "not valid JSON" : sax.error);
  return sax.is_object || fail({}, "not a JSON object");
}

bool RowParser::next() {
  if (!start()) return false;
  if (!std::exchange(is_first_record_read_, false) && !read_record()) return false;
  return format_ == Format::csv ? read_csv() : read_json();
}

}  // namespace drover
