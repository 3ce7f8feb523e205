#include "scenario/json_document.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "scenario/json_syntax.h"
#include "scenario/utf8.h"

namespace drover {
namespace {

constexpr std::size_t kShownText = 40;

// Receives the events of nlohmann's parser, which come without positions. A cursor walks through the text in
// lockstep: between the end of one token and the start of the next there can only be white space, comments,
// commas and colons, since the parser accepted what is there.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const JsonSources& sources, SourceRange part, const JsonLimits& limits,
              Diagnostics& diagnostics)
      : sources_(sources),
        source_(part.source),
        text_(std::string_view(sources.at(part.source).text).substr(0, part.end)),
        cursor_(part.begin),
        limits_(limits),
        diagnostics_(diagnostics) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.substr(cursor_).starts_with(kByteOrderMark)) cursor_ += kByteOrderMark.size();
  }

  JsonValue take() { return std::move(root_); }

  bool null() override { return add_scalar(make_json(JsonType::null, {}), 4); }

  bool boolean(bool value) override {
    JsonValue result = make_json(JsonType::boolean, {});
    result.boolean = value;
    return add_scalar(std::move(result), value ? 4 : 5);
  }

  bool number_integer(number_integer_t value) override {
    JsonValue result = make_json(JsonType::integer, {});
    result.integer = value;
    result.number = static_cast<double>(value);
    return add_number(std::move(result));
  }

  bool number_unsigned(number_unsigned_t value) override {
    if (std::in_range<std::int64_t>(value)) return number_integer(static_cast<std::int64_t>(value));
    return number_float(static_cast<double>(value), {});
  }

  bool number_float(number_float_t value, const string_t&) override {
    JsonValue result = make_json(JsonType::number, {});
    result.number = value;
    return add_number(std::move(result));
  }

  bool string(string_t& value) override {
    const SourceRange where = take_string();
    scalar_begin_ = SyntaxContext::kNone;
    if (!check_length(value, where)) return false;
    JsonValue result = make_json(JsonType::string, where);
    result.string = std::move(value);
    return add_value(std::move(result));
  }

  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open_container(JsonType::object); }
  bool start_array(std::size_t) override { return open_container(JsonType::array); }

  bool key(string_t& value) override {
    const SourceRange where = take_string();
    scalar_begin_ = SyntaxContext::kNone;
    if (!check_length(value, where)) return false;
    open_.back().members.push_back({.key = std::move(value), .key_where = where, .value = {}});
    shape_.back().is_empty = false;
    key_pending_ = true;
    return true;
  }

  bool end_object() override {
    report_duplicates();
    return close_container();
  }

  bool end_array() override { return close_container(); }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    SyntaxContext context{.text = text_, .cursor = cursor_, .open = shape_};
    if (key_pending_) context.key = open_.back().members.back().key;
    context.scalar_begin = scalar_begin_;
    context.is_complete = is_complete_;
    if (sources_.at(source_).kind == SourceKind::command_line) context.text_name = "the value";
    SyntaxFault fault = explain_syntax(context);
    diagnostics_.add({.where = range(fault.begin, fault.end),
                      .message = std::move(fault.message),
                      .allowed = std::move(fault.allowed),
                      .hint = std::move(fault.hint)});
    return false;
  }

 private:
  SourceRange range(std::size_t begin, std::size_t end) const {
    return {source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  std::size_t token_begin() const {
    std::size_t offset = skip_blank(text_, cursor_);
    while (offset < text_.size() && (text_[offset] == ',' || text_[offset] == ':')) {
      offset = skip_blank(text_, offset + 1);
    }
    return offset;
  }

  SourceRange take_token(std::size_t begin, std::size_t end) {
    cursor_ = end;
    return range(begin, end);
  }

  SourceRange take_string() {
    const std::size_t begin = token_begin();
    return take_token(begin, end_of_string(text_, begin));
  }

  bool add_scalar(JsonValue value, std::size_t length) {
    scalar_begin_ = token_begin();
    value.where = take_token(scalar_begin_, scalar_begin_ + length);
    return add_value(std::move(value));
  }

  bool add_number(JsonValue value) {
    const std::size_t begin = token_begin();
    const std::size_t end = end_of_number(text_, begin);
    if (value.type == JsonType::number) {
      // from_chars does not depend on the locale. It leaves the value alone where the magnitude is too small
      // for it.
      std::from_chars(text_.data() + begin, text_.data() + end, value.number);
    }
    return add_scalar(std::move(value), end - begin);
  }

  bool fail_limit(const SourceRange& where, std::string message, std::string found) {
    diagnostics_.add({.where = where, .message = std::move(message), .found = std::move(found)});
    return false;
  }

  bool check_length(const std::string& text, const SourceRange& where) {
    if (text.size() <= limits_.string_bytes) return true;
    return fail_limit(
        where, fmt::format("a string is longer than the limit of {}", counted(limits_.string_bytes, "byte")),
        counted(text.size(), "byte"));
  }

  bool count_value(const SourceRange& where) {
    if (++value_count_ <= limits_.values) return true;
    return fail_limit(where, fmt::format("the document has more values than the limit of {}", limits_.values),
                      {});
  }

  bool add_value(JsonValue value) {
    if (!count_value(value.where)) return false;
    attach(std::move(value));
    return true;
  }

  void attach(JsonValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
      is_complete_ = true;
    } else if (open_.back().is_array()) {
      open_.back().items.push_back(std::move(value));
      shape_.back().is_empty = false;
    } else {
      open_.back().members.back().value = std::move(value);
      key_pending_ = false;
    }
  }

  bool open_container(JsonType type) {
    const std::size_t begin = token_begin();
    JsonValue value = make_json(type, take_token(begin, begin + 1));
    if (open_.size() >= limits_.depth) {
      return fail_limit(value.where,
                        fmt::format("nested deeper than the limit of {}", counted(limits_.depth, "level")),
                        {});
    }
    if (!count_value(value.where)) return false;
    shape_.push_back({.is_object = type == JsonType::object, .is_empty = true, .begin = begin});
    open_.push_back(std::move(value));
    key_pending_ = false;
    scalar_begin_ = SyntaxContext::kNone;
    return true;
  }

  bool close_container() {
    const std::size_t begin = token_begin();
    take_token(begin, begin + 1);
    JsonValue value = std::move(open_.back());
    open_.pop_back();
    shape_.pop_back();
    value.where.end = static_cast<std::uint32_t>(cursor_);
    scalar_begin_ = SyntaxContext::kNone;
    attach(std::move(value));
    return true;
  }

  std::string pointer_to_innermost() const {
    std::string pointer;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const JsonValue& container = open_[i];
      const std::string token =
          container.is_array() ? fmt::format("{}", container.items.size()) : container.members.back().key;
      append_pointer_token(pointer, token);
    }
    return pointer;
  }

  void report_duplicates() {
    const std::vector<JsonMember>& members = open_.back().members;
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&members](std::size_t a, std::size_t b) {
      const int compared = members[a].key.compare(members[b].key);
      return compared != 0 ? compared < 0 : a < b;
    });
    std::size_t first = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
      const JsonMember& original = members[order[first]];
      const JsonMember& member = members[order[i]];
      if (member.key != original.key) {
        first = i;
        continue;
      }
      const std::size_t line = sources_.locate(source_, original.key_where.begin).line;
      diagnostics_.add({.where = member.key_where,
                        .pointer = pointer_to_innermost(),
                        .message = fmt::format("key \"{}\" is given twice, first at line {}",
                                               shorten(member.key, kShownText), line)});
    }
  }

  const JsonSources& sources_;
  std::uint32_t source_;
  std::string_view text_;
  std::size_t cursor_;
  const JsonLimits& limits_;
  Diagnostics& diagnostics_;
  JsonValue root_;
  std::vector<JsonValue> open_;       // containers that are not closed yet, outermost first
  std::vector<OpenContainer> shape_;  // the same for explain_syntax
  std::size_t value_count_ = 0;
  std::size_t scalar_begin_ = SyntaxContext::kNone;
  bool key_pending_ = false;
  bool is_complete_ = false;
};

