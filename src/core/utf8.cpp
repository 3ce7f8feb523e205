#include "core/utf8.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include <fmt/format.h>

#include "core/name_pattern.h"

namespace drover {
namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

bool is_control(char32_t value) {
  return value < 0x20 || (value >= 0x7F && value < 0xA0);
}

bool contains(std::span<const CodeRange> ranges, char32_t value) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [value](const CodeRange& range) { return value >= range.first && value <= range.last; });
}

// clang-format off
// Characters that reorder the text or cannot be seen: the soft hyphen, zero-width and bidirectional marks,
// line separators, the byte order mark, noncharacters, tags.
constexpr CodeRange kHidden[] = {{0xAD, 0xAD}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                 {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F}};
constexpr CodeRange kCombining[] = {{0x300, 0x36F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
constexpr CodeRange kWide[] = {{0x1100, 0x115F}, {0x2E80, 0xA4CF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
                               {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
// clang-format on

}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
  const auto byte_at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte_at(offset);
  if (first < 0x80) return {.value = first};
  // The leading ones of the first byte are the length of the sequence; a single one marks a later byte.
  const auto length = static_cast<std::uint32_t>(std::countl_one(first));
  const CodePoint invalid{.value = first, .length = 1, .valid = false};
  if (length == 1 || length > 4 || text.size() - offset < length) return invalid;
  char32_t value = first & (0x7Fu >> length);
  for (std::size_t i = offset + 1; i < offset + length; ++i) {
    if ((byte_at(i) & 0xC0u) != 0x80u) return invalid;
    value = (value << 6) | (byte_at(i) & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return invalid;
  return {.value = value, .length = length};
}

void append_utf8(std::string& out, char32_t value) {
  // The first byte announces the number of later ones, each of which holds six bits.
  constexpr std::array<char32_t, 4> kAnnounce = {0, 0xC0, 0xE0, 0xF0};
  std::size_t later = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
  out += static_cast<char>(kAnnounce[later] | (value >> (6 * later)));
  while (later-- > 0)
    out += static_cast<char>(0x80u | ((value >> (6 * later)) & 0x3Fu));
}

std::size_t count_code_points(std::string_view text) {
  const auto starts = std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0u) != 0x80u;
  });
  return static_cast<std::size_t>(starts);
}

std::size_t display_width(char32_t value) {
  if (contains(kCombining, value)) return 0;
  return contains(kWide, value) ? 2 : 1;
}

bool is_hidden(const CodePoint& character) {
  return !character.valid || is_control(character.value) || contains(kHidden, character.value);
}

std::string_view name_problem(std::string_view name) {
  static_assert(kMaxNameBytes == 200);
  return name.size() > kMaxNameBytes ? "the name is longer than 200 bytes" : character_problem(name);
}

std::string_view character_problem(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint character = decode_utf8(text, offset);
    if (character.valid && is_control(character.value)) return "the name holds a control character";
    if (is_hidden(character)) return "the name holds a character that cannot be seen or reorders the text";
    offset += character.length;
  }
  return {};
}

std::string hidden_character_pattern() {
  std::string pattern = "[\\u0000-\\u001f\\u007f-\\u009f";
  for (const CodeRange& range : kHidden) {
    if (range.last < 0x10000)
      pattern += fmt::format("\\u{:04x}-\\u{:04x}", static_cast<std::uint32_t>(range.first),
                             static_cast<std::uint32_t>(range.last));
  }
  return pattern + "]";
}

std::string name_from(std::string_view file_name) {
  const std::string visible = make_visible(file_name);
  std::size_t end = 0;
  while (end < visible.size() && end + decode_utf8(visible, end).length <= kMaxNameBytes)
    end += decode_utf8(visible, end).length;
  return visible.substr(0, end);
}

std::size_t append_visible(std::string& out, const CodePoint& character) {
  const auto code = static_cast<std::uint32_t>(character.value);
  if (!is_hidden(character)) {
    append_utf8(out, character.value);
    return display_width(character.value);
  }
  const std::size_t before = out.size();
  const bool is_byte = !character.valid || is_control(character.value);
  out += is_byte ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
  return out.size() - before;
}

std::string make_visible(std::string_view text) {
  std::string out;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint character = decode_utf8(text, offset);
    append_visible(out, character);
    offset += character.length;
  }
  return out;
}

std::string make_visible_json(std::string_view json) {
  std::string out;
  for (std::size_t offset = 0; offset < json.size();) {
    const CodePoint character = decode_utf8(json, offset);
    const char32_t value = character.value;
    if (value < 0x7F || !is_hidden(character)) {
      out += json.substr(offset, character.length);
    } else if (value < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(value));
    } else {  // a pair of surrogates
      const auto rest = static_cast<std::uint32_t>(value - 0x10000);
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
    }
    offset += character.length;
  }
  return out;
}

std::string make_valid_utf8(std::string_view text) {
  std::string out;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint character = decode_utf8(text, offset);
    append_utf8(out, character.valid ? character.value : U'\uFFFD');
    offset += character.length;
  }
  return out;
}

std::string shorten(std::string_view text, std::size_t limit) {
  std::size_t offset = 0;
  for (std::size_t count = 0; offset < text.size(); ++count) {
    if (count == limit) return std::string(text.substr(0, offset)) + "...";
    offset += decode_utf8(text, offset).length;
  }
  return std::string(text);
}

}  // namespace drover
