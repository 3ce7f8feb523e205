#include "scenario/json_syntax.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/text.h"
#include "scenario/utf8.h"

namespace drover {
namespace {

constexpr std::size_t kShownText = 40;  // characters of the input that a message quotes

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_non_ascii(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

bool starts_word(char c) {
  return is_letter(c) || c == '_' || c == '$' || is_non_ascii(c);
}

bool continues_word(char c) {
  return starts_word(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
}

std::size_t end_of_word(std::string_view text, std::size_t offset) {
  while (offset < text.size() && continues_word(text[offset]))
    ++offset;
  return offset;
}

std::size_t skip_digits(std::string_view text, std::size_t offset) {
  while (offset < text.size() && is_digit(text[offset]))
    ++offset;
  return offset;
}

char at_or_null(std::string_view text, std::size_t offset) {
  return offset < text.size() ? text[offset] : '\0';
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

char closing_bracket(const OpenContainer& container) {
  return container.is_object ? '}' : ']';
}

bool is_closing_bracket(char c) {
  return c == '}' || c == ']';
}

// End of whatever starts here, for the mark below the source line.
std::size_t end_of_token(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return offset;
  if (text[offset] == '"') return std::min(end_of_string(text, offset), text.find('\n', offset));
  if (continues_word(text[offset])) return end_of_word(text, offset);
  return offset + 1;
}

std::string quote_token(std::string_view text, std::size_t offset) {
  const std::string_view token = text.substr(offset, end_of_token(text, offset) - offset);
  if (token.size() == 1 && !continues_word(token[0])) return fmt::format("'{}'", token);
  return shorten(token, kShownText);
}

std::string describe_open(const SyntaxContext& context) {
  const OpenContainer& container = context.open.back();
  return fmt::format("the {} opened at line {}", container.is_object ? "object" : "array",
                     line_of(context.text, container.begin));
}

SyntaxFault fault_at_token(const SyntaxContext& context, std::size_t offset, std::string message) {
  return {.begin = offset, .end = end_of_token(context.text, offset), .message = std::move(message)};
}

SyntaxFault explain_end(const SyntaxContext& context) {
  std::size_t end = context.text.find_last_not_of(" \t\r\n");
  end = end == std::string_view::npos ? 0 : end + 1;
  SyntaxFault fault = fault_at_token(context, end, fmt::format("{} is empty", context.text_name));
  if (!context.open.empty()) {
    fault.message =
        fmt::format("unexpected end of {}: {} is not closed",
                    context.text_name == "the file" ? "file" : context.text_name, describe_open(context));
  }
  return fault;
}

// What is wrong inside the string whose quote stands at `begin`; nothing when it is a correct string.
class StringCheck {
 public:
  StringCheck(std::string_view text, std::size_t begin) : text_(text), begin_(begin) {}

  std::optional<SyntaxFault> run() {
    for (std::size_t offset = begin_ + 1; offset < text_.size();) {
      const char c = text_[offset];
      if (c == '"') return std::nullopt;
      std::size_t length = 1;
      if (c == '\\') {
        if (auto fault = check_escape(offset, length)) return fault;
      } else if (c == '\n' || c == '\r') {
        return unclosed(offset);
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return control_character(offset);
      } else if (is_non_ascii(c)) {
        const CodePoint character = decode_utf8(text_, offset);
        if (!character.valid) return fault(offset, 1, "the string is not valid UTF-8");
        length = character.length;
      }
      offset += length;
    }
    return unclosed(text_.size());
  }

 private:
  static SyntaxFault fault(std::size_t offset, std::size_t length, std::string message) {
    return {.begin = offset, .end = offset + length, .message = std::move(message)};
  }

  SyntaxFault unclosed(std::size_t end) const {
    SyntaxFault result = fault(begin_, end - begin_, "the string is not closed on its line");
    result.hint = "strings end with a double quote; a line break inside one is written \\n";
    return result;
  }

  SyntaxFault control_character(std::size_t offset) const {
    if (text_[offset] == '\t') return fault(offset, 1, "a tab inside a string must be written \\t");
    return fault(offset, 1,
                 fmt::format("a control character inside a string must be written \\u{:04x}",
                             static_cast<unsigned>(text_[offset])));
  }

  // Code unit of the \uXXXX at `offset`, or nothing when the digits are not four.
  std::optional<unsigned> code_unit(std::size_t offset) const {
    if (at_or_null(text_, offset) != '\\' || at_or_null(text_, offset + 1) != 'u') return std::nullopt;
    unsigned value = 0;
    for (std::size_t i = offset + 2; i < offset + 6; ++i) {
      const char c = at_or_null(text_, i);
      if (!is_hex_digit(c)) return std::nullopt;
      const unsigned digit =
          is_digit(c) ? static_cast<unsigned>(c - '0') : static_cast<unsigned>((c | 0x20) - 'a' + 10);
      value = value * 16 + digit;
    }
    return value;
  }

  // Sets the number of bytes of a correct escape.
  std::optional<SyntaxFault> check_escape(std::size_t offset, std::size_t& length) const {
    const char c = at_or_null(text_, offset + 1);
    length = 2;
    if (c == 'u') return check_unicode_escape(offset, length);
    if (c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) return std::nullopt;
    if (c == '\0' || c == '\n' || c == '\r') return unclosed(offset + 1);
    const std::size_t shown = decode_utf8(text_, offset + 1).length;
    SyntaxFault result = fault(offset, 1 + shown,
                               fmt::format("unknown escape {} in a string", text_.substr(offset, 1 + shown)));
    result.allowed = R"(\" \\ \/ \b \f \n \r \t \uXXXX)";
    result.hint = R"(a backslash itself is written \\; paths may use / instead)";
    return result;
  }

  std::optional<SyntaxFault> check_unicode_escape(std::size_t offset, std::size_t& length) const {
    const std::optional<unsigned> unit = code_unit(offset);
    if (!unit) return fault(offset, 2, "\\u in a string must be followed by four hexadecimal digits");
    length = 6;
    const auto is_low = [](unsigned value) { return value >= 0xDC00 && value <= 0xDFFF; };
    if (*unit < 0xD800 || *unit > 0xDFFF) return std::nullopt;
    const std::optional<unsigned> second = code_unit(offset + 6);
    if (!is_low(*unit) && second && is_low(*second)) {
      length = 12;
      return std::nullopt;
    }
    return fault(offset, 6, fmt::format("{} is half of a surrogate pair", text_.substr(offset, 6)));
  }

  std::string_view text_;
  std::size_t begin_;
};

// A word where a value should stand, such as NaN or an unquoted text.
SyntaxFault explain_word(const SyntaxContext& context, std::size_t begin) {
  const std::size_t end = end_of_word(context.text, begin);
  const std::string_view word = context.text.substr(begin, end - begin);
  const std::string shown = shorten(word, kShownText);
  std::string lower = lower_case(word);
  if (!lower.empty() && (lower[0] == '-' || lower[0] == '+')) lower.erase(0, 1);
  SyntaxFault fault = fault_at_token(context, begin, fmt::format("{} is not a JSON value", shown));
  fault.end = end;
  const auto is_one_of = [&lower](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), lower) != names.end();
  };
  if (is_one_of({"nan", "inf", "infinity"})) {
    fault.message = fmt::format("{} is not allowed: numbers must be finite", shown);
  } else if (is_one_of({"true", "yes", "on"})) {
    fault.hint = "write true, without quotes and in lower case";
  } else if (is_one_of({"false", "no", "off"})) {
    fault.hint = "write false, without quotes and in lower case";
  } else if (is_one_of({"null", "none", "nil", "undefined"})) {
    fault.hint = "write null, or leave the key out";
  } else {
    fault.hint = "text is written in double quotes";
  }
  return fault;
}

// A number that JSON does not know; `begin` is where it starts, even if its first digits were accepted alone.
SyntaxFault explain_number(const SyntaxContext& context, std::size_t begin) {
  const std::string_view text = context.text;
  const std::size_t end = end_of_word(text, begin);
  const std::string_view token = text.substr(begin, end - begin);
  const std::string shown = shorten(token, kShownText);
  const std::size_t sign = token.starts_with('-') || token.starts_with('+') ? 1 : 0;
  const char first = at_or_null(token, sign);
  const char second = at_or_null(token, sign + 1);
  if (starts_word(first)) return explain_word(context, begin);
  SyntaxFault fault = fault_at_token(context, begin, fmt::format("{} is not a number", shown));
  fault.end = std::max(end, begin + 1);
  const std::size_t dot = token.find('.');
  const std::size_t exponent = token.find_first_of("eE");
  if (token.starts_with('+')) {
    fault.hint = "numbers are written without a leading +";
  } else if (first == '0' && (second == 'x' || second == 'X')) {
    fault.hint = "numbers are written in decimal";
  } else if (first == '0' && is_digit(second)) {
    fault.hint = "numbers are written without leading zeros";
  } else if (end_of_number(text, begin) == end) {
    fault.message = fmt::format("the number {} is too large", shown);
    fault.allowed = "magnitudes up to about 1.8e308";
  } else if (token.find('_') != std::string_view::npos) {
    fault.hint = "digits are written without separators";
  } else if (first == '.' || (dot != std::string_view::npos && !is_digit(at_or_null(token, dot + 1)))) {
    fault.hint = "a decimal point has digits on both sides, as in 0.5 and 1.0";
  } else if (exponent != std::string_view::npos && skip_digits(token, sign) <= exponent &&
             token.find_first_not_of("0123456789+-.eE") == std::string_view::npos) {
    fault.hint = "an exponent is written like 1e6 or 2.5e-3";
  } else if (is_digit(first) && token.find_first_not_of("0123456789+-.") != std::string_view::npos) {
    fault.hint = "numbers are written without units; text is written in double quotes";
  }
  return fault;
}

// Characters that no JSON text has outside of strings, whatever was expected.
std::optional<SyntaxFault> explain_foreign(const SyntaxContext& context, std::size_t offset) {
  const std::string_view text = context.text;
  if (offset >= text.size()) return explain_end(context);
  const char c = text[offset];
  const auto fault = [&](std::string message, std::string hint) {
    SyntaxFault result = fault_at_token(context, offset, std::move(message));
    result.end = offset + decode_utf8(text, offset).length;
    result.hint = std::move(hint);
    return result;
  };
  if (c == '/' && at_or_null(text, offset + 1) == '*')
    return fault("the comment is not closed", "end it with */");
  if (c == '/') return fault("unexpected '/'", "comments are written // or /* */");
  if (c == '#') return fault("unexpected '#'", "comments are written // or /* */");
  if (c == '\'' || c == '`') {
    return fault(fmt::format("unexpected {}", c == '`' ? "backquote" : "single quote"),
                 "keys and strings are written in double quotes");
  }
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
    return fault(fmt::format("unexpected control character U+{:04X}", static_cast<unsigned>(c)), {});
  }
  if (!is_non_ascii(c)) return std::nullopt;
  const CodePoint character = decode_utf8(text, offset);
  const auto code = static_cast<std::uint32_t>(character.value);
  if (!character.valid)
    return fault(fmt::format("byte 0x{:02X} is not valid UTF-8", code), "save the file as UTF-8");
  if (code >= 0x2018 && code <= 0x201F) {
    return fault("unexpected typographic quote", "keys and strings are written in plain double quotes");
  }
  const bool is_space = code == 0xA0 || (code >= 0x2000 && code <= 0x200F) || code == 0x202F ||
                        code == 0x3000 || code == 0xFEFF || code == 0x2028 || code == 0x2029;
  if (is_space)
    return fault(fmt::format("unexpected invisible character U+{:04X}", code), "replace it by a space");
  return std::nullopt;
}

// Something that is not a value where one should stand.
SyntaxFault explain_value(const SyntaxContext& context, std::size_t offset) {
  const std::string_view text = context.text;
  const char c = text[offset];
  if (c == '"') {
    if (auto fault = StringCheck(text, offset).run()) return *fault;
  }
  if (is_digit(c) || c == '-' || c == '+' || c == '.') return explain_number(context, offset);
  if (starts_word(c)) return explain_word(context, offset);
  SyntaxFault fault =
      fault_at_token(context, offset, fmt::format("expected a value before {}", quote_token(text, offset)));
  if (context.key) {
    fault.message = fmt::format("the key \"{}\" has no value", shorten(*context.key, kShownText));
  } else if (c == ',' && !context.open.empty() && !context.open.back().is_empty) {
    fault.message = "two commas in a row";
  } else if (is_closing_bracket(c) && !context.open.empty()) {
    fault.hint = describe_open(context) + " is not closed yet";
  }
  return fault;
}

SyntaxFault explain_key(const SyntaxContext& context, std::size_t offset) {
  const std::string_view text = context.text;
  const char c = text[offset];
  if (c == '"') {
    if (auto fault = StringCheck(text, offset).run()) return *fault;
  }
  const std::string token = quote_token(text, offset);
  SyntaxFault fault =
      fault_at_token(context, offset, fmt::format("expected a key in double quotes before {}", token));
  if (continues_word(c)) {
    fault.message = fmt::format("keys are written in double quotes: \"{}\"", token);
  } else if (c == ',' && !context.open.back().is_empty) {
    fault.message = "two commas in a row";
  } else if (c == ']') {
    fault.hint = describe_open(context) + " is not closed yet";
  }
  return fault;
}

// A value of the container is followed by something other than a comma or its closing bracket.
SyntaxFault explain_missing_comma(const SyntaxContext& context, std::size_t offset) {
  const OpenContainer& container = context.open.back();
  const char c = context.text[offset];
  SyntaxFault fault = fault_at_token(context, offset,
                                     fmt::format("expected ',' or '{}' before {}", closing_bracket(container),
                                                 quote_token(context.text, offset)));
  if (is_closing_bracket(c)) {
    fault.hint = describe_open(context) + " is not closed yet";
  } else if (c == ':' && !container.is_object) {
    fault.hint = "an array has no keys; objects are written { \"key\": value }";
  }
  return fault;
}

// A number or a literal whose beginning was accepted and that goes on, such as 007, 5m or nullable.
std::optional<SyntaxFault> explain_overlong_scalar(const SyntaxContext& context) {
  if (context.scalar_begin == SyntaxContext::kNone || context.cursor >= context.text.size())
    return std::nullopt;
  if (!continues_word(context.text[context.cursor])) return std::nullopt;
  if (is_non_ascii(context.text[context.cursor]) && explain_foreign(context, context.cursor))
    return std::nullopt;
  const bool is_word = starts_word(context.text[context.scalar_begin]);
  return is_word ? explain_word(context, context.scalar_begin)
                 : explain_number(context, context.scalar_begin);
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

SyntaxFault explain_syntax(const SyntaxContext& context) {
  const std::string_view text = context.text;
  if (auto fault = explain_overlong_scalar(context)) return *fault;
  std::size_t offset = skip_blank(text, context.cursor);
  if (auto fault = explain_foreign(context, offset)) return *fault;
  if (context.is_complete) {
    SyntaxFault fault =
        fault_at_token(context, offset,
                       fmt::format("unexpected {} after the end of the document", quote_token(text, offset)));
    fault.hint = "a document is one value, and every bracket closes once";
    return fault;
  }
  if (context.open.empty()) return explain_value(context, offset);
  const OpenContainer& container = context.open.back();
  if (context.key) {
    if (text[offset] != ':') {
      return fault_at_token(
          context, offset,
          fmt::format("expected ':' after the key \"{}\"", shorten(*context.key, kShownText)));
    }
    offset = skip_blank(text, offset + 1);
  } else if (!container.is_empty) {
    if (text[offset] != ',') return explain_missing_comma(context, offset);
    const std::size_t comma = offset;
    offset = skip_blank(text, comma + 1);
    if (at_or_null(text, offset) == closing_bracket(container))
      return fault_at_token(context, comma, "trailing comma");
  }
  if (auto fault = explain_foreign(context, offset)) return *fault;
  return container.is_object && !context.key ? explain_key(context, offset) : explain_value(context, offset);
}

}  // namespace drover