Diagnostic plain_error(SourceRange where, std::string message, std::string hint = {}) {
  return {.where = where, .message = std::move(message), .hint = std::move(hint)};
}

// Problems of the bytes that must be known before the grammar is looked at.
std::optional<Diagnostic> check_bytes(const JsonSources& sources, SourceRange part,
                                      const JsonLimits& limits) {
  const std::string& text = sources.at(part.source).text;
  if (part.end - part.begin > limits.text_bytes) {
    Diagnostic problem = plain_error(whole_source(part.source), "the text is larger than the limit of " +
                                                                    counted_bytes(limits.text_bytes));
    problem.found = counted(part.end - part.begin, "byte");
    return problem;
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return plain_error({part.source, 0, 2},
                       "the file is not UTF-8: it starts with the byte order mark of UTF-16",
                       "save the file as UTF-8");
  }
  // nlohmann takes a NUL byte for the end of the text.
  const std::size_t nul = std::string_view(text).substr(0, part.end).find('\0', part.begin);
  if (nul == std::string_view::npos) return std::nullopt;
  const auto offset = static_cast<std::uint32_t>(nul);
  return plain_error({part.source, offset, offset + 1}, "unexpected NUL byte",
                     "this does not look like a text file");
}

}  // namespace

std::string_view name_with_article(JsonType type) {
  switch (type) {
    case JsonType::null:
      return "null";
    case JsonType::boolean:
      return "a boolean";
    case JsonType::integer:
      return "an integer";
    case JsonType::number:
      return "a number";
    case JsonType::string:
      return "a string";
    case JsonType::array:
      return "an array";
    case JsonType::object:
      return "an object";
  }
  return "nothing";
}

