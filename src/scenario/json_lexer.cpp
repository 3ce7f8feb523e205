#include "scenario/json_lexer.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <locale>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/text.h"
#include "core/utf8.h"

namespace drover {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Whether an unquoted text may start with this byte. Bytes outside of ASCII count as letters.
bool starts_text(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

char at_or_null(std::string_view text, std::size_t offset) {
  return offset < text.size() ? text[offset] : '\0';
}

std::size_t skip_digits(std::string_view text, std::size_t offset) {
  while (is_digit(at_or_null(text, offset)))
    ++offset;
  return offset;
}

std::size_t end_of_word(std::string_view text, std::size_t offset) {
  while (is_word_byte(at_or_null(text, offset)))
    ++offset;
  return offset;
}

Diagnostic unclosed_string(std::size_t begin, std::size_t end) {
  return problem_at(begin, end, "the string is not closed on its line",
                    "strings end with a double quote; a line break inside one is written \\n");
}

// Code unit of the escape \uXXXX at `offset`, or nothing when the digits are not four.
std::optional<char32_t> code_unit(std::string_view text, std::size_t offset) {
  const std::string_view escape = text.substr(std::min(offset, text.size()), 6);
  if (escape.size() < 6 || !escape.starts_with("\\u")) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(escape.data() + 2, escape.data() + 6, value, 16);
  if (error != std::errc() || end != escape.data() + 6) return std::nullopt;
  return value;
}

std::optional<Diagnostic> read_unicode_escape(std::string_view text, std::size_t& offset,
                                              std::string& value) {
  const std::optional<char32_t> unit = code_unit(text, offset);
  if (!unit) {
    return problem_at(offset, offset + 2, "\\u in a string must be followed by four hexadecimal digits");
  }
  char32_t character = *unit;
  std::size_t length = 6;
  if (character >= 0xD800 && character <= 0xDFFF) {
    const char32_t low = code_unit(text, offset + length).value_or(0);
    if (character >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) {
      return problem_at(offset, offset + length,
                        fmt::format("{} is half of a surrogate pair", text.substr(offset, length)));
    }
    character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
    length = 12;
  }
  append_utf8(value, character);
  offset += length;
  return std::nullopt;
}

std::optional<Diagnostic> read_escape(std::string_view text, std::size_t& offset, std::string& value) {
  constexpr std::string_view kEscapes = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char c = text[offset + 1];
  if (c == 'u') return read_unicode_escape(text, offset, value);
  const std::size_t index = kEscapes.find(c);
  if (index == std::string_view::npos) {
    const std::size_t end = offset + 1 + decode_utf8(text, offset + 1).length;
    Diagnostic problem = problem_at(
        offset, end, fmt::format("unknown escape {} in a string", text.substr(offset, end - offset)),
        R"(a backslash itself is written \\; paths may use / instead)");
    problem.allowed = R"(\" \\ \/ \b \f \n \r \t \uXXXX)";
    return problem;
  }
  value += kMeanings[index];
  offset += 2;
  return std::nullopt;
}

// Length of the literal that the word begins with, whose value is stored; 0 when there is none.
std::size_t match_literal(std::string_view word, JsonValue& value) {
  const bool is_null = word.starts_with("null");
  value.type = is_null ? JsonType::null : JsonType::boolean;
  value.boolean = word.starts_with("true");
  if (is_null || value.boolean) return 4;
  return word.starts_with("false") ? 5 : 0;
}

// Stores the value of a number of JSON's grammar, whatever the locale; a magnitude below the smallest becomes
// zero. Returns false when the magnitude is too large.
bool set_number(std::string_view number, JsonValue& value) {
  const char* const end = number.data() + number.size();
  const bool is_whole = number.find_first_of(".eE") == std::string_view::npos;
  if (is_whole && std::from_chars(number.data(), end, value.integer).ec == std::errc()) {
    value.type = JsonType::integer;
    value.number = static_cast<double>(value.integer);
    return true;
  }
  value.type = JsonType::number;
  if (std::from_chars(number.data(), end, value.number).ec == std::errc()) return true;
  // from_chars does not tell too large from too small, an extraction does: only too large makes it fail.
  std::istringstream stream{std::string(number)};
  stream.imbue(std::locale::classic());
  return static_cast<bool>(stream >> value.number);
}

// A word where a value should stand, such as NaN or an unquoted text.
Diagnostic explain_word(std::string_view word, std::size_t begin) {
  const std::size_t end = begin + word.size();
  const std::string shown = shorten(word);
  std::string lower = lower_case(word);
  if (lower[0] == '-' || lower[0] == '+') lower.erase(0, 1);
  const auto is_one_of = [&lower](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), lower) != names.end();
  };
  if (is_one_of({"nan", "inf", "infinity"})) {
    return problem_at(begin, end, fmt::format("{} is not allowed: numbers must be finite", shown));
  }
  std::string_view hint = "text is written in double quotes";
  if (is_one_of({"true", "yes", "on"})) hint = "write true, without quotes and in lower case";
  if (is_one_of({"false", "no", "off"})) hint = "write false, without quotes and in lower case";
  if (is_one_of({"null", "none", "nil", "undefined"})) hint = "write null, or leave the key out";
  return problem_at(begin, end, fmt::format("{} is not a JSON value", shown), std::string(hint));
}

