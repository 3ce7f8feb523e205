#include "scenario/json_document.h"

#include <algorithm>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "core/utf8.h"
#include "scenario/json_lexer.h"

namespace drover {
namespace {

bool is_closing_bracket(char c) {
  return c == '}' || c == ']';
}

// A recursive descent parser; limits.depth bounds the recursion. Functions return false after they added one
// error.
class JsonParser {
 public:
  JsonParser(const JsonSources& sources, SourceRange part, const JsonLimits& limits, Diagnostics& diagnostics)
      : sources_(sources),
        source_(part.source),
        text_(std::string_view(sources.at(part.source).text).substr(0, part.end)),
        offset_(part.begin),
        limits_(limits),
        diagnostics_(diagnostics) {
    if (text_.substr(offset_).starts_with(kByteOrderMark)) offset_ += kByteOrderMark.size();
  }

  bool parse_document(JsonValue& root) {
    if (!parse_value(root)) return false;
    if (peek() == '\0') return true;
    return fail_here(fmt::format("unexpected {} after the end of the document", quote_token(text_, offset_)),
                     "a document is one value, and every bracket closes once");
  }

 private:
  // Moves to the next token. Returns its first byte, or NUL at the end of the text.
  char peek() {
    offset_ = skip_blank(text_, offset_);
    return offset_ < text_.size() ? text_[offset_] : '\0';
  }

  // The bytes from `begin` to the cursor.
  SourceRange range_from(std::size_t begin) const {
    return {source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(offset_)};
  }

  // Passes the punctuation mark at the cursor.
  SourceRange take() {
    ++offset_;
    return range_from(offset_ - 1);
  }

  bool parse_value(JsonValue& value) {
    const char c = peek();
    if (c == '{') return parse_container(JsonType::object, value);
    if (c == '[') return parse_container(JsonType::array, value);
    if (c == '"') {
      value.type = JsonType::string;
      return parse_string(value.string, value.where) && count_value(value.where);
    }
    if (!is_word_byte(c)) return fail_value(c);
    const std::size_t begin = offset_;
    if (auto problem = read_word(text_, offset_, value)) return fail(std::move(*problem));
    value.where = range_from(begin);
    return count_value(value.where);
  }

  bool parse_container(JsonType type, JsonValue& value) {
    value = make_json(type, take());
    if (open_.size() >= limits_.depth) {
      return fail_limit(value.where, "nested deeper than the limit of " + counted(limits_.depth, "level"));
    }
    if (!count_value(value.where)) return false;
    open_.push_back(&value);
    const char closing = value.is_object() ? '}' : ']';
    for (bool is_first = true; peek() != closing; is_first = false) {
      if (!is_first && !parse_comma(closing)) return false;
      if (!(value.is_object() ? parse_member(value) : parse_element(value))) return false;
    }
    value.where.end = take().end;
    report_duplicates(value);
    open_.pop_back();
    return true;
  }

  bool parse_comma(char closing) {
    const char c = peek();
    if (c == ',') {
      const SourceRange comma = take();
      return peek() != closing || fail(problem_at(comma.begin, comma.end, "trailing comma"));
    }
    std::string hint;
    if (is_closing_bracket(c)) hint = not_closed_yet();
    if (c == ':' && closing == ']') hint = "an array has no keys; objects are written { \"key\": value }";
    return fail_here(fmt::format("expected ',' or '{}' before {}", closing, quote_token(text_, offset_)),
                     std::move(hint));
  }

  // The array receives the element when it is complete: messages tell the first one from the others.
  bool parse_element(JsonValue& array) {
    JsonValue element;
    if (!parse_value(element)) return false;
    array.items.push_back(std::move(element));
    return true;
  }

  bool parse_member(JsonValue& object) {
    if (const char c = peek(); c != '"') return fail_key(c);
    JsonMember& member = object.members.emplace_back();
    if (!parse_string(member.key, member.key_where)) return false;
    if (peek() != ':')
      return fail_here(fmt::format("expected ':' after the key \"{}\"", shorten(member.key)));
    take();
    return parse_value(member.value);
  }

  bool parse_string(std::string& value, SourceRange& where) {
    const std::size_t begin = offset_;
    if (auto problem = read_string(text_, offset_, value)) return fail(std::move(*problem));
    where = range_from(begin);
    if (value.size() <= limits_.string_bytes) return true;
    return fail_limit(where, "a string is longer than the limit of " + counted(limits_.string_bytes, "byte"),
                      counted(value.size(), "byte"));
  }

  bool count_value(const SourceRange& where) {
    if (++value_count_ <= limits_.values) return true;
    return fail_limit(where,
                      fmt::format("the document has more values than the limit of {}", limits_.values));
  }

  // Keys are in the order of the text, so the first of equal keys is the first given.
  void report_duplicates(const JsonValue& object) {
    std::map<std::string_view, std::uint32_t> first_offset;
    for (const JsonMember& member : object.members) {
      const auto [first, is_new] = first_offset.try_emplace(member.key, member.key_where.begin);
      if (is_new) continue;
      const std::size_t line = sources_.line_number(source_, first->second);
      diagnostics_.add(
          {.where = member.key_where,
           .pointer = pointer_to_innermost(),
           .message = fmt::format("key \"{}\" is given twice, first at line {}", shorten(member.key), line)});
    }
  }

  std::string pointer_to_innermost() const {
    std::string pointer;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const JsonValue& container = *open_[i];
      append_pointer_token(pointer, container.is_array() ? fmt::format("{}", container.items.size())
                                                         : container.members.back().key);
    }
    return pointer;
  }