std::string describe(const JsonValue& value) {
  switch (value.type) {
    case JsonType::null:
      return "null";
    case JsonType::boolean:
      return value.boolean ? "true" : "false";
    case JsonType::integer:
      return fmt::format("the number {}", value.integer);
    case JsonType::number:
      return fmt::format("the number {}", value.number);
    case JsonType::string:
      return fmt::format("the string \"{}\"", shorten(value.string, kShownText));
    case JsonType::array:
      return "an array of " + counted(value.items.size(), "element");
    case JsonType::object:
      return "an object with " + counted(value.members.size(), "key");
  }
  return {};
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [key](const JsonMember& member) { return member.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

JsonValue make_json(JsonType type, SourceRange where) {
  JsonValue value;
  value.type = type;
  value.where = where;
  return value;
}

JsonValue* JsonValue::find(std::string_view key) {
  return const_cast<JsonValue*>(std::as_const(*this).find(key));
}

void append_pointer_token(std::string& pointer, std::string_view token) {
  pointer += '/';
  for (const char c : token) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

std::optional<JsonValue> parse_json(const JsonSources& sources, SourceRange part, const JsonLimits& limits,
                                    Diagnostics& diagnostics) {
  if (auto problem = check_bytes(sources, part, limits)) {
    diagnostics.add(std::move(*problem));
    return std::nullopt;
  }
  try {
    const std::string_view text =
        std::string_view(sources.at(part.source).text).substr(part.begin, part.end - part.begin);
    TreeBuilder builder(sources, part, limits, diagnostics);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder, nlohmann::json::input_format_t::json,
                                   true, true))
      return std::nullopt;
    return builder.take();
  } catch (const std::bad_alloc&) {
    diagnostics.add(plain_error(whole_source(part.source), "not enough memory to read the document"));
  } catch (const std::exception& error) {
    diagnostics.add(
        plain_error(whole_source(part.source), fmt::format("the document cannot be read: {}", error.what())));
  }
  return std::nullopt;
}

std::optional<JsonValue> parse_json(const JsonSources& sources, std::uint32_t source,
                                    const JsonLimits& limits, Diagnostics& diagnostics) {
  const auto end = static_cast<std::uint32_t>(sources.at(source).text.size());
  return parse_json(sources, SourceRange{source, 0, end}, limits, diagnostics);
}

}  // namespace drover
