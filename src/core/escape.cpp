#include "core/escape.h"

#include <cstddef>
#include <cstdint>

namespace drover {
namespace {

enum class EscapeForm { reference, percent };

std::string escape_each(std::string_view text, std::string_view special, EscapeForm form) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      out += c;
    } else if (form == EscapeForm::reference) {
      out += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
    } else {
      const auto byte = static_cast<std::uint8_t>(c);
      out += {'%', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }
  return out;
}

constexpr std::string_view kDefusedHash = "\\x23";

// "##" becomes "#" and the replacement of the second; in lines, "::" at the start of one that of its first.
std::string defuse(std::string_view text, std::string_view mark, bool has_lines) {
  std::string out;
  bool is_start = true;  // of a line, but for blanks, which runners leave out
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '#' && k > 0 && text[k - 1] == '#') {
      out += mark;
    } else if (has_lines && is_start && text.substr(k).starts_with("::")) {
      out += "\\x3a";
    } else {
      out += c;
    }
    is_start = c == '\n' || (is_start && static_cast<unsigned char>(c) <= ' ');
  }
  return out;
}

}  // namespace

std::string csv_field(std::string_view text, CsvReader reader) {
  constexpr std::string_view kBlanks = " \t";
  constexpr std::string_view kFormulas = "=+-@\t\r";
  const bool is_formula = reader == CsvReader::spreadsheet && !text.empty() &&
                          kFormulas.find(text.front()) != std::string_view::npos;
  // Readers take "#" at the start of a line for a remark, and leave blanks around a field out.
  const bool is_plain = text.find_first_of(",\"\r\n") == std::string_view::npos && !text.starts_with('#') &&
                        (text.empty() || (kBlanks.find(text.front()) == std::string_view::npos &&
                                          kBlanks.find(text.back()) == std::string_view::npos));
  const std::string start = is_formula ? "'" : "";
  if (is_plain) return start + std::string(text);
  std::string quoted = "\"" + start;
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string escape_html(std::string_view text) {
  return escape_each(text, "&<>", EscapeForm::reference);
}

std::string escape_markdown(std::string_view text) {
  return escape_each(text, "&<>|*_[]`\\~$#", EscapeForm::reference);
}

std::string escape_command_message(std::string_view text) {
  return defuse(escape_each(text, "%\r\n", EscapeForm::percent), kDefusedHash, false);
}

std::string escape_command_property(std::string_view text) {
  return defuse(escape_each(text, "%\r\n:,", EscapeForm::percent), kDefusedHash, false);
}

std::string defuse_commands(std::string_view text) {
  return defuse(text, kDefusedHash, true);
}

std::string defuse_commands_in_json(std::string_view json) {
  return defuse(json, "\\u0023", false);
}

}  // namespace drover
