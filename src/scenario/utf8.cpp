#include "scenario/utf8.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace drover {
namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

template <std::size_t count>
bool contains(const std::array<CodeRange, count>& ranges, char32_t value) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [value](const CodeRange& range) { return value >= range.first && value <= range.last; });
}

// Characters that move the cursor, reorder the text or cannot be seen: C0 and C1 controls, zero-width and
// bidirectional marks, line separators, the byte order mark, noncharacters.
constexpr std::array<CodeRange, 10> kHidden = {{{0x00, 0x1F},
                                                {0x7F, 0x9F},
                                                {0xAD, 0xAD},
                                                {0x200B, 0x200F},
                                                {0x2028, 0x202E},
                                                {0x2060, 0x206F},
                                                {0xFEFF, 0xFEFF},
                                                {0xFFF9, 0xFFFB},
                                                {0xFFFE, 0xFFFF},
                                                {0xE0000, 0xE007F}}};

constexpr std::array<CodeRange, 3> kCombining = {{{0x300, 0x36F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};

constexpr std::array<CodeRange, 8> kWide = {{{0x1100, 0x115F},
                                             {0x2E80, 0xA4CF},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF00, 0xFF60},
                                             {0x1F300, 0x1FAFF},
                                             {0x20000, 0x3FFFD}}};

unsigned byte_at(std::string_view text, std::size_t offset) {
  return static_cast<unsigned char>(text[offset]);
}

// Bytes of the sequence that this first byte announces; 0 when no sequence starts so.
std::uint32_t announced_length(unsigned first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
  const unsigned first = byte_at(text, offset);
  const std::uint32_t length = announced_length(first);
  const CodePoint invalid{.value = first, .length = 1, .valid = false};
  if (length == 1) return {.value = first, .length = 1, .valid = true};
  if (length == 0 || text.size() - offset < length) return invalid;
  char32_t value = first & (0x7Fu >> length);
  for (std::uint32_t i = 1; i < length; ++i) {
    const unsigned next = byte_at(text, offset + i);
    if ((next & 0xC0u) != 0x80u) return invalid;
    value = (value << 6) | (next & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return invalid;
  return {.value = value, .length = length, .valid = true};
}

std::size_t count_code_points(std::string_view text) {
  const auto starts = std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0u) != 0x80u;
  });
  return static_cast<std::size_t>(starts);
}

std::size_t display_width(char32_t value) {
  if (value < 0x300) return 1;
  if (contains(kCombining, value)) return 0;
  return contains(kWide, value) ? 2 : 1;
}

std::size_t append_visible(std::string& out, const CodePoint& character) {
  const auto code = static_cast<std::uint32_t>(character.value);
  const std::size_t before = out.size();
  if (!character.valid || code < 0x20 || (code >= 0x7F && code < 0xA0)) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", code);
    return out.size() - before;
  }
  if (contains(kHidden, character.value)) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
    return out.size() - before;
  }
  const auto push = [&out](std::uint32_t byte) {
    out += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (code < 0x80) {
    push(code);
  } else if (code < 0x800) {
    push(0xC0u | (code >> 6));
    push(0x80u | (code & 0x3Fu));
  } else if (code < 0x10000) {
    push(0xE0u | (code >> 12));
    push(0x80u | ((code >> 6) & 0x3Fu));
    push(0x80u | (code & 0x3Fu));
  } else {
    push(0xF0u | (code >> 18));
    push(0x80u | ((code >> 12) & 0x3Fu));
    push(0x80u | ((code >> 6) & 0x3Fu));
    push(0x80u | (code & 0x3Fu));
  }
  return display_width(character.value);
}

std::string make_visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint character = decode_utf8(text, offset);
    append_visible(out, character);
    offset += character.length;
  }
  return out;
}

std::string make_valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint character = decode_utf8(text, offset);
    out += character.valid ? text.substr(offset, character.length) : std::string_view("\xEF\xBF\xBD");
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
