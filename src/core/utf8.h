// UTF-8: decoding one code point, making text safe to show to a person, and the rule for names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace drover {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Characters of the user's text that a message quotes.
inline constexpr std::size_t kShownText = 40;

// One decoded character. Bytes that are not UTF-8 (overlong forms, surrogates, values above U+10FFFF, cut
// sequences) decode one byte at a time with `valid` false and the byte as value.
struct CodePoint {
  char32_t value = 0;
  std::uint32_t length = 1;  // bytes
  bool valid = true;
};

// Requires offset < text.size().
CodePoint decode_utf8(std::string_view text, std::size_t offset);

void append_utf8(std::string& out, char32_t value);

// Number of code points; bytes that continue a sequence do not count.
std::size_t count_code_points(std::string_view text);

// Cells that a visible character takes on a terminal: 0 for combining marks, 2 for East Asian wide and
// emoji, else 1.
std::size_t display_width(char32_t value);

// Whether a character reorders the text around it or cannot be seen: control, bidirectional, zero-width and
// separator characters, and bytes that are not UTF-8.
bool is_hidden(const CodePoint& character);

// What is wrong with a name of a scenario, a plan or anything in them, or an empty text. The rule for all of
// them: UTF-8 of at most kMaxNameBytes without hidden characters. Names become cells, columns and parts of
// file names.
inline constexpr std::size_t kMaxNameBytes = 200;
std::string_view name_problem(std::string_view name);
// The same without the length.
std::string_view character_problem(std::string_view text);

// The name that stands for a file name, which may be any bytes.
std::string name_from(std::string_view file_name);

// Appends the character as a terminal can show it: control, bidirectional and invisible characters as \xNN or
// \uNNNN, bytes that are not UTF-8 as \xNN. Returns the number of terminal cells appended.
std::size_t append_visible(std::string& out, const CodePoint& character);

// The whole text through append_visible, so that nothing in it can steer a terminal.
std::string make_visible(std::string_view text);

// JSON with its hidden characters, which can stand in strings only, in the escapes of JSON: the same values.
std::string make_visible_json(std::string_view json);

// Bytes that are not UTF-8 become U+FFFD, so that the text may stand in a JSON document.
std::string make_valid_utf8(std::string_view text);

// At most `limit` code points of the text; when something is cut, the result ends in "...".
std::string shorten(std::string_view text, std::size_t limit = kShownText);

}  // namespace drover