// A word that starts like a number but is none, or one beyond the range of double.
Diagnostic explain_number(std::string_view word, std::size_t begin) {
  const std::size_t sign = word[0] == '-' || word[0] == '+' ? 1 : 0;
  const char first = at_or_null(word, sign);
  const char second = at_or_null(word, sign + 1);
  if (starts_text(first)) return explain_word(word, begin);
  Diagnostic problem =
      problem_at(begin, begin + word.size(), fmt::format("{} is not a number", shorten(word)));
  const std::size_t dot = word.find('.');
  const std::size_t exponent = word.find_first_of("eE");
  if (word[0] == '+') {
    problem.hint = "numbers are written without a leading +";
  } else if (first == '0' && (second == 'x' || second == 'X')) {
    problem.hint = "numbers are written in decimal";
  } else if (first == '0' && is_digit(second)) {
    problem.hint = "numbers are written without leading zeros";
  } else if (end_of_number(word, 0) == word.size()) {
    problem.message = fmt::format("the number {} is too large", shorten(word));
    problem.allowed = "magnitudes up to about 1.8e308";
  } else if (word.find('_') != std::string_view::npos) {
    problem.hint = "digits are written without separators";
  } else if (first == '.' || (dot != std::string_view::npos && !is_digit(at_or_null(word, dot + 1)))) {
    problem.hint = "a decimal point has digits on both sides, as in 0.5 and 1.0";
  } else if (exponent != std::string_view::npos && skip_digits(word, sign) <= exponent &&
             word.find_first_not_of("0123456789+-.eE") == std::string_view::npos) {
    problem.hint = "an exponent is written like 1e6 or 2.5e-3";
  } else if (is_digit(first) && word.find_first_not_of("0123456789+-.") != std::string_view::npos) {
    problem.hint = "numbers are written without units; text is written in double quotes";
  }
  return problem;
}

}  // namespace

std::size_t skip_blank(std::string_view text, std::size_t offset) {
  while (offset < text.size()) {
    const char c = text[offset];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++offset;
    } else if (c == '/' && at_or_null(text, offset + 1) == '/') {
      offset = std::min(text.find_first_of("\r\n", offset), text.size());
    } else if (c == '/' && at_or_null(text, offset + 1) == '*') {
      const std::size_t end = text.find("*/", offset + 2);
      if (end == std::string_view::npos) return offset;
      offset = end + 2;
    } else {
      return offset;
    }
  }
  return offset;
}

std::size_t end_of_string(std::string_view text, std::size_t offset) {
  for (++offset; offset < text.size(); ++offset) {
    if (text[offset] == '"') return offset + 1;
    if (text[offset] == '\\') ++offset;
  }
  return text.size();
}

std::size_t end_of_number(std::string_view text, std::size_t offset) {
  std::size_t end = at_or_null(text, offset) == '-' ? offset + 1 : offset;
  const std::size_t integer_begin = end;
  end = at_or_null(text, end) == '0' ? end + 1 : skip_digits(text, end);
  if (end == integer_begin) return offset;
  if (at_or_null(text, end) == '.' && is_digit(at_or_null(text, end + 1))) end = skip_digits(text, end + 1);
  if (at_or_null(text, end) == 'e' || at_or_null(text, end) == 'E') {
    const char sign = at_or_null(text, end + 1);
    const std::size_t digits = sign == '+' || sign == '-' ? end + 2 : end + 1;
    if (is_digit(at_or_null(text, digits))) end = skip_digits(text, digits);
  }
  return end;
}

std::size_t end_of_token(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return offset;
  if (text[offset] == '"') return std::min(end_of_string(text, offset), text.find('\n', offset));
  return std::max(end_of_word(text, offset), offset + 1);
}