  // The text at the cursor is neither a value nor a word.
  bool fail_value(char c) {
    if (!open_.empty() && open_.back()->is_object()) {
      const std::string key = shorten(open_.back()->members.back().key);
      return fail_here(fmt::format("the key \"{}\" has no value", key));
    }
    if (c == ',' && !open_.empty() && !open_.back()->items.empty()) return fail_here("two commas in a row");
    return fail_here(fmt::format("expected a value before {}", quote_token(text_, offset_)),
                     is_closing_bracket(c) && !open_.empty() ? not_closed_yet() : "");
  }

  bool fail_key(char c) {
    const std::string token = quote_token(text_, offset_);
    if (is_word_byte(c)) return fail_here(fmt::format("keys are written in double quotes: \"{}\"", token));
    if (c == ',' && !open_.back()->members.empty()) return fail_here("two commas in a row");
    return fail_here(fmt::format("expected a key in double quotes before {}", token),
                     c == ']' ? not_closed_yet() : "");
  }

  // The token at the cursor is not what the grammar wants there. The end of the text and characters foreign
  // to JSON are explained as what they are.
  bool fail_here(std::string message, std::string hint = {}) {
    if (peek() == '\0') return fail_end();
    if (auto foreign = find_foreign(text_, offset_)) return fail(std::move(*foreign));
    return fail(problem_at(offset_, end_of_token(text_, offset_), std::move(message), std::move(hint)));
  }

  bool fail_end() {
    const bool is_file = sources_.at(source_).kind == SourceKind::file;
    const std::size_t end = text_.find_last_not_of(" \t\r\n") + 1;  // 0 when there is nothing else
    std::string message = fmt::format("{} is empty", is_file ? "the file" : "the value");
    if (!open_.empty()) {
      message =
          fmt::format("unexpected end of {}: {} is not closed", is_file ? "file" : "the value", innermost());
    }
    return fail(problem_at(end, end_of_token(text_, end), std::move(message)));
  }

  bool fail_limit(const SourceRange& where, std::string message, std::string found = {}) {
    return fail({.where = where, .message = std::move(message), .found = std::move(found)});
  }

  bool fail(Diagnostic problem) {
    problem.where.source = source_;
    diagnostics_.add(std::move(problem));
    return false;
  }

  std::string innermost() const {
    const JsonValue& container = *open_.back();
    return fmt::format("the {} opened at line {}", container.is_object() ? "object" : "array",
                       sources_.line_number(source_, container.where.begin));
  }

  std::string not_closed_yet() const { return innermost() + " is not closed yet"; }

  const JsonSources& sources_;
  std::uint32_t source_;
  std::string_view text_;  // ends where the document ends
  std::size_t offset_;     // the cursor
  const JsonLimits& limits_;
  Diagnostics& diagnostics_;
  std::vector<const JsonValue*> open_;  // containers that are not closed yet, outermost first
  std::size_t value_count_ = 0;
};

// Problems of the bytes that must be known before the grammar is looked at.
std::optional<Diagnostic> check_bytes(const JsonSources& sources, SourceRange part,
                                      const JsonLimits& limits) {
  const std::string& text = sources.at(part.source).text;
  if (part.end - part.begin > limits.text_bytes) {
    return Diagnostic{.where = whole_source(part.source),
                      .message = "the text is larger than the limit of " + counted_bytes(limits.text_bytes),
                      .found = counted(part.end - part.begin, "byte")};
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return Diagnostic{.where = {part.source, 0, 2},
                      .message = "the file is not UTF-8: it starts with the byte order mark of UTF-16",
                      .hint = "save the file as UTF-8"};
  }
  // The parser takes a NUL byte for the end of the text.
  const std::size_t nul = std::string_view(text).substr(0, part.end).find('\0', part.begin);
  if (nul == std::string_view::npos) return std::nullopt;
  const auto offset = static_cast<std::uint32_t>(nul);
  return Diagnostic{.where = {part.source, offset, offset + 1},
                    .message = "unexpected NUL byte",
                    .hint = "this does not look like a text file"};
}

}  // namespace

std::optional<JsonValue> parse_json(const JsonSources& sources, SourceRange part, const JsonLimits& limits,
                                    Diagnostics& diagnostics) {
  if (auto problem = check_bytes(sources, part, limits)) {
    diagnostics.add(std::move(*problem));
    return std::nullopt;
  }
  try {
    JsonValue root;
    if (JsonParser(sources, part, limits, diagnostics).parse_document(root)) return root;
  } catch (const std::bad_alloc&) {
    diagnostics.add(
        {.where = whole_source(part.source), .message = "not enough memory to read the document"});
  }
  return std::nullopt;
}

bool looks_like_object(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::string_view end;
    if (text.starts_with("//")) end = "\n";
    if (text.starts_with("/*")) end = "*/";
    if (end.empty()) return text.empty() || text.starts_with('{');
    text.remove_prefix(std::min(text.find(end, 2), text.size()));
    text.remove_prefix(std::min(end.size(), text.size()));
  }
}

std::optional<JsonValue> parse_json(const JsonSources& sources, std::uint32_t source,
                                    const JsonLimits& limits, Diagnostics& diagnostics) {
  const auto end = static_cast<std::uint32_t>(sources.at(source).text.size());
  return parse_json(sources, SourceRange{source, 0, end}, limits, diagnostics);
}

}  // namespace drover