std::string quote_token(std::string_view text, std::size_t offset) {
  const std::string_view token = text.substr(offset, end_of_token(text, offset) - offset);
  return token.size() == 1 && !is_word_byte(token[0]) ? fmt::format("'{}'", token) : shorten(token);
}

bool is_word_byte(char c) {
  return starts_text(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
}

Diagnostic problem_at(std::size_t begin, std::size_t end, std::string message, std::string hint) {
  return {.where = {0, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
          .message = std::move(message),
          .hint = std::move(hint)};
}

std::optional<Diagnostic> find_foreign(std::string_view text, std::size_t offset) {
  const char c = text[offset];
  const CodePoint character = decode_utf8(text, offset);
  const auto code = static_cast<std::uint32_t>(character.value);
  const auto unexpected = [&](std::string what, std::string hint = {}) {
    return problem_at(offset, offset + character.length, "unexpected " + what, std::move(hint));
  };
  if (text.substr(offset, 2) == "/*") {
    return problem_at(offset, offset + 1, "the comment is not closed", "end it with */");
  }
  if (c == '/' || c == '#') return unexpected(fmt::format("'{}'", c), "comments are written // or /* */");
  if (c == '\'') return unexpected("single quote", "keys and strings are written in double quotes");
  if (c == '`') return unexpected("backquote", "keys and strings are written in double quotes");
  if (!character.valid) {
    return problem_at(offset, offset + 1, fmt::format("byte 0x{:02X} is not valid UTF-8", code),
                      "save the file as UTF-8");
  }
  if (code < 0x20 || code == 0x7F) return unexpected(fmt::format("control character U+{:04X}", code));
  if (code >= 0x2018 && code <= 0x201F) {
    return unexpected("typographic quote", "keys and strings are written in plain double quotes");
  }
  const bool is_space = code == 0xA0 || (code >= 0x2000 && code <= 0x200F) || code == 0x202F ||
                        code == 0x3000 || code == 0xFEFF || code == 0x2028 || code == 0x2029;
  if (!is_space) return std::nullopt;
  return unexpected(fmt::format("invisible character U+{:04X}", code), "replace it by a space");
}

std::optional<Diagnostic> read_string(std::string_view text, std::size_t& offset, std::string& value) {
  const std::size_t begin = offset++;
  while (offset < text.size()) {
    const char c = text[offset];
    const char next = at_or_null(text, offset + 1);
    if (c == '"') {
      ++offset;
      return std::nullopt;
    }
    if (c == '\n' || c == '\r') break;
    if (c == '\t') return problem_at(offset, offset + 1, "a tab inside a string must be written \\t");
    if (static_cast<unsigned char>(c) < 0x20) {
      return problem_at(offset, offset + 1,
                        fmt::format("a control character inside a string must be written \\u{:04x}",
                                    static_cast<unsigned>(c)));
    }
    if (c == '\\') {
      if (next == '\0' || next == '\n' || next == '\r') return unclosed_string(begin, offset + 1);
      if (auto problem = read_escape(text, offset, value)) return problem;
      continue;
    }
    const CodePoint character = decode_utf8(text, offset);
    if (!character.valid) return problem_at(offset, offset + 1, "the string is not valid UTF-8");
    value += text.substr(offset, character.length);
    offset += character.length;
  }
  return unclosed_string(begin, offset);
}

std::size_t offset_in_string(std::string_view text, std::size_t offset, std::size_t decoded) {
  std::string value;
  for (++offset; value.size() < decoded && offset < text.size();) {
    if (text[offset] == '\\' && !read_escape(text, offset, value)) continue;
    value += text[offset++];
  }
  return offset;
}

std::optional<Diagnostic> read_word(std::string_view text, std::size_t& offset, JsonValue& value) {
  const std::size_t begin = offset;
  const std::string_view word = text.substr(begin, end_of_word(text, begin) - begin);
  std::size_t length = match_literal(word, value);
  const bool is_literal = length > 0;
  if (!is_literal) length = end_of_number(word, 0);
  if (length == word.size() && (is_literal || set_number(word, value))) {
    offset = begin + length;
    return std::nullopt;
  }
  // Of 5m the whole word is the problem, of a 5 before a no-break space only that space.
  if (length < word.size()) {
    if (auto problem = find_foreign(text, begin + length)) return problem;
  }
  return starts_text(word[0]) ? explain_word(word, begin) : explain_number(word, begin);
}

}  // namespace drover
